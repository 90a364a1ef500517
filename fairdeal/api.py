"""The Python interface: the same runs as the command line, as objects.

>>> import fairdeal
>>> for result in fairdeal.run("game/variant", players=[2, 3], games=100_000, seed=1):  # doctest: +SKIP
...     print(result.spec.players, result.metrics["win_share.0"].interval)
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from fairdeal.selection import catalog, counts_of, select
from simulate.games import registry
from simulate.games.contract import Game
from simulate.runs.policies import as_policies
from variants.loader import Variant

if TYPE_CHECKING:
    from fairdeal.retelling import Replay
    from simulate.runs.engine import Jobs
    from simulate.runs.local import Progress
    from simulate.runs.result import Result

GAMES = 200_000
"""Plays of each variant and player count unless another number is asked for."""


def games() -> dict[str, Game]:
    """Every game by name."""
    return dict(registry.games())


def variants(game: str) -> list[str]:
    """The names of a game's variants, its main one first.

    Raises
    ------
    BadInput
        There is no such game.
    """
    return [found.name for found in catalog().list_variants(registry.game(game).name)]


def load(name_or_path: str, *, set: Mapping[str, object] | None = None) -> Variant:
    """The variant that a game's name, ``game/variant`` or the path of a file means.

    Parameters
    ----------
    set : mapping of str to object
        Rule values to change, by dotted key.

    Raises
    ------
    BadInput
        Every fault found, with file, line and column.
    """
    return select(name_or_path, settings(set))[1]


def run(
    variant: str | Sequence[str],
    *,
    players: int | Iterable[int] | None = None,
    policy: str | Sequence[str] = "random",
    games: int = GAMES,
    precision: str | Sequence[str] = (),
    until_decided: bool = False,
    max_games: int | None = None,
    max_seconds: float | None = None,
    seed: int | None = None,
    jobs: Jobs = None,
    set: Mapping[str, object] | None = None,
    metrics: bool = False,
    progress: Progress | None = None,
) -> list[Result]:
    """The results of playing one or more variants, one a variant and player count.

    Parameters
    ----------
    variant : str or sequence of str
        Names or paths.
    players : int or iterable of int, optional
        Player counts; by default all that can be played.
    policy : str or sequence of str
        One policy for all seats, or one a seat.
    games : int
        Plays of each variant and player count, unless one of the next four says when to stop.
    precision : str or sequence of str
        Play until intervals are this narrow: ``0.2%`` for the win shares, ``turns=0.1`` for others.
    until_decided : bool
        Play until every goal of the variant is met or missed.
    max_games, max_seconds : int, float, optional
        Limits of such a run; its intervals hold whatever stops it.
    seed : int, optional
        0 … 2^64 - 1; by default one drawn from the operating system, the same for all results.
    jobs : int or Engine, optional
        Threads, by default one a processor, or an engine (:class:`simulate.runs.cluster.dask.Dask`). They do not
        change the result.
    set : mapping of str to object
        Rule values to change, by dotted key.
    metrics : bool
        Count the course of each play, too (see ``fairdeal metrics``); slower.
    progress : callable, optional
        Called with plays done, plays wanted and seconds spent, for each result anew.

    Raises
    ------
    BadInput
        Every fault found, before anything is played.
    FailedRun
        A fault in a game's code.
    KeyboardInterrupt
        The run was stopped before its end.
    """
    from fairdeal.asking import Asked
    from fairdeal.planning import Request, plan
    from simulate.runs.spec import fresh_seed

    names = (variant,) if isinstance(variant, str) else tuple(variant)
    counts = counts_of(players)
    policies = as_policies(policy)
    asked = Asked(
        (precision,) if isinstance(precision, str) else tuple(precision), until_decided, max_games, max_seconds
    )
    request = Request(
        names, counts, policies, games, fresh_seed() if seed is None else seed, settings(set), asked, metrics
    )
    results = []
    for planned in plan(request).runs:
        results.append(planned.play(jobs, progress))
        if results[-1].played.interrupted:
            raise KeyboardInterrupt
    return results


def replay(
    variant: str,
    *,
    players: int,
    seed: int,
    play: int,
    policy: str | Sequence[str] = "random",
    set: Mapping[str, object] | None = None,
) -> Replay:
    """Play number `play` of the run with `seed`, told and counted.

    Raises
    ------
    BadInput
        Faults in the variant, the player count, the policies, the seed or the index.
    FailedRun
        The story is not the counted play: a fault of the game's code.
    """
    from fairdeal.retelling import retell
    from simulate.runs.spec import make_spec

    game, loaded = select(variant, settings(set))
    policies = as_policies(policy)
    return retell(make_spec(game, loaded, players, policies=policies, seed=seed, first=play, count=1))


def settings(values: Mapping[str, object] | None) -> tuple[tuple[str, str], ...]:
    """Rule values as ``--set`` options; JSON is YAML."""
    return tuple((key, _as_yaml(value)) for key, value in (values or {}).items())


def _as_yaml(value: object) -> str:
    """The value as JSON, but for keys that are whole numbers, which stay numbers."""
    if isinstance(value, Mapping):
        return (
            "{" + ", ".join(f"{json.dumps(key, ensure_ascii=False)}: {_as_yaml(v)}" for key, v in value.items()) + "}"
        )
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_as_yaml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)

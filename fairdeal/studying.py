"""The Python interface of studies: the same questions as the command line's, as objects."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fairdeal.api import GAMES
from fairdeal.api import settings as as_settings
from fairdeal.asking import Asked
from fairdeal.selection import Settings, counts_of, playability, select
from simulate.runs.policies import as_policies

if TYPE_CHECKING:
    from simulate.runs.engine import Jobs
    from simulate.runs.local import Progress
    from simulate.runs.result import Result
    from simulate.studies.budget import Budget
    from simulate.studies.compared import Compared
    from simulate.studies.gate import Checked
    from simulate.studies.ladder import Ladder, Told
    from simulate.studies.solve import Solved, Stages

Values = Mapping[str, object]


def resume(
    file: str | Path,
    variants: Sequence[str] = (),
    *,
    more: int | None = None,
    precision: str | Sequence[str] = (),
    until_decided: bool = False,
    max_games: int | None = None,
    max_seconds: float | None = None,
    jobs: Jobs = None,
    set: Values | None = None,
    progress: Progress | None = None,
) -> list[Result]:
    """The results of a result file with more plays: the rest of what was declared, `more`, or until a rule says stop.

    Parameters
    ----------
    variants : sequence of str
        Needed for variants that do not ship with a game.
    more : int, optional
        Plays to add to each result.

    Raises
    ------
    BadInput
        Other rules or another version than then, a changed file, or nothing left to do.
    FailedRun
        A fault in a game's code.
    """
    from fairdeal.continuing import go_on, take_up

    asked = Asked(one_or_more(precision), until_decided, max_games, max_seconds)
    taken = take_up(Path(file), variants, as_settings(set))
    part = any(not one.finished for one in taken)
    return [go_on(one, asked, more, jobs, progress, keep_finished=part)[1] for one in taken]


def compare(
    a: str,
    b: str | None = None,
    *,
    players: int | Iterable[int] | None = None,
    players_b: int | None = None,
    policy: str | Sequence[str] = "random",
    policy_b: str | Sequence[str] | None = None,
    set: Values | None = None,
    set_b: Values | None = None,
    margin: str | Sequence[str] = (),
    metric: str | Sequence[str] = (),
    sprt: tuple[float, float] | None = None,
    max_games: int | None = None,
    max_seconds: float | None = None,
    seed: int | None = None,
    jobs: Jobs = None,
    progress: Progress | None = None,
) -> list[Compared]:
    """What B does differently from A, one comparison a player count.

    Parameters
    ----------
    b : str, optional
        Another variant; by default A itself, with `policy_b`, `set_b` or `players_b`.
    margin : str or sequence of str
        Smallest differences that matter: ``1pp`` for the win shares, ``turns=2`` for others.
    metric : str or sequence of str
        What is judged; by default win shares, fairness, turns and margin.
    sprt : (float, float), optional
        Two effects of the first metric to tell apart, in its unit.

    Raises
    ------
    BadInput
        Every fault found, before anything is played.
    FailedRun
        A fault in a game's code.
    """
    from fairdeal.comparing import Question
    from simulate.runs.spec import fresh_seed
    from simulate.studies.compare import compare as play
    from simulate.studies.compared import MOST_PAIRS, CompareRule, metrics_of

    counts = counts_of(players)
    others = None if policy_b is None else as_policies(policy_b)
    drawn = fresh_seed() if seed is None else seed
    question = Question(
        a, b, counts, players_b, as_policies(policy), others, as_settings(set), as_settings(set_b), drawn
    )
    most = MOST_PAIRS if max_games is None else max_games
    rule = CompareRule(one_or_more(margin), metrics_of(one_or_more(metric)), sprt, most, max_seconds)
    return [play(one, other, rule, jobs, progress) for one, other in question.arms()]


def plan(
    variant: str,
    *,
    effect: float = 0.01,
    players: int | Iterable[int] | None = None,
    policy: str | Sequence[str] = "random",
    set: Values | None = None,
    jobs: int | None = None,
) -> list[Budget]:
    """What can be seen with which budget on this machine, one budget a player count.

    Parameters
    ----------
    effect : float
        The difference of shares that should be seen.

    Raises
    ------
    BadInput
        Faults in the variant, the player counts or the policies.
    """
    counts = counts_of(players)
    return budgets(
        variant, effect=effect, players=counts, policy=as_policies(policy), settings=as_settings(set), jobs=jobs
    )


def budgets(
    variant: str,
    *,
    effect: float,
    players: tuple[int, ...] | None,
    policy: Sequence[str],
    settings: Settings,
    jobs: int | None,
) -> list[Budget]:
    """The budgets of a variant at every player count that it can be played with, or at those given."""
    from simulate.runs.spec import fresh_seed, make_spec
    from simulate.studies.budget import budget

    game, loaded = select(variant, settings)
    playable = [n for n, faults in playability(game, loaded).items() if not faults]
    fitting = [n for n in playable if len(policy) in (1, game.seats(n))]
    seed = fresh_seed()
    counts = players or tuple(fitting or playable or playability(game, loaded))
    specs = [make_spec(game, loaded, n, policies=tuple(policy), seed=seed, count=1) for n in counts]
    return [budget(spec, effect, jobs) for spec in specs]


def solve(
    variant: str,
    *,
    players: int | Iterable[int] | None = None,
    play: int = 0,
    decision: int = 0,
    deals: int = 0,
    games: int = 0,
    nodes: int | None = None,
    seed: int | None = None,
    jobs: int | None = None,
    set: Values | None = None,
    stages: Stages | None = None,
) -> list[Solved]:
    """What is known exactly, one answer a player count at which anything is.

    Parameters
    ----------
    play, decision : int
        The deal to solve, where the game can, or the position before this decision of its random play.
    deals : int
        Solve so many deals instead, from `play` on.
    games : int
        Random games to simulate beside exact values.
    nodes : int, optional
        Positions that the search for one deal may look at.

    Raises
    ------
    BadInput
        Faults in the variant; nothing is known exactly, and why.
    FailedRun
        A fault in a game's code.
    """
    from fairdeal.solving import SolveRequest, answer
    from simulate.games.exactness import NODES
    from simulate.runs.spec import fresh_seed

    counts = counts_of(players)
    drawn = fresh_seed() if seed is None else seed
    request = SolveRequest(variant, counts, play, decision, deals, games, nodes or NODES, as_settings(set), drawn)
    return answer(request, jobs, stages)[0]


def gate_save(
    file: str | Path,
    variant: str | Sequence[str],
    *,
    players: int | Iterable[int] | None = None,
    policy: str | Sequence[str] = "random",
    games: int = GAMES,
    seed: int | None = None,
    jobs: Jobs = None,
    set: Values | None = None,
    force: bool = False,
) -> list[Mapping[str, Any]]:
    """Write a lock file on the balance of variants; return its locks.

    Raises
    ------
    BadInput
        Faults in a variant, or a file that is there already or cannot be written.
    FailedRun
        A fault in a game's code.
    """
    from fairdeal.gating import save_locks

    counts = counts_of(players)
    return save_locks(
        Path(file), one_or_more(variant), players=counts, policy=as_policies(policy), games=games, seed=seed, jobs=jobs,
        settings=as_settings(set), force=force,
    )  # fmt: skip


def gate_check(file: str | Path, *, jobs: Jobs = None) -> list[Checked]:
    """Every lock of a file, checked.

    Raises
    ------
    BadInput
        The file is no lock file, or a variant in it cannot be read.
    FailedRun
        A fault in a game's code.
    """
    from fairdeal.gating import check_locks

    return check_locks(Path(file), jobs=jobs)


def ladder(
    variant: str,
    *,
    rungs: Sequence[str] = (),
    players: int | Iterable[int] | None = None,
    deals: int = 500,
    replicates: int = 2,
    games: int = 2000,
    every_pair: bool = False,
    seed: int | None = None,
    jobs: Jobs = None,
    set: Values | None = None,
    told: Told | None = None,
) -> list[Ladder]:
    """Whether better play wins and who is favoured at each level of skill, one ladder a player count.

    Parameters
    ----------
    rungs : sequence of str
        Policies, weakest first; ``mcts:50..400`` stands for budgets that double. By default the game's own ladder.
    deals, replicates : int
        Deals that each pair plays; games of each deal and seating.
    games : int
        Plays of each rung against itself; 0 for none.
    told : callable, optional
        Called with a label of what is played next; returns what is called with games done, games wanted, seconds.

    Raises
    ------
    BadInput
        Faults in the variant, the player counts or the rungs.
    FailedRun
        A fault in a game's code.
    """
    from fairdeal.laddering import LadderRequest
    from simulate.runs.spec import fresh_seed
    from simulate.studies.ladder import climb

    counts = counts_of(players)
    drawn = fresh_seed() if seed is None else seed
    request = LadderRequest(
        variant, tuple(rungs), counts, deals, replicates, games, every_pair, as_settings(set), drawn
    )
    return [climb(spec, rule, jobs, told) for spec, rule in request.plan()]


def one_or_more(value: str | Sequence[str]) -> tuple[str, ...]:
    """A tuple of texts from one text or several."""
    return (value,) if isinstance(value, str) else tuple(value)

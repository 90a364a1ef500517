"""A game, its rules, a player count and the policies of its seats, made ready for the kernels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulate.games import registry
from simulate.games.contract import Game, Measures, Recorded
from simulate.games.searching import FORECAST as FORECAST_NAME
from simulate.games.searching import SEARCHES
from simulate.kernels.course import COURSE
from simulate.kernels.playout import FORECAST, MAX_ACTIONS, POLICIES, RANDOM, WORK
from simulate.kernels.search import make_memory
from simulate.kernels.tally import DONE, MAX_VALUES, make_layout
from simulate.runs.course import PILOT, Scale, course_layout, make_scale, with_course
from simulate.runs.errors import FailedRun
from simulate.runs.policies import SeatPolicy, guide_of, read_policy, seat_policies
from simulate.runs.tally import names
from variants.dials import Dials

SALT_STEP = 0x8E3D5C1F2B7A9461
"""From the salt of a replicate to that of the next; far from the steps between seeds of blocks, pilots and locks."""

Scratch = tuple[np.void, np.void, tuple[Any, ...]]
"""Space for one call of a kernel: the game's STATE, WORK, the memory of searches."""


@dataclass(frozen=True)
class Prepared:
    """Everything a kernel needs for plays of one table.

    Attributes
    ----------
    game : Game
    rules : Dials
        The rules that hold at this player count.
    players : int
    policies : tuple of str
        One a seat, each as its canonical text.
    metrics : bool
        Count the course of each play, too.
    pilot_seed : int
        Of the plays that make the scale of the course.
    replicate : int
        Replicates share all that the game draws; the policies draw anew in each. A run is replicate 0.
    """

    game: Game
    rules: Dials
    players: int
    policies: tuple[str, ...]
    metrics: bool = False
    pilot_seed: int = 0
    replicate: int = 0

    def __reduce__(self) -> tuple[Any, ...]:
        # Names and values only: whoever reads it finds the game's code where it is installed.
        values = (self.players, self.policies, self.metrics, self.pilot_seed, self.replicate)
        return _again, (self.game.name, self.rules.model_dump_json(), *values)

    @property
    def work(self) -> tuple[Any, ...]:
        """What it is made of, the same in every process: part of the key of what is counted with it."""
        made: tuple[Any, ...] = self.__reduce__()[1]
        return made

    @property
    def seats(self) -> int:
        """Number of seats."""
        return self.game.seats(self.players)

    @cached_property
    def measures(self) -> Measures:
        """What a play is counted for."""
        plain = self.game.measures(self.rules, self.players)
        return with_course(self.game, self.rules, self.players, plain, self.limit) if self.metrics else plain

    @cached_property
    def table(self) -> NDArray[np.void]:
        """The game's table, shape (1,)."""
        return self.game.make_table(self.rules, self.players)

    @cached_property
    def limit(self) -> int:
        """Most decisions of a play."""
        return self.game.decision_limit(self.rules, self.players)

    @cached_property
    def layout(self) -> NDArray[np.void]:
        """Where a play's values go in a tally row, shape (1,)."""
        sizes = [size for one in self.measures.plain for size in [one.size] * (self.seats if one.per_seat else 1)]
        return make_layout(self.seats, sizes)

    @cached_property
    def seat_policies(self) -> tuple[SeatPolicy, ...]:
        """What the policies' texts mean, one a seat."""
        return tuple(read_policy(self.game, text) for text in self.policies)

    @cached_property
    def policy_record(self) -> NDArray[np.void]:
        """The policies as kernels read them, shape (1,)."""
        record = np.zeros(1, POLICIES)
        kinds = {**self.game.kinds, **{name: search.kind for name, search in SEARCHES.items()}, FORECAST_NAME: FORECAST}
        guide = guide_of(self.game)
        for seat, policy in enumerate(self.seat_policies):
            columns = {
                "kind": kinds[policy.name],
                "blunder": policy.blunder,
                "budget": policy.budget,
                "nanoseconds": policy.milliseconds * 1_000_000,
                "explore": policy.explore,
                "rollout": kinds.get(policy.rollout, RANDOM),
                "guide": kinds[guide],
                "trust": policy.trust if kinds[guide] else 0.0,
                "samples": policy.samples,
            }
            for name, value in columns.items():
                record[0][name][seat] = value
        record[0]["salt"] = self.replicate * SALT_STEP % (1 << 64)
        return record

    @cached_property
    def searches(self) -> tuple[str, ...]:
        """The searches that seats play, each once."""
        return tuple(sorted({policy.name for policy in self.seat_policies if policy.searches}))

    @property
    def kernels(self) -> SimpleNamespace:
        """The game's kernels, with searches if any seat needs them."""
        return self.game.kernels_with(search=self.searches)

    def _scratch(self) -> Scratch:
        """Fresh space for one call of a kernel: a state, a WORK record, the memory of searches."""
        state = self.game.part("rules").STATE
        memory: tuple[Any, ...] = make_memory(self.policy_record, state, self.limit) if self.searches else ()
        return np.zeros(1, state)[0], np.zeros(1, WORK)[0], memory

    @property
    def width(self) -> int:
        """Integers in a tally row."""
        return int((self.course_layout if self.metrics else self.layout)[0]["width"])

    @cached_property
    def course_layout(self) -> NDArray[np.void]:
        """Where the values of a play's course go in a tally row, shape (1,)."""
        return course_layout(self.measures, int(self.layout[0]["width"]))

    @cached_property
    def scale(self) -> Scale:
        """What courses are measured by; the first call plays for it."""
        return make_scale(self._pilot_paths(), self.seats, self.pilot_seed)

    def _pilot_paths(self) -> Iterator[tuple[int, NDArray[np.int64]]]:
        for index in range(PILOT):
            winners, path = self.course_of(self.pilot_seed, index)
            if winners:
                yield winners, path

    def course_of(self, seed: int, index: int) -> tuple[int, NDArray[np.int64]]:
        """The winners' bits of one play (0: capped) and its standings, int64[rounds + 1, seats], round by round."""
        (state, work, memory), course, path, raw = self._course_scratch()
        records = (state, work, memory, course, self.table[0], self.policy_record[0])
        winners = self._course_kernels.course_each(*records, self.seats, path, raw, np.uint64(seed), index, self.limit)
        return int(winners), path[: int(course["rounds"]) + 1].copy()

    @property
    def _course_kernels(self) -> SimpleNamespace:
        return self.game.kernels_with(search=self.searches, metrics=True)

    def _course_scratch(self) -> tuple[Scratch, np.void, NDArray[np.int64], NDArray[np.int64]]:
        path = np.zeros((self.limit + self.seats + 2, self.seats), np.int64)
        raw = np.zeros((self.limit + self.seats + 1, 3), np.int64)
        return self._scratch(), np.zeros(1, COURSE)[0], path, raw

    def _count_courses(self, seed: int, first: int, count: int, row: NDArray[np.int64]) -> int:
        """Add plays with their courses to a row; return a status."""
        scratch, course, path, raw = self._course_scratch()
        records = (self.table[0], self.policy_record[0], self.layout[0], self.course_layout[0], self.scale.record[0])
        arrays = (path, raw, np.zeros_like(path))
        kernel = self._course_kernels.course_block
        status = kernel(*scratch, course, *records, *arrays, np.uint64(seed), first, count, self.limit, row)
        return int(status)

    def count_plays(self, seed: int, first: int, count: int) -> NDArray[np.int64]:
        """The tally row (int64[width]) of plays `first` … `first + count - 1` under `seed`.

        Raises
        ------
        FailedRun
            A play gave a value outside the range its measure declares.
        """
        row = np.zeros(self.width, np.int64)
        if self.metrics:
            status = self._count_courses(seed, first, count, row)
        else:
            records = (*self._scratch(), self.table[0], self.policy_record[0], self.layout[0])
            status = self.kernels.play_block(*records, np.uint64(seed), first, count, self.limit, row)
        if status != DONE:
            raise FailedRun(
                f"{self.game.title}: one of the plays {first} to {first + count - 1} of seed {seed} gave a value "
                "outside its declared range. This is a fault of the game's code: please report it with this line."
            )
        return row

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """Names of a play's values (``score.0``, ``margin``, ``turns`` …) in the order of :meth:`each`'s columns."""
        return tuple(name for one in self.measures.plain for name in names(one, self.seats))

    def each(self, seed: int, first: int, count: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """What each play `first` … `first + count - 1` under `seed` ended with.

        Returns
        -------
        winners : int64[count]
            Bit s is set when seat s shares first place; 0 for a capped play.
        values : int64[count, len(columns)]
            Zeros for a capped play.
        """
        winners = np.zeros(count, np.int64)
        values = np.zeros((count, len(self.columns)), np.int64)
        records = (*self._scratch(), self.table[0], self.policy_record[0], self.layout[0])
        self.kernels.play_each(*records, np.uint64(seed), first, count, self.limit, winners, values)
        return winners, values

    def decide(self, state: NDArray[np.void], seed: int, index: int, decision: int) -> int:
        """The action that the seat to act takes in `state` (shape (1,)) as a decision of play `index` under `seed`."""
        _, work, memory = self._scratch()
        here = state.copy()
        records = (here[0], work, memory, self.table[0], self.policy_record[0])
        return int(self.kernels.decide_alone(*records, np.uint64(seed), index, decision))

    def record(self, seed: int, index: int, script: Sequence[int] = ()) -> Recorded:
        """Play `index` under `seed`, decision by decision; the same play that a run counts under that index.

        Parameters
        ----------
        script : sequence of int
            Legal actions that are taken first, whatever the policies say: another way in which the play may go. Nobody
            looks at anything meanwhile, so where hidden things are drawn at the first look, they may be drawn anew.
        """
        states = np.zeros(self.limit + 1, self.game.part("rules").STATE)
        seats, actions, counts = (np.zeros(self.limit, np.int64) for _ in range(3))
        listed = np.zeros((self.limit, MAX_ACTIONS), np.int64)
        end = np.zeros(1 + MAX_VALUES, np.int64)
        kept = (states, seats, actions, counts, listed, end)
        records = (*self._scratch(), self.table[0], self.policy_record[0], self.layout[0])
        n = int(
            self.kernels.record_play(*records, np.uint64(seed), index, self.limit, np.array(script, np.int64), *kept)
        )
        return Recorded(
            states=states[: n + 1],
            seats=seats[:n],
            actions=actions[:n],
            counts=counts[:n],
            listed=tuple(tuple(listed[i, :k].tolist()) for i, k in enumerate(counts[:n].tolist())),
            table=self.table,
            policies=self.policies,
            seed=seed,
            index=index,
            winners=int(end[0]),
            values=dict(zip(self.columns, end[1:].tolist(), strict=False)),
        )


@lru_cache(maxsize=32)
def _again(
    game: str, rules: str, players: int, policies: tuple[str, ...], metrics: bool, pilot_seed: int, replicate: int
) -> Prepared:
    """The same in another process, made once for all its chunks; BadInput when the game is not installed there."""
    found = registry.game(game)
    model = found.model.model_validate_json(rules)
    return Prepared(found, model, players, policies, metrics, pilot_seed, replicate)


def prepare(game: Game, rules: Dials, players: int, policies: tuple[str, ...] | str = "random") -> Prepared:
    """Return `game` with `rules` ready to be played by `players` people.

    Parameters
    ----------
    policies : str or tuple of str
        One policy for all seats, or one a seat.

    Raises
    ------
    BadInput
        An unknown policy, or another number of policies than seats.
    """
    names = (policies,) if isinstance(policies, str) else policies
    return Prepared(game, rules, players, seat_policies(game, game.seats(players), names))

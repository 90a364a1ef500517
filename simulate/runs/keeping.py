"""An engine that keeps what another one counts: nothing is played twice, and of a shard's works only its own part.

Studies do not know it. They ask for the chunks of a work; what the ledger holds is given at once, what it does not
hold is played and written down. A study is a pure function of the integers that it is given, so one that goes on from
a ledger, or from the ledgers of all shards, leaves what an uninterrupted one leaves.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from functools import partial
from typing import Any, TypeVar, cast

from simulate.runs.engine import Engine, Jobs
from simulate.runs.interrupts import check
from simulate.runs.ledger import Ledger, Stretch, stretch
from simulate.runs.shards import Shard
from simulate.runs.works import work_key

T = TypeVar("T")

Range = tuple[int, int]
"""Numbers of a work's plays: the first, and the one after the last."""


class Lacking(Exception):
    """A study cannot go on: plays are missing that other shards play.

    Attributes
    ----------
    works : tuple of (int, tuple of Range)
        Plays of each work in all, and the ranges that are missing.
    """

    def __init__(self, works: Iterable[tuple[int, tuple[Range, ...]]]) -> None:
        self.works = tuple(works)
        super().__init__(f"{len(self.works)} works lack plays")

    def shards(self, of: int) -> list[Shard]:
        """The shards whose parts are missing."""
        found = []
        for number in range(1, of + 1):
            shard = Shard(number, of)
            if any(_touch(shard.part(plays), ranges) for plays, ranges in self.works):
                found.append(shard)
        return found


def _touch(part: Range, ranges: Iterable[Range]) -> bool:
    return any(max(begin, part[0]) < min(end, part[1]) for begin, end in ranges)


class Keeping:
    """The engine `engine`, with a memory.

    Parameters
    ----------
    engine : Engine or None
        None: nothing is played, all is taken from the ledgers (to merge shards).
    ledger : Ledger
        What is kept; grows.
    changed : callable
        Called after each chunk that was played.
    shard : Shard, optional
        Whose part is played; without one, all is.
    others : callable
        What the other shards counted; asked once, when the own part of a work is there.

    Attributes
    ----------
    kept, played : int
        Plays that were given from a ledger, and plays that were played.
    """

    def __init__(
        self,
        engine: Engine | None,
        ledger: Ledger,
        changed: Callable[[], None] = lambda: None,
        shard: Shard | None = None,
        others: Callable[[], Sequence[Ledger]] = lambda: (),
    ) -> None:
        self._engine, self._ledger, self._changed = engine, ledger, changed
        self.shard, self._ask = shard, others
        self._others: Sequence[Ledger] | None = None
        self.kept = self.played = 0

    @property
    def kind(self) -> str:
        """The engine's."""
        return self._engine.kind if self._engine is not None else "merge"

    @property
    def threads(self) -> int:
        """The engine's."""
        return self._engine.threads if self._engine is not None else 0

    @property
    def shares_memory(self) -> bool:
        """The engine's."""
        return self._engine is None or self._engine.shares_memory

    @property
    def engine(self) -> Engine | None:
        """The engine that plays."""
        return self._engine

    def part(self, plays: int) -> Range:
        """The plays that are played here, of a work of so many."""
        return (0, plays) if self.shard is None else self.shard.part(plays)

    def missing(self, count: Callable[[int, int], Any], first: int, plays: int) -> int:
        """How many plays of a work would be played here."""
        if self._engine is None:
            return 0
        gaps = self._ledger.gaps(work_key(count, first), *self.part(plays))
        return sum(end - begin for begin, end in gaps)

    def chunks(self, count: Callable[[int, int], T], first: int, edges: Iterable[int]) -> Generator[tuple[int, T]]:
        """Yield (plays, what they gave) in index order: first what is kept, then what is played.

        Raises
        ------
        Lacking
            The parts of other shards are not there yet; the own one is.
        """
        stops = list(edges)
        key = work_key(count, first)
        if self.shard is None and self._engine is not None:
            yield from self._prefix(self._ledger, key)
            done = sum(one.count for one in self._ledger.prefix(key))
            yield from self._play(count, first, stops, (done, stops[-1]), key)
            return
        own = self._ledger.gaps(key, *self.part(stops[-1])) if self._engine is not None else []
        for gap in own:
            for _ in self._play(count, first, stops, gap, key):
                pass
        # A shard that had to play does not ask for the others: the stage was not done when it began.
        whole = _together(key, [self._ledger, *(() if self.played else self._asked())])
        gaps = whole.gaps(key, 0, stops[-1])
        if gaps:
            raise Lacking([(stops[-1], tuple(gaps))])
        yield from self._prefix(whole, key)

    def _asked(self) -> Sequence[Ledger]:
        if self._others is None:
            self._others = self._ask()
        return self._others

    def _prefix(self, ledger: Ledger, key: str) -> Generator[tuple[int, Any]]:
        for one in ledger.prefix(key):
            self.kept += one.count
            yield one.count, one.row

    def _play(
        self, count: Callable[[int, int], T], first: int, stops: Sequence[int], wanted: Range, key: str
    ) -> Generator[tuple[int, T]]:
        """Play the plays wanted; no stretch that is kept crosses a stop."""
        done, end = wanted
        if done >= end or self._engine is None:
            return
        cut = set(stops)
        edges = [stop - done for stop in stops if done < stop < end] + [end - done]
        rows = self._engine.chunks(count, first + done, edges)
        try:
            for size, given in rows:
                self._ledger.add(key, stretch(done, size, cast(Any, given)), apart=done in cut)
                done += size
                self.played += size
                self._changed()
                yield size, given
                check()
        finally:
            rows.close()


def _together(key: str, ledgers: Iterable[Ledger]) -> Ledger:
    """One work of several ledgers."""
    found: list[Stretch] = [one for ledger in ledgers for one in ledger.stretches(key)]
    return Ledger({key: found})


def unkept(jobs: Jobs) -> Jobs:
    """The engine without its memory: for what every process plays for itself, whole, each time (a pilot)."""
    return jobs.engine if isinstance(jobs, Keeping) else jobs


def part_of(engine: Engine, plays: int) -> Range:
    """The plays that are played here, of a work of so many."""
    return engine.part(plays) if isinstance(engine, Keeping) else (0, plays)


def missing(engine: Engine, count: Callable[[int, int], Any], first: int, plays: int) -> int:
    """How many plays of a work would be played here."""
    return engine.missing(count, first, plays) if isinstance(engine, Keeping) else plays


def is_shard(engine: Engine) -> bool:
    """True if the engine plays only a part of each work."""
    return isinstance(engine, Keeping) and engine.shard is not None


def kept_by(engine: Engine) -> int:
    """Plays that the engine gave without playing them."""
    return engine.kept if isinstance(engine, Keeping) else 0


class Gaps:
    """What lacks plays of other shards, collected over several attempts, so that all the others are made first."""

    def __init__(self) -> None:
        self._works: list[tuple[int, tuple[Range, ...]]] = []

    def attempt(self, call: Callable[[], T]) -> T | None:
        """What the call returns; None if it lacks plays, which is kept in mind."""
        try:
            return call()
        except Lacking as error:
            self._works += error.works
            return None

    def settle(self) -> None:
        """Raise what was kept in mind.

        Raises
        ------
        Lacking
            With the works of all attempts that lacked plays.
        """
        if self._works:
            raise Lacking(self._works)


def gather(calls: Iterable[Callable[[], T]]) -> list[T]:
    """What all calls return; if some lack plays of other shards, all the others are made before that is raised.

    So a shard plays its part of everything that can be asked for at this point, not of the first work alone.

    Raises
    ------
    Lacking
        With the works of all calls that raised it.
    """
    gaps = Gaps()
    found = [gaps.attempt(call) for call in calls]
    gaps.settle()
    return [cast("T", one) for one in found]  # nothing lacked, so each call returned


def gather_all(call: Callable[..., T], items: Iterable[Any]) -> list[T]:
    """:func:`gather` of one call for many items."""
    return gather([partial(call, item) for item in items])

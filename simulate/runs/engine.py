"""What plays the chunks of a run or study: threads of this machine, or the workers of a cluster.

A study hands an engine a pure function and a range of plays. The engine cuts the range into chunks, has them counted
wherever it likes, and gives them back in the order of their indices. So whoever adds them up always holds contiguous
first plays, and a rule that looks at those and stops cannot favour chunks that end early.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import Protocol, TypeVar

T = TypeVar("T")


class Engine(Protocol):
    """Plays chunks.

    Attributes
    ----------
    kind : str
        ``local``, ``dask``, ``slurm`` or ``pbs``; part of a result's ``engine``.
    threads : int
        Chunks that can be played at the same time, now.
    shares_memory : bool
        True when chunks are played in this process, so that what is kept here need not be played again.
    """

    @property
    def kind(self) -> str:
        """What it is called on the command line."""

    @property
    def threads(self) -> int:
        """Chunks that can be played at the same time, now."""

    @property
    def shares_memory(self) -> bool:
        """True when chunks are played in this process."""

    def chunks(self, count: Callable[[int, int], T], first: int, edges: Iterable[int]) -> Generator[tuple[int, T]]:
        """Yield (plays, what they gave) of consecutive chunks, in index order, a bounded number of them under way.

        Parameters
        ----------
        count : callable
            What a number of plays from an index on give; called as (index, plays), many at once. A pure function that
            can be pickled and gives integers: arrays of them, or tuples of arrays. Those of consecutive ranges add.
        first : int
            Index of the first play.
        edges : iterable of int
            Increasing numbers of plays that no chunk crosses; the last one ends the run. Closing the generator earlier
            drops the chunks that are under way.

        Raises
        ------
        FailedRun
            A fault in the game's code, or nothing left that could play.
        """


Jobs = int | Engine | None
"""How much at once: threads of this machine (None: one a processor), or an engine."""

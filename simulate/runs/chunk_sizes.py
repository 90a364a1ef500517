"""Chooses how many plays a chunk has, so that each takes about as long as it should."""

from __future__ import annotations

BLOCK = 4096
"""Plays that are worth a thread's while; fewer are handed out only at the start and by slow policies."""

FIRST_CHUNK = 4
"""Plays of the first chunks, before it is known how fast they are: a slow policy can be stopped early, too."""

LEAP = 8
"""By how much chunks grow that take next to no time: a short work of fast plays has few chunks."""


class ChunkSizes:
    """Short chunks at first, then of about `seconds`, short again so that all threads end together.

    Parameters
    ----------
    threads : int
        Chunks that are played at the same time.
    seconds : float
        How long a chunk should take.
    most : int
        Most plays of a chunk.
    plays : int
        Of the first chunks.
    finest : int, optional
        Chunks near the end are not made shorter than a usual one divided by this; for engines on which every chunk
        costs something.
    """

    def __init__(
        self, threads: int, seconds: float, most: int, plays: int = FIRST_CHUNK, finest: int | None = None
    ) -> None:
        self.threads, self.seconds, self.finest, self._most = threads, seconds, finest, most
        self._plays = max(1, min(plays, most))

    def next(self, left: int) -> int:
        """Plays of the next chunk with `left` plays before the next edge."""
        block = BLOCK if self.finest is None else max(1, self._plays // self.finest)
        if left <= block:
            return min(self._plays, block, left)
        share = max(1, left // (2 * self.threads * block)) * block
        return min(self._plays, share, self._most, left)

    def learn(self, size: int, seconds: float) -> None:
        """Take note of how long a chunk took."""
        if seconds < self.seconds / 2 and size >= self._plays and self._plays < self._most:
            growth = LEAP if seconds < self.seconds / (4 * LEAP) else 2
            self._plays = min(self._plays * growth, self._most)
        elif seconds > self.seconds * 2 and size <= self._plays and self._plays > 1:
            self._plays //= 2

"""About where a run ends that stops by itself: its own test, asked of tallies as they will be if play goes on alike.

Nothing is reckoned twice: what is judged together, what counts only from a thousand plays on, or how a quantile's
interval shrinks is forecast by the very functions that judge it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import TypeVar

from simulate.runs.tally import Tally

T = TypeVar("T")


def forecast(answered: Callable[[Tally], bool], tally: Tally, looks: Sequence[int]) -> int | None:
    """The first look at which `answered` would say yes if all plays were like those so far; None: at none of them.

    Parameters
    ----------
    answered : callable
        Whether a tally answers what is asked. Once it does, larger ones of the same proportions do.
    tally : Tally
        Of one play at least.
    looks : sequence of int
        Increasing numbers of plays.
    """
    at = bisect_left(looks, True, key=lambda plays: answered(grown(tally, plays)))
    return looks[at] if at < len(looks) else None


def grown(tally: Tally, plays: int) -> Tally:
    """The tally of so many plays in the same proportions, cut to whole numbers."""
    now = tally.plays

    def scaled(value: int) -> int:
        return value * plays // now

    def counts(values: Sequence[int]) -> tuple[int, ...]:
        # Sums of the first ones are cut, not each: so all together are as many as they should be.
        ends = [0, *(scaled(total) for total in accumulate(values))]
        return tuple(end - begin for begin, end in pairwise(ends))

    return Tally(
        tally.seats,
        plays,
        scaled(tally.capped),
        tuple(tuple(scaled(count) for count in seat) for seat in tally.wins),
        _When(tally.histograms, counts),
        _When(tally.sums, lambda pair: (scaled(pair[0]), scaled(pair[1]))),
        _When(tally.joint, counts),
    )


class _When(Mapping[str, T]):
    """A mapping whose values are changed when they are asked for: most never are."""

    def __init__(self, held: Mapping[str, T], change: Callable[[T], T]) -> None:
        self._held, self._change = held, change

    def __getitem__(self, name: str) -> T:
        return self._change(self._held[name])

    def __iter__(self) -> Iterator[str]:
        return iter(self._held)

    def __len__(self) -> int:
        return len(self._held)

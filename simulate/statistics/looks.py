"""When to look and when to stop: a geometric grid of play counts and the precision rule.

Looks happen at fixed play counts over the contiguous prefix of finished plays, never at wall-clock times: a rule
that reads the clock, or drops unfinished plays, favours short plays.
"""

import math
from collections.abc import Iterator, Sequence

from simulate.statistics.intervals import Interval

GROWTH = 1.05


def look_grid(batch: int, most: int, growth: float = GROWTH) -> Iterator[int]:
    """Play counts at which to look: whole batches nearest above batch * growth**j, ending with `most`.

    Raises
    ------
    ValueError
        If `batch` or `most` is below 1, or `growth` is not above 1.
    """
    if batch < 1 or most < 1 or growth <= 1.0:
        raise ValueError(f"looks: got batch {batch}, most {most}, growth {growth}, allowed: >= 1, >= 1, > 1")
    plays, target = batch, float(batch)
    while plays < most:
        yield plays
        while target <= plays:
            target *= growth
        plays = math.ceil(target / batch) * batch
    yield most


def next_look(batch: int, plays: int, most: int, growth: float = GROWTH) -> int | None:
    """First look after `plays` plays; None when there is none. Resumed and whole runs look at the same counts."""
    return next((look for look in look_grid(batch, most, growth) if look > plays), None)


def simultaneous(confidence: float, metrics: int) -> float:
    """Confidence that each of several metrics needs so that all hold together (Bonferroni).

    Raises
    ------
    ValueError
        If `metrics` is below 1.
    """
    if metrics < 1:
        raise ValueError(f"metrics: got {metrics}, allowed: at least 1")
    return 1.0 - (1.0 - confidence) / metrics


def precise_enough(intervals: Sequence[Interval], half_widths: Sequence[float]) -> bool:
    """True if every named interval is within its wanted half-width: stop, and report these same intervals.

    Raises
    ------
    ValueError
        If the two sequences differ in length.
    """
    pairs = zip(intervals, half_widths, strict=True)
    return all(interval.half_width <= wanted for interval, wanted in pairs)


def relatively_precise(interval: Interval, relative: float) -> bool:
    """True if the interval's half-width is within `relative` times its end nearest to 0; never around 0."""
    nearest = max(interval.low, -interval.high)
    return nearest > 0.0 and interval.half_width <= relative * nearest


def absolute_from_relative(relative: float, pilot_value: float) -> float:
    """Half-width that tunes a sequence for a relative precision, from the value of a discarded pilot.

    Raises
    ------
    ValueError
        If the pilot's value is 0 or unknown, so that no relative precision is meant.
    """
    wanted = relative * abs(pilot_value)
    if not 0.0 < wanted < math.inf:
        raise ValueError(f"relative precision: got {relative} of {pilot_value}, allowed: a value that is not 0")
    return wanted

"""Exact values beside simulated ones: the same metrics, the difference in standard errors."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from simulate.games.exactness import ExactValue, TooMuchWork, Work
from simulate.runs.metrics import Metric, interval_document, number
from simulate.runs.prepared import Prepared
from simulate.statistics.intervals import Interval
from simulate.statistics.quantiles import normal_quantile
from variants.errors import BadInput

SURPRISING = 4.0
"""Standard errors from which a simulated figure and the exact one contradict each other (1 in 16 000 by chance)."""

ROUNDING = 1e-9
"""How far apart two numbers may be that differ by the rounding of floating point alone."""

FEWEST = 1000
"""Fewest plays beside which exact values are set; shorter runs are over before these are worked out."""

MOST_WORK = 8_000_000
"""Steps of arithmetic that a run may spend on exact values: half a second at most."""

MOST_DIGITS = 60
"""Digits of a fraction that is written out; longer ones say nothing to a reader."""


LeftOut = Literal["", "work", "rules"]


@dataclass(frozen=True)
class Beside:
    """An exact value, and the simulated figure of the same name under the same policies where there is one.

    Attributes
    ----------
    exact : ExactValue
    simulated : Interval or None
    fixed : Interval or None
        The same figure with a fixed-n interval, when that of `simulated` is of another kind.
    """

    exact: ExactValue
    simulated: Interval | None
    fixed: Interval | None = None

    @property
    def known(self) -> bool:
        """False for a value that the game says it does not know."""
        return math.isfinite(self.exact.value)

    @property
    def errors(self) -> float:
        """Simulated less exact, in standard errors; nan where nothing was simulated or the value is not known.

        The standard error is read from the interval, a fixed-n one of about ± z standard errors. Without any spread
        it is 0 when both agree, and infinite when they do not.
        """
        if self.simulated is None or not self.known:
            return math.nan
        gap = self.simulated.value - self.exact.value
        ends = self.fixed or self.simulated
        error = (ends.high - ends.low) / (2 * normal_quantile(ends.confidence))
        if abs(gap) <= ROUNDING * max(1.0, abs(self.exact.value)):
            return 0.0
        return gap / error if error > 0 else math.copysign(math.inf, gap)

    @property
    def agrees(self) -> bool:
        """False when the simulated figure contradicts the exact one."""
        return math.isnan(self.errors) or abs(self.errors) <= SURPRISING

    def document(self) -> dict[str, Any]:
        """For JSON; a fraction as text, where it is short."""
        exact = self.exact
        written = "" if exact.fraction is None else str(exact.fraction)
        return {
            "metric": exact.metric,
            "policies": exact.policies,
            "exact": number(exact.value),
            "fraction": written if 0 < len(written) <= MOST_DIGITS else None,
            "unit": exact.unit,
            "note": exact.note,
            "simulated": None if self.simulated is None else interval_document(self.simulated),
            "standard_errors": None if self.simulated is None else number(self.errors),
            "agrees": self.agrees,
        }


def beside(
    exact: Iterable[ExactValue], metrics: Mapping[str, Metric], policies: Iterable[str],
    fixed: Mapping[str, Metric] | None = None,
) -> tuple[Beside, ...]:  # fmt: skip
    """Each exact value with its simulated figure, where all seats of the plays follow the policy of the value.

    Parameters
    ----------
    metrics : mapping of str to Metric
        The simulated figures; empty when nothing was simulated.
    policies : iterable of str
        One a seat.
    fixed : mapping of str to Metric, optional
        The figures of the same plays with fixed-n intervals, where those of `metrics` are not.
    """
    played, errors = set(policies), metrics if fixed is None else fixed
    found = []
    for one in exact:
        here = one.metric in metrics and played == {one.policies}
        found.append(
            Beside(one, metrics[one.metric].interval, errors[one.metric].interval) if here else Beside(one, None)
        )
    return tuple(found)


@dataclass(frozen=True)
class Known:
    """What is known exactly of the plays of a run.

    Attributes
    ----------
    values : tuple of Beside
    left_out : str
        Why nothing is: ``work`` when it takes more than a run may spend, ``rules`` when the game does not cover these.
    reason : str
        The same in words.
    """

    values: tuple[Beside, ...]
    left_out: LeftOut = ""
    reason: str = ""

    def document(self) -> dict[str, Any]:
        """For JSON."""
        if self.left_out:
            return {"values": [], "left_out": self.left_out, "reason": self.reason}
        return {"values": [one.document() for one in self.values]}


def known_of(
    prepared: Prepared, metrics: Mapping[str, Metric], fixed: Mapping[str, Metric] | None = None
) -> Known | None:
    """What is known exactly beside the figures of a run, for little work; None when the game knows nothing of them."""
    exact, left_out, reason = _played_values(_Asked(prepared), MOST_WORK)
    if left_out:
        return Known((), left_out, reason)
    found = tuple(one for one in beside(exact, metrics, prepared.policies, fixed) if one.known and one.simulated)
    return Known(found) if found else None


class _Asked:
    """Plays whose exact values are asked for; equal for equal plays of the same game."""

    def __init__(self, prepared: Prepared) -> None:
        self.prepared = prepared
        self._key = prepared.game, prepared.work

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Asked) and self._key[0] is other._key[0] and self._key[1] == other._key[1]

    def __hash__(self) -> int:
        return hash(self._key[1])


@lru_cache(maxsize=256)
def _played_values(asked: _Asked, most: int) -> tuple[tuple[ExactValue, ...], LeftOut, str]:
    """The exact values of plays, or why they are left out, and the reason in words.

    Kept, since they may take longer than a study's short run does.
    """
    prepared = asked.prepared
    played_values = prepared.game.exact("played_values")
    if played_values is None:
        return (), "", ""
    try:
        return played_values(prepared.rules, prepared.players, prepared.policies, Work(most)), "", ""
    except BadInput as error:
        told = "; ".join(fault.message for fault in error.faults)
        return (), "work" if isinstance(error, TooMuchWork) else "rules", told

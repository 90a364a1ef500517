"""Exact values beside simulated ones: the same metrics, the difference in standard errors."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from simulate.games.contract import ExactValue
from simulate.runs.metrics import Metric, interval_document, number
from simulate.runs.result import Result
from simulate.statistics.intervals import Interval
from simulate.statistics.quantiles import normal_quantile

SURPRISING = 4.0
"""Standard errors from which a simulated figure and the exact one contradict each other (1 in 16 000 by chance)."""

ROUNDING = 1e-9
"""How far apart two numbers may be that differ by the rounding of floating point alone."""

MOST_DIGITS = 60
"""Digits of a fraction that is written out; longer ones say nothing to a reader."""


@dataclass(frozen=True)
class Beside:
    """An exact value, and the simulated figure of the same name under the same policies where there is one."""

    exact: ExactValue
    simulated: Interval | None

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
        error = (self.simulated.high - self.simulated.low) / (2 * normal_quantile(self.simulated.confidence))
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


def beside(exact: Iterable[ExactValue], result: Result | None) -> tuple[Beside, ...]:
    """Each exact value with its simulated figure, where the run's policies are those of the value."""
    metrics: Mapping[str, Metric] = {} if result is None else result.metrics
    policies = set() if result is None else set(result.spec.policies)
    found = []
    for one in exact:
        metric = metrics.get(one.metric) if policies == {one.policies} else None
        found.append(Beside(one, None if metric is None else metric.interval))
    return tuple(found)

"""What a user asks of a run's end: a precision, decided goals, limits; turned into the rule of one run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from variants.errors import BadInput

if TYPE_CHECKING:
    from simulate.runs.spec import RunSpec
    from simulate.runs.stopping import StopRule


@dataclass(frozen=True)
class Asked:
    """The options that end a run; without any of them it plays a declared number of games.

    Attributes
    ----------
    precision : tuple of str
        ``0.2%`` for the win shares, ``METRIC=WIDTH`` for others.
    until_decided : bool
    max_games : int or None
    max_seconds : float or None
    """

    precision: tuple[str, ...] = ()
    until_decided: bool = False
    max_games: int | None = None
    max_seconds: float | None = None

    def __bool__(self) -> bool:
        return bool(self.precision or self.until_decided or self.max_games or self.max_seconds)

    def words(self) -> list[str]:
        """The same as words of a command line."""
        found = [word for one in self.precision for word in ("--precision", one)]
        found += ["--until-decided"] if self.until_decided else []
        found += ["--max-games", str(self.max_games)] if self.max_games else []
        found += ["--max-time", f"{self.max_seconds:g}s"] if self.max_seconds else []
        return found

    def rule(self, spec: RunSpec) -> StopRule:
        """The rule for one run.

        Raises
        ------
        BadInput
            A precision of a metric that the run does not have, or goals to be decided where there are none.
        """
        from simulate.runs.metrics import empty_tally, every_figure
        from simulate.runs.stopping import MOST_PLAYS, StopRule, read_targets

        prepared = spec.prepared()
        known = every_figure(empty_tally(prepared.measures, prepared.seats), prepared.measures)
        targets = read_targets(self.precision, {name: one.unit for name, one in known.items()})
        if self.until_decided and not spec.goals:
            told = f"{spec.variant.name} declares no goals for {spec.players} players"
            raise BadInput.of(
                f"--until-decided: {told}; add some to its goals:, or leave that count out with --players"
            )
        return StopRule(targets, self.until_decided, self.max_games or MOST_PLAYS, self.max_seconds)


NOTHING = Asked()
"""Asks for nothing: a declared number of games."""

"""Every metric with its definition, unit, interval, bands and where the bands come from: what ``metrics`` prints.

Bands are how a figure is called in words. ``anchored`` ones follow from mathematics (a neutral process, a number of
games after which a group notices); ``default`` ones are this project's convention, which a variant's goals replace.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass
from typing import Any

from simulate.games.contract import Measure, Ratio

SHARE_INTERVAL = "Wilson; anytime: beta-binomial sequence"
MEAN_INTERVAL = "normal, Student or bootstrap; anytime: normal-mixture sequence"
BOUNDED_INTERVAL = (
    "Wilson's with the spread found; anytime: normal-mixture sequence, the beta-binomial one while games are few"
)
RATIO_INTERVAL = "delta method, the game as unit; anytime: normal-mixture sequence"
PART_INTERVAL = "Wilson's with the delta method's spread, the game as unit; anytime: normal-mixture sequence"
RANK_INTERVAL = "order statistics; anytime: rank martingale"

ALWAYS, COURSE, STANDINGS, NAMED = "every run", "run --metrics", "run --metrics, games with standings", (
    "run --metrics, games that name them"
)  # fmt: skip
"""When a metric is there."""

ANCHORED, DEFAULT, NO_BANDS = "anchored", "default", "none"


@dataclass(frozen=True)
class Definition:
    """What a metric is.

    Attributes
    ----------
    name : str
        As in results; S stands for a seat, C and E for a component's and an event's name, Q for 5, 25, 50, 75, 95.
    group : str
        What the metric tells about.
    meaning, unit, interval : str
    there : str
        When the metric is there.
    bands : tuple of (float, str)
        Upper ends, rising, with the word for a value up to there with two seats; the last end is inf.
    source : str
        ANCHORED, DEFAULT or NO_BANDS.
    reason : str
        Where the bands come from, or what to compare with.
    called : str
        The one of several names that the bands are of; empty: of all.
    move : callable, optional
        The ends of the bands for another number of seats: of (end, seats).
    clocks : bool
        The bands hold for races on clocks, too.
    """

    name: str
    group: str
    meaning: str
    unit: str
    interval: str
    there: str = ALWAYS
    bands: tuple[tuple[float, str], ...] = ()
    source: str = NO_BANDS
    reason: str = ""
    called: str = ""
    move: Callable[[float, int], float] | None = None
    clocks: bool = True

    @property
    def names(self) -> tuple[str, ...]:
        """Every name that it defines: ``score.S, margin`` are two, ``leader_wins.25, .50, .75`` three."""
        first, *others = self.name.split(", ")
        base = first.split(".", 1)[0]
        return (first, *(f"{base}{one}" if one.startswith(".") else one for one in others))

    def bands_at(self, seats: int) -> tuple[tuple[float, str], ...]:
        """The bands with that number of seats."""
        if self.move is None or seats == 2:
            return self.bands
        if seats < 2:
            return ()
        return tuple((self.move(end, seats), word) for end, word in self.bands)

    def word(self, low: float, high: float, seats: int = 2) -> str:
        """The band that holds a whole interval; empty when it reaches over several, or there is none."""
        if not (math.isfinite(low) and math.isfinite(high)):
            return ""
        bands = self.bands_at(seats)
        words = {next((word for end, word in bands if value <= end), "") for value in (low, high)}
        return words.pop() if len(words) == 1 else ""


FORCED_SHARE = "forced_share"
"""A metric that every run with metrics has."""

QUANTILES_OF_ALL = "turns.pQ"
"""The name under which quantiles of every measure are told."""

LEADER_NEUTRAL = {
    2: (0.667, 0.750, 0.833), 3: (0.535, 0.644, 0.758), 4: (0.460, 0.582, 0.713), 5: (0.411, 0.539, 0.680),
    6: (0.375, 0.508, 0.656), 7: (0.348, 0.483, 0.637), 8: (0.326, 0.463, 0.621),
}  # fmt: skip
"""By number of seats: the chance that who leads after 25, 50, 75 % of a long race without feedback wins it.

Of independent random walks: that the one in front at time t is in front at time 1. With two 1/2 + asin(sqrt t) / pi;
with more by 20 million draws, to 0.001.
"""


def _leader_band(end: float, seats: int) -> float:
    """As far from the neutral value as with two seats, in units of the range from an even chance to certainty.

    More than eight seats are taken for eight.
    """
    if not math.isfinite(end):
        return end
    known = min(seats, max(LEADER_NEUTRAL))
    return LEADER_NEUTRAL[known][1] + (end - LEADER_NEUTRAL[2][1]) * 2 * (1 - 1 / known)


def _leader_reason() -> str:
    two, three, four = (", ".join(f"{one:.3f}" for one in LEADER_NEUTRAL[seats]) for seats in (2, 3, 4))
    return (
        f"a long fair race without feedback has {two} with two seats (1/2 + asin(sqrt t) / pi), {three} with three, "
        f"{four} with four; with more than two seats the bands lie around the second of them, as far in parts of the "
        "way from an even chance to certainty. Equal policies only"
    )


def _comeback_band(end: float, seats: int) -> float:
    """The same part of the most that is possible."""
    return end * _most_comebacks(seats) / _most_comebacks(2)


def _most_comebacks(seats: int) -> float:
    """The largest share of games won after a chance of a = 0.4 / seats: (seats - 1) a / (1 - a).

    A seat's chance is a martingale from p to 0 or 1, so it falls to a with chance (1 - p) / (1 - a) at most (Ville)
    and then wins with chance a; summed over the seats, whatever their p.
    """
    low = 0.4 / seats
    return (seats - 1) * low / (1 - low)


INF = math.inf
FAIRNESS, LENGTH, CONTEST, LEAD, DECISIONS, PARTS, RULES = (
    "fairness", "length", "closeness", "the lead", "decisions", "components", "rule coverage",
)  # fmt: skip

DEFINITIONS: tuple[Definition, ...] = (
    Definition(
        "win_share.S", FAIRNESS, "games won by seat S, a tie of k seats counted as 1/k", "share", SHARE_INTERVAL,
        reason="even: 1 / seats",
    ),
    Definition("outright.S", FAIRNESS, "games won by seat S alone", "share", SHARE_INTERVAL),
    Definition(
        "seat_advantage", FAIRNESS, "the largest |k p - 1| over the k seats, p a seat's win share", "share",
        "the ends that the seats' intervals allow, each at alpha / k with three seats or more",
        bands=((0.01, "none"), (0.02, "excellent"), (0.04, "good"), (0.1, "noticeable"), (0.2, "unfair"),
               (INF, "broken")),
        source=ANCHORED,
        reason="with two seats a group notices after 0.96 / d^2 games, d = p - 1/2: 38 000 games at 1 %, 9 600 at 2 %, "
        "2 400 at 4 %, 384 at 10 %, 96 at 20 %",
    ),
    Definition(
        "tie", FAIRNESS, "games in which several seats share first place", "share", SHARE_INTERVAL,
        bands=((0.05, "decisive"), (0.15, "ok"), (0.3, "many draws"), (INF, "drawish")), source=DEFAULT,
        reason="convention",
    ),
    Definition(
        "capped", LENGTH, "games stopped at the limit of decisions", "share", SHARE_INTERVAL,
        bands=((0.001, "ok"), (0.01, "some"), (INF, "too many")), source=ANCHORED,
        reason="every share's interval is wider by the share of capped games",
    ),
    Definition("turns", LENGTH, "the game's own count of turns", "turns", MEAN_INTERVAL),
    Definition(
        "turns.pQ", LENGTH, "quantiles of the turns: Q % of the games do not exceed it; run --metrics shows those at "
        "5, 50, 95 %. Goals and --precision may name them, and those of every other measure with a histogram", "turns",
        RANK_INTERVAL,
    ),
    Definition(
        "score.S, margin", CONTEST, "points of seat S; points between the best two seats", "points", MEAN_INTERVAL,
    ),
    Definition(
        "close", CONTEST, "games whose best two standings end no farther apart than a standing usually changes in a "
        "round (the median of the changes that are not 0, from the 4096 other plays)", "share", SHARE_INTERVAL,
        STANDINGS,
        ((0.15, "blowouts"), (0.25, "few close games"), (0.6, "good"), (0.75, "very close"), (INF, "coin flip")),
        DEFAULT, "convention",
    ),
    Definition(
        "decided_tail", CONTEST, "share of the rounds that are left once the winner's chance stays at 0.9 or more; 0 "
        "in a tie", "share of the game", BOUNDED_INTERVAL, STANDINGS,
        ((0.15, "good"), (0.3, "ok"), (0.4, "long"), (INF, "drags")), DEFAULT, "convention",
    ),
    Definition(
        "uncertainty", CONTEST, "entropy of the seats' chances to win over that of even ones, mean over the rounds",
        "of 1", BOUNDED_INTERVAL, STANDINGS, ((0.5, "early known"), (0.8, "ok"), (INF, "open to the end")), DEFAULT,
        "convention",
    ),
    Definition(
        "tension_timing", CONTEST, "centre of the squared steps of the seats' chances over the game, 0 the start, 1 "
        "the end", "of 1", RATIO_INTERVAL, STANDINGS,
        ((0.4, "decided early"), (0.85, "spread"), (INF, "only the end matters")), ANCHORED,
        "a long fair race of two without feedback has 2 / pi = 0.637",
    ),
    Definition(
        "comeback", CONTEST, "games won outright by a seat whose chance had been 0.4 / k or less (k seats; 0.2 with "
        "two)",
        "share", SHARE_INTERVAL, STANDINGS,
        ((0.05, "none"), (0.1, "few"), (0.22, "healthy"), (0.25, "many"), (INF, "chances miscalibrated")), ANCHORED,
        "no game can have more than (k - 1) a / (1 - a), a = 0.4 / k (Ville): 0.25 with two seats, 0.31 with three, "
        "0.33 with four; with more than two the bands are the same parts of it", move=_comeback_band,
    ),
    Definition(
        "lead_changes", LEAD, "how often another seat than the last one stands alone in front after a round; ties and "
        "the first leader do not count", "changes", MEAN_INTERVAL, STANDINGS,
    ),
    Definition(
        "lead_change_ratio", LEAD, "lead changes over those of the same games when what each round gave is dealt to "
        "the seats at random (with two seats: a random sign for each round's difference)", "times", RATIO_INTERVAL,
        STANDINGS,
        ((0.8, "snowball"), (0.9, "slight snowball"), (1.1, "without feedback"), (1.2, "slight catch-up"),
         (INF, "catch-up")),
        ANCHORED, "1 when no round depends on who leads; a permutation of the rounds would be no such baseline. A race "
        "to a target without feedback has up to 1.03. Not called in races on clocks, where seats are not seen at the "
        "same time: without any feedback they have more than 1", clocks=False,
    ),
    Definition(
        "leader_wins.25, .50, .75", LEAD, "games won by the seat that stands alone in front after 25, 50, 75 % of the "
        "rounds, of the games that have such a seat", "of 1", SHARE_INTERVAL, STANDINGS,
        ((0.65, "arbitrary"), (0.7, "slightly arbitrary"), (0.8, "neutral"), (0.85, "slight runaway leader"),
         (INF, "runaway leader")),
        ANCHORED, _leader_reason(), "leader_wins.50", _leader_band,
    ),
    Definition(
        "lead_slope", LEAD, "what seat 0's lead over the mean of the others in the middle of the game grows by until "
        "the end, for each point of it (regression over games; leads in at most 21 steps, changes in 41)", "of 1",
        "least squares, HC0; anytime: normal-mixture sequence", STANDINGS,
        ((-0.4, "rubber band"), (-0.2, "slight rubber band"), (0.2, "neutral"), (0.5, "slight runaway"),
         (INF, "runaway")),
        ANCHORED, "0 when later rounds do not depend on who leads, nor their number. A race to a target is above 0 "
        "without feedback: it ends with a turn of the seat in front. Not called in races on clocks", clocks=False,
    ),
    Definition(
        FORCED_SHARE, DECISIONS, "decisions with a single legal action, of all decisions", "of 1", PART_INTERVAL,
        COURSE, ((0.2, "ok"), (INF, "many forced")), DEFAULT, "convention",
    ),
    Definition("choices_each", DECISIONS, "legal actions of a decision", "actions", RATIO_INTERVAL, COURSE),
    Definition(
        "taken.C", PARTS, "how many of a component (a kind of tile, card, face, place) a seat gets", "number",
        MEAN_INTERVAL, NAMED,
    ),
    Definition(
        "worth.C", PARTS, "win share of seat 0 that goes with one more of the component than the others have on "
        "average, all components regressed at once. What chance deals is an effect; what seats choose may be a mark of "
        "a good position", "win share", "least squares, jackknife over 32 groups of games; anytime: normal-mixture "
        "sequence", NAMED,
        ((-0.03, "dud"), (-0.01, "weak"), (0.01, "even"), (0.03, "strong"), (INF, "must-have")), DEFAULT, "convention",
    ),
    Definition(
        "happens.E", RULES, "games in which something that the rules allow happens (a rule at work, a kind of end)",
        "share", SHARE_INTERVAL, NAMED, ((0.01, "rare"), (INF, "")), DEFAULT,
        "what happened in none of n games is told as never; the upper end is then about 3.8 / n",
    ),
)  # fmt: skip


def definition_of(name: str) -> Definition | None:
    """The definition of a metric of a result by its name (``worth.swap``, ``win_share.0``)."""
    known = {each: one for one in DEFINITIONS for each in one.names}
    if name in known:
        return known[name]
    kind, dot, ending = name.partition(".")
    if re.fullmatch(r"p\d+", ending.rpartition(".")[2]):
        return known[QUANTILES_OF_ALL]
    family = (one for each, one in known.items() if each.rpartition(".")[0] == kind and not each[-1].isdecimal())
    return next(family, None) if dot else None


def only_with_metrics(name: str, counted: Container[str]) -> str:
    """What to say of a metric that is not among the `counted` ones since those are without the course of play.

    Empty for any other name.
    """
    found = definition_of(name)
    if found is None or found.there == ALWAYS or FORCED_SHARE in counted:
        return ""
    return "counted only by `fairdeal run` with --metrics"


def own_definition(one: Measure | Ratio, title: str) -> Definition:
    """The definition of a metric of the game with that title."""
    name = f"{one.name}.S" if isinstance(one, Measure) and one.per_seat else one.name
    if isinstance(one, Ratio):
        interval = PART_INTERVAL if one.part else RATIO_INTERVAL
    else:
        interval = SHARE_INTERVAL if one.share else MEAN_INTERVAL
    return Definition(name, title, one.meaning, one.unit, interval, f"every run of {title}")


def word_of(name: str, metric: Mapping[str, float | None], seats: int = 2, *, clocks: bool = False) -> str:
    """The band of a metric of a result document; empty when its interval reaches over several.

    Parameters
    ----------
    seats : int
        Number of seats, on which some bands depend.
    clocks : bool
        The seats race on clocks of their own.
    """
    found = definition_of(name)
    low, high = metric["low"], metric["high"]
    if found is None or low is None or high is None or (clocks and not found.clocks):
        return ""
    return found.word(low, high, seats) if found.called in ("", name) else ""


def word_in(result: Mapping[str, Any], name: str) -> str:
    """The same for a metric of an entry of a result document; none for the lead of seats that play differently."""
    course = result.get("course") or {}
    found = definition_of(name)
    if found is not None and found.group == LEAD and len(set(result["policies"])) > 1:
        return ""
    return word_of(name, result["metrics"][name], len(result["policies"]), clocks=bool(course.get("clocks")))

"""Every metric with its definition, unit, interval, bands and where the bands come from: what ``metrics`` prints.

Bands are how a figure is called in words. ``anchored`` ones follow from mathematics (a neutral process, a number of
games after which a group notices); ``default`` ones are this project's convention, which a variant's goals replace.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

SHARE_INTERVAL = "Wilson; anytime: beta-binomial sequence"
MEAN_INTERVAL = "normal, Student or bootstrap; anytime: normal-mixture sequence"
RATIO_INTERVAL = "delta method, the game as unit; anytime: normal-mixture sequence"
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
        Upper ends, rising, with the word for a value up to there; the last end is inf.
    source : str
        ANCHORED, DEFAULT or NO_BANDS.
    reason : str
        Where the bands come from, or what to compare with.
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

    def word(self, low: float, high: float) -> str:
        """The band that holds a whole interval; empty when it reaches over several, or there is none."""
        words = {self._of(end) for end in (low, high) if math.isfinite(end)}
        return words.pop() if len(words) == 1 and math.isfinite(low) and math.isfinite(high) else ""

    def _of(self, value: float) -> str:
        return next((word for end, word in self.bands if value <= end), "")


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
        "turns.pQ", LENGTH, "quantiles of the turns (and of every other measure with a histogram): Q % of the games do "
        "not exceed it; for goals and --precision", "turns", RANK_INTERVAL,
    ),
    Definition(
        "score.S, margin", CONTEST, "points of seat S; points between the best two seats", "points", MEAN_INTERVAL,
    ),
    Definition(
        "close", CONTEST, "games whose final margin is no more than the usual change of a standing in a round (the "
        "median of those that are not 0, from the pilot)", "share", SHARE_INTERVAL, STANDINGS,
        ((0.15, "blowouts"), (0.25, "few close games"), (0.6, "good"), (0.75, "very close"), (INF, "coin flip")),
        DEFAULT, "convention",
    ),
    Definition(
        "decided_tail", CONTEST, "share of the rounds that are left once the winner's chance stays at 0.9 or more; 0 "
        "in a tie", "share of the game", MEAN_INTERVAL, STANDINGS,
        ((0.15, "good"), (0.3, "ok"), (0.4, "long"), (INF, "drags")), DEFAULT, "convention",
    ),
    Definition(
        "uncertainty", CONTEST, "entropy of the seats' chances to win over that of even ones, mean over the rounds",
        "of 1", MEAN_INTERVAL, STANDINGS, ((0.5, "early known"), (0.8, "ok"), (INF, "open to the end")), DEFAULT,
        "convention",
    ),
    Definition(
        "tension_timing", CONTEST, "centre of the squared steps of the seats' chances over the game, 0 the start, 1 "
        "the end", "of 1", RATIO_INTERVAL, STANDINGS,
        ((0.4, "decided early"), (0.85, "spread"), (INF, "only the end matters")), ANCHORED,
        "a long fair race without feedback has 2 / pi = 0.637",
    ),
    Definition(
        "comeback", CONTEST, "games won outright by a seat whose chance had been 0.4 / k or less (k seats; 0.2 with "
        "two)",
        "share", SHARE_INTERVAL, STANDINGS,
        ((0.05, "none"), (0.1, "few"), (0.22, "healthy"), (0.25, "many"), (INF, "chances miscalibrated")), ANCHORED,
        "Ville: with two even seats P(won after a chance of a) is at most a / (1 - a), 0.25 at a = 0.2",
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
        ANCHORED, "1 when no round depends on who leads; a permutation of the rounds would be no such baseline",
    ),
    Definition(
        "leader_wins.25, .50, .75", LEAD, "games won by the seat that stands alone in front after 25, 50, 75 % of the "
        "rounds, of the games that have such a seat", "of 1", RATIO_INTERVAL, STANDINGS,
        source=ANCHORED,
        reason="a long fair race of two without feedback has 1/2 + asin(sqrt t) / pi: 0.667, 0.75, 0.833; at 50 % less "
        "than 0.65 is arbitrary, more than 0.85 a runaway leader. Equal policies only",
    ),
    Definition(
        "leader_wins.50", LEAD, "", "of 1", RATIO_INTERVAL, STANDINGS,
        ((0.65, "arbitrary"), (0.7, "slightly arbitrary"), (0.8, "neutral"), (0.85, "slight runaway leader"),
         (INF, "runaway leader")),
        ANCHORED, "",
    ),
    Definition(
        "lead_slope", LEAD, "what seat 0's lead over the mean of the others in the middle of the game grows by until "
        "the end, for each point of it (regression over games)", "of 1", "least squares, HC0; anytime: normal-mixture "
        "sequence", STANDINGS,
        ((-0.4, "rubber band"), (-0.2, "slight rubber band"), (0.2, "neutral"), (0.5, "slight runaway"),
         (INF, "runaway")),
        ANCHORED, "0 when later rounds do not depend on who leads",
    ),
    Definition(
        "forced_share", DECISIONS, "decisions with a single legal action, of all decisions", "of 1", RATIO_INTERVAL,
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
        "a good position", "win share", "least squares; anytime: normal-mixture sequence", NAMED,
        ((-0.03, "dud"), (-0.01, "weak"), (0.01, "even"), (0.03, "strong"), (INF, "must-have")), DEFAULT, "convention",
    ),
    Definition(
        "happens.E", RULES, "games in which something that the rules allow happens (a rule at work, a kind of end)",
        "share", SHARE_INTERVAL, NAMED, ((0.0, "never"), (0.01, "rare"), (INF, "")), DEFAULT,
        "never in n games: the upper end is about 3.8 / n",
    ),
)  # fmt: skip


def listed() -> Iterable[Definition]:
    """The definitions that are shown; one that only holds bands is not."""
    return (one for one in DEFINITIONS if one.meaning)


def definition_of(name: str) -> Definition | None:
    """The definition of a metric of a result by its name (``worth.swap``, ``win_share.0``)."""
    exact = {one.name: one for one in DEFINITIONS}
    if name in exact:
        return exact[name]
    kind = name.split(".", 1)[0]
    return next((one for one in DEFINITIONS if one.name.split(".", 1)[0] == kind and "." in one.name), None)


def word_of(name: str, metric: Mapping[str, float | None]) -> str:
    """The band of a metric of a result document; empty when its interval reaches over several."""
    found = definition_of(name)
    low, high = metric["low"], metric["high"]
    if found is None or low is None or high is None:
        return ""
    return found.word(low, high)

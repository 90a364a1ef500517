"""How often the 95 % intervals of `run --metrics` hold: many small runs of other seeds against one long run.

``python -m tests.runs.course_coverage`` prints the table of docs/statistics.md (some minutes).
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from simulate.runs.metrics import Metric, estimate
from simulate.runs.prepared import Prepared
from simulate.runs.spec import RunSpec, make_spec
from simulate.runs.tally import Adder
from tests.runs.shipped import load
from tests.toys import race, walk
from tests.toys.game import RACE, WALK, spec

RUNS, LONG = 300, 1_000_000
MADE_OF_CHANCES = ("comeback", "decided_tail", "uncertainty", "tension_timing")
OF_THE_LEAD = ("lead_changes", "lead_change_ratio", "leader_wins.25", "leader_wins.50", "leader_wins.75", "lead_slope")


def shipped(name: str, players: int, policy: str) -> RunSpec:
    from simulate.games import registry

    game = registry.game(name)
    return make_spec(game, load(name), players, policies=(policy,), seed=1, count=1, metrics=True)


CASES: tuple[tuple[str, RunSpec, int], ...] = (
    ("walk of 21 steps", spec(WALK, walk.table(21), metrics=True), 300),
    ("race of four, ties", spec(RACE, race.table(4, 20, whole=True), players=4, metrics=True), 300),
    ("*L'île des Mookies*, `random`", shipped("ile_des_mookies", 2, "random"), 300),
    ("*Pêcheurs de lunes*, 3 players, `random`", shipped("pecheurs_de_lunes", 3, "random"), 300),
    ("*Pêcheurs de lunes*, 2 players, `greedy`", shipped("pecheurs_de_lunes", 2, "greedy"), 1000),
    ("*Pouêt Mouêt*, 8 players, `random`", shipped("pouet_mouet", 8, "random"), 300),
)


def counted(prepared: Prepared, seed: int, plays: int) -> dict[str, Metric]:
    """Every metric of the plays 0 … plays - 1."""
    adder = Adder(prepared.width)
    for first in range(0, plays, 1 << 16):
        adder.add(prepared.count_plays(seed, first, min(1 << 16, plays - first)))
    return estimate(adder.tally(prepared.measures, prepared.seats), prepared.measures)


def coverage(asked: RunSpec, plays: int, runs: int = RUNS, long: int = LONG) -> dict[str, float]:
    """The share of runs whose interval holds what a long run finds, by metric."""
    prepared = asked.prepared()
    truth = {name: one.interval.value for name, one in counted(prepared, 10**6, long).items()}
    held = dict.fromkeys(truth, 0)
    for seed in range(runs):
        for name, one in counted(prepared, seed, plays).items():
            low, high = one.interval.low, one.interval.high
            # A sum of equal numbers divides to the last digit otherwise in a long run.
            held[name] += low - 1e-9 <= truth[name] <= high + 1e-9 or math.isnan(truth[name])
    return {name: count / runs for name, count in held.items()}


def told(found: dict[str, float], names: Iterable[str]) -> str:
    """The lowest and the highest of some metrics."""
    shares = [found[name] for name in names if name in found]
    return f"{100 * min(shares):.1f}–{100 * max(shares):.1f} %" if shares else "none"


def main() -> None:
    """Print the table."""
    print("| runs | made of chances | of the lead | worth | happens, close |")
    print("|---|---|---|---|---|")
    for title, asked, plays in CASES:
        found = coverage(asked, plays)
        worth = [name for name in found if name.startswith("worth.")]
        shares = [name for name in found if name.startswith("happens.") or name == "close"]
        cells = [told(found, names) for names in (MADE_OF_CHANCES, OF_THE_LEAD, worth, shares)]
        print(f"| {title}, {plays} games | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()

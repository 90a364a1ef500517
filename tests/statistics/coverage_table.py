"""How well the statistics hold, measured by simulation; ``python -m tests.statistics.coverage_table`` prints the table.

Each function plays many runs of a known law through the project's own functions, looks at every point of a grid, and
returns rates. The slow tests call them with fewer runs than the table of docs/statistics.md.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable

import numpy as np

from simulate.statistics.anytime import boundary, log_share_martingale, quantile_cs, tau2
from simulate.statistics.factorial import block_effects
from simulate.statistics.gates import share_gate
from simulate.statistics.histogram import Histogram
from simulate.statistics.intervals import wilson
from simulate.statistics.looks import look_grid
from simulate.statistics.multiplicity import e_bh
from simulate.statistics.paired import compare
from simulate.statistics.ranking import halving_schedule, keep_best, unbiased_imbalance
from simulate.statistics.sensitivity import factorial_effects

Rates = dict[str, float]
ALPHA, REFUSED = 0.05, math.log(20)


def share(p: float, half_width: float, runs: int, last: int = 30_000) -> Rates:
    """Runs in which an interval misses the share `p` at some look: the anytime one, Wilson's looked at as often."""
    looks = list(look_grid(100, last))
    steps = np.diff([0, *looks])
    histories = np.cumsum(np.random.default_rng(7).binomial(steps, p, size=(runs, len(looks))), axis=1)
    scale2, ever, naive = tau2(half_width, ALPHA), 0, 0
    for history in histories.tolist():
        pairs = list(zip(history, looks, strict=True))
        ever += any(log_share_martingale(p, s, n, scale2) >= REFUSED for s, n in pairs)
        naive += any(not wilson(s, n).contains(p) for s, n in pairs)
    return {"ever misses": ever / runs, "naive ever misses": naive / runs}


def mean(runs: int, last: int = 16_000) -> Rates:
    """The same for the mean of a skewed length: geometric, mean 20."""
    looks, generator = np.array(list(look_grid(250, last))), np.random.default_rng(8)
    scale2, ever, naive = tau2(1.0, ALPHA), 0, 0
    for _ in range(runs):
        draws = generator.geometric(0.05, last)
        s1, s2 = (np.cumsum(one)[looks - 1] for one in (draws, draws**2))
        variance = (s2 - s1**2 / looks) / (looks - 1)
        off = np.abs(s1 / looks - 20)
        reach = np.array([boundary(v / n, scale2, ALPHA) for v, n in zip(variance, looks, strict=True)])
        ever += bool(((off > reach) & (looks >= 1000)).any())
        naive += bool((off > 1.96 * np.sqrt(variance / looks)).any())
    return {"ever misses": ever / runs, "naive ever misses": naive / runs}


def quantile(q: float, runs: int, last: int = 16_000) -> Rates:
    """The same for a quantile of a law on many values, where ranks are all that counts."""
    looks, generator = list(look_grid(250, last, 1.15)), np.random.default_rng(9)
    truth, ever, naive = round(10_000 * q), 0, 0
    for _ in range(runs):
        draws = generator.integers(1, 10_001, last)
        found = [Histogram.from_values(draws[:n]) for n in looks]
        ever += any(not quantile_cs(one, q).contains(truth) for one in found)
        naive += any(not one.quantile(q).contains(truth) for one in found)
    return {"ever misses": ever / runs, "naive ever misses": naive / runs}


def difference(truth: float, runs: int, last: int = 40_000) -> Rates:
    """Verdicts on a paired difference of shares, margin 1 pp, looked at on a grid; `truth` is what it is."""
    looks, generator = list(look_grid(500, last)), np.random.default_rng(4)
    steps = np.diff([0, *looks])
    wrong = naive = right = 0
    for _ in range(runs):
        chances = [0.1 - truth / 2, 0.8, 0.1 + truth / 2]
        cells = np.cumsum([generator.multinomial(step, chances) for step in steps], axis=0)
        outcomes = [compare(Histogram(row, offset=-1), margin=0.01).outcome for row in cells]
        decided = next((one for one in outcomes if one != "undecided"), "undecided")
        wrong += "lower" in outcomes or (truth == 0 and "higher" in outcomes)
        right += decided == ("higher" if truth > 0 else "equivalent")
        naive += any(abs(won - lost - truth * n) > 1.96 * math.sqrt(won + lost)
                     for (lost, _, won), n in zip(cells.tolist(), looks, strict=True))  # fmt: skip
    return {"false verdicts": wrong / runs, "right verdicts": right / runs, "naive ever misses": naive / runs}


def discoveries(runs: int) -> Rates:
    """False discoveries of e-BH at 5 % among 30 nulls and 10 effects that share a baseline, and of plain tests."""
    generator, scale2, s2 = np.random.default_rng(3), 0.04**2, 2 * 0.01**2
    rates: list[tuple[float, float, float]] = []
    for _ in range(runs):
        effects = np.array([0.0] * 30 + [0.08] * 10) + generator.normal(0, 0.01) + generator.normal(0, 0.01, 40)
        logs = 0.5 * math.log(s2 / (s2 + scale2)) + effects**2 * scale2 / (2 * s2 * (s2 + scale2))
        found = np.array(e_bh(logs.tolist()))
        plain = np.abs(effects) > 1.96 * math.sqrt(s2)
        rates.append((found[:30].sum() / max(1, found.sum()), found[30:].mean(), plain[:30].sum() / plain.sum()))
    fdr, power, plain_fdr = np.mean(rates, axis=0)
    return {"false discoveries": float(fdr), "found": float(power), "plain tests, false": float(plain_fdr)}


def halving(runs: int, candidates: int = 64, budget: int = 400_000) -> Rates:
    """Distance from the fairest of many candidates, in win share, of the pick of two ways to spend one budget."""
    generator, regret = np.random.default_rng(6), {"halving": 0.0, "equal": 0.0}
    for _ in range(runs):
        p = 0.5 + generator.normal(0, 0.03, candidates)
        best = np.abs(p - 0.5).min()
        alive, plays, wins = list(range(candidates)), np.zeros(candidates, int), np.zeros(candidates, int)
        for step in halving_schedule(candidates, budget):
            for i in alive:
                plays[i] += step.plays
                wins[i] += generator.binomial(step.plays, p[i])
            alive = [alive[j] for j in keep_best([_loss(plays[i], wins[i]) for i in alive], step.kept)]
        regret["halving"] += (abs(p[alive[0]] - 0.5) - best) / runs
        each = budget // candidates
        equal = keep_best([_loss(each, wins) for wins in generator.binomial(each, p)], 1)[0]
        regret["equal"] += (abs(p[equal] - 0.5) - best) / runs
    return regret


def _loss(plays: int, wins: int) -> float:
    pair = [int(wins), int(plays - wins)]
    return unbiased_imbalance(int(plays), pair, pair)


def factorial(runs: int, blocks: int = 16, plays: int = 50) -> Rates:
    """Total indices of three dials of a known function under noise, and how often their intervals hold them.

    The function is 0.5 + 0.05 a + 0.02 b on 3 x 4 x 5 settings; c does nothing.
    """
    a, b, _ = np.meshgrid(*(np.arange(s) - (s - 1) / 2 for s in (3, 4, 5)), indexing="ij")
    truth = 0.5 + 0.05 * a + 0.02 * b
    exact = factorial_effects(truth).total
    generator, held, error, raw = np.random.default_rng(12), 0.0, np.zeros(3), 0.0
    for _ in range(runs):
        cells = generator.binomial(plays, truth, (blocks, *truth.shape)) / plays
        found = block_effects(cells).total
        held += sum(one.contains(t) for one, t in zip(found, exact, strict=True)) / 3 / runs
        error += (np.array([one.value for one in found]) - exact) / runs
        raw += factorial_effects(cells.mean(axis=0)).total[2] / runs
    return {"intervals hold": held, "largest bias": float(np.abs(error).max()), "idle dial, uncorrected": raw}


def gate(runs: int, plays: int = 100_000, margin: float = 0.01) -> Rates:
    """False alarms of the gate for a change of exactly the margin at 1e-3, and what it catches at 2.06 pp."""
    generator = np.random.default_rng(10)
    old = generator.binomial(plays, 0.5, runs).tolist()
    rates = []
    for shift in (margin, 0.0206):
        new = generator.binomial(plays, 0.5 + shift, runs).tolist()
        failed = [share_gate(a, plays, b, plays, margin=margin, false_alarm=1e-3).failed
                  for a, b in zip(old, new, strict=True)]  # fmt: skip
        rates.append(sum(failed) / runs)
    return {"false alarms": rates[0], "caught": rates[1]}


TABLE: dict[str, Callable[[], Rates]] = {
    "share 0.5, tau for 1 pp": lambda: share(0.5, 0.01, 1000),
    "share 0.01, tau for 0.2 pp": lambda: share(0.01, 0.002, 1000),
    "share 0.001, tau for 0.05 pp": lambda: share(0.001, 0.0005, 1000, 100_000),
    "mean of a geometric length": lambda: mean(400),
    "median": lambda: quantile(0.5, 100),
    "95 % quantile": lambda: quantile(0.95, 100),
    "difference, truly 0": lambda: difference(0.0, 200),
    "difference, truly 2 pp": lambda: difference(0.02, 200),
    "e-BH, 30 nulls of 40": lambda: discoveries(4000),
    "halving of 64, 400 000 games": lambda: halving(400),
    "factorial, 60 settings": lambda: factorial(300),
    "gate, 100 000 games": lambda: gate(50_000),
}


def main() -> None:
    for name, measure in TABLE.items():
        found = ", ".join(f"{what} {100 * rate:.3g} %" for what, rate in measure().items())
        sys.stdout.write(f"{name}: {found}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()

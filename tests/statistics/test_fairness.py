"""Which is fairer: with more than two seats, with capped plays, and never surer than the data."""

import numpy as np
import pytest

from simulate.statistics.fairness import fairer
from simulate.statistics.histogram import Histogram
from simulate.statistics.paired import Verdict


def _counted(winners_a: np.ndarray, winners_b: np.ndarray, k: int) -> tuple[list[Histogram], ...]:
    """Histograms of A, B and B - A, a seat each, of the seats that won."""
    won = [((winners_a == s).astype(np.int64), (winners_b == s).astype(np.int64)) for s in range(k)]
    return tuple([Histogram.from_values(v) for v in arm] for arm in zip(*[(x, y, y - x) for x, y in won], strict=True))


def _winners(chances: list[float], luck: np.ndarray) -> np.ndarray:
    return np.searchsorted(np.cumsum(chances)[:-1], luck, side="right")


def _judged(a: list[float], b: list[float], n: int, margin: float = 0.01, seed: int = 1) -> Verdict:
    luck = np.random.default_rng(seed).random(n)
    return fairer(*_counted(_winners(a, luck), _winners(b, luck), len(a)), full=1, margin=margin)


@pytest.mark.parametrize(
    ("a", "b"),
    [([0.38, 0.33, 0.29], [0.36, 0.33, 0.31]), ([0.30, 0.25, 0.24, 0.21], [0.27, 0.25, 0.25, 0.23])],
)
def test_pairs_tell_which_of_more_seats_is_fairer_with_as_few_games_as_of_two(a: list[float], b: list[float]) -> None:
    truth = max(abs(p - 1 / len(b)) for p in b) - max(abs(p - 1 / len(a)) for p in a)
    forth, back = _judged(a, b, 12_000), _judged(b, a, 12_000)
    assert (forth.outcome, back.outcome) == ("lower", "higher")
    assert forth.interval.contains(truth)
    generator = np.random.default_rng(2)
    apart = [_winners(one, generator.random(12_000)) for one in (a, b)]
    unpaired = fairer(*_counted(*apart, len(a)), full=1)
    assert unpaired.interval.half_width > 1.5 * forth.interval.half_width


def test_another_seat_that_is_as_far_from_even_is_no_difference_of_fairness() -> None:
    for seed in range(5):
        found = _judged([0.37, 0.33, 0.30], [0.30, 0.33, 0.37], 40_000, seed=seed)
        assert found.outcome in ("equivalent", "undecided")
        assert found.interval.contains(0.0)


def test_games_left_out_may_have_ended_either_way() -> None:
    luck = np.random.default_rng(3).random(20_000)
    seats = _counted(_winners([0.56, 0.44], luck), _winners([0.52, 0.48], luck), 2)
    assert fairer(*seats, full=1).outcome == "lower"
    widened = fairer(*seats, full=1, left_out=1000)
    assert widened.outcome == "undecided"
    assert widened.interval.low < -0.04 - 1000 / 21_000
    assert widened.interval.high > 1000 / 21_000 - 0.04
    assert widened.still_needed == -1  # no number of games takes away what the capped ones leave open


def test_the_interval_is_within_what_each_seat_moved_at_most() -> None:
    luck = np.random.default_rng(4).random(5000)
    seats = _counted(_winners([1 / 3] * 3, luck), _winners([1 / 3] * 3, luck), 3)
    wide, narrow = fairer(*seats, full=1), fairer(*seats, full=1, reaches=[0.004] * 3)
    assert wide.outcome == "undecided"
    assert narrow.outcome == "equivalent"
    assert narrow.interval.half_width == pytest.approx(0.004)


def test_what_never_differed_is_not_surely_equally_fair() -> None:
    luck = np.random.default_rng(5).random(3000)
    seats = _counted(_winners([0.6, 0.4], luck), _winners([0.6, 0.4], luck), 2)
    assert fairer(*seats, full=1, reaches=[0.004] * 2).interval.half_width == pytest.approx(0.004)
    assert fairer(*seats, full=1).interval.half_width > 0.01


def test_a_sign_that_is_not_known_yet_does_not_keep_the_pairs_from_telling() -> None:
    """B is so near to even that its favoured seat is not known; that it is nearer than A is."""
    found = _judged([0.535, 0.465], [0.505, 0.495], 15_000)
    assert found.outcome == "lower"
    assert found.interval.contains(0.005 - 0.035)

"""Comparisons: nothing differs from itself, known differences are found, verdicts hold whenever one looks."""

from __future__ import annotations

import numpy as np
import pytest

from simulate.runs.figures import Mean, Reading
from simulate.runs.metrics import Named
from simulate.runs.prepared import Prepared
from simulate.statistics.histogram import Histogram
from simulate.studies import verdicts
from simulate.studies.compare import compare
from simulate.studies.compared import CompareRule
from simulate.studies.pairs import PairCounter, PairTally
from simulate.studies.verdicts import judge_apart, judge_pairs
from tests.toys import oxo, race, ruin
from tests.toys.drawn import drawn, wins
from tests.toys.game import OXO, RUIN, Toy, prepared, toy
from variants.errors import BadInput

RACE = toy(race, ruin.MEASURES)
MARGINS = {"win_share.0": 0.01, "win_share.1": 0.01, "tie": 0.01, "score.0": 1.0, "score.1": 1.0, "margin": 1.0,
           "turns": 1.0, "fairness": 0.01}  # fmt: skip
DECLARED = ("win_share.0", "win_share.1", "fairness", "turns", "margin")


class Elsewhere:
    """The same table played under another seed: a fair comparison of a thing with itself."""

    def __init__(self, inner: Prepared, shift: int) -> None:
        self.inner, self.shift = inner, shift

    def __getattr__(self, name: str):
        return getattr(self.inner, name)

    def each(self, seed: int, first: int, count: int):
        return self.inner.each(seed + self.shift, first, count)


def counted(a, b, seed: int, looks: list[int]):
    """The tally of pairs at each look."""
    counter = PairCounter(a, b, seed)
    tally, done = PairTally(counter), 0
    for look in looks:
        tally.add(counter.count(done, look - done))
        done = look
        yield tally


def judged(tally, declared=DECLARED):
    return {one.metric: one for one in judge_pairs(tally.read(), tally.pairs, MARGINS, declared, 2)}


@pytest.mark.parametrize(
    ("game", "table"), [(RUIN, ruin.table(3, 10, 0.5)), (OXO, oxo.table()), (RACE, race.table(2, 10))]
)
def test_nothing_differs_from_itself_in_any_game(game: Toy, table):
    one = prepared(game, table)
    (tally,) = counted(one, one, 4, [20_000])
    for found in tally.read().values():
        assert found.never_differed()
        assert found.pairs == 20_000
    assert {one.verdict.outcome for one in judged(tally).values()} == {"equivalent"}


def test_what_never_differed_is_not_taken_for_certain():
    one = prepared(OXO, oxo.table())
    (few,) = counted(one, one, 4, [1500])
    found = {one.metric: one for one in judge_pairs(few.read(), few.pairs, MARGINS | {"tie": 0.001}, DECLARED, 2)}
    assert found["tie"].verdict.outcome == "undecided"
    assert found["tie"].verdict.interval.high > 0.001
    assert found["win_share.0"].verdict.interval.high > 0.001


def test_what_never_happened_in_either_is_not_taken_for_equal():
    """Nobody tied in few games: that says little about how often they tie, and nothing at all surely."""
    found = compare(drawn(wins(0.5, 0.5)), drawn(wins(0.5, 0.5, tie=0.015)), CompareRule(metrics=("tie",), most=60))
    (tie,) = (one for one in found.judgements if one.metric == "tie")
    assert tie.verdict.outcome == "undecided"
    assert tie.verdict.interval.high > 0.015
    assert tie.verdict.still_needed > 200


def test_rules_that_seldom_matter_are_equivalent_though_some_games_differ():
    seldom = drawn(wins(0.5, 0.5), salt=3, own=0.0003)
    found = compare(drawn(wins(0.5, 0.5)), seldom, CompareRule(most=20_000))
    assert found.reason == "decided"
    assert {one.verdict.outcome for one in found.judgements if one.declared} == {"equivalent"}
    assert any(one.a != one.b for one in found.judgements)


def test_capped_games_leave_the_fairness_open_as_they_leave_the_shares():
    a, b = drawn(wins(0.56, 0.44, capped=0.1)), drawn(wins(0.52, 0.48, capped=0.1))
    found = compare(a, b, CompareRule(most=20_000))
    (fairness,) = (one for one in found.judgements if one.metric == "fairness")
    assert found.left_out > 1500
    assert fairness.verdict.outcome == "undecided"
    assert fairness.verdict.still_needed == -1


def test_three_seats_are_compared_by_pairs():
    found = compare(drawn(wins(0.38, 0.33, 0.29), 3), drawn(wins(0.36, 0.33, 0.31), 3), CompareRule(most=60_000))
    (fairness,) = (one for one in found.judgements if one.metric == "fairness")
    assert fairness.verdict.outcome == "lower"
    assert found.pairs < 20_000


def test_an_arm_that_never_ties_is_no_reason_to_warn():
    found = compare(drawn(wins(0.5, 0.5)), drawn(wins(0.5, 0.5, tie=0.2)), CompareRule(metrics=("tie",), most=3000))
    (tie,) = (one for one in found.judgements if one.metric == "tie")
    assert tie.gain is not None
    assert tie.gain.warning is None


def test_swapped_seats_swap_the_shares_exactly():
    (tally,) = counted(prepared(OXO, oxo.table()), prepared(OXO, oxo.table(swap=1)), 7, [50_000])
    found = tally.read()
    a, b = found["win_share.0"], found["win_share.1"]
    assert a.a.as_dict().keys() == b.b.as_dict().keys()
    verdicts = judged(tally)
    assert verdicts["win_share.0"].verdict.outcome == "lower"
    assert verdicts["win_share.1"].verdict.outcome == "higher"
    assert verdicts["fairness"].verdict.outcome in ("equivalent", "undecided")
    assert verdicts["win_share.0"].verdict.interval.contains(-2 * (737 / 1260 + 4 / 63 - 0.5))


def test_a_known_difference_is_in_the_interval_and_pairing_pays():
    a, b = prepared(RUIN, ruin.table(3, 10, 0.5)), prepared(RUIN, ruin.table(3, 10, 0.49))
    (tally,) = counted(a, b, 2, [60_000])
    one = judged(tally)["win_share.0"]
    assert one.verdict.interval.contains(0.2592270497539692 - 0.3)
    assert one.verdict.outcome == "lower"
    assert one.verdict.material
    assert one.gain is not None
    assert one.gain.factor > 3
    assert one.gain.warning is None
    assert judged(tally)["turns"].verdict.interval.contains(20.3864751230154 - 21)
    assert judged(tally)["fairness"].verdict.outcome == "higher"


def test_streams_that_lost_step_are_told():
    one = prepared(RUIN, ruin.table(3, 10, 0.5))
    (tally,) = counted(one, Elsewhere(one, 1), 2, [20_000])
    gain = judged(tally)["win_share.0"].gain
    assert gain is not None
    assert "share little of their luck" in (gain.warning or "")


def test_pairs_with_a_capped_play_are_left_out_and_widen_the_shares():
    short = toy(ruin, ruin.MEASURES, limit=30)
    a, b = prepared(short, ruin.table(3, 10, 0.5)), prepared(short, ruin.table(3, 10, 0.49))
    (tally,) = counted(a, b, 2, [20_000])
    assert tally.left_out > 1000
    share = tally.left_out / tally.pairs
    assert judged(tally)["win_share.0"].verdict.interval.half_width > share


def test_pairs_are_counted_as_the_runs_count_them():
    from simulate.runs.local import play_locally

    a, b = prepared(RUIN, ruin.table(3, 10, 0.5)), prepared(RUIN, ruin.table(4, 10, 0.5))
    (tally,) = counted(a, b, 5, [3000])
    for arm, side in ((a, "a"), (b, "b")):
        alone = play_locally(arm, 5, 0, 3000).tally
        own = getattr(tally.read()["turns"], side)
        assert own.as_dict() == {v: n for v, n in enumerate(alone.histograms["turns"]) if n}
        wins = getattr(tally.read()["win_share.0"], side)
        assert wins.as_dict().get(2, 0) == alone.wins[0][0]


@pytest.mark.slow
def test_a_thing_against_itself_under_other_luck_gets_a_false_verdict_in_at_most_five_of_a_hundred():
    one = prepared(RUIN, ruin.table(5, 10, 0.5))
    false, reps = 0, 120
    for rep in range(reps):
        for tally in counted(one, Elsewhere(one, 1_000_000), rep, list(range(1000, 16_000, 1500))):
            if any(one.verdict.outcome in ("higher", "lower") for one in judged(tally).values() if one.declared):
                false += 1
                break
    assert false / reps <= 0.05


@pytest.mark.slow
def test_peeking_at_a_plain_test_instead_gives_many():
    one = prepared(RUIN, ruin.table(5, 10, 0.5))
    false, reps = 0, 60
    for rep in range(reps):
        for tally in counted(one, Elsewhere(one, 1_000_000), rep, list(range(1000, 16_000, 750))):
            d = tally.read()["win_share.0"].d
            if abs(d.mean()) > 1.96 * np.sqrt(d.variance() / d.n):
                false += 1
                break
    assert false / reps > 0.12


def test_the_sequential_test_accepts_what_is_true():
    from tests.studies.arms import dice_specs

    a, b = dice_specs("target=10", "target=10")
    same = compare(a, b, CompareRule(sprt=(0.0, 0.02), most=30_000))
    assert same.sprt is not None
    assert (same.sprt.decision, same.sprt.few) == ("reject", True)  # nothing ever differed, by an exact bound
    assert same.pairs < 3000
    a, b = dice_specs("die.sides=6", "die.sides=7")
    found = compare(a, b, CompareRule(metrics=("turns",), sprt=(0.0, -0.5), most=50_000))
    assert found.sprt is not None
    assert found.sprt.decision == "accept"
    assert found.reason == "decided"


def test_any_number_of_threads_gives_the_same_comparison():
    from tests.studies.arms import dice_specs

    a, b = dice_specs("target=10", "target=12")
    documents = [compare(a, b, jobs=jobs).document() for jobs in (1, 3)]
    for one in documents:
        del one["engine"]
    assert documents[0] == documents[1]


def test_two_player_counts_are_compared_apart():
    from tests.studies.arms import dice_specs

    a, b = dice_specs("target=10", "target=10", players=(2, 3))
    found = compare(a, b, CompareRule(most=100_000))
    assert not found.paired
    assert found.a.seed != found.b.seed
    metrics = {one.metric: one for one in found.judgements}
    assert metrics["turns"].verdict.outcome == "higher"
    assert metrics["turns"].gain is None
    assert "win_share.0" not in metrics
    assert found.differs == ["players: 2 in A, 3 in B"]


@pytest.mark.parametrize("rule", [CompareRule(most=0), CompareRule(most=-5), CompareRule(sprt=(0.0, 0.1, 0.2))])
def test_odd_numbers_are_refused(rule):
    with pytest.raises(BadInput, match="allowed"):
        compare(drawn(wins(0.5, 0.5)), drawn(wins(0.5, 0.5)), rule)


def test_pairs_from_a_ledger_do_not_count_as_speed():
    from simulate.runs.keeping import Keeping
    from simulate.runs.ledger import Ledger
    from simulate.runs.local import Threads
    from tests.studies.arms import dice_specs

    a, b = dice_specs("target=10", "target=12")
    ledger = Ledger()
    first, again = (compare(a, b, CompareRule(most=600), Keeping(Threads(1), ledger)) for _ in range(2))
    assert (first.kept, again.kept) == (0, again.pairs)
    assert first.document()["engine"]["pairs_per_second"] > 0
    assert again.document()["engine"]["pairs_per_second"] is None
    assert again.document()["digest"] == first.document()["digest"]


def test_a_small_budget_is_tuned_for_what_it_can_reach():
    a, b = drawn(wins(0.5, 0.5)), drawn(wins(0.55, 0.45), salt=3, own=1.0)
    small, large = (compare(a, b, CompareRule(most=most, metrics=("win_share.0",))) for most in (4000, 400_000))
    share = small.judgements[0].verdict
    assert small.widths["win_share.0"] > share.margin
    assert large.widths["win_share.0"] == share.margin
    looks = CompareRule(most=4000, metrics=("win_share.0",), margins=("win_share.0=0.034",))
    tuned = compare(a, b, looks).judgements[0].verdict
    assert share.interval.half_width == pytest.approx(tuned.interval.half_width, rel=0.02)
    assert share.outcome == "higher"


def test_what_a_width_is_tuned_for_does_not_change_what_is_forecast_of_more_games():
    a, b = drawn(wins(0.5, 0.5)), drawn(wins(0.5, 0.5), salt=3, own=1.0)
    found = compare(a, b, CompareRule(most=3000, metrics=("win_share.0",))).judgements[0].verdict
    effect = abs(found.interval.value)
    wanted = max(effect, found.margin - effect)
    expected = 9.2 * 0.5 / wanted**2
    assert 0.5 < (3000 + found.still_needed) / expected < 2


@pytest.mark.parametrize("declared", [DECLARED, ("fairness",), ("turns",), ("fairness", "win_share.0")])
def test_what_fairness_is_made_of_shares_its_error(monkeypatch, declared):
    table = prepared(RACE, race.table(6, 10))
    (tally,) = counted(table, Elsewhere(table, 1_000_000), 3, [2000])
    found, pairs, of_pairs = tally.read(), tally.pairs, verdicts._of_pairs
    spent: list[float] = []

    def noted(one, pairs, asked):
        spent.append(1 - asked.confidence)
        return of_pairs(one, pairs, asked)

    shares = [one for one in judge_pairs(found, pairs, MARGINS, declared, 2) if one.metric.startswith("win_share")]
    monkeypatch.setattr(verdicts, "_of_pairs", noted)
    asked = verdicts._Asked(0.01, 0.01, "fairness" in declared, 0.98)
    _, left = verdicts._reaches(found, shares, pairs, asked)
    together = max(spent, default=0.0)  # two seats have one difference
    assert together + (1 - left) == pytest.approx(0.02)
    assert bool(spent) == (declared in (("fairness",), ("turns",)))


def mean_of(values: list[int], counts: list[int]) -> Named:
    figure = Mean(Histogram.from_values(np.repeat(values, counts)), 1, 100)
    return Named("turns", "turns", "", lambda: figure)


def apart(a: Named, b: Named):
    (judged,) = judge_apart({"turns": a}, {"turns": b}, {"turns": 1.0}, ["turns"])
    return judged.verdict


def test_runs_apart_of_which_one_never_varied_do_not_take_it_for_certain():
    # A always had 10 so far; a game of 100 may still be as rare as 1 in some hundred.
    same, other = mean_of([10], [2000]), mean_of([10, 11], [1000, 1000])
    found = apart(same, other)
    ends = same.figure.interval(Reading("anytime", 1.0))
    assert found.interval.low < 10.5 - ends.high
    generator, missed, runs = np.random.default_rng(2), 0, 200
    for _ in range(runs):
        rare = int(generator.binomial(1500, 1 / 1500))
        arm = mean_of([10, 100], [1500 - rare, rare])
        missed += not apart(arm, mean_of([10, 11], [750, 750])).interval.contains(10.5 - (10 + 90 / 1500))
    assert missed / runs <= 0.05


def test_runs_apart_that_never_varied_stay_within_their_range():
    found = apart(mean_of([0], [256]), mean_of([100], [256])).interval
    assert 80 < found.low < 100
    assert found.high <= 100

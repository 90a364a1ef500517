"""The course of plays: against exact answers of a walk, and against plain Python play by play for every game."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

from simulate.games import registry
from simulate.kernels.course_values import GROUPS, SLOPE_CHANGE, SLOPE_LEAD, tension
from simulate.kernels.tally import SUMMED_BELOW
from simulate.runs.course import PILOT_SEED
from simulate.runs.figures import FIXED
from simulate.runs.joint_figures import LeadSlope, Products, Worth
from simulate.runs.prepared import Prepared
from simulate.runs.result import run
from simulate.runs.resume import go_on, take_up
from simulate.runs.tally import Adder, added
from tests.runs.plain_course import check, rounds_of
from tests.runs.shipped import load
from tests.toys import walk
from tests.toys.game import WALK, spec

LONG = 101
SURE = 5.0


@pytest.fixture(scope="module")
def fair():
    return run(spec(WALK, walk.table(LONG), seed=4, count=60_000, metrics=True))


def near(metric, truth: float) -> None:
    interval = metric.interval
    assert interval.half_width > 0
    assert abs(interval.value - truth) < SURE / 1.96 * interval.half_width, (metric.name, interval, truth)


def test_lead_changes_of_a_walk(fair):
    near(fair.metrics["lead_changes"], 3.5192564880525277)
    short = run(spec(WALK, walk.table(21), seed=4, count=60_000, metrics=True))
    near(short.metrics["lead_changes"], 1.3500690460205078)


def test_the_sign_flip_baseline_is_one_for_a_walk_and_only_for_a_walk_without_feedback(fair):
    near(fair.metrics["lead_change_ratio"], 1.0)
    snowball, band = (
        run(spec(WALK, walk.table(LONG, feedback), seed=4, count=20_000, metrics=True)) for feedback in (0.05, -0.05)
    )
    assert snowball.metrics["lead_change_ratio"].interval.high < 0.9
    assert band.metrics["lead_change_ratio"].interval.low > 1.1
    assert snowball.metrics["lead_slope"].interval.low > 0.05
    assert band.metrics["lead_slope"].interval.high < -0.05
    assert snowball.metrics["leader_wins.50"].interval.low > 0.85


def test_who_leads_a_walk_in_the_middle_wins_as_often_as_it_should(fair):
    near(fair.metrics["leader_wins.50"], 0.778068793164804)
    near(fair.metrics["lead_slope"], 0.0)


def test_squared_steps_of_the_chances_add_up_to_what_was_open_at_the_start(fair):
    # Of a martingale from 1/2 to 0 or 1: p (1 - p) for each seat. With nine steps the table of chances has a row for
    # every round and a column for every lead, so the chances are one; of long games it is coarser.
    short = run(spec(WALK, walk.table(9), seed=4, count=40_000, metrics=True))
    for found, most in ((short, 0.03), (fair, 0.2)):
        total = found.tally.sums["tension_total"][0] / found.tally.finished / 1e4
        assert total == pytest.approx(2 * 0.25, rel=most)
    assert fair.metrics["tension_timing"].interval.value == pytest.approx(2 / math.pi, abs=0.03)
    assert 0.1 < fair.metrics["comeback"].interval.value <= 0.25


def test_forced_decisions_and_choices(fair):
    # Every second step has two actions, the first one has one.
    assert fair.metrics["forced_share"].interval.value == pytest.approx(51 / 101)
    assert fair.metrics["choices_each"].interval.value == pytest.approx((51 + 2 * 50) / 101)


def test_events_that_always_never_and_sometimes_happen():
    found = run(spec(WALK, walk.table(20), seed=9, count=40_000, metrics=True)).metrics
    assert found["happens.step"].interval.value == 1.0
    never = found["happens.leap"].interval
    assert (never.value, never.low) == (0.0, 0.0)
    assert 0 < never.high < 1e-3
    near(found["happens.home"], math.comb(20, 10) / 2**20)


@pytest.mark.parametrize("bonus", [0, 2])
def test_what_a_component_is_worth(bonus):
    steps = 21
    found = run(spec(WALK, walk.table(steps, bonus=bonus), seed=2, count=60_000, metrics=True)).metrics

    def wins(start: int) -> float:  # the chance that start + the steps is above 0
        return sum(math.comb(steps, k) for k in range(steps + 1) if start + 2 * k - steps > 0) / 2**steps

    truth = wins(bonus) - 0.5  # symmetric: one more charm than the other, of -1, 0 or 1
    near(found["worth.charm"], truth)
    near(found["taken.charm"], 0.5)
    assert found["worth.charm"].interval.half_width < 0.01


def test_a_long_game_of_wild_chances_can_be_counted():
    beliefs = np.array([[3000, 7000], [7000, 3000]] * 1000 + [[0, 10_000]])
    weight, total = tension(beliefs, 2000, 2)
    assert total == pytest.approx(10_000 * (1999 * 0.32 + 2 * 0.49), rel=1e-2)
    assert 0 < weight < total < SUMMED_BELOW


def test_the_slope_is_that_of_least_squares():
    rng = np.random.default_rng(5)
    x = rng.integers(-6, 7, 500)
    y = np.clip(rng.integers(-5, 6, 500) + x // 2, -SLOPE_CHANGE, SLOPE_CHANGE)
    counts = np.zeros((2 * SLOPE_LEAD + 1, 2 * SLOPE_CHANGE + 1), int)
    np.add.at(counts, (x + SLOPE_LEAD, y + SLOPE_CHANGE), 1)
    figure = LeadSlope(tuple(counts.ravel().tolist()))
    design = np.column_stack([np.ones(500), x])
    solved = np.linalg.lstsq(design, y, rcond=None)[0]
    residuals = y - design @ solved
    bread = np.linalg.inv(design.T @ design)
    hc0 = bread @ (design.T * residuals**2) @ design @ bread
    assert figure.value() == pytest.approx(solved[1])
    assert figure.variance() / figure.n == pytest.approx(hc0[1, 1])


def in_groups(surplus, won) -> tuple[int, ...]:
    """The sums of products of plays 0, 1, 2, … by group."""
    rows = np.column_stack([np.ones(len(won), int), surplus, won])
    upper = np.triu_indices(rows.shape[1])
    groups = [rows[group::GROUPS] for group in range(GROUPS)]
    return tuple(int(one) for group in groups for one in (group.T @ group)[upper])


def test_the_worth_of_components_that_add_up_is_the_shortest_solution():
    rng = np.random.default_rng(6)
    where = rng.integers(0, 3, (2000, 2))
    counts = (where[:, :, None] == np.arange(3)).astype(int)
    surplus = counts[:, 0] - counts[:, 1]
    won = (rng.random(2000) < 0.5 + surplus @ np.array([0.1, 0.0, -0.1])).astype(int) * 2
    worth, variance = Products(in_groups(surplus, won), 3, 2).solved
    centred = surplus - surplus.mean(0)
    expected = np.linalg.lstsq(centred / centred.std(0), won / 2 - (won / 2).mean(), rcond=None)[0] / centred.std(0)
    assert worth == pytest.approx(expected)
    assert (variance > 0).all()


def test_the_worth_of_components_that_nearly_decide_a_game_has_an_interval_that_holds():
    rng = np.random.default_rng(7)

    def play(plays: int):
        surplus = rng.integers(-2, 3, (plays, 2)) * np.array([3, 1]) + rng.integers(-1, 2, (plays, 2))
        won = 2 * (surplus @ np.array([2, 1]) + rng.integers(-1, 2, plays) > 0)
        return surplus, won

    truth = Products(in_groups(*play(2_000_000)), 2, 2).solved[0]
    reps, misses, naive = 400, np.zeros(2), np.zeros(2)
    for _ in range(reps):
        surplus, won = play(400)
        products = Products(in_groups(surplus, won), 2, 2)
        for component in range(2):
            misses[component] += not Worth(products, component).interval(FIXED).contains(truth[component])
        design = np.column_stack([np.ones(400), surplus])
        solved, rest = np.linalg.lstsq(design, won / 2, rcond=None)[:2]
        usual = np.sqrt(np.diag(np.linalg.inv(design.T @ design)) * rest / 397)
        naive += abs(solved[1:] - truth) > 1.96 * usual[1:]
    assert (misses / reps <= 0.05 + 3.1 * (0.05 * 0.95 / reps) ** 0.5).all(), misses
    assert (misses / reps > 0.02).all()
    assert (naive / reps).min() < 0.02 or (naive / reps).max() > 0.09, naive


# --- the games -------------------------------------------------------------------------------------------------------


def on(name: str, players: int, policy: str = "random") -> Prepared:
    game = registry.game(name)
    return Prepared(game, load(name).rules_for(players), players, (policy,) * game.seats(players), True, 77)


def tables() -> list[tuple[str, int]]:
    return [(name, players) for name, game in registry.games().items() for players in game.player_counts[:2]]


@pytest.mark.parametrize(("name", "players"), tables())
def test_what_is_counted_besides_is_the_same(name, players):
    both = on(name, players)
    plain = Prepared(both.game, both.rules, players, both.policies)
    row = both.count_plays(3, 10, 400)
    assert np.array_equal(row[: plain.width], plain.count_plays(3, 10, 400))
    halves = both.count_plays(3, 10, 150) + both.count_plays(3, 160, 250)
    assert np.array_equal(row, halves)
    assert row[plain.width :].any()


def standings(name: str, prepared: Prepared, recorded) -> tuple[list[bool], list[list[int]], list[int]]:
    """Whether each decision ends a turn, the standings before each, those at the end; from the rules pages."""
    states = recorded.states
    if name == "pecheurs_de_lunes":
        found = [[int(purse) & 0xFFFFFFFF for purse in state["purse"][: prepared.seats]] for state in states]
        return [True] * len(recorded.seats), found[:-1], found[-1]
    placed = [int(code) for code in states[-1]["placed"]]
    stars = sorted(prepared.rules.stars)
    found = [_stars(placed[: int(state["steps"]) // 2], stars) for state in states]
    return [i % 2 == 1 for i in range(len(recorded.seats))], found[:-1], found[-1]


def _stars(codes: list[int], stars: list[int]) -> list[int]:
    """The count of L'île des Mookies with the faces placed so far (codes as in its lanes)."""
    held = [[0] * len(stars), [0] * len(stars)]
    spiders = [0, 0]
    for turn, code in enumerate(codes):
        if code == 1:
            spiders[1 - turn % 2] += 1
        else:
            held[turn % 2][(16 - code) // 2] += 2 if code % 2 == 0 else 1
    owners = [[f for f in range(len(stars)) if held[seat][f] > held[1 - seat][f]] for seat in range(2)]
    for seat in range(2):
        if spiders[seat] > spiders[1 - seat] and owners[seat]:
            owners[seat].remove(min(owners[seat], key=lambda f: stars[f]))
    return [sum(stars[f] for f in owners[seat]) for seat in range(2)]


@pytest.mark.parametrize(
    ("name", "players", "policy"),
    [("pecheurs_de_lunes", 2, "random"), ("pecheurs_de_lunes", 3, "random"), ("pecheurs_de_lunes", 2, "greedy"),
     ("ile_des_mookies", 2, "random"), ("ile_des_mookies", 2, "greedy")],
)  # fmt: skip
def test_every_value_is_that_of_plain_python(name, players, policy):
    prepared = on(name, players, policy)
    for index in range(40):
        recorded = prepared.record(5, index)
        ends, before, last = standings(name, prepared, recorded)
        path = rounds_of(recorded.seats.tolist(), ends, before, last)
        won = {seat for seat in range(prepared.seats) if recorded.winners >> seat & 1}
        check(prepared, 5, index, path, won=won)
        adder = Adder(prepared.width)
        adder.add(prepared.count_plays(5, index, 1))
        tally = adder.tally(prepared.measures, prepared.seats)
        assert tally.sums["decisions"][0] == len(recorded.seats)
        assert tally.sums["forced"][0] == int((recorded.counts == 1).sum())
        assert tally.sums["choices"][0] == int(recorded.counts.sum())


def test_tiles_taken_are_the_moons_scored():
    prepared = on("pecheurs_de_lunes", 3)
    adder = Adder(prepared.width)
    adder.add(prepared.count_plays(8, 0, 500))
    tally = adder.tally(prepared.measures, 3)
    moons = sum(
        int(name.rpartition("_")[2]) * total
        for name, (total, _) in tally.sums.items()
        if name.startswith("taken.moons")
    )
    scored = sum(value * n for name, counts in tally.histograms.items() if name.startswith("score")
                 for value, n in enumerate(counts))  # fmt: skip
    assert moons == scored
    assert tally.joint["events"][1] > 0  # jumps over figures, of which the next test knows the number
    assert tally.joint["events"][2] > 0


def test_events_of_pecheurs_are_those_of_the_recorded_plays():
    from simulate.games.pecheurs_de_lunes.actions import decode

    prepared = on("pecheurs_de_lunes", 2)
    names = [event.name for event in prepared.measures.events]
    for index in range(60):
        adder = Adder(prepared.width)
        adder.add(prepared.count_plays(6, index, 1))
        events = dict(zip(names, adder.tally(prepared.measures, 2).joint["events"], strict=True))
        recorded = prepared.record(6, index)
        kinds = {decode(int(action)).kind for action in recorded.actions}
        assert events["step"] == ("step" in kinds)
        assert events["swap"] == ("swap" in kinds)
        assert (events["jump_over_figure"] or events["jump_over_holes"]) == ("jump" in kinds)
        assert events["shared_win"] == (recorded.winners == 3)


# --- documents -------------------------------------------------------------------------------------------------------


def test_threads_and_added_parts_leave_the_same_integers():
    one = run(spec(WALK, walk.table(21), seed=4, count=9000, metrics=True), jobs=1)
    three = run(spec(WALK, walk.table(21), seed=4, count=9000, metrics=True), jobs=3)
    assert one.tally == three.tally
    assert one.course == {"pilot_seed": PILOT_SEED, "pilot_plays": 4096, "rounds": 21, "swing": 1}
    plain = run(spec(WALK, walk.table(21), seed=4, count=9000))
    assert not plain.course
    assert "joint" not in plain.tally.document()
    with pytest.raises(ValueError, match="count different things"):
        added(one.tally, plain.tally)


def test_games_are_not_added_to_a_result_whose_chances_came_from_other_plays():
    from fairdeal.selection import select
    from simulate.runs.spec import make_spec
    from variants.errors import BadInput

    game, variant = select("ile_des_mookies")
    document = run(make_spec(game, variant, 2, seed=3, count=300, metrics=True)).document()
    assert take_up(document, game, variant, "old").spec.metrics
    document["course"]["pilot_seed"] = 4
    with pytest.raises(BadInput, match="come from other plays"):
        take_up(document, game, variant, "old")


def test_a_resumed_run_with_metrics_is_the_whole_one():
    from fairdeal.selection import select
    from simulate.runs.spec import make_spec

    game, variant = select("ile_des_mookies")
    whole, part = (
        run(make_spec(game, variant, 2, seed=3, count=count, metrics=True)).document() for count in (1500, 600)
    )
    part["stop"]["target"]["games"] = 1500
    finished = go_on(take_up(json.loads(json.dumps(part)), game, variant, "part")).document()
    assert {k: v for k, v in finished.items() if k != "engine"} == {k: v for k, v in whole.items() if k != "engine"}

"""Locks: equal integers pass, a moved balance fails, too few games cannot tell, false alarms are rare."""

from __future__ import annotations

import dataclasses
import json
import math

import numpy as np
import pytest

from fairdeal.gating import check_locks, save_locks
from simulate.games.registry import games
from simulate.runs.figures import Share
from simulate.runs.goals import Goal
from simulate.runs.metrics import Named
from simulate.runs.result import run
from simulate.statistics.intervals import wilson
from simulate.studies import gate
from simulate.studies.budget import budget, document, outlook
from simulate.studies.lock_files import read_lock
from tests.studies.arms import dice_spec
from tests.toys.drawn import DrawnSpec, Law, drawn, wins
from variants.errors import BadInput

GAMES = 60_000


def locked(setting: str = "target=10", *, count: int = GAMES, seed: int = 1) -> dict:
    return json.loads(json.dumps(gate.lock(run(dice_spec(setting, seed=seed, count=count)), "dice/classic")))


def other_draws(entry: dict, seed: int, setting: str = "target=10") -> dict:
    """The lock with the integers of other plays: what an engine that draws otherwise would have written."""
    tally = run(dice_spec(setting, seed=seed, count=entry["plays"]["count"])).tally
    return entry | {"tallies": json.loads(json.dumps(tally.document())), "digest": tally.digest()}


def test_equal_integers_pass_at_once():
    checked = gate.check(locked(), dice_spec("target=10", count=GAMES))
    assert checked.outcome == "pass"
    assert checked.exact
    assert not checked.shifts


def test_other_draws_of_the_same_law_pass_by_the_statistics():
    checked = gate.check(other_draws(locked(), 99), dice_spec("target=10", count=GAMES))
    assert checked.outcome == "pass"
    assert not checked.exact
    assert checked.laws
    caught = checked.shifts["win_share.0"][0].caught
    assert 0.01 < caught < 0.03


def test_a_moved_balance_fails_and_says_what_moved():
    checked = gate.check(locked("target=30"), dice_spec("target=10", count=GAMES))
    assert checked.outcome == "fail"
    assert any("win_share.0 moved by more than its margin" in reason for reason in checked.reasons)
    assert any("the rules changed" in reason for reason in checked.reasons)


def test_too_few_games_cannot_tell():
    checked = gate.check(other_draws(locked(count=500), 99), dice_spec("target=10", count=500))
    assert checked.outcome == "cannot tell"
    assert "too few games" in checked.reasons[0]


def test_a_changed_goal_is_seen():
    entry = locked() | {"goals": [{"metric": "tie", "goal": "<= 5 %", "status": "met"}]}
    checked = gate.check(entry, dice_spec("target=10", count=GAMES))
    assert checked.outcome == "fail"
    assert checked.reasons == ("the goal of tie changed: <= 5 % in the lock, none now",)


def test_a_tampered_lock_is_refused():
    entry = locked(count=500)
    entry["tallies"]["wins"][0][0] += 1
    with pytest.raises(BadInput, match="digest"):
        gate.check(entry, dice_spec("target=10", count=500))
    with pytest.raises(BadInput, match="schema"):
        read_lock({"schema": "x"}, "f")


FAULTS = {
    "players": ["2", 2.0, None, 0, True],
    "seed": ["1", 1.5, -1, 2**64],
    "plays.count": ["500", -5, None, 50, 10**30],
    "plays.first": [-1, "0"],
    "policies": ["random", [], [1]],
    "settings": [["x"], [["a", 1]], "a=1"],
    "goals": [["tie"], [{"metric": "tie", "goal": "<= 5 %"}], [{"metric": "tie", "goal": "<= 5 %", "status": "good"}]],
    "hash": [5, ""],
    "digest": ["abc", 7],
    "tallies": [{}, [1], None],
    "variant": [7, ""],
}
"""Values that no lock has, by key."""


@pytest.mark.parametrize(("key", "value"), [(key, value) for key, values in FAULTS.items() for value in values])
def test_an_edited_lock_is_refused_with_its_place(key, value):
    entry = locked(count=500)
    inner = entry
    *outer, last = key.split(".")
    for name in outer:
        inner = inner[name]
    inner[last] = value
    with pytest.raises(BadInput, match=r"balance\.json: locks\[1\]\.") as caught:
        read_lock({"schema": "fairdeal.gate/1", "locks": [locked(count=500), entry]}, "balance.json")
    assert f"locks[1].{key}: " in str(caught.value)
    del inner[last]
    with pytest.raises(BadInput, match="got nothing"):
        read_lock({"schema": "fairdeal.gate/1", "locks": [entry]}, "balance.json")


def test_every_fault_of_a_lock_file_is_told_at_once():
    broken = [locked(count=50) | {"seed": "1", "players": 2.5}, "no lock"]
    with pytest.raises(BadInput) as caught:
        read_lock({"schema": "fairdeal.gate/1", "locks": broken}, "f")
    assert [fault.key for fault in caught.value.faults] == ["locks[0].players", "locks[0].seed", "locks[1]"]


def drawn_lock(law: Law, count: int, seed: int, goals: tuple[Goal, ...] = ()) -> tuple[dict, DrawnSpec]:
    """A lock of a law, and the same law from an engine with draws of its own."""
    spec = dataclasses.replace(drawn(law, seed=seed), count=count, goals=goals)
    elsewhere = dataclasses.replace(spec, table=dataclasses.replace(spec.table, salt=7, own=1.0))
    return json.loads(json.dumps(gate.lock(run(spec, 1), "drawn"))), elsewhere


@pytest.mark.parametrize("count", [2, 5, 20, 200])
def test_a_handful_of_games_is_no_reason_for_an_alarm(count):
    for seed in range(25):
        checked = gate.check(*drawn_lock(wins(0.5, 0.5), count, seed), 1)
        assert checked.outcome == "cannot tell"
        assert f"{count} where 1000 are needed" in checked.reasons[0]


def test_a_goal_at_its_bound_gives_no_alarm_though_the_lock_has_it_met():
    goal = Goal("win_share.0", "share", -math.inf, 0.5, "<= 50 %")
    outcomes = []
    for seed in range(40):
        entry, spec = drawn_lock(wins(0.5, 0.5), 60_000, seed, (goal,))
        entry["goals"][0]["status"] = "met"
        outcomes.append(gate.check(entry, spec, 1).outcome)
    assert outcomes == ["pass"] * 40
    entry, _ = drawn_lock(wins(0.5, 0.5), 200_000, 1, (goal,))
    entry["goals"][0]["status"] = "met"
    _, worse = drawn_lock(wins(0.509, 0.491), 200_000, 1, (goal,))
    checked = gate.check(entry, worse, 1)
    assert checked.outcome == "fail"
    assert "the goal of win_share.0 (<= 50 %) was met and is missed" in checked.reasons


def test_a_mean_of_few_large_values_cannot_be_called_moved():
    def law(draws):
        winners, _ = wins(0.5, 0.5)(draws)
        return winners, np.where(draws[:, 1] < 0.0008, 200, 1).astype(np.int64)

    checked = gate.check(*drawn_lock(law, 3000, 3), 1)
    found = checked.shifts["turns"][0]
    assert not found.failed
    assert math.isinf(found.caught)
    assert checked.document()["shifts"]["turns"]["would_have_caught"] is None
    assert checked.outcome == "cannot tell"


def test_one_failure_is_enough_and_doubt_is_no_pass():
    one = gate.Checked("a", 2, "pass", True, (), {}, {}, 0.0)
    doubt, failed = (dataclasses.replace(one, outcome=outcome) for outcome in ("cannot tell", "fail"))
    assert gate.overall([one, one]) == "pass"
    assert gate.overall([one, doubt]) == "cannot tell"
    assert gate.overall([doubt, failed, one]) == "fail"


@pytest.mark.slow
def test_false_alarms_come_at_the_stated_rate_and_shifts_are_caught_as_often_as_said():
    """Shares drawn from one law: alarms at 5 % instead of 0.1 %, so that their rate can be measured."""
    from simulate.statistics.gates import share_gate

    generator, n, reps = np.random.default_rng(3), 20_000, 4000
    old, new = generator.binomial(n, 0.5, reps), generator.binomial(n, 0.51, reps)
    at_margin = [share_gate(int(a), n, int(b), n, 0.01, 1, 0.05).failed for a, b in zip(old, new, strict=True)]
    assert 0.035 < np.mean(at_margin) < 0.065
    caught = share_gate(n // 2, n, n // 2, n, 0.01, 1, 0.05).caught
    moved = generator.binomial(n, 0.5 + caught, reps)
    seen = [share_gate(int(a), n, int(b), n, 0.01, 1, 0.05).failed for a, b in zip(old, moved, strict=True)]
    assert 0.93 < np.mean(seen) < 0.97


def test_a_budget_foretells_what_a_run_then_needs():
    found = budget(dice_spec("target=10"), 0.01)
    share = next(one for one in found.outlooks if one.metric == "win_share.0")
    assert share.fixed is not None
    assert share.anytime is not None
    assert 8000 < share.fixed.games < 9700
    assert share.anytime.games / share.fixed.games == pytest.approx(2.45, abs=0.08)  # the next look is up to 5 % later
    assert share.widths[0][0] > share.widths[1][0]
    assert json.dumps(document([found]), allow_nan=False)


def test_each_lock_is_named_while_it_is_checked(tmp_path):
    file, named = tmp_path / "locks.json", []
    variant = next(iter(games()))
    save_locks(file, [variant], players=(min(games()[variant].player_counts),), games=50, seed=3)
    assert [one.outcome for one in check_locks(file, stages=lambda name: named.append(name) or (lambda *_: None))] == [
        "pass"
    ]
    assert [one[:6] for one in named] == ["[1/1] "]


@pytest.mark.parametrize("value", [0.0, 0.00001, 0.002, 0.998, 1.0])
def test_a_share_smaller_than_the_effect_takes_as_many_games_as_its_interval_does(value):
    effect = 0.01
    found = outlook(
        Named("tie", "share", "", lambda: Share(round(1e6 * value), round(1e6 * value), 1, 10**6)),
        effect,
        1000.0,
        500.0,
    )
    assert found.fixed is not None
    assert found.compared is not None
    # With none of n games the share may still be about 3.8 / n, Wilson's upper end at 95 %.
    assert 300 < found.fixed.games < 500
    reached = wilson(round(value * found.fixed.games), found.fixed.games)
    assert reached.high - reached.low < 2 * effect
    assert found.compared.games > found.fixed.games


def test_a_variant_file_in_the_place_of_the_lock_is_never_replaced(tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text("game: dice\n")
    with pytest.raises(BadInput, match="allowed: the lock file to write"):
        save_locks(file, [next(iter(games()))], games=5, force=True)
    assert file.read_text() == "game: dice\n"


def test_a_policy_that_plays_by_the_clock_cannot_be_locked(tmp_path):
    timed = ((name, game) for name, game in games().items() if "mcts" in game.searches)
    name, game = next(timed)
    with pytest.raises(BadInput, match=r"mcts:5ms.*: the time of a machine decides"):
        save_locks(tmp_path / "a.json", [name], players=(min(game.player_counts),), policy=("mcts:5ms",), games=5)
    assert not (tmp_path / "a.json").exists()

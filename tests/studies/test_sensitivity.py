"""Each dial alone, the factorial, and the verdict: on a race whose length and fairness are known to move."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from simulate.runs.goals import Goal
from simulate.runs.result import run
from simulate.studies.factorial import Dial, Level
from simulate.studies.sensed import SensedTable, Verdict
from simulate.studies.sensitivity import BLOCKS, SensitivityPlan, count_blocks, sensitivity
from tests.studies.arms import CATALOG, GAME, dice_spec
from variants.errors import BadInput
from variants.loader import load_variant

SHORT = Goal("turns", "rolls", -math.inf, 9.0, "<= 9")
DIALS = {"target": ("11", "20"), "die.sides": ("8",), "cap": ("400",)}


def make(setting, players, seed=1, count=2000, goals=(SHORT,)):
    variant = load_variant("dice", catalog=CATALOG, models={GAME.name: GAME.model}, overrides=tuple(setting))
    return replace(dice_spec("cap=500", players, seed=seed, count=count), variant=variant, goals=goals)


def plan(cells: int = 64, count: int = 2000, metrics: tuple[str, ...] = ()) -> SensitivityPlan:
    dials = tuple(
        Dial(key, "", None, (Level("own", ()), *(Level(value, ((key, value),)) for value in values)))
        for key, values in DIALS.items()
    )
    made = lambda setting, players: make(setting, players, count=count)  # noqa: E731  # short
    return SensitivityPlan(
        "dice", {2: made((), 2)}, {2: dials}, {2: ()}, {2: ("x",)}, made, metrics, count, cells
    )  # fmt: skip


@pytest.fixture(scope="module")
def table() -> SensedTable:
    return sensitivity(plan()).tables[0]


def test_what_overturns_and_what_is_idle(table):
    assert table.verdict.word == "met"
    assert {key: table.power(key) for key in DIALS} == {"target": "overturns", "die.sides": "keeps", "cap": "keeps"}
    assert [dial.key for dial in table.grid.dials] == ["target", "die.sides"]
    assert table.grid.shape == (3, 2)
    assert [one.word for one in table.verdicts] == ["met", "met", "met", "met", "missed", "met"]
    assert table.power_in_combination("die.sides") == "overturns"
    cap = next(one for one in table.alone if one.dial.key == "cap")
    assert cap.tally.wins == table.tally.wins
    assert cap.effects["turns"].interval.value == 0


def test_cells_are_runs(table):
    for spec, verdict in zip(table.grid.specs, table.verdicts, strict=True):
        result = run(spec)
        tally, blocks = count_blocks(spec, ["turns", "win_share.0"], 2)
        assert tally.digest() == result.tally.digest()
        assert blocks.shape == (2, BLOCKS)
        means = [result.metrics[name].interval.value for name in ("turns", "win_share.0")]
        assert blocks.mean(axis=1) == pytest.approx(means)
        assert [one.status for one in verdict.goals] == [one.status for one in result.goals]


def test_shares_say_that_the_target_matters_most(table):
    turns = next(one for one in table.combinations if one.metric == "turns").effects
    target, sides = turns.total
    assert target.low > 0.8
    assert 0 < sides.low < sides.high < 0.2
    means = np.array([run(spec).metrics["turns"].interval.value for spec in table.grid.specs]).reshape(3, 2)
    assert turns.variance.value == pytest.approx(means.var(), rel=0.02)
    assert target.value == pytest.approx(means.var(axis=0).mean() / means.var(), abs=0.01)


def test_it_is_the_same_for_any_number_of_threads():
    one, three = (sensitivity(plan(cells=4), jobs=jobs).document() for jobs in (1, 3))
    del one["engine"], three["engine"]
    assert one == three


def test_few_cells_few_games_and_unknown_metrics():
    few = sensitivity(plan(cells=2, count=30)).tables[0]
    assert [dial.key for dial in few.grid.dials] == ["die.sides"]
    assert few.verdict.word in ("met", "not yet known")
    assert len(few.verdicts) == 2
    tiny = sensitivity(plan(count=5)).tables[0]
    assert tiny.combinations == ()
    with pytest.raises(BadInput, match="did you mean turns"):
        sensitivity(plan(metrics=("turn",)))


def test_a_dial_can_matter_only_together_with_others(table):
    words = ["met", "met", "met", "met", "met", "missed"]
    mixed = replace(table, verdicts=tuple(Verdict(word, (), None) for word in words), alone=())
    assert mixed.power("target") == "keeps"
    assert mixed.power_in_combination("target") == "overturns"
    assert mixed.power_in_combination("die.sides") == "overturns"
    calm = replace(table, verdicts=tuple(Verdict("met", (), None) for _ in words))
    assert calm.power_in_combination("die.sides") == "keeps"
    open_ = replace(table, verdicts=tuple(Verdict(w, (), None) for w in ["met"] * 5 + ["not yet known"]))
    assert open_.power_in_combination("die.sides") == "may overturn"

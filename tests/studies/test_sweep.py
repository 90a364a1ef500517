"""A sweep counts what runs count, under one luck; finds are real; the shelf saves work and changes nothing."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from reports.sweeping import is_alike
from simulate.runs.errors import FailedRun
from simulate.runs.keeping import Keeping
from simulate.runs.ledger import Ledger
from simulate.runs.local import Threads
from simulate.runs.result import run
from simulate.runs.tally import Adder
from simulate.statistics.histogram import Histogram
from simulate.studies.cells import Base, Cell, Difference, count_cell, tally_row
from simulate.studies.grid import design, read_axes
from simulate.studies.sweep import SweepPlan, sweep
from simulate.studies.swept import effect, imbalance
from tests.studies.arms import dice_spec
from variants.errors import BadInput

GAMES = 3000


def make_plan(*texts: str, games: int = GAMES, metrics: tuple[str, ...] = (), seed: int = 1) -> SweepPlan:
    drawn = design(read_axes(texts))
    cells = []
    for number, levels in enumerate(drawn.cells):
        values = drawn.values(levels)
        try:
            spec = dice_spec("=".join(values[0]), seed=seed, count=games)
            cells.append(Cell(number, values, 2, spec))
        except BadInput as error:
            cells.append(Cell(number, values, 2, None, tuple(map(str, error.faults))))
    base = dice_spec("target=10", seed=seed, count=games)
    return SweepPlan("dice", drawn, {2: base}, tuple(cells), ("random",), seed, games, metrics)


def test_the_integers_are_those_of_a_run():
    (table,) = sweep(make_plan("target=9..12")).tables
    for one in table.outcomes:
        assert one.counted.tally.digest() == run(one.cell.spec).tally.digest()
    assert [one.is_base for one in table.outcomes] == [False, True, False, False]


@pytest.mark.parametrize("setting", ["target=12", "cap=12"])
def test_a_row_from_single_plays_is_the_kernels_own(setting):
    spec = dice_spec(setting, 3)
    prepared = spec.prepared()
    row = tally_row(prepared, prepared.each(5, 100, 700))
    assert np.array_equal(row, prepared.count_plays(5, 100, 700))
    adder = Adder(prepared.width)
    adder.add(row)
    assert adder.tally(prepared.measures, prepared.seats).capped > 0 or setting != "cap=12"


def test_a_value_outside_its_range_is_a_failed_run():
    prepared = dice_spec("faulty=true").prepared()
    with pytest.raises(FailedRun, match="turns"):
        tally_row(prepared, prepared.each(1, 0, 10))


def test_a_base_that_is_not_kept_in_memory_gives_the_same(monkeypatch):
    base, other = dice_spec("target=10"), dice_spec("target=12")
    kept = count_cell(Base(base, 2), other, ["turns"], 2)
    monkeypatch.setattr("simulate.studies.cells.MOST_KEPT", 0)
    again = count_cell(Base(base, 2), other, ["turns"], 1)
    assert (again.tally, again.pairs) == (kept.tally, kept.pairs)
    assert again.differences["turns"].d.as_dict() == kept.differences["turns"].d.as_dict()


def test_finds_are_those_that_differ():
    swept = sweep(make_plan("target=10..13", games=6000))
    (table,) = swept.tables
    found = {one.cell.number: {name for name, e in one.effects.items() if e.found} for one in table.outcomes}
    assert found[0] == set()
    assert all("turns" in found[number] for number in (1, 2, 3))
    assert swept.hypotheses == 3 * 4
    assert all(e.interval.low > 0 for one in table.outcomes[1:] for name, e in one.effects.items() if name == "turns")
    # The same dice under the same luck: ties cannot happen, so nothing can be found there.
    assert all("tie" not in names for names in found.values())


def test_a_difference_of_three_standard_errors_is_found_in_a_short_sweep_too():
    # Tuned to the margin of 1 pp, which 1500 games cannot tell from nothing, its e-value would be 5, not 20 or more.
    (table,) = sweep(make_plan("target=5..10:5", games=1500, metrics=("win_share.0",))).tables
    found = table.outcomes[0].effects["win_share.0"]
    assert 3.0 < 1.96 * abs(found.interval.value) / found.interval.half_width < 3.5
    assert found.found
    assert table.widths["win_share.0"] > table.margins["win_share.0"]
    (long,) = sweep(make_plan("target=10,11", games=100_000, metrics=("win_share.0",))).tables
    assert long.widths == long.margins


def test_nothing_is_found_where_nothing_differs():
    # Cells of equal rules under other luck: every find would be false.
    finds = 0
    for seed in range(40):
        base = Base(dice_spec("target=10", seed=seed, count=2000), 1)
        other = dice_spec("target=10", seed=seed, count=2000)
        counter = count_cell(Shifted(base), other, ["win_share.0", "turns"], 1)
        known = {q.name: q for q in _quantities(base)}
        finds += sum(effect(counter, known[name], width).log_e > np.log(40 * 3 / 0.05)
                     for name, width in (("win_share.0", 0.01), ("win_share.0", 0.05), ("turns", 1.0)))  # fmt: skip
    assert finds == 0


class Shifted:
    """A base whose play i is another game's."""

    def __init__(self, base: Base) -> None:
        self.seed, self.prepared = base.seed, base.prepared

    def play(self):
        pass

    def each(self, first, count):
        return self.prepared.each(self.seed, first + 10**6, count)


def _quantities(base):
    from simulate.studies.pairs import quantities

    return quantities(base.prepared, base.prepared)


def test_an_impossible_cell_keeps_its_reason_and_stops_nothing():
    (table,) = sweep(make_plan("target=10,50,61")).tables
    statuses = [one["status"] for one in sweep(make_plan("target=10,50,61")).document()["results"][0]["cells"]]
    assert statuses == ["played", "played", "not playable"]
    assert "allowed" in table.outcomes[2].cell.reasons[0]


def test_what_was_kept_saves_plays_and_changes_nothing():
    ledger, plan = Ledger(), make_plan("target=10..12")
    first, second = (sweep(plan, Keeping(Threads(2), ledger)).document() for _ in range(2))
    assert first["engine"]["cells_played"] == 3
    assert second["engine"]["cells_played"] == 0
    del first["engine"], second["engine"]
    assert first == second
    other = sweep(replace(plan, metrics=("turns",)), Keeping(Threads(2), ledger)).document()
    assert set(other["results"][0]["margins"]) == {"turns"}
    assert other["engine"]["cells_played"] == 3


def test_it_is_the_same_for_any_number_of_threads():
    one, three = (sweep(make_plan("target=10..12"), jobs=jobs).document() for jobs in (1, 3))
    del one["engine"], three["engine"]
    assert one == three


def test_an_interrupted_sweep_tells_its_finished_cells_and_goes_on(monkeypatch):
    ledger, plan = Ledger(), make_plan("target=10..13")
    played = []

    def stopping(base, spec, names, engine):
        if len(played) == 2:
            raise KeyboardInterrupt
        played.append(spec)
        return count_cell(base, spec, names, engine)

    monkeypatch.setattr("simulate.studies.sweep.count_cell", stopping)
    found = sweep(plan, Keeping(Threads(2), ledger))
    assert found.interrupted
    assert [c["status"] for c in found.document()["results"][0]["cells"]] == ["played"] * 2 + ["not played yet"] * 2
    monkeypatch.setattr("simulate.studies.sweep.count_cell", count_cell)
    rest, whole = sweep(plan, Keeping(Threads(2), ledger)).document(), sweep(plan).document()
    assert rest["engine"]["cells_played"] == 2
    del rest["engine"], whole["engine"]
    assert rest == whole


def test_an_unknown_metric_is_told_with_the_nearest():
    with pytest.raises(BadInput, match="did you mean turns"):
        sweep(make_plan("target=10", metrics=("turn",)))


def test_pairs_left_out_weaken_what_is_known_of_shares():
    base = Base(dice_spec("target=10", count=4000), 1)
    known = {q.name: q for q in _quantities(base)}
    whole = count_cell(base, dice_spec("target=20", count=4000), ["win_share.0", "turns"], 1)
    assert whole.left_out == 0
    partly = replace(whole, pairs=4100, left_out=100)
    for name, margin, weaker in (("win_share.0", 0.01, True), ("turns", 1.0, False)):
        one, other = effect(whole, known[name], margin), effect(partly, known[name], margin)
        assert (other.log_e < one.log_e - 1) is weaker
        assert (other.interval.high > one.interval.high + 0.01) is weaker
        assert (other.interval.low < one.interval.low - 0.01) is weaker


def test_a_capped_cell_claims_nothing_it_cannot_know():
    base = dice_spec("target=10", count=4000)
    known = {q.name: q for q in _quantities(Base(base, 1))}
    capped = count_cell(Base(base, 1), dice_spec("cap=6", count=4000), ["win_share.0"], 1)
    assert capped.left_out > 400
    found = effect(capped, known["win_share.0"], 0.01)
    assert found.interval.low < -0.1
    assert found.log_e < 0
    assert imbalance(capped.tally) > 0


def test_differences_that_cancel_are_not_no_difference():
    base = Base(dice_spec("target=10", count=400), 1)
    known = {q.name: q for q in _quantities(base)}["turns"]
    counted = count_cell(base, dice_spec("target=11", count=400), ["turns"], 1)
    cancelled = Difference(Histogram.from_values(np.array([-2, 2] + [0] * 398)))
    found = effect(replace(counted, differences={"turns": cancelled}), known, 1.0)
    assert found.interval.value == 0
    assert found.log_e == -np.inf
    assert not found.alike
    assert not is_alike(found.document())
    same = effect(count_cell(base, dice_spec("cap=400", count=400), ["turns"], 1), known, 1.0)
    assert same.alike
    assert is_alike(same.document())

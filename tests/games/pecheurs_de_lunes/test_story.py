"""Stories: golden texts, and every number in them from the recorded states."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from simulate.games.contract import Story
from simulate.games.pecheurs_de_lunes import GAME
from simulate.games.pecheurs_de_lunes.board import cell_names, draw, row_name
from tests.games.pecheurs_de_lunes.glue import measured, prepared_for, rules_of, shipped

GOLDEN = Path(__file__).parent / "golden"
REGENERATE = os.environ.get("FAIRDEAL_REGENERATE") == "1"
TOLD = {
    "classic_two_random": ("classic", ("random", "random"), 4),
    "classic_three_mixed": ("classic", ("greedy", "random", "random"), 9),
    "ring_two_random": ("ring", ("random", "random"), 2),
    "leaving_two_greedy": ("leaving", ("greedy", "greedy"), 3),
    "snake_two_greedy": ("snake", ("greedy", "greedy"), 1),
    "crescent_two_random": ("crescent", ("random", "random"), 8),
}
SEED = 2026


def story_of(name: str) -> Story:
    variant, policies, index = TOLD[name]
    prepared = prepared_for(shipped(variant).rules_for(len(policies)), len(policies), policies)
    return GAME.tell(prepared.rules, prepared.players, prepared.record(SEED, index))


def text_of(story: Story) -> str:
    parts = ["\n".join(story.setup)]
    parts += ["\n".join([f"seat {turn.seat}: {turn.text}", *turn.board]) for turn in story.turns]
    return "\n\n".join([*parts, "\n".join(story.end)]) + "\n"


@pytest.mark.parametrize("name", TOLD)
def test_golden_story(name: str) -> None:
    text = text_of(story_of(name))
    file = GOLDEN / f"{name}.txt"
    if REGENERATE:
        file.write_text(text, encoding="utf-8")
        pytest.skip("regenerated")
    assert text == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", TOLD)
def test_boards_fit_a_terminal_and_the_end_is_what_the_run_counts(name: str) -> None:
    variant, policies, index = TOLD[name]
    prepared = prepared_for(shipped(variant).rules_for(len(policies)), len(policies), policies)
    story = story_of(name)
    assert max(len(line) for turn in story.turns for line in turn.board) <= 80
    assert max(len(line) for line in [*story.setup, *story.end]) <= 80
    counted = measured(prepared, SEED, index)
    assert f"after {counted['turns']} turns; {counted['tiles_left']} tile" in story.end[0]
    for seat in range(len(policies)):
        assert f"seat {seat}: {counted[f'score.{seat}']} moons" in story.end[1]
    assert story.end[2].startswith("Seats" if len(counted["winners"]) > 1 else f"Seat {min(counted['winners'])} wins")


def test_story_of_a_capped_play_says_so() -> None:
    from dataclasses import replace

    prepared = prepared_for(rules_of(), 2)
    recorded = prepared.record(1, 1)
    cut = replace(
        recorded, states=recorded.states[:6], seats=recorded.seats[:5], actions=recorded.actions[:5], winners=0
    )
    assert GAME.tell(prepared.rules, 2, cut).end == ("Stopped after 5 turns: the limit of decisions was reached.",)


def test_figures_stuck_in_the_set_up_are_told() -> None:
    rules = rules_of(
        terrain={"shape": "rectangle", "width": 2, "height": 1}, figures_per_player=1,
        tiles={"neutral": 2, "moons": {2: 0, 3: 0, 4: 0, 6: 0}, "jump": 0, "swap": 0},
    )  # fmt: skip
    prepared = prepared_for(rules, 2)
    story = GAME.tell(rules, 2, prepared.record(1, 1))
    assert any("had no free tile beside them" in line for line in story.setup)
    assert story.turns == ()
    assert story.end[-1] == "Seats 0 and 1 have the most moons and share first place."


def test_board_of_a_position() -> None:
    rules = shipped("crescent").rules
    prepared = prepared_for(rules, 2)
    state = prepared.record(SEED, 8).states[0]
    lines = draw(rules.terrain.cells(), state, 2)
    assert len(lines) == 9
    assert (lines[0][-2:], lines[8][-2:]) == (" s", " s")
    assert (lines[4].split()[1], lines[4].split()[3]) == ("6", "6")
    assert " ".join(lines).count("*") == 4


def test_names_of_rows_and_cells() -> None:
    assert [row_name(row) for row in (0, 25, 26, 63)] == ["a", "z", "aa", "bl"]
    assert cell_names(rules_of(terrain={"shape": "ring", "side": 2, "hole": 1}).terrain.cells()) == (
        "a1", "a2", "b1", "b2", "c1", "c2",
    )  # fmt: skip

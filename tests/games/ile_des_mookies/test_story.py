"""Stories: golden texts, and that they say what was counted."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from simulate.games.contract import Story
from simulate.games.ile_des_mookies.story import tell
from simulate.games.ile_des_mookies.variant import Rules
from tests.games.ile_des_mookies.plays import MIXES, SHIPPED, prepared, rules_of

GOLDEN = Path(__file__).parent / "golden"
TOLD = [(name, MIXES[number % len(MIXES)]) for number, name in enumerate(SHIPPED)]


def as_text(story: Story) -> str:
    """A story as one text."""
    lines = [*story.setup, ""]
    for turn in story.turns:
        lines += [turn.text, *turn.board]
    return "\n".join([*lines, "", *story.end, ""])


@pytest.mark.parametrize(("name", "policies"), TOLD, ids=[name for name, _ in TOLD])
def test_a_story_is_as_it_was(name: str, policies: tuple[str, str]) -> None:
    """FAIRDEAL_REGENERATE=1 writes the texts anew; such a run is no pass."""
    rules = rules_of(name)
    text = as_text(tell(rules, 2, prepared(rules, policies).record(1, 2)))
    file = GOLDEN / f"{name}.txt"
    if os.environ.get("FAIRDEAL_REGENERATE") == "1":
        file.write_text(text, encoding="utf-8")
        pytest.skip(f"{file.name} written anew: read it, then run again")
    assert text == file.read_text(encoding="utf-8")


def test_lines_fit_a_terminal() -> None:
    for file in GOLDEN.glob("*.txt"):
        assert max(map(len, file.read_text(encoding="utf-8").splitlines())) <= 80


@pytest.mark.parametrize("tie_break", ["youngest", "shared", "fewest_spiders", "most_mookies"])
def test_the_end_names_the_winner_and_the_reason(tie_break: str) -> None:
    rules = Rules(stars=[1, 1, 1, 1, 1], tie_break=tie_break)  # type: ignore[arg-type]  # one of the choices
    play = prepared(rules)
    reasons = set()
    for index in range(60):
        recorded = play.record(2, index)
        story, last = tell(rules, 2, recorded), recorded.states[-1]
        stars, winners = [int(s) for s in last["stars"]], int(last["winners"])
        assert story.end[-3].endswith(f"; {stars[0]} stars.")
        assert story.end[-2].endswith(f"; {stars[1]} stars.")
        said = story.end[-1]
        if winners == 3:
            assert said == f"Equal stars (tie-break: {tie_break}): both seats share the win."
        elif stars[0] != stars[1]:
            assert said == f"Seat {0 if stars[0] > stars[1] else 1} wins by stars."
        else:
            assert said.startswith(f"Equal stars: seat {winners - 1} wins by ")
        reasons.add(said)
    assert len(reasons) >= 3

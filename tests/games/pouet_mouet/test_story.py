"""Stories: golden texts, and that they say what was counted."""

from __future__ import annotations

import os
import textwrap
from pathlib import Path

import pytest

from simulate.games.contract import Story
from simulate.games.pouet_mouet.story import tell
from tests.games.pouet_mouet.plays import DEALT, mixes, prepared, rules_of

GOLDEN = Path(__file__).parent / "golden"
TOLD = [("jedisjeux", 4), ("jedisjeux", 6), ("jedisjeux", 8), ("grid_3x3", 6), ("grid_5x5", 8), ("children", 4)]


def as_text(story: Story) -> str:
    """A story as one text."""
    lines = [*story.setup, ""]
    for turn in story.turns:
        lines += [*textwrap.wrap(turn.text, 80), *turn.board]
    return "\n".join([*lines, "", *story.end, ""])


@pytest.mark.parametrize(("name", "players"), TOLD)
def test_a_story_is_as_it_was(name: str, players: int) -> None:
    """FAIRDEAL_REGENERATE=1 writes the texts anew; such a run is no pass."""
    rules = rules_of(name, players)
    text = as_text(tell(rules, players, prepared(rules, players, mixes(players)[2]).record(1, 2)))
    file = GOLDEN / f"{name}_{players}.txt"
    if os.environ.get("FAIRDEAL_REGENERATE") == "1":
        file.write_text(text, encoding="utf-8")
        pytest.skip(f"{file.name} written anew: read it, then run again")
    assert text == file.read_text(encoding="utf-8")


@pytest.mark.parametrize(("name", "players"), DEALT)
def test_stories_tell_every_signal_and_end(name: str, players: int) -> None:
    rules = rules_of(name, players)
    for policies in mixes(players)[:3]:
        play = prepared(rules, players, policies)
        for index in range(10):
            recorded = play.record(2, index)
            story, last = tell(rules, players, recorded), recorded.states[-1]
            lines = [*story.setup, *story.end, *(line for turn in story.turns for line in turn.board)]
            assert max(map(len, lines)) <= 80
            words = [turn.text for turn in story.turns]
            assert sum("has a seagull under the plane" in text for text in words) == len(recorded.actions)
            assert sum(text.count("given again") for text in words) == int(last["turns"]) - len(recorded.actions)
            finishes = sum(": finish" in text or "That is the finish" in text for text in words)
            assert finishes == int(last["finished"].sum())
            assert sum("crash." in text for text in words) == players // 2 - finishes
            assert f"{int(last['duration']) / 1000:.3f} s" in " ".join(story.end)

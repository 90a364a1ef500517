"""A play told: who does what, the position after it, and what the play is counted for."""

from __future__ import annotations

import json

from reports.story import story_document, story_text
from simulate.games.contract import Story, Turn
from tests.reports.made import metric, result

STORY = Story(("Set up.",), (Turn(0, "goes west.", ("a b", "c d")), Turn(1, "Seat 1 stays.", ())), ("Seat 0 wins.",))
METRICS = {
    "turns": metric(2, None, None, 1, "turns"),
    "margin": metric(2.5, None, None, 1, "points"),
    "score.0": metric(None, None, None, 0),
}


def test_the_text_in_full():
    assert story_text("Toy: play 3", STORY, METRICS, "seat") == (
        "Toy: play 3\n\nSet up.\n\n1. seat 0: goes west.\na b\nc d\n\n2. Seat 1 stays.\n\nSeat 0 wins.\n\n"
        "counted for this play  value  unit\n"
        "turns                      2  turns\n"
        "margin                   2.5  points\n"
        "score.0                    ?  share\n"
    )


def test_the_document_holds_the_same_and_is_json():
    found = story_document(result([1, 0], 1), 3, STORY)
    assert json.loads(json.dumps(found)) == found
    assert found["schema"] == "fairdeal.replay/1"
    assert found["play"] == 3
    assert found["turns"][0] == {"seat": 0, "text": "goes west.", "board": ["a b", "c d"]}
    assert found["metrics"]["win_share.0"] == {"value": 1.0, "unit": "share"}

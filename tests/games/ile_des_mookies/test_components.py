"""A component is named by the letter that pictures and variant files give its face."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from simulate.games.ile_des_mookies import picture
from simulate.games.ile_des_mookies.course import components
from simulate.games.ile_des_mookies.words_fr import WORDS
from simulate.games.worth import Worth
from tests.runs.shipped import load


@pytest.mark.parametrize("stars", [[1, 1, 2, 2, 3], [3, 1, 2, 1, 2]])
def test_a_component_has_the_letter_of_its_face(stars):
    rules = load("ile_des_mookies").rules_for(2).model_copy(update={"stars": tuple(stars)})
    found = components(rules, 2)
    assert {one.name for one in found} == {
        "spider",
        *(f"{kind}_{letter}" for kind in ("family", "legendary") for letter in "ABCDE"),
    }
    for one in found:
        letter = one.name.rpartition("_")[2]
        drawn = ElementTree.fromstring(picture.draw_worth(rules, 2, {one.name: Worth(1.0, 0.5, 1.5, "1.0", "")}))
        letters = {"".join(text.itertext()) for text in drawn.iter("{http://www.w3.org/2000/svg}text")} & set("ABCDEF")
        if one.name == "spider":
            assert not letters
            continue
        assert letters == {letter}
        assert f"family {letter} (trophy of {stars['ABCDE'.index(letter)]} " in one.meaning
        assert one.name.replace("_", " ") in WORDS

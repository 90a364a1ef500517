"""The worth of components drawn on them: sound SVG of every variant, figures and looks, its place on a page."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from fairdeal.valuing import worth_drawn, worths_of
from reports.languages import language
from reports.pages.measured import component_section
from reports.pages.model import Picture, Shown
from reports.terms import Terms
from simulate.games.registry import games
from simulate.games.worth import Worth, largest, shade
from tests.reports.made import metric, result
from tests.reports.test_pictures import VARIANTS, prepared_at

EN, FR = language("en"), language("fr")


def components_of(prepared):
    found = prepared.game.course_part("components")
    return [one.name for one in found(prepared.rules, prepared.players)] if found else []


def shown_with(names, lang, n=1000):
    """A run in which component i goes with i percentage points more, from -1 on, give or take half a point."""
    more = {}
    for i, name in enumerate(names):
        value = (i - 1) / 100
        more[f"worth.{name}"] = metric(value, value - 0.005, value + 0.005, n, "pp")
    return Shown(result([500, 500], n, more=more), Terms("Toy", lang.say("seat.word")))


@pytest.mark.parametrize("name", VARIANTS)
def test_components_of_every_variant_are_drawn_with_their_figures(name):
    one = prepared_at(name)
    names = components_of(one)
    drawn = worth_drawn(one, shown_with(names, EN), EN)
    assert drawn is not None
    root = ElementTree.fromstring(drawn.svg)
    words = {"".join(text.itertext()) for text in root.iter("{http://www.w3.org/2000/svg}text")}
    figures = {found.label for found in worths_of(shown_with(names, EN), EN).values()}
    assert words & figures
    assert all(figure in drawn.alt for figure in figures)
    assert "nan" not in drawn.svg.replace("dominant", "")
    assert "95 %" in drawn.caption.replace("\N{NO-BREAK SPACE}", " ")
    assert "1\N{NO-BREAK SPACE}000 games" in drawn.caption


@pytest.mark.parametrize("name", [game.name for game in games().values()])
def test_a_component_of_which_nothing_is_known_has_no_figure(name):
    one = prepared_at(name)
    shown = shown_with(components_of(one), EN)
    last = f"worth.{components_of(one)[-1]}"
    shown.result["metrics"][last] |= {"value": 0.99, "low": None, "high": None}
    drawn = worth_drawn(one, shown, EN)
    assert drawn is not None
    assert "99" not in "".join(ElementTree.fromstring(drawn.svg).itertext()).replace("-0.99", "")


def test_nothing_is_drawn_of_a_run_that_counted_no_worths():
    assert worth_drawn(prepared_at(next(iter(games()))), shown_with([], EN), EN) is None


def test_what_may_be_nothing_has_no_shade_and_the_rest_one_by_its_size():
    looks = {value: Worth(value, value - 1, value + 1, "", "") for value in (-4.0, 0.5, 2.0, 10.0)}
    most = largest({str(value): one for value, one in looks.items()})
    assert [shade(one, most) for one in looks.values()] == ["loss d2", "open", "gain d1", "gain d5"]


def test_the_picture_stands_on_the_page_with_figures_as_the_language_writes_them():
    one = prepared_at(next(iter(games())))
    names = components_of(one)
    shown = shown_with(names, FR)
    drawn = worth_drawn(one, shown, FR)
    whole = Shown(shown.result, shown.terms, worth=drawn)
    section = component_section([f"worth.{name}" for name in names], whole, FR, "r1-")
    assert section is not None
    (picture,) = [block for block in section.blocks if isinstance(block, Picture)]
    assert picture.name == "r1-components"
    assert "-1,0" in picture.svg
    assert "-1,5 à -0,5" in picture.svg

"""Plots: the same bytes every time, text as text, a text alternative, and what a page takes of them."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from fairdeal.reporting import page_of
from reports.languages import language
from reports.plots.axes import _places
from reports.plots.canvas import drawn
from reports.plots.distributions import Counted
from tests.reports.documents import document, entry

PLOTS = page_of(document(entry([300, 330, 370])), language("en"), ["fairdeal run toy"]).page.plots()
NAMES = [plot.name for plot in PLOTS]


def test_a_run_has_these_plots():
    assert NAMES == ["seats", "length", "scores", "margin"]


@pytest.mark.parametrize("plot", PLOTS, ids=NAMES)
def test_the_same_bytes_every_time(plot):
    first, second = drawn(plot), drawn(plot)
    assert first.svg == second.svg
    assert first.inline == second.inline
    assert first.png == second.png
    assert first.png.startswith(b"\x89PNG")


@pytest.mark.parametrize("plot", PLOTS, ids=NAMES)
def test_a_file_says_what_it_shows(plot):
    root = ElementTree.fromstring(drawn(plot).svg)
    texts = {child.tag.rpartition("}")[2]: child.text for child in root}
    assert texts["title"] == plot.title
    assert texts["desc"] == plot.alt
    assert root.get("role") == "img"
    words = " ".join("".join(one.itertext()) for one in root.iter("{http://www.w3.org/2000/svg}text"))
    assert plot.caption.split()[0] in words
    assert "1\N{NO-BREAK SPACE}000" in words.replace("&#160;", "\N{NO-BREAK SPACE}")


@pytest.mark.parametrize("plot", PLOTS, ids=NAMES)
def test_on_a_page_only_the_axes_are_left(plot):
    inline = drawn(plot).inline
    root = ElementTree.fromstring(inline)
    words = " ".join("".join(one.itertext()) for one in root.iter())
    assert plot.title.split(":")[0] not in words
    assert root.get("aria-label") == plot.alt
    assert not re.search(r"#[0-9a-f]{6}\b", inline.replace("#ffffff", "")), "a colour that does not follow the page's"
    ids = re.findall(r' id="([^"]*)"', inline)
    assert all(one.startswith(f"{plot.name}-") for one in ids)
    assert len(set(ids)) == len(ids)
    assert "http" not in inline.replace("http://www.w3.org/", "")


def test_no_date_and_no_program_in_a_file():
    assert "matplotlib.org" not in drawn(PLOTS[0]).svg
    assert not re.search(r"20\d\d-\d\d", drawn(PLOTS[0]).svg)


def test_quantiles_of_counts():
    counted = Counted("x", [0, 10, 80, 10])
    assert [counted.at(q) for q in (0.05, 0.5, 0.95)] == [1, 2, 3]


@pytest.mark.parametrize(("step", "places"), [(10, 0), (0.5, 1), (0.25, 2), (2.5, 1), (0.001, 3)])
def test_ticks_have_the_decimals_they_need(step, places):
    assert _places(step) == places


def test_no_global_state_of_matplotlib():
    import sys

    assert "matplotlib.pyplot" not in sys.modules

"""The pages of all studies in a real browser, a start for each width: no error, no request, text for every picture."""

from __future__ import annotations

import re

import pytest

from fairdeal.reporting import page_of
from reports.html import page_html
from reports.languages import language
from reports.plots.canvas import drawn
from tests.reports import studies
from tests.reports.browser import ask_all, needs_chromium, pdf

pytestmark = needs_chromium

SCRIPT = """
  const named = one => one.getAttribute('aria-label') || one.alt;
  const levels = [...document.querySelectorAll('h1,h2,h3,h4,h5')].map(one => Number(one.tagName[1]));
  const wide = [...document.querySelectorAll('.scroll')].filter(one => one.scrollWidth > one.clientWidth + 1);
  return {
    bare: [...document.querySelectorAll('svg, img')].filter(one => !named(one)).length,
    pictures: document.querySelectorAll('svg').length, lang: document.documentElement.lang, first: levels[0],
    jumps: levels.filter((level, i) => i && level > levels[i - 1] + 1).length, cut: wide.map(one => one.ariaLabel),
    headless: [...document.querySelectorAll('table')].filter(one => !one.querySelector('th[scope=col]')
               || !one.caption.textContent).length,
    twice: [...document.querySelectorAll('[id]')].map(one => one.id).filter((id, i, all) => all.indexOf(id) !== i),
    verdict: document.querySelectorAll('.verdict').length,
  }"""
WITHOUT_PLOTS = ("gate", "solve")


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    found = {}
    for number, name in enumerate(studies.NAMES):
        made = page_of(studies.of(name), language("fr" if number % 2 else "en"))
        plots = {plot.name: drawn(plot) for plot in made.page.plots()}
        found[name] = page_html(made.page, plots, made.digest)
    return found


@pytest.mark.parametrize("width", [360, 1280])
def test_every_page_holds_at_this_width(pages, width):
    for name, found in ask_all(pages, SCRIPT, width=width).items():
        answer = found["answer"]
        assert (name, found["noted"], found["requests"]) == (name, [], [])
        assert found["inner"] == width
        assert (name, found["wide"] <= width) == (name, True)
        assert (name, answer["bare"], answer["first"], answer["jumps"], answer["headless"]) == (name, 0, 1, 0, 0)
        assert answer["twice"] == []
        assert answer["verdict"] >= 1
        assert bool(answer["pictures"]) == (name not in WITHOUT_PLOTS)
        assert (name, answer["cut"]) == (name, [])


def test_a_page_with_wide_tables_prints_on_a4(pages):
    printed = pdf(pages["sweep"])
    boxes = {
        tuple(round(float(one)) for one in found.split()) for found in re.findall(rb"/MediaBox ?\[([^\]]*)\]", printed)
    }
    assert boxes == {(0, 0, 595, 842)}


def test_pages_are_small_and_the_same_every_time(pages):
    assert all(len(page.encode()) < 1_000_000 for page in pages.values())
    made = page_of(studies.of("compare"), language("en"))
    plots = [{plot.name: drawn(plot) for plot in made.page.plots()} for _ in range(2)]
    assert [one.svg for one in plots[0].values()] == [one.svg for one in plots[1].values()]
    assert page_html(made.page, plots[0], made.digest) == page_html(made.page, plots[1], made.digest)

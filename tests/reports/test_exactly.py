"""Exact values beside simulated ones in a run's report: both figures, their difference, what is left out."""

from __future__ import annotations

import pytest

from fairdeal.reporting import brief_of, page_of
from reports.languages import CODES, language
from reports.markdown import page_markdown
from reports.numbers import plain_spaces
from reports.pages.model import Table
from reports.plain import text_report
from reports.terms import Terms
from reports.text import Entry, report
from tests.reports.documents import document, entry

EN = language("en")


def value(metric, exact, errors, agrees=True):
    simulated = {"value": 0.54, "low": 0.52, "high": 0.56, "n": 1000, "kind": "fixed-n"}
    return {
        "metric": metric, "policies": "random", "exact": exact, "fraction": None, "unit": "share", "note": "",
        "simulated": simulated, "standard_errors": errors, "agrees": agrees,
    }  # fmt: skip


def known(*values, **more):
    return entry() | {"exact": {"values": list(values), **more}}


def texts(one):
    """The report of an entry in every form."""
    page = page_of(document(one), EN).page
    return [
        plain_spaces(" ".join(text.split()))
        for text in (
            report([Entry(one, Terms("Toy"))]), page_markdown(page), text_report([brief_of(one, EN)], EN),
        )
    ]  # fmt: skip


def test_every_form_shows_both_figures_and_their_difference():
    for text in texts(known(value("win_share.0", 0.537, 0.29), value("tie", 0.041, -1.5))):
        assert "53.7000" in text
        assert "+0.29" in text
        assert "-1.50" in text
        assert "CONTRADICTION" not in text


def test_a_contradiction_comes_first():
    for text in texts(known(value("win_share.0", 0.637, -9.5, agrees=False))):
        assert text.index("CONTRADICTION") < text.index("seat 0 wins")
        assert "-9.50" in text
    page = page_of(document(known(value("win_share.0", 0.637, None, agrees=False))), EN).page
    table = next(one for one in page.walk() if isinstance(one, Table) and "off by" in one.header)
    assert table.marked == {0}
    assert "∞" in table.rows[0]


@pytest.mark.parametrize(("why", "said"), [("work", "more work than a run spends"), ("rules", "not known for these")])
def test_what_is_left_out_is_said(why, said):
    for text in texts(known(left_out=why, reason="")):
        assert said in text
        assert "off by" not in text


@pytest.mark.parametrize("code", CODES)
def test_the_section_has_words_in_every_language(code):
    page = page_of(document(known(value("win_share.0", 0.537, 0.29))), language(code)).page
    section = next(one for one in page.sections if one.anchor == "exact")
    assert section.heading == language(code).say("exact.heading")


def test_a_run_that_knows_nothing_exactly_has_no_such_section():
    assert all(one.anchor != "exact" for one in page_of(document(), EN).page.sections)

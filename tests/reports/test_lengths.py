"""The section on lengths: quantiles stand beside the means that they are of, in words."""

from __future__ import annotations

import pytest

from reports.languages import language
from reports.pages.lengths import length_section
from reports.pages.model import Figure, Shown, Table
from reports.pages.run import sections
from reports.terms import Terms
from tests.reports.documents import entry
from tests.reports.made import metric


@pytest.mark.parametrize(
    ("code", "name", "meaning"),
    [
        ("en", "length, 95 % quantile", "95 % of the games do not exceed it"),
        ("fr", "durée, quantile à 95 %", "95 % des parties ne le dépassent pas"),
    ],
)
def test_quantiles_are_told_in_words_beside_their_means(code, name, meaning):
    said, result = language(code), entry()
    result["metrics"]["turns.p95"] = metric(28.0, 28.0, 28.0, 1000, "turns")
    shown = Shown(result, Terms("Toy", said.say("seat.word")))
    table = next(block for block in length_section(shown, said, "", plots=False).blocks if isinstance(block, Table))
    rows = {row[0].replace("\N{NO-BREAK SPACE}", " "): row for row in table.rows}
    assert rows[name][1] == "28"
    assert rows[name][-1].replace("\N{NO-BREAK SPACE}", " ") == meaning
    assert "turns.p95" not in str(list(sections(shown, said)))


def titles(result) -> list[str]:
    said = language("en")
    blocks = length_section(Shown(result, Terms("Toy", "seat")), said, "").blocks
    return [block.plot.title.replace("\N{NO-BREAK SPACE}", " ") for block in blocks if isinstance(block, Figure)]


def test_titles_of_laws_with_one_common_value():
    result = entry()
    assert any("by 1 or less" in title for title in titles(result))
    result["tallies"]["histograms"] |= {"margin": [900, 60, 40], "score.0": [0] * 10 + [50, 50, 900]}
    found = titles(result)
    assert "At least half of the games end with 12 points for seat 0" in found
    assert "In at least half of the games the best two are level" in found

"""The page of a run: order, words, what it says of missing things; its Markdown and text word for word."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from fairdeal.reporting import brief_of, page_of
from reports.languages import language
from reports.markdown import escaped, page_markdown
from reports.numbers import plain_spaces
from reports.pages.model import Figure, Table, Verdict
from reports.pages.registry import schemas
from reports.plain import text_report
from tests.reports.documents import GOALS, document, entry
from variants.errors import BadInput

HERE = Path(__file__).parent / "snapshots"
EN, FR = language("en"), language("fr")
COMMAND = "fairdeal run toy --players 2 --policy random --games 1000 --seed 7"


def compare(name: str, text: str) -> None:
    """Compare with the kept text; SNAPSHOTS=write keeps the new one."""
    path = HERE / name
    if os.environ.get("SNAPSHOTS") == "write":
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


def with_goals():
    return document(entry() | {"goals": GOALS})


@pytest.mark.parametrize("code", ["en", "fr"])
def test_markdown_word_for_word(code):
    page = page_of(with_goals(), language(code), [COMMAND]).page
    compare(f"run.{code}.md", page_markdown(page, plots="plots"))


def test_markdown_of_several_results_word_for_word():
    results = document(entry(), entry([300, 330, 370]), entry([0, 0], capped=1000))
    compare("several.en.md", page_markdown(page_of(results, EN, [COMMAND] * 3).page))


def test_french_text_word_for_word():
    shown = [brief_of(one, FR, COMMAND) for one in (entry(), entry([300, 330, 370]), entry(capped=5))]
    compare("run.fr.txt", text_report(shown, FR))


def test_text_fits_the_terminal():
    text = text_report([brief_of(entry(), FR, COMMAND), brief_of(entry([900, 100]), FR, COMMAND)], FR)
    assert all(len(line) <= 80 or line.startswith("Encore") for line in text.splitlines())


def test_sections_stand_in_the_order_of_a_designers_questions():
    page = page_of(document(), EN, [COMMAND]).page
    assert isinstance(page.blocks[0], Verdict)
    assert [section.anchor for section in page.sections] == [
        "goals", "rules", "seats", "length", "course", "components", "method",
    ]  # fmt: skip


def test_anchors_and_plots_have_names_of_their_own():
    page = page_of(document(entry(), entry()), EN, [COMMAND] * 2).page
    anchors = [inner.anchor for section in page.sections for inner in (section, *section.sections)]
    names = [plot.name for plot in page.plots()]
    assert len(set(anchors)) == len(anchors)
    assert len(set(names)) == len(names) == 8


def test_every_figure_has_its_interval_its_games_and_a_definition():
    page = page_of(document(), EN, [COMMAND]).page
    tables = [block for block in page.walk() if isinstance(block, Table) and block.header[-1] == "what it is"]
    rows = [row for table in tables for row in table.rows]
    assert {"length", "score, seat 0", "margin", "trades"} <= {row[0] for row in rows}
    assert all("–" in row[2] and row[4] == "1\N{NO-BREAK SPACE}000" for row in rows)


def test_assumed_values_are_marked():
    page = page_of(document(), EN, [COMMAND]).page
    rules = next(block for block in page.walk() if isinstance(block, Table) and block.header[0] == "rule")
    assert [rules.rows[i][0] for i in sorted(rules.marked)] == ["deck.pmf"]


def test_a_missed_goal_is_marked():
    page = page_of(with_goals(), EN, [COMMAND]).page
    goals = next(block for block in page.walk() if isinstance(block, Table) and block.header[0] == "goal for")
    assert goals.marked == {1}
    assert [plain_spaces(row[-1]) for row in goals.rows] == ["✓ met", "✗ missed", "? not yet known"]


def test_capped_games_come_before_the_verdict():
    page = page_of(document(entry(capped=3)), EN, [COMMAND]).page
    assert page.blocks[0].kind == "paragraph"
    assert "3 of 1" in page.blocks[0].text


def test_many_results_leave_plots_out_and_say_so():
    page = page_of(document(*[entry()] * 7), EN, [COMMAND] * 7).page
    assert len(page.plots()) == 7
    assert any("left out" in getattr(block, "text", "") for block in page.blocks)


def test_a_document_whose_variant_is_gone_says_so():
    page = page_of(document(), EN).page
    assert any("cannot be told" in getattr(block, "text", "") for block in page.walk())


@pytest.mark.parametrize(
    "bad", [{"schema": "fairdeal.nothing/1"}, {"schema": "fairdeal.run/1", "results": [{}]}, {"schema": None}]
)
def test_what_is_no_document_is_refused(bad):
    with pytest.raises(BadInput):
        page_of(bad, EN)


def test_runs_have_a_page():
    assert "fairdeal.run/1" in schemas()


def test_markdown_escapes_what_would_be_a_mark():
    assert escaped("a_b *c* <d> [e](f) |g|") == r"a\_b \*c\* \<d\> \[e\](f) \|g\|"


def test_plots_know_their_finding():
    plots = page_of(document(entry([500, 500])), EN, [COMMAND]).page.plots()
    assert plots[0].title.startswith("No clear difference")
    assert (
        page_of(document(entry([600, 400])), EN, [COMMAND]).page.plots()[0].title.startswith("Seat 0 wins most often")
    )
    titles = [block.plot.title for block in page_of(document(), FR, [COMMAND]).page.walk() if isinstance(block, Figure)]
    assert titles[1] == "La moitié des parties dure 23 à 26 turns\N{NO-BREAK SPACE}; une sur vingt plus de 28"


def test_a_median_has_a_fixed_n_interval_only_at_a_declared_number_of_games():
    stopped = entry()
    for metric in stopped["metrics"].values():
        metric["kind"] = "anytime"
    captions = [page_of(document(one), EN, [COMMAND]).page.plots()[1].caption for one in (entry(), stopped)]
    assert ["fixed-n" in caption for caption in captions] == [True, False]
    assert all("median 24" in caption for caption in captions)

"""The pages of studies: verdict first, method box last; Markdown and text word for word; figures with intervals."""

from __future__ import annotations

import csv
import io

import pytest

from fairdeal.reporting import page_of
from reports.comparison import comparison_text
from reports.languages import CODES, language
from reports.languages.studies import compare as compare_phrases
from reports.markdown import page_markdown
from reports.numbers import plain_spaces
from reports.pages.frame import digest_of
from reports.pages.model import Command, Figure, Page, Table, Verdict
from reports.pages.registry import schemas
from reports.sweeping import sweep_text
from reports.terminal import page_text
from reports.tuned import tuned_text
from tests.reports import studies
from tests.reports.test_pages import compare
from variants.errors import BadInput

EN = language("en")


def page(name: str, code: str = "en") -> Page:
    return page_of(studies.of(name), language(code)).page


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("name", studies.NAMES)
def test_markdown_word_for_word(name, code):
    compare(f"{name}.{code}.md", page_markdown(page(name, code), plots="plots"))


@pytest.mark.parametrize("name", studies.NAMES)
def test_french_text_word_for_word(name):
    compare(f"{name}.fr.txt", page_text(page(name, "fr")))


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("name", studies.NAMES)
def test_text_fits_the_terminal(name, code):
    text = page_text(page(name, code))
    assert [line for line in text.splitlines() if len(line) > 80 and "fairdeal " not in line] == []


@pytest.mark.parametrize("name", studies.NAMES)
def test_the_verdict_comes_first_and_the_method_last(name):
    one = page(name)
    first = one.blocks[0] if one.sections[0].anchor[0] != "a" else one.sections[0].blocks[0]
    assert isinstance(first, Verdict)
    assert one.sections[-1].anchor == "method"
    assert one.sections[-1].boxed
    commands = [block.line for block in one.sections[-1].blocks if isinstance(block, Command)]
    assert commands == studies.of(name)["commands"]


@pytest.mark.parametrize("name", studies.NAMES)
def test_anchors_and_plots_have_names_of_their_own(name):
    one = page(name)
    anchors, left = [], list(one.sections)
    while left:
        section = left.pop()
        anchors.append(section.anchor)
        left += section.sections
    assert len(set(anchors)) == len(anchors)
    plots = [plot.name for plot in one.plots()]
    assert len(set(plots)) == len(plots)
    assert all(plot.title and plot.caption and plot.alt for plot in one.plots())


@pytest.mark.parametrize("name", studies.NAMES)
def test_a_table_has_a_cell_for_every_column(name):
    for block in page(name).walk():
        if isinstance(block, Table):
            assert {len(row) for row in block.rows} <= {len(block.header)}
            assert len(block.align) == len(block.header)


@pytest.mark.parametrize("name", studies.NAMES)
def test_figures_as_csv(name):
    rows = list(csv.reader(io.StringIO(page_of(studies.of(name), EN).csv)))
    assert len(rows) > 1
    assert {len(row) for row in rows} == {len(rows[0])}
    assert len(set(rows[0])) == len(rows[0])


def test_every_study_has_a_page():
    kinds = {studies.of(name)["schema"] for name in studies.NAMES}
    assert kinds <= set(schemas())


def test_the_digest_leaves_out_what_differs_between_equal_studies():
    one = studies.of("compare")
    other = studies.of("compare")
    other["results"][0]["engine"]["seconds"] = 99
    other["commands"] = []
    assert digest_of(one) == digest_of(other)
    other["results"][0]["plays"]["count"] += 1
    assert digest_of(one) != digest_of(other)


def test_a_comparison_names_who_is_fairer_with_its_interval():
    first = page("compare").blocks[0]
    assert isinstance(first, Verdict)
    assert (first.word, first.tone) == ("B is fairer", "green")
    assert "-7 percentage points (95 %: -9 to -5)" in plain_spaces(first.text)


def changed(outcome: str, **more: object) -> Verdict:
    document = studies.of("compare")
    for one in document["results"][0]["metrics"].values():
        one.update({"outcome": outcome, "material": False, "within_margin": False, **more})
    first = page_of(document, EN).page.blocks[0]
    assert isinstance(first, Verdict)
    return first


def test_the_words_of_a_comparison_follow_its_outcome():
    assert (changed("higher").word, changed("higher").tone) == ("B is less fair", "yellow")
    assert changed("higher", material=True).tone == "red"
    assert changed("equivalent").word.startswith("No difference in fairness")
    assert changed("undecided").tone == ""
    assert "may be nothing" in changed("undecided").text


def test_capped_pairs_are_told_before_the_verdict():
    document = studies.of("compare")
    document["results"][0]["plays"]["left_out"] = 3
    first = page_of(document, EN).page.blocks[0]
    assert first.kind == "paragraph"
    assert "CAPPED: 3 of" in getattr(first, "text", "")


def test_a_sweep_says_that_its_best_is_to_be_confirmed():
    one = page("sweep")
    assert one.blocks[0].kind == "verdict"
    assert "luck helped to choose it" in getattr(one.blocks[1], "text", "")
    refused = next(section for section in one.sections if section.anchor == "refused")
    assert "36 cards x 2 = 70" in str(refused.blocks)


def test_older_sweeps_say_nothing_of_all_cells_together():
    document = studies.of("sweep")
    result = document["results"][0]
    played = [cell for cell in result["cells"] if cell["status"] == "played"]
    for cell in played:
        cell["goals"] = []
    text = " ".join(sweep_text(document, "Toy", "").replace("\xa0", " ").split())
    assert "may be the fairest" not in page_markdown(page_of(document, EN).page)
    assert "all cells together, " not in text
    assert "the words of each cell by itself (Holm, 95 %)" in text
    result["may_be_fairest"] = [cell["number"] for cell in played]
    assert f"{len(played)} of the {len(played)} may be the fairest" in page_markdown(page_of(document, EN).page)
    text = " ".join(sweep_text(document, "Toy", "").replace("\xa0", " ").split())
    assert "(the intervals of all cells together, " in text
    assert "the words on all cells together (Holm, 95 %)" in text


def test_older_searches_do_not_say_that_all_holds_together():
    document = studies.of("tune")
    winner, stands = document["winner"], document["as_it_stands"]
    winner["results"] = [*winner["results"], winner["results"][0] | {"players": 3}]

    def texts() -> tuple[str, str]:
        plain = tuned_text(document, "Toy", "").replace("\xa0", " ")
        return " ".join(plain.split()), page_markdown(page_of(document, EN).page)

    for text in texts():
        assert "95 % together" not in plain_spaces(text)
        assert "the goals of each player count judged together (Holm)" in text
    for one in (winner, stands):
        one["confirmed"] |= {"low": 0.0, "high": 30.0}
    for text in texts():
        assert "95 % together" in plain_spaces(text)
        assert "all goals judged together (Holm)" in text


def test_what_pairing_saved_is_explained_only_where_it_is_shown():
    document = studies.of("compare")

    def texts() -> list[str]:
        plain = comparison_text(document["results"], ["Toy"], [""])
        return [" ".join(plain.split()), page_markdown(page_of(document, EN).page)]

    assert all("how many unpaired games a pair is worth" in text for text in texts())
    for one in document["results"][0]["metrics"].values():
        one["variance_reduction"] = None
    assert not any("how many unpaired games a pair is worth" in text for text in texts())


def test_a_difference_without_interval_says_why():
    document = studies.of("compare")
    why = "(?: no interval yet: too few games, or too few with large values)"
    first = next(iter(document["results"][0]["metrics"].values()))
    document["results"][0]["metrics"] = {"win_share.0": first}
    assert why not in comparison_text(document["results"], ["Toy"], [""])
    first["difference"] |= {"low": None, "high": None}
    assert why in comparison_text(document["results"], ["Toy"], [""])


def test_a_sweep_of_one_axis_or_of_many_is_a_ranking():
    document = studies.of("sweep")
    document["design"]["axes"] = document["design"]["axes"][:1]
    assert [plot.name for plot in page_of(document, EN).page.plots()] == ["ranking"]
    assert [plot.name for plot in page("sweep").plots()] == ["map"]


def test_an_assumption_that_overturns_the_verdict_makes_it_red():
    document = studies.of("sensitivity")
    result = document["results"][0]
    result["dials"][0]["alone"] = "overturns"
    result["dials"][0]["levels"][0]["verdict"] = "met"
    one = page_of(document, EN).page
    first = one.blocks[0]
    assert isinstance(first, Verdict)
    assert first.tone == "red"
    assert "Overturn it alone: pairing.kind" in first.text
    dials = next(block for block in one.walk() if isinstance(block, Table))
    assert dials.marked == {0}


def test_a_failed_lock_marks_what_moved():
    one = page("gate")
    tables = [block for block in one.walk() if isinstance(block, Table) and "moved by" in block.header]
    assert [table.marked for table in tables] == [frozenset({1})]
    assert [block.tone for block in one.walk() if isinstance(block, Verdict)] == ["green", "red"]


def test_the_winner_of_a_search_is_shown_with_its_confirmed_figures():
    one = page("tune")
    assert any(section.anchor == "w2-run" for section in one.sections)
    assert {plot.name for plot in one.plots()} >= {"goals-2", "w2-seats"}
    assert sum(isinstance(block, Figure) for block in one.walk()) == len(one.plots())


@pytest.mark.parametrize("name", studies.NAMES)
def test_a_document_that_lacks_something_is_refused(name):
    document = studies.of(name)
    key = next(key for key in ("results", "locks", "winner") if key in document)
    del document[key]
    with pytest.raises(BadInput, match="is not what its schema"):
        page_of(document, EN)


def test_languages_have_the_same_phrases_of_studies():
    assert set(language("en").phrases) == set(language("fr").phrases)
    assert compare_phrases.PHRASES["en"].keys() == compare_phrases.PHRASES["fr"].keys()

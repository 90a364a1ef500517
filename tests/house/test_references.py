"""What docstrings and pages point at is there; each check is first fed a bad sample that it must catch."""

from __future__ import annotations

import pytest

from tests.house import references, sources

PAGES = [*sorted(sources.ROOT.glob("*.md")), *sorted((sources.ROOT / "docs").rglob("*.md"))]
SAMPLE = sources.ROOT / "docs" / "design.md"


@pytest.mark.parametrize(
    "text",
    [
        "See :func:`simulate.runs.local.no_such_thing`.",
        "See :mod:`simulate.runs.no_such_module`.",
        "See :class:`NoSuchThing`.",
        "See :func:`.no_such_module.at_all`.",
    ],
)
def test_a_reference_to_nothing_is_caught(text):
    assert references.dead_references("simulate.runs.local", text)


def test_a_reference_to_something_is_not():
    text = ":func:`play_locally` :func:`~simulate.runs.local.play_locally` :mod:`simulate.runs` :mod:`.engine`"
    assert not references.dead_references("simulate.runs.local", text)


@pytest.mark.parametrize("module", sources.modules())
def test_docstrings_refer_to_what_is_there(module):
    text = sources.modules()[module].read_text(encoding="utf-8")
    assert not references.dead_references(module, text)


def test_a_dead_link_and_a_dead_path_are_caught():
    assert references.dead_links(
        SAMPLE, "[x](nowhere.md) [y](statistics.md#no-such-heading) [z](statistics.md#goals)"
    ) == [
        "design.md: nowhere.md",
        "design.md: statistics.md#no-such-heading",
    ]
    assert references.dead_paths(SAMPLE, "`simulate/nowhere.py` and `simulate/runs/goals`, `simulate/kernels/`") == [
        "design.md: simulate/nowhere.py"
    ]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_pages_point_at_what_is_there(page):
    text = page.read_text(encoding="utf-8")
    assert not references.dead_links(page, text)
    assert not references.dead_paths(page, text)

"""Sections for metrics that a run counts on request, by what they tell about: the course of play, components, rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from reports.languages.language import Language
from reports.pages.model import Block, Figure, Paragraph, Section, Shown, Table
from reports.pages.words import metric_rows
from reports.plots.plot import Plot
from reports.plots.rows import Row, Words, rows_plot
from simulate.runs.definitions import PARTS, RULES, definition_of, word_in

OWN = "own"
"""The group of a game's own metrics, which have no general definition."""
COURSE = ("closeness", "the lead", "decisions")
"""Groups of the course of play in the order in which they are shown; other groups come after them."""


def group_of(name: str) -> str:
    """What a metric tells about; OWN for one of the game's own."""
    found = definition_of(name)
    return OWN if found is None else found.group


def grouped(names: Sequence[str]) -> dict[str, list[str]]:
    """The names by group: those of the course first, then others, the game's own last."""
    found: dict[str, list[str]] = {group: [] for group in COURSE}
    for name in names:
        found.setdefault(group_of(name), []).append(name)
    own = found.pop(OWN, [])
    return {group: some for group, some in {**found, OWN: own}.items() if some}


def course_sections(groups: Mapping[str, list[str]], one: Shown, language: Language, prefix: str) -> list[Section]:
    """A section for each group of the course that the document has, beside the others that belong nowhere else."""
    shown = [group for group in groups if group not in (OWN, PARTS, RULES)]
    return [
        Section(
            f"{prefix}{group.replace(' ', '-')}", language.phrases.get(f"group.{group}", group),
            [_table(groups[group], one, language)],
        )
        for group in shown
    ]  # fmt: skip


def _table(names: Sequence[str], one: Shown, language: Language) -> Table:
    """Metrics with the band that holds their whole interval."""
    rows = [
        [*row[:5], language.phrases.get(f"band.word.{word}", word), row[5]]
        for name, row in zip(names, metric_rows(list(names), one, language), strict=True)
        for word in [word_in(one.result, name)]
    ]
    keys = ("metric", "value", "interval", "unit", "n", "band", "meaning")
    header = [language.say(f"metrics.{key}") for key in keys]
    return Table(language.say("measured.caption"), header, rows, "LrrlrlL")


def component_section(names: Sequence[str], one: Shown, language: Language, prefix: str) -> Section | None:
    """What a tile, card or face is worth; None when the run did not count it."""
    metrics = one.result["metrics"]
    parts = [name.removeprefix("worth.") for name in names if name.startswith("worth.")]
    if not parts:
        return None
    rows = []
    for part in parts:
        worth, taken = percent_points(metrics[f"worth.{part}"]), metrics.get(f"taken.{part}")
        each = "" if taken is None else f"{language.figure(taken)} ({language.interval(taken)})"
        word = word_in(one.result, f"worth.{part}")
        rows.append([
            one.word(part.replace("_", " ")), each, language.figure(worth), language.interval(worth),
            language.count(worth["n"]), language.phrases.get(f"band.word.{word}", word),
        ])  # fmt: skip
    header = [language.say(f"measured.{key}") for key in ("component", "each", "worth")]
    header += [language.say("metrics.interval"), language.say("metrics.n"), language.say("metrics.band")]
    blocks: list[Block] = [
        Paragraph(language.say("measured.worth.lead", seat=one.terms.seat_word)),
        Table(language.say("measured.worth.caption"), header, rows, "Lrrrrl"),
    ]
    blocks += [replace(one.worth, name=f"{prefix}components")] if one.worth is not None else []
    plot = worth_plot(parts, one, language, f"{prefix}worth")
    blocks += [Figure(plot)] if plot is not None else []
    return Section(f"{prefix}parts", language.say("measured.heading.parts"), blocks)


def percent_points(metric: Mapping[str, Any]) -> dict[str, Any]:
    """A difference of win shares in percentage points."""
    scaled = {key: None if metric[key] is None else 100 * metric[key] for key in ("value", "low", "high")}
    return {**metric, **scaled, "unit": "pp"}


def worth_plot(parts: Sequence[str], one: Shown, language: Language, name: str) -> Plot | None:
    """What one more of each component than the others have is worth; None when too little is known."""
    found = {part: percent_points(one.result["metrics"][f"worth.{part}"]) for part in parts}
    known = {
        part: metric for part, metric in found.items() if metric["low"] is not None and metric["value"] is not None
    }
    if not known:
        return None
    ordered = sorted(known, key=lambda part: -known[part]["value"])
    rows = [
        Row(one.word(part.replace("_", " ")), metric["value"], metric["low"], metric["high"], 0 if metric["low"] <= 0 <=
            metric["high"] else 1, language.figure(metric))
        for part, metric in ((part, known[part]) for part in ordered)
    ]  # fmt: skip
    best = known[ordered[0]]
    sure = best["low"] > 0
    title = language.sentence(
        f"measured.plot.{'most' if sure else 'none'}", part=rows[0].name, worth=language.figure(best),
        interval=language.interval(best),
    )  # fmt: skip
    listed = "; ".join(f"{row.name} {row.label}" for row in rows)
    n, kind = language.count(best["n"]), best["kind"]
    words = Words(
        name, title, language.say("measured.plot.caption", n=n, kind=kind, seat=one.terms.seat_word),
        language.say("measured.plot.alt", listed=listed), language.say("measured.plot.axis"),
    )  # fmt: skip
    return rows_plot(words, rows, language, line=0)


def rule_section(names: Sequence[str], one: Shown, language: Language, prefix: str) -> Section | None:
    """Which of the things that the rules allow do happen; None when the run did not count them."""
    events = [name for name in names if name.startswith("happens.")]
    return (
        None
        if not events
        else Section(f"{prefix}coverage", language.say("measured.heading.rules"), list(_events(events, one, language)))
    )


def _events(names: Sequence[str], one: Shown, language: Language) -> Iterator[Block]:
    metrics = one.result["metrics"]
    never = [name for name in names if metrics[name]["value"] == 0]
    yield Paragraph(language.say("measured.coverage", some=len(names) - len(never), all=len(names)))
    rows = [
        [
            one.word(name.removeprefix("happens.").replace("_", " ")), language.figure(metrics[name], sign=False),
            language.interval(metrics[name]), language.count(metrics[name]["n"]),
            one.word(str(one.terms.meanings.get(name, ""))),
        ]
        for name in names
    ]  # fmt: skip
    keys = ("measured.event", "measured.games", "metrics.interval", "metrics.n", "metrics.meaning")
    marked = frozenset(i for i, name in enumerate(names) if name in never)
    said = [one.terms.meanings.get(name, "") for name in names]
    foreign = frozenset[int]() if language.code == "en" or all(text in one.words for text in said) else frozenset({4})
    yield Table(
        language.say("measured.events.caption"), [language.say(key) for key in keys], rows, "LrrrL", marked, foreign
    )

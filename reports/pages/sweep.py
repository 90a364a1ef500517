"""The page of a sweep: which setting looks fairest, the map or the ranking, every cell, what cannot be played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from reports.advantage import BANDS, band
from reports.languages.language import Language
from reports.numbers import half_width
from reports.pages.amounts import amount, ends, in_words
from reports.pages.compare import played_by
from reports.pages.frame import Answer, method_box, study_page
from reports.pages.given import GameWords, Given
from reports.pages.model import Block, Figure, Page, Paragraph, Section, Table, Verdict
from reports.plots.heat import Axis, MapCell, fits, heat_plot, is_roomy
from reports.plots.plot import Plot
from reports.plots.rows import Row, Words, rows_plot
from reports.sweeping import (
    ADVANTAGE,
    MOST_ROWS,
    csv_text,
    is_judged_together,
    may_be_fairest,
    short_keys,
    shown_value,
    words_of,
)

__all__ = ["SCHEMA", "build", "csv_text", "refused_section"]

SCHEMA = "fairdeal.sweep/1"
MOST_RANKED = 24
"""Rows of the plot of a ranking."""
MOST_REASONS = 40
GOOD = 100 * BANDS[2].limit

Cell = Mapping[str, Any]


def build(document: Mapping[str, Any], given: Given, language: Language) -> Page:
    """The page of a document of schema ``fairdeal.sweep/1``."""
    games = {one["base"]["game"] for one in document["results"] if one["base"] is not None}
    words = given.words(next(iter(games), document["variant"]), language)
    answers = [_answer(document, one, words, language) for one in document["results"]]
    method = method_box(list(_facts(document, language)), document, given.commands, language)
    return study_page(language.say("sweep.page", titles=words.terms.title), answers, method, language)


def _answer(document: Mapping[str, Any], result: Mapping[str, Any], words: GameWords, language: Language) -> Answer:
    heading = language.say(
        "sweep.heading", title=words.terms.title, variant=document["variant"], players=result["players"],
        policies=played_by(document["policies"], language),
    )  # fmt: skip
    opening: list[Block] = []
    if document["engine"].get("interrupted"):
        opening.append(Paragraph(language.say("study.interrupted"), "warning"))
    capped = sum(1 for cell in _played(result) if cell["plays"]["capped"])
    if capped:
        opening.append(Paragraph(language.say("study.capped", n=language.count(capped)), "warning"))
    opening.append(Paragraph(language.say("sweep.optimism"), "note"))
    return Answer(
        heading, _verdict(result, language, heading), opening,
        lambda prefix: list(_sections(document, result, words, language, prefix)),
    )  # fmt: skip


def _played(result: Mapping[str, Any]) -> list[Cell]:
    return [cell for cell in result["cells"] if cell["status"] == "played"]


def _verdict(result: Mapping[str, Any], language: Language, heading: str) -> Verdict:
    played = _played(result)
    refused = sum(1 for cell in result["cells"] if cell["status"] == "not playable")
    counts = language.say(
        "sweep.counts", played=language.count(len(played)), refused=language.count(refused),
        waiting=language.count(len(result["cells"]) - len(played) - refused),
    )  # fmt: skip
    fairest = fairest_of(result)
    if fairest is None:
        return Verdict(f"{heading}. {counts}", language.say("sweep.none"))
    parts = [
        f"{heading}.",
        language.say("sweep.fairest", played=language.count(len(played)), setting=words_of(fairest),
                     **_advantage(fairest, language)),
    ]  # fmt: skip
    base = result["base"]
    if base is not None and base["as_given"] and ADVANTAGE in base["metrics"]:
        parts.append(language.say("sweep.base", **_advantage(base, language)))
    may = may_be_fairest(result, played)
    if may and len(played) > 1:
        key = "sweep.surely" if may == [fairest] else "sweep.unsure"
        parts.append(language.say(key, may=language.count(len(may)), played=language.count(len(played))))
    return Verdict(" ".join(parts), language.say("sweep.word", setting=words_of(fairest)))


def fairest_of(result: Mapping[str, Any]) -> Cell | None:
    """The cell that looks fairest, if one has a seat advantage."""
    found = (cell for cell in result["cells"] if cell["number"] == result["fairest"])
    cell = next(found, None)
    return cell if cell is not None and ADVANTAGE in cell.get("metrics", {}) else None


def _advantage(cell: Cell, language: Language) -> dict[str, str]:
    metric = cell["metrics"][ADVANTAGE]
    return {
        "advantage": in_words(metric, "share", "%", language),
        "band": language.say(f"band.{band(metric['value'])}"),
    }


def _sections(
    document: Mapping[str, Any], result: Mapping[str, Any], words: GameWords, language: Language, prefix: str
) -> Iterator[Section]:
    played = _played(result)
    plot = _map(document, result, language, f"{prefix}map") or _ranking(document, result, language, f"{prefix}ranking")
    if plot is not None:
        yield Section(f"{prefix}map", language.say("sweep.heading.map"), [Figure(plot)])
    if played:
        blocks = list(_table(document, result, played, words, language))
        yield Section(f"{prefix}cells", language.say("sweep.heading.cells"), blocks)
    refused = [(words_of(cell), "; ".join(cell["reasons"])) for cell in result["cells"]
               if cell["status"] == "not playable"]  # fmt: skip
    yield from refused_section(refused, language, prefix)


def refused_section(refused: Sequence[tuple[str, str]], language: Language, prefix: str) -> Iterator[Section]:
    """Yield the section on settings that cannot be played, those with one reason together; nothing when all can."""
    reasons: dict[str, list[str]] = {}
    for setting, reason in refused:
        reasons.setdefault(reason, []).append(setting)
    if not reasons:
        return
    rows = [["; ".join(settings), reason] for reason, settings in reasons.items()]
    header = [language.say("study.refused.setting"), language.say("study.refused.reason")]
    blocks: list[Block] = [
        Table(language.say("study.refused.caption"), header, rows[:MOST_REASONS], "LL", foreign=frozenset({1}))
    ]
    if len(rows) > MOST_REASONS:
        blocks.append(Paragraph(language.say("study.more", n=language.count(len(rows) - MOST_REASONS)), "note"))
    yield Section(f"{prefix}refused", language.say("study.refused"), blocks)


def _table(
    document: Mapping[str, Any], result: Mapping[str, Any], played: Sequence[Cell], words: GameWords, language: Language
) -> Iterator[Block]:
    shown = list(played)
    caption = language.say("sweep.cells.caption", n=language.count(document["games"]))
    if len(played) > MOST_ROWS:
        shown = sorted(played, key=lambda cell: (cell["imbalance"] is None, cell["imbalance"]))[:MOST_ROWS]
        caption = language.say(
            "sweep.cells.fairest", shown=language.count(len(shown)), n=language.count(len(played)),
            games=language.count(document["games"]),
        )  # fmt: skip
    keys, metrics = list(played[0]["values"]), list(result["margins"])
    goals = any("goals" in cell for cell in shown)
    header = [*short_keys(keys), language.say("sweep.advantage"), language.say("study.interval")]
    header += [f"{words.metric(name, language)} ({words.unit(_unit(played, name))})" for name in metrics]
    header += [language.say("sweep.goals")] if goals else []
    rows, base = [], result["base"]
    if base is not None and base["as_given"] and not any(cell["is_base"] for cell in played):
        rows.append([language.say("sweep.stands"), *[""] * (len(keys) - 1), *_figures(base, metrics, goals, language)])
    marked = frozenset(len(rows) + i for i, cell in enumerate(shown) if cell["number"] == result["fairest"])
    for cell in shown:
        stands = f" {language.say('sweep.stands')}" if cell["is_base"] else ""
        first, *others = map(shown_value, cell["values"].values())
        rows.append([first + stands, *others, *_figures(cell, metrics, goals, language)])
    yield Table(caption, header, rows, "L" * len(keys) + "r" * (len(header) - len(keys)), marked)
    finds = any(one["found"] for cell in shown for one in cell["against_base"].values())
    yield Paragraph(language.say("sweep.finds" if finds else "sweep.no_finds"), "note")
    if goals:
        yield Paragraph(language.say("sweep.goals.note" if is_judged_together(result) else "sweep.goals.alone"), "note")
    if base is not None and not base["as_given"]:
        yield Paragraph(language.say("sweep.other_base", name=base["name"]), "note")


def _unit(played: Sequence[Cell], name: str) -> str:
    return next((str(cell["metrics"][name]["unit"]) for cell in played if name in cell["metrics"]), "")


def _figures(cell: Cell, metrics: Sequence[str], goals: bool, language: Language) -> list[str]:
    found = cell["metrics"].get(ADVANTAGE)
    shown = ["?", ""] if found is None else [amount(found, "share", language), ends(found, "share", language)]
    shown += [_figure(cell, name, language) for name in metrics]
    if goals:
        judged = cell.get("goals", [])
        met = sum(goal["status"] == "met" for goal in judged)
        shown.append(language.say("sweep.goals.cell", met=met, all=len(judged)) if judged else "")
    return shown


def _figure(cell: Cell, name: str, language: Language) -> str:
    metric = cell["metrics"].get(name)
    if metric is None:
        return ""
    effect = cell.get("against_base", {}).get(name)
    mark = "" if effect is None or not effect["found"] else " ▲" if effect["value"] > 0 else " ▼"
    half = half_width(metric["value"], metric["low"], metric["high"])
    spread = {"value": half, "low": metric["low"], "high": metric["high"]}
    return f"{amount(metric, metric['unit'], language)} ± {_spread(spread, metric['unit'], language)}{mark}"


def _spread(found: Mapping[str, Any], unit: str, language: Language) -> str:
    """Half the width of an interval, rounded like its value."""
    half = found["value"]
    if half is None:
        return "?"
    return amount({"value": half, "low": -half, "high": half}, unit, language)


def _map(document: Mapping[str, Any], result: Mapping[str, Any], language: Language, name: str) -> Plot | None:
    """The map of a grid of two axes; None when the design is no such grid, or too large to be read."""
    design, fairest = document["design"], fairest_of(result)
    if fairest is None or design["kind"] != "grid" or len(design["axes"]) != 2:
        return None
    down, across = sorted(design["axes"], key=lambda axis: len(axis["values"]))
    if not fits(down["values"], across["values"]):
        return None
    found = {(cell["values"][down["key"]], cell["values"][across["key"]]): cell for cell in result["cells"]}
    cells = [[_map_cell(found.get((y, x)), fairest, language) for x in across["values"]] for y in down["values"]]
    played = [cell for cell in _played(result) if ADVANTAGE in cell["metrics"]]
    listed = "; ".join(f"{words_of(cell)}: {in_words(cell['metrics'][ADVANTAGE], 'share', '%', language)}"
                       for cell in played)  # fmt: skip
    title = language.say(
        "sweep.map.title", setting=words_of(fairest), advantage=_advantage(fairest, language)["advantage"]
    )
    words = Words(
        name, title,
        language.say(
            "sweep.map.caption" if is_roomy(across["values"]) else "sweep.map.crowded",
            games=language.count(document["games"]), within=_within(played, language),
        ),
        language.say("sweep.map.alt", listed=listed), across["key"],
    )  # fmt: skip
    return heat_plot(words, Axis(down["key"], down["values"]), Axis(across["key"], across["values"]), cells)


def _within(played: Sequence[Cell], language: Language) -> str:
    """The largest half width of the intervals of these cells, in percentage points."""
    metrics = [cell["metrics"][ADVANTAGE] for cell in played]
    widths = [half_width(one["value"], one["low"], one["high"]) for one in metrics]
    return language.fixed(100 * max((one for one in widths if one is not None), default=0.0), 1)


def _map_cell(cell: Cell | None, fairest: Cell, language: Language) -> MapCell:
    if cell is None or cell["status"] != "played" or ADVANTAGE not in cell["metrics"]:
        return MapCell(None)
    metric = cell["metrics"][ADVANTAGE]
    half = half_width(metric["value"], metric["low"], metric["high"])
    below = "± ?" if half is None else f"± {language.fixed(100 * half, 1)}"
    return MapCell(metric["value"], language.fixed(100 * metric["value"], 1), below, cell is fairest)


def _ranking(document: Mapping[str, Any], result: Mapping[str, Any], language: Language, name: str) -> Plot | None:
    """The seat advantage of the fairest cells as intervals; of one axis all cells in its order."""
    cells = [cell for cell in _played(result) if ADVANTAGE in cell["metrics"]]
    fairest = fairest_of(result)
    if fairest is None or not cells:
        return None
    caption = language.say("sweep.line.caption", games=language.count(document["games"]))
    shown = cells
    if len(document["design"]["axes"]) > 1 or len(cells) > MOST_RANKED:
        shown = sorted(cells, key=lambda cell: (cell["imbalance"] is None, cell["imbalance"]))[:MOST_RANKED]
    if len(shown) < len(cells):
        said = language.say("sweep.line.some", shown=language.count(len(shown)), n=language.count(len(cells)))
        caption = f"{caption} {said}"
    rows = [_ranked(cell, cell is fairest, language) for cell in shown]
    listed = "; ".join(f"{row.name} {row.label}" for row in rows)
    title = language.say(
        "sweep.map.title", setting=words_of(fairest), advantage=_advantage(fairest, language)["advantage"]
    )
    words = Words(name, title, caption, language.say("sweep.line.alt", listed=listed), language.say("sweep.line.axis"))
    base = result["base"]
    line = 100 * base["metrics"][ADVANTAGE]["value"] if base is not None and ADVANTAGE in base["metrics"] else None
    return rows_plot(words, rows, language, zone=(0, GOOD), line=line, percent=True)


def _ranked(cell: Cell, chosen: bool, language: Language) -> Row:
    metric = cell["metrics"][ADVANTAGE]
    value, low, high = (100 * metric[end] for end in ("value", "low", "high"))
    text = ", ".join(cell["values"].values()) if len(cell["values"]) > 1 else words_of(cell)
    label = amount(metric, "share", language) + language.percent_sign
    return Row(text, value, low, high, 2 if chosen else 0, label)


def _facts(document: Mapping[str, Any], language: Language) -> Iterator[tuple[str, str]]:
    design, judged = document["design"], document["e_bh"]
    kind = "grid" if design["kind"] == "grid" else "latin"
    yield (
        language.say("study.games"),
        language.say(
            f"sweep.method.{kind}", cells=language.count(design["cells"]), games=language.count(document["games"])
        ),
    )
    yield (
        language.say("study.intervals"),
        language.say(
            "sweep.method.intervals",
            hypotheses=language.count(judged["hypotheses"]),
            finds=language.count(judged["finds"]),
        ),
    )
    yield language.say("study.seed"), str(document["seed"])
    yield language.say("study.policies"), played_by(document["policies"], language)

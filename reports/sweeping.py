"""A sweep as text and as CSV: the fairest cell, what is a find, the table, a map of two axes, what cannot be played."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from reports.advantage import BANDS, band
from reports.columns import paragraph, table
from reports.numbers import GAP, count, decimals, duration, fixed, half_width, percent, percent_places
from reports.style import PLAIN, Style
from reports.words import policies_word

ADVANTAGE = "seat_advantage"
MOST_ROWS = 60
"""Cells that are shown; of more the fairest are, and the rest stands in the CSV and JSON."""
MOST_REASONS = 12
MOST_NAMED = 6
"""Cells that a sentence names."""
MOST_COLUMNS = 9
"""Values of an axis that fit beside one another in a map."""


def sweep_text(document: Mapping[str, Any], title: str, command: str, style: Style = PLAIN) -> str:
    """The text of a document of schema ``fairdeal.sweep/1``."""
    parts = [part for one in document["results"] for part in _one(document, one, title, style)]
    parts.append(style.mark("\n".join(_method(document, command)), "dim"))
    return "\n\n".join(part for part in parts if part) + "\n"


def _one(document: Mapping[str, Any], result: Mapping[str, Any], title: str, style: Style) -> Iterator[str]:
    cells = result["cells"]
    played = [cell for cell in cells if cell["status"] == "played"]
    head = f"{title}, {result['players']} players, {policies_word(document['policies'])}"
    yield style.mark(paragraph(f"{head}: {_summary(cells, played, result)}."), "bold")
    if played:
        yield paragraph(" ".join(_sure(document, result, played)))
    capped = [cell for cell in played if cell["plays"]["capped"]]
    if capped:
        words = (
            f"CAPPED: in {len(capped)} cells games were stopped at the limit of decisions; their seat advantage covers "
            "every way those could have ended, other figures are of finished games alone."
        )
        yield style.mark(paragraph(words), "bold", "red")
    if played:
        yield "\n".join(_table(result, played, style))
        yield "\n".join(_map(document["design"], result, style))
    yield "\n".join(_missing(cells))


def _summary(cells: Sequence[Any], played: Sequence[Any], result: Mapping[str, Any]) -> str:
    refused = sum(1 for cell in cells if cell["status"] == "not playable")
    waiting = len(cells) - len(played) - refused
    parts = [f"{_cells(len(played))} played"]
    parts += [f"{count(refused)} cannot be played"] if refused else []
    parts += [f"{count(waiting)} not played yet"] if waiting else []
    words = ", ".join(parts)
    fairest = next((cell for cell in cells if cell["number"] == result["fairest"]), None)
    if fairest is None or ADVANTAGE not in fairest["metrics"]:
        return words
    base = result["base"]
    words += f"; the fairest of them looks {words_of(fairest)} with a seat advantage of {advantage_words(fairest)}"
    if base is not None and base["as_given"]:
        words += f"; as it stands it is {advantage_words(base)}"
    return words


def _sure(document: Mapping[str, Any], result: Mapping[str, Any], played: Sequence[Any]) -> Iterator[str]:
    """Yield what of it is beyond chance: how many may be as fair, what differs from the base, what plays the same."""
    fairest = next((cell for cell in played if cell["number"] == result["fairest"]), None)
    if fairest is not None and len(played) > 1 and ADVANTAGE in fairest["metrics"]:
        may = may_be_fairest(result, played)
        if may:
            yield _may_be_fairest(played, fairest, may, document["games"])
    stands = "the variant as it stands" if result["base"] and result["base"]["as_given"] else "the base"
    finds = _finds(played)
    if finds:
        yield f"Beyond chance (e-BH at 5{GAP}%), unlike {stands}: {'; '.join(finds)}."
    elif any(cell["against_base"] and not cell["is_base"] for cell in played):
        yield f"No difference from {stands} is beyond chance (e-BH at 5{GAP}%)."
    shares = [name for name in result["margins"] if name.startswith("win_share.")]
    if finds and shares and not any(one.startswith("win_share.") for one in finds):
        yield "No win share differs beyond chance: no cell is shown to be fairer or less fair than it."
    same = [cell for cell in played if result["base"] and not cell["is_base"] and _plays_alike(cell, result["base"])]
    if same:
        listed = "; ".join(map(words_of, same[:4])) + (f"; and {count(len(same) - 4)} more" if len(same) > 4 else "")
        yield f"Changed no game: {listed}."


def may_be_fairest(result: Mapping[str, Any], played: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The cells of which one is the fairest at 95 %; none of older documents, which do not tell it."""
    return [cell for cell in played if cell["number"] in result.get("may_be_fairest", ())]


def is_judged_together(result: Mapping[str, Any]) -> bool:
    """True if the words on goals hold for all cells together, as in every document that tells ``may_be_fairest``."""
    return "may_be_fairest" in result


def _may_be_fairest(played: Sequence[Any], fairest: Any, may: Sequence[Any], games: int) -> str:
    """In a sentence which cells may be the fairest."""
    surely = f"At 95{GAP}% (the intervals of all cells together, {count(games)} games each)"
    if may == [fairest]:
        return f"{surely} no other cell is fairer."
    if len(may) == 1:
        return f"{surely} the fairest is {words_of(may[0])}."
    if len(may) == len(played):
        return f"{surely} any of them may be the fairest."
    named = "; ".join(map(words_of, may[:MOST_NAMED])) + ("" if len(may) <= MOST_NAMED else "; …")
    return f"{surely} the fairest is one of {count(len(may))}: {named}."


def _finds(played: Sequence[Mapping[str, Any]]) -> list[str]:
    """For each metric in how many cells it is found to be higher and lower."""
    higher: dict[str, int] = {}
    lower: dict[str, int] = {}
    for cell in played:
        for name, one in cell["against_base"].items():
            if one["found"]:
                side = higher if one["value"] > 0 else lower
                side[name] = side.get(name, 0) + 1
    told = []
    for name in dict.fromkeys((*higher, *lower)):
        sides = [
            f"{word} in {_cells(side[name])}" for word, side in (("higher", higher), ("lower", lower)) if name in side
        ]
        told.append(f"{name} {' and '.join(sides)}")
    return told


def _cells(number: int) -> str:
    return f"{count(number)} cell{'s' if number != 1 else ''}"


def is_alike(effect: Mapping[str, Any]) -> bool:
    """True if a quantity was the same in every game of a cell and of the base; guessed for older documents."""
    guess = effect["value"] == 0 and effect["low"] is not None and effect["log_e"] is None
    return bool(effect.get("alike", guess))


def _plays_alike(cell: Mapping[str, Any], base: Mapping[str, Any]) -> bool:
    """True if no game of the cell differed from the base's in anything that is counted."""
    if not all(map(is_alike, cell["against_base"].values())):
        return False
    return all(one["value"] == base["metrics"].get(name, one)["value"] for name, one in cell["metrics"].items())


def words_of(cell: Mapping[str, Any]) -> str:
    """The cell's setting: ``deck.size=16, shape=ring``."""
    return ", ".join(f"{key}={value}" for key, value in cell["values"].items())


def advantage_words(cell: Mapping[str, Any]) -> str:
    """``1.2 % (0.4 to 2.0)`` and the band of its value."""
    value, low, high = (cell["metrics"][ADVANTAGE][key] for key in ("value", "low", "high"))
    places = percent_places(value, low, high)
    ends = f"{percent(low, places)} to {percent(high, places)}"
    return f"{percent(value, places)}{GAP}% ({ends})"


def short_keys(keys: Sequence[str]) -> list[str]:
    """The last parts of dotted keys, as many as tell them apart."""
    found = []
    for key in keys:
        parts = key.split(".")
        own = range(1, len(parts) + 1)
        length = next((n for n in own if sum(_ends(other, parts[-n:]) for other in keys) == 1), len(parts))
        if parts[-length].isdecimal() and length < len(parts):
            length += 1
        found.append(".".join(parts[-length:]))
    return found


def _ends(key: str, parts: list[str]) -> bool:
    return key.split(".")[-len(parts) :] == parts


def _table(result: Mapping[str, Any], played: Sequence[Any], style: Style) -> list[str]:
    keys = list(played[0]["values"])
    metrics = list(result["margins"])
    shown = played
    if len(played) > MOST_ROWS:
        shown = sorted(played, key=lambda cell: (cell["imbalance"] is None, cell["imbalance"]))[: MOST_ROWS // 2]
    has_goals = any("goals" in cell for cell in shown)
    alone = any(ADVANTAGE in cell["metrics"] for cell in shown)
    header = [*short_keys(keys), *map(_heading, metrics)]
    header += (["advantage", "95 %"] if alone else []) + (["goals"] if has_goals else [])
    rows, marks = [], []
    base = result["base"]
    if base is not None and base["as_given"] and not any(cell["is_base"] for cell in played):
        rows.append(["(as it stands)", *[""] * (len(keys) - 1), *_figures(base, metrics, alone, has_goals)])
        marks.append("dim")
    for cell in shown:
        rows.append([*map(shown_value, cell["values"].values()), *_figures(cell, metrics, alone, has_goals)])
        marks.append("bold" if cell["number"] == result["fairest"] else "dim" if cell["is_base"] else "")
    align = "L" * len(keys) + "r" * (len(header) - len(keys))
    lines = table(header, rows, align)
    notes = []
    if any(one["found"] for cell in shown for one in cell["against_base"].values()):
        notes.append("+ and -: higher or lower than the base, a find of all cells together (e-BH at 5 %)")
    if base is not None and not base["as_given"]:
        notes.append(f"the base is the first cell, since the variant as given cannot be played ({base['name']})")
    if has_goals:
        whose = "on all cells together" if is_judged_together(result) else "of each cell by itself"
        notes.append(f"goals: surely met, the words {whose} (Holm, 95{GAP}%)")
    if len(shown) < len(played):
        notes.append(f"the {len(shown)} fairest of {count(len(played))} cells; all stand in --format csv and json")
    return [
        style.mark(lines[0], "bold"),
        *(style.mark(line, mark) for line, mark in zip(lines[1:], marks, strict=True)),
        *(paragraph(f"({note})", " ", "") for note in notes),
    ]


def _heading(metric: str) -> str:
    return metric.replace("win_share.", "win ")


def shown_value(value: str) -> str:
    """A value for a table, cut when it is long; of a variant's file its name alone."""
    if value.endswith(".yaml"):
        value = value.rpartition("/")[2].removesuffix(".yaml")
    return value if len(value) <= 24 else value[:23] + "…"


def _figures(cell: Mapping[str, Any], metrics: Sequence[str], alone: bool, has_goals: bool) -> list[str]:
    found = [_figure(cell, name) for name in metrics]
    if alone:
        found += _advantage(cell)
    if has_goals:
        goals = cell.get("goals", [])
        found.append(f"{sum(goal['status'] == 'met' for goal in goals)} of {len(goals)} met" if goals else "")
    return found


def _figure(cell: Mapping[str, Any], name: str) -> str:
    metric = cell["metrics"].get(name)
    if metric is None:
        return ""
    value, low, high = (metric[key] for key in ("value", "low", "high"))
    text = (
        f"{percent(value, percent_places(value, low, high))}%"
        if metric["unit"] == "share"
        else fixed(value, decimals(half_width(value, low, high)))
    )
    effect = cell.get("against_base", {}).get(name)
    if effect is None or not effect["found"]:
        return f"{text}  "
    return f"{text} {'+' if effect['value'] > 0 else '-'}"


def _advantage(cell: Mapping[str, Any]) -> list[str]:
    metric = cell["metrics"].get(ADVANTAGE)
    if metric is None:
        return ["?", ""]
    value, low, high = (metric[key] for key in ("value", "low", "high"))
    places = percent_places(value, low, high)
    return [f"{percent(value, places)}%", f"{percent(low, places)} to {percent(high, places)}"]


def _map(design: Mapping[str, Any], result: Mapping[str, Any], style: Style) -> list[str]:
    """The seat advantage of a grid of two axes as a map: rows the first axis, columns the second."""
    axes = design["axes"]
    if design["kind"] != "grid" or len(axes) != 2 or any(len(axis["values"]) < 2 for axis in axes):
        return []
    down, across = axes
    if len(across["values"]) > MOST_COLUMNS:
        down, across = across, down
    if len(across["values"]) > MOST_COLUMNS:
        return []
    found = {(cell["values"][down["key"]], cell["values"][across["key"]]): cell for cell in result["cells"]}
    rows = [
        [shown_value(value), *(_place(found.get((value, other))) for other in across["values"])]
        for value in down["values"]
    ]
    names = short_keys([down["key"], across["key"]])
    lines = table([names[0], *map(shown_value, across["values"])], rows, "L" + "r" * len(across["values"]))
    head = f"Seat advantage in %, {names[0]} down, {names[1]} across:"
    return [style.mark(head, "bold"), *lines]


def _place(cell: Mapping[str, Any] | None) -> str:
    if cell is None or cell["status"] != "played" or ADVANTAGE not in cell["metrics"]:
        return "-"
    value = cell["metrics"][ADVANTAGE]["value"]
    return f"{percent(value, 1)} {'' if value is None else '.:oO#@'[band(value)]}"


def _missing(cells: Sequence[Any]) -> Iterator[str]:
    """Yield the cells that cannot be played, those with the same reason together."""
    reasons: dict[str, list[str]] = {}
    for cell in cells:
        if cell["status"] == "not playable":
            reasons.setdefault("; ".join(cell["reasons"]), []).append(words_of(cell))
    if not reasons:
        return
    yield "Cannot be played:"
    for number, (reason, settings) in enumerate(reasons.items()):
        if number == MOST_REASONS:
            yield f"- and {len(reasons) - number} more reasons; all stand in --format json"
            return
        listed = "; ".join(settings[:6]) + (f"; and {len(settings) - 6} more" if len(settings) > 6 else "")
        yield paragraph(f"- {listed}: {reason}", "  ", "")


def _method(document: Mapping[str, Any], command: str) -> Iterator[str]:
    design, judged, engine = document["design"], document["e_bh"], document["engine"]
    settings = f"{count(design['cells'])} setting{'s' if design['cells'] != 1 else ''}"
    kind = f"a grid of {settings}" if design["kind"] == "grid" else f"a Latin hypercube of {settings}"
    games = f"{count(document['games'])} game{'s' if document['games'] != 1 else ''}"
    yield paragraph(
        f"Method: {kind}, {games} each with common luck (game i of every cell draws from the "
        f"same streams); 95{GAP}% intervals, fixed-n, each by itself; of {count(judged['hypotheses'])} differences "
        f"from the base {count(judged['finds'])} are finds at a false discovery rate of 5{GAP}% (e-BH); seed{GAP}"
        f"{document['seed']}; fairdeal {engine['version']}.",
        "  ", "",
    )  # fmt: skip
    if any(len(axis["values"]) > 1 for axis in design["axes"]) and len(design["axes"]) == 2:
        bands = ", ".join(
            f"{mark} {one.judgement if one.judgement != 'none' else 'no edge'}"
            for mark, one in zip(".:oO#@", BANDS, strict=True)
        )
        yield paragraph(f"Marks of the map: {bands}.", "  ", "")
    yield paragraph(
        "The best of many cells looks better than it is, since luck helped to choose it: before you rely on it, run it "
        "under another seed (fairdeal run … --set …, without --seed), or let fairdeal tune do so.",
        "  ", "",
    )  # fmt: skip
    yield f"{_cells(engine['cells_played'])} played now, {duration(engine['seconds'])}."
    if command:
        yield f"Again: {command}"


COLUMNS = (
    "cell", "players", "status", "metric", "value", "low", "high", "n", "unit", "difference", "difference_low",
    "difference_high", "log_e", "found", "reasons",
)  # fmt: skip


def csv_text(document: Mapping[str, Any]) -> str:
    """One row a cell, player count and metric; a column for each axis after the cell's number."""
    keys = [axis["key"] for axis in document["design"]["axes"]]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([COLUMNS[0], *keys, *COLUMNS[1:]])
    for result in document["results"]:
        for cell in result["cells"]:
            head = [cell["number"], *(cell["values"][key] for key in keys), result["players"], cell["status"]]
            if cell["status"] != "played":
                blank = [""] * (len(COLUMNS) - 4)
                writer.writerow([*head, *blank, "; ".join(cell.get("reasons", []))])
                continue
            for name, metric in cell["metrics"].items():
                writer.writerow([*head, name, *_csv_figures(metric, cell["against_base"].get(name)), ""])
    return out.getvalue()


def _csv_figures(metric: Mapping[str, Any], effect: Mapping[str, Any] | None) -> list[Any]:
    found = [metric[key] for key in ("value", "low", "high", "n", "unit")]
    found += [None] * 5 if effect is None else [effect[key] for key in ("value", "low", "high", "log_e", "found")]
    return ["" if one is None else one for one in found]

"""A sensitivity study as text: what may overturn the verdict, each dial alone, what each explains, what is left."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from reports.columns import paragraph, table
from reports.numbers import GAP, count, decimals, duration, fixed, half_width, percent, percent_places
from reports.style import PLAIN, Style
from reports.sweeping import is_alike, short_keys, shown_value
from reports.words import policies_word

COLOURS = {"overturns": "red", "may overturn": "yellow", "keeps": "", "not known": "yellow"}
VERDICTS = {"met": "the goals are met", "missed": "a goal is missed", "not yet known": "the goals are not yet known"}
MOST_REASONS = 8
ELLIPSIS = "…"
FEWEST_GAMES = 20
"""Games of a cell from which on there are blocks to measure the noise between."""
MANY = 1 << 62
MOST_PLACES = 2
"""Digits of a share of variance behind the point."""
SMALL = 0.01
"""A dial that explains less than this of everything is left out of the table of shares."""


def sensed_text(document: Mapping[str, Any], title: str, command: str, style: Style = PLAIN) -> str:
    """The text of a document of schema ``fairdeal.sensitivity/1``."""
    parts = [part for one in document["results"] for part in _one(document, one, title, style)]
    parts.append(style.mark("\n".join(_method(document, command)), "dim"))
    return "\n\n".join(part for part in parts if part) + "\n"


def _one(document: Mapping[str, Any], result: Mapping[str, Any], title: str, style: Style) -> Iterator[str]:
    goals = ", ".join(f"{one['metric']} {one['goal']}" for one in document["goals"])
    head = f"{title}, {result['players']} players, {policies_word(document['policies'])}"
    stands = result["as_it_stands"]
    yield style.mark(
        paragraph(f"{head}: as it stands {VERDICTS[stands['verdict']]} ({goals}{_advantage(stands)})."), "bold"
    )
    capped = capped_cells(result)
    if capped:
        words = (
            f"CAPPED: in {count(capped)} cells games were stopped at the limit of decisions; the words on goals cover "
            "every way those could have ended, shares of variance are of finished games alone."
        )
        yield style.mark(paragraph(words), "bold", "red")
    yield "\n".join(_powers(result, style))
    yield "\n".join(_alone(result, style))
    yield "\n".join(_shares(result, style))
    yield "\n".join(_untried(result))


def _advantage(cell: Mapping[str, Any]) -> str:
    found = cell["seat_advantage"]
    if found is None:
        return ""
    return f"; seat advantage {_percent(found)[0]}, 95{GAP}% over all cells: {_percent(found)[1]}"


def capped_cells(result: Mapping[str, Any]) -> int:
    """Cells in which games were stopped at the limit of decisions."""
    levels = [level for dial in result["dials"] for level in dial["levels"]]
    every = [result["as_it_stands"], *levels, *result["factorial"]["cells"]]
    return sum(bool(one.get("capped")) for one in every)


def _percent(found: Mapping[str, Any]) -> tuple[str, str]:
    value, low, high = (found[key] for key in ("value", "low", "high"))
    places = percent_places(value, low, high)
    return f"{percent(value, places)}{GAP}%", f"{percent(low, places)} to {percent(high, places)}"


def _powers(result: Mapping[str, Any], style: Style) -> Iterator[str]:
    """Yield who could overturn the verdict, in sentences."""
    dials = result["dials"]
    sure = [one["key"] for one in dials if one["alone"] == "overturns"]
    maybe = [one["key"] for one in dials if one["alone"] == "may overturn"]
    joint = [one["key"] for one in dials if one["in_combination"] == "overturns" and one["alone"] != "overturns"]
    if result["as_it_stands"]["verdict"] == "not yet known":
        yield style.mark("The verdict itself is not yet known: more games would tell.", "yellow")
    if sure:
        yield style.mark(paragraph(f"Overturn it alone: {', '.join(sure)}."), "red")
    if joint:
        yield style.mark(paragraph(f"Overturn it where others are changed too: {', '.join(joint)}."), "red")
    if maybe:
        yield style.mark(paragraph(f"May overturn it alone (not yet known): {', '.join(maybe)}."), "yellow")
    perhaps = maybe_together(result)
    if perhaps:
        words = f"May overturn it where others are changed too (not yet known): {', '.join(perhaps)}."
        yield style.mark(paragraph(words), "yellow")
    cells = result["factorial"]["cells"]
    word = result["as_it_stands"]["verdict"]
    if cells:
        told = [sum(cell["verdict"] == one for cell in cells) for one in ("met", "missed", "not yet known")]
        yield paragraph(
            f"Of {count(len(cells))} combinations of assumptions {count(told[0])} meet the goals, {count(told[1])} miss"
            f" one, {count(told[2])} are not yet known."
        )
    if not (sure or joint or maybe or perhaps) and word != "not yet known":
        yield style.mark("No assumption that was changed surely overturns it.", "green")


def maybe_together(result: Mapping[str, Any]) -> list[str]:
    """The dials of which it is not known whether they overturn the verdict together with others; alone they do not."""
    dials = result["dials"]
    return [one["key"] for one in dials if one["in_combination"] == "may overturn" and one["alone"] == "keeps"]


def _alone(result: Mapping[str, Any], style: Style) -> Iterator[str]:
    """Yield the table of each level alone; those that changed no game at all are listed below it."""
    metrics = list(result["margins"])
    rows, marks, idle = [], [], []
    for dial in result["dials"]:
        for level in dial["levels"]:
            effects = [_effect(level["against_base"].get(name), result, name) for name in metrics]
            if set(effects) <= {"=", ""}:
                idle.append(f"{dial['key']}={level['value']}")
                continue
            rows.append([dial["key"], assumed(dial), shown_value(level["value"]), *effects, level["verdict"]])
            marks.append(COLOURS[level_power(result, level)])
    if rows:
        header = ["alone", "assumed", "now", *(name.replace("win_share.", "win ") for name in metrics), "goals"]
        align = "LLL" + "r" * len(metrics) + "l"
        if any(ELLIPSIS in line for line in table(header, rows, align)):
            # Names that are cut cannot be told apart: their last parts can.
            short = dict(zip(keys := [dial["key"] for dial in result["dials"]], short_keys(keys), strict=True))
            rows = [[short[key], *others] for key, *others in rows]
        lines = table(header, rows, align)
        yield style.mark(lines[0], "bold")
        yield from (style.mark(line, mark) for line, mark in zip(lines[1:], marks, strict=True))
        words = "differences from the variant as it stands, game by game; brackets: may be 0; = : no game differed"
        yield paragraph(f"({words})", " ", "")
    if idle:
        yield paragraph(f"Changed no game: {', '.join(idle)}.")


def assumed(dial: Mapping[str, Any]) -> str:
    """The value that a dial has, for a table; of a variant its name without its game's."""
    value = str(dial["value"])
    return shown_value(value.rpartition("/")[2] if dial["key"] == "variant" else value)


def level_power(result: Mapping[str, Any], level: Mapping[str, Any]) -> str:
    """``overturns``, ``may overturn`` or ``keeps``: what a level alone does to the verdict."""
    stands, word = result["as_it_stands"]["verdict"], level["verdict"]
    if "not yet known" in (stands, word):
        return "may overturn"
    return "keeps" if stands == word else "overturns"


def _effect(effect: Mapping[str, Any] | None, result: Mapping[str, Any], name: str) -> str:
    if effect is None or effect["value"] is None:
        return ""
    value, low, high = (effect[key] for key in ("value", "low", "high"))
    if is_alike(effect):
        return "="
    unit = result["units"].get(name)
    if unit == "share":
        text = f"{percent(value, percent_places(value, low, high))}%"
    else:
        text = fixed(value, decimals(half_width(value, low, high)))
    signed = f"+{text}" if value > 0 and any(digit in text for digit in "123456789") else text
    sure = low is not None and high is not None and (low > 0 or high < 0)
    return signed if sure else f"({signed})"


def _shares(result: Mapping[str, Any], style: Style) -> Iterator[str]:
    """Yield the table of what each dial explains of the variance between the combinations, metric by metric."""
    found = result["factorial"]
    lacking = [name for name in result["margins"] if name not in found["metrics"]]
    if lacking:
        yield paragraph(f"No shares of variance: {why_no_shares(result, lacking)}.")
    if not found["metrics"]:
        return
    keys = [one["key"] for one in found["dials"]]
    rows = []
    for metric, one in found["metrics"].items():
        spread = _spread(one)
        if one["total"][keys[0]]["value"] is None:
            rows.append([metric, spread, "nothing beyond the noise", "", "", ""])
            continue
        order = sorted(keys, key=lambda key: -one["total"][key]["value"])
        for number, key in enumerate(key for key in order if number_of(one["total"][key]) >= SMALL):
            label = [metric, spread] if not number else ["", ""]
            rows.append([*label, key, *_share(one["total"][key]), _share(one["first"][key])[0]])
    yield style.mark(f"What explains the differences between the {count(len(found['cells']))} combinations:", "bold")
    lines = table(["metric", "spread", "dial", "in all", "95 %", "alone"], rows, "LrLrrr")
    yield style.mark(lines[0], "bold")
    yield from lines[1:]
    yield paragraph(
        "(spread: standard deviation between combinations; in all: share of its square that the dial explains, alone "
        "and together with others)", " ", "",
    )  # fmt: skip


def why_no_shares(result: Mapping[str, Any], lacking: Sequence[str]) -> str:
    """Why nothing is said of what explains these metrics."""
    if not result["factorial"]["dials"]:
        return "no dial that changes games fits into the combinations; raise --cells"
    if (result["as_it_stands"]["seat_advantage"] or {"n": MANY})["n"] < FEWEST_GAMES:
        return f"they need at least {FEWEST_GAMES} games a cell"
    return f"{', '.join(lacking)} (in a block of games of some cell none ended)"


def number_of(share: Mapping[str, Any]) -> float:
    """The estimate of a share, 0 when it is not known."""
    return share["value"] or 0.0


def _spread(one: Mapping[str, Any]) -> str:
    variance = one["variance"]
    if variance["value"] is None or variance["value"] <= 0:
        return "0"
    ends = [max(0.0, variance[key] or 0.0) ** 0.5 for key in ("value", "low", "high")]
    if one["unit"] == "share":
        return f"{percent(ends[0], percent_places(*ends))}{GAP}%"
    return fixed(ends[0], decimals(half_width(*ends)))


def _share(share: Mapping[str, Any]) -> tuple[str, str]:
    value, low, high = (share[key] for key in ("value", "low", "high"))
    if value is None or low is None or high is None:
        return "?", ""
    places = min(MOST_PLACES, percent_places(value, low, high))
    ends = [percent(min(1.0, max(0.0, end)), places) for end in (value, low, high)]
    return f"{ends[0]}{GAP}%", f"{ends[1]} to {ends[2]}"


def _untried(result: Mapping[str, Any]) -> Iterator[str]:
    refused: Sequence[Any] = result["not_playable"]
    for key, value, reason in refused[:MOST_REASONS]:
        yield paragraph(f"- cannot be played alone: {key}={value}: {reason}", "  ", "")
    if len(refused) > MOST_REASONS:
        yield f"- and {len(refused) - MOST_REASONS} more that cannot; all stand in --format json"
    dropped = result["factorial"]["dropped"]
    if dropped:
        listed = ", ".join(f"{key}={value}" for key, value in dropped)
        yield paragraph(f"- left out of the combinations, since others make them unplayable: {listed}", "  ", "")
    used = {one["key"] for one in result["factorial"]["dials"]}
    rest = [one["key"] for one in result["dials"] if one["key"] not in used]
    if rest:
        words = "changed alone but not in the combinations (idle, unplayable, or beyond --cells)"
        yield paragraph(f"- {words}: {', '.join(rest)}", "  ", "")
    if result["not_tried"]:
        listed = ", ".join(result["not_tried"])
        yield paragraph(f"- assumed, but no other value is known; give some with --vary: {listed}", "  ", "")


def _method(document: Mapping[str, Any], command: str) -> Iterator[str]:
    engine = document["engine"]
    yield paragraph(
        f"Method: {count(document['games'])} games a cell with common luck, fixed-n; the words on goals hold together "
        f"for all cells of a player count (95{GAP}%); shares from a full factorial, the noise measured between 20 "
        f"blocks of games and taken out, jackknife intervals; seed{GAP}{document['seed']}; fairdeal "
        f"{engine['version']}; {duration(engine['seconds'])}.",
        "  ", "",
    )  # fmt: skip
    if command:
        yield f"Again: {command}"

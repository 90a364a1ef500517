"""A comparison as text: what differs, the verdicts, the table, what pairing saved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from reports.columns import paragraph, table
from reports.numbers import (
    GAP,
    about,
    count,
    decimals,
    duration,
    fixed,
    half_width,
    percent,
    percent_places,
    sign_places,
)
from reports.style import PLAIN, Style

COLOURS = {"higher": "yellow", "lower": "yellow", "equivalent": "green", "undecided": ""}
FAIRNESS = ("fairness", "seat_advantage")
SHORTEST = 0.01
TIMED = 0.5
"""Seconds from which the speed says how long more games take; before, starting and judging are most of the time."""


def comparison_text(
    results: list[Mapping[str, Any]], titles: list[str], commands: list[str], style: Style = PLAIN
) -> str:
    """The text of the ``results`` of a document of schema ``fairdeal.compare/1``, one title and command each."""
    parts = [
        "\n\n".join(_one(result, title, command, style))
        for result, title, command in zip(results, titles, commands, strict=True)
    ]
    return "\n\n\n".join(parts) + "\n"


def _one(result: Mapping[str, Any], title: str, command: str, style: Style) -> Iterator[str]:
    a, b = result["a"], result["b"]
    yield style.mark(paragraph(f"{title}: A is {_arm(a, b)}, B is {_arm(b, a)}."), "bold")
    words = result["differences"]
    listed = [paragraph(f"- {line}", "  ", "") for line in words]
    yield "\n".join(
        ["What differs:", *listed] if words else ["A and B are the same: the same rules, players, policies."]
    )
    left_out = result["plays"]["left_out"]
    if left_out:
        yield style.mark(paragraph(_capped(result, left_out)), "bold", "red")
    yield "\n".join(verdict_lines(result, style))
    if result["sprt"] is not None:
        unit = result["metrics"][result["sprt"]["metric"]]["unit"]
        ended = " It is of the pairs in which both games ended." if left_out else ""
        yield paragraph(sprt_sentence(result["sprt"], unit) + ended)
    yield "\n".join(_table(result, style))
    lost = [name for name, one in result["metrics"].items() if one["declared"] and one["warning"]]
    if lost:
        words_of_it = (
            f"Warning: pairing saved less than x1.2 for {', '.join(lost)}: A and B share little of their luck. The "
            "intervals stay valid, only the saving is lost."
        )
        yield style.mark(paragraph(words_of_it), "yellow")
    yield style.mark("\n".join(_method(result, command)), "dim")


def _arm(one: Mapping[str, Any], other: Mapping[str, Any]) -> str:
    words = [one["name"]]
    if one["players"] != other["players"]:
        words.append(f"with {one['players']} players")
    if one["policies"] != other["policies"]:
        own = one["policies"]
        words.append(f"played by {own[0] if len(set(own)) == 1 else ', '.join(own)}")
    return " ".join(words)


def _capped(result: Mapping[str, Any], left_out: int) -> str:
    what = "pairs of games were left out, since one of the two" if result["paired"] else "games of an arm"
    return (
        f"CAPPED: {count(left_out)} of {count(result['plays']['count'])} {what} was stopped at the limit of decisions. "
        "Differences of shares cover every way they could have ended, the others are of finished games alone."
    )


def verdict_lines(result: Mapping[str, Any], style: Style = PLAIN) -> list[str]:
    """One sentence a declared metric; of two seats' win shares, which are one fact, the first."""
    metrics = result["metrics"]
    declared = {name: one for name, one in metrics.items() if one["declared"]}
    if sum(1 for name in declared if name.startswith("win_share.")) == 2:
        declared.pop("win_share.1", None)
    rate = result["engine"]["pairs_per_second"] if result["engine"]["seconds"] >= TIMED else None
    return [
        style.mark(paragraph(f"{name}: {verdict_words(name, one, rate)}", "  ", ""), COLOURS[one["outcome"]])
        for name, one in declared.items()
    ]


def verdict_words(name: str, one: Mapping[str, Any], rate: int | None) -> str:
    """``B is higher by 1.2 % (…)``, and what that means against the margin."""
    difference = _difference(one)
    margin = _margin(one)
    if one["outcome"] == "equivalent":
        return f"equivalent within {margin} ({difference})"
    if one["outcome"] == "undecided":
        return f"undecided ({difference}); {_more(one['still_needed'], rate)}"
    if name in FAIRNESS:
        words = "B is less fair" if one["outcome"] == "higher" else "B is fairer"
    else:
        words = f"B is {one['outcome']}"
    if one["material"]:
        return f"{words} ({difference}), by more than the {margin} that matters"
    if one["within_margin"]:
        return f"{words} ({difference}), but by less than the {margin} that matters"
    return f"{words} ({difference}); whether by {margin} is not known yet"


def _more(games: int, rate: int | None) -> str:
    if games < 0:
        return "how many more games it takes cannot be told yet"
    time = f", {duration(games / rate)}" if rate else ""
    return f"about {about(games)} more games would tell{time}"


def _difference(one: Mapping[str, Any]) -> str:
    low, value, high = (one["difference"][key] for key in ("low", "value", "high"))
    places = _places(one)
    if one["unit"] == "share":
        shown = [_signed(percent(end, places), end) for end in (value, low, high)]
        return f"B - A = {shown[0]}{GAP}%, {shown[1]} to {shown[2]}"
    shown = [_signed(fixed(end, places), end) for end in (value, low, high)]
    return f"B - A = {shown[0]} {one['unit']}, {shown[1]} to {shown[2]}"


def _places(one: Mapping[str, Any]) -> int:
    """Decimals of a difference and of what it is of."""
    value, low, high = (one["difference"][key] for key in ("value", "low", "high"))
    if one["unit"] != "share":
        return sign_places(decimals(half_width(value, low, high)), low, high, one["margin"])
    shown = [None if end is None else 100 * end for end in (low, high)]
    return sign_places(percent_places(value, low, high), shown[0], shown[1], 100 * one["margin"])


def _signed(text: str, value: float | None) -> str:
    return f"+{text}" if value is not None and value > 0 and any(digit in text for digit in "123456789") else text


def _margin(one: Mapping[str, Any]) -> str:
    if one["unit"] == "share":
        return f"{100 * one['margin']:.3g}{GAP}%"
    return f"{one['margin']:.3g} {one['unit']}"


def sprt_sentence(found: Mapping[str, Any], unit: str) -> str:
    """Where the sequential test stands."""
    low, high = (
        f"{100 * effect:.3g}{GAP}%" if unit == "share" else f"{effect:g} {unit}" for effect in found["effects"]
    )
    words = {
        "accept": f"accepts a difference of {high} rather than {low}",
        "reject": f"accepts a difference of {low} rather than {high}",
        "continue": f"cannot tell a difference of {high} from {low} yet",
    }
    ratio = f"log-likelihood ratio {found['llr']:.2f}, bounds {found['lower']:.2f} and {found['upper']:.2f}"
    few = "fewer than 30 pairs differ, so an exact bound on them decides"
    by = few if found.get("few") else ratio
    return (
        f"Sequential test of {found['metric']}, B - A: {words[found['decision']]} ({by}; "
        f"errors 5{GAP}% each way). The estimate is the interval, never the mean at which the test stopped."
    )


def _table(result: Mapping[str, Any], style: Style) -> list[str]:
    paired = has_savings(result)
    rows, marks = [], []
    for name, one in result["metrics"].items():
        gain = [_gain(one["variance_reduction"])] if paired else []
        rows.append([name, *_row(one), *gain, _verdict(one)])
        marks.append("" if one["declared"] else "dim")
    saved, align = (["saved"], "LrrrrrLrl") if paired else ([], "LrrrrrLl")
    lines = table(["metric", "A", "B", "B - A", "from", "to", "unit", *saved, "verdict"], rows, align)
    shown = [
        style.mark(lines[0], "bold"),
        *(style.mark(line, mark) for line, mark in zip(lines[1:], marks, strict=True)),
    ]
    if any(not one["declared"] for one in result["metrics"].values()):
        shown.append("(in brackets: not declared, so exploratory; each holds alone)")
    if any(one["difference"]["low"] is None for one in result["metrics"].values()):
        shown.append("(?: no interval yet: too few games, or too few with large values)")
    return shown


def has_savings(result: Mapping[str, Any]) -> bool:
    """True if it is known of any metric what pairing saved."""
    return any(one["variance_reduction"] is not None for one in result["metrics"].values())


def _verdict(one: Mapping[str, Any]) -> str:
    return one["outcome"] if one["declared"] else f"({one['outcome']})"


def _gain(factor: float | None) -> str:
    return "" if factor is None else f"x{factor:.3g}"


def _row(one: Mapping[str, Any]) -> list[str]:
    ends = [one["difference"][key] for key in ("value", "low", "high")]
    places = _places(one)
    if one["unit"] == "share":
        return [*(percent(value, places) for value in (one["a"], one["b"], *ends)), "%"]
    return [*(fixed(value, places) for value in (one["a"], one["b"], *ends)), one["unit"]]


REASONS = {
    "decided": "every declared verdict is known",
    "most games": "the most games allowed were played",
    "time": "the time allowed was over",
    "interrupted": "it was interrupted",
}


def _method(result: Mapping[str, Any], command: str) -> Iterator[str]:
    plays, stop, engine = result["plays"], result["stop"], result["engine"]
    if result["paired"]:
        saved = "; saved: how many unpaired games a pair is worth" if has_savings(result) else ""
        how = (
            f"{count(plays['count'])} pairs of games with common luck (play i of A and of B draw from the same "
            f"streams){saved}"
        )
    else:
        seeds = " and ".join(map(str, result["seeds"]))
        how = f"{count(plays['count'])} games of each, not paired, under seeds {seeds}"
    yield paragraph(
        f"Method: {how}; anytime intervals, the declared metrics together at 95{GAP}%; "
        f"seed{GAP}{result['seeds'][0]}; digest {result['digest'][:12]}; fairdeal {engine['version']}.",
        "  ", "",
    )  # fmt: skip
    speed = (
        f"{count(engine['pairs_per_second'])} pairs a second, "
        if engine["seconds"] >= SHORTEST and engine["pairs_per_second"]
        else ""
    )
    looks = f"{count(stop['looks'])} look{'s' if stop['looks'] != 1 else ''}"
    tested = result["sprt"] is not None and stop["reason"] == "decided"
    why = "the sequential test has decided" if tested else REASONS[stop["reason"]]
    yield paragraph(f"Stopped after {looks}, since {why}; {speed}{duration(engine['seconds'])}.", "  ", "")
    if command:
        yield f"Again: {command}"

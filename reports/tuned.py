"""A search for the best setting as text: the winner on fresh plays, what it was before, the others, the plays used."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from reports.columns import paragraph, table
from reports.numbers import GAP, count, decimals, duration, fixed, half_width, percent, percent_places
from reports.style import PLAIN, Style
from reports.sweeping import short_keys, shown_value
from reports.words import policies_word

MOST_LISTED = 15
WORSE = "Nothing that was tried looks better than the variant as it stands, on the games that confirm the winner."
STANDINGS = {
    "the same": "It plays the very games of the variant as it stands.",
    "nearer": "It is surely nearer to them than the variant as it stands.",
    "farther": "It is surely farther from them than the variant as it stands.",
    "as near": "The variant as it stands meets them as surely.",
    "not known": "Whether it is nearer to them than the variant as it stands is not known: their intervals overlap.",
}
COLOURS = {"met": "green", "missed": "red", "not yet known": "yellow"}


def tuned_text(document: Mapping[str, Any], title: str, command: str, file: str = "", style: Style = PLAIN) -> str:
    """The text of a document of schema ``fairdeal.tune/1``; `file` is where the winner was written."""
    return "\n\n".join(_parts(document, title, command, file, style)) + "\n"


def _parts(document: Mapping[str, Any], title: str, command: str, file: str, style: Style) -> Iterator[str]:
    winner, stands = document["winner"], document["as_it_stands"]
    players = ", ".join(str(result["players"]) for result in winner["results"])
    head = (
        f"{title}, {players} players, {policies_word(document['policies'])}: nearest to the goals is {_words(winner)}"
    )
    yield style.mark(paragraph(f"{head}{_verdict(winner)}."), "bold")
    if stands["confirmed"] is not None:
        worse = not is_better(winner, stands)
        words = [WORSE] if worse else []
        words.append(STANDINGS.get(winner.get("against_as_it_stands", ""), ""))
        tone = ("bold", "yellow") if worse else ("bold",)
        yield style.mark(paragraph(" ".join(word for word in words if word)), *tone)
    capped = sum(result["plays"]["capped"] for result in winner["results"])
    if capped:
        warned = (
            f"CAPPED: {count(capped)} games that confirm the winner were stopped at the limit of decisions; the words "
            "on goals cover every way those could have ended, the distances of the search are of finished games alone."
        )
        yield style.mark(paragraph(warned), "bold", "red")
    before = {result["players"]: result for result in stands["results"]}
    for result in (one for one in winner["results"] if one.get("goals")):
        yield "\n".join(_goals(result, before.get(result["players"]), style))
    yield paragraph(_optimism(winner, stands))
    yield "\n".join(_others(document, style))
    if file:
        yield paragraph(f"Written to {file}: a variant that extends {document['variant']}.")
    yield style.mark("\n".join(_method(document, command)), "dim")


def _words(one: Mapping[str, Any]) -> str:
    return ", ".join(f"{key}={value}" for key, value in one["values"].items())


def _verdict(winner: Mapping[str, Any]) -> str:
    goals = [goal for result in winner["results"] for goal in result.get("goals", [])]
    met = sum(goal["status"] == "met" for goal in goals)
    missed = sum(goal["status"] == "missed" for goal in goals)
    open_ = len(goals) - met - missed
    words = [f"{met} of {len(goals)} goals surely met"]
    words += [f"{missed} missed"] if missed else []
    words += [f"{open_} not yet known"] if open_ else []
    return f": {', '.join(words)}"


def is_better(winner: Mapping[str, Any], stands: Mapping[str, Any]) -> bool:
    """True when the winner is nearer to the goals than the variant as it stands, on the games that confirm it."""
    pairs = [(one["confirmed"]["loss"], one["confirmed"]["imbalance"]) for one in (winner, stands)]
    known = [tuple(float("inf") if value is None else value for value in pair) for pair in pairs]
    return known[0] < known[1]


def _goals(result: Mapping[str, Any], before: Mapping[str, Any] | None, style: Style) -> list[str]:
    old = {goal["metric"]: goal for goal in (before or {}).get("goals", [])}
    rows, marks = [], []
    for goal in result["goals"]:
        stood = old.get(goal["metric"])
        rows.append(
            [goal["metric"], goal["goal"], goal["status"], *_figure(goal), "" if stood is None else _figure(stood)[0]]
        )
        marks.append(COLOURS[goal["status"]])
    lines = table([f"{result['players']} players", "goal", "status", "now", "95 %", "as it stands"], rows, "LLlrrr")
    return [
        style.mark(lines[0], "bold"), *(style.mark(line, mark) for line, mark in zip(lines[1:], marks, strict=True))
    ]  # fmt: skip


def _figure(goal: Mapping[str, Any]) -> tuple[str, str]:
    value, low, high = (goal[key] for key in ("value", "low", "high"))
    if goal["unit"] == "share":
        places = percent_places(value, low, high)
        shown = [percent(one, places) for one in (value, low, high)]
        return f"{shown[0]}{GAP}%", f"{shown[1]} to {shown[2]}"
    places = decimals(half_width(value, low, high))
    shown = [fixed(one, places) for one in (value, low, high)]
    return shown[0], f"{shown[1]} to {shown[2]}"


def _optimism(winner: Mapping[str, Any], stands: Mapping[str, Any]) -> str:
    search, again = (_loss(winner[stage]) for stage in ("search", "finalists"))
    together = f" (95{GAP}% together)" if has_ends(winner) else ""
    before = "" if stands["confirmed"] is None else f", as it stands {_with_ends(stands['confirmed'])}"
    return (
        f"Distance from the goals, in smallest differences that matter{together}: "
        f"{_with_ends(winner['confirmed'])} on the games that confirm it{before}; "
        f"{search} in the search that picked it, {again} among the finalists. Figures of a search flatter its winner."
    )


def has_ends(winner: Mapping[str, Any]) -> bool:
    """True if distances have intervals; older documents have none and judged the goals of each player count alone."""
    return "low" in winner["confirmed"]


def goals_of_counts_alone(document: Mapping[str, Any]) -> bool:
    """True if there are goals of several player counts, and those of each were judged by themselves."""
    winner = document["winner"]
    return len(winner["results"]) > 1 and not has_ends(winner)


def _with_ends(one: Mapping[str, Any]) -> str:
    """A distance with its interval; older documents have none."""
    if "low" not in one:
        return _loss(one)
    low, high = ("?" if one[key] is None else f"{one[key]:.3g}" for key in ("low", "high"))
    return f"{_loss(one)} ({low} to {high})"


def _loss(one: Mapping[str, Any] | None) -> str:
    if one is None:
        return ""
    return "?" if one["loss"] is None else f"{one['loss']:.3g}"


def _others(document: Mapping[str, Any], style: Style) -> Iterator[str]:
    losers: Sequence[Any] = document["losers"]
    refused = document["not_playable"]
    if losers:
        rows = [
            [
                *map(shown_value, one["values"].values()),
                _loss(one["finalists"]),
                _loss(one["search"]),
                count(one["plays"]),
            ]
            for one in losers[:MOST_LISTED]
        ]
        keys = short_keys([axis["key"] for axis in document["design"]["axes"]])
        lines = table([*keys, "again", "search", "games"], rows, "L" * len(keys) + "rrr")
        yield style.mark(
            "The others, best first (distance from the goals, among the finalists and in the search):", "bold"
        )
        yield style.mark(lines[0], "bold")
        yield from lines[1:]
    if len(losers) > MOST_LISTED:
        yield f"and {count(len(losers) - MOST_LISTED)} more; all stand in --format json"
    if refused:
        reasons = dict.fromkeys(reason for one in refused for reason in one["reasons"])
        first = next(iter(reasons))
        more = f"; and {len(reasons) - 1} more reasons" if len(reasons) > 1 else ""
        yield paragraph(f"{count(len(refused))} cannot be played: {first}{more}", "  ", "")


def _method(document: Mapping[str, Any], command: str) -> Iterator[str]:
    methods = {
        "halving": "successive halving: all candidates play few games, the better half goes on with more",
        "trials": "a tree-structured Parzen estimator (Optuna) picks which candidates are played",
    }
    yield paragraph(f"Method: {methods[document['method']]}. No game is used twice:", "  ", "")
    for block in document["plays"]:
        games = f"games {count(block['first'])} to {count(block['first'] + block['count'] - 1)}"
        yield paragraph(f"- {block['purpose']}: seed {block['seed']}, {games}", "  ", "")
    judged = "the goals of each player count" if goals_of_counts_alone(document) else "all goals"
    yield paragraph(
        f"95{GAP}% intervals, fixed-n; {judged} judged together (Holm); "
        f"fairdeal {document['engine']['version']}; {duration(document['engine']['seconds'])}.",
        "  ", "",
    )  # fmt: skip
    if command:
        yield f"Again: {command}"

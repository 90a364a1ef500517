"""A ladder of policies as text: does each rung beat the one below, how much is luck, and who is ahead at each rung."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from reports.columns import paragraph, table
from reports.numbers import GAP, about, count, decimals, duration, fixed, half_width, percent, percent_places
from reports.style import PLAIN, Style

OUTCOMES = {"stronger": "stronger", "weaker": "WEAKER", "not shown": "not shown"}
DEPTHS = ((1.0, "shallow"), (3.0, "light"), (6.0, "medium"))
"""Bands of strategic depth, defaults of the project: below the first shallow, above the last deep."""

LUCKS = ((0.2, "skill decides"), (0.5, "skill and luck are mixed"))
"""Bands of the luck share, defaults of the project."""


def ladder_text(results: Sequence[Mapping[str, Any]], commands: Sequence[str], style: Style = PLAIN) -> str:
    """The text of the results of a document of schema ``fairdeal.ladder/1``, ending with a line end."""
    parts = ["\n".join(_one(one, command, style)) for one, command in zip(results, commands, strict=True)]
    return "\n\n".join(parts).replace(GAP, " ") + "\n"


def _one(result: Mapping[str, Any], command: str, style: Style) -> Iterator[str]:
    title = f"{result['variant']['title']}, {result['players']} players"
    for sentence in verdict_sentences(result):
        yield style.mark(paragraph(f"{title}: {sentence}"), "bold", "green" if result["sound"] else "red")
        title = "  and"
    if result["engine"]["interrupted"]:
        yield paragraph("It was interrupted: pairs and rungs that were not finished are left out.")
    if result["pairs"]:
        yield ""
        yield from _table(pair_rows(result), "LLrrrrrrl", style)
        yield from _paragraphs(result)
    if result["levels"]:
        yield ""
        yield from _levels(result, style)
    yield ""
    yield from _method(result, command)


def verdict_sentences(result: Mapping[str, Any]) -> list[str]:
    """Whether the ladder holds and how deep it is; then who loses an advantage on the way up."""
    found = [_ladder_sentence(result)] if result["pairs"] else []
    word = result["seat_word"]
    found += [
        f"{word} {one['seat']} is ahead when all play {one['ahead']} and behind when all play {one['behind']}: "
        "who is favoured depends on skill"
        for one in result["flips"]
    ]
    return found or ["no pair of rungs was finished"]


def _ladder_sentence(result: Mapping[str, Any]) -> str:
    rungs, doubts = result["rungs"], result["doubts"]
    if not doubts:
        return f"every rung beats the one below; strategic depth at least {_depth(result)}"
    said = [f"{rungs[one['stronger']]} {_doubt(one)} {rungs[one['weaker']]}" for one in doubts]
    suspects = ", ".join(dict.fromkeys(rungs[one["stronger"]] for one in doubts))
    return (
        f"{'; '.join(said)}. Make no claim about balance from games of {suspects}; "
        f"the steps that were shown make a strategic depth of at least {_depth(result)}"
    )


def _doubt(one: Mapping[str, Any]) -> str:
    return "is weaker than" if one["outcome"] == "weaker" else "was not shown to beat"


def _depth(result: Mapping[str, Any]) -> str:
    depth = result["depth"]
    if depth is None:
        return "?"
    word = next((word for bound, word in DEPTHS if depth < bound), "deep")
    return f"{depth:.1f} levels ({word})"


PAIR_HEADER = ["policy", "against", "wins %", "from", "to", "Elo", "from", "to", ""]


def pair_rows(result: Mapping[str, Any]) -> list[list[str]]:
    """The header, then one row a pair: win share in per cent and Elo with their intervals, and the outcome."""
    rungs = result["rungs"]
    rows = [PAIR_HEADER]
    for one in result["pairs"]:
        share = [one["share"][key] for key in ("value", "low", "high")]
        points = [one["elo"][key] for key in ("value", "low", "high")]
        places, whole = percent_places(*share), decimals(half_width(*points))
        rows.append(
            [rungs[one["stronger"]], rungs[one["weaker"]], *(percent(end, places) for end in share),
             *(fixed(end, whole) for end in points), OUTCOMES[one["outcome"]]]
        )  # fmt: skip
    return rows


def level_rows(result: Mapping[str, Any]) -> list[list[str]]:
    """The header, then one row a rung and seat: win share in per cent when all seats play that rung."""
    rows = [["all play", result["seat_word"], "wins %", "from", "to", "fair %", ""]]
    fair = 1 / result["seats"]
    for one in result["levels"]:
        for seat, share in enumerate(one["shares"]):
            ends = [share[key] for key in ("value", "low", "high")]
            places = percent_places(*ends)
            said = standing(share, result["seats"])
            name = one["policy"] if seat == 0 else ""
            rows.append([name, str(seat), *(percent(end, places) for end in ends), percent(fair, 1), said])
    return rows


def standing(share: Mapping[str, Any], seats: int) -> str:
    """``ahead`` or ``behind`` of an even share beyond chance, else nothing."""
    if share["low"] > 1 / seats:
        return "ahead"
    return "behind" if share["high"] < 1 / seats else ""


def _table(rows: Sequence[Sequence[str]], align: str, style: Style) -> Iterator[str]:
    lines = table(list(rows[0]), [list(row) for row in rows[1:]], align)
    yield style.mark(lines[0], "bold")
    yield from lines[1:]


def _paragraphs(result: Mapping[str, Any]) -> Iterator[str]:
    for said in luck_sentences(result):
        yield paragraph(said, "  ", "")
    shown = [one for one in result["pairs"] if one["games_to_show"] and one["outcome"] == "stronger"]
    if shown:
        listed = "; ".join(f"{_against(one, result)} {about(one['games_to_show'])}" for one in shown)
        yield paragraph(f"Games that a group at a table needs to see who plays better: {listed}.", "  ", "")


def luck_sentences(result: Mapping[str, Any]) -> list[str]:
    """For each pair with replicates, what decides a game between the two."""
    found = []
    for one in result["pairs"]:
        parts = one["variance"]
        if not parts:
            continue
        luck = parts["luck"]
        word = next((word for bound, word in LUCKS if luck["value"] < bound), "mostly luck")
        shares = ", ".join(f"{said} {_part(parts[name])}" for name, said in PARTS.items())
        found.append(f"Who wins between {_against(one, result)}: {shares}; {word}.")
    return found


PARTS = {
    "luck": "the deal's luck",
    "skill": "skill",
    "mixed": "deals that suit one of the two",
    "rest": "the policies' own chance",
}


def _part(one: Mapping[str, Any]) -> str:
    if one["low"] is None or one["high"] is None:
        return f"{percent(one['value'], 0)}{GAP}%"
    return f"{percent(one['value'], 0)}{GAP}% ({percent(one['low'], 0)} to {percent(one['high'], 0)})"


def _against(one: Mapping[str, Any], result: Mapping[str, Any]) -> str:
    rungs = result["rungs"]
    return f"{rungs[one['stronger']]} and {rungs[one['weaker']]}"


def _levels(result: Mapping[str, Any], style: Style) -> Iterator[str]:
    yield style.mark("Balance by skill: everybody plays the same policy", "bold")
    yield from _table(level_rows(result), "Lrrrrrl", style)


def _method(result: Mapping[str, Any], command: str) -> Iterator[str]:
    asked, engine = result["asked"], result["engine"]
    left = sum(one["units"]["left_out"] for one in result["pairs"])
    out = f", of which {count(left)} were left out since a game was stopped at the limit of decisions" if left else ""
    games = result["seats"] * asked["replicates"]
    levels = f"; balance by skill from {count(asked['games'])} games a rung" if result["levels"] else ""
    yield paragraph(
        f"Method: each pair played {count(asked['deals'])} deals{out}, each deal {games} times, the stronger policy in "
        f"each seat in turn, {asked['replicates']} times a seat with the policies' choices drawn anew{levels}; fixed-n "
        f"intervals (shares: Wilson with deals as units; parts of the variance: jackknife), those of all pairs "
        f"together at 95{GAP}%, those of all rungs' win shares together at 95{GAP}%; Elo of more than two seats from "
        f"the odds against one other; seed{GAP}{result['seed']}; digest {result['digest'][:12]}; "
        f"fairdeal {engine['version']}; {duration(engine['seconds'])}.",
        "  ", "",
    )  # fmt: skip
    if command:
        yield f"Again: {command}"

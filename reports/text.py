"""The text report of runs: verdict first, then the table, the assumptions, the method."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reports import coverage, exactly, goals, stopping, words
from reports.advantage import seat_advantage
from reports.columns import paragraph, table
from reports.numbers import GAP, count, duration, figures
from reports.rules import ASSUMED, CHOSEN, rule_values
from reports.style import PLAIN, Style
from reports.terms import Terms

SHORTEST = 0.01
"""Seconds of play below which a rate says nothing."""


@dataclass(frozen=True)
class Entry:
    """What a report is made from: one entry of a result document, its game's words, the command that makes it again."""

    result: Mapping[str, Any]
    terms: Terms
    command: str = ""


def report(entries: Sequence[Entry], style: Style = PLAIN, *, hints: bool = True) -> str:
    """The report of one or more results as text of at most 80 columns, ending with a line end."""
    parts = [] if len(entries) < 2 else [_summary(entries, style)]
    for entry, following in zip(entries, [*entries[1:], None], strict=True):
        parts.append(_one(entry, style))
        # Values that hold for several results in a row are told once, after the last.
        if following is None or _origins(following.result) != _origins(entry.result):
            parts.append(_origins(entry.result))
    parts += _definitions(entries, style)
    if hints:
        parts += _hints(entries)
    return "\n\n".join(parts) + "\n"


def _summary(entries: Sequence[Entry], style: Style) -> str:
    rows = []
    one_game = len({entry.result["variant"]["game"] for entry in entries}) == 1
    for entry in entries:
        found = seat_advantage(entry.result)
        name = words.variant_word(entry.result) if one_game else entry.result["variant"]["name"]
        share = f"{entry.terms.seat_word} {found.seat} wins {words.share_text(found)}" if found else "?"
        judged = words.short_judgement(entry.result, found)
        rows.append([name, str(entry.result["players"]), share, judged])
    lines = table(["variant", "players", "win share farthest from even", "verdict"], rows, "LrlL")
    warnings = [entry for entry in entries if entry.result["plays"]["capped"]]
    shown = [style.mark(lines[0], "bold")]
    shown += [style.mark(line, words.colour(entry.result)) for line, entry in zip(lines[1:], entries, strict=True)]
    judged_goals = [entry for entry in entries if entry.result.get("goals")]
    if judged_goals:
        told = [
            f"{words.variant_word(entry.result) if one_game else entry.result['variant']['name']}, "
            f"{entry.result['players']}{GAP}players: {goals.goals_counted(entry.result['goals'])}"
            for entry in judged_goals
        ]
        shown += ["", paragraph(f"Goals: {'; '.join(told)}.")]
    if warnings:
        warning = f"CAPPED games in {len(warnings)} of {len(entries)} results, see below."
        shown.insert(0, style.mark(warning, "bold", "red"))
    return "\n".join(shown)


def _one(entry: Entry, style: Style) -> str:
    result, terms = entry.result, entry.terms
    parts = []
    for warning in (words.capped_warning(result), exactly.contradiction(result)):
        if warning:
            parts.append(style.mark(paragraph(warning), "bold", "red"))
    parts.append(style.mark(paragraph(words.verdict(result, terms) + "."), "bold", words.colour(result)))
    if result["engine"].get("interrupted"):
        parts.append(paragraph(stopping.interrupted(result)))
    if result.get("goals"):
        parts += ["\n".join(goals.goal_lines(result, style)), paragraph(goals.EXPLORATORY)]
    shown = {name: one for name, one in result["metrics"].items() if not coverage.is_apart(name)}
    parts += [
        "\n".join(metric_lines(shown, style)),
        *exactly.sections(result, style),
        *coverage.sections(result, style),
    ]
    parts.append(_method(result, entry.command, style))
    return "\n\n".join(parts)


def metric_lines(metrics: Mapping[str, Mapping[str, Any]], style: Style = PLAIN) -> list[str]:
    """The table of metrics: name, value, ends of the interval, unit, n."""
    rows = [[name, *figures(metric), count(metric["n"])] for name, metric in metrics.items()]
    lines = table(["metric", "value", "95 % from", "to", "unit", "n"], rows, "LrrrLr")
    return [style.mark(lines[0], "bold"), *lines[1:]]


def _origins(result: Mapping[str, Any]) -> str:
    values = rule_values(result)
    lines = []
    for kind, words_ in ((CHOSEN, "chosen here"), (ASSUMED, "assumed (no rules text says so)")):
        found = [value for value in values if value.origin == kind]
        if not found:
            lines.append(paragraph(f"Rules {words_}: none of {len(values)} values.", "  ", ""))
            continue
        listed = "; ".join(str(value).replace(" ", GAP, 1) for value in found)
        lines.append(paragraph(f"Rules {words_}, {len(found)} of {len(values)} values: {listed}.", "  ", ""))
    return "\n".join(lines)


def _method(result: Mapping[str, Any], command: str, style: Style) -> str:
    plays, engine, variant = result["plays"], result["engine"], result["variant"]
    ending = stopping.ending(result)
    lines = [
        f"Method: 95{GAP}% intervals, {stopping.methods(result)}, n{GAP}= {count(plays['count'])} games from number "
        f"{count(plays['first'])}; "
        f"seed{GAP}{result['seed']}; policies {', '.join(result['policies'])}; rules {variant['hash'][:12]}; "
        f"digest {result['digest'][:12]}; fairdeal {engine['version']}.",
        f"Speed: {_rate(engine)}; kernels ready in {duration(engine['jit_seconds'])}, not counted in the rate.",
        *([ending] if ending else []),
    ]
    shown = [paragraph(line, "  ", "") for line in lines]
    if command:
        # One unbroken line, however long, so that it can be copied.
        shown.append(f"Again: {command}")
    return style.mark("\n".join(shown), "dim")


def _rate(engine: Mapping[str, Any]) -> str:
    threads = f"{engine['threads']}{GAP}thread{'s' if engine['threads'] != 1 else ''}"
    if not engine["plays_per_second"] or engine["seconds"] < SHORTEST:
        return f"too short to tell ({threads})"
    return f"{count(engine['plays_per_second'])} games per second ({duration(engine['seconds'])} on {threads})"


def _definitions(entries: Sequence[Entry], style: Style) -> list[str]:
    """What each metric means, once a game; seats' metrics of one kind once."""
    shown = []
    games: dict[str, dict[str, str]] = {}
    for entry in entries:
        meanings = games.setdefault(entry.terms.title, {})
        for name, meaning in entry.terms.meanings.items():
            if coverage.is_apart(name):
                continue
            meanings.setdefault(*_for_all_seats(name, meaning, entry.terms.seat_word))
    for title, meanings in games.items():
        head = "Metrics:" if len(games) == 1 else f"Metrics of {title}:"
        lines = [paragraph(f"{name}: {meaning}", "    ", "  ") for name, meaning in meanings.items() if meaning]
        if lines:
            shown.append(style.mark("\n".join([head, *lines]), "dim"))
    return shown


def _for_all_seats(name: str, meaning: str, seat_word: str) -> tuple[str, str]:
    base, dot, number = name.rpartition(".")
    if not dot or not number.isdecimal() or f"{number} %" in meaning:  # a point of the game
        return name, meaning
    return f"{base}.S", meaning.replace(f"{seat_word} {number}", f"{seat_word} S")


def _hints(entries: Sequence[Entry]) -> list[str]:
    random = [entry for entry in entries if set(entry.result["policies"]) == {"random"}]
    if not random:
        return []
    others = list(dict.fromkeys(name for entry in random for name in entry.terms.other_policies))
    listed = " or ".join([", ".join(others[:-1]), others[-1]] if len(others) > 1 else others)
    tried = f" Try also --policy {listed}." if others else ""
    text = "Random play is not skill: what is fair between players who choose blindly may be unfair between good ones."
    return [paragraph(f"Note: {text}{tried}", "  ", "")]

"""The page of a run: for each result verdict, rules, who wins, how long games are, games to look at, method."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from reports import csv_rows
from reports.advantage import seat_advantage, win_shares
from reports.languages.language import Language
from reports.pages.course import course_section
from reports.pages.exactly import contradiction, exact_section
from reports.pages.given import Given
from reports.pages.lengths import length_section, measure_of
from reports.pages.measured import OWN, component_section, course_sections, grouped, rule_section
from reports.pages.method import method_section
from reports.pages.model import Block, Figure, Page, Paragraph, Section, Shown, Table, Verdict
from reports.pages.rules import rules_section
from reports.pages.words import metric_rows, seat_name
from reports.plots.convergence import convergence_plot
from reports.plots.seats import seats_plot
from reports.words import colour, variant_word
from simulate.runs.definitions import PARTS, RULES

SCHEMA = "fairdeal.run/1"

FEW = 6
"""Most results of a page on which every one has all its plots."""

GENERAL = ("win_share", "outright", "tie", "capped", "score", "margin", "turns", "duration")
"""Metrics that have their place in the sections on winning and on length."""


def runs(document: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """Every entry is a run."""
    found: Sequence[Mapping[str, Any]] = document["results"]
    return found


def csv_text(document: Mapping[str, Any]) -> str:
    """Every metric with its interval."""
    return csv_rows.csv_text(document["results"])


def digests(document: Mapping[str, Any]) -> str:
    """The digests of the results' integers."""
    return ", ".join(str(entry.get("digest", ""))[:12] for entry in document["results"])


def build(document: Mapping[str, Any], given: Given, language: Language) -> Page:
    """The page of a document of schema ``fairdeal.run/1``."""
    shown = given.shown
    titles = list(dict.fromkeys(one.terms.title for one in shown))
    few = len(shown) <= FEW
    title = language.say("page.run", titles=language.listed(titles))
    if len(shown) == 1:
        return Page(title, language, list(opening(shown[0], language)), list(sections(shown[0], language)))
    parts = [
        Section(
            f"r{i}",
            heading(one, language),
            list(opening(one, language)),
            list(sections(one, language, f"r{i}-", shown[:i], few=few)),
        )
        for i, one in enumerate(shown)
    ]
    blocks: list[Block] = [summary(shown, language)]
    if any(len(one.replays) < 2 for one in shown):
        blocks.append(Paragraph(language.say("left_out.games" if few else "left_out.all"), "note"))
    return Page(title, language, blocks, parts)


def heading(one: Shown, language: Language) -> str:
    """A result's heading: variant, players, policies."""
    policies = list(one.result["policies"])
    who = policies[0] if len(set(policies)) == 1 else ", ".join(policies)
    return language.say("heading.entry", variant=variant_word(one.result), players=one.result["players"], policies=who)


def summary(shown: Sequence[Shown], language: Language) -> Table:
    """One row a result: the seat farthest from even, and the judgement."""
    rows = []
    one_game = len({one.result["variant"]["game"] for one in shown}) == 1
    for one in shown:
        found = seat_advantage(one.result)
        name = variant_word(one.result) if one_game else one.result["variant"]["name"]
        share = "?"
        if found is not None:
            metric = win_shares(one.result["metrics"])[found.seat]
            share = language.say(
                "summary.who", seat=seat_name(one.result, one.terms, language, found.seat),
                share=language.figure(metric), interval=language.interval(metric),
            )  # fmt: skip
        rows.append([name, str(one.result["players"]), share, language.short(one.result, one.terms)])
    keys = ("variant", "players", "share", "verdict")
    return Table(language.say("summary.caption"), [language.say(f"summary.{key}") for key in keys], rows, "LrLL")


def opening(one: Shown, language: Language) -> Iterator[Block]:
    """Yield the verdict and what it means in plain words."""
    for warning in (language.capped_warning(one.result), contradiction(one, language)):
        if warning:
            yield Paragraph(warning, "warning")
    yield Verdict(
        sentence(language.verdict(one.result, one.terms)), language.short(one.result, one.terms), colour(one.result)
    )
    if one.result["engine"].get("interrupted"):
        yield Paragraph(language.say("interrupted", n=language.count(one.result["plays"]["count"])), "warning")
    plain = list(_plain(one, language))
    if plain:
        yield Paragraph(" ".join(plain), "lead")


def sentence(text: str) -> str:
    """The text with a capital letter in front and a full stop behind."""
    return text[:1].upper() + text[1:].rstrip(".") + "."


def _plain(one: Shown, language: Language) -> Iterator[str]:
    found = seat_advantage(one.result)
    if found is None or len(set(one.result["policies"])) > 1:
        return
    metric = win_shares(one.result["metrics"])[found.seat]
    yield language.say("plain.even", seat=one.terms.seat_word, even=language.share(1 / found.seats, 1))
    who = sentence(seat_name(one.result, one.terms, language, found.seat))[:-1]
    said = {
        "share": language.figure(metric),
        "low": language.figure(metric, "low"),
        "high": language.figure(metric, "high"),
    }
    if found.sided:
        yield language.say("plain.sided", seat=who, **said)
    else:
        yield language.say("plain.unsided", seat=who[:1].lower() + who[1:], **said)
    if set(one.result["policies"]) == {"random"}:
        yield language.say("plain.random")


def sections(
    one: Shown, language: Language, prefix: str = "", before: Sequence[Shown] = (), *, few: bool = True
) -> Iterator[Section]:
    """Yield the sections of a result, in the order in which a designer asks; of `few` results, more plots."""
    yield Section(f"{prefix}goals", language.say("heading.goals"), list(_goals(one, language)))
    yield rules_section(one, language, f"{prefix}rules", before)
    yield Section(f"{prefix}seats", language.say("heading.seats"), list(_seats(one, language, prefix)))
    yield length_section(one, language, prefix, plots=few)
    exact = exact_section(one, language, f"{prefix}exact")
    if exact is not None:
        yield exact
    groups = grouped([name for name in one.result["metrics"] if measure_of(name) not in GENERAL])
    course = course_section(one, language, f"{prefix}course")
    inner = course_sections(groups, one, language, f"{prefix}course-")
    # What was counted over all games comes before what was sampled from the first ones.
    sampled = [] if "the lead" in groups else course.blocks
    yield Section(course.anchor, course.heading, sampled, inner)
    for made in (
        component_section(groups.get(PARTS, []), one, language, prefix),
        rule_section(groups.get(RULES, []), one, language, prefix),
    ):
        if made is not None:
            yield made
    rest = groups.get(OWN, [])
    if rest:
        caption = language.say("metrics.caption", heading=language.say("heading.components"))
        table = Table(caption, metric_header(language), metric_rows(rest, one, language), "LrrlrL")
        yield Section(f"{prefix}components", language.say("heading.components"), [table])
    if one.replays:
        yield Section(f"{prefix}games", language.say("heading.games"), list(one.replays))
    yield method_section(one, language, f"{prefix}method")


def metric_header(language: Language) -> list[str]:
    """The header of a table of metrics."""
    return [language.say(f"metrics.{key}") for key in ("metric", "value", "interval", "unit", "n", "meaning")]


def _goals(one: Shown, language: Language) -> Iterator[Block]:
    goals = one.result.get("goals") or []
    if not goals:
        yield Paragraph(language.say("goals.none"), "note")
        return
    yield goals_table(goals, language)
    yield Paragraph(language.say("goals.exploratory"), "note")


def goals_table(goals: Sequence[Mapping[str, Any]], language: Language) -> Table:
    """What was wanted, what was found, and how it is judged."""
    rows = [
        [
            goal["metric"],
            _wanted(goal["goal"], language),
            f"{language.figure(goal)} ({language.interval(goal)})",
            language.say(f"goals.{goal['status']}"),
        ]
        for goal in goals
    ]
    header = [language.say(f"goals.{key}") for key in ("metric", "goal", "found", "status")]
    missed = frozenset(i for i, goal in enumerate(goals) if goal["status"] == "missed")
    return Table(language.say("goals.caption"), header, rows, "LrrL", missed)


def _wanted(text: str, language: Language) -> str:
    """A goal's range as the language writes it."""
    low, between, high = language.number(text).partition(" to ")
    return language.say("goals.range", low=low, high=high) if between else low


def _seats(one: Shown, language: Language, prefix: str) -> Iterator[Block]:
    metrics, word = one.result["metrics"], one.terms.seat_word
    rows = []
    shares = win_shares(metrics)
    for seat, share in enumerate(shares):
        row = [
            seat_name(one.result, one.terms, language, seat),
            language.figure(share, sign=False),
            language.interval(share),
        ]
        for name in (f"outright.{seat}", f"score.{seat}"):
            if name in metrics:
                row += [language.figure(metrics[name], sign=False), language.interval(metrics[name])]
        rows.append(row)
    header = [word, language.say("seats.share"), language.say("seats.interval")]
    for name, key in (("outright.0", "seats.alone"), ("score.0", "seats.score")):
        if name in metrics:
            unit = f" ({one.word(metrics[name]['unit'])})" if key == "seats.score" else ""
            header += [language.say(key) + unit, language.say("seats.interval")]
    kind = shares[0]["kind"] if shares else "?"
    yield Table(language.say("seats.caption", seat=word, kind=kind), header, rows, "l" + "r" * (len(header) - 1))
    tie = metrics.get("tie")
    if tie:
        said = language.say("seats.tie", seat=word, tie=language.figure(tie), interval=language.interval(tie))
        yield Paragraph(said)
    plot = seats_plot(one.result, one.terms, language, f"{prefix}seats")
    if plot:
        yield Figure(plot)
    settled = convergence_plot(one.result, one.sample, one.terms, language, f"{prefix}settled") if one.sample else None
    if settled:
        yield Figure(settled)

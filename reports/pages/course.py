"""The section on the course of play: does the leader win, and how often does the lead change."""

from __future__ import annotations

from reports.languages.language import Language
from reports.pages.model import Block, Paragraph, Section, Shown, Table
from simulate.runs.definitions import LEADER_NEUTRAL

FRACTIONS = ("1/4", "1/2", "3/4")
"""Times at which a leader is looked for."""


def course_section(one: Shown, language: Language, anchor: str) -> Section:
    """The course of the first plays of a run, or why it is not known.

    ``one.course`` holds ``n``, ``changes`` (a metric), ``comeback`` (a metric) and ``leader``, a mapping from the
    fractions to metrics. Beside them: what a long fair race without feedback has.
    """
    heading = language.say("heading.course")
    if not one.course:
        return Section(anchor, heading, [Paragraph(one.said or language.say("course.no_standing"), "note")])
    n = language.count(one.course["n"])
    rows = []
    shares = dict(zip(FRACTIONS, LEADER_NEUTRAL.get(len(one.result["policies"]), ()), strict=False))
    for fraction, metric in one.course["leader"].items():
        known = fraction in shares
        neutral = language.say("course.neutral", neutral=language.share(shares[fraction], 0)) if known else ""
        rows.append(
            [language.say(f"course.leader.{fraction}"), language.figure(metric), language.interval(metric), neutral]
        )
    for key in ("comeback", "changes"):
        metric = one.course[key]
        rows.append([language.say(f"course.{key}"), language.figure(metric), language.interval(metric), ""])
    header = [language.say(f"course.{key}") for key in ("figure", "value", "interval", "compare")]
    table = Table(language.say("course.caption", n=n), header, rows, "LrrL")
    blocks: list[Block] = [Paragraph(language.say("course.lead", n=n)), table]
    return Section(anchor, heading, blocks)

"""The method box: intervals, games, seeds, policies, digest, and the command that makes the result again."""

from __future__ import annotations

from collections.abc import Iterator

from reports.languages.language import Language
from reports.languages.lines import lines_in
from reports.pages.model import Block, Command, Facts, Paragraph, Section, Shown

SHORTEST = 0.01
"""Seconds of play below which a rate says nothing."""


def method_section(one: Shown, language: Language, anchor: str) -> Section:
    """How a result was measured."""
    blocks: list[Block] = [Facts(list(_facts(one, language)))]
    if one.command:
        blocks.append(Command(language.say("method.again"), one.command))
    else:
        blocks.append(Paragraph(language.say("method.unknown"), "note"))
    return Section(anchor, language.say("heading.method"), blocks, boxed=True)


def speed(one: Shown, language: Language) -> str:
    """How fast the run was, its compile time apart."""
    engine = one.result["engine"]
    if not engine["plays_per_second"] or engine["seconds"] < SHORTEST:
        return language.say("method.speed.short")
    return language.say(
        "method.speed.text", rate=language.count(engine["plays_per_second"]),
        seconds=language.duration(engine["seconds"]), jit=language.duration(engine["jit_seconds"]),
    )  # fmt: skip


def intervals(one: Shown, language: Language) -> str:
    """What kinds of intervals there are, and what they promise."""
    kinds = sorted({metric["kind"] for metric in one.result["metrics"].values()})
    return " ".join(language.phrases.get(f"method.{kind}", kind) for kind in kinds)


def ending(one: Shown, language: Language) -> str:
    """The rule by which the run ended, and what ended it; empty when the document does not say so."""
    stop = one.result.get("stop") or {}
    if not stop.get("rule") or not stop.get("reason"):
        return ""
    parts, _ = lines_in(language.code, stop["rule"].split("; "), one.word)
    reason = language.phrases.get(f"stop.reason.{stop['reason']}", stop["reason"])
    return language.say("method.stop.text", rule="; ".join(parts), reason=reason)


def _facts(one: Shown, language: Language) -> Iterator[tuple[str, str]]:
    result = one.result
    plays, engine = result["plays"], result["engine"]
    say = language.say
    last = language.count(plays["first"] + plays["count"] - 1)
    yield say("method.n"), say(
        "method.n.text", n=language.count(plays["count"]), first=language.count(plays["first"]), last=last,
        capped=language.count(plays["capped"]),
    )  # fmt: skip
    yield say("method.intervals"), intervals(one, language)
    yield say("method.policies"), ", ".join(result["policies"])
    yield say("method.seed"), str(result["seed"])
    yield say("method.rules"), result["variant"]["hash"]
    yield say("method.digest"), result["digest"]
    ended = ending(one, language)
    if ended:
        yield say("method.stop"), ended
    yield say("method.bands"), say("method.bands.text")
    yield say("method.missing"), say("method.missing.text")
    yield say("method.engine"), say(
        "method.engine.text", version=engine["version"], python=engine["python"], numba=engine["numba"],
        machine=engine["machine"], threads=engine["threads"],
    )  # fmt: skip
    yield say("method.speed"), speed(one, language)

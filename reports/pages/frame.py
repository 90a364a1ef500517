"""The frame that every study's page stands in: verdict first, then what it rests on, the method box at the end.

A study answers one question or several (a comparison for each player count). Each `Answer` opens with its verdict; a
page of several answers opens with a table of all verdicts. The method box says how it was measured, gives the digest
of the document and the command that makes it again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reports.languages.language import Language
from reports.pages.model import Block, Command, Facts, Listing, Page, Paragraph, Section, Table, Verdict

VARYING = ("engine", "commands")
"""Parts of a document that differ between two equal studies."""


@dataclass(frozen=True)
class Answer:
    """What a study says to one question.

    Attributes
    ----------
    heading : str
        The question: game, variant, players.
    verdict : Verdict
    opening : sequence of Block
        What stands around the verdict: warnings before it (tone ``warning``), explanations after it.
    sections : callable
        The sections below, for a prefix of their anchors and plots.
    """

    heading: str
    verdict: Verdict
    opening: Sequence[Block]
    sections: Callable[[str], Sequence[Section]]

    def blocks(self) -> Iterator[Block]:
        """Yield warnings, the verdict, the rest."""
        warnings = [one for one in self.opening if isinstance(one, Paragraph) and one.tone == "warning"]
        yield from warnings
        yield self.verdict
        yield from (one for one in self.opening if one not in warnings)


def study_page(title: str, answers: Sequence[Answer], method: Section, language: Language) -> Page:
    """The page of a study from its answers and its method box.

    Parameters
    ----------
    title : str
        What was asked.
    answers : sequence of Answer
        At least one.
    method : Section
        Of :func:`method_box`.
    """
    if len(answers) == 1:
        one = answers[0]
        return Page(title, language, list(one.blocks()), [*one.sections(""), method])
    parts = [
        Section(f"a{number}", one.heading, list(one.blocks()), one.sections(f"a{number}-"))
        for number, one in enumerate(answers)
    ]
    return Page(title, language, [overview(answers, language)], [*parts, method])


def overview(answers: Sequence[Answer], language: Language) -> Table:
    """One row an answer: what was asked, the judgement in short."""
    rows = [[one.heading, one.verdict.word] for one in answers]
    header = [language.say("study.question"), language.say("summary.verdict")]
    return Table(language.say("summary.caption"), header, rows, "LL")


def listing(lines: Sequence[str], *, foreign: bool = False) -> list[Block]:
    """Lines as a list; `foreign` when they are in English whatever the page's language."""
    return [Listing(list(lines), foreign)]


def method_box(
    facts: Sequence[tuple[str, str]],
    document: Mapping[str, Any],
    commands: Sequence[str],
    language: Language,
    *,
    engine: Mapping[str, Any] | None = None,
) -> Section:
    """How a study was measured.

    Parameters
    ----------
    facts : sequence of (str, str)
        What is asked of every study: kind of the intervals, games, seeds, policies.
    commands : sequence of str
        The command lines that make it again; empty ones are left out.
    engine : mapping, optional
        Versions and machine; by default those of the document.
    """
    made = engine if engine is not None else document.get("engine") or {}
    rows = [*facts, (language.say("study.digest"), digest_of(document))]
    if "version" in made:
        where = [f"fairdeal {made['version']}", *([made["machine"]] if "machine" in made else [])]
        rows.append((language.say("method.engine"), ", ".join(where)))
    if made.get("seconds"):
        rows.append((language.say("study.time"), language.duration(made["seconds"])))
    kept = [one for one in dict.fromkeys(commands) if one]
    blocks: list[Block] = [Facts(rows)]
    blocks += [Command(language.say("method.again"), line) for line in kept]
    if not kept:
        blocks.append(Paragraph(language.say("study.unknown"), "note"))
    return Section("method", language.say("heading.method"), blocks, boxed=True)


def digest_of(document: Mapping[str, Any]) -> str:
    """SHA-256 of a document without what differs between two equal studies (time, machine, command lines)."""
    text = json.dumps(_lasting(document), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def _lasting(found: Any) -> Any:
    if isinstance(found, Mapping):
        return {str(key): _lasting(value) for key, value in found.items() if key not in VARYING}
    return [_lasting(one) for one in found] if isinstance(found, list) else found

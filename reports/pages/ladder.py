"""The page of a ladder of policies: does better play win, how much is luck, who is favoured at each level of skill."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from reports import csv_rows
from reports.advantage import BANDS
from reports.laddering import DEPTHS, standing
from reports.languages.language import Language
from reports.numbers import about, percent
from reports.pages.amounts import amount, ends
from reports.pages.frame import Answer, method_box, study_page
from reports.pages.given import GameWords, Given
from reports.pages.model import Block, Figure, Page, Paragraph, Section, Table, Verdict
from reports.plots.plot import Plot
from reports.plots.rows import Words
from reports.plots.skill import Seat, skill_plot

SCHEMA = "fairdeal.ladder/1"
PARTS = ("luck", "skill", "mixed", "rest")

COLUMNS = (
    "variant", "players", "what", "policy", "against", "seat", "value", "low", "high", "n", "unit", "outcome",
)  # fmt: skip

Result = Mapping[str, Any]


def csv_text(document: Mapping[str, Any]) -> str:
    """Win share and Elo of every pair, then each seat's share at every rung."""
    return csv_rows.table_text(COLUMNS, (row for one in document["results"] for row in _csv(one)))


def _csv(result: Result) -> Iterator[list[Any]]:
    head = [result["variant"]["name"], result["players"]]
    rungs = result["rungs"]
    for one in result["pairs"]:
        for what, unit in (("share", "share"), ("elo", "Elo")):
            found = one[what]
            names = [what, rungs[one["stronger"]], rungs[one["weaker"]], None]
            yield [*head, *names, *(found[key] for key in ("value", "low", "high", "n")), unit, one["outcome"]]
        for part, found in one["variance"].items():
            names = [part, rungs[one["stronger"]], rungs[one["weaker"]], None]
            yield [*head, *names, *(found[key] for key in ("value", "low", "high", "n")), "share", None]
    for level in result["levels"]:
        for seat, found in enumerate(level["shares"]):
            names = ["win_share", level["policy"], level["policy"], seat]
            said = standing(found, result["seats"])
            yield [*head, *names, *(found[key] for key in ("value", "low", "high", "n")), "share", said or None]


def build(document: Mapping[str, Any], given: Given, language: Language) -> Page:
    """The page of a document of schema ``fairdeal.ladder/1``."""
    results = document["results"]
    words = [given.words(one["variant"]["game"], language) for one in results]
    answers = [_answer(one, its, language) for one, its in zip(results, words, strict=True)]
    method = method_box(_facts(results, language), document, given.commands, language, engine=_engine(results))
    return study_page(language.say("ladder.page", title=words[0].terms.title), answers, method, language)


def _engine(results: Sequence[Result]) -> Mapping[str, Any]:
    return {**results[0]["engine"], "seconds": sum(one["engine"]["seconds"] for one in results)}


def _facts(results: Sequence[Result], language: Language) -> list[tuple[str, str]]:
    asked, first = results[0]["asked"], results[0]
    games = first["seats"] * asked["replicates"] if len({one["seats"] for one in results}) == 1 else None
    said = language.say(
        "ladder.deals.said", deals=language.count(asked["deals"]), games=games or "…", replicates=asked["replicates"]
    )
    facts = [(language.say("study.intervals"), language.say("ladder.intervals")), (language.say("ladder.deals"), said)]
    if any(one["levels"] for one in results):
        facts.append((language.say("ladder.levels"), language.count(asked["games"])))
    return [*facts, (language.say("study.seed"), str(first["seed"]))]


def _answer(result: Result, words: GameWords, language: Language) -> Answer:
    heading = language.say(
        "ladder.heading", title=words.terms.title, variant=result["variant"]["name"], players=result["players"]
    )
    opening: list[Block] = []
    if result["engine"]["interrupted"]:
        opening.append(Paragraph(language.say("study.interrupted"), "warning"))
    left = sum(one["units"]["left_out"] for one in result["pairs"])
    if left:
        opening.append(Paragraph(language.say("ladder.left_out", n=language.count(left)), "warning"))
    seat = words.terms.seat_word
    opening += [
        Paragraph(language.say("ladder.flip", seat=seat, number=one["seat"], ahead=one["ahead"], behind=one["behind"]))
        for one in result["flips"]
    ]
    return Answer(
        heading, _verdict(result, heading, language), opening,
        lambda prefix: list(_sections(result, words, language, prefix)),
    )  # fmt: skip


def _verdict(result: Result, heading: str, language: Language) -> Verdict:
    if not result["pairs"]:
        return Verdict(f"{heading}. {language.say('ladder.none')}.", language.say("ladder.word.doubts"), "yellow")
    depth = result["depth"]
    levels = "?" if depth is None else language.number(f"{depth:.1f}")
    band = next((i for i, (bound, _) in enumerate(DEPTHS) if (depth or 0.0) < bound), len(DEPTHS))
    word = language.say(f"ladder.depth.{band}")
    if result["sound"]:
        said = language.say("ladder.sound", depth=levels, word=word)
        key = "flip" if result["flips"] else "sound"
        return Verdict(
            f"{heading}. {said}.", language.say(f"ladder.word.{key}"), "yellow" if key == "flip" else "green"
        )
    rungs = result["rungs"]
    doubts = "; ".join(
        language.say(f"ladder.doubt.{one['outcome']}", stronger=rungs[one["stronger"]], weaker=rungs[one["weaker"]])
        for one in result["doubts"]
    )
    suspects = language.listed(list(dict.fromkeys(rungs[one["stronger"]] for one in result["doubts"])))
    said = language.say("ladder.doubts", doubts=doubts, suspects=suspects, depth=levels, word=word)
    return Verdict(f"{heading}. {said}.", language.say("ladder.word.doubts"), "red")


def _sections(result: Result, words: GameWords, language: Language, prefix: str) -> Iterator[Section]:
    if result["pairs"]:
        note = Paragraph(language.say("ladder.games.note"), "note")
        yield Section(f"{prefix}pairs", language.say("ladder.heading.pairs"), [_pairs(result, language), note])
    if any(one["variance"] for one in result["pairs"]):
        yield Section(f"{prefix}luck", language.say("ladder.heading.luck"), [_luck(result, words, language)])
    if result["levels"]:
        blocks: list[Block] = [
            _levels(result, words, language),
            Figure(_plot(result, words, language, f"{prefix}levels")),
        ]
        yield Section(f"{prefix}levels", language.say("ladder.heading.levels"), blocks)


def _pairs(result: Result, language: Language) -> Table:
    rungs, rows, marked = result["rungs"], [], []
    for one in result["pairs"]:
        share, elo, games = one["share"], one["elo"], one["games_to_show"]
        rows.append([
            rungs[one["stronger"]], rungs[one["weaker"]], amount(share, "share", language),
            ends(share, "share", language), language.count(share["n"]), amount(elo, "Elo", language),
            ends(elo, "Elo", language),
            language.number(about(games)) if games and one["outcome"] == "stronger" else "–",
            language.say(f"ladder.outcome.{one['outcome']}"),
        ])  # fmt: skip
        marked += [len(rows) - 1] if one["outcome"] != "stronger" else []
    keys = ("policy", "opponent", "share", "", "n", "elo", "", "games", "outcome")
    header = [language.say(f"ladder.{key}") if key else language.say("study.interval") for key in keys]
    return Table(language.say("ladder.pairs.caption"), header, rows, "LLrrrrrrl", frozenset(marked))


def _luck(result: Result, words: GameWords, language: Language) -> Table:
    rungs = result["rungs"]
    rows = [
        [rungs[one["stronger"]], rungs[one["weaker"]], *(_part(one["variance"][part], language) for part in PARTS)]
        for one in result["pairs"]
        if one["variance"]
    ]
    header = [language.say(f"ladder.{key}") for key in ("policy", "opponent", *PARTS)]
    caption = language.say("ladder.luck.caption", seat=words.terms.seat_word)
    return Table(caption, header, rows, "LLrrrr")


def _part(found: Mapping[str, Any], language: Language) -> str:
    value = language.number(percent(found["value"], 0))
    if found["low"] is None or found["high"] is None:
        return value
    low, high = (language.number(percent(found[key], 0)) for key in ("low", "high"))
    return f"{value} ({language.say('study.from_to', low=low, high=high)})"


def _levels(result: Result, words: GameWords, language: Language) -> Table:
    rows, marked = [], []
    for level in result["levels"]:
        for seat, share in enumerate(level["shares"]):
            said = standing(share, result["seats"])
            rows.append([
                level["policy"] if seat == 0 else "", str(seat), amount(share, "share", language),
                ends(share, "share", language), language.count(share["n"]),
                language.say(f"ladder.{said}") if said else "",
            ])  # fmt: skip
            marked += [len(rows) - 1] if said else []
    seat_word = words.terms.seat_word
    header = [
        language.say("ladder.all"), seat_word, language.say("ladder.share"), language.say("study.interval"),
        language.say("ladder.plays"), language.say("ladder.outcome"),
    ]  # fmt: skip
    caption = language.say("ladder.levels.caption", seat=seat_word)
    return Table(caption, header, rows, "Lrrrrl", frozenset(marked))


def _plot(result: Result, words: GameWords, language: Language, name: str) -> Plot:
    """Balance by skill: each seat's win share, rung by rung."""
    seat_word, levels = words.terms.seat_word, result["levels"]
    seats = [
        Seat(
            language.say("seat", seat=seat_word, number=seat),
            [(share["value"], share["low"], share["high"]) for share in (level["shares"][seat] for level in levels)],
        )
        for seat in range(result["seats"])
    ]
    listed = [
        f"{language.say('ladder.plot.row', policy=level['policy'], seat=seat_word, number=seat)}: "
        f"{amount(share, 'share', language)} ({ends(share, 'share', language)})"
        for level in levels
        for seat, share in enumerate(level["shares"])
    ]
    caption = language.say(
        "ladder.plot.caption", seat=seat_word, n=language.count(result["asked"]["games"]), seed=result["seed"]
    )
    alt = language.say("ladder.plot.alt", seat=seat_word, listed="; ".join(listed))
    said = Words(name, _finding(result, seat_word, language), caption, alt, language.say("ladder.plot.axis"))
    return skill_plot(said, [level["policy"] for level in levels], seats, BANDS[2].limit / result["seats"], language)


def _finding(result: Result, seat_word: str, language: Language) -> str:
    """The title: what the win shares by rung show."""
    if result["flips"]:
        return language.say("ladder.plot.title.flip")
    for level in reversed(result["levels"]):
        for seat, share in enumerate(level["shares"]):
            if standing(share, result["seats"]) == "ahead":
                said = language.say("ladder.plot.title.ahead", seat=seat_word, number=seat, policy=level["policy"])
                return said[0].upper() + said[1:]
    return language.say("ladder.plot.title.even", seat=seat_word)

"""The page of exact answers: values beside simulated ones, a deal with its line of best play, many deals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from reports import csv_rows
from reports.languages.language import Language
from reports.pages.amounts import amount, ends, in_words
from reports.pages.exactly import exact_value, off_by, values_table
from reports.pages.frame import Answer, listing, method_box, study_page
from reports.pages.given import GameWords, Given
from reports.pages.model import Block, Page, Paragraph, Section, Table, Verdict

SCHEMA = "fairdeal.solve/1"

COLUMNS = (
    "variant", "players", "what", "policies", "name", "exact", "fraction", "value", "low", "high", "n", "unit",
    "standard_errors",
)  # fmt: skip

SHORT = 40
"""Letters of a fraction that is shown."""

BEST = "optimal"
RANDOM = "random"

Result = Mapping[str, Any]


def csv_text(document: Mapping[str, Any]) -> str:
    """Every exact value with its simulated one, then the deals' outcomes."""
    return csv_rows.table_text(COLUMNS, (row for one in document["results"] for row in _csv(one)))


def _csv(result: Result) -> Iterator[list[Any]]:
    head = [result["name"], result["players"]]
    for one in result["values"]:
        found = one["simulated"] or {}
        yield [
            *head, "value", one["policies"], one["metric"], one["exact"], one["fraction"],
            *(found.get(key) for key in ("value", "low", "high", "n")), one["unit"], one["standard_errors"],
        ]  # fmt: skip
    deal, deals = result["deal"], result["deals"]
    if deal is not None:
        name = f"play {deal['play']} decision {deal['decision']}"
        yield [*head, "deal", BEST, name, deal["margin"], None, None, deal["low"], deal["high"], None,
               result["score_word"], None]  # fmt: skip
    if deals is not None:
        named = [(f"win_share.{seat}", one) for seat, one in enumerate(deals["win_shares"])]
        for name, found in [*named, ("tie", deals["tie"])]:
            yield [*head, "deals", BEST, name, None, None, *(found[key] for key in ("value", "low", "high", "n")),
                   "share", None]  # fmt: skip


def build(document: Mapping[str, Any], given: Given, language: Language) -> Page:
    """The page of a document of schema ``fairdeal.solve/1``."""
    results = document["results"]
    words = [given.words(one["game"], language) for one in results]
    answers = [_answer(one, own, language) for one, own in zip(results, words, strict=True)]
    engine = {**results[0]["engine"], "seconds": sum(one["engine"]["seconds"] for one in results)}
    facts = list(dict.fromkeys(fact for one in results for fact in _facts(one, language)))
    method = method_box(facts, document, given.commands, language, engine=engine)
    return study_page(language.say("solve.page", title=words[0].terms.title), answers, method, language)


def _facts(result: Result, language: Language) -> Iterator[tuple[str, str]]:
    say, deal, deals = language.say, result["deal"], result["deals"]
    yield say("solve.exact"), say("solve.method.exact")
    if result["simulated"] is not None:
        yield say("study.intervals"), say("method.fixed-n")
        yield say("study.games"), language.count(result["simulated"]["games"])
        if any(one["simulated"] is not None for one in result["values"]):
            yield say("solve.method.off"), say("solve.method.off.said")
    nodes = (deal or {}).get("nodes", 0) + (deals or {}).get("nodes", 0)
    if nodes:
        most = language.count(result["nodes"])
        yield say("solve.method.nodes"), say("solve.method.nodes.said", nodes=language.count(nodes), most=most)
    yield say("study.seed"), str(result["seed"])


def _answer(result: Result, words: GameWords, language: Language) -> Answer:
    heading = language.say("solve.heading", title=words.terms.title, variant=result["name"], players=result["players"])
    opening: list[Block] = []
    if result["interrupted"]:
        opening.append(Paragraph(language.say("study.interrupted"), "warning"))
    deals = result["deals"]
    if deals is not None and deals["open"]:
        said = language.say(
            "solve.open", n=language.count(deals["open"]), all=language.count(deals["count"]),
            nodes=language.count(result["nodes"]),
        )  # fmt: skip
        opening.append(Paragraph(said, "warning"))
    verdict = _verdict(result, words, heading, language)
    return Answer(heading, verdict, opening, lambda prefix: list(_sections(result, words, language, prefix)))


# The verdict


def _verdict(result: Result, words: GameWords, heading: str, language: Language) -> Verdict:
    """What is known, in sentences; the judgement in short from the last of them."""
    said: list[str] = []
    word, tone = language.say("solve.word.exact"), ""
    if result["values"]:
        said += _known(result, words, language)
        compared = [one for one in result["values"] if one["simulated"] is not None]
        if compared:
            sentence, word, tone = _agreement(result, compared, words, language)
            said.append(sentence)
    if result["deal"] is not None:
        sentence, own = _deal_sentence(result, words, language)
        said.append(sentence)
        word = word if tone == "red" else own
        tone = tone or ("" if result["deal"]["solved"] else "yellow")
    if result["deals"] is not None:
        sentence, own = _deals_sentence(result, words, language)
        said.append(sentence)
        word = word if tone == "red" else own
    return Verdict(f"{heading}. {'. '.join(said)}.", word, tone)


def _known(result: Result, words: GameWords, language: Language) -> Iterator[str]:
    """Yield a sentence with the win shares of each kind of play."""
    kinds = list(dict.fromkeys(one["policies"] for one in result["values"]))
    shown = 0
    for policies in kinds:
        shares = [
            language.say(
                "solve.seat", seat=words.terms.seat_word, number=one["metric"].rpartition(".")[2],
                share=exact_value(one, language) + language.percent_sign,
            )
            for one in result["values"]
            if one["metric"].startswith("win_share.") and one["policies"] == policies and one["exact"] is not None
        ]  # fmt: skip
        if shares:
            shown += 1
            yield language.say("solve.shares", policies=policies, shares=", ".join(shares))
    if not shown:
        yield language.say("solve.some", n=sum(one["exact"] is not None for one in result["values"]))


def _agreement(
    result: Result, compared: Sequence[Mapping[str, Any]], words: GameWords, language: Language
) -> tuple[str, str, str]:
    games = language.count(result["simulated"]["games"])
    wrong = [words.metric(one["metric"], language) for one in compared if not one["agrees"]]
    if wrong:
        said = language.say("solve.contradict", metrics=language.listed(wrong), n=games)
        return said, language.say("solve.word.contradict"), "red"
    return (
        language.say("solve.agree", n=games, errors=off_by(compared, language)),
        language.say("solve.word.agree"),
        "green",
    )


def _deal_sentence(result: Result, words: GameWords, language: Language) -> tuple[str, str]:
    deal, seat = result["deal"], words.terms.seat_word
    key = "solve.position.later" if deal["decision"] else "solve.position"
    where = language.say(key, play=deal["play"], seed=result["seed"], decision=deal["decision"])
    if not deal["solved"]:
        return _bounds_sentence(deal, where, words, language)
    points = f"{' : '.join(map(str, deal['points']))} {words.terms.score_word}"
    if len(deal["winners"]) > 1:
        said = language.say("solve.shared", where=where, points=points)
        return said, language.say("solve.word.shared")
    (winner,) = deal["winners"]
    said = language.say("solve.won", where=where, seat=seat, number=winner, points=points)
    return said, language.say("solve.word.won", seat=seat, number=winner, margin=abs(deal["margin"]))


def _bounds_sentence(deal: Mapping[str, Any], where: str, words: GameWords, language: Language) -> tuple[str, str]:
    """What the bounds of a margin that is not solved say: perhaps who wins."""
    low, high = deal["low"], deal["high"]
    told: dict[str, Any] = {
        "where": where, "nodes": language.count(deal["nodes"]), "seat": words.terms.seat_word,
        "score": words.terms.score_word,
    }  # fmt: skip
    if deal["winners"] is None:
        return language.say("solve.not_solved", low=low, high=high, **told), language.say("solve.word.not_solved")
    (winner,) = deal["winners"]
    bounds = (low, high) if winner == 0 else (-high, -low)
    said = language.say("solve.sure", number=winner, low=bounds[0], high=bounds[1], **told)
    return said, language.say("solve.word.sure", seat=words.terms.seat_word, number=winner)


def _deals_sentence(result: Result, words: GameWords, language: Language) -> tuple[str, str]:
    deals = result["deals"]
    if not deals["count"] or deals["win_shares"][0]["value"] is None:
        return language.say("solve.deals.none"), language.say("solve.word.not_solved")
    share = in_words(deals["win_shares"][0], "share", "%", language)
    short = amount(deals["win_shares"][0], "share", language) + language.percent_sign
    word = language.say("solve.word.deals", seat=words.terms.seat_word, share=short)
    said = language.say("solve.deals", seat=words.terms.seat_word, share=share, n=language.count(deals["count"]))
    if result["simulated"] is None:
        return said, word
    played = in_words(result["simulated"]["win_shares"][0], "share", "%", language)
    return f"{said}; {language.say('solve.deals.random', share=played)}", word


# What it rests on


def _sections(result: Result, words: GameWords, language: Language, prefix: str) -> Iterator[Section]:
    values = result["values"]
    for number, policies in enumerate(dict.fromkeys(one["policies"] for one in values)):
        own = [one for one in values if one["policies"] == policies]
        heading = language.say("solve.heading.values", policies=policies)
        yield Section(f"{prefix}values{number}", heading, [values_table(own, words, language)])
    short = [one for one in values if one["fraction"] and len(one["fraction"]) <= SHORT]
    if short:
        lines = [f"{words.metric(one['metric'], language)} ({one['policies']}): {one['fraction']}" for one in short]
        yield Section(f"{prefix}fractions", language.say("solve.heading.fractions"), listing(lines))
    notes = list(dict.fromkeys(one["note"] for one in values if one["note"]))
    if notes:
        blocks = listing(notes, foreign=language.code != "en")
        yield Section(f"{prefix}notes", language.say("solve.heading.notes"), blocks)
    deal, deals = result["deal"], result["deals"]
    if deal is not None and deal["story"] is not None:
        lines = list(_line(deal, words, language))
        blocks = listing(lines, foreign=language.code != "en")
        yield Section(f"{prefix}line", language.say("solve.heading.line"), blocks)
    if deals is not None and deals["count"]:
        blocks = [_deals(result, words, language), *_sample(result, language)]
        yield Section(f"{prefix}deals", language.say("solve.heading.deals"), blocks)


def _line(deal: Mapping[str, Any], words: GameWords, language: Language) -> Iterator[str]:
    told = deal["story"]["turns"]
    for turn in told[len(told) - len(deal["line"]) :] if len(told) >= len(deal["line"]) else told:
        who = f"{words.terms.seat_word} {turn['seat']}"
        text = turn["text"]
        named = text.lower().startswith(who.lower())
        yield (
            text
            if named
            else language.say("solve.line.turn", seat=words.terms.seat_word, number=turn["seat"], text=text)
        )
    if deal["story"]["end"]:
        yield language.say("solve.ends", text=" ".join(deal["story"]["end"]))


def _deals(result: Result, words: GameWords, language: Language) -> Table:
    say, deals, played = language.say, result["deals"], result["simulated"]
    header = [words.terms.seat_word, say("solve.best"), say("study.interval")]
    rows = [[str(seat), *_pair(one, "share", language)] for seat, one in enumerate(deals["win_shares"])]
    align = "lrr"
    if played is not None:
        header += [say("solve.random"), say("study.interval")]
        rows = [[*row, *_pair(one, "share", language)] for row, one in zip(rows, played["win_shares"], strict=True)]
        align += "rr"
    empty = [""] * (len(align) - 3)
    rows.append([say("solve.tie"), *_pair(deals["tie"], "share", language), *empty])
    if deals["margin"] is not None:
        name = say("solve.margin", seat=words.terms.seat_word)
        ahead = amount(deals["margin"], "", language, signed=True)
        between = ends(deals["margin"], "", language, signed=True)
        rows.append([name, f"{ahead} {words.terms.score_word}", between, *empty])
    caption = say("solve.deals.caption", solved=language.count(deals["solved"]), n=language.count(deals["count"]))
    return Table(caption, header, rows, align)


def _pair(found: Mapping[str, Any], unit: str, language: Language) -> tuple[str, str]:
    return amount(found, unit, language) + language.percent_sign, ends(found, unit, language)


def _sample(result: Result, language: Language) -> Iterator[Paragraph]:
    deals = result["deals"]
    last = deals["first"] + deals["count"] - 1
    yield Paragraph(
        language.say("solve.method.sample", first=language.count(deals["first"]), last=language.count(last)), "note"
    )
    if deals["margin"] is None:
        yield Paragraph(language.say("solve.left_out"), "note")

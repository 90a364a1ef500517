"""The page of a search: the winner on fresh games against its goals, what it was before, the others, the games used."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from reports import csv_rows
from reports.languages.language import Language
from reports.pages.amounts import amount, ends
from reports.pages.compare import played_by
from reports.pages.frame import Answer, method_box, study_page
from reports.pages.given import GameWords, Given
from reports.pages.model import Block, Figure, Page, Paragraph, Section, Shown, Table, Verdict
from reports.pages.run import sections as run_sections
from reports.pages.sweep import refused_section
from reports.plots.plot import Plot
from reports.plots.rows import Row, Words, rows_plot
from reports.sweeping import short_keys, shown_value, words_of
from reports.tuned import MOST_LISTED, STANDINGS, goals_of_counts_alone, has_ends, is_better

SCHEMA = "fairdeal.tune/1"
OF_THE_RUN = ("rules", "seats", "length", "games")
"""Sections of a run's page that are shown of the winner."""

COLUMNS = ("candidate", "settings", "rank", "games", "rounds", "loss_search", "loss_finalists", "loss_confirmed")

Document = Mapping[str, Any]


def csv_text(document: Document) -> str:
    """Every candidate with its distance from the goals, the winner first."""
    return csv_rows.table_text(COLUMNS, _csv(document))


def _csv(document: Document) -> Iterator[list[Any]]:
    winner = document["winner"]
    losses = [winner[stage]["loss"] for stage in ("search", "finalists", "confirmed")]
    yield [winner["number"], words_of(winner), 1, None, None, *losses]
    for rank, one in enumerate(document["losers"], start=2):
        last = one["finalists"]
        yield [one["number"], words_of(one), rank, one["plays"], one["rounds"], one["search"]["loss"],
               last["loss"] if last else None, None]  # fmt: skip


def runs(document: Document) -> Sequence[Mapping[str, Any]]:
    """The winner's results on fresh games."""
    found: Sequence[Mapping[str, Any]] = document["winner"]["results"]
    return found


def build(document: Document, given: Given, language: Language) -> Page:
    """The page of a document of schema ``fairdeal.tune/1``."""
    results = document["winner"]["results"]
    words = given.words(results[0]["variant"]["game"], language)
    heading = language.say(
        "tune.heading", title=words.terms.title, variant=document["variant"],
        players=", ".join(str(one["players"]) for one in results), policies=played_by(document["policies"], language),
    )  # fmt: skip
    answer = Answer(
        heading, _verdict(document, language, heading), list(_opening(document, language)),
        lambda prefix: list(_sections(document, given.shown, words, language, prefix)),
    )  # fmt: skip
    method = method_box(list(_facts(document, language)), document, given.commands, language)
    return study_page(language.say("tune.page", titles=words.terms.title), [answer], method, language)


def _judged(one: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [goal for result in one["results"] for goal in result.get("goals", [])]


def _verdict(document: Document, language: Language, heading: str) -> Verdict:
    winner = document["winner"]
    goals = _judged(winner)
    told = {key: sum(goal["status"] == key for goal in goals) for key in ("met", "missed", "not yet known")}
    said = language.say(
        "tune.said", setting=words_of(winner), all=len(goals), met=told["met"], missed=told["missed"],
        open=told["not yet known"], games=language.count(winner["results"][0]["plays"]["count"]),
    )  # fmt: skip
    key, tone = (
        ("missed", "red") if told["missed"] else ("open", "yellow") if told["not yet known"] else ("met", "green")
    )
    return Verdict(f"{heading}. {said}", language.say(f"tune.word.{key}", setting=words_of(winner)), tone)


def _opening(document: Document, language: Language) -> Iterator[Block]:
    winner, stands = document["winner"], document["as_it_stands"]
    if stands["confirmed"] is not None:
        if not is_better(winner, stands):
            yield Paragraph(language.say("tune.worse"), "warning")
        standing = winner.get("against_as_it_stands")
        if standing in STANDINGS:
            yield Paragraph(language.say(f"tune.standing.{standing}"), "note")
    losses = {stage: _loss(winner[stage], language) for stage in ("search", "finalists")}
    losses["confirmed"] = _with_ends(winner["confirmed"], language)
    if stands["confirmed"] is not None:
        before = _with_ends(stands["confirmed"], language)
        losses["confirmed"] = language.say("tune.beside", ours=losses["confirmed"], theirs=before)
    together = language.say("tune.together") if has_ends(winner) else ""
    yield Paragraph(language.say("tune.optimism", together=together, **losses), "note")


def _loss(one: Mapping[str, Any] | None, language: Language) -> str:
    if one is None:
        return ""
    return "?" if one["loss"] is None else language.number(f"{one['loss']:.3g}")


def _with_ends(one: Mapping[str, Any], language: Language) -> str:
    """A distance with its interval; older documents have none."""
    if "low" not in one:
        return _loss(one, language)
    low, high = ("?" if one[key] is None else language.number(f"{one[key]:.3g}") for key in ("low", "high"))
    return language.say("tune.ends", value=_loss(one, language), low=low, high=high)


def _sections(
    document: Document, shown: Sequence[Shown], words: GameWords, language: Language, prefix: str
) -> Iterator[Section]:
    before = {one["players"]: one for one in document["as_it_stands"]["results"]}
    blocks: list[Block] = []
    for result in (one for one in document["winner"]["results"] if one.get("goals")):
        blocks.append(_goals(result, before.get(result["players"]), words, language))
        plot = _plot(document, result, before.get(result["players"]), words, language, f"{prefix}goals")
        blocks += [Figure(plot)] if plot is not None else []
    yield Section(f"{prefix}goals", language.say("tune.heading.goals"), blocks)
    if document["losers"]:
        yield Section(f"{prefix}others", language.say("tune.heading.others"), list(_others(document, language)))
    for one in shown:
        own = f"{prefix}w{one.result['players']}-"
        parts = [part for part in run_sections(one, language, own) if part.anchor.removeprefix(own) in OF_THE_RUN]
        heading = language.say("tune.heading.winner", players=one.result["players"])
        yield Section(f"{own}run", heading, (), parts)
    refused = [(words_of(one), "; ".join(one["reasons"])) for one in document["not_playable"]]
    yield from refused_section(refused, language, prefix)


def _goals(result: Mapping[str, Any], before: Mapping[str, Any] | None, words: GameWords, language: Language) -> Table:
    old = {goal["metric"]: goal for goal in (before or {}).get("goals", [])}
    rows, marked = [], []
    for goal in result.get("goals", []):
        unit, stood = goal["unit"], old.get(goal["metric"])
        sign = words.unit(unit)
        was = "" if stood is None else f"{amount(stood, unit, language)} ({ends(stood, unit, language)})"
        rows.append([
            words.metric(goal["metric"], language), language.number(goal["goal"]), amount(goal, unit, language),
            ends(goal, unit, language), was, sign, language.say(f"goals.{goal['status']}"),
        ])  # fmt: skip
        marked += [len(rows) - 1] if goal["status"] == "missed" else []
    keys = ("goals.metric", "goals.goal", "tune.now", "study.interval", "tune.before", "study.unit", "goals.status")
    caption = language.say("tune.goals.caption", players=result["players"])
    return Table(caption, [language.say(key) for key in keys], rows, "LrrrrlL", frozenset(marked))


def _plot(
    document: Document, result: Mapping[str, Any], before: Mapping[str, Any] | None, words: GameWords,
    language: Language, name: str,
) -> Plot | None:  # fmt: skip
    """How far outside each goal the winner and the variant as it stands lie; None when a goal has no scale."""
    scales = document["loss_of_1"].get(str(result["players"]), {})
    rows: list[Row] = []
    outside: list[str] = []
    reaching: list[str] = []
    for goal in result.get("goals", []):
        own = words.metric(goal["metric"], language)
        stood = next((one for one in (before or {}).get("goals", []) if one["metric"] == goal["metric"]), None)
        for look, one in enumerate((goal, stood)):
            found = None if one is None else _distance(one, scales.get(goal["metric"], 0))
            if found is None:
                continue
            sign = words.unit(one["unit"])
            label = amount(one, one["unit"], language) + (language.percent_sign if sign == "%" else f" {sign}")
            rows.append(
                Row(
                    f"{own} {language.number(goal['goal'])}" if not look else language.say("tune.before"),
                    *found,
                    look=look,
                    label=label,
                )
            )
            if not look and found[2] > 0:
                (outside if found[1] > 0 else reaching).append(own)
    if not rows:
        return None
    key = "some" if outside else "open" if reaching else "met"
    title = language.say(f"tune.plot.{key}", metrics=language.listed(outside or reaching))
    caption = language.say("tune.plot.caption", n=language.count(result["plays"]["count"]))
    alt = language.say("tune.plot.alt", listed="; ".join(f"{row.name} {row.label}".strip() for row in rows))
    axis = language.say("tune.plot.axis")
    low = min(row.low for row in rows)
    return rows_plot(
        Words(f"{name}-{result['players']}", title, caption, alt, axis), rows, language, zone=(min(low, -1) * 1.2, 0),
        line=0,
    )  # fmt: skip


def _distance(one: Mapping[str, Any], scale: float) -> tuple[float, float, float] | None:
    """How far outside its goal a figure lies (inside: below 0), with its ends, in smallest differences that matter."""
    if not scale or any(one[key] is None for key in ("value", "low", "high")):
        return None
    lowest, highest = one["lowest"], one["highest"]

    def outside(value: float) -> float:
        sides = ([] if lowest is None else [lowest - value]) + ([] if highest is None else [value - highest])
        return float(max(sides) / scale)

    shown = [outside(one[key]) for key in ("value", "low", "high")]
    if lowest is not None and highest is not None and one["low"] <= (lowest + highest) / 2 <= one["high"]:
        # Between two bounds the distance is smallest in the middle.
        shown.append(outside((lowest + highest) / 2))
    return shown[0], min(shown), max(shown)


def _others(document: Document, language: Language) -> Iterator[Block]:
    losers = document["losers"]
    keys = short_keys([axis["key"] for axis in document["design"]["axes"]])
    rows = [
        [
            *map(shown_value, one["values"].values()),
            *(_loss(one[stage], language) for stage in ("finalists", "search")),
            language.count(one["plays"]),
        ]
        for one in losers[:MOST_LISTED]
    ]  # fmt: skip
    header = [*keys, *(language.say(f"tune.others.{key}") for key in ("again", "search", "games"))]
    yield Table(language.say("tune.others.caption"), header, rows, "L" * len(keys) + "rrr")
    if len(losers) > MOST_LISTED:
        yield Paragraph(language.say("study.more", n=language.count(len(losers) - MOST_LISTED)), "note")


def _facts(document: Document, language: Language) -> Iterator[tuple[str, str]]:
    yield language.say("tune.method.name"), language.say(f"tune.method.{document['method']}")
    blocks = [
        language.say(
            "tune.method.plays", purpose=_purpose(block["purpose"], language), seed=block["seed"],
            first=language.count(block["first"]), last=language.count(block["first"] + block["count"] - 1),
        )
        for block in document["plays"]
    ]  # fmt: skip
    intervals = "intervals.counts" if goals_of_counts_alone(document) else "intervals"
    yield language.say("study.games"), f"{language.say('tune.method.blocks')}: {'; '.join(blocks)}"
    yield language.say("study.intervals"), language.say(f"tune.method.{intervals}")
    yield language.say("study.seed"), str(document["seed"])
    yield language.say("study.policies"), played_by(document["policies"], language)


def _purpose(words: str, language: Language) -> str:
    keys = {"pilot": "pilot", "search": "search", "finalists": "finalists", "confirmation": "confirm"}
    key = keys.get(words.split(",", maxsplit=1)[0])
    return words if key is None else language.say(f"tune.purpose.{key}")

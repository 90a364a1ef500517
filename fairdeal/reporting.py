"""From a result document to a page: what the document does not carry is made again from what it does.

The rules in a document are complete, so its plays can be played again without the variant's file: the meaning of every
figure, a picture of the set-up and the plays worth looking at come from them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from fairdeal.asking import Asked
from fairdeal.notable import FirstPlays, Notable, course, first_plays, has_pictures, notable
from fairdeal.planning import command_line
from fairdeal.selection import select
from fairdeal.valuing import worth_drawn
from reports.languages.language import Language
from reports.languages.stories import Storyteller
from reports.pages import registry as registry_of_pages
from reports.pages.assumed import study_of
from reports.pages.given import GameWords, Given
from reports.pages.model import Page, Picture, Replay, Shown, Table
from reports.pages.sample import Sample
from reports.pages.words import metric_name
from reports.pictures.film import Film, pack
from reports.rules import CHOSEN, rule_values
from reports.terms import Terms
from simulate.games import registry
from simulate.games.contract import Game, Recorded, Story, Turn
from simulate.runs.prepared import Prepared, prepare
from simulate.runs.tally import names
from simulate.version import VERSION
from variants.dials import leaves
from variants.errors import BadInput, show
from variants.variant import dotted

ALL_PLAYS = 9
PLAYS_SHOWN = ((2, ALL_PLAYS), (6, 1), (1_000_000, 0))
"""Plays to show of each result, by the most results on the page, so that it stays below 1 MB."""


@dataclass(frozen=True)
class Made:
    """A page with the digest of its document, and the document's figures as CSV."""

    page: Page
    digest: str
    csv: str = ""


def page_of(
    document: Mapping[str, Any], language: Language, commands: Sequence[str] | None = None,
    study: Mapping[str, Any] | None = None,
) -> Made:  # fmt: skip
    """The page of a document of any kind that has one.

    Parameters
    ----------
    commands : sequence of str, optional
        The command line of each result, when it is known; otherwise it is looked for.
    study : mapping, optional
        The document of a sensitivity study, whose answers stand beside the assumed values that they are about.

    Raises
    ------
    BadInput
        No page shows such documents, or the document is not what its schema says.
    """
    try:
        entries = registry_of_pages.runs(document)
        made = commands or document.get("commands") or ()
        # The commands of a study make the study again, not the runs within it.
        own = made if entries == document.get("results") else ()
        plays = _plays_shown(len(entries))
        shown = [
            shown_of(entry, language, own[i] if i < len(own) else None, plays=plays) for i, entry in enumerate(entries)
        ]
        shown = [replace(one, study=study_of(study, one.result)) for one in shown]
        given = Given(shown, games_words(language), made)
        page = registry_of_pages.build(document, given, language)
        return Made(page, registry_of_pages.digest(document), registry_of_pages.csv_text(document))
    except (KeyError, TypeError, AttributeError, IndexError) as error:
        raise BadInput.of(f"this document is not what its schema {document.get('schema')!r} says: {error!r}") from error


def games_words(language: Language) -> dict[str, GameWords]:
    """The words of every game that is installed, for pages that play nothing again."""
    found = {}
    for name, game in registry.games().items():
        words = words_of(game, language)
        said = [words.get(word, word) for word in (game.seat_word, game.score_word)]
        found[name] = GameWords(Terms(game.title, said[0], said[1]), words)
    return found


def _plays_shown(results: int) -> int:
    """How many plays of each result a page can show and stay small."""
    return next(plays for most, plays in PLAYS_SHOWN if results <= most)


def shown_of(
    entry: Mapping[str, Any], language: Language, command: str | None = None, *, plays: int = ALL_PLAYS
) -> Shown:
    """One result entry with everything that a page shows of it, `plays` plays among it."""
    shown = brief_of(entry, language, command)
    game = registry.games().get(entry["variant"]["game"])
    if game is None:
        return shown
    prepared = prepared_of(game, entry)
    shown = replace(shown, dials=dials_of(prepared), setup=setup_of(prepared, language))
    shown = replace(shown, worth=worth_drawn(prepared, shown, language))
    figures, comeback = course(prepared, entry)
    again = first_plays(prepared, entry) if plays else None
    found = [*notable(again), *([comeback] if comeback else [])][:plays] if again else []
    sample = sample_of(prepared, again) if again and plays == ALL_PLAYS and same_version(entry) else None
    replays = [replay_of(prepared, shown, one, language) for one in found]
    return replace(
        shown,
        course=figures,
        replays=replays,
        sample=sample,
        said="" if figures else language.say("course.no_standing"),
    )


def sample_of(prepared: Prepared, plays: FirstPlays) -> Sample:
    """Winners and scores of a run's first plays."""
    scores = [plays.values[name] for name in names(prepared.measures.score, prepared.seats)]
    return Sample(plays.winners, np.stack(scores, axis=1))


def brief_of(entry: Mapping[str, Any], language: Language, command: str | None = None) -> Shown:
    """One result entry with its words alone, for which nothing is played."""
    game = registry.games().get(entry["variant"]["game"])
    if game is None:
        terms = Terms(entry["variant"].get("title") or entry["variant"]["game"], language.say("seat.word"))
        said = language.say("games.no_game", game=entry["variant"]["game"])
        return Shown(entry, terms, command or "", said=said)
    words = words_of(game, language)
    terms = terms_in(game, prepared_of(game, entry), words)
    return Shown(entry, terms, command_of(entry) if command is None else command, words=words)


def words_of(game: Game, language: Language) -> Mapping[str, str]:
    """A game's words in a language, by the English ones; its file ``words_CODE.py`` holds them."""
    if not game.has_part(f"words_{language.code}"):
        return {}
    words: Mapping[str, str] = game.part(f"words_{language.code}").WORDS
    return words


def terms_in(game: Game, prepared: Prepared, words: Mapping[str, str]) -> Terms:
    """A game's words for a report, in the page's language."""
    meanings = {name: one.meaning for one in prepared.measures.all for name in names(one, prepared.seats)}
    meanings |= {ratio.name: ratio.meaning for ratio in prepared.measures.ratios}
    events = game.course_part("events")
    if events is not None:
        meanings |= {f"happens.{one.name}": one.meaning for one in events(prepared.rules, prepared.players)}
    others = tuple(policy.name for policy in game.policies if policy.name != "random")
    said = [words.get(word, word) for word in (game.seat_word, game.score_word)]
    return Terms(game.title, said[0], said[1], meanings, others)


def prepared_of(game: Game, entry: Mapping[str, Any]) -> Prepared:
    """The table of an entry, made from the rules that it carries.

    Raises
    ------
    BadInput
        They are not rules of this game, or its policies are not known.
    """
    from pydantic import ValidationError

    try:
        rules = game.model.model_validate_json(json.dumps(entry["variant"]["rules"]))
    except ValidationError as error:
        raise BadInput.of(
            f"the document's rules are no rules of {game.title} ({error.error_count()} faults)"
        ) from error
    return prepare(game, rules, entry["players"], tuple(entry["policies"]))


def dials_of(prepared: Prepared) -> dict[str, tuple[str, str]]:
    """Unit and meaning of each rule value."""
    return {dotted(leaf.path): (leaf.label.unit or "", leaf.label.meaning) for leaf in leaves(prepared.rules)}


def setup_of(prepared: Prepared, language: Language) -> Picture | None:
    """The set-up drawn, when the game can draw."""
    if not has_pictures(prepared):
        return None
    svg = prepared.game.part("picture").draw_setup(prepared.rules, prepared.players)
    caption = language.say("setup.caption")
    return Picture(svg, language.say("setup.alt", what=prepared.game.title), caption)


def film_of(prepared: Prepared, recorded: Recorded, turns: int) -> Film | None:
    """The pictures of a play, the set-up first, when the game can draw."""
    if not has_pictures(prepared):
        return None
    draw = prepared.game.part("picture").draw
    return pack(draw(prepared.rules, prepared.players, recorded, step) for step in range(turns + 1))


def replay_of(prepared: Prepared, shown: Shown, one: Notable, language: Language) -> Replay:
    """A play worth looking at, with the reason why."""
    recorded = prepared.record(shown.result["seed"], one.index)
    facts = {name: language.count(value) for name, value in one.facts.items()}
    what = language.say(f"games.{one.kind}")
    turns = shown.word(shown.result["metrics"]["turns"]["unit"])
    why = language.say(
        f"games.{one.kind}.why", n=language.count(one.among), score=shown.terms.score_word, turns=turns, **facts
    )
    if not same_version(shown.result):
        why += " " + language.say("games.other_version", here=VERSION, there=shown.result["engine"]["version"])
    summary = language.say("games.heading", what=what, index=language.count(one.index))
    return make_replay(prepared, shown, recorded, language, (summary, why))


def make_replay(
    prepared: Prepared, shown: Shown, recorded: Recorded, language: Language, heading: tuple[str, str]
) -> Replay:
    """A recorded play to step through, with what it was counted for."""
    story: Story = prepared.game.tell(prepared.rules, prepared.players, recorded)
    teller = storyteller_of(prepared.game, language)
    steps = [told(turn, prepared.game.seat_word) for turn in story.turns]
    return Replay(
        *heading,
        film=film_of(prepared, recorded, len(story.turns)),
        setup=[teller.tell(line) for line in opening_lines(prepared, story)],
        steps=[teller.tell(step) for step in steps],
        end=[teller.tell(line) for line in joined(story.end)],
        counted=counted_table(prepared, shown, recorded, language),
        command=replay_command(shown, recorded.index),
        foreign=language.code != "en" and not all(map(teller.knows, steps)),
    )


def storyteller_of(game: Game, language: Language) -> Storyteller:
    """What tells a game's stories in a language; in one for which it has no sentences, in English."""
    part = f"words_{language.code}"
    pairs = getattr(game.part(part), "STORY", {}) if game.has_part(part) else {}
    return Storyteller(pairs, language.phrases["and"], language.point)


def joined(lines: Sequence[str]) -> list[str]:
    """Lines with those that a terminal's width cut put together again: a sentence ends with a full stop."""
    found: list[str] = []
    for line in lines:
        if found and not found[-1].endswith("."):
            found[-1] += f" {line}"
        else:
            found.append(line)
    return found


def told(turn: Turn, seat_word: str) -> str:
    """What happened in a turn, with who did it in front unless the sentence begins with that."""
    who = f"{seat_word} {turn.seat}"
    return turn.text if turn.text.lower().startswith(who.lower()) else f"{who[:1].upper()}{who[1:]}: {turn.text}"


def opening_lines(prepared: Prepared, story: Story) -> list[str]:
    """A story's opening without the board drawn in letters and its legend, when there are pictures with their own."""
    if not has_pictures(prepared):
        return list(story.setup)
    module = prepared.game.part("picture")
    left_out = getattr(module, "LETTERS_LEGEND", ())
    kept = [line for line in story.setup if line.strip() and not line.startswith(" ") and line not in left_out]
    return [*kept, *getattr(module, "LEGEND", ())]


def counted_table(prepared: Prepared, shown: Shown, recorded: Recorded, language: Language) -> Table:
    """What the run counted for a play."""
    rows = [[language.say("counted.winner"), _winners(prepared, shown, recorded, language), ""]]
    rows += list(_counted(prepared, shown, recorded, language))
    header = [language.say(f"counted.{key}") for key in ("metric", "value", "unit")]
    return Table(language.say("counted.caption"), header, rows, "lrl")


def _winners(prepared: Prepared, shown: Shown, recorded: Recorded, language: Language) -> str:
    won = [seat for seat in range(prepared.seats) if recorded.winners >> seat & 1]
    return language.listed([language.say("seat", seat=shown.terms.seat_word, number=seat) for seat in won]) or "–"


def _counted(prepared: Prepared, shown: Shown, recorded: Recorded, language: Language) -> Iterator[list[str]]:
    for measure in prepared.measures.all:
        if measure.inner:
            continue
        for name in names(measure, prepared.seats):
            value = recorded.values[name] / measure.divisor
            places = 0 if value.is_integer() else 3
            unit = "" if measure.share else shown.word(measure.unit)
            yield [metric_name(name, shown, language), language.fixed(value, places), "" if unit == "share" else unit]


def command_of(entry: Mapping[str, Any]) -> str:
    """The ``fairdeal run`` line that makes an entry again, or "" when its variant is not at hand.

    The variant is the one of that name, with ``--set`` for what was chosen where that is needed; it counts only when
    its rules have the entry's hash.
    """
    name = str(entry["variant"]["name"])
    chosen = [(value.key, show(value.value, 10_000)) for value in rule_values(entry) if value.origin == CHOSEN]
    anytime = (entry.get("stop") or {}).get("kind") == "anytime"
    limits = Asked(max_games=entry["plays"]["count"]) if anytime else Asked()
    for settings in ([], chosen):
        try:
            _, variant = select(name, settings)
        except BadInput:
            continue
        if variant.hash == entry["variant"]["hash"]:
            return command_line(
                [name], str(entry["players"]), entry["policies"], games=entry["plays"]["count"], seed=entry["seed"],
                settings=settings, asked=limits, metrics="course" in entry,
            )  # fmt: skip
    return ""


def replay_command(shown: Shown, index: int) -> str:
    """The ``fairdeal replay`` line of a play of an entry, or "" when its variant is not at hand."""
    if not shown.command.startswith("fairdeal run "):
        return ""
    import shlex

    entry = shown.result
    words = shlex.split(shown.command)
    settings = [word for i, word in enumerate(words) if word == "--set" or words[i - 1] == "--set"]
    policies = list(entry["policies"])
    policy = policies[0] if len(set(policies)) == 1 else ",".join(policies)
    line = ["fairdeal", "replay", words[2], "--players", str(entry["players"]), "--policy", policy]
    return shlex.join([*line, "--seed", str(entry["seed"]), "--play", str(index), *settings])


def same_version(entry: Mapping[str, Any]) -> bool:
    """True when this version of the engine made the entry, so that a play told now is the play that was counted."""
    return bool(entry["engine"]["version"] == VERSION)


def read_document(path: Path) -> dict[str, Any]:
    """A result document from a file.

    Raises
    ------
    BadInput
        It cannot be read, or is no JSON object with a schema.
    """
    from fairdeal.continuing import read_file
    from variants.errors import Fault

    try:
        document = json.loads(read_file(path))
    except (ValueError, RecursionError) as error:
        raise BadInput(Fault(str(path), message=f"this is no JSON ({error})")) from error
    if not isinstance(document, dict) or not isinstance(document.get("schema"), str):
        raise BadInput(Fault(str(path), message="this is no result document: it has no schema"))
    return document

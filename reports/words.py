"""The verdict sentences: who played what, how often the leading seat wins, and whether that is fair."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from reports.advantage import BANDS, Advantage, seat_advantage
from reports.numbers import GAP, about, count, percent, percent_places
from reports.terms import Terms


def variant_word(result: Mapping[str, Any]) -> str:
    """The variant's short name: ``classic`` for ``game/classic``, the name itself for a file."""
    name: str = result["variant"]["name"]
    return name.removeprefix(f"{result['variant']['game']}/")


def policies_word(policies: list[str] | tuple[str, ...]) -> str:
    """``random play``, or who sits where when the seats differ."""
    if len(set(policies)) == 1:
        return f"{policies[0]} play"
    return " against ".join(policies)


def subject(result: Mapping[str, Any], terms: Terms) -> str:
    """``Title, variant, 2 players, random play``."""
    players = f"{result['players']}{GAP}player{'s' if result['players'] != 1 else ''}"
    return f"{terms.title}, {variant_word(result)}, {players}, {policies_word(result['policies'])}"


def verdict(result: Mapping[str, Any], terms: Terms) -> str:
    """The whole verdict in one sentence, as a designer reads it."""
    head = subject(result, terms)
    found = seat_advantage(result)
    if found is None:
        return f"{head}: no verdict, since no game was played to its end"
    share = f"{terms.seat_word}{GAP}{found.seat}{_player(result, found.seat)} wins {share_words(found)}"
    return f"{head}: {share}: {judgement(result, found, terms)}"


def _player(result: Mapping[str, Any], seat: int) -> str:
    policies = result["policies"]
    return f" ({policies[seat]})" if len(set(policies)) > 1 else ""


def share_words(found: Advantage) -> str:
    """``51.2 % (95 %: 51.0–51.4, 200 000 games)``."""
    return f"{share_text(found)[:-1]}, {count(found.n)}{GAP}games)"


def share_text(found: Advantage) -> str:
    """``51.2 % (95 %: 51.0–51.4)``."""
    places = percent_places(found.share, found.low, found.high)
    low, high = percent(found.low, places), percent(found.high, places)
    return f"{percent(found.share, places)}{GAP}% (95{GAP}%: {low}–{high})"


def judgement(result: Mapping[str, Any], found: Advantage, terms: Terms) -> str:
    """What the seat advantage means, judged on its whole interval and not on the point."""
    if len(set(result["policies"])) > 1:
        return f"the {terms.seat_word}s play differently, so this compares policies and says nothing about fairness"
    first, last = found.bands
    if first != last:
        return f"{_open(first, last)}: {_remedy(result)}"
    if last == 0:
        _, least, _ = found.games_to_notice()
        return f"no edge that matters; a group would need more than {about(least)} games to notice"
    band = BANDS[last]
    judged = "" if band.judgement in band.size else f", {band.judgement}"
    return f"{band.size} {_edge(found, terms)}{judged}; {_notice(found)}"


def _edge(found: Advantage, terms: Terms) -> str:
    word = "edge" if found.share > 1 / found.seats else "handicap"
    return f"{terms.ordinal(found.seat)} {word}"


def _notice(found: Advantage) -> str:
    value, least, most = (about(games) for games in found.games_to_notice())
    ends = "" if least == most else f" ({least} to {most})"
    return f"a group would need about {value} games to notice{ends}"


def _open(first: int, last: int) -> str:
    if last - first == 1:
        return f"between {_band_words(first)} and {_band_words(last)}"
    return f"not known yet, anything from {_band_words(first)} to {_band_words(last)}"


def _remedy(result: Mapping[str, Any]) -> str:
    if result["plays"]["capped"]:
        return "the capped games leave it open"
    return "more games would tell"


def _band_words(number: int) -> str:
    band = BANDS[number]
    if number == 0:
        return "no edge"
    return f"{band.size} edge" if band.judgement in band.size else f"{band.size} edge ({band.judgement})"


def short_judgement(result: Mapping[str, Any], found: Advantage | None) -> str:
    """The judgement in a few words, for a table: ``good``, ``excellent or good``, ``not known yet``."""
    if found is None:
        return "no finished game"
    if len(set(result["policies"])) > 1:
        return "seats play differently"
    first, last = found.bands
    words = [f"{BANDS[i].judgement}" for i in range(first, last + 1)]
    words = ["no edge" if word == "none" else word for word in words]
    if len(words) > 2:
        return "not known yet"
    return " or ".join(words)


def colour(result: Mapping[str, Any]) -> str:
    """The colour of the verdict: that of the worst band reached, none while it is not known."""
    found = seat_advantage(result)
    if found is None or len(set(result["policies"])) > 1:
        return ""
    first, last = found.bands
    return BANDS[last].colour if last - first <= 1 else ""


def capped_warning(result: Mapping[str, Any]) -> str:
    """What must be said first when games were stopped at the limit of decisions; empty when none was."""
    plays = result["plays"]
    if not plays["capped"]:
        return ""
    share = plays["capped"] / plays["count"]
    shown = f"{100 * share:.2g}{GAP}%" if share < 1 else f"100{GAP}%"
    return (
        f"CAPPED: {count(plays['capped'])} of {count(plays['count'])} games ({shown}) were stopped at the limit of "
        "decisions. Who would have won them is not known; the intervals of shares cover every way they could have "
        "ended, the other figures are of the finished games alone."
    )

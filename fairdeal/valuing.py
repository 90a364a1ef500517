"""The components of a game drawn with what one more of each is worth, from the figures of a run with metrics."""

from __future__ import annotations

from fairdeal.notable import has_pictures
from reports.languages.language import Language
from reports.pages.amounts import amount
from reports.pages.measured import percent_points
from reports.pages.model import Picture, Shown
from simulate.games.worth import Worth
from simulate.runs.prepared import Prepared

WORTH = "worth."


def worth_drawn(prepared: Prepared, shown: Shown, language: Language) -> Picture | None:
    """The picture of an entry; None where the run counted no worths or the game's pictures have no ``draw_worth``."""
    draw = getattr(prepared.game.part("picture"), "draw_worth", None) if has_pictures(prepared) else None
    found = worths_of(shown, language)
    if draw is None or not found:
        return None
    listed = "; ".join(
        f"{shown.word(name.replace('_', ' '))} {one.label} ({one.interval})" for name, one in found.items()
    )
    n = language.count(min(shown.result["metrics"][f"{WORTH}{name}"]["n"] for name in found))
    kind = shown.result["metrics"][f"{WORTH}{next(iter(found))}"]["kind"]
    return Picture(
        draw(prepared.rules, prepared.players, found), language.say("measured.drawn.alt", listed=listed),
        language.say("measured.drawn.caption", n=n, kind=kind, seat=shown.terms.seat_word),
    )  # fmt: skip


def worths_of(shown: Shown, language: Language) -> dict[str, Worth]:
    """The worth of every component of which an interval is known, by its name."""
    found = {}
    for name, metric in shown.result["metrics"].items():
        points = percent_points(metric) if name.startswith(WORTH) else {}
        ends = [points.get(key) for key in ("value", "low", "high")]
        if any(end is None for end in ends):
            continue
        value, low, high = (float(end) for end in ends if end is not None)
        label, interval = amount(points, "", language, signed=True), language.interval(points)
        found[name.removeprefix(WORTH)] = Worth(value, low, high, label, interval)
    return found

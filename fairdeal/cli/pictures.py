"""The pictures of ``replay --html``, ``replay --svg`` and ``show --svg``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from fairdeal.cli import streams
from simulate.runs.errors import FailedRun
from variants.errors import BadInput

if TYPE_CHECKING:
    from fairdeal.retelling import Replay
    from simulate.games.contract import Game
    from variants.loader import Variant


def write_replay(
    told: Replay, result: dict[str, Any], html: Path | None, svg: Path | None, step: int | None, lang: str
) -> None:
    """Write a play as a page to step through, and the picture of one of its turns.

    Raises
    ------
    BadInput
        There is no such turn, the game cannot draw, or what the page needs is not installed.
    FailedRun
        A file could not be written.
    """
    if svg is not None:
        _write(svg, _picture(told, step))
    if html is not None:
        _write(html, _page(told, result, lang))


def _picture(told: Replay, step: int | None) -> str:
    spec, turns = told.result.spec, len(told.story.turns)
    at = turns if step is None else step
    if at > turns:
        raise BadInput.of(f"--step {at}: this play has {turns} turns")
    drawn: str = _drawer(spec.game).draw(spec.variant.rules_for(spec.players), spec.players, told.recorded, at)
    return drawn + "\n"


def _drawer(game: Game) -> Any:

    if not game.has_part("picture"):
        raise BadInput.of(f"{game.title} draws no pictures")
    return game.part("picture")


def _page(told: Replay, result: dict[str, Any], lang: str) -> str:
    from fairdeal.reporting import brief_of, make_replay
    from reports.html import replay_html
    from reports.languages import language
    from reports.pages.model import Page

    chosen = language(lang)
    spec = told.result.spec
    shown = brief_of(result, chosen)
    title = chosen.say(
        "replay.title", subject=chosen.subject(result, shown.terms), index=chosen.count(spec.first), seed=spec.seed
    )
    replay = make_replay(spec.prepared(), shown, told.recorded, chosen, (title, ""))
    try:
        return replay_html(title, replay, Page(title, chosen, (), ()))
    except ImportError as error:
        raise BadInput.of(f"--html needs {error.name}: pip install 'fairdeal[plots]'") from error


def write_setup(game: Game, variant: Variant, players: int | None, svg: Path) -> None:
    """Write the terrain or a sample of the deck as a picture, at `players` or the fewest players that can play.

    Raises
    ------
    BadInput
        The game cannot draw, or the variant cannot be played.
    FailedRun
        The file could not be written.
    """
    from fairdeal.selection import playability

    counts = playability(game, variant)
    count = players if players is not None else next((one for one, faults in counts.items() if not faults), None)
    if count is None or count not in counts:
        raise BadInput.of(f"{variant.name} is for {', '.join(map(str, counts))} players")
    if counts[count]:
        raise BadInput(counts[count])
    drawn: str = _drawer(game).draw_setup(variant.rules_for(count), count)
    _write(svg, drawn + "\n")


def _write(path: Path, text: str) -> None:
    from simulate.runs.files import write_whole

    try:
        write_whole(path, text)
    except OSError as error:
        raise FailedRun(f"{path}: {error.strerror or error}") from error
    streams.note(f"written: {path}")

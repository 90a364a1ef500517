"""``fairdeal check``: looks for faults in variant files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from fairdeal.cli import streams
from fairdeal.cli.command import command
from fairdeal.cli.options import VariantType

if TYPE_CHECKING:
    from simulate.games.contract import Game
    from variants.errors import Fault
    from variants.loader import Variant

EXAMPLES = [
    ("new {game} --output my_variant.yaml", "a file to begin with"),
    ("check my_variant.yaml", "every fault of it, or ok"),
    ("check {variant} {other}", "several at once, by name"),
]


@command("check", EXAMPLES)
@click.argument("files", nargs=-1, required=True, type=VariantType(), metavar="FILE...")
def check(files: tuple[str, ...]) -> int:
    """Look for faults in variant files, each told on a line of its own.

    A file is ok when it can be played with at least one of its player counts; the others are listed with the reason.
    """
    from variants.errors import BadInput

    faults: list[Fault] = []
    for file in dict.fromkeys(files):
        try:
            streams.out(f"ok: {_examined(file)}\n")
        except BadInput as error:
            faults += error.faults
    if faults:
        raise BadInput(dict.fromkeys(faults))
    return 0


def _examined(file: str) -> str:
    """A sound variant in one line.

    Raises
    ------
    BadInput
        Its faults, or those of all its player counts when none can be played.
    """
    from fairdeal.selection import playability, select
    from variants.errors import BadInput

    game, variant = select(file)
    found = playability(game, variant)
    playable = [str(players) for players, faults in found.items() if not faults]
    if not playable:
        every = [fault for faults in found.values() for fault in faults]
        raise BadInput(every or [variant.fault("players", message=f"none of the player counts of {game.name}")])
    told = [fault for players in playable for fault in _goal_faults(game, variant, int(players))]
    if told:
        raise BadInput(dict.fromkeys(told))
    refused = [f"; not with {n}: {' and '.join(map(str, faults))}" for n, faults in found.items() if faults]
    return f"{file}: {game.name}, for {', '.join(playable)} players{''.join(refused)}"


def _goal_faults(game: Game, variant: Variant, players: int) -> tuple[Fault, ...]:
    """What is wrong with the variant's goals at a player count."""
    from simulate.runs.spec import goals_of
    from variants.errors import BadInput

    try:
        goals_of(game, variant, players, metrics=True)
    except BadInput as error:
        return error.faults
    return ()

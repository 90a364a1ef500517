"""``fairdeal warmup``: compiles kernels ahead of time."""

from __future__ import annotations

import time

import click

from fairdeal.cli import streams
from fairdeal.cli.command import command
from fairdeal.cli.options import GameType

EXAMPLES = [("warmup", "every game"), ("warmup {game}", "one game")]


@command("warmup", EXAMPLES)
@click.argument("games", nargs=-1, type=GameType(), metavar="[GAME]...")
def warmup(games: tuple[str, ...]) -> int:
    """Compile the kernels of every game (or of those named) now and keep them, so that runs start at once."""
    from simulate.games import registry
    from simulate.kernels.cache import folder

    chosen = [registry.game(name) for name in dict.fromkeys(games or registry.games())]
    for game in chosen:
        streams.out(f"{game.name}: {_seconds(game.name):.1f} s\n")
    kept = folder()
    streams.out(f"kept in {kept}\n" if kept else "kept nowhere: no folder can be written, so every run compiles anew\n")
    return 0


def _seconds(name: str) -> float:
    """Seconds it took to have every kernel of a game ready, on its main variant."""
    from fairdeal.selection import playability, select
    from simulate.runs.prepared import prepare

    started = time.perf_counter()
    game, variant = select(name)
    players = next(count for count, faults in playability(game, variant).items() if not faults)
    prepared = prepare(game, variant.rules_for(players), players)
    prepared.count_plays(0, 0, 0)
    prepared.each(0, 0, 0)
    prepared.record(0, 0)
    return time.perf_counter() - started

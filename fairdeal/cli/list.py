"""``fairdeal list``: games, their policies and their variants."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from fairdeal.cli import streams
from fairdeal.cli.command import command
from fairdeal.cli.options import GameType, format_option
from simulate.games.searching import BLUNDER, ROLLOUT, SEARCHES

if TYPE_CHECKING:
    from simulate.games.contract import Game

SCHEMA = "fairdeal.list/1"

EXAMPLES = [
    ("list", "every game with its variants"),
    ("list {game}", "one game, with its policies"),
    ("list --format json", "the same for other programs"),
]


@command("list", EXAMPLES)
@click.argument("game", required=False, type=GameType())
@format_option("text", "json")
def list_(game: str | None, form: str) -> int:
    """Games and their variants; the first of each is the one that the game's bare name means."""
    from fairdeal.cli.documents import json_for_stdout
    from reports.style import Style
    from simulate.games import registry

    names = [registry.game(game).name] if game else sorted(registry.games())
    described = [describe(name) for name in names]
    if form == "json":
        streams.out(json_for_stdout({"schema": SCHEMA, "games": described}))
    else:
        style = Style(streams.is_coloured(sys.stdout))
        streams.out("\n".join(_text(one, style, policies=game is not None) for one in described))
    return 0


def describe(name: str) -> dict[str, Any]:
    """A game as a document: its card, its policies, its variants."""
    from fairdeal.selection import catalog, select
    from simulate.games import registry
    from simulate.runs.spec import player_counts

    game = registry.game(name)
    variants = [select(found.name)[1] for found in catalog().list_variants(name)]
    return {
        "name": game.name,
        "title": game.title,
        "about": game.about,
        "players": list(game.player_counts),
        "main_variant": f"{game.name}/{game.main_variant}",
        "policies": [{"name": policy.name, "meaning": policy.meaning} for policy in game.policies],
        "searches": [_search(game, name) for name in game.searches],
        "aliases": dict(game.aliases),
        "seat_aliases": {str(seats): dict(names) for seats, names in game.seat_aliases.items()},
        "variants": [
            {
                "name": variant.name,
                "title": variant.title,
                "about": variant.about,
                "players": list(player_counts(game, variant)),
                "hash": variant.hash,
                "file": variant.file,
            }
            for variant in variants
        ],
    }


def _search(game: Game, name: str) -> dict[str, Any]:
    """A search as a document: what its number is, its options with their ranges."""
    from simulate.runs.policies import rollouts

    search = SEARCHES[name]
    settings = [
        {"name": one.name, "meaning": one.meaning, "range": [one.lowest, one.highest], "default": one.default}
        for one in search.settings
    ]
    if search.rollout:
        meaning = "the policy by which every seat plays on where a leaf is judged, or the game's own forecast"
        choices = rollouts(game, search)
        settings.append({"name": ROLLOUT, "meaning": meaning, "choices": choices, "default": choices[0]})
    return {"name": name, "meaning": search.meaning, "number": search.number, "settings": settings}


def _text(game: dict[str, Any], style: Any, *, policies: bool) -> str:
    from reports.columns import paragraph, table

    players = ", ".join(map(str, game["players"]))
    head = style.mark(paragraph(f"{game['title']} ({game['name']}), {players} players"), "bold")
    rows = [[one["name"], ", ".join(map(str, one["players"])), one["title"]] for one in game["variants"]]
    lines = table(["variant", "players", "title"], rows, "llL", 78)
    parts = [head, paragraph(game["about"], "  "), *(f"  {line}" for line in lines)]
    if policies:
        parts += [paragraph(f"{one['name']}: {one['meaning']}", "      ", "  --policy ") for one in game["policies"]]
        for one in game["searches"]:
            options = "; ".join(
                f"{option['name']}={_allowed(option)}: {option['meaning']}" for option in one["settings"]
            )
            said = f"{one['name']}:N: {one['meaning']}" + (f" Options: {options}." if options else "")
            parts.append(paragraph(said, "      ", "  --policy "))
        parts += [paragraph(_meant(game, name), "      ", "  --policy ") for name in game["aliases"]]
        parts.append(
            paragraph(f"{BLUNDER.name}=0 to 1: {BLUNDER.meaning}.", "      ", "  Any of them takes the option ")
        )
    return "\n".join(parts) + "\n"


def _meant(game: dict[str, Any], name: str) -> str:
    """What an alias means, also with the numbers of seats with which it means something else."""
    special = [f"with {seats} seats {names[name]}" for seats, names in game["seat_aliases"].items() if name in names]
    return f"{name}: means {', '.join([game['aliases'][name], *special])}."


def _allowed(option: dict[str, Any]) -> str:
    """What an option may be, its default first."""
    if "choices" in option:
        return "|".join(option["choices"])
    lowest, highest = option["range"]
    return f"{option['default']:g} ({lowest:g} to {highest:g})"

"""Commands whose help ends with examples, and a group that imports a command's file only when it is used."""

from __future__ import annotations

import difflib
import importlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

Example = tuple[str, str]
"""A command line and what it does. ``{game}``, ``{variant}``, ``{other}`` stand for names that exist."""

SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 80}


class Command(click.Command):
    """A command whose help ends with examples."""

    def __init__(self, *args: Any, examples: Sequence[Example] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.examples = tuple(examples)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, those of a section of their own after the others."""
        sections: dict[str, list[tuple[str, str]]] = {"Options": []}
        for one in self.get_params(ctx):
            record = one.get_help_record(ctx)
            if record is not None and isinstance(one, click.Option):
                sections.setdefault(getattr(one, "section", "Options"), []).append(record)
        for title, records in sections.items():
            with formatter.section(title):
                formatter.write_dl(records)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples, with names filled in."""
        write_examples(self.examples, formatter)


def command(name: str, examples: Sequence[Example], **settings: Any) -> Callable[[Callable[..., Any]], Command]:
    """A decorator that makes a function the command `name`; `settings` are further ones of click's context."""
    return click.command(name, cls=Command, examples=examples, context_settings={**SETTINGS, **settings})


class LazyGroup(click.Group):
    """A group whose commands stand in a table: name, then ``module:attribute`` and the short help.

    Help and completion of the group are made from the table alone; a command's module is imported when the command is
    called, or its own help or completion asked for.
    """

    def __init__(
        self,
        *args: Any,
        table: Mapping[str, tuple[str, str]] | None = None,
        examples: Sequence[Example] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.table = dict(table or {})
        self.examples = tuple(examples)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the table's order."""
        return list(self.table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A stand-in that knows its name and short help."""
        if cmd_name not in self.table:
            return None
        return click.Command(cmd_name, short_help=self.table[cmd_name][1], help=self.table[cmd_name][1])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command itself, imported now; an unknown name is told with the nearest one."""
        name = args[0]
        if name in self.table:
            return name, self.load(name), args[1:]
        if ctx.resilient_parsing:
            return None, None, args[1:]
        near = difflib.get_close_matches(name, self.table, n=1)
        hint = f" Did you mean {near[0]}?" if near else f" Known: {', '.join(self.table)}."
        raise click.UsageError(f"No such command {name[:60]!r}.{hint}", ctx)

    def load(self, name: str) -> click.Command:
        """The command called `name`."""
        module, attribute = self.table[name][0].split(":")
        loaded: click.Command = getattr(importlib.import_module(module), attribute)
        return loaded

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples, with names filled in."""
        write_examples(self.examples, formatter)


def write_examples(examples: Sequence[Example], formatter: click.HelpFormatter) -> None:
    """Write examples, each command line on one line of its own."""
    if not examples:
        return
    names = example_names()
    with formatter.section("Examples"):
        for line, meaning in examples:
            formatter.write(f"{'':>{formatter.current_indent}}# {meaning.format(**names)}\n")
            formatter.write(f"{'':>{formatter.current_indent}}fairdeal {line.format(**names)}\n")


def example_names() -> dict[str, str]:
    """Names that exist, for examples: a game, its main variant, another variant, the fewest and the most players."""
    from simulate.games.registry import games

    game = list(games().values())[-1]
    stems = sorted(file.stem for file in Path(game.variants_folder).glob("*.yaml")) or [game.main_variant]
    others = [stem for stem in stems if stem != game.main_variant] or stems
    return {
        "game": game.name,
        "variant": f"{game.name}/{game.main_variant}",
        "other": f"{game.name}/{others[0]}",
        "few": str(min(game.player_counts)),
        "many": str(max(game.player_counts)),
        "policy": game.policies[-1].name,
    }

"""Types of arguments and options: numbers as people write them, names with completion."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    Type = click.ParamType[Any]
else:
    Type = click.ParamType  # generic only in newer versions of click

F = TypeVar("F", bound=Callable[..., Any])

MOST_GAMES = 1 << 62
SEEDS = 1 << 64
MOST_JOBS = 1024

_NUMBER = re.compile(r"(\d[\d_]*(?:\.\d+)?(?:[eE]\+?\d{1,2})?)([kKmMgG]?)", re.ASCII)
_SCALE = {"": 1, "k": 1_000, "m": 1_000_000, "g": 1_000_000_000}


class GamesType(Type):
    """A number of games: 200000, 1_000_000, 1e6, 200k, 1.5M."""

    name = "N"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The whole number meant."""
        if isinstance(value, int):
            return value
        found = _NUMBER.fullmatch(value.strip())
        if not found:
            self.fail(f"got {value[:60]!r}, allowed: 200000, 1_000_000, 1e6, 200k, 1.5M and the like", param, ctx)
        number = Decimal(found[1].replace("_", "")) * _SCALE[found[2].lower()]
        if number != int(number) or not 1 <= number <= MOST_GAMES:
            self.fail(f"got {value[:60]!r}, allowed: a whole number from 1 to 2^62", param, ctx)
        return int(number)


class SeedType(Type):
    """A 64-bit seed, decimal or 0x…."""

    name = "SEED"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The seed."""
        if isinstance(value, int):
            return value
        text = value.strip().lower()
        found = re.fullmatch(r"0x([0-9a-f_]{1,20})|([0-9][0-9_]{0,25})", text, re.ASCII)
        try:
            seed = int(found[1], 16) if found and found[1] else int(found[2]) if found else -1
        except ValueError:  # underscores in odd places
            seed = -1
        if not 0 <= seed < SEEDS:
            self.fail(f"got {value[:60]!r}, allowed: 0 to 2^64 - 1, decimal or as 0x…", param, ctx)
        return seed


class PlayersType(Type):
    """Player counts: ``2,3`` or ``all``."""

    name = "N,…"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, ...] | None:
        """The counts, None for all."""
        if not isinstance(value, str):
            counts: tuple[int, ...] | None = value
            return counts
        if value.strip() == "all":
            return None
        parts = [part.strip() for part in value.split(",")]
        if not all(re.fullmatch(r"\d{1,3}", part, re.ASCII) for part in parts):
            self.fail(f"got {value[:60]!r}, allowed: player counts with commas between, as in 2,3, or all", param, ctx)
        return tuple(dict.fromkeys(int(part) for part in parts))


class SettingType(Type):
    """A rule value to change: ``dotted.key=value``."""

    name = "KEY=VALUE"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, str]:
        """The key and the value's text."""
        if isinstance(value, tuple):
            pair: tuple[str, str] = value
            return pair
        key, equals, text = value.partition("=")
        if not equals or not key.strip():
            self.fail(f"got {value[:60]!r}, allowed: a dotted key, =, a value, as in deck.size=16", param, ctx)
        return key.strip(), text


class PoliciesType(Type):
    """One policy for all seats, or one a seat with commas between; a part with ``=`` belongs to the one before it."""

    name = "P|P0,P1,…"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        """The policies, each with its options."""
        from simulate.runs.policies import split_policies

        if isinstance(value, tuple):
            return value
        return split_policies(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Policies of all games, after the last comma."""
        from simulate.games.registry import games
        from simulate.runs.policies import policy_names

        done, comma, begun = incomplete.rpartition(",")
        names = dict.fromkeys(name.removesuffix("N") for game in games().values() for name in policy_names(game))
        return [CompletionItem(f"{done}{comma}{name}") for name in names if name.startswith(begun)]


class GameType(Type):
    """A game's name."""

    name = "GAME"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Games by name."""
        from simulate.games.registry import games

        return [CompletionItem(name, help=game.title) for name, game in games().items() if name.startswith(incomplete)]


class VariantType(Type):
    """A game's name (its main variant), ``game/variant``, or the path of a YAML file."""

    name = "VARIANT"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Variants that ship with the games, without opening them; files otherwise."""
        from simulate.games.registry import games

        names = [name for name in games() if name.startswith(incomplete)]
        names += [name for name in shipped_names() if name.startswith(incomplete)]
        return [CompletionItem(name) for name in names] or [CompletionItem(incomplete, type="file")]


def shipped_names() -> Iterable[str]:
    """The names of the variants that ship with the games, from their files' names alone."""
    from simulate.games.registry import games

    for name, game in games().items():
        yield from (f"{name}/{file.stem}" for file in sorted(Path(game.variants_folder).glob("*.yaml")))


def players_option(function: F) -> F:
    """Add ``--players`` for several counts."""
    return click.option(
        "--players", type=PlayersType(), default=None, help="Player counts, as in 2,3.  [default: all]"
    )(function)


def seed_option(function: F) -> F:
    """Add ``--seed`` for a command that can draw one."""
    return click.option(
        "--seed", type=SeedType(), default=None, help="64 bits, decimal or 0x…  [default: a fresh one]"
    )(function)


def jobs_option(function: F) -> F:
    """Add ``--jobs``."""
    return click.option(
        "--jobs", type=click.IntRange(1, MOST_JOBS), default=None, help="Threads.  [default: one a processor]"
    )(function)


def policy_option(function: F) -> F:
    """Add ``--policy``."""
    return click.option(
        "--policy", "policies", type=PoliciesType(), default=("random",),
        help="Who sits in the seats: one policy for all, or one a seat with commas between.  [default: random]",
    )(function)  # fmt: skip


def set_option(function: F) -> F:
    """Add ``--set``."""
    return click.option(
        "--set", "settings", type=SettingType(), multiple=True, help="Change a rule value; may be given several times."
    )(function)


def format_option(*formats: str) -> Callable[[F], F]:
    """A decorator that adds ``--format``, the first being the default."""
    return click.option(
        "--format", "form", type=click.Choice(formats), default=formats[0], show_default=True, help="What to print."
    )


class SecondsType(Type):
    """A length of time: 90, 90s, 5m, 2h."""

    name = "TIME"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Seconds."""
        if isinstance(value, int | float):
            return float(value)
        found = re.fullmatch(r"(\d{1,9}(?:\.\d{1,6})?)\s*(s|m|min|h|)", value.strip(), re.ASCII)
        seconds = float(found[1]) * {"": 1, "s": 1, "m": 60, "min": 60, "h": 3600}[found[2]] if found else 0.0
        if not seconds > 0:
            self.fail(f"got {value[:60]!r}, allowed: seconds, or as in 90s, 5m, 2h", param, ctx)
        return seconds


class ShareType(Type):
    """A share or a difference of shares: 1pp, 1%, 0.01."""

    name = "SHARE"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The share, between 0 and 1."""
        if isinstance(value, int | float):
            return float(value)
        found = re.fullmatch(r"(\d{1,9}(?:\.\d{0,12})?|\.\d{1,12})\s*(pp|%|)", value.strip(), re.ASCII)
        share = float(found[1]) / (100 if found[2] else 1) if found else 0.0
        if not 0 < share < 1:
            self.fail(
                f"got {value[:60]!r}, allowed: percentage points as in 1pp or 0.5%, or a share as in 0.01", param, ctx
            )
        return share


def limit_options(function: F) -> F:
    """Add ``--max-games`` and ``--max-time``."""
    function = click.option(
        "--max-time", "max_seconds", type=SecondsType(), default=None, help="Stop each run after this time."
    )(function)
    return click.option("--max-games", type=GamesType(), default=None, help="Stop each run after this many games.")(
        function
    )


def lang_option(function: F) -> F:
    """Add ``--lang``; by default the environment's language, if there is one for reports, and English otherwise."""
    from reports.languages import CODES, preferred

    return click.option(
        "--lang", type=click.Choice(CODES), default=preferred, show_default="from LANG", help="Language of reports."
    )(function)

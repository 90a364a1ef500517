"""From a variant and what is varied to the cells of a study: which rules, and which of them can be played."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fairdeal.selection import Settings, catalog, playability, select
from simulate.games.contract import Game
from simulate.runs.policies import seat_policies
from variants.catalog import Found
from variants.errors import BadInput, Fault
from variants.loader import Variant

if TYPE_CHECKING:
    from simulate.runs.spec import RunSpec
    from simulate.studies.cells import Cell
    from simulate.studies.grid import Values


@dataclass(frozen=True)
class Asked:
    """A variant, how it is played, and the plays of each cell.

    Attributes
    ----------
    name : str
        As given.
    players : tuple of int or None
        None: all that some cell can be played with.
    policies : tuple of str
    settings : sequence of (str, str)
        ``--set`` options, for all cells.
    seed, games : int
    goals : sequence of (str, str)
        ``--goal`` options: metric and YAML text of its range; they replace the file's own for that metric.
    """

    name: str
    players: tuple[int, ...] | None
    policies: tuple[str, ...]
    settings: Settings
    seed: int
    games: int
    goals: Sequence[tuple[str, str]] = ()


class Varied:
    """The variant of each setting and its runs, made when they are asked for and then kept.

    Raises
    ------
    BadInput
        No such variant, or a policy that its game does not know.
    """

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self._catalog = catalog()
        self._found = self._catalog.find(asked.name)
        self._made: dict[Values, tuple[Game, Variant] | BadInput] = {}

    def named(self, value: str) -> str:
        """The name that a value of the axis ``variant`` means: also a shipped one's without its game's name.

        Raises
        ------
        BadInput
            There is no such variant.
        """
        text = value.strip().strip("\"'")
        shipped = {found.name for found in self._catalog.list_variants()}
        own = f"{_game_of(self._found)}/{text}"
        if own in shipped:
            return own
        self._catalog.find(text)
        return text

    def select(self, values: Values) -> tuple[Game, Variant]:
        """The game and the variant of a setting.

        Raises
        ------
        BadInput
            Its rules make no sense.
        """
        if values not in self._made:
            try:
                self._made[values] = self._selected(values)
            except BadInput as error:
                self._made[values] = error
        found = self._made[values]
        if isinstance(found, BadInput):
            raise found
        return found

    def _selected(self, values: Values) -> tuple[Game, Variant]:
        from simulate.studies.grid import VARIANT

        dials = [pair for pair in values if pair[0] != VARIANT]
        names = [self.named(text) for key, text in values if key == VARIANT]
        game, variant = select(names[0] if names else self.asked.name, (*self.asked.settings, *dials))
        return game, self._with_goals(variant)

    def _with_goals(self, variant: Variant) -> Variant:
        from variants.positions import parse_value

        own = {metric: parse_value(text, f"--goal {metric}={text}") for metric, text in self.asked.goals}
        return replace(variant, goals={**variant.goals, **own}) if own else variant

    def spec(self, values: Values, players: int) -> RunSpec:
        """The run of a setting at a player count.

        Raises
        ------
        BadInput
            Its rules cannot be played at it.
        """
        from simulate.runs.spec import make_spec

        asked = self.asked
        game, variant = self.select(values)
        return make_spec(game, variant, players, policies=asked.policies, seed=asked.seed, count=asked.games)

    def counts(self, settings: Iterable[Values]) -> tuple[int, ...]:
        """The player counts asked for, or all that some of the settings can be played with by these policies.

        Raises
        ------
        BadInput
            None of them makes sense: the faults of the first one; or no setting can be played at any count.
        """
        allowed: dict[int, None] = {}
        faults: list[Fault] = []
        game: Game | None = None
        for values in settings:
            try:
                game, variant = self.select(values)
            except BadInput as error:
                faults = faults or list(error.faults)
                continue
            seat_policies(game, len(self.asked.policies), self.asked.policies)
            if self.asked.players is not None:
                return tuple(dict.fromkeys(self.asked.players))
            for players, found in playability(game, variant).items():
                fitting = len(self.asked.policies) in (1, game.seats(players))
                allowed |= {players: None} if not found and fitting else {}
                faults = faults or found
        if game is None or not allowed:
            raise BadInput(dict.fromkeys(faults) or Fault(message=f"{self.asked.name}: nothing can be played"))
        return tuple(sorted(allowed))

    def cell(self, number: int, values: Values, players: int) -> Cell:
        """A setting at a player count, with the reasons when it cannot be played."""
        from simulate.studies.cells import Cell

        try:
            return Cell(number, values, players, self.spec(values, players))
        except BadInput as error:
            reasons = tuple(dict.fromkeys(_reason(fault) for fault in error.faults))
            return Cell(number, values, players, None, reasons)


def _game_of(found: Found) -> str:
    """The name of the game that a file is about."""
    return found.game or select(str(found.path))[1].game


def _reason(fault: Fault) -> str:
    """The fault without its place: what is wrong is the setting, not the file that it is laid over."""
    return str(replace(fault, file="", line=None, column=None))


def all_cells(varied: Varied, settings: Sequence[Values], counts: Sequence[int]) -> list[Cell]:
    """Every setting at every player count.

    Raises
    ------
    BadInput
        None can be played: the faults of all, the commonest reasons first told once.
    """
    cells = [varied.cell(number, values, players) for players in counts for number, values in enumerate(settings)]
    if all(cell.spec is None for cell in cells):
        reasons = dict.fromkeys(reason for cell in cells for reason in cell.reasons)
        raise BadInput(Fault(message=reason) for reason in list(reasons)[:20])
    return cells


def check_variants(varied: Varied, values: Iterable[str]) -> None:
    """See that every value of the axis ``variant`` is one.

    Raises
    ------
    BadInput
        The faults of all that are none.
    """
    faults: list[Fault] = []
    for value in values:
        try:
            varied.named(value)
        except BadInput as error:
            faults += error.faults
    if faults:
        raise BadInput(dict.fromkeys(faults))


def base_at(varied: Varied, players: int) -> RunSpec | None:
    """The variant as given at a player count; None when it cannot be played."""
    try:
        return varied.spec((), players)
    except BadInput:
        return None

"""From a variant and what is varied to the cells of a study: which rules, and which of them can be played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from fairdeal.selection import Settings, catalog, playability, select
from simulate.games import registry
from simulate.games.contract import Game
from simulate.runs.policies import seat_policies
from simulate.studies.grid import VARIANT
from variants.catalog import Found
from variants.errors import BadInput, Fault, nearest
from variants.loader import Variant

if TYPE_CHECKING:
    from simulate.runs.spec import RunSpec
    from simulate.studies.cells import Cell
    from simulate.studies.grid import Axis, Values


GOALS = "goals"


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


class BadGoals(BadInput):
    """Goals that make no sense: a fault of what was asked, not of the cell whose goals they are."""


class Varied:
    """The variant of each setting and its runs, made when they are asked for and then kept.

    All are judged by the goals of the variant as given, and of the options: cells of whole variants have one measure.

    Parameters
    ----------
    own_goals : bool
        Whether whole variants are judged by goals of their own when the one as given has none.

    Raises
    ------
    BadInput
        No such variant, or a policy that its game does not know.
    """

    def __init__(self, asked: Asked, *, own_goals: bool = True) -> None:
        self.asked, self._own_goals = asked, own_goals
        self._catalog = catalog()
        self._found = self._catalog.find(asked.name)
        self._made: dict[Values, tuple[Game, Variant] | BadInput] = {}

    def named(self, value: str) -> str:
        """The name that a value of the axis ``variant`` means: also a shipped one's without its game's name.

        Raises
        ------
        BadInput
            There is no such variant of this game, or its file has faults.
        """
        text = value.strip().strip("\"'")
        game, option = _game_of(self._found), f"--vary {VARIANT}={value.strip()[:100]}"
        own = [found.name for found in self._catalog.list_variants(game)]
        if f"{game}/{text}" in own:
            return f"{game}/{text}"
        try:
            other = _game_of(self._catalog.find(text))
        except BadInput as error:
            raise BadInput(_option_told(fault, option, text, own) for fault in error.faults) from None
        if other != game:
            raise BadInput(Fault(option, message=f"this is a variant of {other}, allowed: variants of {game}"))
        return text

    def knows(self, key: str) -> bool:
        """True if the first part of a dotted key is a dial of the game, or sets one at a player count."""
        head = key.partition(".")[0]
        return head == "players" or head in registry.game(_game_of(self._found)).model.model_fields

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
        dials = [pair for pair in values if pair[0] != VARIANT]
        names = [self.named(text) for key, text in values if key == VARIANT]
        try:
            game, variant = select(names[0] if names else self.asked.name, (*self.asked.settings, *dials))
        except BadInput as error:
            given = {f"--set {key}={text}": f"--vary {key}={text}" for key, text in dials}
            raise BadInput(replace(fault, file=given.get(fault.file, fault.file)) for fault in error.faults) from None
        return game, self._with_goals(variant, is_given=not names)

    def _with_goals(self, variant: Variant, *, is_given: bool) -> Variant:
        from variants.positions import parse_value

        asked = {metric: parse_value(text, f"--goal {metric}={text}") for metric, text in self.asked.goals}
        if is_given:
            return replace(variant, goals={**variant.goals, **asked}) if asked else variant
        return replace(variant, goals=self._goals or ({**variant.goals, **asked} if self._own_goals else asked))

    @cached_property
    def _goals(self) -> Mapping[str, Any]:
        """The goals of the variant as given, with those of the options; none when it makes no sense."""
        try:
            return self.select(())[1].goals
        except BadInput:
            return {}

    def spec(self, values: Values, players: int) -> RunSpec:
        """The run of a setting at a player count.

        Raises
        ------
        BadGoals
            Its goals make no sense.
        BadInput
            Its rules cannot be played at it.
        """
        from simulate.runs.spec import make_spec

        asked = self.asked
        game, variant = self.select(values)
        try:
            return make_spec(game, variant, players, policies=asked.policies, seed=asked.seed, count=asked.games)
        except BadInput as error:
            if not any(fault.key.startswith(f"{GOALS}.") for fault in error.faults):
                raise
            given = {f"{GOALS}.{metric}": f"--goal {metric}={text}" for metric, text in asked.goals}
            raise BadGoals(_goal_told(fault, given) for fault in error.faults) from None

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
        """A setting at a player count, with the reasons when it cannot be played.

        Raises
        ------
        BadGoals
            Its goals make no sense.
        """
        from simulate.studies.cells import Cell

        try:
            return Cell(number, values, players, self.spec(values, players))
        except BadGoals:
            raise
        except BadInput as error:
            reasons = tuple(dict.fromkeys(_reason(fault) for fault in error.faults))
            return Cell(number, values, players, None, reasons)


def _game_of(found: Found) -> str:
    """The name of the game that a file is about."""
    return found.game or select(str(found.path))[1].game


def _option_told(fault: Fault, option: str, text: str, own: Sequence[str]) -> Fault:
    """The fault of a value of the axis ``variant``: of an unknown name, the names of this game are the allowed ones."""
    if fault.file or fault.key != VARIANT:
        return fault
    near = nearest(text, [name.partition("/")[2] for name in own])
    hint = next((name for name in own if name.endswith(f"/{near}")), "") if near else fault.hint
    return replace(fault, file=option, key="", allowed=f"{', '.join(own)} or a path to a YAML file", hint=hint)


def _goal_told(fault: Fault, given: Mapping[str, str]) -> Fault:
    """The fault of a goal that an option gave, told of the option, which replaces the file's own goal."""
    keys = [key for key in given if f"{fault.key}.".startswith(f"{key}.")]
    if not keys:
        return fault
    return replace(fault, file=given[max(keys, key=len)], line=None, column=None, key="")


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


def check_axes(varied: Varied, axes: Iterable[Axis]) -> None:
    """See that every axis is a dial or whole variants, and that no option sets it as well.

    Raises
    ------
    BadInput
        The faults of all that are not.
    """
    faults: list[Fault] = []
    fixed = {key for key, _ in varied.asked.settings}
    for axis in axes:
        if axis.key in fixed:
            faults.append(
                Fault(f"--vary {axis.key}", message="--set gives this a value as well; leave one of them out")
            )
        try:
            if axis.key == VARIANT:
                for value in axis.values:
                    varied.named(value)
            elif not varied.knows(axis.key):
                varied.select(((axis.key, axis.values[0]),))
        except BadInput as error:
            faults += error.faults
    if faults:
        raise BadInput(dict.fromkeys(faults))


def base_at(varied: Varied, players: int) -> RunSpec | None:
    """The variant as given at a player count; None when it cannot be played."""
    try:
        return varied.spec((), players)
    except BadGoals:
        raise
    except BadInput:
        return None

"""Between kernels and oracle: a recorded play is played again by the oracle, and both are compared at every turn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from simulate.games.contract import Recorded
from simulate.games.pecheurs_de_lunes import GAME
from simulate.games.pecheurs_de_lunes.actions import decode
from simulate.games.pecheurs_de_lunes.faces import JUMP, NEUTRAL, SWAP
from simulate.games.pecheurs_de_lunes.variant import Rules
from simulate.runs.prepared import Prepared, prepare
from tests.oracles.pecheurs import Pecheurs
from variants.catalog import Catalog
from variants.loader import load_variant
from variants.variant import Variant

SHIPPED = (
    "classic", "crescent", "large_hexagon", "leaving", "no_actions", "rectangle", "ring", "snake", "triangle",
)  # fmt: skip
CATALOG = Catalog({GAME.name: GAME.variants_folder}, {GAME.name: GAME.main_variant})
OFF = 64

# The oracle numbers the directions (1,0) (1,-1) (0,-1) (-1,0) (-1,1) (0,1).
ORACLE_DIRECTION = {0: 0, 1: 5, 2: 4, 3: 3, 4: 2, 5: 1}
ORACLE_TILE = {NEUTRAL: "neutral", JUMP: "jump", SWAP: "swap"}


def shipped(name: str, overrides: tuple[tuple[str, str], ...] = ()) -> Variant:
    """A shipped variant."""
    return load_variant(f"{GAME.name}/{name}", catalog=CATALOG, models={GAME.name: GAME.model}, overrides=overrides)


def rules_of(**dials: Any) -> Rules:
    """Rules with some dials set, as a file would set them."""
    return Rules.model_validate(dials)


def drawn(text: str, *, figures: int = 1, **dials: Any) -> Rules:
    """Rules on a map that fixes every tile; the figures are placed by the players."""
    terrain = {"shape": "map", "map": text}
    characters = [character for character in text if character not in " -\n"]
    moons = {value: characters.count(str(value)) for value in range(1, 10) if str(value) in characters}
    tiles = {kind: characters.count(kind[0]) for kind in ("neutral", "jump", "swap")}
    made = rules_of(
        **{"placement": "alternate", **dials},
        terrain=terrain,
        figures_per_player=figures,
        tiles={**tiles, "moons": moons},
    )
    assert Rules.cross_check_all(made) == []
    return made


def oracle_tile(face: int) -> Any:
    """A face as the oracle writes it."""
    return ORACLE_TILE.get(face, face)


def oracle_action(action: int, cells: tuple[tuple[int, int], ...]) -> tuple[Any, ...]:
    """An action as the oracle writes it."""
    kind, figure, direction, target = decode(action)
    if kind == "place":
        return ("place", cells[target])
    if kind == "swap":
        return ("swap", figure, target)
    return (kind, figure, ORACLE_DIRECTION[direction], cells[target])


def oracle_for(rules: Rules, players: int, start: np.void) -> Pecheurs:
    """The oracle at the set-up that `start` (a recorded state) tells of."""
    cells = rules.terrain.cells()
    terrain = {cell: oracle_tile(int(start["tile"][number])) for number, cell in enumerate(cells)}
    figures = None
    if rules.placement == "random":
        figures = [cells[int(cell)] for cell in start["start"][: players * rules.figures_per_player]]
    return Pecheurs(
        terrain, players, placement=rules.placement, figures=figures, run_up=rules.jump.run_up,
        landing=rules.jump.landing, capture=rules.capture, actions_count=rules.stuck.actions_count,
        each=rules.figures_per_player,
    )  # fmt: skip


def assert_same_position(state: np.void, oracle: Pecheurs, cells: tuple[tuple[int, int], ...], figures: int) -> None:
    """Everything a player can see is the same in both."""
    lying = {cells[number]: oracle_tile(int(state["tile"][number])) for number in _places(int(state["lying"]))}
    assert lying == oracle.tiles
    where = [None if cell == OFF else cells[int(cell)] for cell in state["cell"][:figures]]
    assert where == oracle.figures
    assert {cells[number] for number in _places(int(state["figures"]))} == {cell for cell in where if cell is not None}
    purses = [int(purse) for purse in state["purse"][: oracle.seats]]
    assert [purse & 0xFFFFFFFF for purse in purses] == oracle.moons
    assert [purse >> 32 & 0xFFFF for purse in purses] == oracle.jump_tiles
    assert [purse >> 48 for purse in purses] == oracle.swap_tiles
    assert (int(state["turns"]), int(state["jumps"]), int(state["swaps"])) == (oracle.turns, oracle.jumps, oracle.swaps)


def assert_oracle_agrees(prepared: Prepared, recorded: Recorded) -> Pecheurs:
    """Play a recorded play by the oracle too: same legal actions and position at every turn, same end."""
    rules, players = prepared.rules, prepared.players
    assert isinstance(rules, Rules)
    cells = rules.terrain.cells()
    figures = players * rules.figures_per_player
    oracle = oracle_for(rules, players, recorded.states[0])
    offered = 0
    for i, action in enumerate(recorded.actions):
        assert not oracle.over
        assert_same_position(recorded.states[i], oracle, cells, figures)
        assert int(recorded.seats[i]) == oracle.seat
        listed = [oracle_action(one, cells) for one in recorded.listed[i]]
        assert len(listed) == len(set(listed)) == recorded.counts[i]
        assert set(listed) == oracle.legal()
        offered += 0 if oracle.placing else len(listed)
        oracle.play(oracle_action(int(action), cells))
    assert oracle.over
    assert not recorded.capped
    assert_same_position(recorded.states[-1], oracle, cells, figures)
    end = told(oracle, offered)
    assert measured(prepared, recorded.seed, recorded.index) == end
    assert {**recorded.values, "winners": {seat for seat in range(players) if recorded.winners >> seat & 1}} == end
    return oracle


def told(oracle: Pecheurs, offered: int) -> dict[str, Any]:
    """What the oracle says a finished play is to be counted for."""
    ranked = sorted(oracle.scores(), reverse=True)
    return {
        **{f"score.{seat}": score for seat, score in enumerate(oracle.scores())},
        "winners": oracle.winners(),
        "margin": ranked[0] - ranked[1],
        "turns": oracle.turns,
        "jumps": oracle.jumps,
        "swaps": oracle.swaps,
        "tiles_left": len(oracle.tiles),
        "actions": offered,
        "actions_turns": offered * oracle.turns,
    }


def measured(prepared: Prepared, seed: int, index: int) -> dict[str, Any]:
    """What a run counts play `index` for."""
    row = prepared.count_plays(seed, index, 1)
    seats, layout = prepared.seats, prepared.layout[0]
    assert row[:2].tolist() == [1, 0]
    wins = row[2 : 2 + seats * seats].reshape(seats, seats)
    found: dict[str, Any] = {"winners": {seat for seat in range(seats) if wins[seat].sum()}}
    number = 0
    for measure in prepared.measures.all:
        for seat in range(seats if measure.per_seat else 1):
            base, size = int(layout["base"][number]), int(layout["size"][number])
            value = int(row[base : base + size].nonzero()[0][0]) if size else int(row[base])
            found[f"{measure.name}.{seat}" if measure.per_seat else measure.name] = value
            number += 1
    return found


def histograms(prepared: Prepared, row: np.ndarray) -> dict[str, np.ndarray]:
    """The histograms of a row by metric name; ``wins`` is the table [seat, number of winners - 1]."""
    seats, layout = prepared.seats, prepared.layout[0]
    found = {"wins": row[2 : 2 + seats * seats].reshape(seats, seats)}
    number = 0
    for measure in prepared.measures.all:
        for seat in range(seats if measure.per_seat else 1):
            base, size = int(layout["base"][number]), int(layout["size"][number])
            found[f"{measure.name}.{seat}" if measure.per_seat else measure.name] = row[base : base + (size or 2)]
            number += 1
    return found


def prepared_for(rules: Rules, players: int, policies: tuple[str, ...] | str = "random") -> Prepared:
    """Rules ready to be played."""
    assert Rules.cross_check(rules, players) == []
    return prepare(GAME, rules, players, policies)


def _places(word: int) -> Iterable[int]:
    return (number for number in range(64) if word >> number & 1)

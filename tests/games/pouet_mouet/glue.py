"""Hands a recorded play to the independent oracle and compares everything that both know."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from simulate.games.contract import Recorded
from simulate.games.pouet_mouet.story import balloon_cells, next_card, quiet_cards
from simulate.games.pouet_mouet.variant import Rules
from simulate.kernels.tally import PLAYS, WINS
from simulate.runs.prepared import Prepared
from tests.games.pouet_mouet.plays import histogram, place_of
from tests.oracles import pouet
from tests.oracles.pouet_grid import Card, Signal


@dataclass
class Told:
    """What a recorded race tells the oracle."""

    cards: list[list[str]]  # one string of cells a card
    durations: list[int | tuple[int, int]] = field(default_factory=list)
    overlooked: list[bool] = field(default_factory=list)
    signals: list[Signal] = field(default_factory=list)
    perceived: list[Signal] = field(default_factory=list)


def signal_of(action: int) -> Signal:
    """A signal of the kernels as the oracle writes it."""
    return action >> 1, "flick" if action & 1 else "tap"


def replay(rules: Rules, players: int, recorded: Recorded) -> list[pouet.Race]:
    """Let the oracle fly every team's race as recorded, and check it against the recorded states."""
    last = recorded.states[-1]
    races = [
        replay_race(rules, int(rules.deck.cards_per_team[players]), recorded, team) for team in range(players // 2)
    ]
    verdict = pouet.judge([(race.clock, race.outcome) for race in races])
    assert {team for team in range(len(races)) if int(last["won"]) >> team & 1} == verdict.winners
    assert int(last["duration"]) == verdict.ms
    assert bool(last["by_finish"]) == (verdict.how == "finish")
    assert int(last["moves"]) == sum(race.moves for race in races)
    assert int(last["trapped"]) == sum(race.trapped for race in races)
    assert int(last["turns"]) == sum(sum(event.kind == "signal" for event in race.events) for race in races)
    return races


def replay_race(rules: Rules, cards: int, recorded: Recorded, team: int) -> pouet.Race:
    """One team's race in the oracle; its signals, choices, cards, clocks and end are compared."""
    rows, columns = rules.grid.rows, rules.grid.columns
    last = recorded.states[-1]
    decisions = [i for i, seat in enumerate(recorded.seats) if seat == team]
    told = tell_race(rules, cards, recorded, team, decisions)
    source = pouet.Recorded(told.durations, told.overlooked, told.signals, told.perceived)
    start = divmod(int(last["start"][team]), columns)
    grids: list[Card] = [
        tuple("".join(card[row * columns : (row + 1) * columns]) for row in range(rows)) for card in told.cards
    ]
    race = pouet.Race(rows, columns, grids, start, source)
    assert source.used_up
    assert race.clock == int(last["clock"][team])
    assert race.laid == int(last["laid"][team])
    assert (race.outcome == "finish") == bool(last["finished"][team])
    chosen = [event for event in race.events if event.kind == "decide"]
    assert len(chosen) == race.decisions == len(decisions)
    for event, i in zip(chosen, decisions, strict=True):
        before = recorded.states[i]
        assert event.card == int(before["card"])
        assert event.cell == divmod(int(before["cell"]), columns)
        assert event.detail.choices == {signal_of(action) for action in recorded.listed[i]}
        assert len(set(recorded.listed[i])) == len(recorded.listed[i]) == recorded.counts[i]
    landed = [event for event in race.events if event.kind in ("move", "stay")]
    judged = [race.events[race.events.index(event) + 1] for event in landed]
    for event, lay, i in zip(landed, judged, decisions, strict=True):
        after = recorded.states[i + 1]
        assert event.cell == divmod(int(after["landed"]), columns)
        assert lay.kind == "lay"
        assert lay.ms == int(after["judged"])
    return race


def tell_race(rules: Rules, cards: int, recorded: Recorded, team: int, decisions: list[int]) -> Told:
    """What the oracle is told: only what was looked at ('?': nobody looked)."""
    last = recorded.states[-1]
    cells = rules.grid.cells
    stops, bursts = int(last["stops"][team]), int(last["bursts"][team])
    told = Told([["?"] * cells for _ in range(cards)])
    card, cell, clock, crashed = 0, int(last["start"][team]), 0, False
    for i in decisions:
        before, after = recorded.states[i], recorded.states[i + 1]
        quiet = quiet_cards(stops, bursts, card, cards)
        show_quiet(told, quiet, cell)
        card = int(before["card"])
        assert card == next_card(quiet, card if not quiet else 0)
        assert cell == int(before["cell"])
        told.cards[card] = shown(before, cells)
        told.overlooked.append(False)
        told.signals.append(signal_of(int(recorded.actions[i])))
        given = int(after["given"])
        told.perceived += [signal_of(int(one)) for one in after["perceived"][:given]]
        moved = pouet.target(rules.grid.rows, rules.grid.columns, divmod(cell, rules.grid.columns), told.perceived[-1])
        stages = 2 * len(quiet) + 2 + 2 * given + (moved is not None)
        told.durations.append((stages, int(after["judged"]) - clock))
        clock, cell = int(after["judged"]), int(after["landed"])
        crashed = bool(int(before["seagulls"]) >> cell & 1)
        card += 2 if int(after["landings"][team]) >> card & 1 else 1
    if not crashed:
        tell_end(told, last, team, quiet_cards(stops, bursts, card, cards), card, cell, clock)
    return told


def tell_end(told: Told, last: Any, team: int, quiet: list[Any], card: int, cell: int, clock: int) -> None:
    """The quiet cards after the last signal, and a crash by an overlooked seagull."""
    show_quiet(told, quiet, cell)
    laid = len(quiet)
    if last["missed"][team]:
        told.overlooked.append(True)
        told.cards[next_card(quiet, card)][cell] = "g"
        laid += 1
    if laid:
        told.durations.append((2 * laid, int(last["clock"][team]) - clock))


def show_quiet(told: Told, quiet: list[Any], cell: int) -> None:
    """What lay under the plane on the cards laid without a signal; of those laid unseen nothing is told."""
    for one in quiet:
        told.cards[one.card][cell] = "b" if one.burst else "."


def shown(state: Any, cells: int) -> list[str]:
    """The top card in full."""
    seagulls = int(state["seagulls"])
    balloons = balloon_cells(seagulls, int(state["balloon_ranks"]), cells)
    assert seagulls.bit_count() == int(state["seagull_count"])
    assert int(state["balloon_ranks"]) >> (cells - seagulls.bit_count()) == 0
    return ["g" if seagulls >> cell & 1 else "b" if cell in balloons else "." for cell in range(cells)]


def check_counted(play: Prepared, recorded: Recorded, races: list[pouet.Race]) -> None:
    """The tally row of the play under its index says what the oracle found."""
    row = play.count_plays(recorded.seed, recorded.index, 1)
    verdict = pouet.judge([(race.clock, race.outcome) for race in races])
    assert row[PLAYS] == 1
    assert row[1] == 0
    for team, race in enumerate(races):
        wins = row[WINS + team * play.seats : WINS + (team + 1) * play.seats]
        assert wins.sum() == (team in verdict.winners)
        assert wins[len(verdict.winners) - 1] == (team in verdict.winners)
        assert histogram(play, row, "score", team)[race.laid] == 1
    laid = sorted((race.laid for race in races), reverse=True)
    base, _ = place_of(play, "duration")
    counted = {
        "margin": laid[0] - laid[1],
        "turns": sum(sum(event.kind == "signal" for event in race.events) for race in races),
        "ended_by_finish": int(verdict.how == "finish"),
        "team_finish": sum(race.outcome == "finish" for race in races),
        "signals": sum(race.moves for race in races),
        "trapped": sum(race.trapped for race in races),
        "misread": sum(misread(race) for race in races),
        "overlooked": sum(overlooked(race) for race in races),
        "balloons": sum(sum(event.kind == "lay" and burst(race, event) for event in race.events) for race in races),
    }
    for name, value in counted.items():
        assert histogram(play, row, name)[value] == 1, name
    assert row[base] == verdict.ms
    assert row[base + 1] == verdict.ms**2


def misread(race: pouet.Race) -> int:
    """Tries at which another signal was perceived than the one given."""
    given = [event.detail for event in race.events if event.kind == "signal"]
    read = [event.detail[0] for event in race.events if event.kind == "perceive"]
    return sum(one != other for one, other in zip(given, read, strict=True))


def overlooked(race: pouet.Race) -> bool:
    """Whether the race ends on a seagull that was looked at and not signalled."""
    kinds = [event.kind for event in race.events]
    return kinds[-3:] == ["look", "lay", "crash"]


def burst(race: pouet.Race, lay: Any) -> bool:
    """Whether a laying burst a balloon: what lies under the plane on the card that was judged."""
    before = race.events[: race.events.index(lay)]
    done = sum(event.detail for event in before if event.kind == "lay")
    return race.cards[done][lay.cell[0]][lay.cell[1]] == "b"

"""What `run --metrics` counts of a play of Pouêt Mouêt, from the oracle's races and docs/games/pouet_mouet.md."""

from __future__ import annotations

from collections.abc import Sequence

from tests.games.pouet_mouet.glue import burst, misread, overlooked
from tests.oracles import pouet

EVENTS = (
    "won_by_finish", "won_as_last", "shared_win", "none_finishes", "all_finish", "trapped", "misread", "overlooked",
    "balloon_after_signal", "tries_used_up",
)  # fmt: skip


def seen_of(race: pouet.Race) -> list[tuple[int, int]]:
    """When a team's standing is seen, and what it is: at each card laid after a signal but the last, at the end."""
    laid, after_signals, signalled = 0, [], False
    for event in race.events:
        signalled |= event.kind in ("move", "stay")
        if event.kind == "lay":
            laid += event.detail
            if signalled:
                after_signals.append((event.ms, laid))
            signalled = False
    return [*after_signals[:-1], (race.clock, race.laid if race.outcome == "finish" else 0)]


def rounds(races: Sequence[pouet.Race]) -> list[list[int]]:
    """Standings at the start and after each round, in the order of the clocks, until the game ends."""
    end = pouet.judge([(race.clock, race.outcome) for race in races]).ms
    seen = sorted(
        (ms, team, number, standing)
        for team, race in enumerate(races)
        for number, (ms, standing) in enumerate(seen_of(race))
        if ms <= end
    )
    now = [0] * len(races)
    path, acted = [list(now)], set[int]()
    for _, team, _, standing in seen:
        if team in acted:
            path.append(list(now))
            acted = set()
        acted.add(team)
        now[team] = standing
    return [*path, list(now)] if acted else path


def happened(races: Sequence[pouet.Race], tries: int) -> dict[str, bool]:
    """Which of the events happened."""
    verdict = pouet.judge([(race.clock, race.outcome) for race in races])
    finishes = [race.outcome == "finish" for race in races]
    return {
        "won_by_finish": verdict.how == "finish",
        "won_as_last": verdict.how == "last_team",
        "shared_win": len(verdict.winners) > 1,
        "none_finishes": not any(finishes),
        "all_finish": all(finishes),
        "trapped": any(race.trapped for race in races),
        "misread": any(misread(race) for race in races),
        "overlooked": any(overlooked(race) for race in races),
        "balloon_after_signal": any(_burst_after_signal(race) for race in races),
        "tries_used_up": tries > 1 and any(tries in given(race) for race in races),
    }


def _burst_after_signal(race: pouet.Race) -> bool:
    pairs = zip(race.events, race.events[1:], strict=False)
    return any(before.kind == "move" and lay.kind == "lay" and burst(race, lay) for before, lay in pairs)


def given(race: pouet.Race) -> list[int]:
    """How often each signal was given."""
    found: list[int] = []
    for event in race.events:
        if event.kind == "decide":
            found.append(0)
        if event.kind == "signal":
            found[-1] += 1
    return found


def starts(races: Sequence[pouet.Race], cells: Sequence[tuple[int, int]]) -> list[list[int]]:
    """By team: started on no border of the grid, on one, in a corner."""
    found = []
    for race, (row, column) in zip(races, cells, strict=True):
        borders = (row in (0, race.rows - 1)) + (column in (0, race.columns - 1))
        found.append([int(borders == kind) for kind in range(3)])
    return found

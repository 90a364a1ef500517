"""Rules made ready for one player count: the table record, what plays are counted for, the most decisions."""

from __future__ import annotations

from math import comb

import numpy as np
from numpy.typing import NDArray

from simulate.games.contract import Measure, Measures
from simulate.games.pouet_mouet import cards, durations, grid
from simulate.games.pouet_mouet.knowledge import fill_knowledge
from simulate.games.pouet_mouet.records import (
    CONTENT_BITS,
    PATTERNS,
    POOL,
    TABLE,
)  # fmt: skip
from simulate.games.pouet_mouet.variant import Mistakes, Rules

CAP = 0.95
"""Highest chance of a mistake, however hasty a team (docs/rules.md, section 3)."""


def make_table(rules: Rules, players: int) -> NDArray[np.void]:
    """The table record, shape (1,), of these rules for `players` people."""
    made = np.zeros(1, TABLE)
    table = made[0]
    teams = players // 2
    table["teams"] = teams
    table["cards"] = rules.deck.cards_per_team[players]
    table["followed"] = (1 << int(table["cards"]) - 1) - 1
    table["tries"] = rules.tries
    fill_grid(table, rules)
    mistakes = [hasty(rules.mistakes, pace, rules.haste) for pace in rules.paces(teams)]
    fill_mistakes(table, mistakes)
    if rules.deck.redraw == "each_game":
        fill_contents(table, rules, mistakes)
        fill_patterns(table, rules.grid.cells)
    else:
        fill_deck(table, rules)
    fill_durations(table, rules, rules.paces(teams))
    fill_knowledge(table, rules, teams)
    return made


def hasty(mistakes: Mistakes, pace: float, haste: float) -> Mistakes:
    """The chances of mistakes at a pace."""
    factor = pace**haste
    return Mistakes(
        miss=min(mistakes.miss * factor, CAP),
        misread=min(mistakes.misread * factor, CAP),
        misforce=min(mistakes.misforce * factor, CAP),
    )


def in_words(chance: float) -> np.uint64:
    """A chance as a whole multiple of 2^-63."""
    return np.uint64(round(chance * 2.0**53) << 10)


def fill_grid(table: NDArray[np.void], rules: Rules) -> None:
    """Write where signals lead, and where planes start."""
    rows, columns = rules.grid.rows, rules.grid.columns
    table["cells"] = rows * columns
    table["number_to"] = grid.SIGNALS
    for cell in range(rows * columns):
        listed = grid.listed_signals(rows, columns, cell)
        table["landing"][cell] = [grid.landing(rows, columns, cell, signal) for signal in range(grid.SIGNALS)]
        table["listed"][cell, : len(listed)] = listed
        table["listed_count"][cell] = len(listed)
        table["reach"][cell] = sum(1 << grid.landing(rows, columns, cell, signal) for signal in listed)
        for number, signal in enumerate(listed):
            there = grid.landing(rows, columns, cell, signal)
            table["lands"][cell, number] = there
            table["signal_to"][cell, there], table["number_to"][cell, there] = signal, number
            table["steps"][cell, number] = max(
                abs(there // columns - cell // columns), abs(there % columns - cell % columns)
            )
    table["most_listed"] = table["listed_count"].max()
    for signal in range(grid.SIGNALS):
        table["perceived_as"][signal] = [grid.perceived_as(signal, how) for how in range(grid.READINGS)]
    table["leads"][:, :, : grid.READINGS] = table["landing"][:, table["perceived_as"]]
    starts = rules.start.cells(rules.grid)
    table["starts"][: len(starts)] = starts
    table["start_count"] = len(starts)


def reading_chances(mistakes: Mistakes) -> tuple[float, ...]:
    """Chances of the six readings: straight, left, right with the force right, then the same with it wrong."""
    side = mistakes.misread / 2
    sides = (1 - mistakes.misread, side, side)
    return tuple(chance * force for force in (1 - mistakes.misforce, mistakes.misforce) for chance in sides)


def fill_mistakes(table: NDArray[np.void], mistakes: list[Mistakes]) -> None:
    """Write each team's chances of readings and of overlooking."""
    for team, one in enumerate(mistakes):
        chances = reading_chances(one)
        table["reading_chance"][team] = chances
        table["reading"][team] = [in_words(sum(chances[: i + 1])) for i in range(len(chances))]
        table["reading"][team, -1] = in_words(1)
        table["miss"][team] = in_words(one.miss)


def scaled(chances: dict[int, float]) -> dict[int, float]:
    """Chances above 0, scaled to add up to 1 (a file may give them to six digits), by number."""
    total = sum(chances.values())
    return {number: chances[number] / total for number in sorted(chances) if chances[number] > 0}


def fill_contents(table: NDArray[np.void], rules: Rules, mistakes: list[Mistakes]) -> None:
    """Write the law of what lies under a plane when a card drawn anew is looked at.

    A card with n seagulls on C cells shows one under the plane with chance n / C; whether it is overlooked and how
    many balloons the card has does not depend on it. A balloon is there with chance (mean number of balloons) / C,
    whatever n.
    """
    cells = rules.grid.cells
    seagulls, balloons = scaled(rules.deck.seagulls), scaled(rules.deck.balloons)
    pairs = [(n, b, p * q * n / cells) for n, p in seagulls.items() if n for b, q in balloons.items()]
    table["overlooked"] = len(pairs)
    table["content_seagulls"][: len(pairs)] = [n for n, _, _ in pairs]
    table["content_balloons"][: len(pairs)] = [b for _, b, _ in pairs]
    seen = sum(chance for _, _, chance in pairs)
    burst = sum(b * q for b, q in balloons.items()) / cells
    for team, one in enumerate(mistakes):
        law = [*(chance * (1 - one.miss) for _, _, chance in pairs), seen * one.miss, burst]
        rising = [in_words(total) for total in np.minimum(np.cumsum(law), 1)]
        table["content"][team, : len(law)] = rising
        table["content"][team, len(law)] = in_words(1)
        table["stop"][team], table["calm"][team] = rising[-2], rising[-1]
        known = np.array([*rising, in_words(1)], np.uint64)
        table["content_guide"][team] = durations.guide(known, CONTENT_BITS)


def fill_patterns(table: NDArray[np.void], cells: int) -> None:
    """Write every set of seagulls beside the one under the plane, by number, when there are not too many of them."""
    needed = sorted({int(n) for n in table["content_seagulls"][: int(table["overlooked"])]})
    sizes = {n: comb(cells - 1, n - 1) for n in needed}
    for n in needed:
        table["places"][n] = max(cells - n, 1)
    if sum(sizes.values()) > PATTERNS or cells > 33:
        return
    table["ready"] = 1
    first = 0
    for n, ways in sizes.items():
        table["patterns"][first : first + ways] = cards.patterns(cells - 1, n - 1)
        table["first"][n], table["ways"][n] = first, ways
        table["reject"][n] = (1 << 64) % (ways * int(table["places"][n]))
        first += ways


def deck_of(rules: Rules) -> tuple[cards.Card, ...]:
    """The cards of a deck that stays the same from game to game."""
    deck = rules.deck
    if deck.redraw == "list":
        return tuple(cards.read_card(drawing) for drawing in deck.drawings)
    return cards.draw_deck(deck.seed, deck.cards, rules.grid.cells, scaled(deck.seagulls), scaled(deck.balloons))


def fill_deck(table: NDArray[np.void], rules: Rules) -> None:
    """Write the cards of a fixed deck, in each way up."""
    deck = deck_of(rules)
    table["fixed"] = 1
    table["deck"] = len(deck)
    table["turns"] = turns = 4 if rules.orientation == "random" else 1
    for number, card in enumerate(deck):
        seagulls, balloons = card.seagulls, card.balloons
        for turn in range(turns):
            table["seagulls"][number, turn], table["balloons"][number, turn] = seagulls, balloons
            seagulls = grid.quarter_turn(rules.grid.rows, seagulls)
            balloons = grid.quarter_turn(rules.grid.rows, balloons)


def fill_durations(table: NDArray[np.void], rules: Rules, paces: tuple[float, ...]) -> None:
    """Write the tables of durations of each pace, or the parameters of the formula when the tables would not fit."""
    times = rules.times
    means = (times.look, times.lay, times.signal, times.perceive, times.move, times.judge)
    stages = [tuple(mean / pace for mean in means) for pace in paces]
    different = list(dict.fromkeys(stages))
    for team, one in enumerate(stages):
        table["mu"][team] = [durations.log_parameters(1000 * mean, rules.cv)[0] for mean in one]
    table["sigma"] = durations.log_parameters(1, rules.cv)[1]
    sets = [durations.make_lumps(one, rules.cv, POOL // len(different)) for one in different]
    made = [lumps for lumps in sets if lumps is not None]
    if len(made) < len(sets):
        table["formula"], table["run"] = 1, -1  # no run is covered by a table, not even one of no cards
        return
    run = min(lumps.run for lumps in made)
    made = [lumps.shortened(run) for lumps in made]
    table["run"] = run
    each = len(made[0].laws)
    for team, one in enumerate(stages):
        table["base"][team] = each * different.index(one)
    durations.fill_tables(table, made)


def decision_limit(rules: Rules, players: int) -> int:
    """Most signals of a play: one for each card of each team."""
    return players // 2 * int(rules.deck.cards_per_team[players])


def measures(rules: Rules, players: int) -> Measures:
    """What a play is counted for."""
    teams = players // 2
    each = int(rules.deck.cards_per_team[players])
    per_card = teams * each + 1
    own = (
        Measure(
            "turns", "signals given in all teams' own races, those repeated after a reading off the grid included",
            "signals", size=teams * each * rules.tries + 1,
        ),
        Measure(
            "ended_by_finish", "games that end because a team has laid its last card", "share", size=2, share=True
        ),
        Measure(
            "team_finish", "share of the teams whose own race, followed to its end, finishes", "share",
            size=teams + 1, divisor=teams,
        ),
        Measure("signals", "moves of the plane in a team's own race", "moves", size=per_card, divisor=teams),
        Measure("trapped", "signals to be given with no safe one, all teams' own races", "signals", size=per_card),
        Measure(
            "misread", "signals perceived otherwise than given, all teams' own races", "signals",
            size=teams * each * rules.tries + 1,
        ),
        Measure(
            "overlooked", "share of the teams out by an overlooked seagull", "share", size=teams + 1, divisor=teams
        ),
        Measure("balloons", "balloons burst in a team's own race", "balloons", size=per_card, divisor=teams),
        Measure("duration", "seconds until the game ends", "s", divisor=1000),
    )  # fmt: skip
    score = "cards laid by the team in its own race, the one of its crash included"
    margin = "cards laid by the team with most of them, less those of the second"
    return Measures(
        score=Measure("score", score, "cards", size=each + 1, per_seat=True),
        margin=Measure("margin", margin, "cards", size=each + 1),
        own=own,
    )

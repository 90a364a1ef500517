from __future__ import annotations

from simulate.games.contract import Measure, Measures
from tests.toys import race


def make_table(rules, players):
    return race.table(players, rules.target, rules.die.sides)


def measures(rules, players):
    most = rules.target + rules.die.sides
    return Measures(
        score=Measure("score", "points of the seat", "points", most, per_seat=True),
        margin=Measure("margin", "points between the two best", "points", most + 1),
        own=(Measure("turns", "rolls of the die", "rolls", 1 if rules.faulty else rules.cap + 1),),
    )


def decision_limit(rules, players):
    return rules.cap

"""The race exactly: nobody decides anything, so uniform play is best play."""

from __future__ import annotations

from fractions import Fraction

from simulate.games.exactness import ExactValue, Solution
from variants.errors import BadInput


def exact_values(rules, players):
    if rules.die.sides > 12:
        raise BadInput.of(f"die.sides: {rules.die.sides}: exact values are for up to 12 faces")
    return tuple(_values(rules, players))


def _values(rules, players):
    arrived = _arrived(rules.target, rules.die.sides)
    for seat in range(players):
        share = sum(
            ((arrived[n] - arrived[n - 1]) * (1 - arrived[n]) ** seat * (1 - arrived[n - 1]) ** (players - 1 - seat)
             for n in range(1, rules.target + 1)),
            Fraction(0),
        )  # fmt: skip
        yield ExactValue(f"win_share.{seat}", float(share), "random", "share", share, "nobody decides anything")
    yield ExactValue("tie", 0.0, "random", "share", Fraction(0))


def solve_deal(rules, players, recorded, *, decision=0, nodes=0):
    left = recorded.actions[decision:].tolist()
    if nodes < len(left):
        return Solution(False, (), 0, 0, (), nodes, -rules.target, rules.target)
    points = tuple(recorded.values[f"score.{seat}"] for seat in range(players))
    margin = points[0] - max(points[1:])
    return Solution(True, points, recorded.winners, margin, tuple(left), len(left), margin, margin)


def _arrived(target, sides):
    """The chance that a seat has reached the target after 0, 1, … target rolls."""
    at = {0: Fraction(1)}
    found = [Fraction(0)]
    for _ in range(target):
        after = {}
        for score, chance in at.items():
            for roll in range(1, sides + 1):
                after[score + roll] = after.get(score + roll, Fraction(0)) + chance / sides
        found.append(found[-1] + sum(chance for score, chance in after.items() if score >= target))
        at = {score: chance for score, chance in after.items() if score < target}
    return found

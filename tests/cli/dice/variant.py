from __future__ import annotations

from typing import ClassVar

from variants.dials import Dials, dial


class Die(Dials):
    sides: int = dial(6, meaning="faces of the die", origin="printed", unit="faces", ge=2, le=20)


class Rules(Dials):
    player_counts: ClassVar[tuple[int, ...]] = (2, 3, 4)
    target: int = dial(10, meaning="points that win", origin="printed", unit="points", ge=1, le=60)
    die: Die = dial(Die(), meaning="the die", origin="printed")
    cap: int = dial(500, meaning="rolls after which a game is stopped", origin="assumed", unit="rolls", ge=1, le=500)
    faulty: bool = dial(False, meaning="report a value outside its range", origin="printed")

    @staticmethod
    def cross_check(rules: Rules, players: int) -> list[tuple[str, str]]:
        if rules.target * players > 100:
            return [
                (
                    "target",
                    f"{players} players x {rules.target} points = {rules.target * players}, but the track has 100",
                )
            ]
        return []

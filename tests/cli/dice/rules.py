from __future__ import annotations

from tests.toys.race import (  # the names of the contract
    STATE,
    apply,
    legal,
    observe,
    over,
    pick_uniform,
    points,
    seat_to_act,
    setup,
    winners,
)

__all__ = ["STATE", "apply", "legal", "observe", "over", "pick_uniform", "points", "seat_to_act", "setup", "winners"]

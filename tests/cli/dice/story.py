from __future__ import annotations

from simulate.games.contract import Story, Turn


def tell(rules, players, recorded):
    turns = tuple(
        Turn(int(seat), f"rolls to {after['score'][seat]}", (" ".join(str(s) for s in after["score"][:players]),))
        for seat, after in zip(recorded.seats, recorded.states[1:], strict=True)
    )
    return Story((f"A race to {rules.target}.",), turns, ("The end.",))

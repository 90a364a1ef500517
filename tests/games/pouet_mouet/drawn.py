"""Random variants for hypothesis: every dial within its range, small games and large ones."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from simulate.games.pouet_mouet.variant import Rules


@st.composite
def chances(draw: st.DrawFn, most: int) -> dict[int, float]:
    """A law of a number up to `most`."""
    numbers = draw(st.lists(st.integers(0, most), min_size=1, max_size=4, unique=True))
    weights = [draw(st.integers(1, 9)) for _ in numbers]
    return {number: weight / sum(weights) for number, weight in zip(numbers, weights, strict=True)}


@st.composite
def decks(draw: st.DrawFn, cells: int, rows: int, players: int) -> dict[str, Any]:
    """A deck that deals to `players` people."""
    teams = players // 2
    each = draw(st.integers(1, 64))
    cards = draw(st.integers(teams * each, 256)) if draw(st.booleans()) else teams * each
    balloons = draw(chances(min(8, cells)))
    seagulls = draw(chances(cells - max(balloons)))
    deck: dict[str, Any] = {"cards": cards, "cards_per_team": {4: 1, 6: 1, 8: 1, players: each}}
    deck |= {
        "seagulls": seagulls,
        "balloons": balloons,
        "redraw": draw(st.sampled_from(["each_game", "each_game", "once", "list"])),
    }
    deck["seed"] = draw(st.integers(0, 2**63 - 1))
    if deck["redraw"] == "list":
        some = [draw(st.text(alphabet=".bg", min_size=cells, max_size=cells)) for _ in range(3)]
        columns = cells // rows
        texts = ["\n".join(one[row * columns : (row + 1) * columns] for row in range(rows)) for one in some]
        deck["drawings"] = [texts[i % 3] for i in range(cards)]
    return deck


@st.composite
def variants(draw: st.DrawFn) -> tuple[Rules, int]:
    """Rules and a player count at which they can be dealt."""
    players = draw(st.sampled_from([4, 6, 8]))
    rows = draw(st.integers(2, 8))
    columns = draw(st.sampled_from([rows, draw(st.integers(2, 8))]))
    starts: list[dict[str, Any]] = [{"kind": kind} for kind in ("uniform", "centre", "corner")]
    starts.append({"kind": "cell", "row": draw(st.integers(1, rows)), "column": draw(st.integers(1, columns))})
    chance = st.floats(0, 0.95)
    quick = draw(st.booleans())
    rules = Rules.model_validate(
        {
            "grid": {"rows": rows, "columns": columns},
            "deck": draw(decks(rows * columns, rows, players)),
            "orientation": draw(st.sampled_from(["fixed", "random"])) if rows == columns else "fixed",
            "start": draw(st.sampled_from(starts)),
            "times": {
                name: draw(st.floats(0.01, 1.0 if quick else 10.0))
                for name in ("look", "lay", "signal", "perceive", "move", "judge")
            },
            "cv": draw(st.floats(0, 0.4 if quick else 1.0)),
            "mistakes": {name: draw(chance) for name in ("miss", "misread", "misforce")},
            "pace": draw(
                st.lists(st.floats(0.25, 4.0), min_size=4, max_size=4)
                | st.lists(st.floats(0.25, 4.0), min_size=1, max_size=1)
            ),
            "haste": draw(st.floats(0, 4)),
            "tries": draw(st.integers(1, 20)),
        }
    )
    return rules, players

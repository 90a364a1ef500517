"""Pêcheurs de lunes: figures glide over hexagonal tiles, take those they land on, fish moons until all are stuck."""

from __future__ import annotations

from pathlib import Path

from simulate.games.contract import Game, Policy

_ROOT = Path(__file__).resolve().parents[3]

GAME = Game(
    name="pecheurs_de_lunes",
    title="Pêcheurs de lunes",
    about="Figures glide over hexagonal tiles, take the tile they land on, and fish moons until all are stuck.",
    package=__name__,
    folder=Path(__file__).resolve().parent,
    variants_folder=_ROOT / "variants" / "pecheurs_de_lunes",
    main_variant="classic",
    player_counts=(2, 3),
    policies=(
        Policy(
            "random",
            "Every legal action (figure, direction, landing cell; or pair of figures to swap) with equal chance.",
        ),
        Policy(
            "greedy",
            "Looks one action ahead and compares three things, of which the first that differs decides: that the "
            "figure it moves has a free tile beside it afterwards; the moons on the tile it lands on (an action tile "
            "won counts 1.5 moons, one spent -1.5); how many free tiles are beside the figure afterwards. Equal "
            "actions are drawn by lot. It places a figure on the neutral tile from which all tiles within a step are "
            "worth most together.",
        ),
    ),
    score_word="moons",
    ladder=("random", "greedy", "mcts:100..400"),
    searches=("mcts", "alphabeta", "expectimax"),
    evaluates=True,
    aliases={
        "expert": "alphabeta:5",
        "expert:low": "alphabeta:4",
        "expert:mid": "alphabeta:5",
        "expert:high": "alphabeta:6",
    },
    seat_aliases={
        3: {"expert": "mcts:400", "expert:low": "mcts:100", "expert:mid": "mcts:400", "expert:high": "mcts:1600"},
    },
)

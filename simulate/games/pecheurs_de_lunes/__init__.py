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
            "Looks one action ahead. It takes the action with the best sum of: the moons won at once (4 points each), "
            "an action tile won or spent (6), and how its own figures stand afterwards compared with the others' "
            "(2 points for each moon on the best tile within a step, 3 for each free tile beside the figure, up to "
            "three; a figure without a free tile beside it counts -24). Of several opponents the mean counts. Equal "
            "sums are drawn by lot. It places a figure on the neutral tile with the most moons within a step.",
        ),
    ),
    score_word="moons",
)

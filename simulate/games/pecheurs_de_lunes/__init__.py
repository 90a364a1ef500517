"""Pêcheurs de lunes: figures glide over hexagonal tiles, take the one they land on, and fish moons until all are stuck."""

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
        Policy("random", "Every legal action (figure, direction, landing cell; or pair of figures to swap) with equal chance."),
        Policy(
            "greedy",
            "Looks one action ahead. It takes the action with the best sum of: the moons won at once, an action tile won or "
            "spent, and how well its own figures stand afterwards compared with the others' (free tiles around each figure "
            "and the best moons within one step of it). A figure without a free neighbour counts as lost. Equal sums are "
            "drawn by lot. When it places a figure it takes the neutral tile from which the most moons can be reached.",
        ),
    ),
    score_word="moons",
)

"""A whole game for tests: the dice race of tests/toys, with variants, a cap and a fault that can be switched on."""

from __future__ import annotations

from pathlib import Path

from simulate.games.contract import Game, Policy

GAME = Game(
    name="dice",
    title="Dé à dé",
    about="The first to reach the target with a die wins.",
    package=__name__,
    folder=Path(__file__).resolve().parents[2] / "toys",
    variants_folder=Path(__file__).resolve().parent / "variants",
    main_variant="classic",
    player_counts=(2, 3, 4),
    policies=(
        Policy("random", "Rolls the die."),
        Policy("bold", "Rolls the die boldly."),
        Policy("shy", "Rolls it shyly."),
    ),
    score_word="points",
)

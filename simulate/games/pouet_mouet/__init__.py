"""Pouêt Mouêt: teams of a pilot and a copilot race through a pile of cards, steering by taps on the pilot's head."""

from __future__ import annotations

from pathlib import Path

from simulate.games.contract import Game, Policy

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]

GAME = Game(
    name="pouet_mouet",
    title="Pouêt Mouêt",
    about="Pilots and copilots race through their cards at the same time, dodging seagulls by silent signals.",
    package="simulate.games.pouet_mouet",
    folder=HERE,
    variants_folder=ROOT / "variants" / "pouet_mouet",
    main_variant="jedisjeux",
    player_counts=(4, 6, 8),
    people_per_seat=2,
    seat_word="team",
    score_word="cards",
    searches=("mcts", "expectimax"),
    ladder=("random", "robust", "greedy"),
    aliases=dict.fromkeys(("expert", "expert:low", "expert:mid", "expert:high"), "greedy"),
    policies=(
        Policy(
            "random",
            "One of the safe signals, uniformly: those whose intended cell is on the grid and shows no seagull on the "
            "top card. If there is none, one of the signals that stay on the grid, uniformly.",
        ),
        Policy(
            "greedy",
            "Like robust, but a landing counts by the chance to survive the next card as well: one on a balloon in "
            "full, since the next card is laid unseen; one on sky less, the more often the deck shows a seagull on "
            "that cell and the worse the signals from there are. It sees the top card (seagulls and balloons) and "
            "knows the law of the deck, not the cards that follow.",
        ),
        Policy(
            "robust",
            "The safe signal that most likely ends on a cell without a seagull, when every way in which the pilot may "
            "misread it is weighed with its chance, and a reading that leads off the grid is followed by the same "
            "signal again; equally good ones uniformly.",
        ),
        Policy(
            "shortest",
            "The safe signal that moves the plane over the fewest cells (a tap before a flick); equally short ones "
            "uniformly. It does not think of misreadings.",
        ),
    ),
)

"""L'île des Mookies: two piles of two-faced cards, two collections, five trophies."""

from __future__ import annotations

from pathlib import Path

from simulate.games.contract import Game, Policy

HERE = Path(__file__).resolve().parent

GAME = Game(
    name="ile_des_mookies",
    title="L'île des Mookies",
    about="Two players take two-faced cards from two piles and collect Mookies; majorities win the trophies.",
    package=__name__,
    folder=HERE,
    variants_folder=HERE.parents[2] / "variants" / "ile_des_mookies",
    main_variant="classic",
    player_counts=(2,),
    policies=(
        Policy(
            "random",
            "Takes one of the piles that are not empty, each with the same chance, then places one of the two faces, "
            "each with the same chance.",
        ),
        Policy(
            "greedy",
            "Weighs every face by how much it moves the trophies. A trophy counts its stars times d / sqrt(d² + v), "
            "where d is its own Mookies of the family minus the other seat's, as far as it remembers the "
            "collections, and v = 1 + the cards still to come / the number of families, so that close families and "
            "late turns weigh more; the spiders count like one more trophy with the fewest stars, for the seat that "
            "has fewer of them. It takes the pile whose card promises more: the better of the visible face and the "
            "hidden one, averaged over all faces that it has not seen or has forgotten. Then it places the better "
            "face. Equal worth: either, with the same chance.",
        ),
    ),
    score_word="stars",
    searches=("mcts", "expectimax"),
    ladder=("random", "greedy", "mcts:100..400"),
    aliases={
        "expert": "expectimax:3",
        "expert:low": "expectimax:2,samples=32",
        "expert:mid": "expectimax:3",
        "expert:high": "expectimax:4",
    },
    forecasts=True,
    notes={"seat": "Seat 0 is the youngest, who starts."},
)
"""The game's name card."""

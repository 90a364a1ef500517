"""The game's words in French, by the English ones."""

# ruff: noqa: E501  # one phrase a line reads best

from __future__ import annotations

WORDS = {
    "seat": "siège",
    "stars": "étoiles",
    "cards": "cartes",
    "families": "familles",
    "faces": "faces",
    "spiders": "araignées",
    "Mookies": "Mookies",
    "turns": "tours",
    "trophies": "trophées",
    "metric.equal_stars": "étoiles à égalité",
    "metric.cards": "cartes prises",
    "metric.spiders": "araignées",
    "metric.given_back": "trophée rendu",
    "metric.unclaimed": "trophées sans maître",
    "stars of the seat's trophies at the end": "étoiles des trophées du siège à la fin",
    "stars between the two seats at the end": "étoiles entre les deux sièges à la fin",
    "turns of a play; a turn takes and places one card": "tours d’une partie ; à chaque tour une carte est prise et posée",
    "share of plays with equal stars, decided by the tie-break": "part des parties à égalité d’étoiles, tranchées par la règle de départage",
    "cards taken and placed": "cartes prises et posées",
    "spiders on the seat's collection at the end": "araignées dans la collection du siège à la fin",
    "share of plays in which a trophy goes back for the spiders": "part des parties où un trophée est rendu à cause des araignées",
    "trophies that nobody wins, both seats having as many of the family": "trophées que personne ne gagne, les deux sièges ayant autant de la famille",
    "two-faced cards": "cartes à deux faces",
    "families of Mookies, one trophy each": "familles de Mookies, un trophée chacune",
    "ordinary Mookies of each family": "Mookies ordinaires de chaque famille",
    "legendary Mookies of each family": "Mookies légendaires de chaque famille",
    "what a legendary Mookie counts in its family": "ce que vaut un Mookie légendaire dans sa famille",
    "which faces share a card": "quelles faces partagent une carte",
    "which deck is drawn": "quel paquet est tiré",
    "how the cards are split into two piles": "comment les cartes sont réparties en deux piles",
    "stars of the families' trophies, family A first": "étoiles des trophées des familles, famille A d’abord",
    "the play ends when the first pile is used up, or when both are": "la partie finit quand une pile est épuisée, ou les deux",
    "who wins with equal stars: the youngest (seat 0), both, the one with fewer spiders or more Mookies": "qui gagne à égalité d’étoiles : le plus jeune (siège 0), les deux, celui qui a moins d’araignées ou plus de Mookies",
    "chance to remember a covered card for another turn, for policies that use memory; 1 is perfect": "chance de se rappeler une carte couverte un tour de plus, pour les façons de jouer qui ont une mémoire ; 1 est parfait",
}  # fmt: skip

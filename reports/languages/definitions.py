"""The general definitions of metrics in other languages than English, by the English ones."""

# ruff: noqa: E501  # one definition a line reads best

from __future__ import annotations

from collections.abc import Mapping

DEFINITIONS: Mapping[str, Mapping[str, str]] = {
    "fr": {
        "games whose best two standings end no farther apart than a standing usually changes in a round (the median of the changes that are not 0, from the 4096 other plays)": "parties où les deux meilleures situations ne finissent pas plus loin l’une de l’autre que ce dont une situation change d’habitude en une manche (la médiane des changements qui ne sont pas nuls, d’après les 4096 autres parties)",
        "share of the rounds that are left once the winner's chance stays at 0.9 or more; 0 in a tie": "part des manches qui restent une fois que la chance du gagnant ne descend plus sous 0,9 ; 0 en cas d’égalité",
        "entropy of the seats' chances to win over that of even ones, mean over the rounds": "entropie des chances de gagner de chacun, rapportée à celle de chances égales, moyenne sur les manches",
        "centre of the squared steps of the seats' chances over the game, 0 the start, 1 the end": "centre des carrés des pas que font les chances de chacun pendant la partie, 0 le début, 1 la fin",
        "games won outright by a seat whose chance had been 0.4 / k or less (k seats; 0.2 with two)": "parties gagnées sans partage par qui avait eu une chance de 0,4 / k ou moins (k places ; 0,2 à deux)",
        "how often another seat than the last one stands alone in front after a round; ties and the first leader do not count": "combien de fois un autre que le dernier se trouve seul en tête après une manche ; égalités et premier meneur ne comptent pas",
        "lead changes over those of the same games when what each round gave is dealt to the seats at random (with two seats: a random sign for each round's difference)": "changements de meneur rapportés à ceux des mêmes parties quand ce que chaque manche a donné est réparti au hasard (à deux : un signe au hasard pour l’écart de chaque manche)",
        "games won by the seat that stands alone in front after 25, 50, 75 % of the rounds, of the games that have such a seat": "parties gagnées par qui se trouve seul en tête après 25, 50, 75 % des manches, parmi celles où il y en a un",
        "what seat 0's lead over the mean of the others in the middle of the game grows by until the end, for each point of it (regression over games; leads in at most 21 steps, changes in 41)": "ce que l’avance de la place 0 sur la moyenne des autres au milieu de la partie gagne jusqu’à la fin, par point d’avance (régression sur les parties ; avances en 21 pas au plus, changements en 41)",
        "decisions with a single legal action, of all decisions": "décisions où une seule action est permise, parmi toutes",
        "legal actions of a decision": "actions permises à une décision",
    },
}  # fmt: skip


def definition_in(code: str, english: str) -> str:
    """The definition in a language; the English one where it is not known."""
    return DEFINITIONS.get(code, {}).get(english, english)

"""Phrases of the page of a plan."""

# ruff: noqa: E501  # one phrase a line reads best

from __future__ import annotations

PHRASES = {
    "en": {
        "plan.page": "{titles}: how many games does it take?",
        "plan.heading": "{title}, {variant}, {players} players, {policies}",
        "plan.word": "{games} games, {time}",
        "plan.said": "A win share is known to ± {effect} after {fixed} games declared before ({fixed_time}), or {anytime} with --precision ({anytime_time}), which may be looked at as often as you like. Two variants that differ by {effect} are told apart within about {pairs} pairs in 9 of 10 comparisons, or sooner ({pairs_time}).",
        "plan.nothing": "no win share varies, so there is nothing to plan",
        "plan.lead": "Measured now: {rate} games a second on {threads} threads, from a pilot of {pilot} games.",
        "plan.heading.needs": "Games and time to see {effect}",
        "plan.needs.caption": "Until an interval of 95 % is ± {effect} wide; times on this machine",
        "plan.fixed": "declared games",
        "plan.anytime": "with --precision",
        "plan.compare": "pairs to compare",
        "plan.time": "time",
        "plan.heading.widths": "What a given time shows",
        "plan.widths.caption": "Half the width of the 95 % interval (anytime) after so much time on this machine",
        "plan.plot.title": "To halve an interval takes four times the games: ± {effect} needs {games}",
        "plan.plot.axis": "games (M: millions)",
        "plan.plot.width": "half-width, 95 %",
        "plan.plot.fixed": "declared games (fixed-n)",
        "plan.plot.anytime": "looked at any time (anytime)",
        "plan.plot.caption": "Win share, {seat}; from the spread in a pilot of {pilot} games; dashed: ± {effect}. Both axes are logarithmic.",
        "plan.plot.alt": "Half-widths of the win share, {seat}: {listed}.",
        "plan.method.intervals": "95 %: fixed-n for a declared number of games, anytime otherwise; comparing assumes that pairing saves nothing, and a --margin as small as the effect if that is below 1 %",
    },
    "fr": {
        "plan.page": "{titles} : combien de parties faut-il ?",
        "plan.heading": "{title}, {variant}, {players} joueurs, {policies}",
        "plan.word": "{games} parties, {time}",
        "plan.said": "Une part de victoires est connue à ± {effect} après {fixed} parties déclarées d’avance ({fixed_time}), ou {anytime} avec --precision ({anytime_time}), qu’on peut regarder quand on veut. Deux variantes qui diffèrent de {effect} sont distinguées en {pairs} paires environ dans 9 comparaisons sur 10, ou plus tôt ({pairs_time}).",
        "plan.nothing": "aucune part de victoires ne varie, il n’y a rien à prévoir",
        "plan.lead": "Mesuré à l’instant : {rate} parties par seconde sur {threads} fils d’exécution, d’après un essai de {pilot} parties.",
        "plan.heading.needs": "Parties et temps pour voir {effect}",
        "plan.needs.caption": "Jusqu’à ce qu’un intervalle à 95 % soit large de ± {effect} ; temps sur cette machine",
        "plan.fixed": "parties déclarées",
        "plan.anytime": "avec --precision",
        "plan.compare": "paires à comparer",
        "plan.time": "temps",
        "plan.heading.widths": "Ce qu’un temps donné montre",
        "plan.widths.caption": "Demi-largeur de l’intervalle à 95 % (anytime) après ce temps sur cette machine",
        "plan.plot.title": "Un intervalle deux fois plus étroit demande quatre fois plus de parties : ± {effect} en demande {games}",
        "plan.plot.axis": "parties (M : millions)",
        "plan.plot.width": "demi-largeur, 95 %",
        "plan.plot.fixed": "parties déclarées (fixed-n)",
        "plan.plot.anytime": "regardé quand on veut (anytime)",
        "plan.plot.caption": "Part de victoires, {seat} ; d’après la dispersion d’un essai de {pilot} parties ; tirets : ± {effect}. Les deux axes sont logarithmiques.",
        "plan.plot.alt": "Demi-largeurs de la part de victoires, {seat} : {listed}.",
        "plan.method.intervals": "95 % : fixed-n pour un nombre de parties déclaré, anytime sinon ; comparer suppose que l’appariement n’apporte rien, et un --margin aussi petit que l’effet si celui-ci est sous 1 %",
    },
}
"""Format strings by language code and key."""

"""French: the phrases of reports, the verdict sentences, the signs of numbers."""

# ruff: noqa: E501  # one phrase a line reads best

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from reports.advantage import Advantage, seat_advantage, win_shares
from reports.languages.language import Language
from reports.terms import Terms

HARD = "\N{NO-BREAK SPACE}"
THIN = "\N{NARROW NO-BREAK SPACE}"
"""Between groups of digits, and before the percent sign a full one (Imprimerie nationale)."""

FEMININE = ("équipe",)
"""Words for a seat that are feminine."""

PHRASES = {
    "and": "et",
    "seat": "{seat} {number}",
    "seat.policy": "{seat} {number} ({policy})",
    "seat.word": "siège",
    "page.run": "{titles} : est-ce équitable ?",
    "page.contents": "Sur cette page",
    "heading.entry": "{variant}, {players} joueurs, jeu {policies}",
    "heading.goals": "Objectifs",
    "heading.rules": "Les règles jouées",
    "heading.seats": "Qui gagne",
    "heading.length": "Durée, scores, écarts",
    "heading.course": "Déroulement",
    "heading.components": "Autres mesures du jeu",
    "heading.games": "Parties à regarder",
    "heading.method": "Comment c’est mesuré",
    "verdict.label": "Verdict",
    "plain.even": "Sans avantage de place, chaque {seat} gagnerait {even} des parties (une victoire partagée est divisée).",
    "plain.sided": "{seat} en gagne {share}. Le hasard seul ne l’explique pas : avec 95 % de confiance, la vraie part se trouve entre {low} et {high}.",
    "plain.unsided": "Le plus grand écart est celui de {seat} avec {share}, ce qui peut encore être le hasard : avec 95 % de confiance, la vraie part se trouve entre {low} et {high}.",
    "plain.random": "Ces joueurs choisissent au hasard. Ce qui est équitable entre eux peut ne pas l’être entre bons joueurs : essayez aussi d’autres façons de jouer.",
    "interrupted": "Cette série a été arrêtée à la main après {n} parties.",
    "summary.caption": "Les résultats de cette page",
    "summary.variant": "variante",
    "summary.players": "joueurs",
    "summary.share": "victoires les plus loin de l’égalité",
    "summary.verdict": "verdict",
    "summary.who": "{seat} gagne {share} (95 % : {interval})",
    "goals.caption": "Objectifs déclarés dans le fichier de la variante, jugés ensemble (Holm, 95 %)",
    "goals.metric": "objectif pour",
    "goals.goal": "voulu",
    "goals.found": "trouvé",
    "goals.status": "jugement",
    "goals.none": "Le fichier de la variante ne déclare aucun objectif.",
    "goals.met": "✓ atteint",
    "goals.missed": "✗ manqué",
    "goals.not yet known": "? pas encore connu",
    "goals.range": "{low} à {high}",
    "goals.said": "Objectifs : {met} sur {all} atteints, {missed} manqués, {open} pas encore connus.",
    "goals.of": "{variant}, {players} joueurs. {said}",
    "goals.exploratory": "Le reste n’est pas déclaré comme objectif : c’est de l’exploration, parmi beaucoup de mesures l’une peut sortir du lot par hasard.",
    "rules.caption": "Chaque valeur de règle, et d’où elle vient",
    "rules.key": "règle",
    "rules.value": "valeur",
    "rules.origin": "origine",
    "rules.meaning": "sens",
    "rules.printed": "imprimée",
    "rules.assumed": "● supposée",
    "rules.chosen here": "◆ choisie ici",
    "rules.lead": "Sur {total} valeurs, {printed} sont imprimées dans la règle, {assumed} sont supposées parce qu’aucun texte ne les donne, {chosen} sont choisies dans cette variante.",
    "rules.assumed_note": "Le verdict peut dépendre des suppositions. Lesquelles comptent, fairdeal sensitivity le montre ; fairdeal report --sensitivity met ses réponses dans ce tableau.",
    "rules.study": "verdict s’il en était autrement",
    "assumed.power.overturns": "✗ change",
    "assumed.power.may overturn": "? peut changer",
    "assumed.power.keeps": "✓ tient",
    "assumed.power.not known": "? pas connu",
    "assumed.tried": "{power} (essayé : {tried})",
    "assumed.together": " ; changée avec d’autres : {power}",
    "assumed.unplayable": "pas essayé : aucune autre valeur n’est jouable seule",
    "assumed.unknown": "pas essayé : aucune autre valeur n’est connue",
    "assumed.left": "pas essayé",
    "assumed.note": "La dernière colonne vient d’une étude de sensibilité, qui a changé les valeurs supposées ({games} parties chacune, {policies}) et regardé si son verdict tient. {stands}.",
    "rules.same": "Les règles sont celles du premier résultat de cette page.",
    "setup.caption": "Une mise en place de cette variante.",
    "setup.alt": "Une mise en place de la variante, dessinée : {what}",
    "seats.caption": "Victoires par {seat} ; intervalles à 95 %, {kind}",
    "seats.share": "part de victoires %",
    "seats.alone": "gagne seul %",
    "seats.interval": "95 %",
    "seats.score": "score moyen",
    "seats.tie": "Parties où la première place est partagée : {tie} ({interval}).",
    "metrics.caption": "{heading} ; intervalles à 95 %",
    "metrics.metric": "mesure",
    "metrics.value": "valeur",
    "metrics.interval": "95 %",
    "metrics.unit": "unité",
    "metrics.n": "parties",
    "metrics.meaning": "ce que c’est",
    "course.lead": "D’après les {n} premières parties de la série, rejouées : qui mène et quand, et si le meneur gagne.",
    "course.caption": "Le déroulement de {n} parties ; intervalles de Wilson, 95 %",
    "course.leader.1/4": "qui mène seul après un quart des tours gagne",
    "course.leader.1/2": "qui mène seul à la moitié des tours gagne",
    "course.leader.3/4": "qui mène seul après trois quarts des tours gagne",
    "course.neutral": "{neutral} dans une course sans effet de retour",
    "course.comeback": "le gagnant a été mené d’au moins un quart du meilleur score final",
    "course.changes": "changements de meneur, en moyenne",
    "course.figure": "mesure",
    "course.value": "valeur",
    "course.interval": "95 %",
    "course.compare": "pour comparer",
    "course.no_standing": "Le score de ce jeu n’est connu qu’à la fin : on ne peut dire ni qui mène et quand, ni quelle est la plus belle remontée.",
    "games.typical": "Une partie typique",
    "games.typical.why": "Durée et écart les plus proches de leurs médianes parmi les {n} premières parties : {length} {turns}, écart de {margin} {score}.",
    "games.closest": "La partie la plus serrée",
    "games.closest.why": "Le plus petit écart parmi les {n} premières parties, et parmi celles-ci la plus longue : {length} {turns}, écart de {margin} {score}.",
    "games.one_sided": "La partie la plus déséquilibrée",
    "games.one_sided.why": "Le plus grand écart parmi les {n} premières parties, et parmi celles-ci la plus courte : {length} {turns}, écart de {margin} {score}.",
    "games.comeback": "La plus belle remontée",
    "games.comeback.why": "Le gagnant a eu {behind} {score} de retard avant de gagner, le plus parmi les {n} premières parties.",
    "games.capped": "Une partie arrêtée",
    "games.capped.why": "La première des parties qui ont atteint la limite de décisions.",
    "games.heading": "{what} : partie {index}",
    "games.command": "Pour la raconter dans un terminal :",
    "left_out.games": "De chaque résultat, une seule partie typique est montrée ici ; fairdeal report en montre plus pour moins de résultats.",
    "left_out.all": "Avec autant de résultats sur une page, les parties et la plupart des graphiques sont omis ; fairdeal report les montre pour moins de résultats.",
    "games.no_game": "Le jeu {game} n’est pas installé ici : aucune partie ne peut être montrée.",
    "games.other_version": "Rejouée par la version {here} ; le document vient de la version {there}.",
    "replay.first": "Début",
    "replay.previous": "Retour",
    "replay.next": "Suite",
    "replay.last": "Fin",
    "replay.turn": "Tour",
    "replay.of": "sur {turns}",
    "replay.keys": "Les flèches avancent et reculent, Début et Fin sautent.",
    "replay.turns": "Tous les tours",
    "replay.end": "Fin de la partie",
    "replay.picture": "La position après le tour {turn}",
    "replay.title": "{subject} : partie {index} de la graine {seed}",
    "counted.caption": "Ce que la série a compté pour cette partie",
    "counted.metric": "mesure",
    "counted.value": "valeur",
    "counted.unit": "unité",
    "counted.winner": "gagnant",
    "method.n": "parties",
    "method.n.text": "{n} parties, numéros {first} à {last} ; {capped} arrêtées à la limite de décisions",
    "method.intervals": "intervalles",
    "method.fixed-n": "95 %, fixed-n : le nombre de parties était déclaré avant la série. Parts : Wilson, victoires partagées divisées ; moyennes : loi normale, ou Student ou bootstrap pour peu de parties ; rapports : méthode delta.",
    "method.anytime": "95 %, anytime : valables à chaque coup d’œil à la fois, la série pouvait donc s’arrêter dès qu’elle en savait assez.",
    "method.policies": "qui a joué",
    "method.seed": "graine",
    "method.rules": "règles",
    "method.digest": "empreinte des comptes",
    "method.stop.text": "{rule} : {reason}",
    "stop.reason.games played": "parties jouées",
    "stop.reason.precision reached": "précision atteinte",
    "stop.reason.goals decided": "objectifs tranchés",
    "stop.reason.most games": "nombre maximal de parties",
    "stop.reason.time": "temps écoulé",
    "stop.reason.interrupted": "interruption",
    "method.stop": "arrêt",
    "method.engine": "joué par",
    "method.engine.text": "fairdeal {version}, Python {python}, numba {numba}, {machine}, {threads} fils d’exécution",
    "method.speed": "vitesse",
    "method.speed.text": "{rate} parties par seconde ({seconds}) ; noyaux prêts en {jit}, hors du compte",
    "method.speed.short": "trop court pour le dire",
    "method.again": "La même chose encore :",
    "method.unknown": "Le fichier de la variante n’est pas là, la commande ne peut donc être donnée ; le tableau des règles ci-dessus est complet.",
    "method.bands": "paliers",
    "method.bands.text": "L’avantage de place est le plus grand |k p − 1| pour k places et des parts de victoires p : jusqu’à 1 % aucun, 2 % excellent, 4 % bon, 10 % sensible, 20 % injuste, au-delà cassé. Un groupe remarque une part à distance d de l’égalité après environ 0,96 / d² parties.",
    "method.missing": "absent de ce document",
    "method.missing.text": "les scores conjoints et l’histoire de l’estimation, montrés d’après les premières parties, rejouées ; qui mène, les décisions, les éléments et les règles qui servent, que run --metrics compte",
    "plot.seats.most": "{seat} gagne le plus souvent : {share}, l’égalité serait {even}",
    "plot.seats.least": "{seat} gagne trop rarement : {share}, l’égalité serait {even}",
    "plot.seats.even": "Pas de différence nette : l’égalité ({even}) est dans l’intervalle de {seat}",
    "plot.seats.axis": "part de victoires (victoires partagées divisées)",
    "plot.seats.caption": "Points : parts de victoires ; barres : intervalles à 95 % ({kind}) ; tirets : égalité ({even}) ; zone : au plus un petit avantage (± {small}). n = {n} parties.",
    "plot.seats.alt": "Parts de victoires avec intervalles à 95 % : {listed}. L’égalité serait {even}.",
    "plot.distribution.share": "part des parties",
    "plot.distribution.caption": "{medians}. n = {n} parties.",
    "plot.distribution.cut": "Les parties extrêmes, 0,1 % au plus, ne sont pas montrées.",
    "plot.distribution.median": "{name} : médiane {median} (95 %, fixed-n : {ends}), 9 parties sur 10 de {low} à {high}",
    "plot.distribution.median_alone": "{name} : médiane {median}, 9 parties sur 10 de {low} à {high}",
    "plot.distribution.alt": "Distribution : {axis}. {medians}.",
    "plot.length.title": "La moitié des parties dure {low} à {high} {unit} ; une sur vingt plus de {late}",
    "plot.length.constant": "Presque chaque partie dure {low} {unit}",
    "plot.score.title": "La moitié des parties finit avec {low} à {high} {unit} pour {seat}",
    "plot.score.constant": "Au moins la moitié des parties finit avec {low} {unit} pour {seat}",
    "plot.margin.none": "Dans au moins la moitié des parties, les deux meilleurs sont à égalité",
    "plot.margin.title": "Dans la moitié des parties, l’écart entre les deux meilleurs est de {median} au plus",
    "plot.converge.early": "Dès {n} parties, il était clair que {seat} ne gagne pas {even}",
    "plot.converge.late": "{sample} parties ne distinguaient pas {seat} de l’égalité ; {all} parties le font",
    "plot.converge.declared": "Surveillées tout du long, {all} parties ne distinguent pas {seat} de l’égalité ; en nombre déclaré, elles le font tout juste",
    "plot.converge.never": "{all} parties ne distinguent pas {seat} d’une part égale de {even}",
    "plot.share.axis": "part de victoires",
    "plot.converge.x": "parties (M : millions)",
    "plot.converge.caption": "Ligne : l’estimation sur les {sample} premières parties, rejouées d’après le document ; bande : 95 %, anytime, valable à tous les nombres de parties à la fois. Carré : la mesure du document après {n} parties, 95 %, {kind}. Tirets : égalité ({even}).",
    "plot.converge.alt": "Part de victoires de {seat} sur les {sample} premières parties : à la fin {share}, bande {low} à {high} ; après {n} parties {final} ({interval}).",
    "plot.joint.together": "Les bons scores vont ensemble : corrélation {r} ({low} à {high})",
    "plot.joint.against": "Ce que l’un gagne manque à l’autre : corrélation {r} ({low} à {high})",
    "plot.joint.apart": "Les scores dépendent à peine l’un de l’autre : corrélation {r} ({low} à {high})",
    "plot.joint.caption": "Plus c’est sombre, plus il y a de parties ; tirets : scores égaux, en dessous {a} est devant. Corrélation avec son intervalle à 95 % (z de Fisher, fixed-n) ; n = {n} parties, les premières, rejouées. Les parties extrêmes ne sont pas montrées.",
    "plot.joint.alt": "Scores de {a} et de {b} en {n} parties : corrélation {r} ({low} à {high}) ; {a} est devant dans {ahead} d’entre elles.",
    "plot.joint.best": "meilleur autre {seat}",
    "plot.axis": "{name} ({unit})",
    "plot.missing": "Les graphiques demandent matplotlib : pip install 'fairdeal[plots]'",
    "metric.win_share": "part de victoires",
    "metric.outright": "gagne seul",
    "metric.tie": "première place partagée",
    "metric.capped": "parties arrêtées",
    "metric.score": "score",
    "metric.margin": "écart",
    "metric.turns": "durée",
    "metric.quantile": "{measure}, quantile à {q} %",
    "meaning.quantile": "{q} % des parties ne le dépassent pas",
    "meaning.win_share": "parties gagnées par place ({seat}), une égalité à k compte 1/k",
    "meaning.outright": "parties gagnées sans partage, par place ({seat})",
    "meaning.tie": "parties où la première place est partagée",
    "meaning.capped": "parties arrêtées à la limite de décisions",
    "footer": "Fait par fairdeal à partir du seul document de résultat. Empreinte {digest}.",
    "scroll": "Tableau : {caption}",
    "text.stop": "Fin : {ending}.",
    "text.again": "Encore : {command}",
    "text.method": "Méthode : {intervals} n = {n} parties à partir du numéro {first} ; graine {seed} ; façons de jouer {policies} ; règles {hash} ; empreinte {digest} ; fairdeal {version}.",
    "text.speed": "Vitesse : {speed}.",
    "text.assumed": "Règles supposées, aucun texte ne les donne ({count} sur {total}) : {listed}.",
    "text.chosen": "Règles choisies ici ({count} sur {total}) : {listed}.",
    "text.no_assumed": "Règles supposées : aucune des {total} valeurs.",
    "text.no_chosen": "Règles choisies ici : aucune des {total} valeurs.",
    "text.figures": "Mesures :",
}  # fmt: skip
"""Format strings by key."""

SIZES = (
    "aucun avantage",
    "un avantage infime",
    "un petit avantage",
    "un avantage sensible",
    "un grand avantage",
    "un énorme avantage",
)
HANDICAPS = (
    "aucun handicap",
    "un handicap infime",
    "un petit handicap",
    "un handicap sensible",
    "un grand handicap",
    "un énorme handicap",
)
JUDGEMENTS = ("aucun", "excellent", "bon", "sensible", "injuste", "cassé")
"""Of each band, from none to broken."""

ORDINALS = ("premier", "deuxième", "troisième", "quatrième", "cinquième", "sixième", "septième", "huitième")


def subject(language: Language, result: Mapping[str, Any], terms: Terms) -> str:
    """``Titre, classic, 2 joueurs, jeu random``."""
    name = str(result["variant"]["name"]).removeprefix(f"{result['variant']['game']}/")
    players = f"{result['players']}{HARD}joueur{'s' if result['players'] > 1 else ''}"
    policies = list(result["policies"])
    who = f"jeu {policies[0]}" if len(set(policies)) == 1 else " contre ".join(policies)
    return f"{terms.title}, {name}, {players}, {who}"


def verdict(language: Language, result: Mapping[str, Any], terms: Terms) -> str:
    """The whole verdict in one sentence."""
    head = subject(language, result, terms)
    found = seat_advantage(result)
    if found is None:
        return f"{head}{HARD}: pas de verdict, aucune partie n’est allée à son terme"
    policies = result["policies"]
    who = f" ({policies[found.seat]})" if len(set(policies)) > 1 else ""
    metric = win_shares(result["metrics"])[found.seat]
    share = f"{language.figure(metric)} (95{HARD}%{HARD}: {language.interval(metric)}, {language.count(found.n)}{HARD}parties)"
    seat = f"{_the(terms.seat_word)}{HARD}{found.seat}{who} gagne {share}"
    return f"{head}{HARD}: {seat}{HARD}: {_judged(language, result, found, terms)}"


def _the(word: str) -> str:
    if word[:1].lower() in "aeéiou":
        return f"l’{word}"
    return f"la {word}" if word in FEMININE else f"le {word}"


def _judged(language: Language, result: Mapping[str, Any], found: Advantage, terms: Terms) -> str:
    if len(set(result["policies"])) > 1:
        return "les places jouent différemment, cela compare des façons de jouer et ne dit rien de l’équité"
    first, last = found.bands
    if first != last:
        open_ = (
            f"entre {SIZES[first]} et {SIZES[last]}"
            if last - first == 1
            else f"pas encore connu, d’{SIZES[first]} à {SIZES[last]}"
        )
        remedy = (
            "les parties arrêtées laissent la question ouverte"
            if result["plays"]["capped"]
            else "plus de parties le diraient"
        )
        return f"{open_}{HARD}: {remedy}"
    if last == 0:
        _, least, _ = found.games_to_notice()
        return f"aucun avantage qui compte{HARD}; un groupe devrait jouer plus de {language.about(least)} parties pour le remarquer"
    sizes = SIZES if found.share > 1 / found.seats else HANDICAPS
    word = "" if JUDGEMENTS[last] in sizes[last] else f", {JUDGEMENTS[last]}"
    likely, fewest, many = (language.about(games) for games in found.games_to_notice())
    ends = "" if fewest == many else f" ({fewest} à {many})"
    return (
        f"{sizes[last]} pour {_ordinal(found.seat, terms)}{word}{HARD}; "
        f"un groupe devrait jouer environ {likely} parties pour le remarquer{ends}"
    )


def _ordinal(seat: int, terms: Terms) -> str:
    feminine = terms.seat_word in FEMININE
    word = ORDINALS[seat] if seat < len(ORDINALS) else f"{seat + 1}e"
    return f"{'la' if feminine else 'le'} {'première' if feminine and seat == 0 else word} {terms.seat_word}"


def short(language: Language, result: Mapping[str, Any], terms: Terms) -> str:
    """The judgement in a few words."""
    found = seat_advantage(result)
    if found is None:
        return "aucune partie finie"
    if len(set(result["policies"])) > 1:
        return "les places jouent différemment"
    first, last = found.bands
    words = ["aucun avantage" if i == 0 else JUDGEMENTS[i] for i in range(first, last + 1)]
    return "pas encore connu" if len(words) > 2 else " ou ".join(words)


def capped_warning(language: Language, result: Mapping[str, Any]) -> str:
    """What must be said first when games were stopped at the limit of decisions; empty when none was."""
    plays = result["plays"]
    if not plays["capped"]:
        return ""
    share = f"{100 * plays['capped'] / plays['count']:.2g}".replace(".", ",")
    return (
        f"ARRÊTÉES{HARD}: {language.count(plays['capped'])} parties sur {language.count(plays['count'])} "
        f"({share}{HARD}%) ont été arrêtées à la limite de décisions. On ne sait pas qui les aurait gagnées{HARD}; les "
        "intervalles des parts couvrent toutes les fins possibles, les autres mesures ne valent que pour "
        "les parties finies."
    )


def about(number: float) -> str:
    """A number rounded to two digits: 6 900, 1,2 million."""
    if not math.isfinite(number):
        return "une infinité de"
    if number < 10:
        return str(math.ceil(number))
    digits = math.floor(math.log10(number)) - 1
    rounded = round(number / 10**digits) * 10**digits
    for size, word in ((1_000_000_000, "milliard"), (1_000_000, "million")):
        if rounded >= size:
            millions = f"{rounded / size:.12g}".replace(".", ",")
            return f"{millions}{HARD}{word}{'s' if rounded >= 2 * size else ''} de"
    return f"{round(rounded):,}".replace(",", THIN)


LANGUAGE = Language(
    "fr",
    "français",
    PHRASES,
    verdict,
    subject,
    short,
    capped_warning,
    about,
    point=",",
    gap=THIN,
    percent_sign=f"{HARD}%",
)

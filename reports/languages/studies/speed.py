"""Phrases of the plot of the speed over versions."""

# ruff: noqa: E501  # one phrase a line reads best

from __future__ import annotations

PHRASES = {
    "en": {
        "plot.speed.title": "Since {since} {kind} became {times} times as fast",
        "plot.speed.same": "Nothing became clearly faster or slower since {since}",
        "plot.speed.caption": "Points: median speed of the workloads of a kind, in times that of the first lock; bars: from the slowest to the fastest of them (no intervals: a lock holds one ratio each); dashed: as at first. {n} workloads in {locks} locks, each timed beside a reference on the same machine.",
        "plot.speed.alt": "Speed in the last lock, in times that of the first: {listed}.",
        "plot.speed.x": "lock, oldest first",
        "plot.speed.y": "times as fast as at first",
    },
    "fr": {
        "plot.speed.title": "Depuis {since}, {kind} va {times} fois aussi vite",
        "plot.speed.same": "Rien n’est devenu nettement plus rapide ou plus lent depuis {since}",
        "plot.speed.caption": "Points : vitesse médiane des tâches d’un genre, en multiples de celle du premier verrou ; barres : de la plus lente à la plus rapide (sans intervalles : un verrou tient un rapport par tâche) ; tirets : comme au début. {n} tâches dans {locks} verrous, chacune chronométrée à côté d’une référence sur la même machine.",
        "plot.speed.alt": "Vitesse du dernier verrou, en multiples du premier : {listed}.",
        "plot.speed.x": "verrou, le plus ancien d’abord",
        "plot.speed.y": "fois aussi vite qu’au début",
    },
}
"""Format strings by language code and key."""

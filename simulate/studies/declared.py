"""The metrics that a study judges: those that are asked for, or its usual ones."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from simulate.runs.definitions import only_with_metrics
from simulate.runs.metrics import SEAT_ADVANTAGE
from simulate.studies.margins import FAIRNESS
from variants.errors import BadInput, nearest


def chosen_metrics(
    asked: Sequence[str], usual: Iterable[str], known: Collection[str], hint: Callable[[str], str] = lambda _: ""
) -> tuple[str, ...]:
    """The metrics that are asked for, each once, or the usual ones.

    Parameters
    ----------
    known : collection of str
        All that can be asked for.
    hint : callable
        Why a name is none of them, or what it is called here; "" if that is not known.

    Raises
    ------
    BadInput
        An unknown name.
    """
    for name in asked:
        if name in known:
            continue
        lacking = only_with_metrics(name, known)
        if lacking:
            raise BadInput.of(f"--metric: {name[:60]} is {lacking}")
        near = nearest(name, known)
        told = hint(name) or (f"did you mean {near}?" if near else f"known: {', '.join(known)}")
        raise BadInput.of(f"--metric: unknown metric {name[:60]!r}; {told}")
    return tuple(dict.fromkeys(asked)) or tuple(usual)


def usual_of_comparison(known: Collection[str]) -> tuple[str, ...]:
    """What a plain comparison judges together: win shares, fairness or the seat advantage, turns, margin."""
    shares = [name for name in known if name.startswith("win_share.")]
    return (*shares, *(name for name in (FAIRNESS, SEAT_ADVANTAGE, "turns", "margin") if name in known))

"""The section on length, scores and margins: a table and the distributions."""

from __future__ import annotations

from collections.abc import Iterator

from reports.languages.language import Language
from reports.pages.model import Block, Figure, Section, Shown, Table
from reports.pages.words import base_of, metric_name, metric_rows, quantile_of, seat_name
from reports.plots.distributions import Counted, distribution_plot
from reports.plots.joint import joint_plot
from reports.plots.plot import Plot

MEASURES = ("turns", "duration", "score", "margin")


def length_section(one: Shown, language: Language, prefix: str, *, plots: bool = True) -> Section:
    """Length, scores and margins of a result, with or without their distributions."""
    return Section(f"{prefix}length", language.say("heading.length"), list(_blocks(one, language, prefix, plots)))


def _blocks(one: Shown, language: Language, prefix: str, plots: bool) -> Iterator[Block]:
    names = [name for base in MEASURES for name in one.result["metrics"] if measure_of(name) == base]
    keys = ("metric", "value", "interval", "unit", "n", "meaning")
    header = [language.say(f"metrics.{key}") for key in keys]
    caption = language.say("metrics.caption", heading=language.say("heading.length"))
    yield Table(caption, header, metric_rows(names, one, language), "LrrlrL")
    if not plots:
        return
    plots_of = (_length, _scores, _joint, _margin)
    for plot in (make(one, language, prefix) for make in plots_of):
        if plot:
            yield Figure(plot)


def measure_of(name: str) -> str:
    """The measure that a metric is of, without its seat or its quantile."""
    quantile = quantile_of(name)
    return base_of(name if quantile is None else quantile[0])[0]


def _counted(one: Shown, name: str, words: str) -> Counted | None:
    counts = one.result["tallies"].get("histograms", {}).get(name)
    return Counted(words, counts) if counts and any(counts) else None


def _unit(one: Shown, name: str) -> str:
    metric = one.result["metrics"].get(name)
    return one.word(metric["unit"]) if metric else ""


def _kind(one: Shown) -> str:
    """The kind of the document's intervals; ``anytime`` when any is."""
    kinds = {metric["kind"] for metric in one.result["metrics"].values()}
    return "fixed-n" if kinds == {"fixed-n"} else "anytime"


def _length(one: Shown, language: Language, prefix: str) -> Plot | None:
    name = metric_name("turns", one, language)
    counted = _counted(one, "turns", name)
    if counted is None:
        return None
    unit, low, high = _unit(one, "turns"), counted.at(0.25), counted.at(0.75)
    key = "plot.length.constant" if counted.at(0.05) == counted.at(0.95) else "plot.length.title"
    title = language.say(key, low=low, high=high, unit=unit, late=counted.at(0.95))
    return distribution_plot(
        f"{prefix}length", title, language.say("plot.axis", name=name, unit=unit), [counted], language,
        kind=_kind(one),
    )  # fmt: skip


def _scores(one: Shown, language: Language, prefix: str) -> Plot | None:
    seats = [name for name in one.result["metrics"] if base_of(name)[0] == "score"]
    found = [
        counted
        for seat, name in enumerate(seats)
        if (counted := _counted(one, name, seat_name(one.result, one.terms, language, seat)))
    ]
    if not found:
        return None
    unit = _unit(one, "score.0")
    low, high = found[0].at(0.25), found[0].at(0.75)
    key = "plot.score.constant" if low == high else "plot.score.title"
    title = language.say(key, low=low, high=high, unit=unit, seat=found[0].name)
    axis = language.say("plot.axis", name=language.say("metric.score"), unit=unit)
    return distribution_plot(f"{prefix}scores", title, axis, found, language, kind=_kind(one))


def _joint(one: Shown, language: Language, prefix: str) -> Plot | None:
    """The map of two scores, from the first plays."""
    if one.sample is None or one.sample.scores.shape[1] < 2:
        return None
    first = seat_name(one.result, one.terms, language, 0)
    two = one.sample.scores.shape[1] == 2
    other = (
        seat_name(one.result, one.terms, language, 1)
        if two
        else language.say("plot.joint.best", seat=one.terms.seat_word)
    )
    return joint_plot(one.sample, (first, other), _unit(one, "score.0"), language, f"{prefix}joint")


def _margin(one: Shown, language: Language, prefix: str) -> Plot | None:
    name = metric_name("margin", one, language)
    counted = _counted(one, "margin", name)
    if counted is None:
        return None
    median = counted.at(0.5)
    title = language.say("plot.margin.title" if median else "plot.margin.none", seat=one.terms.seat_word, median=median)
    axis = language.say("plot.axis", name=name, unit=_unit(one, "margin"))
    return distribution_plot(f"{prefix}margin", title, axis, [counted], language, kind=_kind(one))

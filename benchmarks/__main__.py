"""The command line: ``python -m benchmarks COMMAND``."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from typing import Any

import click

from reports.columns import table

WIDTH = 110

cheap_option = click.option("--cheap", is_flag=True, help="Fewer and shorter samples, for CI.")
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
only_option = click.option("--only", default="", metavar="TEXT", help="Only what has TEXT in its name.")


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Measure the engine: against peers, against its own past, and by the size of the job."""
    from benchmarks.workloads import tables

    for note in tables()[1]:
        click.echo(f"left out: {note}", err=True)


@main.command()
@cheap_option
@json_option
@only_option
def peers(*, cheap: bool, as_json: bool, only: str) -> None:
    """The engine against plain C and plain Python, one thread, random play; fails if they play different rules."""
    from benchmarks.peers.agreement import FALSE_ALARM, disagreements
    from benchmarks.versus import CHEAP_ROUNDS, CHEAP_SECONDS, ROUNDS, SECONDS, lines

    rounds, seconds = (CHEAP_ROUNDS, CHEAP_SECONDS) if cheap else (ROUNDS, SECONDS)
    found = []
    for line in lines(rounds, seconds, only):
        click.echo(f"measured: {line.game} {line.players}", err=True)
        found.append(line)
    compared = [one for line in found for pairs in line.agreements.values() for one in pairs]
    wrong = disagreements(compared)
    if as_json:
        _json({"machine": _machine(), "rounds": rounds, "lines": [line.document() for line in found]})
    else:
        rows = [
            [line.game, str(line.players), f"{line.rate:,.0f}", _against(line.c), _against(line.python)]
            for line in found
        ]
        _table(["game", "players", "ours, plays/s", "ours / plain C", "ours / plain Python"], rows, "lrrrr")
        click.echo(
            f"\nMedian (quartiles) of {rounds} interleaved rounds of {seconds:g} s; one thread; {_machine_line()}."
        )
        if any(line.c is None for line in found):
            click.echo("No C compiler (cc) on the path: the rows of plain C are left out.")
        click.echo(
            f"Same rules: {len(compared) - len(wrong)} of {len(compared)} distributions agree "
            f"(chance of any false alarm {FALSE_ALARM:g})."
        )
    for line in found:
        for peer, pairs in line.agreements.items():
            for one in pairs:
                if one in wrong:
                    text = f"DIFFERENT RULES: {line.game} {line.players} {peer} {one.what} p = {one.p_value:.1e}"
                    click.echo(text, err=True)
    sys.exit(1 if wrong or not found else 0)


def _against(ratio: Any) -> str:
    return "–" if ratio is None else f"{ratio.ratio:.2f} ({ratio.low:.2f}–{ratio.high:.2f})"


@main.command()
@cheap_option
@json_option
@only_option
@click.option("--margin", type=click.FloatRange(0.0, 10.0), default=None, help="Accepted slow-down, as in 0.15.")
@click.option(
    "--slow-down", "slow", multiple=True, metavar="NAME=FACTOR", help="Slow a workload on purpose, to see it caught."
)
def check(*, cheap: bool, as_json: bool, only: str, margin: float | None, slow: tuple[str, ...]) -> None:
    """Measure again and compare with the lock; fails only when a workload is slower beyond the noise."""
    from benchmarks import lock
    from benchmarks.measuring import chosen, measure

    document = lock.read()
    locked = {name: float(one["ratio"]) for name, one in document["workloads"].items()}
    here = lock.machine()
    accepted = lock.margins(document["machine"], here) if margin is None else dict.fromkeys(lock.MARGINS, margin)
    work = chosen(cheap=cheap, only=only)
    rows = []
    for one in measure(work, lock.CHEAP_PAIRS if cheap else lock.PAIRS, _factors(slow)):
        name, beside = one.workload.name, one.workload.reference
        rows.append(lock.judge(name, locked.get(name), one.times, one.references, accepted[beside]))
    rows += lock.gone({name: ratio for name, ratio in locked.items() if only in name}, _all_names())
    failed = lock.failed(rows)
    if as_json:
        _json({"machine": here, "margins": accepted, "failed": failed, "rows": [row.document() for row in rows]})
    else:
        _table(
            ["workload", "locked", "now", "now / locked", "p", ""],
            [[r.name, _n(r.locked), _n(r.now), _n(r.ratio, 3), _p(r.p_value), r.state] for r in rows],
            "lrrrrl",
        )
        allowed = ", ".join(f"{name} {accepted[name]:.0%}" for name in accepted)
        click.echo("\nTimes as ratios to a reference measured beside them. SLOWER: above the lock by more than the")
        click.echo(f"margin (by reference: {allowed}) with p < {lock.FALSE_ALARM:g}.")
        if margin is None and not lock.same_kind(document["machine"], here):
            where = document["machine"].get("processor", "none")
            click.echo(f"The lock is from another machine ({where}), so the margins are wide.")
        click.echo("FAILED" if failed else "passed")
    sys.exit(1 if failed else 0)


@main.command()
@json_option
@only_option
def update(*, as_json: bool, only: str) -> None:
    """Measure with more pairs, rewrite the lock and show the difference; with --only the rest is left as it is."""
    from benchmarks import lock
    from benchmarks.measuring import chosen, measure

    before = lock.read()
    fresh: dict[str, dict[str, Any]] = {}
    for one in measure(chosen(cheap=False, only=only), lock.UPDATE_PAIRS, {}):
        ratio = lock.median_ratio(one.times, one.references)
        fresh[one.workload.name] = {"ratio": float(f"{ratio:.6g}"), "reference": one.workload.reference}
    kept = {name: one for name, one in before["workloads"].items() if only and only not in name}
    order = [name for name in _all_names() if name in fresh or name in kept]
    merged = {**kept, **fresh}
    after = {**before, "machine": lock.machine(), "workloads": {name: merged[name] for name in order}}
    lock.write(after)
    rows = [
        [name, _n(_ratio_of(before, name)), _n(_ratio_of(after, name)), _n(_change(before, after, name), 3)]
        for name in dict.fromkeys([*after["workloads"], *before["workloads"]])
    ]
    if as_json:
        _json(after)
    else:
        _table(["workload", "old", "new", "new / old"], rows, "lrrr")
        click.echo(f"\nwritten: {lock.FILE}; {_machine_line()}")


def _ratio_of(document: dict[str, Any], name: str) -> float | None:
    one = document["workloads"].get(name)
    return None if one is None else float(one["ratio"])


def _change(before: dict[str, Any], after: dict[str, Any], name: str) -> float | None:
    old, new = _ratio_of(before, name), _ratio_of(after, name)
    return None if old is None or new is None else new / old


@main.command()
@cheap_option
@json_option
@only_option
@click.option("--full", is_flag=True, help="Up to 10^8 plays (minutes).")
def scaling(*, cheap: bool, as_json: bool, only: str, full: bool) -> None:
    """How cost grows: policies, searches, terrain, threads, start, plays (choose one part with --only)."""
    from benchmarks.scaling import figures

    found = []
    for figure in figures(cheap=cheap, full=full, only=only):
        click.echo(f"measured: {figure.what}: {figure.value}", err=True)
        found.append(figure)
    if as_json:
        _json({"machine": _machine(), "figures": [figure.document() for figure in found]})
        return
    marks = {None: "", True: "yes", False: "NO"}
    _table(["what", "value", "wanted", "met"], [[f.what, f.value, f.wanted, marks[f.met]] for f in found], "llll")
    click.echo(f"\n{_machine_line()}")


@main.command()
@cheap_option
@json_option
@only_option
def profile(*, cheap: bool, as_json: bool, only: str) -> None:
    """Where a play's time goes: set-up and decisions."""
    from benchmarks.profile import profiles

    found = list(profiles(cheap=cheap, only=only))
    if as_json:
        _json({"machine": _machine(), "profiles": [one.document() for one in found]})
        return
    rows = [one.cells() for one in found]
    _table(["kernel", "ns a play", "ns set-up", "share", "decisions", "ns a decision"], rows, "lrrrrr")
    click.echo(f"\n{_machine_line()}")


@main.command()
@cheap_option
@json_option
@only_option
@click.option("--update", "write", is_flag=True, help="Write the counts into the lock.")
def instructions(*, cheap: bool, as_json: bool, only: str, write: bool) -> None:
    """Instructions per play under callgrind; fails when there are over 3 % more than in the lock."""
    from benchmarks import lock
    from benchmarks.instructions import chosen, counts, obstacle, versions

    against = obstacle()
    if against is not None:
        click.echo(f"instructions are not counted: {against}")
        return
    document = lock.read()
    here, kept = versions(), document.get("instructions", {})
    comparable = kept.get("versions") == here
    if cheap and not comparable and not write:
        click.echo(f"instructions are not counted: the lock has no counts for {here}")
        return
    found = counts(chosen(cheap=cheap, only=only), kept.get("per_play", {}) if comparable else {})
    failed = any(one.failed for one in found)
    if write:
        old = kept.get("per_play", {}) if comparable else {}
        new = {**old, **{one.name: round(one.instructions, 1) for one in found}}
        lock.write({**document, "instructions": {"versions": here, "per_play": new}})
    if as_json:
        _json({"versions": here, "counts": [one.document() for one in found], "failed": failed})
    else:
        _table(
            ["per play", "locked", "instructions", "ratio", "branches", "mispredicted", ""],
            [one.cells() for one in found],
            "lrrrrrl",
        )
        click.echo(f"\n{here}" + ("" if comparable else "; the lock has no counts for these versions"))
    sys.exit(1 if failed and not write else 0)


def _factors(slow: Iterable[str]) -> dict[str, float]:
    found = {}
    for text in slow:
        name, _, factor = text.rpartition("=")
        try:
            found[name] = float(factor)
        except ValueError:
            raise click.BadParameter(f"{text!r}: allowed NAME=FACTOR, as in start/help=1.3") from None
        if found[name] < 1.0 or not name:
            raise click.BadParameter(f"{text!r}: allowed a name and a factor of at least 1")
    return found


def _all_names() -> list[str]:
    from benchmarks.workloads import workloads

    return [one.name for one in workloads()]


def _n(number: float | None, places: int = 0) -> str:
    if number is None:
        return "–"
    return f"{number:.{places}f}" if places else f"{number:.4g}"


def _p(p_value: float | None) -> str:
    return "–" if p_value is None else f"{p_value:.1g}"


def _table(header: Sequence[str], rows: Sequence[Sequence[str]], align: str) -> None:
    click.echo("\n".join(table(header, rows, align, WIDTH)))


def _json(document: Any) -> None:
    click.echo(json.dumps(document, indent=2, ensure_ascii=False))


def _machine() -> dict[str, str]:
    from benchmarks import lock

    return lock.machine()


def _machine_line() -> str:
    return ", ".join(f"{key} {value}" for key, value in _machine().items())


if __name__ == "__main__":
    main(prog_name="python -m benchmarks")

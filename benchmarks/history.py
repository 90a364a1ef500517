"""The speed over versions as a picture: ``python -m benchmarks.history OUT.svg`` reads the lock file's history.

Each version of ``lock.json`` that git keeps is a point. Locks of another processor are left out, since ratios of two
pieces of code differ from one to another.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from benchmarks.lock import FILE
from benchmarks.timing import ROOT
from reports.languages import language
from reports.plots.canvas import drawn
from reports.plots.speed import Locked, speed_plot


def history() -> list[dict[str, Any]]:
    """Every version of the lock file, oldest first, each with its day under ``day``."""
    name = str(FILE.relative_to(ROOT))
    log = _git("log", "--reverse", "--format=%H %cs", "--", name).split("\n")
    found = []
    for line in filter(None, log):
        commit, day = line.split(" ")
        found.append({**json.loads(_git("show", f"{commit}:{name}")), "day": day})
    return found


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def locks_of(documents: list[dict[str, Any]]) -> list[Locked]:
    """The locks of the last one's processor, with labels: the number of the lock and its day."""
    machine = documents[-1]["machine"]["code for"] if documents else None
    kept = [one for one in documents if one["machine"]["code for"] == machine]
    return [
        Locked(f"{number} ({one['day']})", {name: load["ratio"] for name, load in one["workloads"].items()})
        for number, one in enumerate(kept, start=1)
    ]


def main(arguments: list[str]) -> int:
    """Write the picture; exit code 1 when there are fewer than two locks to compare."""
    plot = speed_plot(locks_of(history()), language("en"))
    if plot is None or len(arguments) != 1:
        sys.stderr.write("usage: python -m benchmarks.history OUT.svg (two locks of one processor are needed)\n")
        return 1
    Path(arguments[0]).write_text(drawn(plot).svg, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

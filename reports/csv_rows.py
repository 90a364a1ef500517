"""Results as rows of a table, one a variant, player count and metric."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

COLUMNS = (
    "variant", "players", "policies", "metric", "value", "low", "high", "n", "kind", "unit", "seed", "first", "count",
)  # fmt: skip


def rows(results: Iterable[Mapping[str, Any]]) -> Iterator[list[Any]]:
    """Yield the rows of result entries, in the order of COLUMNS; what is not known is empty."""
    for result in results:
        head = [result["variant"]["name"], result["players"], ",".join(result["policies"])]
        tail = [result["seed"], result["plays"]["first"], result["plays"]["count"]]
        for name, metric in result["metrics"].items():
            figures = [metric[column] for column in ("value", "low", "high", "n", "kind", "unit")]
            yield [*head, name, *("" if figure is None else figure for figure in figures), *tail]


def csv_text(results: Iterable[Mapping[str, Any]]) -> str:
    """The rows as CSV with a header line."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(rows(results))
    return out.getvalue()

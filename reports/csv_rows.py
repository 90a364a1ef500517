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


def table_text(columns: Iterable[str], lines: Iterable[Iterable[Any]]) -> str:
    """Lines under a header as CSV; None is empty, truth is 1 or 0."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(
        ["" if one is None else int(one) if isinstance(one, bool) else one for one in line] for line in lines
    )
    return out.getvalue()

"""The part of a run's report on what is known exactly: both figures, and their difference in standard errors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from reports.columns import paragraph, table
from reports.numbers import count, decimals, fixed, half_width, percent, percent_places
from reports.style import PLAIN, Style

LEFT_OUT = {
    "work": "Exact values are left out: they take more work than a run spends on them (fairdeal solve spends it).",
    "rules": "Exact values are not known for these rules (fairdeal solve says why).",
}


def contradiction(result: Mapping[str, Any]) -> str:
    """What must be said first when simulated figures contradict exact ones; empty when none does."""
    wrong = [one["metric"] for one in (result.get("exact") or {}).get("values", ()) if not one["agrees"]]
    if not wrong:
        return ""
    n = count(result["plays"]["count"])
    return f"CONTRADICTION: {', '.join(wrong)} of {n} simulated games cannot be explained by chance."


def sections(result: Mapping[str, Any], style: Style = PLAIN) -> list[str]:
    """The block of lines that a result with exact values adds to the report; none for others."""
    known = result.get("exact")
    if not known:
        return []
    if known.get("left_out"):
        return [style.mark(paragraph(LEFT_OUT[known["left_out"]], "  ", ""), "dim")]
    rows = [_row(one) for one in known["values"]]
    lines = table(["metric", "exact", "simulated", "95 % from", "to", "off by", "unit"], rows, "LrrrrrL")
    note = "Off by: simulated less exact, in standard errors; beyond ± 4 it is called a contradiction."
    return ["\n".join([style.mark(lines[0], "bold"), *lines[1:], style.mark(paragraph(note, "  ", ""), "dim")])]


def _row(one: Mapping[str, Any]) -> list[str]:
    found, errors = one["simulated"], one["standard_errors"]
    ends = [found[key] for key in ("value", "low", "high")]
    if one["unit"] == "share":
        places = percent_places(*ends)
        shown, unit = [percent(one["exact"], 4), *(percent(end, places) for end in ends)], "%"
    else:
        places = decimals(half_width(*ends))
        shown, unit = [fixed(one["exact"], 5), *(fixed(end, places) for end in ends)], one["unit"]
    return [one["metric"], *shown, "∞" if errors is None else f"{errors:+.2f}", unit]

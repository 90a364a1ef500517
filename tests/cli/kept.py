"""What tests of kept folders and of shards share: commands, Ctrl-C after some chunks, documents, no slow pages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from simulate.runs.local import Threads

COMMANDS = {
    "run": ["run", "dice", "--players", "2,3", "--games", "3k"],
    "precision": ["run", "dice", "--players", "2", "--precision", "3%", "--max-games", "9k"],
    "metrics": ["run", "dice", "--players", "2", "--games", "2k", "--metrics"],
    "compare": ["compare", "dice", "--set-b", "target=11", "--players", "2,3", "--max-games", "4k"],
    "apart": ["compare", "dice", "--players", "2", "--players-b", "3", "--max-games", "2k"],
    "sweep": ["sweep", "dice", "--vary", "target=9..11,51", "--players", "2,4", "--games", "700"],
    "sensitivity": ["sensitivity", "dice", "--vary", "target=9,11", "--players", "2", "--games", "500", "--cells", "4"],
    "tune": ["tune", "dice", "--vary", "target=10..15", "--goal", "turns=[8, 9]", "--players", "2", "--games", "4k",
             "--confirm", "1k"],
    "ladder": ["ladder", "dice", "--rung", "random", "--rung", "bold", "--players", "2,3", "--deals", "120",
               "--games", "200"],
}  # fmt: skip
"""A small command of every kind that plays much."""


@pytest.fixture(autouse=True)
def no_pages():
    """Leave out pages and plots, which take most of the time and are tested elsewhere."""
    patch = pytest.MonkeyPatch()
    for name in ("write_report", "write"):
        patch.setattr(f"fairdeal.cli.report.{name}", lambda *given: [])
    yield
    patch.undo()


def whole(file: Path) -> Any:
    """The document in a file, without what two equal runs may differ in."""
    return bare(json.loads(file.read_text(encoding="utf-8")))


def bare(found: Any) -> Any:
    """A document without its ``engine`` blocks."""
    if isinstance(found, dict):
        return {key: bare(value) for key, value in found.items() if key != "engine"}
    return [bare(one) for one in found] if isinstance(found, list) else found


def interrupt_after(monkeypatch: Any, chunks: int) -> None:
    """Press Ctrl-C after so many chunks of plays."""
    real, left = Threads.chunks, [chunks]

    def stopping(self: Threads, count: Any, first: int, edges: Any) -> Any:
        for one in real(self, count, first, edges):
            if not left[0]:
                raise KeyboardInterrupt
            left[0] -= 1
            yield one

    monkeypatch.setattr(Threads, "chunks", stopping)

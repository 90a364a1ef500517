"""Finds what texts point at and is not there: cross references of docstrings, links and paths of pages."""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from types import ModuleType

from tests.house.sources import PACKAGES, ROOT

REFERENCE = re.compile(r":(?:class|func|mod|meth|data|attr):`~?([\w.]+)`")
LINK = re.compile(r"\]\(([^)#\s]+)(?:#([^)\s]+))?\)")
SPAN = re.compile(r"`([\w.-]+(?:/[\w.-]+)+/?)`")
TOPS = (*PACKAGES, "tests", "benchmarks", "docs")


def dead_references(module: str, source: str) -> list[str]:
    """Cross references in a module's texts that name nothing."""
    return [f"{module}: {name}" for name in REFERENCE.findall(source) if not _is_there(module, name)]


def _is_there(module: str, name: str) -> bool:
    here = importlib.import_module(module)
    if name.startswith("."):
        package = module if hasattr(here, "__path__") else module.rpartition(".")[0]
        return _reached(f"{package}{name}")
    if name.split(".", maxsplit=1)[0] in PACKAGES:
        return _reached(name)
    classes = [one for one in vars(here).values() if isinstance(one, type)]
    return any(_attribute(owner, name) for owner in (here, *classes))


def _reached(dotted: str) -> bool:
    """Whether a dotted name leads to a module, or to something in one."""
    parts = dotted.split(".")
    for cut in range(len(parts), 0, -1):
        try:
            found = importlib.import_module(".".join(parts[:cut]))
        except ModuleNotFoundError:
            continue
        return cut == len(parts) or _attribute(found, ".".join(parts[cut:]))
    return False


def _attribute(owner: ModuleType | type, dotted: str) -> bool:
    found: object = owner
    for part in dotted.split("."):
        fields = getattr(found, "__annotations__", {})
        if not hasattr(found, part) and part not in fields:
            return False
        found = getattr(found, part, None)
    return True


def dead_links(page: Path, text: str) -> list[str]:
    """Links of a page to files of the project, or to headings in them, that are not there."""
    found = []
    for target, heading in LINK.findall(text):
        if "://" in target:
            continue
        file = (page.parent / target).resolve()
        if not file.exists():
            found.append(f"{page.name}: {target}")
        elif heading and heading not in _headings(file.read_text(encoding="utf-8")):
            found.append(f"{page.name}: {target}#{heading}")
    return found


def _headings(text: str) -> set[str]:
    """The names by which a page's headings are linked to."""
    lines = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", line.lower()).strip().replace(" ", "-") for line in lines}


def dead_paths(page: Path, text: str) -> list[str]:
    """Paths of the project in a page's code spans that are not there."""
    paths = [path for path in SPAN.findall(text) if path.split("/")[0] in TOPS and "NAME" not in path]
    return [f"{page.name}: {path}" for path in paths if not _path_exists(path)]


def _path_exists(path: str) -> bool:
    file = ROOT / path
    return file.exists() or file.with_suffix(".py").exists()

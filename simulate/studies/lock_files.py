"""Lock files read with care: whatever a hand or a torn copy left there is bad input that says where and what to do."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from simulate.runs.spec import MOST_INDEX, SEEDS
from simulate.runs.tally import Tally, read
from variants.errors import BadInput, Fault

SCHEMA = "fairdeal.gate/1"
DAMAGED = (
    "the integers do not have the digest that the lock claims: the file was edited or damaged; take it from version "
    "control again, or save the lock anew"
)
EDITED = (
    "the seal of this lock does not fit: a value in it, or in the head of the file, was edited or damaged; take the "
    "file from version control again, or save it anew with: fairdeal gate save --force"
)

Test = Callable[[Any], bool]


def _whole(least: int, below: int) -> Test:
    return lambda value: isinstance(value, int) and not isinstance(value, bool) and least <= value < below


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value)


def _is_settings(value: Any) -> bool:
    return isinstance(value, list) and all(
        isinstance(pair, list) and len(pair) == 2 and all(isinstance(word, str) for word in pair) for pair in value
    )


def _is_policies(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(map(_is_text, value))


def _is_goals(value: Any) -> bool:
    return isinstance(value, list) and all(
        isinstance(goal, dict)
        and all(_is_text(goal.get(key)) for key in ("metric", "goal"))
        and goal.get("status") in ("met", "missed", "not yet known")
        for goal in value
    )


KEYS: Mapping[str, tuple[Test, str]] = {
    "variant": (_is_text, "the name of a variant, or its path from the lock file's folder"),
    "settings": (_is_settings, "a list of pairs of texts, key and value"),
    "hash": (_is_text, "a text"),
    "players": (_whole(1, 1000), "a whole number from 1 on"),
    "policies": (_is_policies, "a list of names, one for all seats or one each"),
    "seed": (_whole(0, SEEDS), "a whole number from 0 to 2^64 - 1"),
    "plays.first": (_whole(0, MOST_INDEX), "a whole number from 0 on"),
    "plays.count": (_whole(1, MOST_INDEX), "a whole number from 1 on"),
    "goals": (_is_goals, "a list of goals, each with metric, goal and status (met, missed or not yet known)"),
    "digest": (lambda value: isinstance(value, str) and bool(re.fullmatch("[0-9a-f]{64}", value)), "64 digits 0-9 a-f"),
    "tallies": (lambda value: isinstance(value, dict), "what the plays counted"),
}
"""What each lock must hold, by dotted key: a test and the allowed values in words."""


def read_lock(found: Any, name: str) -> list[Mapping[str, Any]]:
    """The entries of a lock file.

    Parameters
    ----------
    found : object
        What the file holds, as JSON gives it.
    name : str
        The file's name, for messages.

    Raises
    ------
    BadInput
        It is no lock file, or its locks are not sound: every fault of them.
    """
    schema = found.get("schema") if isinstance(found, dict) else None
    if schema != SCHEMA:
        hint = "write one with: fairdeal gate save FILE VARIANT"
        raise BadInput(
            Fault(name, key="schema", got=repr(schema)[:60], allowed=f"{SCHEMA}, the schema of a lock file; {hint}")
        )
    entries = found.get("locks")
    if not isinstance(entries, list) or not entries:
        raise BadInput(Fault(name, key="locks", got=repr(entries)[:60], allowed="a list of at least one lock"))
    places = [(entry, f"locks[{number}]") for number, entry in enumerate(entries)]
    faults = [fault for entry, place in places for fault in _faults(entry, place, name)]
    told = {(fault.key or "").partition(".")[0] for fault in faults}
    faults += [
        Fault(name, key=place, message=EDITED)
        for entry, place in places
        if place not in told and "seal" in entry and entry["seal"] != seal(entry, found)
    ]
    if faults:
        raise BadInput(faults)
    return entries


def seal(entry: Mapping[str, Any], document: Mapping[str, Any]) -> str:
    """SHA-256 (64 hex digits) over all values of a lock but its seal, and of its file but the locks.

    Parameters
    ----------
    entry : mapping
        A lock, with or without a seal.
    document : mapping
        The lock file; its ``locks`` are left out.
    """
    head = {key: value for key, value in document.items() if key != "locks"}
    values = {key: value for key, value in entry.items() if key != "seal"}
    return hashlib.sha256(json.dumps([head, values], sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _faults(entry: Any, place: str, name: str) -> Iterator[Fault]:
    if not isinstance(entry, dict):
        yield Fault(name, key=place, got=repr(entry)[:60], allowed=f"a lock with {', '.join(KEYS)}")
        return
    sound = True
    for key, (fits, allowed) in KEYS.items():
        there, value = _at(entry, key.split("."))
        if not there or not fits(value):
            sound = False
            yield Fault(name, key=f"{place}.{key}", got=repr(value)[:60] if there else "nothing", allowed=allowed)
    if not sound:
        return
    tally = tally_of(entry)
    if tally is None:
        yield Fault(name, key=f"{place}.tallies", message=DAMAGED)
    elif tally.plays != entry["plays"]["count"]:
        got, allowed = str(entry["plays"]["count"]), f"{tally.plays}, the plays that the integers were counted from"
        yield Fault(name, key=f"{place}.plays.count", got=got, allowed=allowed)


def _at(entry: Any, keys: list[str]) -> tuple[bool, Any]:
    """Whether there is a value under these keys, and the value."""
    for key in keys:
        if not isinstance(entry, dict) or key not in entry:
            return False, None
        entry = entry[key]
    return True, entry


def tally_of(entry: Mapping[str, Any]) -> Tally | None:
    """What a lock counted; None if the integers do not have the digest that it claims."""
    try:
        tally = read(entry["tallies"])
        return tally if tally.digest() == entry["digest"] else None
    except (KeyError, TypeError, ValueError, IndexError, AttributeError):
        return None

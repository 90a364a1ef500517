"""A lock file in which any value was edited is refused, with the lock's place; locks without a seal are still read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest


@pytest.fixture
def locked(fd, tmp_path) -> Path:
    """A lock file of two locks, of a variant with goals."""
    (tmp_path / "mine.yaml").write_text("extends: dice\ngoals:\n  tie: <= 90 %\n")
    file = tmp_path / "balance.lock.json"
    said = fd(
        "gate", "save", str(file), str(tmp_path / "mine.yaml"), "--players", "2,3", "--games", "300", "--seed", "1"
    )
    assert said.code == 0, said.err
    return file


def edit(file: Path, place: tuple[str | int, ...], value: object) -> None:
    """Put a value into a lock file, as a hand would."""
    found = inner = json.loads(file.read_text())
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = value
    file.write_text(json.dumps(found))


EDITS = {
    "seed": (("seed",), 2),
    "first": (("plays", "first"), 7),
    "hash": (("hash",), "0" * 64),
    "status": (("goals", 0, "status"), "missed"),
    "goal": (("goals", 0, "goal"), "<= 95 %"),
    "goals": (("goals",), []),
    "policies": (("policies",), ["random"]),
    "settings": (("settings",), [["target", "30"]]),
    "players": (("players",), 2),
    "variant": (("variant",), "dice"),
    "version": (("version",), "0.0.1"),
    "another key": (("note",), "mine"),
    "seal": (("seal",), "0" * 64),
    "no text": (("seal",), None),
}
"""Edits of a lock that leave each value of an allowed kind: the place in the lock, and what is put there."""


@pytest.mark.parametrize("name", EDITS)
def test_an_edited_lock_is_refused(fd, locked, name):
    place, value = EDITS[name]
    edit(locked, ("locks", 1, *place), value)
    said = fd("gate", "check", str(locked))
    assert (said.code, said.out) == (2, "")
    assert f"{locked}: locks[1]: " in said.err
    assert "locks[0]" not in said.err
    assert "take the file from version control again, or save it anew" in " ".join(said.err.split())


@pytest.mark.parametrize("place", [("false_alarm",), ("margins", "share")])
def test_edited_rates_and_margins_of_the_file_are_refused(fd, locked, place):
    edit(locked, place, 0.5)
    said = fd("gate", "check", str(locked))
    assert said.code == 2
    assert "locks[0]: " in said.err


def test_edited_integers_are_told_with_their_own_place(fd, locked):
    found = json.loads(locked.read_text())
    edit(locked, ("locks", 0, "tallies", "wins", 0, 0), found["locks"][0]["tallies"]["wins"][0][0] + 1)
    said = fd("gate", "check", str(locked))
    assert said.code == 2
    assert "locks[0].tallies: " in said.err


def test_a_kept_lock_passes_however_it_is_laid_out(fd, locked):
    assert fd("gate", "check", str(locked)).code == 0
    locked.write_text(json.dumps(json.loads(locked.read_text()), indent=3, sort_keys=True))
    assert fd("gate", "check", str(locked)).code == 0


def test_a_lock_without_a_seal_is_read_as_before(fd, locked):
    found = json.loads(locked.read_text())
    for entry in found["locks"]:
        assert len(entry.pop("seal")) == 64
    locked.write_text(json.dumps(found))
    assert fd("gate", "check", str(locked)).code == 0

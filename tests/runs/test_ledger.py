"""A ledger keeps sums, however its stretches were cut; a file of it that was changed anywhere is refused."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulate.runs import checkpoint
from simulate.runs.checkpoint import Checkpoint, kept_text, read_kept
from simulate.runs.ledger import Ledger, read_ledger, read_stretch, stretch
from variants.errors import BadInput

SIZES = st.lists(st.integers(1, 50), min_size=1, max_size=12)


def rows(begin: int, count: int) -> tuple[np.ndarray, np.ndarray]:
    """What plays would have counted, large enough to leave 64 bits when added."""
    values = np.arange(begin, begin + count)
    return np.array([count, values.sum()]), np.full(3, (1 << 62) + begin)


def filled(sizes: list[int], apart: set[int]) -> Ledger:
    ledger, done = Ledger(), 0
    for size in sizes:
        ledger.add("work", stretch(done, size, rows(done, size)), apart=done in apart)
        done += size
    return ledger


@given(SIZES, st.sets(st.integers(0, 200)))
def test_sums_do_not_depend_on_the_cuts(sizes, apart):
    ledger = filled(sizes, apart)
    found = ledger.prefix("work")
    assert [one.begin for one in found] == [0, *(one.end for one in found)][:-1]
    assert found[-1].end == sum(sizes) == ledger.plays()
    total = sum(one.row[0] for one in found)
    assert list(total) == [sum(sizes), sum(range(sum(sizes)))]
    starts = [sum(sizes[:i]) for i in range(len(sizes))]
    assert sum(one.row[1][0] for one in found) == sum((1 << 62) + begin for begin in starts)
    assert {one.begin for one in found} == {0, *(apart & set(starts))}


@given(SIZES, st.sets(st.integers(0, 200)))
def test_what_is_written_comes_back(sizes, apart):
    ledger = filled(sizes, apart)
    again = read_ledger(json.loads(f"{{{json.dumps('work')}: {ledger.text('work')}}}"))
    assert again.text("work") == ledger.text("work")
    assert again.digest() == ledger.digest()
    again.add("work", stretch(again.plays(), 1, rows(again.plays(), 1)), apart=True)
    assert again.digest() != ledger.digest()


@given(st.sets(st.integers(0, 60)), st.integers(0, 60), st.integers(0, 60))
def test_gaps_are_the_plays_that_are_not_there(present, begin, end):
    ledger = Ledger({"work": [stretch(play, 1, np.array([1])) for play in sorted(present)]})
    gaps = ledger.gaps("work", begin, end)
    missing = [play for a, b in gaps for play in range(a, b)]
    assert missing == [play for play in range(begin, end) if play not in present]
    assert all(a < b for a, b in gaps)


@pytest.mark.parametrize(
    "found", [None, [], [0, 1], [0, 1, []], [0, 0, [1]], [-1, 1, [1]], [0, 1, [1.5]], [0, 1, [True]], [0, 1, ["1"]]]
)
def test_what_is_no_stretch_is_refused(found):
    with pytest.raises(ValueError, match="stretch"):
        read_stretch(found)


def test_a_play_counted_twice_is_refused():
    with pytest.raises(ValueError, match="plays 3 to 4 stand in two"):
        read_ledger({"work": [[0, 5, [1]], [3, 4, [1]]]})
    for works in (None, [], {"work": None}):
        with pytest.raises(ValueError, match="must be"):
            read_ledger(works)


HEAD = {"command": "fairdeal run x --seed 1", "rules": ["é"], "version": "1"}


def test_a_file_comes_back(tmp_path):
    file, ledger = tmp_path / "kept.json", filled([3, 4, 5], {3})
    file.write_text(kept_text(HEAD, ledger), encoding="utf-8")
    found = read_kept(file)
    assert found.head == HEAD
    assert found.ledger.digest() == ledger.digest()
    with pytest.raises(FileNotFoundError):
        read_kept(tmp_path / "none")


@given(st.data())
def test_a_torn_or_changed_file_is_refused(tmp_path_factory, data):
    file = tmp_path_factory.mktemp("torn") / "kept.json"
    text = kept_text(HEAD, filled([3, 4, 5], {3}))
    bytes_ = text.encode()
    at = data.draw(st.integers(0, len(bytes_) - 2))
    if data.draw(st.booleans()):
        changed = bytes_[:at]
    else:
        changed = bytes_[:at] + bytes([bytes_[at] ^ data.draw(st.integers(1, 255))]) + bytes_[at + 1 :]
    file.write_bytes(changed)
    if b"".join(changed.split()) == b"".join(bytes_.split()):  # blanks between two values mean nothing
        return
    with pytest.raises(BadInput, match="torn, changed or no file"):
        read_kept(file)


class Clock:
    def __init__(self, monkeypatch) -> None:
        self.now = 0.0
        monkeypatch.setattr(checkpoint.time, "monotonic", lambda: self.now)


def test_checkpoints_come_at_a_bounded_rate(tmp_path, monkeypatch):
    clock, ledger, file = Clock(monkeypatch), Ledger(), tmp_path / "kept.json"
    kept = Checkpoint(file, HEAD, ledger, pytest.fail)
    written = []

    def slowly(path, text):
        written.append(clock.now)
        clock.now += 0.5

    monkeypatch.setattr(checkpoint, "write_whole", slowly)
    for done in range(2000):
        clock.now += 0.1
        ledger.add("work", stretch(done, 1, np.array([1])), apart=False)
        kept.changed()
    spent = 0.5 * len(written)
    assert written[0] >= checkpoint.USUAL_SECONDS
    assert len(written) > 5
    assert spent <= clock.now / checkpoint.SHARE * 1.2
    kept.last()
    assert len(written) * 0.5 == spent + 0.5
    kept.last()
    kept.close()
    assert len(written) * 0.5 == spent + 0.5


def test_a_full_disk_is_told_once_and_tried_again(tmp_path, monkeypatch):
    clock, ledger, file, said = Clock(monkeypatch), Ledger(), tmp_path / "kept.json", []
    kept = Checkpoint(file, HEAD, ledger, said.append)
    write, full = checkpoint.write_whole, [True]

    def writing(path, text):
        if full[0]:
            raise OSError(28, "No space left on device")
        write(path, text)

    monkeypatch.setattr(checkpoint, "write_whole", writing)
    for done in range(300):
        clock.now += 1.0
        full[0] = done < 150
        ledger.add("work", stretch(done, 1, np.array([1])), apart=False)
        kept.changed()
    assert said == [f"{file}: No space left on device; playing goes on, the last checkpoint stays"]
    assert read_kept(file).ledger.plays() > 290


@pytest.mark.parametrize("text", ["x", "-1", "nan", "1e99"])
def test_odd_seconds_are_told(tmp_path, monkeypatch, text):
    monkeypatch.setenv(checkpoint.SECONDS, text)
    with pytest.raises(BadInput, match="allowed: seconds"):
        Checkpoint(tmp_path / "x", HEAD, Ledger(), pytest.fail)

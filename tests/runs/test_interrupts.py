"""The first signal waits for the end of a chunk, the second does not; afterwards all is as before."""

from __future__ import annotations

import os
import signal
import threading

import pytest

from simulate.runs.interrupts import SIGNALS, between_chunks, check
from simulate.runs.local import Threads


@pytest.fixture(autouse=True)
def usual(monkeypatch):
    before = {one: signal.signal(one, signal.SIG_DFL) for one in SIGNALS}
    yield
    for one, handler in before.items():
        signal.signal(one, handler)


@pytest.mark.parametrize("how", SIGNALS)
def test_the_first_signal_waits_and_the_second_does_not(how):
    with between_chunks():
        os.kill(os.getpid(), how)
        with pytest.raises(KeyboardInterrupt):
            check()
        check()
        os.kill(os.getpid(), how)
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), how)
    assert signal.getsignal(how) == signal.SIG_DFL
    check()


def test_chunks_end_at_the_next_one():
    done, sent = [], []

    def count(first: int, plays: int) -> int:
        if first > 12 and not sent:
            sent.append(first)
            os.kill(os.getpid(), signal.SIGTERM)
        return plays

    with between_chunks(), pytest.raises(KeyboardInterrupt):
        done.extend(size for size, _ in Threads(1).chunks(count, 0, (10**9,)))
    assert sent


def test_an_ignored_signal_stays_ignored_and_other_threads_touch_none():
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with between_chunks():
        assert signal.getsignal(signal.SIGINT) == signal.SIG_IGN

    def elsewhere() -> None:
        with between_chunks():
            assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL

    thread = threading.Thread(target=elsewhere)
    thread.start()
    thread.join()

"""Keyed streams of random numbers: play 12 345 of a run can be drawn alone, on any machine.

A stream is named by (seed, purpose, play). Its words are a function of a counter, not of what was drawn before:
word ``at`` = mix(key + at * GAMMA, twist), the finaliser of Stafford's variant 13 (as in SplitMix64; Steele, Lea,
Flood 2014) with the ``twist`` added between its rounds. ``key`` runs through all 2^64 values as the play index does,
so two plays of one run never share a key; ``twist`` keeps apart two streams whose counters overlap.

The counter is free to be used as a position: word 7 of a set-up stream can be "the luck of card 7", whoever looks
first. Policies use (seat, decision, draw), so one that draws more in a decision does not shift the luck of the next
one.

Two ways to draw:

* ``word(key, twist, at)``: random access, for positions;
* a ``STREAM`` record and ``draw``, ``below``, ``chance``, ``uniform``, ``shuffle``, which move ``at`` on.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.kernels.bits import high_product
from simulate.kernels.jit import rule

STREAM = np.dtype([("key", "u8"), ("twist", "u8"), ("at", "u8"), ("alone", "u8")], align=True)
"""A stream with its position: ``key``, ``twist`` from :func:`open_stream`, ``at`` the number of the next word.

Any record with these three fields is a stream as well. ``alone`` is never read: without it numba would take every such
record for a kind of this one, and say so in a warning.
"""

GAMMA = np.uint64(0x9E3779B97F4A7C15)
PLAY_STEP = np.uint64(0xD1342543DE82EF95)
PURPOSE_STEP = np.uint64(0xA0761D6478BD642F)
TWIST_STEP = np.uint64(0xE7037ED1A0B428DB)
M1 = np.uint64(0xBF58476D1CE4E5B9)
M2 = np.uint64(0x94D049BB133111EB)
S27, S30, S31 = np.uint64(27), np.uint64(30), np.uint64(31)
S11, S16, S48 = np.uint64(11), np.uint64(16), np.uint64(48)
ONE, ZERO = np.uint64(1), np.uint64(0)
UNIT = 1.0 / 9007199254740992.0  # 2^-53


@rule
def mix(z: Any) -> Any:
    """A bijection of 64-bit words whose every output bit depends on every input bit."""
    z = (z ^ (z >> S30)) * M1
    z = (z ^ (z >> S27)) * M2
    return z ^ (z >> S31)


@rule
def word(key: Any, twist: Any, at: Any) -> Any:
    """Word number `at` (uint64) of the stream (`key`, `twist`)."""
    z = key + np.uint64(at) * GAMMA
    z = (z ^ (z >> S30)) * M1 + twist
    z = (z ^ (z >> S27)) * M2
    return z ^ (z >> S31)


@rule
def stream_key(seed: Any, purpose: Any, play: Any) -> Any:
    """The key (uint64) of the stream of `purpose` in play `play` of the run seeded `seed`."""
    base = mix(np.uint64(seed) + np.uint64(purpose) * PURPOSE_STEP)
    return mix(base + np.uint64(play) * PLAY_STEP)


@rule
def stream_twist(key: Any) -> Any:
    """The twist (uint64) that belongs to a key."""
    return mix(key + TWIST_STEP)


@rule
def open_stream(stream: Any, seed: Any, purpose: Any, play: Any) -> Any:
    """Point a STREAM record at the first word of (seed, purpose, play)."""
    key = stream_key(seed, purpose, play)
    stream.key = key
    stream.twist = stream_twist(key)
    stream.at = ZERO


@rule
def begin_decision(stream: Any, seat: Any, decision: Any) -> Any:
    """Move a policy's stream to the words of one decision (65 536 of them) of one seat."""
    stream.at = (np.uint64(seat) << S48) | (np.uint64(decision) << S16)


@rule
def draw(stream: Any) -> Any:
    """The next word (uint64) of a stream."""
    z = word(stream.key, stream.twist, stream.at)
    stream.at += ONE
    return z


@rule
def below(stream: Any, n: Any) -> Any:
    """A uniform integer (int64) in 0 … n - 1, n >= 1, exactly unbiased (multiply, reject the rest; Lemire 2019)."""
    bound = np.uint64(n)
    r = draw(stream)
    low = r * bound
    if low < bound:
        threshold = (ZERO - bound) % bound
        while low < threshold:
            r = draw(stream)
            low = r * bound
    return np.int64(high_product(r, bound))


@rule
def uniform(stream: Any) -> Any:
    """A uniform float64 in [0, 1), a multiple of 2^-53."""
    return np.float64(draw(stream) >> S11) * UNIT


@rule
def chance(stream: Any, p: Any) -> Any:
    """True with probability `p` (to within 2^-53)."""
    return uniform(stream) < p


@rule
def shuffle(items: Any, n: Any, stream: Any) -> Any:
    """Shuffle the first `n` places of `items` in place, all orders equally likely (Fisher-Yates)."""
    for i in range(n - 1, 0, -1):
        j = below(stream, i + 1)
        kept = items[i]
        items[i] = items[j]
        items[j] = kept

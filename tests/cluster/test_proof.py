"""A worker that does not count as the client does is told apart, with the reason."""

from __future__ import annotations

import pickle
from dataclasses import replace
from functools import partial

import pytest

from simulate.games import registry
from simulate.runs.cluster import proof as proofs
from simulate.runs.cluster.proof import MOST_SIGNED, pack, refusal, sign, sources
from simulate.runs.errors import FailedRun
from simulate.runs.prepared import Prepared, prepare
from tests.runs.shipped import load

GAMES = registry.games()
NAME = next(iter(GAMES))


@pytest.fixture
def asked():
    """The proof for a game's main variant, with nothing remembered."""
    for cached in (proofs._refusal, proofs.unpacked):
        cached.cache_clear()
    game, variant = GAMES[NAME], load(NAME)
    players = game.player_counts[0]
    count = partial(prepare(game, variant.rules_for(players), players).count_plays, 5)
    found, seconds = sign(count, pack(count), 100)
    assert seconds > 0
    yield pickle.loads(pickle.dumps(found))
    for cached in (proofs._refusal, proofs.unpacked):
        cached.cache_clear()


def test_whoever_counts_alike_is_accepted(asked):
    assert refusal(asked) == ""
    assert asked.packed.games == (NAME,)
    assert asked.packed.kind == "Prepared.count_plays"
    assert 1 <= asked.plays <= MOST_SIGNED
    assert len(asked.packed.sent) < 4000


def test_another_version_other_sources_and_missing_games_are_refused_by_name(asked, monkeypatch):
    assert "fairdeal" in refusal(replace(asked, version="0.0.1"))
    assert "0.0.1" in refusal(replace(asked, version="0.0.1"))
    assert "sources" in refusal(replace(asked, sources="0" * 64))
    monkeypatch.setattr(registry, "games", dict)
    assert NAME in refusal(asked)


def test_wrong_integers_are_refused(asked, monkeypatch):
    right = Prepared.count_plays

    def wrong(self, seed, first, count):
        row = right(self, seed, first, count)
        row[3] += count > 0
        return row

    monkeypatch.setattr(Prepared, "count_plays", wrong)
    assert refusal(asked) == f"it counted plays 100 to {99 + asked.plays} otherwise than here"


def test_a_signature_run_that_fails_there_and_not_here_is_a_refusal(asked, monkeypatch):
    def broken(self, seed, first, count):
        raise FailedRun("out of range")

    monkeypatch.setattr(Prepared, "count_plays", broken)
    assert "out of range" in refusal(asked)


def test_the_proof_is_given_once_in_a_process(asked, monkeypatch):
    assert refusal(asked) == ""
    monkeypatch.setattr(Prepared, "count_plays", None)
    assert refusal(asked) == ""


def test_sources_are_those_of_the_game_and_of_what_plays_it(tmp_path, monkeypatch):
    (tmp_path / "rules.py").write_text("one = 1\n")
    monkeypatch.setattr(registry, "games", lambda: {"toy": replace(GAMES[NAME], name="toy", folder=tmp_path)})
    sources.cache_clear()
    before = sources(("toy",))
    (tmp_path / "rules.py").write_text("one = 2\n")
    sources.cache_clear()
    assert sources(("toy",)) != before
    sources.cache_clear()

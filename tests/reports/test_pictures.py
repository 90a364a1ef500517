"""Pictures of every game: sound SVG for each turn and each shipped variant, and a film that gives them back."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import numpy as np
import pytest

from fairdeal.notable import first_plays, lead_changes, notable, sole_leaders
from fairdeal.selection import playability, select
from reports.pictures.film import named, pack
from simulate.games.drawing import arrow, number, picture, text, token
from simulate.games.registry import games
from simulate.runs.prepared import prepare

VARIANTS = [
    f"{game.name}/{file.stem}" for game in games().values() for file in sorted(game.variants_folder.glob("*.yaml"))
]


def prepared_at(name: str, players: int | None = None):
    game, variant = select(name)
    counts = [count for count, faults in playability(game, variant).items() if not faults]
    count = players or counts[-1]
    return prepare(game, variant.rules_for(count), count)


@pytest.mark.parametrize("name", VARIANTS)
def test_every_turn_of_every_variant_is_sound_svg(name):
    one = prepared_at(name)
    drawing = one.game.part("picture")
    for index in range(3):
        recorded = one.record(11, index)
        turns = len(one.game.tell(one.rules, one.players, recorded).turns)
        pictures = [drawing.draw(one.rules, one.players, recorded, step) for step in range(turns + 1)]
        sizes = set()
        for drawn in pictures:
            root = ElementTree.fromstring(drawn)
            sizes.add(root.get("viewBox"))
            assert "nan" not in drawn.replace("dominant", "")
        assert len(sizes) == 1, "pictures of one play have one size"
        assert len(set(pictures)) > turns * 0.9, "a turn is seen"
        film = pack(pictures)
        assert [film.picture(step) for step in range(turns + 1)] == pictures
    ElementTree.fromstring(drawing.draw_setup(one.rules, one.players))


@pytest.mark.parametrize("name", [game.name for game in games().values()])
def test_the_last_picture_shows_the_counted_scores(name):
    one = prepared_at(name)
    recorded = one.record(11, 4)
    turns = len(one.game.tell(one.rules, one.players, recorded).turns)
    drawn = one.game.part("picture").draw(one.rules, one.players, recorded, turns)
    words = [
        "".join(text.itertext()) for text in ElementTree.fromstring(drawn).iter("{http://www.w3.org/2000/svg}text")
    ]
    for seat in range(one.seats):
        score = str(recorded.values[f"score.{seat}"])
        assert any(word == score or word.startswith(f"{score} / ") for word in words), (score, words)


def test_the_standing_ends_with_the_counted_scores():
    seen = 0
    for game in games().values():
        standing = getattr(game.part("picture"), "standing", None)
        if standing is None:
            continue
        one = prepared_at(game.name)
        for index in range(20):
            recorded = one.record(3, index)
            found = standing(one.rules, one.players, recorded)
            assert found.shape == (len(recorded.states), one.seats)
            assert found[-1].tolist() == [recorded.values[f"score.{seat}"] for seat in range(one.seats)]
            seen += 1
    assert seen


def test_notable_plays_are_what_they_are_called():
    one = prepared_at(next(iter(games())))
    result = {"plays": {"first": 100, "count": 400}, "seed": 9, "engine": {"plays_per_second": 1_000_000}}
    found = {play.kind: play for play in notable(first_plays(one, result))}
    values = {index: one.record(9, index).values for index in range(100, 500)}
    margins = {index: one_["margin"] for index, one_ in values.items()}
    assert margins[found["closest"].index] == min(margins.values())
    assert margins[found["one_sided"].index] == max(margins.values())
    assert all(100 <= play.index < 500 and play.among == 400 for play in found.values())
    assert found["typical"].facts["margin"] == margins[found["typical"].index]
    assert abs(margins[found["typical"].index] - np.median(list(margins.values()))) <= 1
    longest = max(values[index]["turns"] for index in margins if margins[index] == min(margins.values()))
    assert values[found["closest"].index]["turns"] == longest


def test_lead_changes_leave_ties_and_the_first_leader_out():
    scores = np.array([[0, 0], [1, 0], [1, 1], [1, 2], [3, 2], [3, 3], [4, 3]])
    leaders = sole_leaders(scores)
    assert leaders.tolist() == [-1, 0, -1, 1, 0, -1, 0]
    assert lead_changes(leaders) == 2


def test_a_film_is_safe_inside_a_script():
    film = pack(["<svg>\n</script>\n</svg>", "<svg>\n<g/>\n</svg>"])
    assert "<" not in film.script()
    assert json.loads(film.script())["lines"] == ["<svg>", "</script>", "</svg>", "<g/>"]
    assert film.frames == ((0, 1, 2), (0, 3, 2))


def test_drawing_escapes_words_and_names_pictures():
    drawn = picture(10, 20, [text(1, 2, "a<b>&")], title="x & y")
    assert "a&lt;b&gt;&amp;" in drawn
    assert "<title>x &amp; y</title>" in drawn
    assert 'aria-label="a &quot;b&quot;"' in named(drawn, 'a "b"')
    ElementTree.fromstring(named(drawn, 'a "b"'))


def test_coordinates_are_short():
    assert [number(value) for value in (1.0, 1.25, 0.04, -3.96)] == ["1", "1.2", "0", "-4"]


def test_seats_differ_by_shape():
    shapes = {token(seat, 0, 0, 5).split()[0] for seat in range(3)}
    assert len(shapes) == 3


def test_short_arrows_do_not_turn_round():
    assert "M10 0L" in arrow((0, 0), (40, 0), 10)
    ElementTree.fromstring(arrow((0, 0), (4, 0), 20))

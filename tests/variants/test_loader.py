import copy
import pickle
import random
from pathlib import Path

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.variants.toys import MODELS, Deck, Dice, Hexagon, Ring, Shelf, Uneven
from variants.dials import Dials, dial
from variants.errors import BadInput
from variants.loader import load_variant


def test_a_file_with_only_a_game_is_the_defaults(shelf: Shelf):
    variant = shelf.load("game: dice\n")
    assert variant.rules == Dice()
    assert (variant.game, variant.name, variant.title, variant.players) == ("dice", "mine", "mine", None)
    assert variant.check(6) == []


def test_names_and_titles(shelf: Shelf):
    variant = load_variant("dice", catalog=shelf.catalog, models=MODELS)
    assert (variant.name, variant.title) == ("dice/classic", "Classic")
    variant = load_variant("dice/ring", catalog=shelf.catalog, models=MODELS)
    assert (variant.name, variant.title) == ("dice/ring", "dice/ring")


def test_every_fault_of_a_file_is_told_at_once_at_its_place(shelf: Shelf):
    text = """\
game: dice
terain: 3
terrain: {shape: hexgon, side: 3}
deck:
  dealt: {6: x, six: 3}
  siz: 0
  faces: {1: 0.5}
stars: [1, 2, 10, a, 0]
piles: od
misread: yes
tie_break: Shared
players: [4, 5, 4]
origins: {misread: print, deck.sise: printed}
title: 3
"""
    top = "terrain, deck, stars, piles, bonus, misread, tie_break, game, title, about, extends, players, origins, goals"
    assert shelf.told(text) == [
        f'mine.yaml:2:1: terain: got the key "terain", allowed {top}, did you mean terrain?',
        'mine.yaml:3:18: terrain.shape: got "hexgon", allowed hexagon, ring or drawn, did you mean hexagon?',
        'mine.yaml:5:14: deck.dealt.6: got "x", allowed a whole number',
        'mine.yaml:5:17: deck.dealt.six: got "six" as a key, allowed a whole number',
        'mine.yaml:6:3: deck.siz: got the key "siz", allowed dealt, size, faces, did you mean size?',
        "mine.yaml:7:10: deck.faces: the chances sum to 0.5, not to 1",
        "mine.yaml:8:15: stars.2: got 10, allowed a whole number from 0 to 9",
        'mine.yaml:8:19: stars.3: got "a", allowed a whole number from 0 to 9',
        'mine.yaml:9:8: piles: got "od", allowed even, or a list of 2 values, each a whole number, '
        "or a mapping with the key by",
        'mine.yaml:10:10: misread: got "yes", allowed a number from 0 to 1',
        'mine.yaml:11:12: tie_break: got "Shared", allowed youngest or shared, did you mean shared?',
        "mine.yaml:12:14: players.1: got 5, allowed 4, 6, 8",
        "mine.yaml:12:17: players.2: 4 is listed twice",
        'mine.yaml:13:20: origins.misread: got "print", allowed printed, assumed, chosen here, did you mean printed?',
        'mine.yaml:13:27: origins: got "deck.sise", allowed a dial that this file sets or inherits, '
        "did you mean deck.size?",
        "mine.yaml:14:8: title: got 3, allowed text",
    ]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("stars: 3", "8: stars: got 3, allowed a list of 5 values, each a whole number from 0 to 9"),
        ("stars: [1]", "8: stars: got [1], allowed a list of 5 values, each a whole number from 0 to 9"),
        ("deck: 3", "7: deck: got 3, allowed a mapping with the keys dealt, size, faces"),
        ("deck: {size: 0}", "14: deck.size: got 0, allowed a whole number from 1 to 200 (cards)"),
        ("deck: {size: 1.0}", "14: deck.size: got 1.0, allowed a whole number from 1 to 200 (cards)"),
        ("deck: {size: '9'}", '14: deck.size: got "9", allowed a whole number from 1 to 200 (cards)'),
        ("deck: {size: true}", "14: deck.size: got true, allowed a whole number from 1 to 200 (cards)"),
        ("deck: {dealt: 1}", "15: deck.dealt: got 1, allowed a mapping from a whole number to a whole number (cards)"),
        ("misread: .nan", "10: misread: got nan, allowed a number from 0 to 1"),
        ("piles: [1, x]", '12: piles.1: got "x", allowed a whole number'),
        ("piles: {bye: 3}", '9: piles.bye: got the key "bye", allowed by, did you mean by?'),
        ("terrain: 3", "10: terrain: got 3, allowed a mapping with shape: hexagon, ring or drawn"),
        ("terrain: {shape: drawn}", "10: terrain.rows: this is missing, allowed a list of at least 1 value, each text"),
        ("terrain: {shape: ring, side: 3}", None),
        ("terrain: {shape: null}", "18: terrain.shape: got null, allowed hexagon, ring or drawn"),
        ("terrain: {shape: [ring]}", '18: terrain.shape: got ["ring"], allowed hexagon, ring or drawn'),
        ("bonus: {point: 3}", '9: bonus.point: got the key "point", allowed points, did you mean points?'),
        ("tie_break: ~", "12: tie_break: got null, allowed youngest or shared"),
        ("players: [true]", "11: players.0: got true, allowed 4, 6, 8"),
        ("players: []", "10: players: got [], allowed at least one of 4, 6, 8"),
        ("players: {5: }", "11: players: got 5 as a player count, allowed 4, 6, 8"),
        ("players: {4: 3}", "14: players.4: got 3, allowed a mapping of dials, or nothing"),
        ("goals: 3", "8: goals: got 3, allowed a mapping"),
    ],
)  # fmt: skip
def test_one_fault(shelf: Shelf, line: str, expected: str | None):
    told = shelf.told(f"game: dice\n{line}\n")
    assert len(told) == 1
    if expected is not None:
        assert told[0] == f"mine.yaml:2:{expected}"
    else:
        assert "outer, inner, weights" in told[0]


def test_games(shelf: Shelf):
    assert shelf.told("title: x\n") == ["mine.yaml:1:1: game: this is missing, allowed dice"]
    assert shelf.told("game: dise\n") == ['mine.yaml:1:7: game: got "dise", allowed dice, did you mean dice?']
    assert "did you mean game?" in shelf.told("gam: dice\n")[0]
    told = shelf.told("game: cards\nextends: dice/classic\n")
    assert told[0] == "mine.yaml:1:7: game: the variant is for cards, but extends one for dice"


def test_a_file_in_the_folder_of_another_game_is_refused(shelf: Shelf):
    shelf.write("dice/wrong.yaml", "game: other\n")
    with pytest.raises(BadInput, match="got other, allowed dice, whose folder the file lies in"):
        load_variant("dice/wrong", catalog=shelf.catalog, models={**MODELS, "other": Dice})


def test_extends_merges_mappings_and_replaces_the_rest(shelf: Shelf):
    shelf.write("middle.yaml", "extends: dice/ring\ndeck: {dealt: {6: 18}, faces: {1: 1.0}}\nstars: [0, 0, 0, 0, 1]\n")
    variant = shelf.load("extends: middle.yaml\nterrain: {outer: 7}\nstars: [1, 1, 1, 1, 1]\npiles: [1, 2]\n")
    assert variant.rules.terrain == Ring(outer=7, inner=3)
    assert variant.rules.deck == Deck(dealt={4: 24, 6: 18, 8: 12}, faces={1: 1.0})
    assert variant.rules.stars == [1, 1, 1, 1, 1]
    assert variant.rules.piles == (1, 2)


def test_another_tag_replaces_a_group_whole(shelf: Shelf):
    assert shelf.load("extends: dice/ring\nterrain: {shape: hexagon}\n").rules.terrain == Hexagon()
    assert shelf.load("extends: dice/ring\nterrain: {shape: ring, outer: 9}\n").rules.terrain == Ring(outer=9, inner=3)


def test_a_group_that_was_not_there_starts_from_its_defaults(shelf: Shelf):
    variant = shelf.load("game: dice\nbonus: {}\npiles: {}\n")
    assert variant.effective()["bonus.points"] == 3
    assert variant.rules.piles == Uneven(by=1)


def test_unwritten_dials_of_a_group_keep_the_defaults_of_the_group():
    class Inner(Dials):
        a: int = 1
        b: int = 1

    class Outer(Dials):
        inner: Inner = dial(Inner(a=5, b=6), meaning="m", origin="assumed")

    folder = Path(__file__).parent
    assert load_text(folder, "game: g\ninner: {a: 7}\n", Outer).inner == Inner(a=7, b=6)


def load_text(folder: Path, text: str, model: type[Dials]):
    import tempfile

    from variants.catalog import Catalog

    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "x.yaml"
        path.write_text(text)
        return load_variant(str(path), catalog=Catalog({}), models={"g": model}).rules


def test_a_chain_tells_each_fault_in_the_file_that_wrote_it(shelf: Shelf):
    shelf.write("parent.yaml", "game: dice\ndeck:\n  size: 0\n  nonsense: 1\nmisread: 7\n")
    told = shelf.told("extends: parent.yaml\nmisread: 8\nstars: x\n")
    assert [line.split(": ")[0] + " " + line.split(": ")[1] for line in told] == [
        "mine.yaml:2:10 misread",
        "mine.yaml:3:8 stars",
        "parent.yaml:3:9 deck.size",
        "parent.yaml:4:3 deck.nonsense",
    ]


@pytest.mark.parametrize(
    ("target", "words"),
    [
        ("nowhere.yaml", 'got "nowhere.yaml", allowed a variant or a file that exists'),
        ("mime.yaml", "did you mean mine.yaml?"),
        ("dice/clasic", "did you mean dice/classic?"),
        ("mine.yaml", "the variants extend each other in a circle: mine.yaml → mine.yaml"),
        ("''", 'got "", allowed the name or path of a variant'),
        ("[a]", 'got ["a"], allowed the name or path of a variant'),
    ],
)
def test_extends_that_leads_nowhere(shelf: Shelf, target: str, words: str):
    told = shelf.told(f"game: dice\nextends: {target}\n")
    assert len(told) == 1
    assert told[0].startswith("mine.yaml:2:10: extends: ")
    assert words in told[0]


def test_a_longer_circle_is_shown(shelf: Shelf):
    shelf.write("b.yaml", "extends: c.yaml\n")
    shelf.write("c.yaml", "extends: ./b.yaml\n")
    assert shelf.told("extends: b.yaml\n") == [
        "c.yaml:1:10: extends: the variants extend each other in a circle: b.yaml → c.yaml → b.yaml"
    ]


def test_an_endless_chain_ends(shelf: Shelf):
    for number in range(60):
        shelf.write(f"n{number}.yaml", f"extends: n{number + 1}.yaml\n")
    assert "more than 32 variants" in shelf.told("extends: n0.yaml\n")[0]


def test_a_parent_that_is_no_yaml_is_told_with_the_child_s_own_head(shelf: Shelf):
    shelf.write("bad.yaml", "a: [\n")
    told = shelf.told("extends: bad.yaml\ntitle: 3\n")
    assert len(told) == 2
    assert told[1].startswith("bad.yaml:1:5")


def test_extends_by_the_bare_name_of_a_neighbour_or_of_a_variant_of_the_game(shelf: Shelf):
    shelf.write("neighbour.yml", "game: dice\nmisread: 0.5\n")
    assert shelf.load("extends: neighbour\n").rules.misread == 0.5
    assert shelf.load("game: dice\nextends: ring\n").rules.terrain == Ring(inner=3)


def test_players_as_a_list(shelf: Shelf):
    variant = shelf.load("game: dice\nplayers: [8, 4]\n")
    assert variant.players == (4, 8)
    assert variant.rules_for(4) is variant.rules
    with pytest.raises(BadInput, match=r"mine.yaml:2:10: players: got 6 players, allowed 4, 8"):
        variant.rules_for(6)


def test_players_as_a_mapping(shelf: Shelf):
    variant = shelf.load("game: dice\nplayers:\n  4:\n  6: {deck: {size: 60}, terrain: {shape: ring}}\n")
    assert variant.players == (4, 6)
    assert variant.rules_for(4) == Dice()
    assert variant.rules_for(6) == Dice(deck=Deck(size=60), terrain=Ring())
    assert variant.effective(6)["terrain.outer"] == 5
    assert variant.origins["players.6.deck.size"].kind == "chosen here"
    assert variant.origins_for(6)["deck.size"].kind == "chosen here"
    assert variant.origins_for(4)["deck.size"].kind == "printed"
    assert list(variant.origins_for(6)) == list(variant.effective(6))
    assert variant.locate("players.6.deck.size")[1:] == (4, 20)


def test_players_of_a_parent_merge_and_null_takes_back(shelf: Shelf):
    shelf.write("p.yaml", "game: dice\nplayers: {4: {misread: 0.4}, 6: {misread: 0.6}}\n")
    variant = shelf.load("extends: p.yaml\nplayers: {4: null, 6: {deck: {size: 60}}, 8: {misread: 0.8}}\n")
    assert variant.players == (4, 6, 8)
    assert [variant.rules_for(n).misread for n in (4, 6, 8)] == [0.15, 0.6, 0.8]
    assert variant.rules_for(6).deck.size == 60
    variant = shelf.load("extends: p.yaml\nplayers: [6]\n")
    assert variant.players == (6,)
    assert variant.rules_for(6).misread == 0.15


def test_faults_of_one_count_stand_where_they_are_written_and_are_told_once(shelf: Shelf):
    told = shelf.told("game: dice\nmisread: 2\nplayers: {4: {deck: {sze: 1}}, 8: {deck: {faces: {1: 2.0}}}}\n")
    assert told == [
        "mine.yaml:2:10: misread: got 2, allowed a number from 0 to 1",
        'mine.yaml:3:22: players.4.deck.sze: got the key "sze", allowed dealt, size, faces, did you mean size?',
        "mine.yaml:3:50: players.8.deck.faces: the chances sum to 2, not to 1",
    ]


def test_a_rule_that_cannot_be_played_at_one_count_is_a_fault_of_that_count(shelf: Shelf):
    variant = shelf.load("game: dice\ndeck:\n  dealt: {6: 18}\n")
    assert variant.check(4) == [] == variant.check(8)
    (fault,) = variant.check(6)
    words = "3 teams x 18 = 54, but the deck has 48; 16 is the nearest size that deals"
    assert str(fault) == f"{variant.file}:3:14: deck.dealt.6: {words}"
    variant = shelf.load("game: dice\nplayers: {6: {deck: {dealt: {6: 18}}}}\n")
    (fault,) = variant.check(6)
    assert str(fault) == f"{variant.file}:2:33: players.6.deck.dealt.6: {words}"


def test_arithmetic_is_checked_beside_other_faults_unless_it_needs_them(shelf: Shelf):
    assert len(shelf.told("game: dice\nmisread: 2\ndeck: {faces: {1: 0.5}}\n")) == 2
    assert len(shelf.told("game: dice\ndeck: {faces: {1: x}}\n")) == 1


def test_arithmetic_never_uses_a_default_in_place_of_an_unsound_value(shelf: Shelf):
    class Pair(Dials):
        a: int = 1
        b: int = 1
        c: int = 1

        @staticmethod
        def cross_check_all(rules: "Pair") -> list[tuple[str, str]]:
            return [("b", "a and b differ")] if rules.a != rules.b else []

    def count(text: str) -> int:
        path = shelf.write("pair.yaml", text)
        with pytest.raises(BadInput) as caught:
            load_variant(str(path), catalog=shelf.catalog, models={"pair": Pair})
        return len(caught.value.faults)

    assert count("game: pair\na: x\nb: 2\n") == 1
    assert count("game: pair\nc: x\nb: 2\n") == 2
    assert count("game: pair\nd: 1\nb: 2\n") == 2


def test_settings(shelf: Shelf):
    variant = shelf.load("game: dice\n", [("deck.dealt.6", "18"), ("piles", "[1, 2]"), ("deck.faces", "{3: 1.0}")])
    assert variant.rules.deck == Deck(dealt={4: 24, 6: 18, 8: 12}, faces={3: 1.0})
    assert variant.rules.piles == (1, 2)
    assert (variant.origins["deck.dealt.6"].kind, variant.origins["deck.dealt.6"].file) == ("chosen here", "--set")
    assert str(variant.check(6)[0]).startswith("--set deck.dealt.6=18: deck.dealt.6: 3 teams x 18 = 54")


@pytest.mark.parametrize("order", [1, -1])
def test_the_order_of_settings_does_not_matter(shelf: Shelf, order: int):
    given = [("terrain.inner", "1"), ("terrain.shape", "ring"), ("terrain.weights.2", "5")][::order]
    assert shelf.load("game: dice\n", given).rules.terrain == Ring(inner=1, weights={1: 1, 2: 5})


def test_a_setting_holds_at_every_count_and_one_with_players_at_that_count(shelf: Shelf):
    text = "game: dice\nplayers: {4: {misread: 0.4}, 6: {misread: 0.6}}\n"
    variant = shelf.load(text, [("misread", "0.9"), ("players.6.misread", "0.8")])
    assert [variant.rules_for(n).misread for n in (4, 6)] == [0.9, 0.8]
    assert shelf.load("game: dice\n", [("players.6.misread", "0.8")]).players is None


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ([("deck.siz", "3")], 'deck.siz=3: deck.siz: got the key "siz", allowed dealt, size, faces, did you mean'),
        ([("deck.size", "x")], 'deck.size=x: deck.size: got "x", allowed a whole number from 1 to 200 (cards)'),
        ([("deck", "{size: 0}")], "deck={size: 0}: deck.size: got 0, allowed a whole number from 1 to 200 (cards)"),
        ([("deck.dealt.x", "3")], 'deck.dealt.x=3: deck.dealt.x: got "x" as a key, allowed a whole number'),
        ([("misread", "")], "misread=: misread: got null, allowed a number from 0 to 1"),
        ([("misread", "[1")], "misread=[1: a list is not continued with ',' or closed with ']'"),
        ([("a..b", "1")], "a..b=1: a key is parts with dots between them, as in deck.size"),
        ([("", "1")], "=1: a key is parts with dots between them, as in deck.size"),
        ([("title", "x")], "title=x: title: only dials can be set"),
        ([("players", "[4]")], "players=[4]: players: only a dial at one player count can be set, as in players.6."),
        ([("deck.size", "1"), ("deck.size", "2")], "deck.size=2: deck.size: another --set gives this a different"),
        ([("deck", "1"), ("deck.size", "2")], "deck.size=2: deck.size: another --set gives this a different value"),
        ([("players.4.deck.faces", "{1: 2.0}")], "players.4.deck.faces={1: 2.0}: players.4.deck.faces: the chances"),
    ],
)  # fmt: skip
def test_faults_of_settings_name_the_option(shelf: Shelf, given: list[tuple[str, str]], expected: str):
    assert shelf.told("game: dice\n", given)[0].startswith(f"--set {expected}")


def test_the_hash_names_the_effective_rules(shelf: Shelf):
    plain = shelf.load("game: dice\n").hash
    same = [
        "# a comment\ntitle: x\nabout: y\ngoals: {a: 1}\ngame: dice\nplayers: [4]\n",
        "extends: dice/classic\n",
        "game: dice\nstars: [1, 1, 2, 2, 3]\ndeck: {dealt: {8: 12, 4: 24}}\norigins: {stars: printed}\n",
        "game: dice\nplayers: {6: {misread: 0.15}}\n",
        "game: dice\nmisread: 1.5e-1\n",
    ]
    others = [
        "game: dice\nstars: [1, 1, 2, 3, 2]\n",
        "game: dice\nplayers: {6: {misread: 0.16}}\n",
        "game: dice\nplayers: {8: {misread: 0.16}}\n",
        "game: dice\nmisread: 0.16\n",
        "game: dice\nterrain: {shape: ring}\n",
    ]
    assert len(plain) == 32
    assert int(plain, 16)
    assert [shelf.load(text).hash for text in same] == [plain] * len(same)
    assert len({plain, *(shelf.load(text).hash for text in others)}) == len(others) + 1
    assert shelf.load("game: dice\n", [("misread", "0.16")]).hash == shelf.load(others[3]).hash


def test_the_hash_does_not_change_between_versions(shelf: Shelf):
    assert shelf.load("game: dice\n").hash == "9515df0b9bd9f44449f37dd0a10eb073"


def test_a_variant_tells_places_and_makes_faults(shelf: Shelf):
    variant = shelf.load("extends: dice/ring\ngoals:\n  fair: {low: 0.4}\ndeck: {size: 50}\n")
    ring = str(shelf.folder / "dice" / "ring.yaml")
    assert variant.locate("deck.size") == (variant.file, 4, 14)
    assert variant.locate("terrain.inner") == (ring, 2, 31)
    assert variant.locate("terrain.outer") == (ring, 2, 10)
    assert variant.locate("goals.fair.low") == (variant.file, 3, 15)
    assert variant.locate("stars") == (variant.file, None, None)
    assert variant.goals == {"fair": {"low": 0.4}}
    fault = variant.fault("deck.size", got="50", allowed="48", hint="48")
    assert str(fault) == f"{variant.file}:4:14: deck.size: got 50, allowed 48, did you mean 48?"


def test_effective_values_stand_in_the_model_s_order(shelf: Shelf):
    effective = shelf.load("stars: [0, 0, 0, 0, 1]\ngame: dice\n").effective()
    assert list(effective) == [
        "terrain.shape", "terrain.side", "deck.dealt.4", "deck.dealt.6", "deck.dealt.8", "deck.size", "deck.faces",
        "stars", "piles", "bonus", "misread", "tie_break",
    ]  # fmt: skip
    assert effective["stars"] == [0, 0, 0, 0, 1]


def test_a_variant_survives_pickling(shelf: Shelf):
    variant = pickle.loads(pickle.dumps(shelf.load("extends: dice/ring\n")))
    assert variant.locate("terrain.inner")[1] == 2


def test_a_dial_named_like_a_key_of_the_file_is_an_error_of_the_game(shelf: Shelf):
    class Clash(Dials):
        title: str = "x"

    with pytest.raises(TypeError, match="title"):
        load_variant("dice", catalog=shelf.catalog, models={"dice": Clash})


GOOD = yaml.safe_load("""
game: dice
title: Edited
extends: dice/ring
players: {4: {deck: {size: 50}}, 6: null, 8: {terrain: {shape: hexagon, side: 3}}}
origins: {deck.dealt.6: printed}
goals: {fair: "<= 1"}
terrain: {outer: 7, weights: {2: 3}}
deck: {dealt: {6: 14}, size: 48, faces: {1: 0.25, 2: 0.75}}
stars: [1, 2, 3, 4, 5]
piles: [10, 12]
bonus: {points: 2}
misread: 0.2
tie_break: shared
""")
ODD = [
    None,
    True,
    0,
    -1,
    7,
    1e308,
    float("nan"),
    "",
    "ring",
    "x" * 200,
    [],
    [1],
    {},
    {"a": 1},
    {4: 4},
    [[]],
    "dice",
    10**30,
]
SPOTS = st.lists(
    st.tuples(st.sampled_from(["set", "drop", "add", "move"]), st.integers(0, 2**32)), min_size=1, max_size=4
)


def edited(edits: list[tuple[str, int]]) -> dict:
    data = copy.deepcopy(GOOD)
    for deed, seed in edits:
        chance = random.Random(seed)
        holders = [(data, list(data))]
        for holder, keys in holders:
            for key in keys:
                inner = holder[key]
                if isinstance(inner, dict | list) and inner:
                    holders.append((inner, list(inner) if isinstance(inner, dict) else list(range(len(inner)))))
        holder, keys = chance.choice([pair for pair in holders if pair[1]] or [(data, ["game"])])
        key = chance.choice(keys)
        if deed == "set":
            holder[key] = copy.deepcopy(chance.choice(ODD))
        elif deed == "drop":
            holder.pop(key, None) if isinstance(holder, dict) else holder.pop(key)
        elif isinstance(holder, dict):
            new = chance.choice(["shape", "deck", 6, "zzz", "players", "side", ""])
            holder[new] = copy.deepcopy(chance.choice(ODD) if deed == "add" else holder[key])
    return data


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150, deadline=None)
@given(SPOTS, st.sampled_from([[], [("terrain.side", "3")], [("piles", "even"), ("deck.faces", "3")]]))
def test_an_edited_file_is_loaded_or_refused_with_places(shelf: Shelf, edits, given):
    text = yaml.safe_dump(edited(edits), sort_keys=False)
    try:
        variant = shelf.load(text, given)
    except BadInput as error:
        faults = error.faults
    else:
        assert list(variant.effective()) == [key for key in variant.origins if not key.startswith("players.")]
        return
    assert faults
    assert all(fault.file and (fault.line or fault.file.startswith("--set")) for fault in faults)


def test_the_file_that_is_edited_is_good(shelf: Shelf):
    assert shelf.load(yaml.safe_dump(GOOD)).players == (4, 6, 8)

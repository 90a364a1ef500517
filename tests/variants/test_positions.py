import math

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from variants.errors import BadInput
from variants.positions import parse_document, parse_value
from variants.scalars import scalar

TEXT = """\
# a comment
a: 1
b:
  c: [1, {x: é, y: 2}]
  6: yes
d: &d {z: 1}
e: *d
"""


def refused(text: str) -> list[str]:
    with pytest.raises(BadInput) as caught:
        parse_document(text, "f")
    return str(caught.value).splitlines()


def test_marks_of_values_and_keys():
    document = parse_document(TEXT, "f")
    assert document.data == {"a": 1, "b": {"c": [1, {"x": "é", "y": 2}], 6: "yes"}, "d": {"z": 1}, "e": {"z": 1}}
    assert document.mark(("a",)) == (2, 4)
    assert document.mark(("b", "c", 1, "y")) == (4, 20)
    assert document.key_mark(("b", "c", 1, "y")) == (4, 17)
    assert (document.mark(("b", 6)), document.key_mark(("b", 6))) == ((5, 6), (5, 3))
    assert (document.mark(("e",)), document.mark(("e", "z"))) == ((7, 4), (6, 11))


def test_marks_fall_back_to_the_nearest_parent():
    document = parse_document(TEXT, "f")
    assert document.mark(("b", "c", 9, "q")) == document.mark(("b", "c"))
    assert document.key_mark(("b", "zzz")) == document.key_mark(("b",)) == (3, 1)
    assert document.mark(()) == (2, 1)
    assert document.has(("b", "c", 1))
    assert not document.has(("b", "c", 2))


def test_aliases_give_copies():
    data = parse_document(TEXT, "f").data
    assert data["d"] is not data["e"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("yes", "yes"), ("on", "on"), ("1:30", "1:30"),
        ("2026-11-30", "2026-11-30"), ("0b1", "0b1"), ("1_000", "1_000"),
        ("010", 10), ("0o10", 8), ("0x1F", 31), ("-3", -3), ("+3", 3),
        ("true", True), ("FALSE", False), ("tRue", "tRue"), ("null", None), ("~", None), ("", None), ("'1'", "1"),
        ("1.", 1.0), (".5", 0.5), ("1e3", 1000.0), ("-.inf", -math.inf), ("+.INF", math.inf),
        ("!!str 1", "1"), ("!!int 1", 1), ("!!float 1", 1.0), ("! 1", "1"), ("!!null ''", None), ("!!bool true", True),
    ],
)  # fmt: skip
def test_scalars_are_those_of_yaml_1_2(text, expected):
    value = parse_value(text, "x")
    assert value == expected
    assert type(value) is type(expected)


def test_not_a_number():
    assert math.isnan(parse_value(".nan", "x"))


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("a: [1, 2", "f:1:4", "not continued"),
        ("a: [1\nb: 2\n", "f:2:2", "opened in line 1"),
        ("a: 1\n b: 2", "f:2:3", "indentation"),
        ("a:\n\t- 1", "f:2:1", "tab"),
        ("a: b: c", "f:1:5", "colon"),
        ("a: 'x", "f:1:6", "quote"),
        ("a: @x", "f:1:4", "quotes"),
        ("a: 1\nb", "f:2:1", "colon"),
        ("a: !foo 1", "f:1:4", "tag !foo is not allowed"),
        ("a: !!python/object/apply:os.system [x]", "f:1:4", "tag !!python/object/apply:os.system is not allowed"),
        ("a: !!set {x}", "f:1:4", "tag !!set is not allowed"),
        ("a: !!int x", "f:1:4", "not a value of that kind"),
        ("a: &a [*a]", "f:1:8", "inside its own anchor"),
        ("a: *b", "f:1:4", "no anchor"),
        ("a: 1\na: 2", "f:2:1", "a: this key is already there, in line 1"),
        ("6: 1\n06: 2", "f:2:1", "already there"),
        ("a: {b: 1, b: 2}", "f:1:11", "already there"),
        ("x: &x {a: 1}\ny:\n  <<: *x", "f:3:3", "merge keys"),
        ("true: 1", "f:1:1", "got true as a key"),
        ("1.5: 1", "f:1:1", "got 1.5 as a key"),
        ("~: 1", "f:1:1", "got null as a key"),
        ("? [1]\n: 2", "f:1:3", "a list or mapping as a key"),
        ("a: &a x\n*a : 2", "f:2:1", "an alias as a key"),
        ("a: 1\n---\nb: 2", "f:2:1", "second document"),
        ("", "f", "empty"),
        ("# only a comment\n", "f", "empty"),
        ("---\n...\n", "f", "empty"),
        ("null", "f", "empty"),
        ("- 1", "f:1:1", "got a list at the top"),
        ("words", "f:1:1", 'got "words" at the top'),
        ("a: \x00", "f:1:4", "U+0000"),
        ("a: \x1b", "f:1:4", "U+001B"),
        ("a: " + "9" * 5000, "f:1:4", "5000 digits"),
        ("a: 0x" + "f" * 5000, "f:1:4", "digits"),
        ("[" * 60, "f:1:51", "more than 50 levels"),
        ("- " * 60, "f:1:101", "more than 50 levels"),
    ],
)  # fmt: skip
def test_what_is_refused_and_where(text, place, words):
    lines = refused(text)
    assert len(lines) == 1
    assert lines[0].startswith(place + ":")
    assert words in lines[0]


def test_fifty_levels_are_fine_and_fiftyone_are_not():
    assert parse_document("a: " + "[" * 49 + "]" * 49, "f").data
    assert "more than 50" in refused("a: " + "[" * 50 + "]" * 50)[0]


def test_levels_count_through_aliases():
    deep = "".join(f"a{i}: &a{i} [*a{i - 1}]\n" for i in range(1, 60))
    assert "once aliases are expanded" in refused("a0: &a0 [1]\n" + deep)[0]


def test_fifty_thousand_values_are_counted_through_aliases():
    def text(copies: int) -> str:
        return "a: &a [" + "1, " * 997 + "1]\nb: [" + "*a, " * copies + "*a]\n"

    assert len(parse_document(text(47), "f").data["b"]) == 48
    assert "more than 50000 values" in refused(text(60))[0]


def test_several_faults_are_told_at_once_but_not_hundreds():
    assert len(refused("a: 1\na: 2\n<<: 3\ntrue: 4\nb: !x 5\n")) == 4
    assert len(refused("a: 1\n" * 5000)) == 20


def test_a_byte_order_mark_is_fine():
    assert parse_document("\ufeffa: 1", "f").data == {"a": 1}


def test_the_faults_of_a_single_value_have_its_label_and_no_line():
    with pytest.raises(BadInput, match=r"^--set x=\[1: a list is not"):
        parse_value("[1", "--set x=[1")


# What PyYAML leaves without quotes because it is text in YAML 1.1 (0o10, 1e3) would be read as a number.
WORDS = st.text(max_size=12).filter(lambda text: scalar(text, plain=True) == text)
KEYS = WORDS.filter(lambda text: text != "<<") | st.integers(0, 99)
LEAVES = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | WORDS
NESTED = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4), max_leaves=20
)


def paths(data, path=()):
    yield path, data
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield from paths(value, (*path, key))


@given(st.dictionaries(KEYS, NESTED, min_size=1, max_size=5), st.sampled_from([None, True, False]))
def test_what_yaml_dumps_is_read_back_with_every_value_at_its_mark(data, flow):
    text = yaml.safe_dump(data, default_flow_style=flow, allow_unicode=False)
    document = parse_document(text, "f")
    assert document.data == data
    lines = text.splitlines()
    for path, value in paths(data):
        line, column = document.mark(path)
        rest = "\n".join([lines[line - 1][column - 1 :], *lines[line:]])
        if isinstance(value, int) and not isinstance(value, bool):
            assert rest.startswith(str(value))
        elif isinstance(value, str) and value.isascii() and value.isalpha() and "'" not in value:
            assert rest.lstrip("'\"").startswith(value)
        elif path and isinstance(path[-1], int) and not isinstance(value, dict | list | str | float):
            assert rest.startswith({None: "null", True: "true", False: "false"}[value])
        if path and isinstance(path[-1], int) and isinstance(data, dict) and len(path) == 1:
            line, column = document.key_mark(path)
            assert lines[line - 1][column - 1 :].lstrip("? ").startswith(str(path[-1]))

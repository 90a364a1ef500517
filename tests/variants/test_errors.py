import pickle

import pytest

from variants.errors import BadInput, Fault, nearest, show


def test_a_fault_is_one_line_with_place_key_got_allowed_and_hint():
    fault = Fault("a.yaml", 3, 7, "deck.size", "0", "1 to 9", "6")
    assert str(fault) == "a.yaml:3:7: deck.size: got 0, allowed 1 to 9, did you mean 6?"


def test_a_fault_leaves_out_what_it_does_not_have():
    assert str(Fault(message="no")) == "no"
    assert str(Fault("a.yaml", key="x", message="no")) == "a.yaml: x: no"
    assert str(Fault("a.yaml", 2, message="no", hint="yes")) == "a.yaml:2: no, did you mean yes?"


def test_a_fault_writes_out_what_a_terminal_would_act_on():
    assert str(Fault("a\x1b[2J\n.yaml", message="ü")) == "a\\x1b[2J\\n.yaml: ü"


def test_bad_input_lists_its_faults_and_survives_pickling():
    error = pickle.loads(pickle.dumps(BadInput([Fault(message="a"), Fault(message="b")])))
    assert str(error) == "a\nb"
    assert BadInput(Fault(message="a")).faults == (Fault(message="a"),)


@pytest.mark.parametrize(
    ("word", "expected"), [("hexgon", "hexagon"), ("RING", "ring"), ("zzz", ""), ("", ""), ("hexagon" * 100, "")]
)
def test_nearest(word, expected):
    assert nearest(word, ["hexagon", "ring"]) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, "null"),
        (True, "true"),
        ("é", '"é"'),
        ({"a": [1, 2.5]}, '{"a": [1, 2.5]}'),
        ("x" * 100, '"' + "x" * 58 + "…"),
    ],
)
def test_show(value, expected):
    assert show(value) == expected


def test_show_cuts_long_data():
    assert len(show([[list(range(50))] * 50] * 1000)) == 60

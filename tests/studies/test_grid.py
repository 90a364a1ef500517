"""Axes are read as people write them; designs are complete, even, and the same everywhere."""

from __future__ import annotations

import math
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulate.studies.grid import Axis, design, latin_hypercube, read_axes, read_axis
from variants.errors import BadInput


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("deck.size=12..15", ("12", "13", "14", "15")),
        ("a=2,3,4", ("2", "3", "4")),
        ("a=1..10:4", ("1", "5", "9")),
        ("a=0.1..0.3:0.1", ("0.1", "0.2", "0.3")),
        ("a=0.5..1:0.25", ("0.50", "0.75", "1.00")),
        ("a=-2..0", ("-2", "-1", "0")),
        ("a=1, 3..4 ,9", ("1", "3", "4", "9")),
        ("a=3,3,2..3", ("3", "2")),
        ("a=[1,2],[3,4]", ("[1,2]", "[3,4]")),
        ("a={x: 1, y: [2, 3]},{x: 2}", ("{x: 1, y: [2, 3]}", "{x: 2}")),
        ("a='x, y',z", ("'x, y'", "z")),
        ("a.b=true,false", ("true", "false")),
        ("variant=a/b,c.yaml", ("a/b", "c.yaml")),
        ("a=it's,x", ("it's", "x")),
    ],
)
def test_values(text, values):
    assert read_axis(text).values == values


@pytest.mark.parametrize(
    "text",
    ["a", "=1", "a=", "a=1,,2", "a=0.1..0.5", "a=5..1", "a=1..5:0", "a=1..5:-1", "a=0..1000", "a=[1,2", "a='x",
     "a=0..999,2000"],
)  # fmt: skip
def test_what_is_no_axis(text):
    with pytest.raises(BadInput):
        read_axis(text)


def test_a_key_twice_is_told():
    with pytest.raises(BadInput, match="given twice"):
        read_axes(["a=1", "b=1", "a=2"])


@pytest.mark.parametrize(
    ("values", "ordered"),
    [(("1", "2", "10"), True), (("1", "0.5"), False), (("1", "x"), False), (("[1]", "[2]"), False), (("7",), True)],
)
def test_ordered(values, ordered):
    assert Axis("a", values).ordered is ordered


def test_the_grid_is_all_of_it():
    found = design(read_axes(["a=1..3", "b=x,y"]))
    assert found.kind == "grid"
    assert [found.values(cell) for cell in found.cells][:3] == [
        (("a", "1"), ("b", "x")), (("a", "1"), ("b", "y")), (("a", "2"), ("b", "x")),
    ]  # fmt: skip
    assert len(found.cells) == 6
    assert design(read_axes(["a=1..3", "b=x,y"]), samples=6).kind == "grid"


def test_too_many_cells_are_refused_with_a_way_out():
    axes = read_axes([f"{key}=1..100" for key in "abc"])
    with pytest.raises(BadInput, match="--samples"):
        design(axes)
    assert len(design(axes, samples=50).cells) == 50
    with pytest.raises(BadInput, match="--samples: got 0, allowed: at least 1"):
        design(axes, samples=0)


@given(st.lists(st.integers(1, 40), min_size=1, max_size=4), st.integers(1, 60), st.integers(0, 2**64 - 1))
def test_a_hypercube_hits_every_stratum_once(sizes, samples, seed):
    axes = [Axis(str(i), tuple(map(str, range(size)))) for i, size in enumerate(sizes)]
    cells = latin_hypercube(axes, samples, seed)
    assert cells == sorted(set(cells))
    assert all(0 <= level < size for cell in cells for level, size in zip(cell, sizes, strict=True))
    assert len(cells) == min(samples, math.prod(sizes))
    assert cells == latin_hypercube(axes, samples, seed)
    # One axis with a value a sample: then no two cells are equal, and every axis is hit evenly.
    wide = [*axes, Axis("w", tuple(map(str, range(samples))))]
    found = latin_hypercube(wide, samples, seed)
    assert sorted(cell[-1] for cell in found) == list(range(samples))
    for number, size in enumerate(sizes):
        counts = Counter(cell[number] for cell in found)
        assert all(samples // size <= counts[level] <= math.ceil(samples / size) for level in range(size))


@pytest.mark.parametrize(
    ("levels", "samples"),
    [((3, 4), 8), ((10, 10), 60), ((5, 5, 5), 60), ((5, 5, 5), 124), ((2,) * 6, 40), ((30, 3), 40), ((3, 3, 3), 26)],
)
def test_as_many_cells_as_asked_for_each_value_almost_equally_often(levels, samples):
    axes = [Axis(str(i), tuple(map(str, range(size)))) for i, size in enumerate(levels)]
    for seed in range(10):
        found = design(axes, samples, seed)
        assert found.kind == "latin hypercube"
        assert len(set(found.cells)) == samples
        assert found.cells == tuple(sorted(found.cells))
        for number, size in enumerate(levels):
            counts = Counter(cell[number] for cell in found.cells)
            assert all(samples // size <= counts[level] <= math.ceil(samples / size) for level in range(size))


def test_seeds_and_axes_are_drawn_apart():
    axes = [Axis("a", tuple("0123456789")), Axis("b", tuple("0123456789"))]
    found = [latin_hypercube(axes, 10, seed) for seed in range(20)]
    assert len({tuple(one) for one in found}) == 20
    assert any(cell[0] != cell[1] for cell in found[0])

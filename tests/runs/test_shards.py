"""Shards cut a work without gap or overlap, and find their number in what schedulers say."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulate.runs.keeping import Lacking
from simulate.runs.shards import Shard, read_shard
from variants.errors import BadInput


@given(st.integers(0, 10**12), st.integers(1, 300))
def test_parts_follow_one_another_and_are_alike(plays, of):
    parts = [Shard(number, of).part(plays) for number in range(1, of + 1)]
    assert parts[0][0] == 0
    assert parts[-1][1] == plays
    assert all(one[1] == following[0] for one, following in pairwise(parts))
    sizes = [end - begin for begin, end in parts]
    assert max(sizes) - min(sizes) <= 1


@given(st.integers(1, 1000), st.integers(1, 40), st.data())
def test_missing_plays_name_their_shards(plays, of, data):
    begin = data.draw(st.integers(0, plays - 1))
    end = data.draw(st.integers(begin + 1, plays))
    named = Lacking([(plays, ((begin, end),))]).shards(of)
    wanted = [k for k in range(1, of + 1) if set(range(*Shard(k, of).part(plays))) & set(range(begin, end))]
    assert [one.number for one in named] == wanted


def test_file_names_sort_as_their_numbers():
    names = [Shard(number, 12).file_name for number in range(1, 13)]
    assert names == sorted(names)
    assert names[2] == "shard-03-of-12.json"


SLURM = {"SLURM_ARRAY_TASK_ID": "5", "SLURM_ARRAY_TASK_MIN": "0", "SLURM_ARRAY_TASK_MAX": "7",
         "SLURM_ARRAY_TASK_STEP": "1"}  # fmt: skip
SGE = {"SGE_TASK_ID": "7", "SGE_TASK_FIRST": "1", "SGE_TASK_LAST": "9", "SGE_TASK_STEPSIZE": "2"}


@pytest.mark.parametrize(
    ("text", "environment", "wanted"),
    [
        ("3/8", {}, (3, 8)),
        (" 1/1 ", {}, (1, 1)),
        ("auto", SLURM, (6, 8)),
        ("auto", {**SLURM, "SLURM_ARRAY_TASK_MIN": "5"}, (1, 3)),
        ("auto", {**SLURM, "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_STEP": "2"}, (3, 4)),
        ("auto/8", {"SLURM_ARRAY_TASK_ID": "5", "SLURM_ARRAY_TASK_MIN": "3", "SLURM_ARRAY_TASK_MAX": "5"}, (5, 8)),
        ("auto", {**SLURM, "FAIRDEAL_SHARDS": "8", "FAIRDEAL_FIRST_TASK": "0"}, (6, 8)),
        ("auto", SGE, (4, 5)),
        ("auto", {**SGE, **SLURM}, (6, 8)),
        ("auto", {**SLURM, "SGE_TASK_ID": "undefined"}, (6, 8)),
        ("auto/4", {"PBS_ARRAY_INDEX": "4"}, (4, 4)),
        ("auto", {"PBS_ARRAYID": "0", "FAIRDEAL_SHARDS": "4", "FAIRDEAL_FIRST_TASK": "0"}, (1, 4)),
    ],
)
def test_a_shard_is_read(text, environment, wanted):
    found = read_shard(text, environment)
    assert (found.number, found.of) == wanted


@pytest.mark.parametrize(
    ("text", "environment", "told"),
    [
        ("", {}, "K/N"), ("0/8", {}, "K/N"), ("9/8", {}, "K/N"), ("1/9999999", {}, "K/N"), ("a/b", {}, "K/N"),
        ("-1/8", {}, "K/N"), ("1/2/3", {}, "K/N"), ("auto", {}, "no task of a job array"),
        ("auto", {"SGE_TASK_ID": "undefined"}, "no task of a job array"),
        ("auto", {"PBS_ARRAY_INDEX": "4"}, "auto/N"), ("auto/x", SLURM, "number of shards"),
        ("auto/3", {"PBS_ARRAY_INDEX": "4"}, "none of 3 shards"),
        ("auto", {**SLURM, "FAIRDEAL_SHARDS": "many"}, "FAIRDEAL_SHARDS"),
        ("auto", {**SLURM, "SLURM_ARRAY_TASK_STEP": "2", "SLURM_ARRAY_TASK_MIN": "2"}, "none of"),
    ],
)  # fmt: skip
def test_what_is_no_shard_is_told(text, environment, told):
    with pytest.raises(BadInput, match=told):
        read_shard(text, environment)

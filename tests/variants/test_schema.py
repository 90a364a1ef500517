import json

import jsonschema
import pytest
import yaml

from tests.variants.test_loader import GOOD
from tests.variants.toys import Dice
from variants.schema import json_schema

SCHEMA = json_schema(Dice, "dice", (4, 6, 8))


def errors(text: str) -> list[str]:
    data = json.loads(json.dumps(yaml.safe_load(text)))  # keys become text, as editors see them
    return [error.message for error in jsonschema.Draft202012Validator(SCHEMA).iter_errors(data)]


def test_it_is_a_schema_of_the_draft_it_names():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert SCHEMA["$defs"]["Deck"]["properties"]["size"]["description"] == "cards in the deck (cards; printed)"
    assert "whole" not in json.dumps(SCHEMA)


@pytest.mark.parametrize(
    "text",
    [
        yaml.safe_dump(GOOD),
        "game: dice",
        "extends: dice/classic\nterrain: {inner: 3}",
        "game: dice\nplayers: [4, 6]\npiles: {by: 3}\nbonus: null",
        "game: dice\nterrain: {shape: drawn, rows: [a]}\npiles: even",
        "game: dice\ngoals: {turns: [20, 30], tie: '<= 5 %', x.0: [40 %, '60%'], y: {4: '>=.4', 6: [1, 2e3]}}",
        "game: dice\ngoals:",
    ],
)
def test_good_files_pass(text):
    assert errors(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "title: x",
        "game: other",
        "game: dice\nterain: {}",
        "game: dice\nterrain: {shape: rng}",
        "game: dice\nterrain: {shape: ring, side: 4}",
        "game: dice\ndeck: {sise: 3}",
        "game: dice\ndeck: {size: 0}",
        "game: dice\ndeck: {dealt: {six: 1}}",
        "game: dice\nstars: [1]",
        "game: dice\nmisread: 2",
        "game: dice\ntie_break: nobody",
        "game: dice\nplayers: [5]",
        "game: dice\nplayers: {5: }",
        "game: dice\nplayers: {4: {deck: {sise: 3}}}",
        "game: dice\norigins: {stars: invented}",
        "game: dice\ntitle: 3",
        "game: dice\ngoals: [1, 2]",
        "game: dice\ngoals: {turns: 5}",
        "game: dice\ngoals: {turns: about 5}",
        "game: dice\ngoals: {turns: [1]}",
        "game: dice\ngoals: {turns: [1, 2, 3]}",
        "game: dice\ngoals: {tie: {four: '<= 1'}}",
        "game: dice\ngoals: {tie: {4: 1}}",
    ],
)
def test_bad_files_do_not(text):
    assert errors(text)

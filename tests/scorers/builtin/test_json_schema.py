import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.scorers.scored_cases import score

from llmbattler.scorers.errors import BadOptions, NoTarget
from llmbattler.scorers.registry import make_scorer

PERSON = {
    "type": "object",
    "properties": {"name": {"type": "string"}, "age": {"type": "integer", "minimum": 0}},
    "required": ["name"],
    "additionalProperties": False,
}


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ('{"name": "Ada", "age": 36}', 1),
        ('Sure:\n```json\n{"name": "Ada"}\n```\nBye.', 1),
        ('{"age": 36}', 0),
        ('{"name": "Ada", "age": -1}', 0),
        ('{"name": "Ada", "x": 1}', 0),
        ('{"name": "Ada"', None),
        ("Ada, 36", None),
        (None, None),
    ],
)
def test_fits_the_schema_or_not(said: str | None, value: float | None) -> None:
    assert score("json_schema", said, schema=PERSON).value == value


def test_says_what_is_wrong_and_where() -> None:
    found = score("json_schema", '{"name": 3, "age": -1}', schema=PERSON)
    assert found.reason == "$.name: 3 is not of type 'string'"
    assert len(found.details["problems"]) == 2


@pytest.mark.parametrize("given_as", [PERSON, json.dumps(PERSON)])
def test_the_schema_can_come_from_a_column(given_as: object) -> None:
    assert score("json_schema", '{"name": "Ada"}', fields={"s": given_as}, field="s").value == 1
    assert score("json_schema", "[]", fields={"s": given_as}, field="s").value == 0


def test_nothing_but_json_on_demand() -> None:
    assert score("json_schema", 'Here: {"name": "Ada"}', schema=PERSON, whole=True).value == 0
    assert score("json_schema", '```json\n{"name": "Ada"}\n```', schema=PERSON, whole=True).value == 1
    assert score("json_schema", ' {"name": "Ada"}\n', schema=PERSON, whole=True).value == 1


@pytest.mark.parametrize(
    ("said", "target", "value"),
    [
        ('{"a": [1, 2.0]}', {"a": [1.0, 2]}, 1),
        ('{"a": [1, 2.0]}', '{"a": [1, 2]}', 1),
        ('{"a": [2, 1]}', {"a": [1, 2]}, 0),
        ('{"a": true}', {"a": 1}, 0),
        ('{"a": 1, "b": 2}', {"a": 1}, 0),
        ('"so"', "so", 1),
    ],
)
def test_equals_the_target_on_demand(said: str, target: Any, value: float) -> None:
    assert score("json_schema", said, target, match_target=True).value == value


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "set schema, field or match_target"),
        ({"schema": {"type": "nope"}}, "The schema is wrong at"),
        ({"schema": {"patternProperties": {"(a+)+$": {}}}}, "more than one repetition"),
    ],
)
def test_a_wrong_schema_is_a_wrong_option(options: dict[str, Any], message: str) -> None:
    with pytest.raises(BadOptions, match=message):
        make_scorer("json_schema", options)


def test_a_missing_column_is_reported() -> None:
    with pytest.raises(NoTarget, match="no schema in 's'"):
        score("json_schema", "{}", field="s")
    with pytest.raises(BadOptions, match="The schema is not JSON"):
        score("json_schema", "{}", field="s", fields={"s": "{"})
    with pytest.raises(NoTarget):
        score("json_schema", "{}", match_target=True)


def test_no_schema_is_fetched_from_elsewhere() -> None:
    with pytest.raises(BadOptions, match=r"refers to 'http://localhost:9/x\.json', which it does not contain"):
        score("json_schema", "{}", schema={"$ref": "http://localhost:9/x.json"})


def test_references_within_the_schema_work() -> None:
    schema = {"$defs": {"n": {"type": "integer"}}, "items": {"$ref": "#/$defs/n"}}
    assert score("json_schema", "[1, 2]", schema=schema).value == 1
    assert score("json_schema", '[1, "2"]', schema=schema).value == 0


def test_patterns_have_a_time_limit() -> None:
    assert score("json_schema", '{"a": "x1"}', schema={"properties": {"a": {"pattern": r"\d$"}}}).value == 1
    assert score("json_schema", '{"a": "x"}', schema={"properties": {"a": {"pattern": r"\d$"}}}).value == 0
    hostile = json.dumps({"a": "a" * 60 + "b"})
    found = score("json_schema", hostile, schema={"properties": {"a": {"pattern": "(a+)+$"}}})
    assert found.value is None
    assert "took more than" in found.reason


def test_a_value_nested_without_end_is_wrong_or_unparsed_but_no_crash() -> None:
    schema = {"$defs": {"l": {"type": "array", "items": {"$ref": "#/$defs/l"}}}, "$ref": "#/$defs/l"}
    assert score("json_schema", "[" * 400 + "]" * 400, schema=schema).value in {0, None}


@given(st.dictionaries(st.sampled_from("abc"), st.integers() | st.text(max_size=5) | st.none(), max_size=3))
def test_every_value_equals_itself(value: dict[str, Any]) -> None:
    assert score("json_schema", json.dumps(value), value, match_target=True, schema={"type": "object"}).value == 1

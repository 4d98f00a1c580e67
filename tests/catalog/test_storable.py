import math

import pytest
from pydantic import ValidationError

from llmbattler.catalog.storable import Storable, is_storable


@pytest.mark.parametrize(
    "value", ["a\0b", "half \ud800", math.inf, math.nan, {"a": ["\0"]}, {"\0": 1}, [[{"deep": "\udfff"}]]]
)
def test_values_that_postgresql_refuses_are_found_at_any_depth(value: object) -> None:
    assert not is_storable(value)


@pytest.mark.parametrize("value", ["", "😀 é", 0, 1.5, None, True, {"a": ["b", {"c": 2}]}])
def test_other_values_can_be_stored(value: object) -> None:
    assert is_storable(value)


class Body(Storable):
    name: str
    more: dict[str, float] | None = None


def test_a_body_with_such_a_value_or_an_unknown_field_is_refused() -> None:
    assert Body(name="a").name == "a"
    for given in ({"name": "\0"}, {"name": "a", "more": {"b": math.inf}}, {"name": "a", "other": 1}):
        with pytest.raises(ValidationError):
            Body.model_validate(given)

import json
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmbattler.scorers.extraction import make_pipeline
from llmbattler.scorers.extraction.structured import find_json

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('Here: {"a": [1, 2]} bye', '{"a": [1, 2]}'),
        ('a } { b [1] {"x": 2}', "[1]"),
        ('See [here]:\n```json\n{"a": 1}\n```\n[2]', '{"a": 1}'),
        ('~~~\n{"a": 1}\n~~~', '{"a": 1}'),
        ("42", "42"),
        ('"text"', '"text"'),
        ("no", None),
        ('{"a": NaN}', None),
        ('{"a": 1', None),
    ],
)
def test_finds_the_first_whole_value(text: str, found: str | None) -> None:
    assert make_pipeline(["json"]).extract(text) == found


@given(st.dictionaries(st.text(max_size=5), JSON, max_size=4), st.sampled_from(["", "Sure! ", "Here:\n\n"]))
def test_written_numbers_are_found_again(value: Any, before: str) -> None:
    found = find_json(f"{before}{json.dumps(value, indent=1)}\nDone.")
    assert found is not None
    assert found[1] == value


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 20_000, '["[",' * 20_000, "```\n" * 50_000])
def test_no_text_takes_long(text: str) -> None:
    began = time.monotonic()
    find_json(text)
    assert time.monotonic() - began < 5


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("answer", "yes"),
        ("list[0].n", "1"),
        ("list.1.n", "2"),
        (".list..1.n", "2"),
        ("list[-1]", '{"n": 2}'),
        ("list[5]", None),
        ("answer.x", None),
        ("nothing", None),
        ("missing", None),
        ("flag", "false"),
    ],
)
def test_takes_one_field_by_its_path(path: str, found: str | None) -> None:
    text = 'So: {"answer": "yes", "list": [{"n": 1}, {"n": 2}], "nothing": null, "flag": false}'
    assert make_pipeline([{"field": path}]).extract(text) == found


def test_a_field_of_no_json_is_nothing() -> None:
    assert make_pipeline([{"field": "a"}]).extract("a: 1") is None


CODE = "One:\n```python\nprint(1)\n```\nTwo:\n```js\nlet x\n```\nThree:\n```\nplain\n```"


@pytest.mark.parametrize(
    ("options", "found"),
    [
        ({}, "print(1)"),
        ({"language": "py"}, "print(1)"),
        ({"language": "JavaScript"}, "let x"),
        ({"which": "last"}, "plain"),
        ({"language": "python", "which": "all"}, "print(1)\n\nplain"),
    ],
)
def test_takes_code_out_of_its_block(options: dict[str, Any], found: str) -> None:
    assert make_pipeline([{"code_block": options}]).extract(CODE) == found


def test_code_that_broke_off_is_still_code() -> None:
    assert make_pipeline(["code_block"]).extract("```python\nprint(1)\nprint(") == "print(1)\nprint("


def test_a_longer_fence_holds_a_shorter_one() -> None:
    assert make_pipeline(["code_block"]).extract("````md\n```\nx\n```\n````") == "```\nx\n```"


def test_without_a_block_there_is_nothing_unless_all_is_code() -> None:
    assert make_pipeline(["code_block"]).extract("print(1)") is None
    assert make_pipeline([{"code_block": {"required": False}}]).extract("print(1)") == "print(1)"

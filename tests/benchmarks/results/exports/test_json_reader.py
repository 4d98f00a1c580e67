import json
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmbattler.benchmarks.results.errors import UnreadableRun
from llmbattler.benchmarks.results.exports.json_reader import JsonObject

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**12), 10**12)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("abc", max_size=3), inner, max_size=4),
    max_leaves=10,
)


def read(content: bytes, **limits: int) -> dict[str, Any]:
    source = JsonObject(BytesIO(content), **limits)
    found: dict[str, Any] = {}
    while (name := source.next_name()) is not None:
        found[name] = list(source.read_items()) if name == "items" else source.read_value()
    return found


@given(st.dictionaries(st.text("xyz", max_size=3), VALUES, max_size=3), st.lists(VALUES, max_size=5), st.integers(1, 9))
def test_it_reads_what_json_reads_however_the_file_is_cut(members: dict[str, Any], items: list[Any], size: int) -> None:
    whole = {**members, "items": items}
    for indent in (None, 1):
        assert read(json.dumps(whole, indent=indent, ensure_ascii=False).encode(), chunk_bytes=size) == whole


def test_an_item_of_excessive_length_is_refused() -> None:
    with pytest.raises(UnreadableRun) as refused:
        read(b'{"a": "' + b"x" * 1_000 + b'"}', chunk_bytes=8, max_item_chars=100)
    assert "longer than 100" in refused.value.detail


@pytest.mark.parametrize(
    "content", [b"{", b'{"a"}', b'{"a" 1}', b"{1:2}", b'{"a":1 "b":2}', b'{"items":[1 2]}', b'{"a":}']
)
def test_what_is_no_json_is_refused(content: bytes) -> None:
    with pytest.raises(UnreadableRun):
        read(content)


def test_a_text_that_only_looks_like_an_escape_is_kept() -> None:
    assert read(json.dumps({"a": "\\u0000", "b": "🙂"}).encode()) == {"a": "\\u0000", "b": "🙂"}

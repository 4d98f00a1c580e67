from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmbattler.scorers.extraction import make_pipeline


@pytest.mark.parametrize(
    ("step", "text", "found"),
    [
        ({"regex": r"\d+"}, "a1 b22", "1"),
        ({"regex": {"pattern": r"\d+", "last": True}}, "a1 b22", "22"),
        ({"regex": r"(x)?(\d)"}, "7", "7"),
        ({"regex": {"pattern": r"(x)?(\d)", "group": 1}}, "7", None),
        ({"regex": {"pattern": r"(?P<n>\d) (\d)", "group": "n"}}, "7 8", "7"),
        ({"regex": {"pattern": "ANSWER (.*)", "ignore_case": True}}, "answer so\nthere", "so\nthere"),
        ({"regex": "nothing"}, "a", None),
        ({"replace": {"pattern": r"\s", "with": "_"}}, "a b c", "a_b_c"),
        ({"replace": {"pattern": "b"}}, "abc", "ac"),
        ({"after": "is "}, "it is what is this", "this"),
        ({"after": {"text": "is ", "last": False}}, "it is what is this", "what is this"),
        ({"after": {"text": "ANSWER:", "ignore_case": True}}, "İ answer: 5", " 5"),
        ({"before": "."}, "one. two.", "one"),
        ({"before": {"text": ".", "last": True}}, "one. two. x", "one. two"),
        ({"before": "#"}, "no mark", "no mark"),
        ({"before": {"text": "#", "required": True}}, "no mark", None),
        ({"between": {"start": "<a>", "end": "</a>"}}, "<a>1</a> <a>2</a>", "2"),
        ({"between": {"start": "<a>", "end": "</a>", "last": False}}, "<a>1</a> <a>2</a>", "1"),
        ({"between": {"start": "<a>", "end": "</a>"}}, "<a>1</a> <a>2", "1"),
        ({"between": {"start": "<a>", "end": "</a>"}}, "1</a>", None),
        ({"between": {"start": "<a>", "end": "</a>", "last": False}}, "<a>1", None),
        ({"between": {"start": "<a>", "end": "</a>"}}, "<a>1", None),
    ],
)
def test_cuts_by_texts_and_patterns(step: Any, text: str, found: str | None) -> None:
    assert make_pipeline([step]).extract(text) == found


@given(st.text(max_size=30), st.text(max_size=30))
def test_before_and_after_a_mark_are_the_two_parts(one: str, other: str) -> None:
    text = f"{one}\ue000{other}"
    assert (make_pipeline([{"before": "\ue000"}]).extract(text) or "").strip() == one.strip()
    assert (make_pipeline([{"after": "\ue000"}]).extract(text) or "").strip() == other.strip()

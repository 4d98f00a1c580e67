from typing import Any

import pytest

from llmbattler.scorers.checks import make_checks


@pytest.mark.parametrize(
    ("constraint", "text", "holds"),
    [
        ("no_commas", "no such thing", True),
        ("no_commas", "yes, one", False),
        ("no_commas", "有，一个", False),
        ("lower_case", "all small 123", True),
        ("lower_case", "Not small", False),
        ("upper_case", "ALL CAPITALS!", True),
        ("upper_case", "Not ALL", False),
        ("no_digits", "none", True),
        ("no_digits", "one 1", False),
        ("ascii_only", "plain", True),
        ("ascii_only", "plaïn", False),
        ("no_markdown", "Plain words. 2 * 3\n\nMore.", True),
        ("no_markdown", "Some **bold** words", False),
        ("no_markdown", "# Heading", False),
        ("no_markdown", "| a | b |", False),
        ("quoted", ' "All of it." ', True),
        ("quoted", "„So.“", True),
        ("quoted", '"Not" all', False),
        ("quoted", '"', False),
        ("title", "<<A title>>\ntext", True),
        ("title", "<< >> <A title>", False),
        ("json_only", '{"a": 1}', True),
        ("json_only", '```json\n{"a": 1}\n```', True),
        ("json_only", 'Here: {"a": 1}', False),
        ("json_only", '```json\n{"a": 1}\n``` and more', False),
        ("json_only", "not json", False),
        ("postscript", "Bye.\n\nP.S. I forgot.", True),
        ("postscript", "Bye.\n\n**P. S.**: I forgot.", True),
        ("postscript", "Bye.", False),
        ("postscript", "Bye. P.S.", False),
        ({"postscript": "P.P.S"}, "P.S. a\nP.P.S b", True),
        ("two_responses", "one\n******\ntwo", True),
        ("two_responses", "one\n******\none", False),
        ("two_responses", "one", False),
        ("two_responses", "one\n******\ntwo\n******\nthree", False),
        ({"two_responses": {"separator": "---"}}, "one\n---\ntwo", True),
    ],
)
def test_looks_at_the_form(constraint: Any, text: str, holds: bool) -> None:
    [named] = make_checks([constraint])
    assert named.check.holds(text, "") is holds

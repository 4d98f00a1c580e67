import time

import pytest

from llmbattler.scorers.extraction import make_pipeline


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("<think>a</think>b", "b"),
        ("x <THINKING>a</THINKING> y", "x  y"),
        ("<think>a<think>b</think>c</think>d", "d"),
        ("swallowed opening</think>b", "b"),
        ("<think>a</think>b<think>c</think>d", "bd"),
        ("<think>never ends", None),
        ("no thinking", "no thinking"),
    ],
)
def test_thinking_is_removed(text: str, found: str | None) -> None:
    assert make_pipeline(["remove_thinking"]).extract(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("# Title", "Title"),
        ("- one\n* two", "one\ntwo"),
        ("**bold** and *it* and __b__ and _i_", "bold and it and b and i"),
        ("a * b * c and snake_case_name", "a * b * c and snake_case_name"),
        ("[text](https://x.example) ![image](y)", "text image"),
        ("`code`", "code"),
        ("```py\nx = 1\n```", "x = 1\n"),
        ("> quoted", "quoted"),
    ],
)
def test_markdown_is_removed_and_words_stay(text: str, found: str) -> None:
    assert make_pipeline(["remove_markdown"]).extract(text) == found


@pytest.mark.parametrize("text", ["*a" * 50_000, "[" * 100_000, "_" * 100_000, "`a" * 50_000, "<think>" * 20_000])
def test_no_text_takes_long(text: str) -> None:
    began = time.monotonic()
    make_pipeline(["remove_markdown", "remove_thinking"]).extract(text)
    assert time.monotonic() - began < 5

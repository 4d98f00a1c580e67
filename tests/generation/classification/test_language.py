import re
from pathlib import Path

import pytest

from llmbattler.generation.classification.language import LANGUAGES, detect_language
from tests.labeled_sets import assert_linear, read_rows

DATA = Path(__file__).parent / "data"


def _judge(name: str) -> tuple[float, float]:
    """The share of right answers, and of wrong ones; the rest is doubt."""
    rows = read_rows(DATA / f"{name}.jsonl")
    right = sum(detect_language(row["text"]) == row["language"] for row in rows)
    wrong = sum(detect_language(row["text"]) not in {row["language"], None} for row in rows)
    return right / len(rows), wrong / len(rows)


def test_short_prompts_are_told_apart() -> None:
    right, wrong = _judge("languages")
    assert right >= 0.95
    assert wrong <= 0.02


def test_prompts_it_was_not_written_for_are_told_apart() -> None:
    right, wrong = _judge("languages_held_out")
    assert right >= 0.88
    assert wrong <= 0.04


def test_the_labeled_set_is_large() -> None:
    rows = read_rows(DATA / "languages.jsonl")
    assert len(rows) >= 200
    assert len({row["language"] for row in rows} - {None}) >= 20


@pytest.mark.parametrize(
    "text", ["", "ok", "42", "😀", "```python\nfor the in and: is\n```", "`the is and`", "https://example.com/the/is"]
)
def test_it_says_so_when_there_is_nothing_to_go_by(text: str) -> None:
    assert detect_language(text) is None


def test_prose_around_code_counts() -> None:
    assert detect_language("Warum geht das nicht?\n```python\nprint('hello, this is the world')\n```") == "de"


def test_a74_time_does_not_grow_without_bound() -> None:
    assert_linear(detect_language)


def test_the_page_offers_every_language_that_can_be_told() -> None:
    page = Path(__file__).parents[3] / "web" / "src" / "features" / "arena" / "fns" / "topics.ts"
    [offered] = re.findall(r'"((?:[a-z]{2} )+[a-z]{2})"', page.read_text())
    assert set(offered.split()) == LANGUAGES

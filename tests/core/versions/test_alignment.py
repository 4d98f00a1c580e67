import random
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmbattler.core.versions import alignment
from llmbattler.core.versions.alignment import Match, align

ITEMS = st.lists(st.sampled_from("abcd"), max_size=30)


def test_finds_the_common_runs() -> None:
    assert align(list("abcd"), list("abXd")) == [Match(0, 0, 2), Match(3, 3, 1)]
    assert align(list("abc"), list("abc")) == [Match(0, 0, 3)]
    assert align(list("abc"), list("xyz")) == []
    assert align([], list("abc")) == []


@given(ITEMS, ITEMS)
def test_matches_are_equal_rising_and_apart(old: list[str], new: list[str]) -> None:
    old_at = new_at = 0
    for match in align(old, new):
        assert match.size > 0
        assert match.old_start >= old_at
        assert match.new_start >= new_at
        old_at, new_at = match.old_start + match.size, match.new_start + match.size
        assert old[match.old_start : old_at] == new[match.new_start : new_at]
    assert old_at <= len(old)
    assert new_at <= len(new)


@given(ITEMS, st.data())
def test_an_insertion_costs_nothing_else(old: list[str], data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(old)))
    matches = align(old, [*old[:place], "new", *old[place:]])
    assert sum(match.size for match in matches) == len(old)


def test_a_moved_block_is_found_once() -> None:
    lines = [str(number) for number in range(100)]
    matches = align(lines, [*lines[50:], *lines[:50]])
    assert sum(match.size for match in matches) == 50


def test_hostile_sequences_end_in_bounded_time() -> None:
    chance = random.Random(7)  # noqa: S311 - a test
    old = [chance.choice("ab") for _ in range(100_000)]
    new = [chance.choice("bc") for _ in range(100_000)]
    started = time.perf_counter()
    align(old, new)
    assert time.perf_counter() - started < 20


def test_gives_up_on_many_edits_between_two_anchors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alignment, "MAX_EDITS", 2)
    assert align(list("aabbaab"), list("bbaabba")) == []

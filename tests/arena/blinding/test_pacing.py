"""The rules of blind pacing, for any schedule of arrivals."""

from dataclasses import dataclass
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmbattler.arena.blinding.pacing import LONGEST_DELAY, SLOWEST, TAIL_PAUSE, TAIL_SHARE, Blinding, BlindPacing
from llmbattler.connectors.ticker import TICK_SECONDS

ALPHABET = "ab\n é漢👍🏽\u0301"


@dataclass(frozen=True)
class Step:
    """What arrives before one tick, and how late that tick is."""

    left: str = ""
    right: str = ""
    late: float = 0.0


@dataclass(frozen=True)
class Frame:
    """One tick as a watcher and the generation see it."""

    now: float
    new: tuple[str, ...]
    received: tuple[int, ...]
    finished: tuple[bool, ...]
    shown: tuple[int, ...]


texts = st.text(ALPHABET, max_size=12)
steps = st.lists(st.builds(Step, texts, texts, st.sampled_from([0.0, 0.0, 0.0, 0.01, 0.4])), min_size=1, max_size=40)
starts = st.sampled_from([0.0, 5.0, 12_345.678])


def shown_at(pacing: BlindPacing, now: float) -> tuple[str, ...]:
    """What each side shows more of at this tick."""
    before = [side.shown for side in pacing.streams]
    moved = pacing.tick(now)
    new = tuple(side.text[shown : side.shown] for side, shown in zip(pacing.streams, before, strict=True))
    assert moved == any(new)
    return new


def play(pacing: BlindPacing, schedule: list[Step], ends: tuple[int, int], start: float = 5.0) -> list[Frame]:
    """Let everything arrive, each side ending with its step in `ends`, and tick until all of it is shown."""
    frames, now, number = [], start, 0
    while not pacing.complete:
        step = schedule[number] if number < len(schedule) else Step()
        for side, text, end in zip(pacing.streams, (step.left, step.right), ends, strict=False):
            if not side.finished:
                side.add(text)
                side.finished = number >= end
        new = shown_at(pacing, now)
        frames.append(
            Frame(
                now,
                new,
                tuple(side.received for side in pacing.streams),
                tuple(side.finished for side in pacing.streams),
                tuple(side.shown for side in pacing.streams),
            )
        )
        now += TICK_SECONDS + step.late
        number += 1
        assert number < 5_000, "never complete"
    return frames


@st.composite
def schedules(draw: st.DrawFn) -> tuple[list[Step], tuple[int, int]]:
    schedule = draw(steps)
    last = len(schedule) - 1
    return schedule, (draw(st.integers(0, last)), draw(st.integers(0, last)))


def text_until(schedule: list[Step], ends: tuple[int, int]) -> tuple[str, str]:
    return (
        "".join(step.left for step in schedule[: ends[0] + 1]),
        "".join(step.right for step in schedule[: ends[1] + 1]),
    )


@given(schedules(), st.sampled_from(Blinding), starts)
def test_everything_is_shown_once_and_in_order(
    given_: tuple[list[Step], tuple[int, int]], blinding: Blinding, start: float
) -> None:
    schedule, ends = given_
    pacing = BlindPacing(blinding)
    shown = ["", ""]
    whole = text_until(schedule, ends)
    for frame in play(pacing, schedule, ends, start):
        for index in (0, 1):
            shown[index] += frame.new[index]
            assert whole[index].startswith(shown[index])
            assert frame.shown[index] == len(shown[index])
    assert tuple(shown) == whole


@given(schedules(), starts)
def test_strict_never_passes_an_unfinished_side(given_: tuple[list[Step], tuple[int, int]], start: float) -> None:
    for frame in play(BlindPacing(Blinding.STRICT), *given_, start):
        for index in (0, 1):
            if not frame.finished[index]:
                assert frame.shown[1 - index] <= frame.received[index]


@given(schedules(), starts)
def test_strict_shows_the_first_words_of_both_in_the_same_tick(
    given_: tuple[list[Step], tuple[int, int]], start: float
) -> None:
    schedule, ends = given_
    frames = play(BlindPacing(Blinding.STRICT), schedule, ends, start)
    first = next((frame for frame in frames if any(frame.new)), None)
    if first is not None and all(text_until(schedule, ends)):
        assert all(first.new)


@given(schedules(), starts)
def test_strict_shows_both_sides_equally_far_until_the_shorter_one_ends(
    given_: tuple[list[Step], tuple[int, int]], start: float
) -> None:
    schedule, ends = given_
    lengths = [len(text) for text in text_until(schedule, ends)]
    for frame in play(BlindPacing(Blinding.STRICT), schedule, ends, start):
        cursor = max(frame.shown)
        assert frame.shown == tuple(min(cursor, length) for length in lengths)


@given(schedules(), starts)
def test_strict_is_never_faster_after_the_shorter_one_ended(
    given_: tuple[list[Step], tuple[int, int]], start: float
) -> None:
    schedule, ends = given_
    shortest = min(len(text) for text in text_until(schedule, ends))
    frames = play(BlindPacing(Blinding.STRICT), schedule, ends, start)
    began = next((frame.now for frame in frames if any(frame.new)), 0.0)
    paired: float | None = None
    for earlier, frame in pairwise(frames):
        if (
            paired is None
            and max(earlier.shown) >= shortest
            and all(earlier.finished[index] for index in (0, 1) if earlier.received[index] == shortest)
            and max(frame.shown) > shortest
        ):
            paired = max(shortest / max(frame.now - began, TICK_SECONDS), SLOWEST)
        if paired is not None:
            allowed = paired * (frame.now - earlier.now) + 1
            assert max(frame.shown) - max(earlier.shown) <= allowed + 1e-6


@given(schedules(), st.sampled_from(Blinding))
def test_the_pace_replays_what_was_shown(given_: tuple[list[Step], tuple[int, int]], blinding: Blinding) -> None:
    pacing = BlindPacing(blinding)
    frames = [frame for frame in play(pacing, *given_) if any(frame.new)]
    assert [(left, right) for _, left, right in pacing.pace] == [frame.shown for frame in frames]
    for earlier, later in pairwise(pacing.pace):
        assert all(before <= after for before, after in zip(earlier, later, strict=True))
    if frames:
        assert pacing.pace[0][0] == 0
        assert pacing.pace[-1][0] == round((frames[-1].now - frames[0].now) * 1000)


@given(schedules())
def test_whole_shows_nothing_until_both_are_complete(given_: tuple[list[Step], tuple[int, int]]) -> None:
    frames = play(BlindPacing(Blinding.WHOLE), *given_)
    assert sum(any(frame.new) for frame in frames) <= 1
    assert all(all(frame.finished) for frame in frames if any(frame.new))


def shown_whole_at(lengths: tuple[int, int], speeds: tuple[float, float], firsts: tuple[float, float]) -> float:
    """When two steady models with these speeds are shown, if their answers have these lengths."""
    pacing = BlindPacing(Blinding.WHOLE)
    now = 0.0
    while not pacing.complete:
        now += TICK_SECONDS
        for side, length, speed, first in zip(pacing.streams, lengths, speeds, firsts, strict=True):
            due = min(length, int(max(0.0, now - first) * speed))
            side.add("x" * (due - side.received))
            side.finished = side.received == length
        pacing.tick(now)
    return now


def test_the_wait_for_whole_answers_is_the_same_whichever_side_is_the_long_one() -> None:
    speeds, firsts = (400.0, 100.0), (0.3, 1.0)
    waits = [shown_whole_at(lengths, speeds, firsts) for lengths in ((1000, 200), (200, 1000))]
    assert waits == pytest.approx([1.0 + 1000 / 100] * 2, abs=0.6)


def test_whole_answers_are_not_held_for_ever() -> None:
    wait = shown_whole_at((8000, 30), (4000.0, 10.0), (0.3, 0.3))
    assert wait == pytest.approx(3.3 + LONGEST_DELAY, abs=0.3)


@given(schedules())
def test_relaxed_shows_what_is_there(given_: tuple[list[Step], tuple[int, int]]) -> None:
    for frame in play(BlindPacing(Blinding.RELAXED), *given_):
        assert frame.shown == frame.received


@pytest.mark.parametrize("blinding", Blinding)
def test_one_side_alone_is_never_held(blinding: Blinding) -> None:
    pacing = BlindPacing(blinding, sides=1)
    pacing.streams[0].add("Hel")
    assert shown_at(pacing, 1.0) == ("Hel",)
    assert pacing.pace == [(0, 3, 0)]


def test_a_fast_answer_waits_for_a_slow_one_and_shows_as_much() -> None:
    pacing = BlindPacing(Blinding.STRICT)
    fast, slow = pacing.streams
    fast.add("x" * 1000)
    fast.finished = True
    assert shown_at(pacing, 0.0) == ("", "")
    slow.add("abc")
    assert shown_at(pacing, 1.0) == ("xxx", "abc")
    slow.add("de")
    assert shown_at(pacing, 1.05) == ("xx", "de")
    assert shown_at(pacing, 1.10) == ("", "")


def test_the_rest_comes_at_the_pace_of_the_pair() -> None:
    pacing = BlindPacing(Blinding.STRICT)
    short, long = pacing.streams
    long.add("y" * 5000)
    now = 0.0
    for _ in range(20):  # 20 characters a tick: 200 a second
        short.add("x" * 20)
        pacing.tick(now)
        now += TICK_SECONDS
    short.finished = long.finished = True
    assert long.shown == short.shown == 400
    while long.shown == 400:  # a pause hides whether the rest lies ready or is still arriving
        pacing.tick(now)
        now += TICK_SECONDS
    assert now >= 20 * TICK_SECONDS + TAIL_PAUSE
    speed = 400 / (now - TICK_SECONDS) * TAIL_SHARE
    start = long.shown
    for _ in range(10):
        before = long.shown
        pacing.tick(now)
        now += TICK_SECONDS
        assert long.shown - before <= speed * TICK_SECONDS + 1.001
    assert long.shown == pytest.approx(start + 10 * speed * TICK_SECONDS, abs=2)


def test_after_a_very_short_answer_the_rest_comes_no_slower_than_people_read() -> None:
    pacing = BlindPacing(Blinding.STRICT)
    short, long = pacing.streams
    short.add("No.")
    long.add("y" * 400)
    pacing.tick(0.0)
    now = 0.0
    for _ in range(100):  # ten seconds in which nothing comes
        now += TICK_SECONDS
        pacing.tick(now)
    short.finished = long.finished = True
    before = long.shown
    for _ in range(10):
        now += TICK_SECONDS
        pacing.tick(now)
    assert long.shown - before == pytest.approx(SLOWEST, abs=2)


def test_a_late_tick_gives_what_was_due_and_no_more() -> None:
    pacing = BlindPacing(Blinding.STRICT)
    short, long = pacing.streams
    short.add("No.")
    long.add("y" * 1000)
    short.finished = True
    pacing.tick(100.0)
    pacing.tick(100.1)
    before = long.shown
    pacing.tick(101.1)
    assert long.shown - before == pytest.approx(SLOWEST, abs=1)


def test_an_empty_side_that_ended_does_not_open_the_gate() -> None:
    pacing = BlindPacing(Blinding.STRICT)
    empty, long = pacing.streams
    empty.finished = True
    long.add("y" * 1000)
    pacing.tick(10_000.0)
    assert long.shown <= 1 + SLOWEST * TICK_SECONDS

import pytest

from llmbattler.arena import conversation
from llmbattler.arena.conversation import (
    Entry,
    Facts,
    answer,
    ask,
    count_attempts,
    find_answer,
    find_answers,
    history,
    latest,
    make_title,
)
from llmbattler.arena.models import Position

LEFT, RIGHT = Position.LEFT, Position.RIGHT


def talk(*turns: tuple[str, str | None, str | None]) -> list[Entry]:
    """Return one entry per message; `None` where a side failed."""
    entries: list[Entry] = []
    for prompt, left, right in turns:
        asked = ask(entries, prompt=prompt, images=())
        entries.append(asked)
        for position, text in ((LEFT, left), (RIGHT, right)):
            if text is not None:
                entries.append(reply(entries, asked.turn, position, text))
    return entries


def reply(entries: list[Entry], turn: int, position: Position, text: str) -> Entry:
    return answer(entries, turn=turn, position=position, text=text, facts=Facts(model_id="m", latency_ms=5))


def list_contents(entries: list[Entry]) -> list[str]:
    return [entry.content for entry in entries]


def test_entries_are_numbered_in_order() -> None:
    entries = talk(("q1", "l1", "r1"), ("q2", "l2", "r2"))
    assert [entry.id for entry in entries] == [f"msg_{number}" for number in range(1, 7)]
    assert [entry.turn for entry in entries] == [1, 1, 1, 2, 2, 2]


def test_entries_survive_being_stored() -> None:
    entries = talk(("q1", "l1 👍🏽", "r1"))
    stored = [conversation.write_entry(entry) for entry in entries]
    assert conversation.read_entries(stored) == entries
    assert "facts" not in stored[0]
    assert "position" not in stored[0]
    assert stored[1]["position"] == "left"


def test_each_side_reads_its_own_answers_only() -> None:
    entries = [
        *talk(("q1", "l1", "r1"), ("q2", "l2", "r2")),
        ask(talk(("", "", ""), ("", "", "")), prompt="q3", images=()),
    ]
    assert list_contents(history(entries, position=LEFT, turn=3)) == ["q1", "l1", "q2", "l2", "q3"]
    assert list_contents(history(entries, position=RIGHT, turn=3)) == ["q1", "r1", "q2", "r2", "q3"]


def test_a_turn_that_came_to_nothing_is_not_part_of_the_history() -> None:
    entries = talk(("q1", "l1", "r1"), ("q2", None, None), ("q3", None, None))
    assert list_contents(history(entries, position=LEFT, turn=3)) == ["q1", "l1", "q3"]


def test_a_regenerated_answer_takes_the_place_of_the_first() -> None:
    entries = talk(("q1", "l1", "r1"))
    entries.append(reply(entries, 1, LEFT, "l1 again"))
    entries.append(reply(entries, 1, RIGHT, "r1 again"))
    assert list_contents(latest(entries)) == ["q1", "l1 again", "r1 again"]
    found = find_answer(entries, turn=1, position=LEFT)
    assert found is not None
    assert found.content == "l1 again"
    assert [entry.id for entry in entries][-1] == "msg_5"
    entries.append(ask(entries, prompt="q2", images=()))
    assert list_contents(history(entries, position=RIGHT, turn=2)) == ["q1", "r1 again", "q2"]


def test_answers_are_found_by_their_attempt() -> None:
    entries = talk(("q1", "l1", "r1"))
    for attempt, position in ((2, LEFT), (2, RIGHT), (3, RIGHT)):  # the second attempt failed, of the fourth one side
        facts = Facts(model_id="m", latency_ms=5)
        text = f"{position} {attempt}"
        entries.append(answer(entries, turn=1, position=position, text=text, facts=facts, attempt=attempt))

    def found(attempt: int) -> dict[Position, str]:
        return {side: one.content for side, one in find_answers(entries, turn=1, attempt=attempt).items()}

    assert [found(attempt) for attempt in range(5)] == [
        {LEFT: "l1", RIGHT: "r1"},
        {},
        {LEFT: "left 2", RIGHT: "right 2"},
        {RIGHT: "right 3"},
        {},
    ]
    assert (count_attempts(entries, 1), count_attempts(entries, 2)) == (4, 0)


def test_answers_without_a_number_count_in_their_order() -> None:
    """Stored before attempts were numbered: every attempt left two answers."""
    entries = talk(("q1", "l1", "r1"))
    entries.append(reply(entries, 1, LEFT, "l1 again"))
    entries.append(reply(entries, 1, RIGHT, "r1 again"))
    assert [one.content for one in find_answers(entries, turn=1, attempt=1).values()] == ["l1 again", "r1 again"]
    assert count_attempts(entries, 1) == 2


def test_to_regenerate_the_old_answer_is_not_read() -> None:
    assert list_contents(history(talk(("q1", "l1", "r1")), position=LEFT, turn=1)) == ["q1"]


def test_there_may_be_no_answer() -> None:
    assert find_answer(talk(("q1", "l1", None)), turn=1, position=RIGHT) is None
    assert find_answer(talk(("q1", "l1", None)), turn=2, position=LEFT) is None


@pytest.mark.parametrize(
    ("prompt", "title"),
    [
        ("Hello there", "Hello there"),
        ("\n\n   First   line \nsecond", "First line"),
        ("word " * 20, "word word word word word word word word word word word word…"),
        ("x" * 100, "x" * 60 + "…"),
        (
            "A sentence that is cut exactly after the comma, which is odd, or not",
            "A sentence that is cut exactly after the comma, which is…",
        ),
        ("\u2028", "Untitled"),
    ],
)
def test_a_title_is_the_beginning_of_the_first_line(prompt: str, title: str) -> None:
    assert make_title(prompt) == title

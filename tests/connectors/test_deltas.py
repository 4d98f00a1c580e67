from llmbattler.connectors.contract import (
    Delta,
    LogprobsDelta,
    ReasoningDelta,
    RefusalDelta,
    TextDelta,
    TokenLogprob,
    ToolCallDelta,
)
from llmbattler.connectors.deltas import add_logprobs, add_text


def test_text_of_the_same_kind_is_one_delta() -> None:
    deltas: list[Delta] = []
    for text in ("h", "m"):
        add_text(deltas, ReasoningDelta, text)
    for text in ("", "Ye", "s"):
        add_text(deltas, TextDelta, text)
    assert deltas == [ReasoningDelta("hm"), TextDelta("Yes")]


def test_order_within_a_choice_is_kept() -> None:
    deltas: list[Delta] = []
    add_text(deltas, TextDelta, "a")
    deltas.append(ToolCallDelta(0, "id", "look", "{}"))
    add_text(deltas, TextDelta, "b")
    assert deltas == [TextDelta("a"), ToolCallDelta(0, "id", "look", "{}"), TextDelta("b")]


def test_text_and_refusal_do_not_mix() -> None:
    deltas: list[Delta] = []
    for kind, text in ((TextDelta, "a"), (RefusalDelta, "b"), (RefusalDelta, "c"), (TextDelta, "d")):
        add_text(deltas, kind, text)
    assert deltas == [TextDelta("a"), RefusalDelta("bc"), TextDelta("d")]
    assert [type(delta) for delta in deltas] == [TextDelta, RefusalDelta, TextDelta]


def test_choices_that_take_turns_are_one_delta_each() -> None:
    deltas: list[Delta] = []
    for number in range(6):
        add_text(deltas, TextDelta, str(number), number % 2)
    assert deltas == [TextDelta("024", 0), TextDelta("135", 1)]


def test_logprobs_do_not_interrupt_the_text() -> None:
    deltas: list[Delta] = []
    for number in range(4):
        token = TokenLogprob(str(number), -1.0)
        add_text(deltas, TextDelta, token.token, number % 2)
        add_logprobs(deltas, [token], number % 2)
    tokens = [TokenLogprob(str(number), -1.0) for number in range(4)]
    assert deltas == [
        TextDelta("02", 0),
        LogprobsDelta([tokens[0], tokens[2]], 0),
        TextDelta("13", 1),
        LogprobsDelta([tokens[1], tokens[3]], 1),
    ]
    add_logprobs(deltas, [], 2)
    assert len(deltas) == 4

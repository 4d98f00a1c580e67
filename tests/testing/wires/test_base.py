import pytest

from llmbattler.connectors.contract import FinishReason, ReasoningDelta, RefusalDelta, TextDelta, ToolCall
from llmbattler.connectors.errors import FailureKind
from llmbattler.testing.scripts import Piece
from llmbattler.testing.wires.base import (
    LOGPROB,
    JoinedChoice,
    boolean,
    integer,
    join_pieces,
    kind_of_status,
    mapping,
    number,
    objects,
    random_id,
    rank_tokens,
    reason_of,
    text_of,
    texts,
)


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (401, FailureKind.BAD_KEY),
        (403, FailureKind.BAD_KEY),
        (404, FailureKind.MODEL_MISSING),
        (429, FailureKind.RATE_LIMITED),
        (500, FailureKind.OVERLOADED),
        (529, FailureKind.OVERLOADED),
        (418, FailureKind.REFUSED),
    ],
)
def test_a_status_says_what_failed(status: int, kind: FailureKind) -> None:
    assert kind_of_status(status) is kind


def test_ids_differ() -> None:
    assert len({random_id(20) for _ in range(100)}) == 100


def test_reads_text_from_strings_parts_and_nothing() -> None:
    assert text_of("a") == "a"
    assert text_of([{"text": "a"}, {"text": "b"}, {"image": 1}]) == "ab"
    assert text_of(None) == ""
    assert objects("no list") == []


def test_reads_values_of_the_right_type_only() -> None:
    assert (mapping({"a": 1}), mapping("no object")) == ({"a": 1}, {})
    assert (texts("a"), texts(["a", 1, "b"]), texts(None)) == (("a",), ("a", "b"), ())
    assert (integer(3), integer(True), integer("3")) == (3, None, None)
    assert (number(0.5), number(3), number(False)) == (0.5, 3, None)
    assert (boolean(False), boolean(0)) == (False, None)


def test_pieces_are_joined_by_choice() -> None:
    call = ToolCall("call_1", "look", "{}")
    pieces: list[Piece] = [
        ReasoningDelta("h"), TextDelta("a"), TextDelta("b", 1), ReasoningDelta("m"), RefusalDelta("no", 1), call,
    ]  # fmt: skip
    assert join_pieces(pieces) == JoinedChoice("a", "hm", "", (call,))
    assert join_pieces(pieces, 1) == JoinedChoice("b", "", "no", ())


def test_only_the_first_choice_calls_tools() -> None:
    assert reason_of(0, FinishReason.TOOL_CALLS) is FinishReason.TOOL_CALLS
    assert reason_of(1, FinishReason.TOOL_CALLS) is FinishReason.STOP
    assert reason_of(1, FinishReason.LENGTH) is FinishReason.LENGTH


def test_the_token_itself_is_the_most_likely_one() -> None:
    assert rank_tokens("a", 0) == []
    assert rank_tokens("a", 2) == [("a", LOGPROB), ("a1", LOGPROB - 1)]

from collections.abc import AsyncGenerator

import pytest

from llmbattler.catalog.calls.replies import read_reply
from llmbattler.catalog.records import AnswerFinish
from llmbattler.connectors.contract import Delta, FinishReason, ReasoningDelta, TextDelta, Usage
from llmbattler.connectors.errors import BrokenStream


def finish(reason: FinishReason = FinishReason.STOP) -> AnswerFinish:
    return AnswerFinish(
        reason,
        Usage(),
        billed=Usage(3, 4),
        estimated=True,
        cost_micro_usd=7,
        first_token_ms=10,
        total_ms=20,
        attempts=2,
    )


async def stream(*deltas: Delta) -> AsyncGenerator[Delta, None]:
    for delta in deltas:
        yield delta


async def test_a_reply_is_the_text_with_the_facts_of_the_last_delta() -> None:
    reply = await read_reply(stream(ReasoningDelta("Hm."), TextDelta("Hello "), TextDelta("you."), finish()))
    assert (reply.text, reply.finish, reply.complete) == ("Hello you.", FinishReason.STOP, True)
    assert (reply.usage, reply.cost_micro_usd) == (Usage(3, 4), 7)
    assert (reply.first_token_ms, reply.total_ms, reply.attempts) == (10, 20, 2)


@pytest.mark.parametrize("reason", [reason for reason in FinishReason if reason is not FinishReason.STOP])
async def test_an_answer_that_the_model_did_not_end_is_not_complete(reason: FinishReason) -> None:
    assert not (await read_reply(stream(TextDelta("Hel"), finish(reason)))).complete


async def test_a_stream_without_an_end_is_broken() -> None:
    with pytest.raises(BrokenStream):
        await read_reply(stream(TextDelta("Hel")))

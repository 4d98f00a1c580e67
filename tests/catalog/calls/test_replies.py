from collections.abc import AsyncGenerator

import pytest

from llmbattler.catalog.calls.replies import read_reply
from llmbattler.catalog.records import AnswerFinish
from llmbattler.connectors.contract import Delta, FinishReason, ReasoningDelta, TextDelta, Usage
from llmbattler.connectors.errors import BrokenStream

END = AnswerFinish(
    FinishReason.STOP,
    Usage(),
    billed=Usage(3, 4),
    estimated=True,
    cost_micro_usd=5,
    first_token_ms=6,
    total_ms=7,
    attempts=1,
)


async def send(*deltas: Delta) -> AsyncGenerator[Delta, None]:
    for delta in deltas:
        yield delta


async def test_a_reply_is_the_text_and_what_it_took() -> None:
    reply = await read_reply(send(ReasoningDelta("hm"), TextDelta("Ye"), TextDelta("s."), END))
    assert (reply.text, reply.usage, reply.cost_micro_usd, reply.complete) == ("Yes.", Usage(3, 4), 5, True)


async def test_of_several_choices_the_first_is_the_reply() -> None:
    assert (await read_reply(send(TextDelta("b", 1), TextDelta("a", 0), END))).text == "a"


async def test_a_reply_without_an_end_is_broken() -> None:
    with pytest.raises(BrokenStream):
        await read_reply(send(TextDelta("half")))

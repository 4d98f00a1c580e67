"""Read a whole answer from a stream."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass

from llmbattler.connectors.contract import Delta, FinishReason, TextDelta, Usage
from llmbattler.connectors.errors import BrokenStream

from ..records import AnswerFinish


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """A whole answer with its usage, cost and times."""

    text: str
    finish: FinishReason
    """`LENGTH` also when it was stopped because it was longer than the caller allowed."""
    usage: Usage
    cost_micro_usd: int | None
    first_token_ms: int | None
    total_ms: int
    attempts: int
    """More than one when the first ones failed."""

    @property
    def complete(self) -> bool:
        """Tell whether the model ended the answer by itself."""
        return self.finish is FinishReason.STOP


async def read_reply(deltas: AsyncGenerator[Delta, None]) -> Reply:
    """Read a whole answer. Raises `BrokenStream` when it has no end."""
    texts: list[str] = []
    finish: AnswerFinish | None = None
    async with aclosing(deltas):
        async for delta in deltas:
            if isinstance(delta, TextDelta):
                texts.append(delta.text)
            elif isinstance(delta, AnswerFinish):
                finish = delta
    if finish is None:
        raise BrokenStream
    return Reply(
        text="".join(texts),
        finish=finish.reason,
        usage=finish.billed,
        cost_micro_usd=finish.cost_micro_usd,
        first_token_ms=finish.first_token_ms,
        total_ms=finish.total_ms,
        attempts=finish.attempts,
    )

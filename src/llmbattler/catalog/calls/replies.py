"""Read a whole answer from a stream."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass

from llmbattler.connectors.contract import Delta, FinishReason, TextDelta, Usage
from llmbattler.connectors.errors import BrokenStream

from ..records import AnswerFinish


@dataclass(frozen=True, slots=True)
class Reply:
    """A whole answer with its usage, cost and times."""

    text: str
    end: AnswerFinish

    @property
    def finish(self) -> FinishReason:
        """`LENGTH` also when it was stopped because it was longer than the caller allowed."""
        return self.end.reason

    @property
    def usage(self) -> Usage:
        return self.end.billed

    @property
    def cost_micro_usd(self) -> int | None:
        return self.end.cost_micro_usd

    @property
    def first_token_ms(self) -> int | None:
        return self.end.first_token_ms

    @property
    def total_ms(self) -> int:
        return self.end.total_ms

    @property
    def answering_model(self) -> str | None:
        """The model that answered, where the server names another one than was asked for. For admins only."""
        return self.end.model

    @property
    def attempts(self) -> int:
        return self.end.attempts

    @property
    def complete(self) -> bool:
        """Tell whether the model ended the answer by itself."""
        return self.finish is FinishReason.STOP


async def read_reply(deltas: AsyncGenerator[Delta, None]) -> Reply:
    """Read a whole answer, of several choices the first. Raises `BrokenStream` when it has no end."""
    texts: list[str] = []
    finish: AnswerFinish | None = None
    async with aclosing(deltas):
        async for delta in deltas:
            if isinstance(delta, TextDelta) and delta.choice == 0:
                texts.append(delta.text)
            elif isinstance(delta, AnswerFinish):
                finish = delta
    if finish is None:
        raise BrokenStream
    return Reply("".join(texts), finish)

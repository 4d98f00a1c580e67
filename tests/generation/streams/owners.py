"""An owner of generations that stores results in memory."""

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from typing import Any

from llmbattler.connectors.contract import Delta, Finish, FinishReason, Message, Params, TextDelta, Usage
from llmbattler.core.db import Session
from llmbattler.core.resources import Resources
from llmbattler.generation.contestants.service import AnswerContext, AnswerPlan, Contestant
from llmbattler.generation.streams.service import (
    Ended,
    EndWriter,
    Failure,
    GenerationKey,
    Outcome,
    StoredEnd,
    StreamRequest,
)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ScriptedContestant(Contestant):
    """Answers with these deltas, or raises the exceptions among them."""

    parts: Sequence[str | Delta | Exception]

    def plan(self, messages: Sequence[Message], params: Params | None = None) -> AnswerPlan:  # noqa: ARG002
        return AnswerPlan(())

    async def answer(
        self,
        messages: Sequence[Message],  # noqa: ARG002
        params: Params | None,  # noqa: ARG002
        context: AnswerContext,  # noqa: ARG002
    ) -> AsyncGenerator[Delta, None]:
        for part in self.parts:
            if isinstance(part, Exception):
                raise part
            yield TextDelta(part) if isinstance(part, str) else part
        if not any(isinstance(part, Finish) for part in self.parts):
            yield Finish(FinishReason.STOP, Usage())


def request(*parts: str | Delta | Exception, most: int | None = None) -> StreamRequest:
    return ask(ScriptedContestant(id="toy:a@1", kind="toy", name="A", parts=parts), most=most)


def ask(contestant: Contestant, most: int | None = None) -> StreamRequest:
    context = AnswerContext(resources=Resources(), purpose="battle")
    messages = [Message.user("Why?")]
    return StreamRequest(contestant=contestant, messages=messages, context=context, most_characters=most)


class MemoryOwner:
    """Plans are the requests themselves."""

    kind = "shelf"

    def __init__(self) -> None:
        self.ends: dict[GenerationKey, StoredEnd] = {}
        self.outcomes: list[Outcome] = []
        self.abandoned: list[tuple[GenerationKey, tuple[str, ...]]] = []

    async def prepare(self, plan: Sequence[StreamRequest | None]) -> Sequence[StreamRequest | None]:
        return plan

    async def end(self, plan: Any, outcome: Outcome) -> EndWriter:  # noqa: ARG002
        async def write(_: Session) -> Ended:
            self.outcomes.append(outcome)
            return Ended(outcome.failure, "on the shelf")

        return write

    async def find_end(self, session: Session, key: GenerationKey) -> StoredEnd | None:  # noqa: ARG002
        return self.ends.get(key)

    async def abandon(self, session: Session, key: GenerationKey, shown: Sequence[str]) -> None:  # noqa: ARG002
        self.abandoned.append((key, tuple(shown)))
        self.ends[key] = StoredEnd(Ended(Failure.LOST))

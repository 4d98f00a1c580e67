"""Read one stream to its end."""

import time
from contextlib import aclosing
from dataclasses import dataclass, field

from llmbattler.connectors.contract import Finish, FinishReason, RefusalDelta, TextDelta, ToolCallDelta, Usage
from llmbattler.connectors.errors import BrokenStream, Filtered

from ...contestants.flow import stream_answer
from ...contestants.service import AnswerFinish
from ..buffers import StreamBuffer, clean_text
from ..contract import StreamAnswer, StreamRequest


async def read_stream(request: StreamRequest, buffer: StreamBuffer) -> StreamAnswer:
    """Fill the buffer. Raises a `ConnectorError` when there is no answer worth keeping."""
    reader = _Reader(request, buffer)
    deltas = stream_answer(request.contestant, request.messages, context=request.context, params=request.params)
    async with aclosing(deltas) as given:
        async for delta in given:
            if isinstance(delta, TextDelta):
                if not reader.take(delta):
                    break  # cut at the same length in every process, and marked like any other truncated answer
            elif isinstance(delta, ToolCallDelta):
                reader.tool_calls.append(delta)
            elif isinstance(delta, Finish):
                reader.finish = delta
    answer = reader.finish_answer()
    buffer.finished = True
    return answer


@dataclass(slots=True)
class _Reader:
    request: StreamRequest
    buffer: StreamBuffer
    finish: Finish = field(default_factory=lambda: Finish(FinishReason.LENGTH, Usage()))
    tool_calls: list[ToolCallDelta] = field(default_factory=list)
    declined: bool = False
    first: float | None = None
    started: float = field(default_factory=time.monotonic)

    def take(self, delta: TextDelta) -> bool:
        """Add text. Returns false at the length limit."""
        self.declined = self.declined or isinstance(delta, RefusalDelta)
        given = self.request.text_filter
        return self._add(delta.text if given is None else given.feed(delta.text))

    def _add(self, text: str) -> bool:
        most, buffer = self.request.most_characters, self.buffer
        if text:
            if self.first is None:
                self.first = time.monotonic()
            buffer.add(clean_text(text, room=None if most is None else most - buffer.received))
        return most is None or buffer.received < most

    def finish_answer(self) -> StreamAnswer:
        if self.request.text_filter is not None:
            self._add(self.request.text_filter.finish())
        finish, first = self.finish, self.first
        # A refusal in words is an answer; a refusal without words means that the provider blocked it.
        blocked = finish.reason is FinishReason.REFUSAL and not self.declined
        if blocked or finish.reason is FinishReason.FILTERED:
            raise Filtered
        if not self.buffer.text.strip() and not self.tool_calls:
            raise BrokenStream("The answer was empty.")
        return StreamAnswer(
            text=self.buffer.text,
            finish=finish.reason.value,
            latency_ms=round((time.monotonic() - self.started) * 1000),
            first_token_ms=None if first is None else round((first - self.started) * 1000),
            input_tokens=finish.usage.input_tokens,
            output_tokens=finish.usage.output_tokens,
            cost_micro_usd=_counted_cost(finish),
            tool_calls=tuple(self.tool_calls),
        )


def _counted_cost(finish: Finish) -> int | None:
    """The cost if the provider counted the tokens; `None` for estimates."""
    return finish.cost_micro_usd if isinstance(finish, AnswerFinish) and not finish.estimated else None

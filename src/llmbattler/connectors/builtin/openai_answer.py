"""Read the answers of the OpenAI-compatible wire."""

from collections.abc import Sequence
from typing import Any, ClassVar

import msgspec

from ..contract import (
    Delta,
    Finish,
    FinishReason,
    ReasoningDelta,
    RefusalDelta,
    TextDelta,
    TokenLogprob,
    ToolCallDelta,
    Usage,
)
from ..deltas import add_logprobs, add_text
from ..errors import BrokenStream
from ..http import decode_event
from ..provider_errors import error_from_event, read_error, read_problem
from ..sse import Event

REASONS = {
    "stop": FinishReason.STOP,
    "length": FinishReason.LENGTH,
    "tool_calls": FinishReason.TOOL_CALLS,
    "function_call": FinishReason.TOOL_CALLS,
    "content_filter": FinishReason.FILTERED,
    # From Mistral, and from Google's compatible endpoint, which passes its own reasons on.
    "model_length": FinishReason.LENGTH,
    "max_tokens": FinishReason.LENGTH,
    **dict.fromkeys(
        ("safety", "recitation", "language", "blocklist", "prohibited_content", "spii"), FinishReason.FILTERED
    ),
}
# The reasons of vLLM, SGLang and DeepSeek for an answer that they abort, and of Google for one that it gives up.
BROKEN = frozenset({"abort", "insufficient_system_resource", "other", "malformed_function_call"})
SHORTEST_CHUNK = len(b'{"choices":[]}')


class _Piece(msgspec.Struct, gc=False):
    """Mistral streams the content of a reasoning model in pieces."""

    text: str = ""
    thinking: "list[_Piece] | None" = None


class _Function(msgspec.Struct, gc=False):
    name: str | None = None
    arguments: str | None = None


class _ToolCall(msgspec.Struct, gc=False):
    index: int | None = None
    id: str | None = None
    function: _Function | None = None


class _Delta(msgspec.Struct, gc=False):
    content: str | list[_Piece] | None = None
    reasoning_content: str | None = None
    reasoning: str | None = None
    refusal: str | None = None
    tool_calls: list[_ToolCall] | None = None


class _Choice(msgspec.Struct, gc=False):
    index: int | None = None
    delta: _Delta | None = None
    finish_reason: str | None = None
    error: object = None


class _Alternative(msgspec.Struct):
    token: str
    logprob: float
    bytes: list[int] | None = None


class _Token(_Alternative):
    top_logprobs: list[_Alternative] | None = None


class _Logprobs(msgspec.Struct):
    content: list[_Token] | None = None
    refusal: list[_Token] | None = None


class _ScoredChoice(_Choice, gc=False):
    logprobs: _Logprobs | None = None


class _PromptDetails(msgspec.Struct):
    cached_tokens: int | None = None
    cache_write_tokens: int | None = None


class _CompletionDetails(msgspec.Struct):
    reasoning_tokens: int | None = None


class _Usage(msgspec.Struct):
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    prompt_tokens_details: _PromptDetails | None = None
    completion_tokens_details: _CompletionDetails | None = None


class _Chunk(msgspec.Struct, gc=False):
    choices: list[_Choice] | None = None
    usage: _Usage | None = None
    error: object = None


class _ScoredChunk(msgspec.Struct, gc=False):
    """With log probabilities; read only if asked for, since some servers send them in other formats."""

    choices: list[_ScoredChoice] | None = None
    usage: _Usage | None = None
    error: object = None


class _Named(msgspec.Struct):
    model: object = None


_chunks = msgspec.json.Decoder(_Chunk)
_named = msgspec.json.Decoder(_Named)
_scored_chunks = msgspec.json.Decoder(_ScoredChunk)


class OpenAIAnswer:
    """Reads the chunks of one answer. Choices beyond the number that was asked for are ignored."""

    decoder: ClassVar[msgspec.json.Decoder[Any]] = _chunks

    def __init__(self, wanted: int = 1) -> None:
        self.complete = False
        self._wanted = wanted
        self._model: str | None = None
        self._reasons: dict[int, str] = {}
        self._choices = {0}
        self._calls: dict[int, set[int]] = {}
        self._refused: set[int] = set()
        self._failed = False
        self._started = False
        self._usage = Usage()

    def take(self, events: Sequence[Event]) -> list[Delta]:
        deltas: list[Delta] = []
        for event in events:
            if len(event.data) < SHORTEST_CHUNK and event.data.startswith(b"[DONE]"):
                self.complete = True
                break
            chunk: _Chunk | _ScoredChunk = decode_event(self.decoder, event)
            for choice in chunk.choices or ():
                self._take_choice(choice, deltas)
            if chunk.error is not None or self._failed:
                raise error_from_event(read_problem(event.data))
            if chunk.usage is not None:
                self._take_usage(chunk.usage)
            elif not chunk.choices:
                _check_error(event)
        if deltas and not self._started:
            self._started = True
            self._model = _find_model(events)
        return deltas

    def _take_choice(self, choice: _Choice, deltas: list[Delta]) -> None:
        if choice.error is not None:
            raise error_from_event(read_problem(msgspec.json.encode({"error": choice.error})))
        index = choice.index or 0
        if index:
            if not self._wants(choice):
                return
            self._choices.add(index)
        # Some servers put an empty reason into every chunk.
        if choice.finish_reason:
            reason = self._reasons[index] = choice.finish_reason.lower()
            self._failed = self._failed or reason == "error"
        delta = choice.delta
        if delta is None:
            return
        content = delta.content
        if delta.reasoning_content or delta.reasoning or delta.refusal or delta.tool_calls or type(content) is list:
            self._take_rare(delta, index, deltas)
        elif type(content) is str:
            add_text(deltas, TextDelta, content, index)

    def _wants(self, choice: _Choice) -> bool:
        return 0 <= (choice.index or 0) < self._wanted

    def _take_rare(self, delta: _Delta, index: int, deltas: list[Delta]) -> None:
        add_text(deltas, ReasoningDelta, delta.reasoning_content or delta.reasoning or "", index)
        content = delta.content or ""
        for piece in [_Piece(content)] if isinstance(content, str) else content:
            add_text(deltas, ReasoningDelta, "".join(part.text for part in piece.thinking or ()), index)
            add_text(deltas, TextDelta, piece.text, index)
        if delta.refusal:
            self._refused.add(index)
            add_text(deltas, RefusalDelta, delta.refusal, index)
        deltas.extend(self._take_call(call, index) for call in delta.tool_calls or ())

    def _take_call(self, call: _ToolCall, choice: int) -> ToolCallDelta:
        known = self._calls.setdefault(choice, set())
        # Google's compatible endpoint leaves the index out; there every piece is a whole call.
        index = len(known) if call.index is None else call.index
        known.add(index)
        name = (call.function.name if call.function else None) or ""
        arguments = (call.function.arguments if call.function else None) or ""
        return ToolCallDelta(index, call.id or "", name, arguments, choice)

    def _take_usage(self, usage: _Usage) -> None:
        prompt, completion = usage.prompt_tokens_details, usage.completion_tokens_details
        self._usage = Usage(
            usage.prompt_tokens,
            usage.completion_tokens,
            prompt.cached_tokens if prompt else None,
            completion.reasoning_tokens if completion else None,
            prompt.cache_write_tokens if prompt else None,
        )

    def finish(self) -> Finish:
        if not (self._choices <= self._reasons.keys() or (self.complete and self._started)):
            raise BrokenStream
        reasons = tuple(self._finish_reason(index) for index in sorted(self._choices))
        return Finish(reasons[0], self._usage, reasons if len(reasons) > 1 else (), self._model)

    def _finish_reason(self, index: int) -> FinishReason:
        said = self._reasons.get(index, "stop")
        if said in BROKEN:
            raise BrokenStream(f"The provider ended it with the reason {said!r}.")
        reason = REASONS.get(said, FinishReason.STOP)
        if reason is not FinishReason.STOP:
            return reason
        if index in self._calls:
            return FinishReason.TOOL_CALLS
        return FinishReason.REFUSAL if index in self._refused else reason


class ScoredOpenAIAnswer(OpenAIAnswer):
    """Reads the log probabilities too."""

    decoder = _scored_chunks

    def __init__(self, top: int, wanted: int = 1) -> None:
        super().__init__(wanted)
        self._top = top

    def _take_choice(self, choice: _Choice, deltas: list[Delta]) -> None:
        super()._take_choice(choice, deltas)
        if isinstance(choice, _ScoredChoice) and choice.logprobs is not None and self._wants(choice):
            tokens = [*(choice.logprobs.content or ()), *(choice.logprobs.refusal or ())]
            add_logprobs(deltas, [self._read_token(token) for token in tokens], choice.index or 0)

    def _read_token(self, token: _Token) -> TokenLogprob:
        # llama.cpp reports alternatives that were not asked for.
        top = (token.top_logprobs or ())[: self._top]
        return _read_alternative(token, tuple(_read_alternative(other) for other in top))


def _find_model(events: Sequence[Event]) -> str | None:
    """The model that the first chunks with text name. Later ones are not read again, since there may be thousands."""
    for event in events:
        if event.data.startswith(b"{"):
            model = decode_event(_named, event).model
            if isinstance(model, str) and model:
                return model
    return None


def _check_error(event: Event) -> None:
    """Raise the error in a chunk without choices: vLLM and Mistral put its fields on the top level."""
    problem = read_error(event.data)
    if problem is not None:
        raise error_from_event(problem)


def _read_alternative(token: _Alternative, top: tuple[TokenLogprob, ...] = ()) -> TokenLogprob:
    return TokenLogprob(token.token, token.logprob, None if token.bytes is None else bytes(token.bytes), top)

"""The connector contract as tests to inherit.

    class TestMyConnector(ConnectorContract):
        place = Place("my-model")

        def connect(self, transport: Transport) -> Connector:
            return MyConnector(transport)

They run under pytest with `asyncio_mode = "auto"`. A connector for a wire of `ScriptedProvider` inherits `WireContract`
instead, which also tests every fault and every feature that the connector declares.
"""

# ruff: noqa: S101 - these are tests, and pytest is not installed with the product

import asyncio
import traceback
from collections.abc import AsyncIterator, Awaitable, Sequence
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from typing import Protocol, runtime_checkable

from llmbattler.connectors.contract import (
    Connector,
    Delta,
    Features,
    Finish,
    FinishReason,
    ListedModel,
    Message,
    Params,
    Place,
    ReasoningDelta,
    TextDelta,
    ToolCall,
    Usage,
)
from llmbattler.connectors.errors import ConnectorError, FailureKind, UnsupportedParameter
from llmbattler.connectors.features import check_params, list_needed
from llmbattler.connectors.transport import Transport, open_transport

from .answers import text_of, tool_calls_of
from .feature_cases import CASES, list_asks
from .provider import ScriptedProvider
from .records import Turn
from .scripts import ANSWERED_FAILURES, Script

BLOCKED = {FinishReason.FILTERED, FinishReason.REFUSAL}
UNICODE = "Grüße, 你好, שלום, e\u0301, 👩🏽‍🚀 and \u2028 a line separator.\n\tEnd"
TIMEOUT = 10.0


@runtime_checkable
class ClosableStream(Protocol):
    """An async generator, or another stream that can be closed before its end."""

    def __aiter__(self) -> AsyncIterator[Delta]: ...

    def __anext__(self) -> Awaitable[Delta]: ...

    async def aclose(self) -> None: ...


class ConnectorContract:
    """For any connector; override `place`, `connect` and, if the model does not echo, `asking_for`."""

    place: Place

    def connect(self, transport: Transport) -> Connector:
        raise NotImplementedError

    def asking_for(self, text: str) -> Sequence[Message]:
        """A conversation that the model answers with exactly `text`."""
        return [Message.user(text)]

    @asynccontextmanager
    async def connected(self) -> AsyncIterator[Connector]:
        """A connector on its own transport; both are closed afterwards."""
        transport = open_transport()
        try:
            connector = self.connect(transport)
            yield connector
            await connector.close()
        finally:
            await transport.close()

    async def test_streams_text_and_ends_with_one_finish(self) -> None:
        async with self.connected() as connector:
            deltas = await self._deltas(connector, self.asking_for("One, two, three, four."))
        assert text_of(deltas) == "One, two, three, four."
        assert [isinstance(delta, Finish) for delta in deltas] == [False] * (len(deltas) - 1) + [True]
        finish = deltas[-1]
        assert isinstance(finish, Finish)
        assert finish.reason is FinishReason.STOP
        assert isinstance(finish.usage, Usage)

    async def test_keeps_every_character(self) -> None:
        async with self.connected() as connector:
            assert text_of(await self._deltas(connector, self.asking_for(UNICODE))) == UNICODE

    async def test_streams_at_the_same_time_do_not_mix(self) -> None:
        texts = [f"Stream {number} says {number * 111}." for number in range(20)]
        async with self.connected() as connector:
            asked = [self._deltas(connector, self.asking_for(text)) for text in texts]
            assert [text_of(deltas) for deltas in await asyncio.gather(*asked)] == texts

    async def test_a_stream_can_be_closed_early_and_another_one_started(self) -> None:
        async with self.connected() as connector:
            stream = closable(connector.stream(self.place, self.asking_for("Closed after the first word."), Params()))
            async with aclosing(stream):
                await anext(stream)
            assert text_of(await self._deltas(connector, self.asking_for("Still here."))) == "Still here."

    async def test_lists_the_model_of_its_place(self) -> None:
        async with self.connected() as connector:
            listed = await connector.list_models(self.place)
        assert all(isinstance(model, ListedModel) for model in listed)
        assert self.place.model in {model.id for model in listed}

    async def test_closes_twice(self) -> None:
        async with self.connected() as connector:
            await connector.close()

    async def test_declares_its_features(self) -> None:
        async with self.connected() as connector:
            assert isinstance(connector.features, Features)

    async def test_an_unsupported_parameter_is_named(self) -> None:
        async with self.connected() as connector:
            for feature in CASES.keys() - connector.features.supported:
                for asked in CASES[feature].asks:
                    needed = {other.value for other in list_needed(asked)}
                    if feature.value in needed:
                        assert _unsupported(connector, asked) in needed

    async def _deltas(
        self, connector: Connector, messages: Sequence[Message], params: Params | None = None
    ) -> list[Delta]:
        async with (
            asyncio.timeout(TIMEOUT),
            aclosing(closable(connector.stream(self.place, messages, params or Params()))) as stream,
        ):
            return [delta async for delta in stream]


class WireContract(ConnectorContract):
    """For connectors for a wire of `ScriptedProvider`; override `base_url` and `connect`."""

    model = "zz-contract-model"
    api_key = "sk-contract-0123456789abcdef"
    provider: ScriptedProvider

    def base_url(self, provider: ScriptedProvider) -> str:
        raise NotImplementedError

    @asynccontextmanager
    async def connected(self) -> AsyncIterator[Connector]:
        async with AsyncExitStack() as stack:
            self.provider = await stack.enter_async_context(ScriptedProvider(api_key=self.api_key))
            self.place = Place(self.model, self.base_url(self.provider), self.api_key)
            self.provider.script(self.model, Script(echo=True))
            yield await stack.enter_async_context(super().connected())

    async def test_sends_every_message(self) -> None:
        messages = [
            Message.system("Answer in one word."),
            Message.user("First question"),
            Message.assistant("First answer"),
            Message.user("Second question"),
        ]
        async with self.connected() as connector:
            await self._deltas(connector, messages)
            turns = self.provider.requests[0].turns
        assert turns == tuple(Turn(message.role, message.text) for message in messages)

    async def test_sends_the_model_and_the_key(self) -> None:
        async with self.connected() as connector:
            await self._deltas(connector, [Message.user("Hi")])
            request = self.provider.requests[0]
        assert (request.model, request.api_key, request.stream) == (self.model, self.api_key, True)

    async def test_reports_usage(self) -> None:
        async with self.connected() as connector:
            self.provider.script(self.model, Script(usage=Usage(120, 45, cached_tokens=0, reasoning_tokens=0)))
            finish = (await self._deltas(connector, [Message.user("Hi")]))[-1]
        assert isinstance(finish, Finish)
        assert (finish.usage.input_tokens, finish.usage.output_tokens) == (120, 45)

    async def test_reports_the_finish_reason(self) -> None:
        async with self.connected() as connector:
            for reason in (FinishReason.STOP, FinishReason.LENGTH, FinishReason.FILTERED):
                self.provider.script(self.model, Script(finish=reason))
                finish = (await self._deltas(connector, [Message.user("Hi")]))[-1]
                assert isinstance(finish, Finish)
                # Some wires have one reason for both.
                assert finish.reason is reason or {finish.reason, reason} == BLOCKED

    async def test_separates_reasoning_from_text(self) -> None:
        async with self.connected() as connector:
            self.provider.script(self.model, Script(reasoning="Let me think.", text="Yes."))
            deltas = await self._deltas(connector, [Message.user("Hi")])
        assert text_of(deltas) == "Yes."
        assert "".join(delta.text for delta in deltas if isinstance(delta, ReasoningDelta)) == "Let me think."

    async def test_reports_tool_calls(self) -> None:
        calls = (ToolCall("call_1", "look", '{"at":"the sea"}'), ToolCall("call_2", "go", '{"to":"it"}'))
        async with self.connected() as connector:
            self.provider.script(self.model, Script(text="", tool_calls=calls))
            deltas = await self._deltas(connector, [Message.user("Hi")])
        finish = deltas[-1]
        assert isinstance(finish, Finish)
        assert finish.reason is FinishReason.TOOL_CALLS
        assert tool_calls_of(deltas) == [(call.name, call.arguments) for call in calls]

    async def test_keeps_characters_that_are_split_over_reads(self) -> None:
        async with self.connected() as connector:
            for size in (1, 7):
                self.provider.script(self.model, Script(text=UNICODE, split_bytes=size))
                assert text_of(await self._deltas(connector, [Message.user("Hi")])) == UNICODE

    async def test_text_arrives_as_it_is_sent(self) -> None:
        async with self.connected() as connector:
            self.provider.script(self.model, Script(chunks=("first", " second")))
            self.provider.hold(self.model, at=1)
            async with (
                aclosing(closable(connector.stream(self.place, [Message.user("Hi")], Params()))) as stream,
                asyncio.timeout(TIMEOUT),
            ):
                assert await anext(stream) == TextDelta("first")
                self.provider.release(self.model)
                assert text_of([delta async for delta in stream]) == " second"

    async def test_every_failure_is_named(self) -> None:
        async with self.connected() as connector:
            for kind in sorted(ANSWERED_FAILURES):
                self.provider.script(self.model, Script(failure=kind))
                assert (await self._failure(connector)).kind is kind, kind

    async def test_every_status_is_named(self) -> None:
        expected = {
            401: FailureKind.BAD_KEY,
            404: FailureKind.MODEL_MISSING,
            429: FailureKind.RATE_LIMITED,
            500: FailureKind.OVERLOADED,
            502: FailureKind.OVERLOADED,
            503: FailureKind.OVERLOADED,
        }
        async with self.connected() as connector:
            for status, kind in expected.items():
                self.provider.script(self.model, Script(status=status))
                assert (await self._failure(connector)).kind is kind, status

    async def test_reads_retry_after(self) -> None:
        async with self.connected() as connector:
            self.provider.script(self.model, Script(status=429, headers={"Retry-After": "17"}))
            assert (await self._failure(connector)).retry_after == 17  # noqa: PLR2004

    async def test_an_incomplete_answer_is_an_error(self) -> None:
        broken = (
            Script(chunks=("one", "two"), truncate_after=1),
            Script(chunks=("one", "two"), truncate_after=1, cut_abruptly=True),
            Script(chunks=("one", "two"), omit=frozenset({"finish"})),
            Script(truncate_after=0),
        )
        async with self.connected() as connector:
            for script in broken:
                self.provider.script(self.model, script)
                assert (await self._failure(connector)).kind is FailureKind.BROKEN_STREAM, script

    async def test_an_error_event_is_named(self) -> None:
        async with self.connected() as connector:
            self.provider.script(self.model, Script(error_after=1))
            assert (await self._failure(connector)).kind is FailureKind.OVERLOADED

    async def test_a_response_that_is_no_stream_is_an_error(self) -> None:
        page = b"<html><body>Please sign in</body></html>"
        async with self.connected() as connector:
            for script in (Script(garbage=page), Script(garbage=page, content_type="text/html")):
                self.provider.script(self.model, script)
                await self._failure(connector)

    async def test_a_missing_server_is_unreachable(self) -> None:
        async with self.connected() as connector:
            await self.provider.__aexit__(None, None, None)
            assert (await self._failure(connector)).kind is FailureKind.UNREACHABLE

    async def test_the_key_is_never_shown(self) -> None:
        echoes = (
            Script(status=401, body="Incorrect API key provided: {api_key}"),
            Script(status=400, body={"error": {"message": "bad key {api_key}", "type": "{api_key}", "code": "x"}}),
            Script(status=502, body="<html>upstream refused {api_key}</html>"),
        )
        async with self.connected() as connector:
            assert self.api_key not in repr(connector)
            for script in echoes:
                self.provider.script(self.model, script)
                failure = await self._failure(connector)
                shown = (str(failure), repr(failure), failure.detail, *traceback.format_exception(failure))
                assert not any(self.api_key in words for words in shown)

    async def test_closing_a_stream_early_disconnects(self) -> None:
        async with self.connected() as connector:
            self.provider.script(self.model, Script(flood=True))
            stream = closable(connector.stream(self.place, [Message.user("Hi")], Params()))
            async with aclosing(stream), asyncio.timeout(TIMEOUT):
                await anext(stream)
            assert (await self.provider.wait_for_end()).closed_early

    async def test_cancelling_a_stalled_stream_disconnects(self) -> None:
        async with self.connected() as connector:
            self.provider.script(self.model, Script(stall_after=1))
            reading = asyncio.create_task(self._deltas(connector, [Message.user("Hi")]))
            await self.provider.wait_for_chunks(1)
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)
            assert (await self.provider.wait_for_end()).closed_early

    async def test_a_wrong_key_cannot_list_models(self) -> None:
        async with self.connected() as connector:
            wrong = Place(self.model, self.base_url(self.provider), "sk-wrong-0123456789")
            failure = await failure_of(connector.list_models(wrong))
        assert failure.kind is FailureKind.BAD_KEY
        assert "sk-wrong-0123456789" not in str(failure)

    async def test_supported_features_are_sent_and_read_back(self) -> None:
        async with self.connected() as connector:
            for feature in connector.features.supported:
                case = CASES[feature]
                self.provider.script(self.model, case.script)
                for asked in list_asks(feature, connector.features):
                    deltas = await self._deltas(connector, [Message.user("Hi")], asked)
                    case.prove(asked, self.provider.requests[-1], deltas)

    async def _failure(self, connector: Connector) -> ConnectorError:
        return await failure_of(self._deltas(connector, [Message.user("Hi")]))


async def failure_of(call: Awaitable[object]) -> ConnectorError:
    try:
        result = await call
    except ConnectorError as error:
        return error
    raise AssertionError(f"No error, but {result!r}.")


def _unsupported(connector: Connector, asked: Params) -> str:
    try:
        check_params(asked, connector, "this connector")
    except UnsupportedParameter as error:
        return error.parameter
    raise AssertionError(f"No error for {asked!r}.")


def closable(stream: AsyncIterator[Delta]) -> ClosableStream:
    assert isinstance(stream, ClosableStream), "stream() must be an async generator, so that a caller can close it."
    return stream

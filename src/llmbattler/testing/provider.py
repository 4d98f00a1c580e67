"""A scripted model provider on a real socket, for all three wires."""

import asyncio
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from http import HTTPStatus
from types import TracebackType
from typing import Self

import msgspec
from aiohttp import web
from multidict import CIMultiDict

from llmbattler.connectors.errors import FailureKind

from .player import Player, ScriptedCut, send_raw
from .records import ChangeSignal, Gate, RecordedRequest
from .scripts import Script
from .wires.anthropic import AnthropicWire
from .wires.base import Wire, kind_of_status
from .wires.google import GoogleWire
from .wires.openai import OpenAIWire

_OPENAI, _ANTHROPIC, _GOOGLE = OpenAIWire(), AnthropicWire(), GoogleWire()
_BODY_LIMIT = 64 * 1024 * 1024


class ScriptedProvider:
    """`async with ScriptedProvider() as provider: provider.script("some-model", Script(text="Hi"))`.

    Models are scripted and listed by name. Other models are answered by `default`; without a default, as the real
    providers answer for an unknown model. With `api_key`, any other key is rejected.
    """

    def __init__(self, *, port: int = 0, default: Script | None = None, api_key: str | None = None) -> None:
        self.requests: list[RecordedRequest] = []
        self._port = port
        self._default = default
        self._api_key = api_key
        self._scripts: dict[str, Script] = {}
        self._failed: dict[str, int] = {}
        self._gates: dict[str, Gate] = {}
        self._change = ChangeSignal()
        self._closing = False
        self._answering: set[asyncio.Task[object]] = set()
        self._runner = web.AppRunner(self._app(), handler_cancellation=True, access_log=None, shutdown_timeout=1)

    async def __aenter__(self) -> Self:
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", self._port).start()
        self._port = int(self._runner.addresses[0][1])
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closing = True
        running = list(self._answering)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        await self._runner.cleanup()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    @property
    def openai_url(self) -> str:
        return f"{self.url}/v1"

    @property
    def anthropic_url(self) -> str:
        return self.url

    @property
    def google_url(self) -> str:
        return f"{self.url}/v1beta"

    def script(self, model: str, script: Script) -> None:
        """Set how a model behaves from its next request on."""
        self._scripts[model] = script
        self._failed.pop(model, None)

    def hold(self, model: str, at: int = 0) -> None:
        """Let the streams of this model wait after `at` chunks; streams at an earlier hold continue to this one.

        At 0 only the headers have been sent.
        """
        self.release(model)
        self._gates[model] = Gate(at)

    def release(self, model: str) -> None:
        if gate := self._gates.pop(model, None):
            gate.release()

    async def wait_until(self, condition: Callable[[], bool], timeout: float = 10.0) -> None:  # noqa: ASYNC109
        """Wait for a condition on `requests`; it is checked after each change."""
        await self._change.until(condition, timeout)

    async def wait_for_request(self, number: int = 1) -> RecordedRequest:
        """The n-th request, as soon as it has arrived."""
        await self.wait_until(lambda: len(self.requests) >= number)
        return self.requests[number - 1]

    async def wait_for_chunks(self, chunks: int, request: int = 1) -> RecordedRequest:
        """The n-th request, as soon as this many chunks of its answer were sent."""
        record = await self.wait_for_request(request)
        await self.wait_until(lambda: record.chunks_sent >= chunks)
        return record

    async def wait_for_end(self, request: int = 1) -> RecordedRequest:
        """The n-th request, as soon as its answer was sent or its client disconnected."""
        record = await self.wait_for_request(request)
        await self.wait_until(lambda: record.finished or record.closed_early)
        return record

    async def wait_for_held(self, model: str, streams: int = 1) -> None:
        """Return when this many streams wait at the hold of this model."""
        gate = self._gates[model]
        await self.wait_until(lambda: gate.waiting >= streams)

    def changed(self) -> None:
        self._change.changed()

    async def pass_gate(self, model: str, chunk: int) -> None:
        while (gate := self._gates.get(model)) is not None and gate.at == chunk:
            gate.waiting += 1
            self.changed()
            try:
                await gate.passed()
            finally:
                gate.waiting -= 1

    def _app(self) -> web.Application:
        app = web.Application(client_max_size=_BODY_LIMIT)
        app.add_routes(
            [
                web.post("/v1/chat/completions", self._chat),
                web.post("/v1/messages", self._messages),
                web.post("/v1beta/models/{call:.+:(?:stream)?[gG]enerateContent}", self._generate),
                web.get("/v1/models", self._list_models),
                web.get("/v1beta/models", self._list_google_models),
                web.put("/_scripts/{model:.+}", self._put_script),
                web.get("/_requests", self._get_requests),
            ]
        )
        return app

    async def _chat(self, request: web.Request) -> web.StreamResponse:
        return await self._answer(request, _OPENAI)

    async def _messages(self, request: web.Request) -> web.StreamResponse:
        return await self._answer(request, _ANTHROPIC)

    async def _generate(self, request: web.Request) -> web.StreamResponse:
        return await self._answer(request, _GOOGLE)

    async def _list_models(self, request: web.Request) -> web.StreamResponse:
        return self._list(request, _ANTHROPIC if "anthropic-version" in request.headers else _OPENAI)

    async def _list_google_models(self, request: web.Request) -> web.StreamResponse:
        return self._list(request, _GOOGLE)

    def _list(self, request: web.Request, wire: Wire) -> web.Response:
        if self._rejects_key(wire.api_key(request)):
            failure = wire.failure(FailureKind.BAD_KEY, "")
            return web.json_response(failure.body, status=failure.status)
        return web.json_response(wire.model_list(tuple(self._scripts)), headers=wire.headers(""))

    async def _put_script(self, request: web.Request) -> web.Response:
        try:
            script = msgspec.json.decode(await request.read(), type=Script)
        except msgspec.DecodeError as error:
            raise web.HTTPBadRequest(text=str(error)) from error
        self.script(request.match_info["model"], script)
        return web.Response(status=204)

    async def _get_requests(self, _: web.Request) -> web.Response:
        return web.Response(body=msgspec.json.encode(self.requests), content_type="application/json")

    async def _answer(self, request: web.Request, wire: Wire) -> web.StreamResponse:
        record = await _record(request, wire)
        self.requests.append(record)
        self.changed()
        task = asyncio.current_task()
        assert task is not None  # noqa: S101 - a handler always runs in a task
        self._answering.add(task)
        try:
            response: web.StreamResponse = await self._act(request, wire, record)
            record.finished = True
        except ScriptedCut:
            record.finished = True
            response = web.Response()
        except ConnectionError:
            # aiohttp cannot send this response anymore, and would log an exception as an error.
            record.closed_early = True
            response = web.Response()
        except asyncio.CancelledError:
            record.closed_early = not self._closing
            raise
        finally:
            self._answering.discard(task)
            self.changed()
        return response

    async def _act(self, request: web.Request, wire: Wire, record: RecordedRequest) -> web.StreamResponse:
        script = self._script_for(record)
        headers = CIMultiDict(wire.headers(record.model))
        headers.update(script.headers)
        await asyncio.sleep(script.header_delay)
        if script.raw:
            raise send_raw(request, script.raw)
        if script.fails_at_once():
            return _fail(wire, script, record, headers)
        player = Player(self, script, wire.reply(script, record), record)
        if record.stream:
            return await player.stream(request, headers)
        return web.json_response(player.full_response(), headers=headers)

    def _script_for(self, record: RecordedRequest) -> Script:
        if self._rejects_key(record.api_key):
            return Script(failure=FailureKind.BAD_KEY)
        script = self._scripts.get(record.model, self._default)
        if script is None:
            return Script(failure=FailureKind.MODEL_MISSING)
        if script.fail_times is None:
            return script
        failed = self._failed.get(record.model, 0)
        self._failed[record.model] = failed + 1
        return script if failed < script.fail_times else script.healthy()

    def _rejects_key(self, api_key: str) -> bool:
        return self._api_key is not None and api_key != self._api_key


async def _record(request: web.Request, wire: Wire) -> RecordedRequest:
    try:
        body = msgspec.json.decode(await request.read(), type=dict[str, object])
        parsed = wire.parse_request(request, body)
    except (msgspec.DecodeError, ValueError, KeyError) as error:
        raise web.HTTPBadRequest(text=str(error)) from error
    return RecordedRequest(
        wire=wire.name,
        model=parsed.model,
        path=request.path_qs,
        headers={name.lower(): value for name, value in request.headers.items()},
        body=body,
        turns=parsed.turns,
        api_key=parsed.api_key,
        stream=parsed.stream,
        params=parsed.params,
        received_at=datetime.now(UTC),
    )


def _fail(wire: Wire, script: Script, record: RecordedRequest, headers: Mapping[str, str]) -> web.Response:
    failure = wire.failure(script.failure or kind_of_status(script.status), record.model)
    status = failure.status if script.failure else script.status
    body = failure.body if script.body is None else script.body
    text = body if isinstance(body, str) else msgspec.json.encode(body).decode()
    if status == HTTPStatus.OK and record.stream:
        text, kind = f"data: {text}\r\n\r\n", "text/event-stream"
    else:
        kind = _content_type(body)
    return web.Response(
        status=status,
        text=text.replace("{api_key}", record.api_key),
        content_type=script.content_type or kind,
        headers=headers,
    )


def _content_type(body: str | Mapping[str, object]) -> str:
    if isinstance(body, str):
        return "text/html" if body.lstrip().startswith("<") else "text/plain"
    return "application/json"

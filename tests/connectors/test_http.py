import asyncio

import aiohttp
import msgspec
import pytest
from aiohttp import web

from llmbattler.connectors.contract import Delta, Finish, FinishReason, Place, TextDelta, Usage
from llmbattler.connectors.deltas import add_text
from llmbattler.connectors.errors import BrokenStream, ConnectorError, FailureKind, Refused, TooLarge, Unreachable
from llmbattler.connectors.http import (
    LIST_BODY_LIMIT,
    Request,
    error_from_transport,
    get_json,
    stream_answer,
    with_version,
    write_arguments,
)
from llmbattler.connectors.sse import Event
from llmbattler.connectors.transport import Transport
from llmbattler.testing import Script, ScriptedProvider

KEY = "sk-canary-0123456789abcdef"


class Verbatim:
    """The smallest wire: every event is a piece of text, `end` is the end."""

    complete = False

    def take(self, events: list[Event]) -> list[Delta]:
        deltas: list[Delta] = []
        for event in events:
            self.complete = event.text == "end"
            add_text(deltas, TextDelta, "" if self.complete else event.text)
        return deltas

    def finish(self) -> Finish:
        if not self.complete:
            raise BrokenStream
        return Finish(FinishReason.STOP, Usage())


def request(url: str, headers: dict[str, str] | None = None, body: bytes | None = b"{}") -> Request:
    return Request(Place("m", url, KEY, headers or {}), f"{url}/v1/chat/completions", {}, body)


async def test_a_wire_is_a_few_lines(transport: Transport, provider: ScriptedProvider) -> None:
    provider.script("m", Script(garbage=b"data: Hel\n\ndata: lo\n\ndata: end\n\n"))
    ask = request(provider.url, body=b'{"model": "m", "stream": true}')
    deltas = [delta async for delta in stream_answer(transport, ask, Verbatim())]
    assert deltas == [TextDelta("Hello"), Finish(FinishReason.STOP, Usage())]


async def test_no_key_and_no_header_shows_in_a_repr_or_an_error(
    transport: Transport, provider: ScriptedProvider
) -> None:
    provider.script("m", Script(status=400, body=f"{KEY} and my-team-token"))
    ask = request(provider.url, {"X-Team": "my-team-token"}, b'{"model": "m", "stream": true}')
    assert KEY not in repr(ask)
    assert "my-team-token" not in repr(ask)
    with pytest.raises(Refused) as caught:
        await anext(stream_answer(transport, ask, Verbatim()))
    assert caught.value.detail == "[key] and [key]"
    assert caught.value.__cause__ is None


async def test_own_messages_are_not_redacted(transport: Transport, provider: ScriptedProvider) -> None:
    provider.script("m", Script(raw=b"HTTP/1.1"))
    ask = request(provider.url, {"Connection": "close"}, b'{"model": "m", "stream": true}')
    with pytest.raises(BrokenStream) as caught:
        await anext(stream_answer(transport, ask, Verbatim()))
    assert caught.value.detail == "The server closed the connection."


async def test_an_error_document_with_status_200_is_an_error(transport: Transport, provider: ScriptedProvider) -> None:
    said = '{"error":"Unexpected endpoint or method. (POST /chat/completions)"}'
    answer = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(said)}\r\n\r\n{said}"
    provider.script("m", Script(raw=answer.encode()))
    ask = request(provider.url, body=b'{"model": "m", "stream": true}')
    with pytest.raises(Refused, match="Unexpected endpoint or method"):
        await anext(stream_answer(transport, ask, Verbatim()))


@pytest.mark.parametrize(
    ("url", "headers"),
    [("nonsense", {}), ("ftp://host", {}), ("http://host:99999", {}), ("http://[", {}), ("http://a", {"X": "a\nb"})],
)
async def test_what_cannot_be_sent_is_refused(transport: Transport, url: str, headers: dict[str, str]) -> None:
    with pytest.raises(ConnectorError) as caught:
        await anext(stream_answer(transport, request(url, headers), Verbatim()))
    assert caught.value.kind in {FailureKind.REFUSED, FailureKind.UNREACHABLE}


async def test_a_closed_transport_is_unreachable(provider: ScriptedProvider, transport: Transport) -> None:
    await transport.close()
    with pytest.raises(Unreachable):
        await anext(stream_answer(transport, request(provider.url), Verbatim()))


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (TimeoutError(), FailureKind.TIMED_OUT),
        (aiohttp.ServerDisconnectedError(), FailureKind.BROKEN_STREAM),
        (ConnectionResetError(), FailureKind.BROKEN_STREAM),
        (aiohttp.ClientPayloadError(), FailureKind.BROKEN_STREAM),
        (OSError("no route"), FailureKind.UNREACHABLE),
        (aiohttp.InvalidURL("x"), FailureKind.REFUSED),
        (ValueError("header"), FailureKind.REFUSED),
    ],
)
def test_every_transport_error_is_named(error: Exception, kind: FailureKind) -> None:
    assert error_from_transport(error).kind is kind


async def test_documents_have_a_size_and_a_shape(transport: Transport) -> None:
    bodies = {"/long": b" " * (LIST_BODY_LIMIT + 2), "/odd": b"<html>", "/fine": b"[1, 2]"}

    async def serve(asked: web.BaseRequest) -> web.Response:
        return web.Response(body=bodies[asked.path])

    runner = web.ServerRunner(web.Server(serve))
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    decoder = msgspec.json.Decoder(list[int])

    def get(path: str) -> "asyncio.Future[list[int]]":
        return asyncio.ensure_future(get_json(transport, Request(Place("m"), url + path, {}), decoder))

    assert await get("/fine") == [1, 2]
    with pytest.raises(TooLarge):
        await get("/long")
    with pytest.raises(Refused, match="not like this kind"):
        await get("/odd")
    await runner.cleanup()


def test_writes_addresses_and_arguments() -> None:
    assert with_version("http://host/", "/v1") == "http://host/v1"
    assert with_version("http://host/v2/", "/v1") == "http://host/v2"
    assert bytes(write_arguments('{"a": 1}')) == b'{"a": 1}'
    assert bytes(write_arguments("")) == b"{}"
    assert bytes(write_arguments("[1")) == b'{"input":"[1"}'

import asyncio
import zlib

import pytest

from llmbattler.connectors.contract import ToolCall
from llmbattler.connectors.errors import FailureKind
from llmbattler.testing import Script, ScriptedProvider

from .raw import MODEL, PATHS, WIRES, answer, asked, body_for, chunk_sizes, connection, parse, request_bytes


async def test_delays_are_slept_and_not_skipped(provider: ScriptedProvider) -> None:
    loop = asyncio.get_running_loop()
    provider.script(MODEL, Script(chunks=("a", "b", "c"), header_delay=0.03, first_delay=0.04, chunk_delay=0.02))
    started = loop.time()
    async with asked(provider) as reader:
        await reader.readuntil(b"\r\n\r\n")
        headers_at = loop.time()
        await reader.readuntil(b'"a"')
        first_at = loop.time()
        await reader.read()
    assert headers_at - started >= 0.03
    assert first_at - headers_at >= 0.03
    assert loop.time() - first_at >= 0.03


async def test_stalls_forever_after_some_chunks(provider: ScriptedProvider) -> None:
    provider.script(MODEL, Script(chunks=("one", "two", "three"), stall_after=2))
    async with asked(provider) as reader:
        await reader.readuntil(b'"two"')
        await reader.readuntil(b"\n\n\r\n")
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(reader.read(1), 0.05)


async def test_stalls_with_nothing_but_headers(provider: ScriptedProvider) -> None:
    provider.script(MODEL, Script(stall_after=0))
    async with asked(provider) as reader:
        await reader.readuntil(b"\r\n\r\n")
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(reader.read(1), 0.05)


async def test_sends_comments_while_it_stalls(provider: ScriptedProvider) -> None:
    provider.script(MODEL, Script(chunks=("one", "two"), stall_after=1, keepalive_comments=0.005))
    async with asked(provider) as reader:
        await reader.readuntil(b'"one"')
        for _ in range(3):
            await reader.readuntil(b": keep-alive\n\n")
    assert (await provider.wait_for_end()).chunks_sent == 1


@pytest.mark.parametrize("wire", WIRES)
async def test_closes_the_socket_in_mid_answer(
    provider: ScriptedProvider, wire: str, caplog: pytest.LogCaptureFixture
) -> None:
    provider.script(MODEL, Script(chunks=("one", "two", "three"), truncate_after=2))
    said = await answer(provider, wire)
    assert b'"two"' in said.body
    assert b"three" not in said.body
    assert not said.complete
    record = await provider.wait_for_end()
    assert (record.finished, record.closed_early) == (True, False)
    assert caplog.records == []


async def test_resets_the_connection_in_mid_answer(provider: ScriptedProvider) -> None:
    provider.script(MODEL, Script(chunks=("one", "two"), truncate_after=1, cut_abruptly=True))
    async with asked(provider) as reader:
        with pytest.raises(ConnectionResetError):
            await reader.read()


@pytest.mark.parametrize("wire", WIRES)
async def test_sends_an_error_event_in_mid_answer(provider: ScriptedProvider, wire: str) -> None:
    provider.script(MODEL, Script(chunks=("one", "two"), error_after=1))
    events = (await answer(provider, wire)).events()
    assert "one" in str(events)
    assert "two" not in str(events)
    assert "overloaded" in str(events[-1]).lower()


async def test_the_error_event_can_be_of_another_kind(provider: ScriptedProvider) -> None:
    provider.script(MODEL, Script(error_after=0, failure=FailureKind.RATE_LIMITED))
    said = await answer(provider)
    assert (said.status, said.events()[-1]["error"]["code"]) == (200, "rate_limit_exceeded")


async def test_sends_garbage_instead_of_events(provider: ScriptedProvider) -> None:
    provider.script(MODEL, Script(garbage=b"\xff\xfe<<<"))
    said = await answer(provider)
    assert said.headers["content-type"] == "text/event-stream"
    assert said.body == b"\xff\xfe<<<"


async def test_sends_raw_bytes_past_the_http_server(provider: ScriptedProvider) -> None:
    raw = b"HTTP/1.0 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: {}\n\n"
    provider.script(MODEL, Script(raw=raw))
    async with asked(provider) as reader:
        assert await reader.read() == raw


async def test_splits_characters_and_events_over_writes(provider: ScriptedProvider) -> None:
    provider.script(MODEL, Script(text="Grüße 👋🏽", split_bytes=1))
    async with asked(provider) as reader:
        received = await reader.read()
    assert set(chunk_sizes(received)) == {0, 1}
    assert "👋" in parse(received).body.decode()


@pytest.mark.parametrize("squeezed", ["", "gzip"])
async def test_keeps_the_body_back_as_a_buffering_proxy_does(provider: ScriptedProvider, squeezed: str) -> None:
    provider.script(MODEL, Script(text="One piece after the other.", at_once=True, compress=squeezed))
    async with asked(provider) as reader:
        received = await reader.read()
    assert len([size for size in chunk_sizes(received) if size]) == 1
    assert squeezed or "[DONE]" in parse(received).body.decode()


async def test_drips_slowly(provider: ScriptedProvider) -> None:
    loop = asyncio.get_running_loop()
    provider.script(MODEL, Script(garbage=b"0123456789", split_bytes=1, split_delay=0.005))
    started = loop.time()
    assert (await answer(provider)).body == b"0123456789"
    assert loop.time() - started >= 0.04


async def test_repeats_the_chunks_forever(provider: ScriptedProvider) -> None:
    provider.script(MODEL, Script(chunks=("again ",), loop=True))
    async with asked(provider) as reader:
        for _ in range(500):
            await reader.readuntil(b'"again "')
    assert (await provider.wait_for_end()).closed_early


async def test_floods_with_new_tokens_as_fast_as_they_are_read(provider: ScriptedProvider) -> None:
    provider.script(MODEL, Script(flood=True))
    async with asked(provider) as reader:
        for number in range(2000):
            await reader.readuntil(f'"token{number} "'.encode())
    assert (await provider.wait_for_end()).closed_early


async def test_says_one_huge_event(provider: ScriptedProvider) -> None:
    provider.script(MODEL, Script(huge_event=1_000_000))
    said = await answer(provider)
    assert max(len(line) for line in said.body.splitlines()) > 1_000_000


async def test_lies_about_the_content_type(provider: ScriptedProvider) -> None:
    provider.script(MODEL, Script(content_type="text/html"))
    assert (await answer(provider)).headers["content-type"] == "text/html"


@pytest.mark.parametrize(("coding", "window"), [("gzip", 31), ("deflate", 15)])
async def test_compresses_so_that_each_event_can_be_read_at_once(
    provider: ScriptedProvider, coding: str, window: int
) -> None:
    provider.script(MODEL, Script(chunks=("one", "two"), compress=coding))
    said = await answer(provider)
    opener = zlib.decompressobj(wbits=window)
    assert said.headers["content-encoding"] == coding
    assert b'"two"' in opener.decompress(said.body)
    assert opener.eof


@pytest.mark.parametrize("wire", WIRES)
async def test_ends_without_a_finish_reason(provider: ScriptedProvider, wire: str) -> None:
    provider.script(MODEL, Script(chunks=("one",), omit=frozenset({"finish"})))
    said = await answer(provider, wire)
    assert said.complete
    assert not any(word in said.body for word in (b'"stop"', b"end_turn", b"STOP", b"[DONE]", b"message_stop"))


async def test_answers_whole_when_no_stream_is_asked_for(provider: ScriptedProvider) -> None:
    call_of = ToolCall("call_1", "look", '{"at":"it"}')
    provider.script(MODEL, Script(text="Hello", reasoning="hm", tool_calls=(call_of,)))
    path = PATHS["google"].replace("streamGenerateContent?alt=sse", "generateContent")
    bodies = {}
    for wire, where in {**PATHS, "google": path}.items():
        sent = request_bytes("POST", where, body_for(wire, stream=False))
        async with connection(provider, sent) as reader:
            bodies[wire] = parse(await reader.read()).body.decode()
    assert all('"Hello"' in body and '"look"' in body and '"hm"' in body for body in bodies.values())
    assert '"object": "chat.completion"' in bodies["openai"]
    assert '"stop_reason": "tool_use"' in bodies["anthropic"]
    assert '"functionCall"' in bodies["google"]

"""F31–F45 and F50 of the listed faults: what providers can do wrong. F47–F49 are in `test_faults_connections.py`."""

import asyncio
import socket
import time
from collections.abc import AsyncIterator
from email.utils import formatdate

import pytest
from tests.connectors.callers import (
    ASK,
    CHUNK,
    END,
    MODEL,
    SSE,
    WIRES,
    FakeSleep,
    open_caller,
    place,
    raw_server,
    read,
    text_of,
)

from llmbattler.connectors.breaker import CircuitState
from llmbattler.connectors.calls import Caller
from llmbattler.connectors.contract import Delta, Finish, FinishReason, Place
from llmbattler.connectors.errors import (
    BadKey,
    BrokenStream,
    CircuitOpen,
    FailureKind,
    Overloaded,
    RateLimited,
    TimedOut,
    TooLarge,
    Unreachable,
)
from llmbattler.connectors.guard import Limits
from llmbattler.testing import Script, ScriptedProvider

HASTY = Limits(first_token=0.3, between_tokens=0.15, total=5)


@pytest.fixture
def fake_sleep() -> FakeSleep:
    return FakeSleep()


@pytest.fixture
async def caller(fake_sleep: FakeSleep) -> AsyncIterator[Caller]:
    async with open_caller(fake_sleep) as caller:
        yield caller


@pytest.fixture
async def provider() -> AsyncIterator[ScriptedProvider]:
    async with ScriptedProvider() as provider:
        yield provider


async def test_f31_a_connection_that_is_never_accepted_times_out(caller: Caller) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(0)
        clients = [socket.socket() for _ in range(4)]
        for one in clients:
            one.setblocking(False)
            one.connect_ex(listener.getsockname())
        begun = time.monotonic()
        with pytest.raises((TimedOut, Unreachable)):
            await read(caller.stream("openai", Place(MODEL, f"http://127.0.0.1:{listener.getsockname()[1]}/v1"), ASK))
        assert time.monotonic() - begun < 5
        for one in clients:
            one.close()


@pytest.mark.parametrize("wire", WIRES)
async def test_f32_headers_and_then_no_first_byte(caller: Caller, provider: ScriptedProvider, wire: str) -> None:
    provider.script(MODEL, Script(stall_after=0))
    with pytest.raises(TimedOut):
        await read(caller.stream(wire, place(provider, wire), ASK, limits=HASTY))
    assert (await provider.wait_for_end()).closed_early


@pytest.mark.parametrize("wire", WIRES)
async def test_f33_keep_alive_comments_are_no_progress(caller: Caller, provider: ScriptedProvider, wire: str) -> None:
    provider.script(MODEL, Script(text="x" * 400, stall_after=100, keepalive_comments=0.02))
    call = caller.stream(wire, place(provider, wire), ASK, limits=HASTY)
    with pytest.raises(TimedOut):
        await read(call)
    assert call.attempts == 1
    assert call.first_token_seconds is not None
    assert (await provider.wait_for_end()).closed_early


async def test_f34_a_peer_that_vanishes_without_a_word(caller: Caller) -> None:
    async def close_mid_stream(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(SSE + b"\r\n" + CHUNK)
        await writer.drain()

    async with raw_server(close_mid_stream) as port:
        with pytest.raises(TimedOut):
            await read(caller.stream("openai", Place(MODEL, f"http://127.0.0.1:{port}/v1"), ASK, limits=HASTY))


@pytest.mark.parametrize("retry_after", [None, "1", "a date", "3600"])
async def test_f35_a_storm_of_429_is_met_with_patience(
    caller: Caller, provider: ScriptedProvider, fake_sleep: FakeSleep, retry_after: str | None
) -> None:
    # Made here and not in the list above, where every collecting process would see another time.
    wait = formatdate(time.time() + 2, usegmt=True) if retry_after == "a date" else retry_after
    headers = {"Retry-After": wait} if wait else {}
    provider.script(MODEL, Script(status=429, headers=headers))
    provider.script("other", Script())
    calls = 40
    for _ in range(calls):
        with pytest.raises((RateLimited, CircuitOpen)):
            await read(caller.stream("openai", place(provider), ASK))
        fake_sleep.skipped += 0.1
    assert len(provider.requests) <= calls * 1.2 + 5
    assert all(wait < 21 for wait in fake_sleep.waits)
    assert await read(caller.stream("openai", place(provider, model="other"), ASK))


async def test_f36_half_of_all_answers_fail_and_then_none(
    caller: Caller, provider: ScriptedProvider, fake_sleep: FakeSleep
) -> None:
    failures = 0
    while caller.state("openai", place(provider)) is CircuitState.CLOSED:
        provider.script(MODEL, Script())
        await read(caller.stream("openai", place(provider), ASK))
        provider.script(MODEL, Script(failure=FailureKind.OVERLOADED))
        before = len(provider.requests)
        with pytest.raises(Overloaded):
            await read(caller.stream("openai", place(provider), ASK))
        failures += len(provider.requests) - before
    assert failures <= 10
    provider.script(MODEL, Script())
    recovered = fake_sleep.clock()
    while caller.state("openai", place(provider)) is not CircuitState.CLOSED:
        fake_sleep.skipped += 1
        try:
            await read(caller.stream("openai", place(provider), ASK))
        except CircuitOpen:
            continue
    assert fake_sleep.clock() - recovered < 60
    assert {request.model for request in provider.requests} == {MODEL}


@pytest.mark.parametrize("wire", WIRES)
async def test_f37_a_revoked_key_is_not_tried_again(caller: Caller, provider: ScriptedProvider, wire: str) -> None:
    provider.script(MODEL, Script(failure=FailureKind.BAD_KEY))
    with pytest.raises(BadKey):
        await read(caller.stream(wire, place(provider, wire), ASK))
    assert len(provider.requests) == 1


@pytest.mark.parametrize("wire", WIRES)
@pytest.mark.parametrize(
    "script",
    [
        Script(truncate_after=2),
        Script(truncate_after=2, cut_abruptly=True),
        Script(omit=frozenset({"finish", "done"})),
    ],
)
async def test_f39_an_answer_without_its_end_is_marked_broken(
    caller: Caller, provider: ScriptedProvider, wire: str, script: Script
) -> None:
    provider.script(MODEL, script)
    call = caller.stream(wire, place(provider, wire), ASK)
    with pytest.raises(BrokenStream):
        await read(call)
    assert call.finish is None


@pytest.mark.parametrize("wire", WIRES)
@pytest.mark.parametrize("size", [1, 2, 3, 7])
async def test_f40_characters_split_anywhere_stay_whole(
    caller: Caller, provider: ScriptedProvider, wire: str, size: int
) -> None:
    text = "Grüße 你好 👩🏽‍🚀 e\u0301 \u2028\u2029 \ufeff \U0001f600"
    provider.script(MODEL, Script(text=text, chunk_size=1, split_bytes=size))
    assert text_of(await read(caller.stream(wire, place(provider, wire), ASK))) == text


async def test_f40_invalid_bytes_and_half_surrogates_become_replacement_characters(
    caller: Caller, provider: ScriptedProvider
) -> None:
    odd = [b"a\xff\xf0\x9f", b"b\\ud83d", b"\\ude00c", b"\\ud83d\\ude00"]
    body = b"\xef\xbb\xbf" + b"".join(b'data: {"choices":[{"delta":{"content":"%s"}}]}\n\n' % piece for piece in odd)
    provider.script(MODEL, Script(garbage=body + END))
    said = text_of(await read(caller.stream("openai", place(provider), ASK)))
    assert said == "a\ufffd\ufffdb\ufffd\ufffdc😀"


@pytest.mark.parametrize("end", [b"\n", b"\r", b"\r\n"])
async def test_f41_every_form_that_the_standard_allows(caller: Caller, provider: ScriptedProvider, end: bytes) -> None:
    lines = [
        b": keep-alive",
        b"",
        b"event: message",
        b"id: 1",
        b'data: {"choices":',
        b'data:  [{"delta": {"content": "Hi"}}]}',
        b"unknown: field",
        b"retry: 10",
        b"",
        b'data:{"choices":[{"delta":{},"finish_reason":"stop"}]}',
        b"",
        b"data: [DONE]",
        b"",
        b"",
    ]
    provider.script(MODEL, Script(garbage=end.join(lines)))
    assert text_of(await read(caller.stream("openai", place(provider), ASK))) == "Hi"


@pytest.mark.parametrize("script", [Script(huge_event=10_000_000), Script(garbage=b"x" * 1_000_000)])
async def test_f42_one_huge_event_is_cut_off(caller: Caller, provider: ScriptedProvider, script: Script) -> None:
    provider.script(MODEL, script)
    with pytest.raises(TooLarge):
        await read(caller.stream("openai", place(provider), ASK))


@pytest.mark.parametrize("wire", WIRES)
async def test_f43_a_stream_without_end_is_stopped_by_size(
    caller: Caller, provider: ScriptedProvider, wire: str
) -> None:
    provider.script(MODEL, Script(flood=True))
    with pytest.raises(TooLarge):
        await read(caller.stream(wire, place(provider, wire), ASK, limits=Limits(answer=50_000)))
    assert (await provider.wait_for_end()).closed_early


async def test_f43_and_by_time(caller: Caller, provider: ScriptedProvider) -> None:
    provider.script(MODEL, Script(flood=True, chunk_delay=0.001))
    with pytest.raises(TimedOut):
        await read(caller.stream("openai", place(provider), ASK, limits=Limits(total=0.3)))


async def test_f43_a_loop_is_cut_and_marked(caller: Caller, provider: ScriptedProvider) -> None:
    provider.script(MODEL, Script(text="over and over again, ", loop=True))
    deltas = await read(caller.stream("openai", place(provider), ASK, limits=Limits(loop=5000)))
    assert isinstance(deltas[-1], Finish)
    assert deltas[-1].reason is FinishReason.LENGTH
    assert (await provider.wait_for_end()).closed_early


async def test_f44_byte_after_byte_has_a_longest_duration(caller: Caller, provider: ScriptedProvider) -> None:
    provider.script(MODEL, Script(text="word " * 500, split_bytes=1, split_delay=0.002))
    begun = time.monotonic()
    with pytest.raises(TimedOut):
        await read(caller.stream("openai", place(provider), ASK, limits=Limits(total=0.4)))
    assert time.monotonic() - begun < 5


async def test_f45_thousands_of_tiny_chunks_become_few_deltas(
    fake_sleep: FakeSleep, provider: ScriptedProvider
) -> None:
    words = tuple(f"{number} " for number in range(5000))
    provider.script(MODEL, Script(chunks=words))
    async with open_caller(fake_sleep, tick_seconds=0.02) as caller:
        deltas = await read(caller.stream("openai", place(provider), ASK))
    assert text_of(deltas) == "".join(words)
    assert len(deltas) < len(words) / 5


@pytest.mark.parametrize("wire", WIRES)
async def test_f50_half_an_answer_is_never_started_again(caller: Caller, provider: ScriptedProvider, wire: str) -> None:
    provider.script(MODEL, Script(chunks=("half ", "of it"), error_after=1, fail_times=1))
    provider.hold(MODEL, at=1)
    said: list[Delta] = []
    with pytest.raises(Overloaded):
        async with caller.stream(wire, place(provider, wire), ASK) as call:
            async for delta in call:
                said.append(delta)
                provider.release(MODEL)
    assert text_of(said) == "half "
    assert len(provider.requests) == 1

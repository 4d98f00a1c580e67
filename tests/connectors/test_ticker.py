import asyncio
import itertools
import os
import socket

import pytest

from llmbattler.connectors.contract import Delta, Message, Params, Place, TextDelta
from llmbattler.connectors.registry import Registry
from llmbattler.connectors.ticker import StreamPacer, Ticker
from llmbattler.connectors.transport import Transport, open_transport
from llmbattler.testing import Script, ScriptedProvider

WORDS = tuple(f"word{number} " for number in range(50))


class DetachedPacer(StreamPacer):
    """A pacer without a connection."""

    def __init__(self, ticker: Ticker) -> None:
        self._ticker, self._socket, self._transport, self.pause = ticker, None, None, None

    async def wait_for_tick(self) -> None:
        self.pause = self._ticker.pause(self)
        await self.pause


async def answer(transport: Transport, provider: ScriptedProvider) -> list[Delta]:
    provider.script("m", Script(chunks=WORDS, chunk_delay=0.002))
    stream = Registry(transport).get("openai").stream(Place("m", provider.openai_url), [Message.user("?")], Params())
    return [delta async for delta in stream]


@pytest.mark.parametrize("tick_seconds", [0.0, 0.02])
async def test_many_tokens_become_few_deltas_and_none_is_lost(provider: ScriptedProvider, tick_seconds: float) -> None:
    transport = open_transport(tick_seconds=tick_seconds)
    deltas = [delta for delta in await answer(transport, provider) if isinstance(delta, TextDelta)]
    assert "".join(delta.text for delta in deltas) == "".join(WORDS)
    assert len(deltas) <= 30 or not tick_seconds
    await transport.close()


async def test_connections_are_reused(provider: ScriptedProvider) -> None:
    transport = open_transport(tick_seconds=0.01)
    for _ in range(3):
        await answer(transport, provider)
    connector = transport.session.connector
    assert connector is not None
    assert sum(len(idle) for idle in connector._conns.values()) == 1
    await transport.close()


async def test_a_cancelled_wait_does_not_disturb_the_others() -> None:
    ticker = Ticker(0.01)
    leaving, staying = (
        asyncio.create_task(DetachedPacer(ticker).wait_for_tick()),
        asyncio.create_task(DetachedPacer(ticker).wait_for_tick()),
    )
    await asyncio.sleep(0)
    leaving.cancel()
    await staying
    assert leaving.cancelled() or leaving.cancelling()


async def test_a_cancelled_pause_does_not_resume_its_connection() -> None:
    """Its connection may serve another, paused stream by then."""
    ticker, heard = Ticker(0.01), list[StreamPacer]()

    class RecordingPacer(DetachedPacer):
        def resume(self) -> None:
            heard.append(self)

    left, kept = RecordingPacer(ticker), RecordingPacer(ticker)
    leaving, staying = asyncio.create_task(left.wait_for_tick()), asyncio.create_task(kept.wait_for_tick())
    await asyncio.sleep(0)
    leaving.cancel()
    await staying
    assert heard == [kept]


async def test_followers_run_after_all_streams() -> None:
    ticker, said = Ticker(0.01), list[str]()

    async def stream() -> None:
        await DetachedPacer(ticker).wait_for_tick()
        said.append("stream")

    async def follower() -> None:
        await ticker.after_tick()
        said.append("follower")

    following = asyncio.create_task(follower())
    await asyncio.gather(*(stream() for _ in range(100)), following)
    assert said == ["stream"] * 100 + ["follower"]


async def test_followers_need_no_stream_and_see_each_tick_once() -> None:
    ticker, loop = Ticker(0.02), asyncio.get_running_loop()
    moments = []
    for _ in range(10):
        await ticker.after_tick()
        moments.append(loop.time())
    assert all(later - earlier > 0.01 for earlier, later in itertools.pairwise(moments))


async def test_a_cancelled_call_resets_the_low_water_mark_of_its_connection(
    provider: ScriptedProvider,
) -> None:
    """The connection may serve the next call, whose answer may have few bytes."""
    transport = open_transport(tick_seconds=0.05)
    provider.script("m", Script(chunks=WORDS, chunk_delay=0.002))
    stream = Registry(transport).get("openai").stream(Place("m", provider.openai_url), [Message.user("?")], Params())
    spoke = asyncio.Event()

    async def read() -> None:
        async for _ in stream:
            spoke.set()  # and continues until it pauses, before another task runs

    reading = asyncio.create_task(read())
    await spoke.wait()
    connector = transport.session.connector
    assert connector is not None
    (protocol,) = connector._acquired
    assert protocol.transport is not None
    given = protocol.transport.get_extra_info("socket")
    with socket.socket(fileno=os.dup(given.fileno())) as connection:
        assert connection.getsockopt(socket.SOL_SOCKET, socket.SO_RCVLOWAT) > 1
        reading.cancel()
        await asyncio.gather(reading, return_exceptions=True)
        assert connection.getsockopt(socket.SOL_SOCKET, socket.SO_RCVLOWAT) == 1
    await transport.close()

import asyncio
import itertools
import os
import socket

import pytest

from llmbattler.connectors.beat import Beat, Seat
from llmbattler.connectors.contract import Delta, Message, Params, Place, TextDelta
from llmbattler.connectors.registry import Registry
from llmbattler.connectors.transport import Transport, open_transport
from llmbattler.testing import Script, ScriptedProvider

WORDS = tuple(f"word{number} " for number in range(50))


class Someone(Seat):
    """A seat without a connection."""

    def __init__(self, beat: Beat) -> None:
        self._beat, self._socket, self._transport, self.pause = beat, None, None, None

    async def sit(self) -> None:
        self.pause = self._beat.rest(self)
        await self.pause


async def answer(transport: Transport, provider: ScriptedProvider) -> list[Delta]:
    provider.script("m", Script(chunks=WORDS, chunk_delay=0.002))
    stream = Registry(transport).get("openai").stream(Place("m", provider.openai_url), [Message.user("?")], Params())
    return [delta async for delta in stream]


@pytest.mark.parametrize("beat", [0.0, 0.02])
async def test_many_tokens_become_few_deltas_and_none_is_lost(provider: ScriptedProvider, beat: float) -> None:
    transport = open_transport(beat=beat)
    deltas = [delta for delta in await answer(transport, provider) if isinstance(delta, TextDelta)]
    assert "".join(delta.text for delta in deltas) == "".join(WORDS)
    assert len(deltas) <= 30 or not beat
    await transport.close()


async def test_connections_are_kept_for_the_next_call(provider: ScriptedProvider) -> None:
    transport = open_transport(beat=0.01)
    for _ in range(3):
        await answer(transport, provider)
    connector = transport.session.connector
    assert connector is not None
    assert sum(len(idle) for idle in connector._conns.values()) == 1
    await transport.close()


async def test_a_cancelled_wait_does_not_disturb_the_others() -> None:
    beat = Beat(0.01)
    leaving, staying = asyncio.create_task(Someone(beat).sit()), asyncio.create_task(Someone(beat).sit())
    await asyncio.sleep(0)
    leaving.cancel()
    await staying
    assert leaving.cancelled() or leaving.cancelling()


async def test_a_seat_that_was_left_is_not_listened_to_again() -> None:
    """Its connection may serve somebody else by then, who rests."""
    beat, heard = Beat(0.01), list[Seat]()

    class Heard(Someone):
        def listen(self) -> None:
            heard.append(self)

    left, kept = Heard(beat), Heard(beat)
    leaving, staying = asyncio.create_task(left.sit()), asyncio.create_task(kept.sit())
    await asyncio.sleep(0)
    leaving.cancel()
    await staying
    assert heard == [kept]


async def test_whoever_follows_the_beat_comes_after_all_streams_had_their_turn() -> None:
    beat, said = Beat(0.01), list[str]()

    async def stream() -> None:
        await Someone(beat).sit()
        said.append("stream")

    async def follower() -> None:
        await beat.after()
        said.append("follower")

    following = asyncio.create_task(follower())
    await asyncio.gather(*(stream() for _ in range(100)), following)
    assert said == ["stream"] * 100 + ["follower"]


async def test_the_beat_can_be_followed_where_no_stream_rests_and_never_comes_twice() -> None:
    beat, loop = Beat(0.02), asyncio.get_running_loop()
    moments = []
    for _ in range(10):
        await beat.after()
        moments.append(loop.time())
    assert all(later - earlier > 0.01 for earlier, later in itertools.pairwise(moments))


async def test_a_call_that_is_left_half_way_leaves_a_connection_that_tells_of_every_byte(
    provider: ScriptedProvider,
) -> None:
    """Whoever has closed a stream may get its connection again, for an answer of a few bytes."""
    transport = open_transport(beat=0.05)
    provider.script("m", Script(chunks=WORDS, chunk_delay=0.002))
    stream = Registry(transport).get("openai").stream(Place("m", provider.openai_url), [Message.user("?")], Params())
    spoke = asyncio.Event()

    async def read() -> None:
        async for _ in stream:
            spoke.set()  # and goes on until it rests, before anybody else has a turn

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

import asyncio

import pytest

from llmbattler.connectors.beat import Beat
from llmbattler.connectors.contract import Delta, Message, Params, Place, TextDelta
from llmbattler.connectors.registry import Registry
from llmbattler.connectors.transport import Transport, open_transport
from llmbattler.testing import Script, ScriptedProvider

WORDS = tuple(f"word{number} " for number in range(50))


class Closed(asyncio.Transport):
    def is_closing(self) -> bool:
        return True


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
    beat, nothing = Beat(0.01), Closed()
    leaving, staying = asyncio.create_task(beat.next(nothing)), asyncio.create_task(beat.next(nothing))
    await asyncio.sleep(0)
    leaving.cancel()
    await staying
    assert leaving.cancelled() or leaving.cancelling()


async def test_whoever_follows_the_beat_comes_after_all_streams_had_their_turn() -> None:
    beat, nothing, said = Beat(0.01), Closed(), list[str]()

    async def stream() -> None:
        await beat.next(nothing)
        said.append("stream")

    async def follower() -> None:
        await beat.after()
        said.append("follower")

    following = asyncio.create_task(follower())
    await asyncio.gather(*(stream() for _ in range(100)), following)
    assert said == ["stream"] * 100 + ["follower"]


async def test_the_beat_can_be_followed_where_no_stream_rests_and_goes_on_afterwards() -> None:
    beat, loop = Beat(0.01), asyncio.get_running_loop()
    moments = []
    for _ in range(3):
        await beat.after()
        moments.append(loop.time())
    assert len({moment // 0.01 for moment in moments}) == 3

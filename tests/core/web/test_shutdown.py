import asyncio

from llmbattler.core.web.shutdown import Shutdown


async def test_everything_that_waits_is_woken_when_the_server_stops() -> None:
    shutdown = Shutdown()
    waiting = [asyncio.create_task(shutdown.wait()) for _ in range(2)]
    await asyncio.sleep(0)
    assert not shutdown.begun
    assert not any(task.done() for task in waiting)
    shutdown.begin()
    async with asyncio.timeout(5):
        await asyncio.gather(*waiting)
        await shutdown.wait()
    assert shutdown.begun


async def test_the_server_waits_for_last_messages_but_not_forever() -> None:
    shutdown = Shutdown()
    async with asyncio.timeout(5):
        await shutdown.wait_for_delays(60)
        with shutdown.delay():
            await shutdown.wait_for_delays(0.01)
            with shutdown.delay():
                waiting = asyncio.create_task(shutdown.wait_for_delays(60))
                await asyncio.sleep(0)
            assert not waiting.done()
        await waiting

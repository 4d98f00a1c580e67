import asyncio

import pytest

from llmbattler.core import tasks
from llmbattler.core.tasks import cancel_tasks


async def test_all_tasks_have_ended() -> None:
    forever = asyncio.create_task(asyncio.Event().wait())
    done = asyncio.create_task(asyncio.sleep(0))
    await done
    await cancel_tasks([forever, done])
    assert forever.cancelled()
    assert not done.cancelled()


async def test_a_task_that_loses_a_cancellation_is_cancelled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "REPEAT_SECONDS", 0.01)
    lost = 0

    async def lose_one() -> None:
        nonlocal lost
        while True:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                if lost:
                    raise
                lost += 1

    task = asyncio.create_task(lose_one())
    await asyncio.sleep(0)
    await cancel_tasks([task])
    assert task.cancelled()
    assert lost == 1


async def test_failures_of_the_tasks_are_not_raised() -> None:
    async def fail() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            raise RuntimeError("while it ends")

    task = asyncio.create_task(fail())
    await asyncio.sleep(0)
    await cancel_tasks([task])
    assert isinstance(task.exception(), RuntimeError)


async def test_there_may_be_none() -> None:
    await cancel_tasks([])

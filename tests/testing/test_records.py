import asyncio

import pytest

from llmbattler.testing.records import ChangeSignal, Gate


async def test_waiting_ends_when_the_condition_holds() -> None:
    watch, seen = ChangeSignal(), []

    async def wait() -> None:
        await watch.until(lambda: len(seen) == 2, timeout=5)

    waiting = asyncio.create_task(wait())
    for number in range(2):
        seen.append(number)
        watch.changed()
    await waiting


async def test_waiting_for_a_condition_times_out() -> None:
    with pytest.raises(TimeoutError):
        await ChangeSignal().until(lambda: False, timeout=0.001)


async def test_a_released_gate_stays_open() -> None:
    gate = Gate(at=3)
    gate.release()
    await gate.passed()
    await gate.passed()

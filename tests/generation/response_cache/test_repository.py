import asyncio

from llmbattler.core.db import Database
from llmbattler.generation.response_cache import repository

from .test_service import response


async def test_two_writers_with_other_orders_do_not_deadlock(database: Database) -> None:
    keys = [f"{number:03}" for number in range(300)]

    async def add(order: list[str], answer: str) -> None:
        async with database.unit() as session:
            await repository.add_responses(session, [response(key, answer) for key in order])

    await asyncio.gather(add(keys, "first"), add(keys[::-1], "second"))
    async with database.unit() as session:
        found = await repository.find_responses(session, keys)
    assert len(found) == 300
    assert len({one.answer for one in found.values()}) == 1  # one writer waited for the other


async def test_nothing_is_found_without_keys(database: Database) -> None:
    async with database.unit() as session:
        await repository.add_responses(session, [response("a")])
        assert await repository.find_responses(session, []) == {}
        assert await repository.count_responses(session, ["a", "a"]) == 1

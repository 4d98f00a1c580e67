from datetime import timedelta

from sqlalchemy import func, select, text

from llmbattler.core.db import Database
from llmbattler.generation.response_cache import service
from llmbattler.generation.response_cache.models import CachedResponse
from llmbattler.generation.response_cache.service import NewResponse


def response(key: str, answer: str = "Yes.") -> NewResponse:
    return NewResponse(
        key=key,
        contestant_id="team:duo@3",
        answer=answer,
        finish="stop",
        input_tokens=5,
        output_tokens=None,
        first_token_ms=20,
        total_ms=90,
    )


async def test_the_first_response_of_a_key_stays(database: Database) -> None:
    async with database.unit() as session:
        await service.add_responses(session, rows=[response("a"), response("b", "No.")])
    async with database.unit() as session:
        await service.add_responses(session, rows=[response("b", "Maybe."), response("c")])
        found = await service.find_responses(session, keys=["a", "b", "nothing"])
        assert {key: one.answer for key, one in found.items()} == {"a": "Yes.", "b": "No."}
        assert (found["a"].input_tokens, found["a"].output_tokens, found["a"].total_ms) == (5, None, 90)
        assert await service.count_responses(session, keys=["a", "b", "nothing"]) == 2
        stored = await session.execute(select(func.count()).where(CachedResponse.contestant_id == "team:duo@3"))
        assert stored.scalar_one() == 3


async def test_only_old_responses_are_deleted(database: Database) -> None:
    async with database.unit() as session:
        await service.add_responses(session, rows=[response("old"), response("new")])
        await session.execute(
            text("UPDATE response_cache SET created_at = now() - interval '3 days' WHERE key = 'old'")
        )
    async with database.unit() as session:
        assert await service.delete_old_responses(session, older=timedelta(days=2)) == 1
        assert await service.delete_old_responses(session, older=timedelta(days=2)) == 0
        assert set(await service.find_responses(session, keys=["old", "new"])) == {"new"}

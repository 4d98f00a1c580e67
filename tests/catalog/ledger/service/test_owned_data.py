from datetime import UTC, datetime

from llmbattler.catalog.ledger.service.owned_data import CALLS
from llmbattler.catalog.models import ModelCall
from llmbattler.core.db import Database
from llmbattler.core.ids import uuid7

OWNER = "v_" + "0" * 32


def call(purpose: str, caller: str | None) -> ModelCall:
    return ModelCall(
        call_id=uuid7(),
        caller=caller,
        purpose=purpose,
        purpose_id="b-1",
        model_id="gpt",
        estimated=False,
        cost_micro_usd=5,
        total_ms=100,
        attempts=1,
        outcome="ok",
        created_at=datetime(2026, 11, 14, 12, tzinfo=UTC),
    )


async def test_calls_are_exported_handed_over_and_cut_loose(database: Database) -> None:
    async with database.unit() as session:
        session.add_all([call("battle", OWNER), call("direct", OWNER), call("direct", "v_other")])
    async with database.unit() as session:
        found = {one["purpose"]: one async for one in CALLS.export(session, OWNER)}
        assert found["battle"] == {"purpose": "battle", "for": "b-1", "day": "2026-11-14"}
        assert (found["direct"]["model_id"], found["direct"]["cost_micro_usd"]) == ("gpt", 5)
        await CALLS.move(session, OWNER, "m_new")
        assert [one async for one in CALLS.export(session, OWNER)] == []
        assert len([one async for one in CALLS.export(session, "m_new")]) == 2
        await CALLS.erase(session, "m_new")
        assert [one async for one in CALLS.export(session, "m_new")] == []
        assert len([one async for one in CALLS.export(session, "v_other")]) == 1

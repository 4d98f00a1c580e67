from sqlalchemy import text
from tests.clients import ClientFactory

from llmbattler.arena.models import Battle, Mode, Session, Status
from llmbattler.core.db import Database


async def test_a_new_site_has_an_overview(clients: ClientFactory) -> None:
    moderator = await clients.moderator()
    shown = (await moderator.get("/api/admin/overview")).json()
    assert (shown["battles_total"], shown["votes_total"], shown["people_total"]) == (0, 0, 1)
    assert [len(shown[name]) for name in ("hours", "days", "spend")] == [24, 30, 30]
    assert shown["site_limit_micro_usd"] is None
    assert shown["queue"] == {"waiting": 0, "running": 0, "failed": 0, "oldest_waiting_at": None}


async def test_what_happened_is_counted_where_it_happened(clients: ClientFactory, database: Database) -> None:
    admin, member = await clients.admin(), await clients.member()
    async with database.unit() as session:
        thread = Session(owner=member.account_id, title="x")
        session.add(thread)
        await session.flush()
        for status in (Status.GENERATING, Status.VOID):
            session.add(
                Battle(
                    session_id=thread.session_id,
                    owner=member.account_id,
                    mode=Mode.BATTLE,
                    left_model_id="one",
                    right_model_id="two",
                    status=status,
                    conversation=[],
                    prompt_hash="",
                )
            )
        await session.flush()
        await session.execute(text("UPDATE battles SET created_at = now() - interval '3 days' WHERE status = 'void'"))
        await session.execute(
            text(
                "INSERT INTO models (model_id, name, connector, model, base_url, status, source, place, vision, tools,"
                " reasoning, params) VALUES ('one', 'One', 'openai', 'one', 'http://x', 'active', 'file', 'cloud',"
                " false, false, false, '{}')"
            )
        )
        calls = [("ok", 300), ("ok", None), ("timeout", 0), ("cancelled", 50), ("bad_key", 7000)]
        for number, (outcome, cost) in enumerate(calls):
            await session.execute(
                text(
                    "INSERT INTO model_calls (call_id, purpose, model_id, estimated, cost_micro_usd, first_token_ms,"
                    " total_ms, attempts, outcome, own_key) VALUES (gen_random_uuid(), 'battle', 'one', false, :cost,"
                    " :first, 10, 1, :outcome, :outcome = 'bad_key')"
                ),
                {"cost": cost, "first": 100 * number, "outcome": outcome},
            )
    shown = (await admin.get("/api/admin/overview")).json()
    assert (shown["battles_total"], shown["battles_running"]) == (2, 1)
    assert (shown["hours"][-1]["battles"], shown["hours"][-1]["people"]) == (1, 1)
    assert shown["hours"][-1]["rows"] == {"battles": 1, "votes": 0, "runs": 0}
    assert [day["battles"] for day in shown["days"]][-4:] == [1, 0, 0, 1]
    assert shown["spend"][-1]["spent_micro_usd"] == 350
    (model,) = shown["models"]
    assert (model["calls"], model["failures"], model["error_rate"], model["first_token_ms"]) == (4, 1, 0.25, 150)
    assert model["spent_micro_usd"] == 350

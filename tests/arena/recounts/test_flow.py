"""Recounts: exact at every moment, also with several decisions at once and after a crash."""

import asyncio

import pytest
from sqlalchemy import text

from llmbattler.accounts.service.audit import COMMAND_LINE
from llmbattler.arena.integrity.service import suspects
from llmbattler.arena.models import VoteRecount
from llmbattler.arena.recounts import flow, service
from llmbattler.arena.vote_counts.service import corrections
from llmbattler.core.db import Database
from llmbattler.core.ownership import erase_all_owned, move_all_owned
from tests.arena.integrity.voted_sites import RULES, count
from tests.arena.rows import all_rows
from tests.arena.vote_counts.ballots import put, random_ballots
from tests.arena.vote_counts.service.test_counts import boards, recount


async def vote(database: Database, *voters: str) -> None:
    await put(database, *random_ballots(150), *(one for voter in voters for one in random_ballots(60, voter=voter)))
    await count(database)
    await recount(database)


async def decide(database: Database, voter: str, *, excluded: bool) -> None:
    decision = suspects.exclude_voter if excluded else suspects.restore_voter
    async with database.unit() as session:
        await decision(session, voter=voter, actor=COMMAND_LINE)


async def count_excluded(database: Database) -> dict[str, int]:
    query = "SELECT voter, count(*) FROM votes WHERE would_count IS NOT NULL AND NOT counted GROUP BY voter"
    async with database.unit() as session:
        return {row[0]: row[1] for row in await session.execute(text(query))}


async def find_differences(database: Database) -> bool:
    async with database.unit() as session:
        return bool((await corrections.find_differences(session)).missing)


async def assert_as_counted_anew(database: Database) -> None:
    found = await boards(database)
    await recount(database)
    assert await boards(database) == found


async def test_two_admins_at_once(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both decide while the recount of the first decision runs, and one of them changes their mind."""
    monkeypatch.setattr(service, "AT_ONCE", 10)
    await vote(database, "liar", "friend")
    await decide(database, "liar", excluded=True)

    async def hesitate() -> None:
        await decide(database, "liar", excluded=False)
        await decide(database, "liar", excluded=True)

    await asyncio.gather(
        flow.run_recounts(database, rules=RULES),
        decide(database, "friend", excluded=True),
        hesitate(),
        flow.run_recounts(database, rules=RULES),
    )
    await flow.wait_for_recounts(database, voters=["liar", "friend"], rules=RULES)
    assert await count_excluded(database) == {"liar": 60, "friend": 60}
    await assert_as_counted_anew(database)
    assert all(row.finished_at is not None for row in await all_rows(database, VoteRecount))


async def test_a_recount_continues_after_a_crash(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """The worker died after a part, so that its lease is still there."""
    monkeypatch.setattr(service, "AT_ONCE", 25)
    await vote(database, "liar")
    await decide(database, "liar", excluded=True)
    async with database.unit() as session:
        [claimed] = await service.claim(session)
    async with database.unit() as session:
        await service.change_some(session, recount_id=claimed, rules=RULES)
    await flow.run_recounts(database, rules=RULES)
    assert await count_excluded(database) == {"liar": 25}, "another process may be at work"
    async with database.unit() as session:
        await session.execute(text("UPDATE vote_recounts SET lease_until = now() - interval '1 second'"))
    await flow.run_recounts(database, rules=RULES)
    assert await count_excluded(database) == {"liar": 60}
    await assert_as_counted_anew(database)


async def test_a_failed_recount_can_be_started_again_at_once(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    await vote(database, "liar")
    await decide(database, "liar", excluded=True)

    async def fail(*_: object, **__: object) -> None:
        raise RuntimeError("no memory")

    with monkeypatch.context() as broken, pytest.raises(RuntimeError, match="no memory"):
        broken.setattr(flow, "check_boards", fail)
        await flow.run_recounts(database, rules=RULES)
    [row] = await all_rows(database, VoteRecount)
    assert (row.done, row.lease_until, row.finished_at) == (60, None, None)
    await flow.run_recounts(database, rules=RULES)
    await assert_as_counted_anew(database)


async def test_a_long_recount_keeps_its_lease(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flow, "RENEW_SECONDS", 0.001)
    await vote(database, "liar")
    await decide(database, "liar", excluded=True)
    renewed = asyncio.Event()

    async def wait_for_renewal(_database: Database, **_: object) -> None:
        async with database.unit() as session:
            await session.execute(text("UPDATE vote_recounts SET lease_until = now() + interval '1 second'"))
        async with asyncio.timeout(20):
            while True:
                async with database.unit() as session:
                    query = text("SELECT lease_until > now() + interval '20 seconds' FROM vote_recounts")
                    if (await session.execute(query)).scalar_one():
                        break
                await asyncio.sleep(0.01)
        renewed.set()

    monkeypatch.setattr(flow, "check_boards", wait_for_renewal)
    await flow.run_recounts(database, rules=RULES)
    assert renewed.is_set()


async def test_who_signs_up_or_leaves_meanwhile_stays_excluded(database: Database) -> None:
    await vote(database, "v_1", "v_2")
    await decide(database, "v_1", excluded=True)
    await decide(database, "v_2", excluded=True)
    async with database.unit() as session:
        await move_all_owned(session, source="v_1", target="m_1")
        await erase_all_owned(session, owner="v_2")
    await flow.run_recounts(database, rules=RULES)
    excluded = await count_excluded(database)
    assert (excluded.pop("m_1"), list(excluded.values())) == (60, [60])
    assert next(iter(excluded)).startswith("x_")
    assert not await find_differences(database)
    async with database.unit() as session:
        query = text("SELECT count(*) FROM vote_recounts WHERE voters && '{v_1,v_2}'")
        assert (await session.execute(query)).scalar_one() == 0

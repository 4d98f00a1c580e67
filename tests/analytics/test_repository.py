from datetime import UTC, datetime, timedelta

from sqlalchemy import text, update
from tests.arena.rows import OTHER, OWNER, add_battle

from llmbattler.accounts.models import Account, AccountKind
from llmbattler.analytics import repository
from llmbattler.arena.models import Status
from llmbattler.catalog.budgets.models import Budget, BudgetScope
from llmbattler.core.db import Base, Database
from llmbattler.core.manifests import RowSource, import_tables, list_row_sources

SOURCES = list_row_sources().values()


async def test_battles_are_counted_in_the_hour_they_began(database: Database) -> None:
    now = datetime.now(UTC)
    async with database.unit() as session:
        for owner, hours in ((OWNER, 0), (OTHER, 2), (OTHER, 2), (OWNER, 9)):
            await add_battle(session, owner=owner, created_at=now - timedelta(hours=hours), status=Status.GENERATING)
    async with database.unit() as session:
        counted = await repository.list_activity(session, "hour", hours=12, sources=SOURCES)
        assert len(counted) == 13
        found = {row["at"]: (row["battles"], row["people"]) for row in counted if row["battles"]}
        expected = [(now - timedelta(hours=hours)).replace(minute=0, second=0, microsecond=0) for hours in (9, 2, 0)]
        assert found == dict(zip(expected, [(1, 1), (2, 1), (1, 1)], strict=True))
        assert await repository.count_running(session) == 4


async def test_rows_and_people_of_any_source_are_counted(database: Database) -> None:
    members = RowSource("members", "accounts", at="created_at", who="account_id")
    async with database.unit() as session:
        session.add_all(Account(account_id=f"m_{number}", kind=AccountKind.MEMBER) for number in range(3))
        await add_battle(session, owner="m_1")
    async with database.unit() as session:
        [*before, now] = await repository.list_activity(session, "day", hours=48, sources=[*SOURCES, members])
        assert (now["members"], now["battles"], now["runs"], now["people"]) == (3, 1, 0, 3)
        assert [(row["members"], row["people"]) for row in before] == [(0, 0), (0, 0)]
        assert [row["people"] for row in await repository.list_activity(session, "day", hours=24, sources=[])] == [0, 0]


def test_every_row_source_names_columns_that_exist() -> None:
    import_tables()
    for source in SOURCES:
        columns = Base.metadata.tables[source.table].columns
        assert source.at in columns
        assert source.who is None or source.who in columns


async def test_people_and_visitors_are_counted_apart(database: Database) -> None:
    async with database.unit() as session:
        for account_id, kind in (("m_1", AccountKind.MEMBER), ("m_2", AccountKind.ADMIN), ("v_1", AccountKind.VISITOR)):
            session.add(Account(account_id=account_id, kind=kind))
    async with database.unit() as session:
        assert await repository.count_accounts(session) == (2, 1)


async def test_only_an_enabled_budget_of_the_site_is_its_limit(database: Database) -> None:
    site = Budget(scope=BudgetScope.SITE, subject="", limit_micro_usd=5, warn_at=0.8, enabled=True)
    member = Budget(scope=BudgetScope.MEMBER, subject="*", limit_micro_usd=3, warn_at=0.8, enabled=True)
    async with database.unit() as session:
        session.add_all([site, member])
    async with database.unit() as session:
        assert await repository.find_site_limit(session) == 5
        await session.execute(update(Budget).values(enabled=False))
        assert await repository.find_site_limit(session) is None


async def test_jobs_are_counted_by_status(database: Database) -> None:
    async with database.unit() as session:
        queued = "INSERT INTO procrastinate_jobs (queue_name, task_name, status) VALUES ('q', 't', :status)"
        await session.execute(text(queued), [{"status": status} for status in ("todo", "todo", "failed")])
    async with database.unit() as session:
        queue = await repository.get_queue(session)
        assert (queue["waiting"], queue["running"], queue["failed"]) == (2, 0, 1)
        assert queue["oldest_waiting_at"] is not None

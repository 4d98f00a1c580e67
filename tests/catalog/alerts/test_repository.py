from llmbattler.catalog.alerts import repository
from llmbattler.catalog.alerts.models import AlertLevel, Delivery
from llmbattler.core.db import Database, Session, get_transaction_time


async def add(session: Session, subject: str = "site", kind: str = "budget.reached") -> object:
    return await repository.add_alert(session, kind=kind, subject=subject, message="m", level=AlertLevel.WARNING)


async def test_the_same_unresolved_alert_is_added_once(database: Database) -> None:
    async with database.unit() as session:
        assert await add(session) is not None
        assert await add(session) is None
        assert await add(session, kind="budget.warning") is not None
        assert await repository.update_resolved(session, kinds=("budget.reached",), subject="site") == 1
        assert await repository.update_resolved(session, kinds=("budget.reached",), subject="site") == 0
        assert await add(session) is not None


async def test_alerts_that_wait_come_first(database: Database) -> None:
    for subject in ("resolved", "acknowledged", "waiting", "newest"):
        async with database.unit() as session:
            await add(session, subject)
    async with database.unit() as session:
        await repository.update_resolved(session, kinds=("budget.reached",), subject="resolved")
        rows = {row.subject: row for row in await repository.list_alerts(session, limit=10)}
        locked = await repository.lock_alert(session, rows["acknowledged"].alert_id)
        assert locked is not None
        locked.acknowledged_at = await get_transaction_time(session)
    async with database.unit() as session:
        listed = [row.subject for row in await repository.list_alerts(session, limit=10)]
        assert listed == ["newest", "waiting", "acknowledged", "resolved"]
        assert len(await repository.list_alerts(session, limit=1)) == 1


async def test_delivery_is_stored_and_alerts_of_a_subject_are_deleted(database: Database) -> None:
    async with database.unit() as session:
        await add(session)
        await add(session, "member:m_1")
        (first, *_) = [row for row in await repository.list_alerts(session, limit=10) if row.subject == "site"]
        await repository.update_delivery(session, first.alert_id, Delivery.SENT)
        await repository.delete_alerts(session, subject="member:m_1")
    async with database.unit() as session:
        (left,) = await repository.list_alerts(session, limit=10)
    assert (left.subject, left.delivery) == ("site", Delivery.SENT)

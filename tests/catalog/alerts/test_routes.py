from tests.catalog.budgets.money import SITE, add_calls, ask, record, set_budget
from tests.clients import ClientFactory

from llmbattler.core.db import Database


async def test_the_first_acknowledgement_of_an_alert_is_kept(clients: ClientFactory, database: Database) -> None:
    moderator = await clients.moderator()
    await set_budget(database, SITE, 1)
    await add_calls(database, record(2_000_000))
    shown = (await moderator.get("/api/admin/alerts")).json()
    assert shown["waiting"] == 1
    (alert,) = shown["alerts"]
    assert (alert["kind"], alert["subject"], alert["level"]) == ("budget.reached", "site", "critical")
    path = f"/api/admin/alerts/{alert['alert_id']}/acknowledge"
    seen = (await moderator.post(path)).json()
    assert seen["acknowledged_by"] == moderator.account_id
    other = await clients.admin()
    assert (await other.post(path)).json() == seen
    shown = (await other.get("/api/admin/alerts")).json()
    assert (shown["waiting"], shown["alerts"]) == (0, [seen])
    entries = await ask(database, "SELECT actor, subject FROM audit_log WHERE action = 'alert.acknowledged'")
    assert [tuple(entry) for entry in entries] == [(moderator.account_id, alert["alert_id"])]


async def test_alerts_are_for_moderators_and_admins(clients: ClientFactory) -> None:
    visitor, member, moderator = await clients.visitor(), await clients.member(), await clients.moderator()
    missing = "/api/admin/alerts/0190a5b0-0000-7000-8000-000000000000/acknowledge"
    for somebody, status in ((visitor, 401), (member, 403), (moderator, 200)):
        assert (await somebody.get("/api/admin/alerts")).status_code == status
    for somebody, status in ((visitor, 401), (member, 403), (moderator, 404)):
        assert (await somebody.post(missing)).status_code == status

import asyncio
from datetime import UTC, datetime
from typing import Any

import pytest
from tests.catalog.budgets.money import add_calls, ask, record, reserve, set_budget
from tests.clients import ClientFactory

from llmbattler.accounts.models import Scope
from llmbattler.catalog.budgets.budget_keys import BudgetKey
from llmbattler.catalog.budgets.models import BudgetScope
from llmbattler.core.db import Database
from llmbattler.core.live import Changed, LiveHub
from llmbattler.core.resources import Resources

TODAY = datetime.now(UTC).date().isoformat()


async def budgets(browser: Any) -> dict[tuple[str, str], dict[str, Any]]:
    shown = (await browser.get("/api/admin/budgets")).json()
    return {(one["scope"], one["subject"]): one for one in shown["budgets"]}


async def test_an_admin_sets_changes_and_removes_a_budget(clients: ClientFactory, resources: Resources) -> None:
    admin = await clients.admin()
    with resources.get(LiveHub).subscribe("admin") as news:
        made = await admin.put("/api/admin/budgets/site/all", json={"limit_usd": 2.5})
        assert made.status_code == 200, made.text
        assert await news.next() == Changed("admin", "budgets")
    assert {key: made.json()[key] for key in ("scope", "subject", "limit_usd", "warn_at", "enabled", "share")} == {
        "scope": "site",
        "subject": "all",
        "limit_usd": 2.5,
        "warn_at": 0.8,
        "enabled": True,
        "share": 0,
    }
    await admin.put("/api/admin/budgets/site/all", json={"limit_usd": 3, "warn_at": 0.5, "enabled": False})
    (changed,) = (await budgets(admin)).values()
    assert (changed["limit_usd"], changed["warn_at"], changed["enabled"]) == (3, 0.5, False)
    assert (await admin.delete("/api/admin/budgets/site/all")).status_code == 204
    assert await budgets(admin) == {}
    assert (await admin.delete("/api/admin/budgets/site/all")).status_code == 404


async def test_admins_who_set_the_same_first_budget_at_once_both_succeed(clients: ClientFactory) -> None:
    admin = await clients.admin()
    answers = await asyncio.gather(
        *(admin.put("/api/admin/budgets/provider/a.example", json={"limit_usd": dollars}) for dollars in range(1, 6))
    )
    assert [answer.status_code for answer in answers] == [200] * 5
    assert len(await budgets(admin)) == 1


async def test_a_members_budget_says_whose_it_is(clients: ClientFactory) -> None:
    admin, named, nameless = await clients.admin(), await clients.member(), await clients.member("nameless@example.org")
    await named.patch("/api/me", json={"name": "Grace Hopper"})
    for subject in (named.account_id, nameless.account_id, "*"):
        await admin.put(f"/api/admin/budgets/member/{subject}", json={"limit_usd": 1})
    shown = {subject: one["name"] for (_, subject), one in (await budgets(admin)).items()}
    assert shown == {named.account_id: "Grace Hopper", nameless.account_id: "nameless@example.org", "*": None}


async def test_every_scope_shows_what_was_spent(clients: ClientFactory, database: Database) -> None:
    admin = await clients.admin()
    for path in ("site/all", "member/m_1", "member/*", "member/visitors", "provider/API.example.org"):
        assert (await admin.put(f"/api/admin/budgets/{path}", json={"limit_usd": 1})).status_code == 200
    await reserve(database, 100_000)
    await add_calls(database, record(200_000), record(300_000, caller="m_2"), record(50_000, caller="v_1"))
    await ask(database, "INSERT INTO spend VALUES (current_date - 3, 'site', '', 1500000, 0) RETURNING 1")
    found = await budgets(admin)
    shown = {"/".join(key): (one["spent_usd"], one["reserved_usd"], one["share"]) for key, one in found.items()}
    assert shown == {
        "site/all": (0.55, 0.1, 0.65),
        "provider/api.example.org": (0.55, 0.1, 0.65),
        "member/m_1": (0.2, 0.1, 0.3),
        "member/*": (0.3, 0, 0.3),
        "member/visitors": (0.05, 0, 0.05),
    }
    assert [day["spent_usd"] for day in found["site", "all"]["days"]] == [1.5, 0.55]
    whole = (await admin.get("/api/admin/budgets")).json()
    assert whole["day"] == TODAY
    assert whole["site"]["spent_usd"] == 0.55
    assert [one["subject"] for one in whole["providers"]] == ["api.example.org"]


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("site/other", {"limit_usd": 1}),
        ("planet/all", {"limit_usd": 1}),
        ("member/%00", {"limit_usd": 1}),
        ("member/%20", {"limit_usd": 1}),
        ("member/ann@example.org", {"limit_usd": 1}),
        ("provider/" + "x" * 300, {"limit_usd": 1}),
        ("site/all", {"limit_usd": -1}),
        ("site/all", {"limit_usd": 1e12}),
        ("site/all", {"limit_usd": 1, "warn_at": 0}),
        ("site/all", {"limit_usd": 1, "warn_at": 1.1}),
        ("site/all", {"limit_usd": "lots"}),
        ("site/all", {"limit_usd": 1, "extra": 1}),
        ("site/all", {}),
    ],
)
async def test_what_is_no_budget_is_refused(clients: ClientFactory, path: str, body: dict[str, Any]) -> None:
    admin = await clients.admin()
    refused = await admin.put(f"/api/admin/budgets/{path}", json=body)
    assert refused.status_code == 422, refused.text
    assert await budgets(admin) == {}


async def test_each_route_is_for_its_role(clients: ClientFactory) -> None:
    visitor, member, moderator = await clients.visitor(), await clients.member(), await clients.moderator()
    admin = await clients.admin()
    reading = await clients.program(admin, Scope.READ, Scope.WRITE)
    missing = "/api/admin/alerts/0190a5b0-0000-7000-8000-000000000000/acknowledge"
    asked = [
        ("GET", "/api/admin/budgets"),
        ("PUT", "/api/admin/budgets/site/all"),
        ("DELETE", "/api/admin/budgets/site/all"),
    ]
    for method, path in asked:
        for somebody, status in ((visitor, 401), (member, 403), (moderator, 403), (reading, 403)):
            answer = await somebody.request(method, path, json={"limit_usd": 1} if method == "PUT" else None)
            assert answer.status_code == status, (method, path, answer.text)
    for somebody, status in ((visitor, 401), (member, 403), (reading, 403), (moderator, 200), (admin, 200)):
        assert (await somebody.get("/api/admin/alerts")).status_code == status
    for somebody, status in ((visitor, 401), (member, 403), (reading, 403), (moderator, 404)):
        assert (await somebody.post(missing)).status_code == status
    assert (await visitor.get("/api/me/spend")).status_code == 401
    assert (await member.get("/api/me/spend")).status_code == 200


async def test_members_see_their_own_spending_without_what_would_unmask_a_battle(
    clients: ClientFactory, database: Database
) -> None:
    member = await clients.member()
    mine = member.account_id
    nothing = {"day": TODAY, "limit_usd": None, "known_usd": 0, "share": None}
    assert (await member.get("/api/me/spend")).json() == nothing
    await add_calls(database, record(1000, caller=mine), record(9999, caller="m_other"))
    assert (await member.get("/api/me/spend")).json() == {**nothing, "known_usd": 0.001}
    await set_budget(database, BudgetKey(BudgetScope.MEMBER, "*"), 1)
    await add_calls(database, record(120_000, caller=mine, purpose="battle"))
    shown = (await member.get("/api/me/spend")).json()
    assert shown == {"day": TODAY, "limit_usd": 1, "known_usd": 0.001, "share": 0.2}
    await add_calls(database, record(50_000, caller=mine, purpose="battle"))
    assert (await member.get("/api/me/spend")).json() == shown
    await set_budget(database, BudgetKey(BudgetScope.MEMBER, mine), 0.1)
    assert (await member.get("/api/me/spend")).json()["share"] == 1

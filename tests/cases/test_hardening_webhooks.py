"""H10: nobody makes the site send requests into its own network."""

from typing import Any
from uuid import UUID

import pytest
from tests.benchmarks.bench_rows import build_run, build_suite
from tests.benchmarks.runs.offered_models import offer
from tests.clients import ClientFactory
from tests.webhook_server import WebhookServer, hook

from llmbattler.accounts.models import Account, AccountKind, Scope
from llmbattler.benchmarks.commands.options import OPERATOR
from llmbattler.benchmarks.runs import jobs
from llmbattler.benchmarks.runs.models import RunStatus
from llmbattler.benchmarks.runs.schedules.schemas import ScheduleIn
from llmbattler.benchmarks.runs.schedules.service import add_schedule
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings

__all__ = ["hook"]

INSIDE = "http://127.0.0.1:9/hook"
OUTSIDE = "https://hooks.example.org/x"


@pytest.fixture
async def suite_id(database: Database) -> UUID:
    async with database.unit() as session:
        await offer(session)
        return (await build_suite(session, samples=20)).suite_id


def wanted(suite_id: UUID, url: str) -> tuple[tuple[str, dict[str, Any]], ...]:
    """Every request that sets a webhook."""
    run = {"models": ["alpha"], "webhook_url": url}
    return (
        ("/api/bench/estimate", {"suite_id": str(suite_id), **run}),
        ("/api/bench/runs", {"suite_id": str(suite_id), **run}),
        ("/api/bench/schedules", {"suite_id": str(suite_id), "cron": "0 6 * * 1", "wanted": run}),
    )


async def test_h10_visitors_set_no_webhook(clients: ClientFactory, suite_id: UUID) -> None:
    visitor = await clients.visitor()
    for url in (INSIDE, OUTSIDE):
        for path, body in wanted(suite_id, url):
            answer = await visitor.post(path, json=body)
            assert answer.status_code == 403, (path, url, answer.text)
            assert "Only people with an account can set a webhook" in answer.json()["title"]


@pytest.mark.parametrize("inside", [INSIDE, "http://localhost/x", "http://192.168.0.1/", "http://[::1]:8765/"])
async def test_h10_members_of_a_private_site_follow_the_strict_rules(
    inside: str, clients: ClientFactory, suite_id: UUID
) -> None:
    for browser in (await clients.member(), await clients.moderator()):
        for path, body in wanted(suite_id, inside):
            answer = await browser.post(path, json=body)
            assert answer.status_code == 422, (path, answer.text)
            assert "not on the public internet" in answer.json()["detail"]
        for path, body in wanted(suite_id, OUTSIDE):
            assert (await browser.post(path, json=body)).status_code in {200, 201}


async def test_h10_admins_set_internal_webhooks_but_not_with_a_token_without_their_scope(
    clients: ClientFactory, suite_id: UUID
) -> None:
    admin = await clients.admin()
    full = await clients.program(admin, Scope.READ, Scope.WRITE, Scope.ADMIN)
    weak = await clients.program(admin, Scope.READ, Scope.WRITE)
    for path, body in wanted(suite_id, INSIDE):
        for browser, statuses in ((admin, {200, 201}), (full, {200, 201}), (weak, {403})):
            answer = await browser.post(path, json=body)
            assert answer.status_code in statuses, (path, answer.text)


async def test_h10_nobody_puts_a_webhook_on_a_schedule_of_somebody_with_more_rights(
    clients: ClientFactory, suite_id: UUID, database: Database, settings: Settings
) -> None:
    given = {"suite_id": suite_id, "cron": "0 6 * * 1", "wanted": {"models": ["alpha"], "webhook_url": INSIDE}}
    async with database.unit() as session:
        made = await add_schedule(session, settings=settings, actor=OPERATOR, wanted=ScheduleIn.model_validate(given))
    path = f"/api/bench/schedules/{made.schedule_id}"
    other = {"wanted": {"models": ["alpha"], "webhook_url": "http://127.0.0.1:10/"}}
    far = {"wanted": {"models": ["alpha"], "webhook_url": OUTSIDE}}
    kept = {"wanted": {"models": ["beta"], "webhook_url": INSIDE}}
    visitor, moderator = await clients.visitor(), await clients.moderator()
    for browser in (visitor, moderator):
        assert (await browser.patch(path, json=other)).status_code == 403
        assert (await browser.patch(path, json=far)).status_code == 403  # its name could change its address later
        assert (await browser.patch(path, json=kept)).status_code == 200
    assert (await (await clients.admin()).patch(path, json=other)).status_code == 200


@pytest.mark.parametrize(
    ("kind", "called"),
    [(None, True), (AccountKind.ADMIN, True), (AccountKind.MODERATOR, False), (AccountKind.MEMBER, False),
     (AccountKind.VISITOR, False)],
)  # fmt: skip
async def test_h10_the_message_is_sent_under_the_rules_for_the_owner(
    kind: AccountKind | None, called: bool, resources: Resources, hook: WebhookServer
) -> None:
    """Also when the address was stored earlier, or a name has come to lead elsewhere since."""
    owner = None if kind is None else f"m_{kind}"
    async with resources.get(Database).unit() as session:
        if owner is not None and kind is not None:
            session.add(Account(account_id=owner, kind=kind))
        run = await build_run(
            session,
            version=await build_suite(session, samples=2),
            owner=owner,
            status=RunStatus.FINISHED,
            chunks=False,
            webhook_url=hook.url,
        )
    await jobs.send_webhook(resources, run_id=str(run.run_id))
    assert bool(hook.got) is called

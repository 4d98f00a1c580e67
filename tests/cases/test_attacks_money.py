"""Attacks on the site's money, and on those who watch it (A41, A81, A92 of shared/cases/ATTACKS.md)."""

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import psycopg
import pytest
from pydantic import SecretStr
from tests.arena.conftest import ALPHA, BETA, Person, offer
from tests.arena.judges.judge_setup import store_battles
from tests.cases.replicas import Replicas, ask, check_invariants, fresh_database, until
from tests.catalog.budgets import money
from tests.clients import AccountClient, ClientFactory
from tests.webhook_server import WebhookServer, hook

from llmbattler.arena.judges.flow import RunLimits, run_judge
from llmbattler.catalog.alerts import jobs
from llmbattler.catalog.alerts.errors import WebhookFailed
from llmbattler.catalog.budgets import flow
from llmbattler.catalog.budgets.budget_keys import BudgetKey, find_provider
from llmbattler.catalog.budgets.models import BudgetScope
from llmbattler.catalog.calls.flow import ModelCalls
from llmbattler.connectors.contract import Usage
from llmbattler.core.db import Database
from llmbattler.core.db.embedded import EmbeddedPostgres
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.testing import Script, ScriptedProvider

__all__ = ["hook"]

GAMMA = "zz-gamma-model"
OUTPUT = 100
PROMPT = "Go on."
SIDE = len(PROMPT) + 16 + 2 * OUTPUT
"""What one answer costs at most, in millionths of a dollar."""
REAL = 10 + 2 * OUTPUT
BATTLES = 20


@pytest.fixture
async def provider() -> AsyncIterator[ScriptedProvider]:
    async with ScriptedProvider() as provider:
        for model in (ALPHA, BETA, GAMMA):
            provider.script(model, Script(text=f"Says {model}.", usage=Usage(10, OUTPUT)))
        yield provider


@pytest.fixture
async def other_provider() -> AsyncIterator[ScriptedProvider]:
    """Another provider, with a budget of its own."""
    async with ScriptedProvider() as other_provider:
        other_provider.script(GAMMA, Script(text=f"Says {GAMMA}.", usage=Usage(10, OUTPUT)))
        yield other_provider


@pytest.fixture(autouse=True)
def _look_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flow, "REFRESH_SECONDS", 0)


def yaml(*models: tuple[str, ScriptedProvider]) -> str:
    return "models:\n" + "".join(
        f"  - {{id: {name}, base_url: '{provider.openai_url}', params: {{max_tokens: {OUTPUT}}}, "
        "prices: {input: 1, output: 2}}\n"
        for name, provider in models
    )


def budget_key_of(provider: ScriptedProvider) -> BudgetKey:
    return BudgetKey(BudgetScope.PROVIDER, find_provider(connector="openai", base_url=provider.openai_url))


def dollars(micro: int) -> float:
    return micro / 1_000_000


async def start(person: Person, **more: Any) -> httpx.Response:
    return await person.http.post("/api/sessions", json={"prompt": PROMPT, **more})


async def test_a81_two_hundred_starts_over_two_servers_stop_at_the_cap(
    data_dir: Path, provider: ScriptedProvider, postgres: EmbeddedPostgres, settings: Settings
) -> None:
    (data_dir / "models.yaml").write_text(yaml((ALPHA, provider), (BETA, provider)))
    cap = BATTLES * 2 * SIDE + SIDE
    with fresh_database(postgres) as url:
        database = Database(DatabaseAddress.parse(url), settings)
        await money.set_budget(database, money.SITE, dollars(cap))
        environment = {"MAX_RUNNING_BATTLES": "100", "MASTER_KEY": "m" * 8 + uuid4().hex}
        replicas = Replicas(data_dir, url, environment)
        try:
            sites = await replicas.start(2)
            people = [replicas.at(sites[number % 2]) for number in range(40)]
            for model in (ALPHA, BETA):
                provider.hold(model)
            starts = [asyncio.create_task(start(people[number % 40])) for number in range(200)]
            refused: list[httpx.Response] = []
            for done in asyncio.as_completed(starts):
                refused.append(await done)
                if len(refused) == 200 - BATTLES:
                    break
            await provider.wait_until(lambda: len(provider.requests) == 2 * BATTLES)
            assert Counter(reply.status_code for reply in refused) == {429: 200 - BATTLES}
            for reply in refused:
                assert reply.json()["detail"].startswith("What this site may spend on models today is used up.")
                assert 0 < int(reply.headers["Retry-After"]) <= 24 * 3600
            ((spent, reserved),) = await ask(
                url, "SELECT spent_micro_usd, reserved_micro_usd FROM spend WHERE scope = 'site'"
            )
            assert (spent, reserved) == (0, BATTLES * 2 * SIDE)
            for model in (ALPHA, BETA):
                provider.release(model)
            ended = await asyncio.gather(*starts)
            assert Counter(reply.status_code for reply in ended) == {429: 200 - BATTLES, 201: BATTLES}
            # What was set aside and not needed is free again, so a few more fit, up to the cap and not over it.
            await until(url, "SELECT 1 FROM spend WHERE scope = 'site' AND reserved_micro_usd = 0")
            while (await start(people[0])).status_code == 201:
                await until(url, "SELECT 1 FROM spend WHERE scope = 'site' AND reserved_micro_usd = 0")
            ((spent,),) = await ask(url, "SELECT spent_micro_usd FROM spend WHERE scope = 'site'")
            assert cap - 2 * SIDE <= spent <= cap
            assert await ask(url, "SELECT sum(cost_micro_usd) FROM model_calls") == [(spent,)]
            assert spent == REAL * len(provider.requests)
            assert await ask(url, "SELECT kind FROM alerts ORDER BY kind") == [("budget.reached",), ("budget.warning",)]
            assert await ask(url, "SELECT 1 FROM battles WHERE status = 'void'") == []
            await check_invariants(url)
            assert replicas.complaints() == []
        finally:
            await replicas.close()
            await database.close()


async def test_a81_fifty_cookies_share_the_budget_of_visitors(
    site: str, resources: Resources, provider: ScriptedProvider, data_dir: Path
) -> None:
    await offer(resources, provider, yaml=yaml((ALPHA, provider), (BETA, provider)))
    await money.set_budget(resources.get(Database), BudgetKey(BudgetScope.MEMBER, "visitors"), dollars(4 * SIDE))
    replicas = Replicas(data_dir, None, {})
    for model in (ALPHA, BETA):
        provider.hold(model)
    starts = [asyncio.create_task(start(replicas.at(site))) for _ in range(50)]
    await provider.wait_until(lambda: len(provider.requests) == 4)
    for model in (ALPHA, BETA):
        provider.release(model)
    ended = await asyncio.gather(*starts)
    assert Counter(reply.status_code for reply in ended)[201] in {2, 3}  # the first may have ended before the last asks
    assert all("What visitors may spend" in reply.text for reply in ended if reply.status_code == 429)
    await replicas.close()


async def test_a81_a_battle_that_has_begun_is_not_cut_off_by_a_new_budget(
    site: str, resources: Resources, provider: ScriptedProvider, data_dir: Path
) -> None:
    await offer(resources, provider, yaml=yaml((ALPHA, provider), (BETA, provider)))
    database, replicas = resources.get(Database), Replicas(data_dir, None, {})
    provider.hold(ALPHA)
    running = asyncio.create_task(start(replicas.at(site)))
    await provider.wait_until(lambda: len(provider.requests) == 2)
    await money.set_budget(database, money.SITE, 0)
    provider.release(ALPHA)
    assert (await running).status_code == 201
    person = replicas.at(site)
    assert (await start(person)).status_code == 429
    assert await money.ask(database, "SELECT 1 FROM battles WHERE status <> 'open'") == []
    await replicas.close()


async def test_a81_a_used_up_provider_is_not_drawn_and_no_refusal_tells_of_it(
    site: str, resources: Resources, provider: ScriptedProvider, other_provider: ScriptedProvider, data_dir: Path
) -> None:
    await offer(resources, provider, yaml=yaml((ALPHA, provider), (BETA, provider), (GAMMA, other_provider)))
    database, replicas = resources.get(Database), Replicas(data_dir, None, {})
    person = replicas.at(site)
    # Too little for even one answer, though nothing is spent: drawn, refused, and drawn again without it.
    await money.set_budget(database, budget_key_of(other_provider), dollars(SIDE - 1))
    for _ in range(6):
        assert (await start(person)).status_code == 201
    assert other_provider.requests == []
    chosen = await start(person, mode="side_by_side", models=[ALPHA, GAMMA])
    assert chosen.status_code == 429
    assert budget_key_of(other_provider).subject in chosen.json()["detail"]
    # Now a pair needs the other provider, and there is none left.
    await money.set_budget(database, budget_key_of(provider), 0)
    blind = await start(person)
    await money.set_budget(database, budget_key_of(provider), 10)
    await money.set_budget(database, money.SITE, 0)
    plain = await start(person)
    assert blind.status_code == plain.status_code == 429
    hidden = {"request_id", "detail"}
    assert {**blind.json(), **dict.fromkeys(hidden)} == {**plain.json(), **dict.fromkeys(hidden)}
    assert blind.json()["detail"].split(" in ")[0] == plain.json()["detail"].split(" in ")[0]
    await replicas.close()


async def test_a81_a_follow_up_that_cannot_be_paid_for_leaves_the_battle_open(
    site: str, resources: Resources, provider: ScriptedProvider, other_provider: ScriptedProvider, data_dir: Path
) -> None:
    await offer(resources, provider, yaml=yaml((ALPHA, provider), (GAMMA, other_provider)))
    database, replicas = resources.get(Database), Replicas(data_dir, None, {})
    person = replicas.at(site)
    battle = (await start(person)).json()["battle_id"]
    await money.set_budget(database, budget_key_of(other_provider), 0)
    refused = await person.http.post(f"/api/battles/{battle}/messages", json={"prompt": "And?"})
    assert refused.status_code == 429
    assert refused.json()["budget"] == "site"
    assert budget_key_of(other_provider).subject not in refused.text
    assert (await person.get(f"/api/battles/{battle}"))["status"] == "open"
    await money.set_budget(database, budget_key_of(other_provider), 1)
    assert (await person.http.post(f"/api/battles/{battle}/messages", json={"prompt": "And?"})).status_code == 201
    await replicas.close()


async def test_a81_judges_stop_at_the_cap_too(resources: Resources, provider: ScriptedProvider) -> None:
    await offer(resources, provider, yaml=yaml((ALPHA, provider), (BETA, provider), (GAMMA, provider)))
    database = resources.get(Database)
    await store_battles(database, 2)
    await money.set_budget(database, money.SITE, 0)
    run = await run_judge(
        database, resources.get(ModelCalls), resources.get(Settings), model_id=GAMMA, limits=RunLimits(2)
    )
    assert (run.judged, run.failed) == (0, 2)
    assert (run.problem or "").startswith("What this site may spend on models today is used up.")
    assert provider.requests == []


async def test_a41_what_the_webhook_answers_is_never_shown(
    clients: ClientFactory,
    resources: Resources,
    settings: Settings,
    hook: WebhookServer,
    capfd: pytest.CaptureFixture[str],
) -> None:
    database = resources.get(Database)
    await money.set_budget(database, money.SITE, 0.001)
    await money.add_calls(database, money.record(1_000))
    ((alert_id,),) = await money.ask(database, "SELECT alert_id FROM alerts")
    hook.status, hook.headers = 500, {"X-Canary": "canary-of-the-hook", "Location": "/canary-of-the-hook"}
    settings = settings.model_copy(update={"alert_webhook_url": SecretStr(hook.url), "local_hosts": ("127.0.0.1",)})
    resources.add(Settings, settings)
    moderator = await clients.moderator()
    for status, word in ((500, "refused"), (302, "refused"), (204, "sent")):
        hook.status = status
        with nullcontext() if word == "sent" else pytest.raises(WebhookFailed, match=r"^refused$"):
            await jobs.send_alert(resources, alert_id=str(alert_id))
        shown = await moderator.get("/api/admin/alerts")
        assert shown.json()["alerts"][0]["delivery"] == word
        assert "canary" not in shown.text
        assert "secret answer" not in shown.text
    assert len(hook.got) == 3
    with psycopg.connect(database.address.url) as connection:
        for table in ("alerts", "audit_log", "procrastinate_jobs"):
            kept = repr(connection.execute(f"SELECT * FROM {table}").fetchall())  # noqa: S608
            assert "canary" not in kept
            assert "secret answer" not in kept
    said = "".join(capfd.readouterr())
    assert "canary" not in said
    assert hook.url not in said


async def test_a41_nobody_can_point_the_webhook_elsewhere(clients: ClientFactory) -> None:
    """That of the alerts is a setting; those of runs are checked like every address that people give."""
    admin = await clients.admin()
    described = (await admin.get("/openapi.json")).json()
    schemas = described["components"]["schemas"]
    taking = {name for name, schema in schemas.items() if "webhook_url" in schema.get("properties", {})}
    assert taking == {"RunIn", "RunSettingsIn"}
    assert "/api/admin/budgets" in described["paths"]
    assert "alert_webhook" not in json.dumps(described)


async def change(admin: AccountClient, limit: float) -> None:
    assert (await admin.put("/api/admin/budgets/site/all", json={"limit_usd": limit})).status_code == 200


async def test_a92_each_change_of_a_budget_is_one_row_that_stays(clients: ClientFactory, database: Database) -> None:
    admin = await clients.admin()
    await change(admin, 5)
    await change(admin, 5)  # nothing changed, so there is nothing to write down
    await change(admin, 7.5)
    await admin.delete("/api/admin/budgets/site/all")
    await admin.delete("/api/admin/budgets/site/all")
    rows = await money.ask(database, "SELECT actor, action, subject, before, after FROM audit_log ORDER BY entry_id")
    whole = {"limit_usd": 5, "warn_at": 0.8, "enabled": True}
    assert [tuple(row) for row in rows] == [
        (admin.account_id, "budget.set", "site", {}, whole),
        (admin.account_id, "budget.set", "site", {"limit_usd": 5}, {"limit_usd": 7.5}),
        (admin.account_id, "budget.removed", "site", {**whole, "limit_usd": 7.5}, {}),
    ]
    with pytest.raises(Exception, match="append"):
        await money.ask(database, "UPDATE audit_log SET actor = 'nobody' RETURNING 1")
    assert json.dumps([row.after for row in rows]).count("secret") == 0

import pytest
from pydantic import SecretStr
from tests.catalog.budgets.money import SITE, add_calls, ask, record, set_budget
from tests.webhook_server import WebhookServer, hook

from llmbattler.catalog.alerts import jobs
from llmbattler.catalog.alerts.errors import WebhookFailed
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings

__all__ = ["hook"]


def resources_with(database: Database, settings: Settings, **changes: object) -> Resources:
    resources = Resources()
    resources.add(Database, database)
    resources.add(Settings, settings.model_copy(update=changes))
    return resources


async def raise_one(database: Database) -> str:
    await set_budget(database, SITE, 1)
    await add_calls(database, record(2_000_000))
    ((alert_id,),) = await ask(database, "SELECT alert_id FROM alerts")
    return str(alert_id)


async def delivery(database: Database) -> str:
    ((word,),) = await ask(database, "SELECT delivery FROM alerts")
    return str(word)


async def test_an_alert_defers_the_job_that_sends_it(database: Database) -> None:
    alert_id = await raise_one(database)
    ((name, arguments),) = await ask(database, "SELECT task_name, args FROM procrastinate_jobs")
    assert (name, arguments) == ("budgets.send_alert", {"alert_id": alert_id})


async def test_without_a_webhook_nothing_is_sent(database: Database, settings: Settings) -> None:
    alert_id = await raise_one(database)
    assert await delivery(database) == "waiting"
    await jobs.send_alert(resources_with(database, settings), alert_id=alert_id)
    assert await delivery(database) == "none"
    await jobs.send_alert(resources_with(database, settings), alert_id="0190a5b0-0000-7000-8000-000000000000")


async def test_an_alert_is_sent_again_until_it_is_taken_and_then_no_more(
    database: Database, settings: Settings, hook: WebhookServer
) -> None:
    resources = resources_with(
        database,
        settings,
        alert_webhook_url=SecretStr(hook.url),
        alert_webhook_secret=SecretStr("s3cret"),
        site_url="https://arena.example.org",
        local_hosts=("127.0.0.1",),
    )
    alert_id = await raise_one(database)
    hook.status = 500
    with pytest.raises(WebhookFailed):
        await jobs.send_alert(resources, alert_id=alert_id)
    assert await delivery(database) == "refused"
    hook.status = 204
    await jobs.send_alert(resources, alert_id=alert_id)
    await jobs.send_alert(resources, alert_id=alert_id)
    assert await delivery(database) == "sent"
    assert len(hook.got) == 2
    assert b'"site": "https://arena.example.org"' in hook.got[1][1]

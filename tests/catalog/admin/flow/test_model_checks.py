import pytest
from tests.catalog.admin.service.test_changes import add
from tests.clients import AccountClient

from llmbattler.catalog.admin.flow.model_checks import check_model
from llmbattler.catalog.calls.flow import ModelCalls
from llmbattler.catalog.errors import ModelNotFound
from llmbattler.catalog.ledger.repository import list_calls_of
from llmbattler.connectors.errors import FailureKind
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.testing import Script, ScriptedProvider


async def test_the_verdict_says_how_it_went_and_not_what_was_answered(
    admin: AccountClient, resources: Resources, provider: ScriptedProvider
) -> None:
    await add(admin)
    database, calls = resources.get(Database), resources.get(ModelCalls)
    good = await check_model(database, calls, model_id="alpha", caller=admin.account_id)
    assert (good.result, good.message) == ("ok", "The model answers.")
    assert good.first_token_ms is not None
    assert good.first_token_ms <= good.total_ms
    provider.script("alpha", Script(failure=FailureKind.BAD_KEY))
    bad = await check_model(database, calls, model_id="alpha", caller=admin.account_id)
    assert (bad.result, bad.first_token_ms) == ("bad_key", None)
    with pytest.raises(ModelNotFound):
        await check_model(database, calls, model_id="none", caller=admin.account_id)


async def test_the_verdict_names_the_model_that_answered_instead(
    admin: AccountClient, resources: Resources, provider: ScriptedProvider
) -> None:
    await add(admin)
    database, calls = resources.get(Database), resources.get(ModelCalls)
    for answering, other in (("alpha-2026-01-15", None), ("beta", "beta")):
        provider.script("alpha", Script(answering_model=answering))
        verdict = await check_model(database, calls, model_id="alpha", caller=admin.account_id)
        assert (verdict.result, verdict.answered_by) == ("ok", other)


async def test_a_check_is_in_the_ledger_as_a_test(admin: AccountClient, resources: Resources) -> None:
    await add(admin)
    database = resources.get(Database)
    await check_model(database, resources.get(ModelCalls), model_id="alpha", caller=admin.account_id)
    async with database.unit() as session:
        calls = [call async for part in list_calls_of(session, admin.account_id) for call in part]
    assert [(call.purpose, call.outcome) for call in calls] == [("test", "ok")]


async def test_a_test_without_a_word_has_failed_and_the_health_says_so(
    admin: AccountClient, resources: Resources, provider: ScriptedProvider
) -> None:
    await add(admin)
    database, calls = resources.get(Database), resources.get(ModelCalls)
    provider.script("alpha", Script(text=""))
    verdict = await check_model(database, calls, model_id="alpha", caller=admin.account_id)
    assert (verdict.result, verdict.report) == ("broken_stream", "The answer was empty.")
    provider.script("alpha", Script(failure=FailureKind.OVERLOADED))
    verdict = await check_model(database, calls, model_id="alpha", caller=admin.account_id)
    assert verdict.result == "overloaded"
    assert verdict.report is not None
    assert verdict.report.startswith("HTTP 5")
    model = (await admin.get("/api/admin/models")).json()["models"][0]
    assert (model["health"], model["health_reason"]) == ("down", "broken_stream")
    assert model["health_cause"] == "The answer ended before it was complete."

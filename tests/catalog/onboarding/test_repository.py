from tests.catalog.conftest import Offer
from tests.catalog.steps import ask, call, sync

from llmbattler.catalog.ledger.service.calls import record_calls
from llmbattler.catalog.models import Source
from llmbattler.catalog.onboarding import repository
from llmbattler.catalog.records import CallRecord
from llmbattler.core.db import Database


async def test_only_answers_of_other_models_than_the_built_in_one_count(database: Database, offer: Offer) -> None:
    await sync(database, offer("alpha"), offer("toy", source=Source.EMBEDDED))
    await call(database, "toy", "ok")
    await call(database, "alpha", "timed_out")
    test = CallRecord(model_id="alpha", purpose="test", outcome="ok", total_ms=1, attempts=1)
    await ask(database, record_calls, records=[test])
    assert await ask(database, repository.find_answered_model) is None
    await call(database, "alpha", "ok")
    assert await ask(database, repository.find_answered_model) == "alpha"

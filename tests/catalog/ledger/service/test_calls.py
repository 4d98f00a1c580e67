from collections.abc import Callable

from msgspec.structs import replace
from tests.catalog.steps import age_rows, ask, call, called, live, probe, shown, sync

from llmbattler.catalog import repository
from llmbattler.catalog.health import OK
from llmbattler.catalog.ledger.service.calls import list_refused, record_calls
from llmbattler.catalog.offers import OfferedModel
from llmbattler.core.db import Database, Session

Offer = Callable[..., OfferedModel]


async def test_a_members_own_key_says_nothing_about_the_model(database: Database, offer: Offer) -> None:
    await sync(database, offer("a"), offer("b"))
    for model_id in ("a", "b"):
        await probe(database, model_id)
    own = [replace(called("a", "bad_key", "direct"), own_key=True) for _ in range(3)]
    await ask(database, record_calls, records=own)
    assert await live(database, "a") == "healthy"
    await call(database, "b", "bad_key")
    await ask(database, record_calls, records=[replace(called("b"), own_key=True)])
    assert await live(database, "b") == "down"


async def test_a_call_never_sets_the_first_state(database: Database, offer: Offer) -> None:
    await sync(database, offer("a"))
    await call(database, "a", OK)
    assert await live(database, "a") == "unknown"


async def test_one_row_for_each_change(database: Database, offer: Offer) -> None:
    await sync(database, offer("a"))
    for outcome in (OK, OK, "unreachable", "unreachable", "unreachable", "unreachable", OK, OK):
        await probe(database, "a", outcome)

    async def states(session: Session) -> list[str]:
        rows = await session.execute(repository.text("SELECT state, first FROM model_health ORDER BY changed_at"))
        return [f"{state}{'!' if first else ''}" for state, first in rows]

    assert await ask(database, states) == ["healthy!", "degraded", "down", "healthy"]


async def test_probes_that_say_nothing_new_are_not_kept(database: Database, offer: Offer) -> None:
    await sync(database, offer("a"))
    for outcome in (*[OK] * 5, *["unreachable"] * 9):
        await probe(database, "a", outcome)

    async def count(session: Session) -> int:
        return int((await session.execute(repository.text("SELECT count(*) FROM model_calls"))).scalar_one())

    assert await ask(database, count) == 4  # the first good one, and the three that led to down


async def test_a_model_that_is_down_for_long_stays_down(database: Database, offer: Offer) -> None:
    await sync(database, offer("a"))
    await probe(database, "a", "unreachable")
    await age_rows(database, 60)
    await probe(database, "a", "unreachable")
    assert await live(database, "a") == "down"
    await probe(database, "a")
    assert await live(database, "a") == "healthy"


async def test_a_failed_call_before_the_first_probe_is_known_at_once_and_shown_later(
    database: Database, offer: Offer
) -> None:
    await sync(database, offer("a"))
    await call(database, "a", "overloaded")
    assert await live(database, "a") == "degraded"
    assert await shown(database, "a") == "unknown"


async def test_a_failed_test_counts_whatever_the_cause(database: Database, offer: Offer) -> None:
    await sync(database, offer("a"))
    await probe(database, "a")
    await ask(database, record_calls, records=[called("a", "refused", "direct")])
    assert await live(database, "a") == "healthy"
    assert await ask(database, list_refused, model_ids=["a"]) == {"a"}
    await ask(database, record_calls, records=[called("a", "refused", "test")])
    assert await live(database, "a") == "degraded"

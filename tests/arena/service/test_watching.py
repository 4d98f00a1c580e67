from datetime import datetime, timedelta

import pytest
from sqlalchemy import delete, update

from llmbattler.arena.conversation import Attempt
from llmbattler.arena.models import Battle, LiveChunk, LiveTurn, Status, VoidReason
from llmbattler.arena.service import watching
from llmbattler.arena.service.plans import TurnPlan
from llmbattler.arena.service.watching import TurnState
from llmbattler.core.db import Database, Session
from tests.arena.service.steps import again, do, finish, say, set_status, start, void
from tests.overhearing import overheard

pytestmark = pytest.mark.usefixtures("models")


async def read_turn(
    session: Session, plan: TurnPlan, attempt: Attempt, after: int = -1, as_of: datetime | None = None
) -> TurnState:
    return await watching.read_turn(session, battle_id=plan.battle_id, attempt=attempt, after=after, as_of=as_of)


async def test_a_turn_can_be_read_by_another_process_while_it_runs(database: Database) -> None:
    plan = await start(database)
    async with database.unit() as session:
        session.add(LiveChunk(battle_id=plan.battle_id, seq=0, left="So", right="We"))
    read = await do(database, lambda s: read_turn(s, plan, Attempt(1)))
    assert [(chunk.left, chunk.right) for chunk in read.chunks] == [("So", "We")]
    assert (read.final, read.void) == (None, None)
    await finish(database, plan)
    read = await do(database, lambda s: read_turn(s, plan, Attempt(1), after=0))
    assert read.final == ("So.", "So.")


async def test_a_failed_second_try_reads_as_void_and_not_as_the_first_try(database: Database) -> None:
    plan = await start(database)
    await finish(database, plan)
    await void(database, await again(database, plan))
    read = await do(database, lambda s: read_turn(s, plan, Attempt(1, again=1)))
    assert (read.final, read.void) == (None, VoidReason.FAILED)
    read = await do(database, lambda s: read_turn(s, plan, Attempt(1)))
    assert read.final == ("So.", "So.")


async def test_an_earlier_turn_of_a_void_battle_is_still_there(database: Database) -> None:
    plan = await start(database)
    await finish(database, plan)
    await void(database, await say(database, plan), VoidReason.STOPPED)
    read = await do(database, lambda s: read_turn(s, plan, Attempt(1)))
    assert read.final == ("So.", "So.")
    read = await do(database, lambda s: read_turn(s, plan, Attempt(2)))
    assert (read.final, read.void) == (None, VoidReason.STOPPED)


async def test_a_long_battle_is_read_once_while_it_is_watched(database: Database) -> None:
    plan = await start(database)
    await finish(database, plan)
    await say(database, plan)
    read = await do(database, lambda s: read_turn(s, plan, Attempt(2)))
    with overheard(database) as heard:
        read = await do(database, lambda s: read_turn(s, plan, Attempt(2), as_of=read.as_of))
    assert (read.final, read.void) == (None, None)
    assert not [statement for statement, _ in heard if "conversation" in statement]


async def test_whoever_watches_learns_how_it_ends(database: Database) -> None:
    plan = await start(database)
    other = await start(database)
    seen = [await do(database, lambda s, one=one: read_turn(s, one, Attempt(1))) for one in (plan, other)]
    await finish(database, plan)
    await void(database, other)
    ends = [
        await do(database, lambda s, one=one, as_of=before.as_of: read_turn(s, one, Attempt(1), as_of=as_of))
        for one, before in zip((plan, other), seen, strict=True)
    ]
    assert [(one.final, one.void) for one in ends] == [(("So.", "So."), None), (None, VoidReason.FAILED)]


async def test_a_turn_after_the_vote_that_nobody_answers_any_more_has_ended(database: Database) -> None:
    plan = await start(database)
    await finish(database, plan)
    await set_status(database, plan, Status.VOTED)
    await say(database, plan)
    read = await do(database, lambda s: read_turn(s, plan, Attempt(2)))
    async with database.unit() as session:
        await session.execute(update(LiveTurn).values(leased_at=LiveTurn.leased_at - timedelta(minutes=1)))
    read = await do(database, lambda s: read_turn(s, plan, Attempt(2), as_of=read.as_of))
    assert (read.final, read.void) == (None, VoidReason.FAILED)


async def test_a_battle_that_was_deleted_has_ended(database: Database) -> None:
    plan = await start(database)
    read = await do(database, lambda s: read_turn(s, plan, Attempt(1)))
    async with database.unit() as session:
        await session.execute(delete(Battle))
    read = await do(database, lambda s: read_turn(s, plan, Attempt(1), as_of=read.as_of))
    assert read.void == VoidReason.FAILED

import pytest
from sqlalchemy import delete, select

from llmbattler.arena.models import Battle, Mode, Position, Status, VoidReason
from llmbattler.arena.moderation.models import QueuedTurn
from llmbattler.arena.service import battles
from llmbattler.arena.turns.analysis import TurnAnalysis
from llmbattler.arena.turns.service import end
from llmbattler.arena.turns.turn import Turn
from llmbattler.core.db import Database
from llmbattler.generation.streams.service import Ended, Failure, StoredEnd
from tests.arena.rows import OWNER
from tests.arena.turns.steps import again, do, fail, finish, id_of, row_of, say, set_status, start

pytestmark = pytest.mark.usefixtures("models")


async def find_end(database: Database, turn: Turn) -> StoredEnd | None:
    return await do(database, lambda session: end.find_end(session, key=turn.ref.key))


@pytest.mark.parametrize("reason", list(VoidReason))
async def test_a_first_turn_without_an_answer_voids_the_battle(database: Database, reason: VoidReason) -> None:
    plan = await start(database)
    assert await fail(database, plan, reason) == Ended(Failure(reason.value), "void")
    row = await row_of(database, plan)
    assert (row.status, row.void_reason, row.turns) == (Status.VOID, reason, 0)


@pytest.mark.parametrize("reason", list(VoidReason))
async def test_a_later_turn_without_an_answer_leaves_the_battle_open(database: Database, reason: VoidReason) -> None:
    plan = await start(database)
    await finish(database, plan, analysis=TurnAnalysis(frozenset({"math"}), "en", frozenset()))
    before = await row_of(database, plan)
    assert await fail(database, await say(database, plan), reason) == Ended(Failure(reason.value), "open")
    row = await row_of(database, plan)
    assert (row.status, row.void_reason, row.turns) == (Status.OPEN, reason, 1)
    assert row.conversation[:-1] == before.conversation
    assert (row.categories, row.pace, row.completed_at) == (before.categories, before.pace, before.completed_at)
    assert row.updated_at > before.updated_at


async def test_another_answer_that_fails_leaves_the_first_one(database: Database) -> None:
    plan = await start(database)
    await finish(database, plan)
    before = (await row_of(database, plan)).conversation
    await fail(database, await again(database, plan))
    row = await row_of(database, plan)
    assert (row.status, row.conversation) == (Status.OPEN, before)


async def test_what_was_seen_of_a_failed_turn_is_not_forgotten(database: Database) -> None:
    plan = await start(database)
    await finish(database, plan)
    await fail(database, await say(database, plan), flags=frozenset({"identity_leak"}))
    await finish(database, await again(database, plan))
    assert (await row_of(database, plan)).flags == ["identity_leak"]


async def test_a_failed_turn_after_the_vote_leaves_the_vote(database: Database) -> None:
    plan = await start(database)
    await finish(database, plan)
    await set_status(database, plan, Status.VOTED)
    ended = await fail(database, await say(database, plan), flags=frozenset({"identity_leak"}))
    assert ended == Ended(Failure.FAILED, "voted")
    row = await row_of(database, plan)
    assert (row.status, row.flags) == (Status.VOTED, [])


async def test_a_failed_turn_is_moderated_too(database: Database) -> None:
    plan = await start(database)
    await finish(database, plan)
    await fail(database, await say(database, plan))
    found = await do(database, lambda session: session.execute(select(QueuedTurn.battle_id, QueuedTurn.turn)))
    assert set(found.all()) == {(id_of(plan), 1), (id_of(plan), 2)}


async def test_the_cause_of_a_failed_side_is_kept_until_it_is_asked_again(database: Database) -> None:
    plan = await start(database, mode=Mode.SIDE_BY_SIDE, models=["a", "c"])
    failures = {"left": {"kind": "bad_key", "report": "HTTP 401: No."}}
    await finish(database, plan, sides=[Position.RIGHT], failures=failures)
    assert (await row_of(database, plan)).failures == failures
    retry = await again(database, plan)
    assert (await row_of(database, plan)).failures == {}
    await fail(database, retry, failures=failures)
    assert (await row_of(database, plan)).failures == failures


async def test_a_side_that_failed_leaves_the_other_and_no_vote(database: Database) -> None:
    plan = await start(database, mode=Mode.SIDE_BY_SIDE, models=["a", "c"])
    assert await finish(database, plan, sides=[Position.RIGHT]) == Ended(state="open")
    row = await row_of(database, plan)
    assert (row.status, row.turns, row.void_reason) == (Status.OPEN, 0, VoidReason.FAILED)
    shown = await do(database, lambda s: battles.get_battle(s, owner=OWNER, battle_id=id_of(plan)))
    assert [message.position for message in shown.messages] == [None, Position.RIGHT]
    assert not shown.can_vote
    assert "other answer is kept" in shown.void_message
    # A later turn that fails on both sides does not remove the answer.
    await fail(database, await say(database, plan))
    assert (await row_of(database, plan)).status == Status.OPEN


async def test_an_end_is_found_for_each_attempt(database: Database) -> None:
    first = await start(database)
    await finish(database, first, "One.")
    second = await again(database, first)
    await fail(database, second, VoidReason.STOPPED)
    assert await find_end(database, second) == StoredEnd(Ended(Failure.STOPPED, "open"))
    third = await again(database, first)
    # Followers of the second attempt get its end, and never text of the third.
    assert await find_end(database, second) == StoredEnd(Ended(Failure.FAILED, "open"))
    await finish(database, third, "Three.")
    assert [turn.ref.part for turn in (first, second, third)] == ["1", "1r1", "1r2"]
    assert await find_end(database, first) == StoredEnd(Ended(state="open"), ("One.", "One."))
    assert await find_end(database, third) == StoredEnd(Ended(state="open"), ("Three.", "Three."))
    assert await find_end(database, second) == StoredEnd(Ended(Failure.FAILED, "open"))


async def test_the_end_of_a_half_answered_turn_has_one_text(database: Database) -> None:
    plan = await start(database, mode=Mode.SIDE_BY_SIDE, models=["a", "c"])
    await finish(database, plan, sides=[Position.RIGHT])
    assert await find_end(database, plan) == StoredEnd(Ended(state="open"), ("", "So."))


async def test_a_chat_has_one_text(database: Database) -> None:
    plan = await start(database, mode=Mode.DIRECT, models=["a"])
    await finish(database, plan)
    assert await find_end(database, plan) == StoredEnd(Ended(state="open"), ("So.",))


async def test_a_battle_that_was_deleted_has_no_end(database: Database) -> None:
    plan = await start(database)
    await do(database, lambda session: session.execute(delete(Battle)))
    assert await find_end(database, plan) is None
    assert await finish(database, plan) == Ended(Failure.LOST)
    other = await start(database)
    await do(database, lambda session: session.execute(delete(Battle)))
    assert await fail(database, other) == Ended(Failure.FAILED)


async def test_the_attempt_that_was_begun_last_is_followed(database: Database) -> None:
    turn = plan = await start(database)
    for step in (again, say, again):
        ref, entries = end.find_last_turn(await row_of(database, plan))
        assert (ref, entries) == (turn.ref, list(turn.entries))
        await finish(database, turn)
        assert end.find_last_turn(await row_of(database, plan))[0] == turn.ref
        turn = await step(database, plan)
    assert turn.ref.part == "2r1"

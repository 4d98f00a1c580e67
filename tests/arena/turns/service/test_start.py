import asyncio
from datetime import timedelta

import pytest
from sqlalchemy import update

from llmbattler.arena import limits
from llmbattler.arena.conversation import ask, read_entries
from llmbattler.arena.errors import (
    BattleClosed,
    BattleNotFound,
    NoImagesHere,
    SessionNotFound,
    StillAnswering,
    TooManyAtOnce,
    TooManyTurns,
)
from llmbattler.arena.models import Battle, Mode, Position, Status
from llmbattler.arena.models import Session as SessionRow
from llmbattler.arena.schemas import BattleIn, MessageIn
from llmbattler.arena.service import sessions
from llmbattler.arena.turns.analysis import TurnAnalysis
from llmbattler.arena.turns.service import start as opening
from llmbattler.arena.turns.service.start import MOST_ATTEMPTS
from llmbattler.arena.turns.turn import Turn
from llmbattler.catalog.service import sync_catalog
from llmbattler.connectors.contract import Abilities
from llmbattler.core.db import Database
from llmbattler.generation.streams.models import LiveGeneration
from llmbattler.library.models import Image
from tests.arena.rows import OTHER, OWNER, add_battle, all_rows, talk
from tests.arena.turns.steps import again, context, do, fail, finish, offer, row_of, say, set_status, start
from tests.library.stored_files import list_files_to_delete

pytestmark = pytest.mark.usefixtures("models")


async def test_a_battle_goes_from_generating_to_open(database: Database) -> None:
    plan = await start(database, prompt="Why is\nthe sky blue?")
    row = await row_of(database, plan)
    assert (row.status, row.turns, row.sampling_probability) == (Status.GENERATING, 0, pytest.approx(1 / 3))
    assert {row.left_model_id, row.right_model_id} <= {"a", "b", "c"}
    assert [one.id for one in plan.contestants.values()] == [row.left_model_id, row.right_model_id]
    assert (plan.ref.message_id, plan.ref.turn) == ("msg_1", 1)
    assert await finish(database, plan, analysis=TurnAnalysis(frozenset({"math"}), "en", frozenset({"identity_leak"})))
    row = await row_of(database, plan)
    assert (row.status, row.turns, row.categories, row.language) == (Status.OPEN, 1, ["math"], "en")
    assert (row.flags, row.pace) == (["identity_leak"], [[[0, 3, 3]]])
    assert row.completed_at is not None
    assert await all_rows(database, LiveGeneration) == []


@pytest.mark.parametrize("deleted", [True, False])
async def test_no_battle_in_a_session_that_is_not_there(database: Database, deleted: bool) -> None:
    plan = await start(database)
    await finish(database, plan)
    owner = OWNER if deleted else OTHER
    if deleted:
        gone = plan.ref.session_id
        await do(database, lambda session: sessions.delete_session(session, owner=OWNER, session_id=gone))
    with pytest.raises(SessionNotFound):
        await do(
            database,
            lambda session: opening.open_battle(
                session, context=context(owner), wanted=BattleIn(prompt="x"), session_id=plan.ref.session_id
            ),
        )


async def test_a81_the_bound_holds_when_everything_starts_at_once(database: Database) -> None:
    results = await asyncio.gather(*(start(database, context(most=3)) for _ in range(20)), return_exceptions=True)
    assert sum(isinstance(one, Turn) for one in results) == 3
    assert sum(isinstance(one, TooManyAtOnce) for one in results) == 17
    await start(database, context(OTHER, most=3))


async def test_a81_what_runs_after_the_vote_is_bounded_too(database: Database) -> None:
    voted = []
    for _ in range(4):
        plan = await start(database)
        await finish(database, plan)
        await set_status(database, plan, Status.VOTED)
        voted.append(plan)
    for plan in voted[:3]:
        await say(database, plan, who=context(most=3))
    with pytest.raises(TooManyAtOnce):
        await say(database, voted[3], who=context(most=3))
    with pytest.raises(TooManyAtOnce):
        await start(database, context(most=3))


async def test_one_turn_at_a_time(database: Database) -> None:
    plan = await start(database)
    for attempt in (say, again):
        with pytest.raises(StillAnswering):
            await attempt(database, plan)
    await finish(database, plan)
    await set_status(database, plan, Status.VOTED)
    await say(database, plan)
    with pytest.raises(StillAnswering):
        await say(database, plan)


@pytest.mark.parametrize("status", [Status.VOID, Status.EXPIRED])
async def test_a_closed_battle_is_closed(database: Database, status: Status) -> None:
    plan = await start(database)
    await finish(database, plan)
    await set_status(database, plan, status)
    for attempt in (say, again):
        with pytest.raises(BattleClosed):
            await attempt(database, plan)


async def test_after_the_vote_one_may_go_on_but_not_answer_again(database: Database) -> None:
    plan = await start(database)
    await finish(database, plan)
    await set_status(database, plan, Status.VOTED)
    with pytest.raises(BattleClosed):
        await again(database, plan)
    follow_up = await say(database, plan)
    assert await finish(
        database, follow_up, analysis=TurnAnalysis(frozenset({"math"}), "en", frozenset({"identity_leak"}))
    )
    row = await row_of(database, plan)
    assert (row.status, row.turns, row.flags, row.categories) == (Status.VOTED, 2, [], [])


async def test_regenerating_keeps_the_pair_and_the_old_answers(database: Database) -> None:
    plan = await start(database)
    await finish(database, plan, "First.")
    second = await again(database, plan)
    assert [one.id for one in second.contestants.values()] == [one.id for one in plan.contestants.values()]
    assert (second.ref.part, second.ref.message_id, set(second.reservations)) == ("1r1", "msg_1", set(Position))
    await finish(database, second, "Second.")
    row = await row_of(database, plan)
    assert [entry.content for entry in read_entries(row.conversation)] == [
        "Why?",
        "First.",
        "First.",
        "Second.",
        "Second.",
    ]
    assert (row.turns, len(row.pace)) == (1, 1)


async def test_a_flag_once_raised_stays(database: Database) -> None:
    plan = await start(database)
    await finish(database, plan, analysis=TurnAnalysis(frozenset(), None, frozenset({"identity_leak"})))
    await finish(database, await again(database, plan))
    assert (await row_of(database, plan)).flags == ["identity_leak"]


async def test_categories_set_by_hand_survive_the_next_turn(database: Database) -> None:
    plan = await start(database)
    await finish(database, plan)
    query = update(Battle).values(categories=["hard"], language="de", corrected=True)
    await do(database, lambda session: session.execute(query))
    await finish(database, await say(database, plan), analysis=TurnAnalysis(frozenset({"math"}), "en", frozenset()))
    row = await row_of(database, plan)
    assert (row.categories, row.language) == (["hard"], "de")


async def test_attempts_at_a_turn_are_limited(database: Database) -> None:
    plan = await start(database)
    await finish(database, plan)
    await do(database, lambda session: session.execute(update(Battle).values(attempt=MOST_ATTEMPTS)))
    with pytest.raises(TooManyTurns):
        await again(database, plan)


@pytest.mark.parametrize("voted", [False, True])
async def test_a_turn_that_failed_can_be_tried_again_with_both_sides(database: Database, voted: bool) -> None:
    plan = await start(database)
    await finish(database, plan)
    if voted:
        await set_status(database, plan, Status.VOTED)
    failed = await say(database, plan, "And then?")
    await fail(database, failed)
    retry = await again(database, plan)
    assert (retry.ref.part, retry.ref.message_id) == ("2r1", failed.ref.message_id)
    assert set(retry.reservations) == set(Position)
    await finish(database, retry, "Then this.")
    row = await row_of(database, plan)
    assert (row.status, row.turns, row.void_reason) == (Status.VOTED if voted else Status.OPEN, 2, None)
    if voted:
        with pytest.raises(BattleClosed):
            await again(database, plan)


async def test_a_further_message_may_follow_a_turn_that_failed(database: Database) -> None:
    plan = await start(database)
    await finish(database, plan)
    await fail(database, await say(database, plan, "And then?"))
    third = await say(database, plan, "Something else?")
    assert third.ref.part == "3"
    await finish(database, third)
    row = await row_of(database, plan)
    assert row.pace == [[[0, 3, 3]], [], [[0, 3, 3]]]
    assert (row.turns, row.void_reason, row.attempt) == (3, None, 0)


@pytest.mark.parametrize(("mode", "shown"), [(Mode.BATTLE, [0, 0]), (Mode.SIDE_BY_SIDE, [4, 0])])
async def test_only_blind_battles_wait_for_the_slower_model(database: Database, mode: Mode, shown: list[int]) -> None:
    chosen = {} if mode is Mode.BATTLE else {"models": ["a", "c"]}
    pacing = (await start(database, mode=mode, **chosen)).pacing
    pacing.streams[0].add("Fast")
    pacing.tick(0.0)
    assert [stream.shown for stream in pacing.streams] == shown


@pytest.mark.parametrize("failed", list(Position))
async def test_where_names_are_known_only_the_side_that_failed_answers_again(
    database: Database, failed: Position
) -> None:
    [kept] = set(Position) - {failed}
    plan = await start(database, mode=Mode.SIDE_BY_SIDE, models=["a", "c"])
    await finish(database, plan, "Kept.", sides=[kept])
    retry = await again(database, plan)
    assert (set(retry.reservations), retry.ref.part) == ({failed}, "1r1")
    await finish(database, retry, "At last.")
    row = await row_of(database, plan)
    texts = {entry.position: entry.content for entry in read_entries(row.conversation) if entry.position}
    assert texts == {kept: "Kept.", failed: "At last."}
    assert (row.turns, row.void_reason) == (1, None)
    assert row.pace == [[[0, 3, 3], [0, *(len(texts[side]) for side in Position)]]]
    both = await again(database, plan)
    assert (set(both.reservations), both.ref.part) == (set(Position), "1r2")


async def test_turns_are_bounded(database: Database) -> None:
    async with database.unit() as session:
        battle = await add_battle(session, *(f"{n}?" for n in range(limits.TURNS)))
        entries = talk("0?")
        for _ in range(limits.TURNS - 1):
            entries.append(ask(entries, prompt="failed", images=()))
        failing = await add_battle(session, "0?", entries=entries, status=Status.VOTED)
    for one in (battle, failing):
        with pytest.raises(TooManyTurns):
            await say(database, one)


async def test_others_cannot_speak(database: Database) -> None:
    plan = await start(database)
    await finish(database, plan)
    with pytest.raises(BattleNotFound):
        await say(database, plan, who=context(OTHER))


async def send_image(database: Database) -> tuple[Image, Turn]:
    image = Image(owner=OWNER, storage_key="k", media_type="image/png", width=1, height=1)
    async with database.unit() as session:
        session.add(image)
    return image, await start(database, images=[image.image_id])


async def test_an_image_of_a_void_battle_can_be_sent_again(database: Database) -> None:
    image, plan = await send_image(database)
    await fail(database, plan)
    again = await start(database, images=[image.image_id])
    first, second = await all_rows(database, Image)
    assert {first.battle_id, second.battle_id} == {plan.ref.battle_id, again.ref.battle_id}
    assert first.storage_key == second.storage_key
    resent = second if second.battle_id == again.ref.battle_id else first
    assert again.entries[0].images == (str(resent.image_id),)


async def test_a_file_goes_with_the_last_battle_that_shows_it(database: Database) -> None:
    image, plan = await send_image(database)
    again = await start(database, images=[image.image_id])
    for battle, files in ((plan, []), (again, ["k"])):
        async with database.unit() as session:
            await session.execute(
                update(SessionRow)
                .where(SessionRow.session_id == battle.ref.session_id)
                .values(deleted_at=SessionRow.created_at - timedelta(days=1))
            )
            await sessions.purge_sessions(session)
        assert await list_files_to_delete(database) == files


@pytest.mark.parametrize("blind", ["a", "c"])
async def test_before_the_vote_abilities_of_the_pair_decide_nothing(database: Database, blind: str) -> None:
    image = Image(owner=OWNER, storage_key="k", media_type="image/png", width=1, height=1)
    async with database.unit() as session:
        session.add(image)
        battle = await add_battle(session, left_model_id=blind, right_model_id="b")

    async def follow_up() -> Turn:
        wanted = MessageIn(prompt="And this?", images=[image.image_id])
        return await do(
            database,
            lambda session: opening.add_message(session, context=context(), battle_id=battle.battle_id, wanted=wanted),
        )

    with pytest.raises(NoImagesHere):
        await follow_up()
    async with database.unit() as session:
        await sync_catalog(session, offers=[offer(one, abilities=Abilities(vision=True)) for one in "abc"])
    assert (await follow_up()).ref.turn == 2


async def test_who_began_with_an_image_may_send_more(database: Database) -> None:
    image, plan = await send_image(database)
    await finish(database, plan)
    wanted = MessageIn(prompt="And now?", images=[image.image_id])
    more = await do(
        database,
        lambda session: opening.add_message(session, context=context(), battle_id=plan.ref.battle_id, wanted=wanted),
    )
    assert more.ref.turn == 2


async def test_the_same_words_about_another_image_are_another_prompt(database: Database) -> None:
    image, plan = await send_image(database)
    again = await start(database, images=[image.image_id])
    other = Image(owner=OWNER, storage_key="m", media_type="image/png", width=1, height=1)
    async with database.unit() as session:
        session.add(other)
    third = await start(database, images=[other.image_id])
    rows = [await row_of(database, one) for one in (plan, again, third)]
    assert rows[0].prompt_hash == rows[1].prompt_hash
    assert rows[0].prompt_hash != rows[2].prompt_hash

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import update

from llmbattler.arena import limits
from llmbattler.arena.conversation import Attempt, Facts, ask, read_entries
from llmbattler.arena.errors import (
    BadChoice,
    BattleClosed,
    BattleNotFound,
    ImageNotFound,
    PromptTooLong,
    SessionNotFound,
    StillAnswering,
    TooFewModels,
    TooManyAtOnce,
    TooManyTurns,
)
from llmbattler.arena.models import Battle, Image, LiveChunk, LiveTurn, Mode, Status, VoidReason
from llmbattler.arena.schemas import BattleIn, MessageIn
from llmbattler.arena.service import sessions, turns
from llmbattler.arena.service.turns import Answer, Opening, Seen, TurnPlan
from llmbattler.catalog.models import ModelStatus, PlaceKind, Source
from llmbattler.catalog.offers import OfferedModel
from llmbattler.catalog.service import sync_catalog
from llmbattler.connectors.contract import Abilities
from llmbattler.core.db import Database, Session
from tests.arena.rows import OTHER, OWNER, add_battle, all_rows, talk

PROCESS = uuid4()
NOTHING_SEEN = Seen(frozenset(), None, frozenset())


def opening(owner: str = OWNER, most: int = 5) -> Opening:
    return Opening(owner, PROCESS, most)


def offer(model_id: str, **changes: Any) -> OfferedModel:
    return OfferedModel(
        model_id=model_id,
        name=model_id,
        connector="openai",
        model=model_id,
        source=Source.FILE,
        place=PlaceKind.LOCAL,
        **changes,
    )


@pytest.fixture(autouse=True)
async def models(database: Database) -> None:
    seeing = {"abilities": Abilities(vision=True)}
    paused = offer("paused", status=ModelStatus.PAUSED)
    async with database.unit() as session:
        await sync_catalog(session, offers=[offer("a", **seeing), offer("b", **seeing), offer("c"), paused])


async def do(database: Database, step: Callable[[Session], Awaitable[Any]]) -> Any:
    async with database.unit() as session:
        return await step(session)


async def start(database: Database, who: Opening | None = None, **wanted: Any) -> TurnPlan:
    body = BattleIn(**{"prompt": "Why?", **wanted})
    return await do(database, lambda session: turns.open_battle(session, opening=who or opening(), wanted=body))


async def finish(database: Database, plan: TurnPlan, text: str = "So.", seen: Seen = NOTHING_SEEN) -> bool:
    answers = [Answer(text, Facts(model_id=model.model_id, latency_ms=1)) for model in plan.models]
    return await do(
        database, lambda session: turns.append_turn(session, plan=plan, answers=answers, pace=[(0, 3, 3)], seen=seen)
    )


async def say(
    database: Database, battle: TurnPlan | Battle, prompt: str = "More?", who: Opening | None = None
) -> TurnPlan:
    wanted = MessageIn(prompt=prompt)
    return await do(
        database,
        lambda session: turns.add_message(session, opening=who or opening(), battle_id=battle.battle_id, wanted=wanted),
    )


async def again(database: Database, battle: TurnPlan | Battle) -> TurnPlan:
    return await do(database, lambda session: turns.regenerate(session, opening=opening(), battle_id=battle.battle_id))


async def void(database: Database, plan: TurnPlan, reason: VoidReason = VoidReason.FAILED) -> None:
    await do(database, lambda session: turns.void_turn(session, battle_id=plan.battle_id, reason=reason))


async def row_of(database: Database, battle: TurnPlan | Battle) -> Battle:
    [row] = [row for row in await all_rows(database, Battle) if row.battle_id == battle.battle_id]
    return row


async def set_status(database: Database, battle: TurnPlan | Battle, status: Status) -> None:
    query = update(Battle).where(Battle.battle_id == battle.battle_id).values(status=status)
    await do(database, lambda session: session.execute(query))


async def test_a_battle_goes_from_generating_to_open(database: Database) -> None:
    plan = await start(database, prompt="Why is\nthe sky blue?")
    row = await row_of(database, plan)
    assert (row.status, row.turns, row.sampling_probability) == (Status.GENERATING, 0, pytest.approx(1 / 3))
    assert {row.left_model_id, row.right_model_id} <= {"a", "b", "c"}
    assert [model.model_id for model in plan.models] == [row.left_model_id, row.right_model_id]
    assert (plan.message_id, plan.turn) == ("msg_1", 1)
    assert await finish(database, plan, seen=Seen(frozenset({"math"}), "en", frozenset({"identity_leak"})))
    row = await row_of(database, plan)
    assert (row.status, row.turns, row.categories, row.language) == (Status.OPEN, 1, ["math"], "en")
    assert (row.flags, row.pace) == (["identity_leak"], [[[0, 3, 3]]])
    assert row.completed_at is not None
    assert await all_rows(database, LiveTurn) == []


async def test_a_void_battle_is_not_brought_back(database: Database) -> None:
    plan = await start(database)
    await void(database, plan, VoidReason.STOPPED)
    assert not await finish(database, plan)
    row = await row_of(database, plan)
    assert (row.status, row.void_reason) == (Status.VOID, "stopped")


async def test_a_new_battle_in_a_session_prefers_new_models(database: Database) -> None:
    first = await start(database)
    await finish(database, first)
    wanted, thread = BattleIn(prompt="Next?"), first.session_id
    for _ in range(5):
        plan = await do(database, lambda s: turns.open_battle(s, opening=opening(), wanted=wanted, session_id=thread))
        await finish(database, plan)
        met = {model.model_id for model in first.models}
        assert not met >= {model.model_id for model in plan.models}
        first = plan


@pytest.mark.parametrize("deleted", [True, False])
async def test_no_battle_in_a_session_that_is_not_there(database: Database, deleted: bool) -> None:
    plan = await start(database)
    await finish(database, plan)
    owner = OWNER if deleted else OTHER
    if deleted:
        await do(database, lambda session: sessions.delete_session(session, owner=OWNER, session_id=plan.session_id))
    with pytest.raises(SessionNotFound):
        await do(
            database,
            lambda session: turns.open_battle(
                session, opening=opening(owner), wanted=BattleIn(prompt="x"), session_id=plan.session_id
            ),
        )


@pytest.mark.parametrize(
    "wanted",
    [
        {"models": ["a", "b"]},
        {"mode": Mode.DIRECT},
        {"mode": Mode.DIRECT, "models": ["a", "b"]},
        {"mode": Mode.SIDE_BY_SIDE, "models": ["a"]},
        {"mode": Mode.SIDE_BY_SIDE, "models": ["a", "a"]},
        {"mode": Mode.SIDE_BY_SIDE, "models": ["a", "nobody"]},
        {"mode": Mode.SIDE_BY_SIDE, "models": ["a", "paused"]},
        {"mode": Mode.DIRECT, "models": ["paused"]},
    ],
)
async def test_a_choice_must_fit_the_mode(database: Database, wanted: dict[str, Any]) -> None:
    with pytest.raises(BadChoice):
        await start(database, **wanted)


async def test_chosen_models_stand_where_they_were_put(database: Database) -> None:
    plan = await start(database, mode=Mode.SIDE_BY_SIDE, models=["c", "a"])
    assert [model.model_id for model in plan.models] == ["c", "a"]
    assert (await row_of(database, plan)).sampling_probability is None
    direct = await start(database, mode=Mode.DIRECT, models=["c"])
    assert (await row_of(database, direct)).right_model_id is None


async def test_images_are_for_models_that_see_and_for_their_owner(database: Database) -> None:
    def image(owner: str) -> Image:
        return Image(owner=owner, storage_key="k", media_type="image/png", width=1, height=1)

    mine, theirs = image(OWNER), image(OTHER)
    async with database.unit() as session:
        session.add_all([mine, theirs])
    plan = await start(database, images=[mine.image_id])
    assert {model.model_id for model in plan.models} == {"a", "b"}
    with pytest.raises(BadChoice):
        await start(database, images=[mine.image_id], mode=Mode.DIRECT, models=["c"])
    for stolen in (theirs.image_id, uuid4()):
        with pytest.raises(ImageNotFound):
            await start(database, images=[stolen])
    assert len(await all_rows(database, Battle)) == 1


async def test_a_prompt_goes_to_models_that_can_read_it(database: Database) -> None:
    lengths = {"a": 100, "b": None, "c": 5000}
    async with database.unit() as session:
        await sync_catalog(session, offers=[offer(one, context_length=length) for one, length in lengths.items()])
    for _ in range(10):
        plan = await start(database, opening(most=99), prompt="x" * 401)
        assert {model.model_id for model in plan.models} == {"b", "c"}
    with pytest.raises(PromptTooLong, match="20,000 characters"):
        await start(database, opening(most=99), prompt="x" * 20_001)
    with pytest.raises(PromptTooLong, match="a can read about 400 characters"):
        await start(database, opening(most=99), prompt="x" * 401, mode=Mode.SIDE_BY_SIDE, models=["a", "b"])


async def test_two_models_are_needed(database: Database) -> None:
    async with database.unit() as session:
        await sync_catalog(session, offers=[offer("a")])
    with pytest.raises(TooFewModels):
        await start(database)


async def test_a81_the_bound_holds_when_everything_starts_at_once(database: Database) -> None:
    results = await asyncio.gather(*(start(database, opening(most=3)) for _ in range(20)), return_exceptions=True)
    assert sum(isinstance(one, TurnPlan) for one in results) == 3
    assert sum(isinstance(one, TooManyAtOnce) for one in results) == 17
    await start(database, opening(OTHER, most=3))


async def test_a81_what_runs_after_the_vote_is_bounded_too(database: Database) -> None:
    voted = []
    for _ in range(4):
        plan = await start(database)
        await finish(database, plan)
        await set_status(database, plan, Status.VOTED)
        voted.append(plan)
    for plan in voted[:3]:
        await say(database, plan, who=opening(most=3))
    with pytest.raises(TooManyAtOnce):
        await say(database, voted[3], who=opening(most=3))
    with pytest.raises(TooManyAtOnce):
        await start(database, opening(most=3))


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
    assert await finish(database, follow_up, seen=Seen(frozenset({"math"}), "en", frozenset({"identity_leak"})))
    row = await row_of(database, plan)
    assert (row.status, row.turns, row.flags, row.categories) == (Status.VOTED, 2, [], [])


async def test_a_failed_turn_after_the_vote_leaves_the_vote_and_the_replay_in_order(database: Database) -> None:
    plan = await start(database)
    await finish(database, plan)
    await set_status(database, plan, Status.VOTED)
    await void(database, await say(database, plan))
    assert (await row_of(database, plan)).status == Status.VOTED
    third = await say(database, plan)
    assert third.turn == 3
    await finish(database, third)
    assert (await row_of(database, plan)).pace == [[[0, 3, 3]], [], [[0, 3, 3]]]


async def test_regenerating_keeps_the_pair_and_the_old_answers(database: Database) -> None:
    plan = await start(database)
    await finish(database, plan, "First.")
    second = await again(database, plan)
    assert (second.models, second.turn, second.message_id) == (plan.models, 1, "msg_1")
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
    await finish(database, plan, seen=Seen(frozenset(), None, frozenset({"identity_leak"})))
    await finish(database, await again(database, plan))
    assert (await row_of(database, plan)).flags == ["identity_leak"]


async def test_categories_set_by_hand_survive_the_next_turn(database: Database) -> None:
    plan = await start(database)
    await finish(database, plan)
    query = update(Battle).values(categories=["hard"], language="de", corrected=True)
    await do(database, lambda session: session.execute(query))
    await finish(database, await say(database, plan), seen=Seen(frozenset({"math"}), "en", frozenset()))
    row = await row_of(database, plan)
    assert (row.categories, row.language) == (["hard"], "de")


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


async def test_a_model_that_left_closes_its_battles(database: Database) -> None:
    plan = await start(database, mode=Mode.SIDE_BY_SIDE, models=["a", "c"])
    await finish(database, plan)
    async with database.unit() as session:
        await sync_catalog(session, offers=[offer("a"), offer("b")])
    for attempt in (say, again):
        with pytest.raises(BattleClosed):
            await attempt(database, plan)


async def test_others_cannot_speak(database: Database) -> None:
    plan = await start(database)
    await finish(database, plan)
    with pytest.raises(BattleNotFound):
        await say(database, plan, who=opening(OTHER))


async def read_turn(session: Session, plan: TurnPlan, attempt: Attempt, after: int = -1) -> turns.TurnState:
    return await turns.read_turn(session, battle_id=plan.battle_id, attempt=attempt, after=after)


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


async def test_a_battle_nobody_votes_on_expires(database: Database) -> None:
    async with database.unit() as session:
        battle = await add_battle(session)
        await session.execute(update(Battle).values(updated_at=Battle.updated_at - timedelta(days=31)))
        await add_battle(session)
        chat = await add_battle(session, mode=Mode.DIRECT, right_model_id=None)
        old = update(Battle).where(Battle.battle_id == chat.battle_id)
        await session.execute(old.values(updated_at=Battle.updated_at - timedelta(days=99)))
    assert await do(database, lambda s: turns.expire_battles(s, after=timedelta(days=30))) == 1
    assert (await row_of(database, battle)).status == Status.EXPIRED

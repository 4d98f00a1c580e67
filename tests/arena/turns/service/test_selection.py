from typing import Any
from uuid import uuid4

import pytest

from llmbattler.arena.errors import (
    BadChoice,
    BattleClosed,
    PromptTooLong,
    TooFewModels,
)
from llmbattler.arena.models import Battle, Mode
from llmbattler.arena.schemas import BattleIn
from llmbattler.arena.turns.service import start as opening
from llmbattler.catalog.service import sync_catalog
from llmbattler.core.db import Database
from llmbattler.library.errors import ImageNotFound
from llmbattler.library.models import Image
from tests.arena.rows import OTHER, OWNER, all_rows
from tests.arena.turns.steps import again, context, do, finish, offer, row_of, say, start

pytestmark = pytest.mark.usefixtures("models")


async def test_a_new_battle_in_a_session_prefers_new_models(database: Database) -> None:
    first = await start(database)
    await finish(database, first)
    wanted, thread = BattleIn(prompt="Next?"), first.ref.session_id
    for _ in range(5):
        plan = await do(database, lambda s: opening.open_battle(s, context=context(), wanted=wanted, session_id=thread))
        await finish(database, plan)
        met = {one.id for one in first.contestants.values()}
        assert not met >= {one.id for one in plan.contestants.values()}
        first = plan


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
    assert [one.id for one in plan.contestants.values()] == ["c", "a"]
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
    assert {one.id for one in plan.contestants.values()} == {"a", "b"}
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
        plan = await start(database, context(most=99), prompt="x" * 401)
        assert {one.id for one in plan.contestants.values()} == {"b", "c"}
    with pytest.raises(PromptTooLong, match="20,000 characters"):
        await start(database, context(most=99), prompt="x" * 20_001)
    with pytest.raises(PromptTooLong, match="a can read about 400 characters"):
        await start(database, context(most=99), prompt="x" * 401, mode=Mode.SIDE_BY_SIDE, models=["a", "b"])


async def test_two_models_are_needed(database: Database) -> None:
    async with database.unit() as session:
        await sync_catalog(session, offers=[offer("a")])
    with pytest.raises(TooFewModels):
        await start(database)


async def test_a_model_that_left_closes_its_battles(database: Database) -> None:
    plan = await start(database, mode=Mode.SIDE_BY_SIDE, models=["a", "c"])
    await finish(database, plan)
    async with database.unit() as session:
        await sync_catalog(session, offers=[offer("a"), offer("b")])
    for attempt in (say, again):
        with pytest.raises(BattleClosed):
            await attempt(database, plan)

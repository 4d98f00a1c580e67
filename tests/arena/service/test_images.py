"""Images in messages: whose they are, who sees them, how long their files live."""

from datetime import timedelta

import pytest
from sqlalchemy import update

from llmbattler.arena.errors import NoImagesHere
from llmbattler.arena.models import Image
from llmbattler.arena.models import Session as SessionRow
from llmbattler.arena.schemas import MessageIn
from llmbattler.arena.service import sessions, turns
from llmbattler.arena.service.plans import TurnPlan
from llmbattler.catalog.service import sync_catalog
from llmbattler.connectors.contract import Abilities
from llmbattler.core.db import Database
from tests.arena.rows import OWNER, add_battle, all_rows
from tests.arena.service.steps import do, finish, offer, opening, row_of, start, void

pytestmark = pytest.mark.usefixtures("models")


async def send_image(database: Database) -> tuple[Image, TurnPlan]:
    image = Image(owner=OWNER, storage_key="k", media_type="image/png", width=1, height=1)
    async with database.unit() as session:
        session.add(image)
    return image, await start(database, images=[image.image_id])


async def test_an_image_of_a_void_battle_can_be_sent_again(database: Database) -> None:
    image, plan = await send_image(database)
    await void(database, plan)
    again = await start(database, images=[image.image_id])
    first, second = await all_rows(database, Image)
    assert {first.battle_id, second.battle_id} == {plan.battle_id, again.battle_id}
    assert first.storage_key == second.storage_key
    assert again.entries[0].images == (str(second.image_id if second.battle_id == again.battle_id else first.image_id),)


async def test_a_file_goes_with_the_last_battle_that_shows_it(database: Database) -> None:
    image, plan = await send_image(database)
    again = await start(database, images=[image.image_id])
    for battle, files in ((plan, []), (again, ["k"])):
        async with database.unit() as session:
            await session.execute(
                update(SessionRow)
                .where(SessionRow.session_id == battle.session_id)
                .values(deleted_at=SessionRow.created_at - timedelta(days=1))
            )
            assert await sessions.purge_sessions(session) == files


@pytest.mark.parametrize("blind", ["a", "c"])
async def test_before_the_vote_abilities_of_the_pair_decide_nothing(database: Database, blind: str) -> None:
    image = Image(owner=OWNER, storage_key="k", media_type="image/png", width=1, height=1)
    async with database.unit() as session:
        session.add(image)
        battle = await add_battle(session, left_model_id=blind, right_model_id="b")

    async def follow_up() -> TurnPlan:
        wanted = MessageIn(prompt="And this?", images=[image.image_id])
        return await do(
            database,
            lambda session: turns.add_message(session, opening=opening(), battle_id=battle.battle_id, wanted=wanted),
        )

    with pytest.raises(NoImagesHere):
        await follow_up()
    async with database.unit() as session:
        await sync_catalog(session, offers=[offer(one, abilities=Abilities(vision=True)) for one in "abc"])
    assert (await follow_up()).turn == 2


async def test_who_began_with_an_image_may_send_more(database: Database) -> None:
    image, plan = await send_image(database)
    await finish(database, plan)
    wanted = MessageIn(prompt="And now?", images=[image.image_id])
    more = await do(
        database,
        lambda session: turns.add_message(session, opening=opening(), battle_id=plan.battle_id, wanted=wanted),
    )
    assert more.turn == 2


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

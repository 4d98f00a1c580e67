import asyncio
from uuid import uuid4

import pytest

from llmbattler.arena.errors import BattleNotFound, ShareNotFound
from llmbattler.arena.models import Share, Status
from llmbattler.arena.service import sessions
from llmbattler.arena.shares.service import links
from llmbattler.core.db import Database
from llmbattler.library.errors import ImageNotFound
from llmbattler.library.models import Image
from tests.arena.rows import OTHER, OWNER, add_battle, all_rows


async def test_a_link_is_long_random_and_the_same_until_revoked(database: Database) -> None:
    async with database.unit() as session:
        battle = await add_battle(session)
    async with database.unit() as session:
        first = await links.share_battle(session, owner=OWNER, battle_id=battle.battle_id)
    async with database.unit() as session:
        assert await links.share_battle(session, owner=OWNER, battle_id=battle.battle_id) == first
    assert len(first.token) * 6 >= 128
    assert first.path == f"/s/{first.token}"
    async with database.unit() as session:
        await links.revoke_share(session, owner=OWNER, battle_id=battle.battle_id)
    with pytest.raises(ShareNotFound):
        async with database.unit() as session:
            await links.get_shared(session, token=first.token)
    async with database.unit() as session:
        assert (await links.share_battle(session, owner=OWNER, battle_id=battle.battle_id)).token != first.token


async def test_two_clicks_at_once_give_one_link(database: Database) -> None:
    async with database.unit() as session:
        battle = await add_battle(session)

    async def click() -> str:
        async with database.unit() as session:
            return (await links.share_battle(session, owner=OWNER, battle_id=battle.battle_id)).token

    assert len(set(await asyncio.gather(*(click() for _ in range(8))))) == 1
    assert len(await all_rows(database, Share)) == 1


async def test_others_cannot_share_or_revoke(database: Database) -> None:
    async with database.unit() as session:
        battle = await add_battle(session)
        await links.share_battle(session, owner=OWNER, battle_id=battle.battle_id)
    for attempt in (links.share_battle, links.revoke_share):
        with pytest.raises(BattleNotFound):
            async with database.unit() as session:
                await attempt(session, owner=OTHER, battle_id=battle.battle_id)
    assert len(await all_rows(database, Share)) == 1


@pytest.mark.parametrize("status", [Status.GENERATING, Status.OPEN, Status.VOID, Status.EXPIRED])
async def test_a28_what_is_blind_stays_blind_behind_a_link(database: Database, status: Status) -> None:
    async with database.unit() as session:
        battle = await add_battle(session, status=status)
        link = await links.share_battle(session, owner=OWNER, battle_id=battle.battle_id)
        shown = await links.get_shared(session, token=link.token)
    assert (shown.revealed_models, shown.details, shown.vote) == (None, None, None)
    assert "model_id" not in shown.model_dump_json()


async def test_a27_a_link_to_something_deleted_is_dead_images_included(database: Database) -> None:
    async with database.unit() as session:
        battle = await add_battle(session)
        image = Image(
            owner=OWNER, battle_id=battle.battle_id, storage_key="k", media_type="image/png", width=1, height=1
        )
        unsent = Image(owner=OWNER, storage_key="k2", media_type="image/png", width=1, height=1)
        session.add_all([image, unsent])
        token = (await links.share_battle(session, owner=OWNER, battle_id=battle.battle_id)).token
    async with database.unit() as session:
        found = await links.get_shared_image(session, token=token, image_id=image.image_id)
        assert found.storage_key == "k"
    for other in (unsent.image_id, uuid4()):
        with pytest.raises(ImageNotFound):
            async with database.unit() as session:
                await links.get_shared_image(session, token=token, image_id=other)
    async with database.unit() as session:
        await sessions.delete_session(session, owner=OWNER, session_id=battle.session_id)
    with pytest.raises(ShareNotFound):
        async with database.unit() as session:
            await links.get_shared(session, token=token)
    with pytest.raises(ShareNotFound):
        async with database.unit() as session:
            await links.get_shared_image(session, token=token, image_id=image.image_id)

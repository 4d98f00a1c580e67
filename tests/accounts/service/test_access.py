"""Policy: for every kind of object that slices register, the owner may view it and others may not."""

from collections.abc import Awaitable, Callable
from uuid import uuid4

import pytest
from tests.arena.rows import add_battle, add_session
from tests.benchmarks.bench_rows import build_run, build_suite

from llmbattler.accounts.errors import UnknownKind
from llmbattler.accounts.schemas import AccountKind, Person, Visitor
from llmbattler.accounts.service.access import may_view
from llmbattler.core.db import Database, Session
from llmbattler.core.manifests import list_shareables
from llmbattler.core.settings import Profile, Settings
from llmbattler.library.models import Image

OWNER = Person("m_owner", AccountKind.MEMBER)
OTHERS = (Visitor(None), Visitor("v_other"), Visitor(""))


async def make_battle(session: Session) -> object:
    return (await add_battle(session, owner=OWNER.account_id)).battle_id


async def make_session(session: Session) -> object:
    return (await add_session(session, owner=OWNER.account_id)).session_id


async def make_image(session: Session) -> object:
    image = Image(owner=OWNER.account_id, storage_key="k", media_type="image/png", width=1, height=1)
    session.add(image)
    await session.flush()
    return image.image_id


async def make_suite(session: Session) -> object:
    return (await build_suite(session, owner=OWNER.account_id)).suite_id


async def make_run(session: Session) -> object:
    return (await build_run(session, version=await build_suite(session), owner=OWNER.account_id)).run_id


MAKERS: dict[str, Callable[[Session], Awaitable[object]]] = {
    "battle": make_battle,
    "session": make_session,
    "image": make_image,
    "suite": make_suite,
    "run": make_run,
}


def test_every_registered_kind_is_checked_here() -> None:
    assert MAKERS.keys() == list_shareables().keys()


@pytest.mark.parametrize("kind", MAKERS)
async def test_the_owner_may_view_an_object_and_strangers_may_not(
    kind: str, database: Database, settings: Settings
) -> None:
    public = settings.model_copy(update={"profile": Profile.PUBLIC})

    async def ask(viewer: Visitor, object_id: object) -> bool:
        async with database.unit() as session:
            return await may_view(session, settings=public, viewer=viewer, kind=kind, object_id=str(object_id))

    async with database.unit() as session:
        made = await MAKERS[kind](session)
    assert await ask(OWNER, made)
    assert [await ask(other, made) for other in OTHERS] == [False, False, False]
    assert [await ask(OWNER, wrong) for wrong in (uuid4(), "no id", "")] == [False, False, False]


async def test_an_unknown_kind_is_refused_with_the_known_ones(database: Database, settings: Settings) -> None:
    async with database.unit() as session:
        with pytest.raises(UnknownKind, match="battle, image, run, session, suite"):
            await may_view(session, settings=settings, viewer=OWNER, kind="team", object_id="x")

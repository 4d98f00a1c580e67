from llmbattler.accounts.schemas import Visitor
from llmbattler.core.db import Database
from llmbattler.core.settings import Settings
from llmbattler.library.models import Image
from llmbattler.library.service.access import may_view_image
from tests.arena.rows import OTHER, OWNER


async def test_an_image_is_viewable_by_its_owner(database: Database, settings: Settings) -> None:
    image = Image(owner=OWNER, storage_key="k", media_type="image/png", width=1, height=1)
    async with database.unit() as session:
        session.add(image)
        await session.flush()
        assert await may_view_image(session, settings, Visitor(OWNER), str(image.image_id))
        assert not await may_view_image(session, settings, Visitor(OTHER), str(image.image_id))
        assert not await may_view_image(session, settings, Visitor(OWNER), "no id")

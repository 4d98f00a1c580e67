"""Who may view an image: its owner. Images of shared battles are shown by `arena.shares`."""

from llmbattler.accounts.schemas import Visitor
from llmbattler.core.db import Session
from llmbattler.core.ids import parse_uuid
from llmbattler.core.settings import Settings

from .. import repository


async def may_view_image(session: Session, _: Settings, viewer: Visitor, object_id: str) -> bool:
    image_id = parse_uuid(object_id)
    return image_id is not None and bool(await repository.list_images(session, [image_id], viewer.owner))

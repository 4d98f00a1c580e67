"""Storing an upload: no unit of work is open while the image is re-encoded and written."""

from llmbattler.core.db import Database
from llmbattler.core.storage import Storage, make_key

from .schemas import ImageOut
from .service import images
from .service.reader import ImageReader


async def store_image(
    database: Database, storage: Storage, reader: ImageReader, *, owner: str, data: bytes
) -> ImageOut:
    """Re-encode an image, store the file under a random key, then add the row."""
    async with database.unit() as session:
        await images.check_quota(session, owner=owner)
    accepted = await reader.accept_image(data)
    key = make_key("images")
    await storage.put(key, accepted.data, accepted.media_type)
    async with database.unit() as session:
        return await images.add_image(session, owner=owner, image=accepted, storage_key=key)

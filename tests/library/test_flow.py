import pytest

from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.core.storage import Storage
from llmbattler.library import limits
from llmbattler.library.errors import NotAnImage, TooManyImages
from llmbattler.library.flow import store_image
from llmbattler.library.image_formats import AcceptedImage
from llmbattler.library.models import Image
from llmbattler.library.service.reader import ImageReader
from tests.arena.rows import OWNER, all_rows


class TextReader(ImageReader):
    """Accepts everything but "text", and counts what it was given."""

    def __init__(self) -> None:
        self.count = 0

    async def accept_image(self, data: bytes) -> AcceptedImage:
        self.count += 1
        if data == b"text":
            raise NotAnImage
        return AcceptedImage(b"encoded " + data, "image/jpeg", 4, 3)


async def test_the_encoded_bytes_are_stored_with_a_row(database: Database, resources: Resources) -> None:
    storage = resources.get(Storage)
    shown = await store_image(database, storage, TextReader(), owner=OWNER, data=b"image")
    (row,) = await all_rows(database, Image)
    assert (shown.image_id, shown.width, shown.height) == (row.image_id, 4, 3)
    assert (row.owner, row.media_type) == (OWNER, "image/jpeg")
    assert await storage.get(row.storage_key) == b"encoded image"


async def test_a_refused_upload_leaves_no_row(
    database: Database, resources: Resources, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader, storage = TextReader(), resources.get(Storage)
    with pytest.raises(NotAnImage):
        await store_image(database, storage, reader, owner=OWNER, data=b"text")
    monkeypatch.setattr(limits, "IMAGES_PER_DAY", 0)
    with pytest.raises(TooManyImages):
        await store_image(database, storage, reader, owner=OWNER, data=b"image")
    assert reader.count == 1
    assert await all_rows(database, Image) == []

"""A fake image connector, and the contract of `ImageConnector` as tests to inherit.

    class TestMine(ImageConnectorContract):
        place = Place("my-image-model")

        def connect(self) -> ImageConnector:
            return MyImageConnector(...)

They run under pytest with `asyncio_mode = "auto"`.
"""

# ruff: noqa: S101 - these are tests, and pytest is not installed with the product

import random
import struct
import zlib
from collections.abc import Sequence

from llmbattler.connectors.contract import ListedModel, Place, Usage
from llmbattler.connectors.errors import ModelMissing
from llmbattler.connectors.images import GeneratedImage, ImageConnector, ImageRequest, ImageResult, ImageSize

_PNG = b"\x89PNG\r\n\x1a\n"
_SIZE = ImageSize(8, 8)
_SIGNATURES = {"image/png": _PNG, "image/jpeg": b"\xff\xd8\xff", "image/webp": b"RIFF"}


class FakeImageConnector:
    """Makes images of one color, which depends on the prompt, the seed and the number of the image."""

    def __init__(self, model: str = "fake-images") -> None:
        self._model = model

    async def generate(self, place: Place, request: ImageRequest) -> ImageResult:
        if place.model != self._model:
            raise ModelMissing(f"There is only {self._model!r}.")
        chance = random.Random(f"{request.prompt}{request.seed}")  # noqa: S311 - it must be repeatable
        images = tuple(
            GeneratedImage("image/png", draw_png(request.size or _SIZE, chance.randbytes(3)), f"{request.prompt}.")
            for _ in range(request.n)
        )
        return ImageResult(images, Usage(len(request.prompt.split()), request.n))

    async def list_models(self, _: Place) -> Sequence[ListedModel]:
        return [ListedModel(self._model)]

    async def close(self) -> None:
        """It opens nothing."""


def draw_png(size: ImageSize, color: bytes) -> bytes:
    """A PNG file of one RGB color."""
    header = struct.pack(">IIBBBBB", size.width, size.height, 8, 2, 0, 0, 0)
    rows = (b"\0" + color * size.width) * size.height
    return _PNG + _chunk(b"IHDR", header) + _chunk(b"IDAT", zlib.compress(rows)) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


class ImageConnectorContract:
    """For any image connector; override `place` and `connect`."""

    place: Place

    def connect(self) -> ImageConnector:
        raise NotImplementedError

    async def test_makes_as_many_images_as_asked(self) -> None:
        connector = self.connect()
        for number in (1, 3):
            result = await connector.generate(self.place, ImageRequest("A red square", n=number))
            assert len(result.images) == number
            assert isinstance(result.usage, Usage)
        await connector.close()

    async def test_the_bytes_are_of_the_media_type(self) -> None:
        connector = self.connect()
        for image in (await connector.generate(self.place, ImageRequest("A red square"))).images:
            assert image.data.startswith(_SIGNATURES[image.media_type])
        await connector.close()

    async def test_lists_the_model_of_its_place(self) -> None:
        connector = self.connect()
        assert self.place.model in {model.id for model in await connector.list_models(self.place)}
        await connector.close()

    async def test_closes_twice(self) -> None:
        connector = self.connect()
        await connector.close()
        await connector.close()

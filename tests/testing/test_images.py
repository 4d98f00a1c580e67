import struct
import zlib

import pytest

from llmbattler.connectors.contract import Place, Usage
from llmbattler.connectors.errors import ModelMissing
from llmbattler.connectors.images import GeneratedImage, ImageConnector, ImageRequest, ImageResult, ImageSize
from llmbattler.testing import FakeImageConnector, ImageConnectorContract
from llmbattler.testing.images import draw_png

PLACE = Place("fake-images")


class TestFake(ImageConnectorContract):
    place = PLACE

    def connect(self) -> ImageConnector:
        return FakeImageConnector()


async def test_the_same_seed_gives_the_same_image() -> None:
    fake = FakeImageConnector()

    async def make(seed: int) -> tuple[bytes, ...]:
        request = ImageRequest("A boat", ImageSize(4, 2), n=2, seed=seed)
        return tuple(image.data for image in (await fake.generate(PLACE, request)).images)

    assert await make(1) == await make(1)
    assert await make(1) != await make(2)
    one, two = await make(1)
    assert one != two
    assert ImageSize(*struct.unpack(">II", one[16:24])) == ImageSize(4, 2)


async def test_knows_no_other_model() -> None:
    with pytest.raises(ModelMissing):
        await FakeImageConnector().generate(Place("other"), ImageRequest("A boat"))


def test_a_png_holds_its_pixels() -> None:
    data = draw_png(ImageSize(2, 1), b"\x01\x02\x03")
    start = data.index(b"IDAT") + 4
    assert zlib.decompress(data[start : data.index(b"IEND") - 8]) == b"\x00" + b"\x01\x02\x03" * 2


class Flawed(FakeImageConnector):
    async def generate(self, place: Place, request: ImageRequest) -> ImageResult:  # noqa: ARG002
        return ImageResult((GeneratedImage("image/png", b"<html>"),) * 2, Usage())


class FlawedContract(ImageConnectorContract):
    place = PLACE

    def connect(self) -> ImageConnector:
        return Flawed()


@pytest.mark.parametrize("test", ["test_makes_as_many_images_as_asked", "test_the_bytes_are_of_the_media_type"])
async def test_a_flaw_is_found(test: str) -> None:
    with pytest.raises(AssertionError):
        await getattr(FlawedContract(), test)()


async def test_a_contract_needs_a_connector() -> None:
    with pytest.raises(NotImplementedError):
        await ImageConnectorContract().test_closes_twice()

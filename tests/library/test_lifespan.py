import pytest

from llmbattler.core.resources import Resources
from llmbattler.library import lifespan
from llmbattler.library.lifespan import open_image_reader
from llmbattler.library.service.reader import ImageReader


async def test_the_reader_is_closed_also_after_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[ImageReader] = []

    class Reader(ImageReader):
        async def close(self) -> None:
            closed.append(self)
            await super().close()

    monkeypatch.setattr(lifespan, "ImageReader", Reader)
    resources = Resources()
    with pytest.raises(RuntimeError):
        async with open_image_reader(resources):
            assert closed == []
            raise RuntimeError
    assert closed == [resources.get(Reader)]

"""Opens and closes the worker processes that read images."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from llmbattler.core.resources import Resources

from .service.reader import ImageReader


@asynccontextmanager
async def open_image_reader(resources: Resources) -> AsyncIterator[None]:
    reader = resources.add(ImageReader, ImageReader())
    try:
        yield
    finally:
        await reader.close()

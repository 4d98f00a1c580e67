"""What a process opens for toys."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from llmbattler.core.jobs import JobQueue
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings

from .settings import ToySettings


class Box:
    """Gives new toys their color."""

    def __init__(self, color: str) -> None:
        self.color = color


@asynccontextmanager
async def open_box(resources: Resources) -> AsyncIterator[None]:
    resources.add(Box, Box(resources.get(Settings).of(ToySettings).toy_color))
    yield


async def start(resources: Resources) -> None:
    await resources.get(JobQueue).defer("toy.make", owner="nobody")

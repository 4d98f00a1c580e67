"""Open what answers turns."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from llmbattler.core.resources import Resources
from llmbattler.generation.streams.service import GenerationOwners

from .flow import BattleTurns


@asynccontextmanager
async def open_turns(resources: Resources) -> AsyncIterator[None]:
    resources.get(GenerationOwners).add(resources.add(BattleTurns, BattleTurns(resources)))
    yield

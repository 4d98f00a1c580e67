"""Registers the arena as the owner of its generations."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from llmbattler.core.resources import Resources
from llmbattler.generation.streams.service import GenerationOwners

from .flow import BattleTurns


@asynccontextmanager
async def open_turns(resources: Resources) -> AsyncIterator[None]:
    resources.get(GenerationOwners).add(resources.add(BattleTurns, BattleTurns(resources)))
    yield

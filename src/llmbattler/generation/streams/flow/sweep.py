"""Ends the generations of dead processes."""

from llmbattler.core.db import Database

from .. import repository, service
from ..contract import GenerationOwners


async def sweep_generations(database: Database, owners: GenerationOwners) -> int:
    """Let the owners store the end of these generations, in one unit of work each. Returns how many."""
    async with database.unit() as session:
        stale = await repository.list_stale_generations(session, owners.kinds)
        await repository.delete_orphan_chunks(session)
    ended = 0
    for key in stale:
        async with database.unit() as session:
            shown = await service.close_stale_generation(session, key=key)
            if shown is not None:
                await owners.get(key.kind).abandon(session, key, shown)
                ended += 1
    return ended

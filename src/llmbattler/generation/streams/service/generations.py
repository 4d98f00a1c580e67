"""Generations in the database: opening one, ending one, and what other processes know of it."""

from collections.abc import Sequence
from uuid import UUID

from llmbattler.core.db import Session

from .. import repository
from ..chunks import join_chunks
from ..contract import GenerationKey


async def open_generation(session: Session, *, key: GenerationKey, owner: str, process: UUID, most: int) -> bool:
    """Announce a generation in the unit of work that opens it; false when the person has so many already.

    The caller holds a lock on the person, otherwise two that open at once would both be let in.
    """
    return await repository.add_generation(session, key, owner=owner, process=process, most=most)


async def close_generation(session: Session, *, key: GenerationKey) -> bool:
    """Take a generation out of flight. Only whoever gets true may store how it ended."""
    return await repository.delete_generation(session, key)


async def take_stale(session: Session, *, key: GenerationKey) -> Sequence[str] | None:
    """Take a generation whose process died out of flight, and give what was shown of it; `None` when it lives."""
    chunks = await repository.list_chunks(session, key, after=-1)
    if chunks is None or not await repository.delete_stale_generation(session, key):
        return None
    return join_chunks((), chunks)


async def list_live(session: Session, *, subject_ids: Sequence[UUID]) -> frozenset[UUID]:
    """Which of these have a generation in flight."""
    return await repository.list_live_subjects(session, subject_ids)


async def request_stop(session: Session, *, subject_id: UUID) -> None:
    """Ask the process that answers it, whichever it is, to stop."""
    await repository.update_stop_requested(session, subject_id)


async def delete_generations(session: Session, *, subject_ids: Sequence[UUID]) -> None:
    """Take generations out of flight without an end: their subjects are about to be deleted."""
    await repository.delete_generations(session, subject_ids)

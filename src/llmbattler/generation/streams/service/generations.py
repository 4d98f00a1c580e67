"""Open, list, stop and end generations in the database."""

from collections.abc import Sequence
from uuid import UUID

from llmbattler.core.db import Session

from .. import repository
from ..chunks import join_chunks
from ..contract import GenerationKey


async def open_generation(session: Session, *, key: GenerationKey, owner: str, process: UUID, most: int) -> bool:
    """Add a generation in the unit of work that opens it. Returns false when the person has reached the limit.

    The caller holds a lock on the person, otherwise two that open at once would both be let in.
    """
    return await repository.add_generation(session, key, owner=owner, process=process, most=most)


async def close_generation(session: Session, *, key: GenerationKey) -> bool:
    """Delete a generation in flight. Only the caller that gets true may store the result."""
    return await repository.delete_generation(session, key)


async def close_stale_generation(session: Session, *, key: GenerationKey) -> Sequence[str] | None:
    """Delete a generation whose lease has expired and return what was shown; `None` if the lease is valid."""
    chunks = await repository.list_chunks(session, key, after=-1)
    if chunks is None or not await repository.delete_stale_generation(session, key):
        return None
    return join_chunks((), chunks)


async def list_live(session: Session, *, subject_ids: Sequence[UUID]) -> frozenset[UUID]:
    """Return which of these subjects have a generation in flight."""
    return await repository.list_live_subjects(session, subject_ids)


async def request_stop(session: Session, *, subject_id: UUID) -> None:
    """Ask the answering process to stop."""
    await repository.update_stop_requested(session, subject_id)


async def delete_generations(session: Session, *, subject_ids: Sequence[UUID]) -> None:
    """Delete generations without storing a result: their subjects are about to be deleted."""
    await repository.delete_generations(session, subject_ids)

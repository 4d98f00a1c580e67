"""Export, erasure and transfer of generations in flight."""

from collections.abc import AsyncIterator
from typing import Any

from llmbattler.core.db import Session
from llmbattler.core.ownership import OwnedData

from .. import repository


async def export_generations(session: Session, owner: str) -> AsyncIterator[dict[str, Any]]:
    """Export the generations in flight; their text is exported with their subject."""
    for key in await repository.list_generations_of(session, owner):
        yield {"kind": key.kind, "subject_id": str(key.subject_id), "part": key.part}


GENERATIONS = OwnedData(
    "running_answers", export_generations, repository.delete_generations_of, repository.update_owner
)

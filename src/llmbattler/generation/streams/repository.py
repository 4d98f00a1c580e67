"""Queries of generations in flight. Written as text, because building expressions for every answer costs more."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import text

from llmbattler.core.db import Session
from llmbattler.core.db.statement_connection import StatementConnection

from .chunks import Chunk, StoredChunk
from .contract import GenerationKey

LEASE = timedelta(seconds=15)
"""A generation whose process has not renewed its lease for this long is abandoned."""

_ADD = text("""
INSERT INTO live_generations (subject_id, part, kind, owner, process)
SELECT :subject_id, :part, :kind, :owner, :process
WHERE (SELECT count(*) FROM live_generations WHERE owner = :owner) < :most
RETURNING 1
""")
_DELETE = text("""
WITH chunks AS (DELETE FROM live_chunks WHERE subject_id = :subject_id AND part = :part)
DELETE FROM live_generations WHERE subject_id = :subject_id AND part = :part RETURNING 1
""")
# No lease could be renewed while the database was away, so after its restart processes get time to do it.
_STALE = "leased_at < now() - {lease} AND pg_postmaster_start_time() < now() - {lease}"
_DELETE_STALE = text(f"""
WITH gone AS (
    DELETE FROM live_generations
    WHERE subject_id = :subject_id AND part = :part AND {_STALE.format(lease=":lease")}
    RETURNING subject_id, part
), chunks AS (
    DELETE FROM live_chunks USING gone WHERE live_chunks.subject_id = gone.subject_id AND live_chunks.part = gone.part
)
SELECT 1 FROM gone
""")  # noqa: S608 - the condition above
_LIST_STALE = text(f"""
SELECT kind, subject_id, part FROM live_generations WHERE kind = ANY(:kinds) AND {_STALE.format(lease=":lease")}
ORDER BY leased_at LIMIT :most
""")  # noqa: S608 - the condition above
_DELETE_OF_SUBJECTS = text("""
WITH chunks AS (DELETE FROM live_chunks WHERE subject_id = ANY(:subjects))
DELETE FROM live_generations WHERE subject_id = ANY(:subjects)
""")
_DELETE_OF_OWNER = text("""
WITH gone AS (DELETE FROM live_generations WHERE owner = :owner RETURNING subject_id, part)
DELETE FROM live_chunks USING gone WHERE live_chunks.subject_id = gone.subject_id AND live_chunks.part = gone.part
""")
_DELETE_ORPHANS = text("""
DELETE FROM live_chunks WHERE NOT EXISTS (
    SELECT FROM live_generations AS live WHERE live.subject_id = live_chunks.subject_id AND live.part = live_chunks.part
)
""")
_MOVE = text("UPDATE live_generations SET owner = :target WHERE owner = :source")
_LIST_OF_OWNER = text("SELECT kind, subject_id, part FROM live_generations WHERE owner = :owner ORDER BY 2, 3")
_LIST_SUBJECTS = text("SELECT subject_id FROM live_generations WHERE subject_id = ANY(:subjects)")
_REQUEST_STOP = text("UPDATE live_generations SET stop_requested = true WHERE subject_id = :subject_id")
_LIST_CHUNKS = text("""
SELECT seq, texts FROM live_generations AS live
LEFT JOIN live_chunks AS chunk ON chunk.subject_id = live.subject_id AND chunk.part = live.part AND seq > :after
WHERE live.subject_id = :subject_id AND live.part = :part ORDER BY seq
""")

_ADD_CHUNKS = """
INSERT INTO live_chunks (subject_id, part, seq, texts)
SELECT subject_id, part, seq, texts
FROM json_to_recordset(%(chunks)s) AS new (subject_id uuid, part text, seq integer, texts text[])
ON CONFLICT (subject_id, part, seq) DO UPDATE SET texts = excluded.texts
"""
_ADD_AND_RENEW = f"""
WITH added AS ({_ADD_CHUNKS})
UPDATE live_generations SET leased_at = now()
FROM unnest(%(subjects)s::uuid[], %(parts)s::text[]) AS mine (subject_id, part)
WHERE process = %(process)s
  AND live_generations.subject_id = mine.subject_id AND live_generations.part = mine.part
RETURNING live_generations.subject_id, live_generations.part, stop_requested
"""  # noqa: S608 - the statement above
_FIND_LEFTOVERS = f"""
SELECT EXISTS (SELECT FROM live_generations WHERE {_STALE.format(lease="%(lease)s")}) OR EXISTS (
    SELECT FROM live_chunks WHERE NOT EXISTS (
        SELECT FROM live_generations AS live
        WHERE live.subject_id = live_chunks.subject_id AND live.part = live_chunks.part
    )
)
"""  # noqa: S608 - the condition above


def _name(key: GenerationKey) -> dict[str, Any]:
    return {"subject_id": key.subject_id, "part": key.part}


async def add_generation(session: Session, key: GenerationKey, *, owner: str, process: UUID, most: int) -> bool:
    """Add a generation unless the person has reached the limit. The caller holds a lock on the person."""
    values = {**_name(key), "kind": key.kind, "owner": owner, "process": process, "most": most}
    return (await session.execute(_ADD, values)).scalar() is not None


async def delete_generation(session: Session, key: GenerationKey) -> bool:
    return (await session.execute(_DELETE, _name(key))).scalar() is not None


async def delete_stale_generation(session: Session, key: GenerationKey) -> bool:
    """Delete a generation whose lease has expired."""
    return (await session.execute(_DELETE_STALE, {**_name(key), "lease": LEASE})).scalar() is not None


async def list_stale_generations(session: Session, kinds: Sequence[str], most: int = 100) -> list[GenerationKey]:
    found = await session.execute(_LIST_STALE, {"kinds": list(kinds), "lease": LEASE, "most": most})
    return [GenerationKey(*row) for row in found]


async def delete_generations(session: Session, subject_ids: Sequence[UUID]) -> None:
    await session.execute(_DELETE_OF_SUBJECTS, {"subjects": list(subject_ids)})


async def delete_generations_of(session: Session, owner: str) -> None:
    await session.execute(_DELETE_OF_OWNER, {"owner": owner})


async def delete_orphan_chunks(session: Session) -> None:
    """Delete chunks that a late checkpoint wrote after its generation ended."""
    await session.execute(_DELETE_ORPHANS)


async def update_owner(session: Session, source: str, target: str) -> None:
    await session.execute(_MOVE, {"source": source, "target": target})


async def list_generations_of(session: Session, owner: str) -> list[GenerationKey]:
    return [GenerationKey(*row) for row in await session.execute(_LIST_OF_OWNER, {"owner": owner})]


async def list_live_subjects(session: Session, subject_ids: Sequence[UUID]) -> frozenset[UUID]:
    return frozenset((await session.execute(_LIST_SUBJECTS, {"subjects": list(subject_ids)})).scalars())


async def update_stop_requested(session: Session, subject_id: UUID) -> None:
    await session.execute(_REQUEST_STOP, {"subject_id": subject_id})


async def list_chunks(session: Session, key: GenerationKey, after: int) -> list[StoredChunk] | None:
    """List the chunks after this one; `None` when the generation has ended."""
    rows = (await session.execute(_LIST_CHUNKS, {**_name(key), "after": after})).all()
    if not rows:
        return None
    return [StoredChunk(seq, tuple(texts)) for seq, texts in rows if seq is not None]


async def add_chunks(connection: StatementConnection, chunks: Sequence[Chunk]) -> None:
    await connection.run(_ADD_CHUNKS, {"chunks": _encode(chunks)})


async def update_leases(
    connection: StatementConnection, chunks: Sequence[Chunk], *, process: UUID, keys: Sequence[GenerationKey]
) -> Mapping[tuple[UUID, str], bool]:
    """Add chunks and renew leases in one statement. Returns which should stop; missing ones have ended."""
    values = {
        "chunks": _encode(chunks),
        "process": process,
        "subjects": [key.subject_id for key in keys],
        "parts": [key.part for key in keys],
    }
    rows = await connection.run(_ADD_AND_RENEW, values)
    return {(subject_id, part): stop for subject_id, part, stop in rows}


async def find_leftovers(connection: StatementConnection) -> bool:
    """Whether there is anything to clean up, which is rare."""
    [[left]] = await connection.run(_FIND_LEFTOVERS, {"lease": LEASE})
    return bool(left)


def _encode(chunks: Sequence[Chunk]) -> str:
    return msgspec.json.encode(chunks).decode()

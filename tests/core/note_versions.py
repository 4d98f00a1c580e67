"""A small versioned document for tests: a note with one text, in a table of its own."""

from typing import Any, ClassVar
from uuid import UUID

from sqlalchemy import Index, Text, Uuid
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from llmbattler.core.db import Base, Database, VersionColumns, VersionTable
from llmbattler.core.ids import uuid7


class OwnBase(DeclarativeBase):
    """Apart from the product's tables, so that checks of the schema do not see it."""

    type_annotation_map: ClassVar[dict[Any, Any]] = {**Base.type_annotation_map, str: Text()}


class NoteVersion(VersionColumns, OwnBase):
    __tablename__ = "note_versions"
    __table_args__ = (Index(None, "note_id", "number", unique=True),)

    version_id: Mapped[UUID] = mapped_column(Uuid, primary_key=True, default=uuid7)
    note_id: Mapped[UUID] = mapped_column(Uuid)
    text: Mapped[str]


NOTES = VersionTable(NoteVersion, "note_id", content=("text",))


async def create_table(database: Database) -> None:
    async with database.unit() as session:
        await (await session.connection()).run_sync(OwnBase.metadata.create_all)

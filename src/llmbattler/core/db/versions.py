"""The columns and queries of tables that hold versions of documents."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar, cast
from uuid import UUID

from sqlalchemy import ColumnElement, String, select, text
from sqlalchemy.orm import Mapped, mapped_column

from .base import now_column
from .engine import Session


class VersionColumns:
    """Columns of a table of versions. The table adds the document's id, the content, and a unique index on both ids."""

    number: Mapped[int]
    """Rises with every version of a document."""
    digest: Mapped[str] = mapped_column(String(64))
    """Hash of the content; the same content as the newest version makes no new one."""
    parent: Mapped[int | None]
    """Number of the version that was edited; none for the first."""
    note: Mapped[str] = mapped_column(server_default=text("''"))
    created_by: Mapped[str | None]
    """Account of the author."""
    created_at: Mapped[datetime] = now_column()


V = TypeVar("V", bound=VersionColumns)


@dataclass(frozen=True, slots=True)
class VersionTable(Generic[V]):
    """A slice's table of versions: `VersionTable(NoteVersion, "note_id", content=("text",))`."""

    model: type[V]
    document: str
    """Name of the column that holds the document's id."""
    content: tuple[str, ...]
    """Names of the columns that hold the content; a rollback copies them."""

    async def find_version(self, session: Session, document_id: UUID, number: int) -> V | None:
        query = select(self.model).where(self._id == document_id, self._number == number)
        return (await session.execute(query)).scalar_one_or_none()

    async def find_newest(self, session: Session, document_id: UUID) -> V | None:
        query = select(self.model).where(self._id == document_id).order_by(self._number.desc()).limit(1)
        return (await session.execute(query)).scalar_one_or_none()

    async def list_versions(self, session: Session, document_id: UUID) -> Sequence[V]:
        """Return all versions of a document, newest first."""
        query = select(self.model).where(self._id == document_id).order_by(self._number.desc())
        return (await session.execute(query)).scalars().all()

    def add_version(self, session: Session, document_id: UUID, values: Mapping[str, Any]) -> V:
        row = self.model(**{self.document: document_id}, **values)
        session.add(row)
        return row

    def get_content(self, version: V) -> dict[str, Any]:
        return {name: getattr(version, name) for name in self.content}

    @property
    def _id(self) -> ColumnElement[UUID]:
        column: ColumnElement[UUID] = getattr(self.model, self.document)
        return column

    @property
    def _number(self) -> ColumnElement[int]:
        return cast("ColumnElement[int]", self.model.number)

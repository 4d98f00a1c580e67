"""Save, compare and roll back versions in a slice's own table.

The caller locks the row of the document first, so that numbers have no gaps and two edits cannot both be the next one.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar
from uuid import UUID

from .. import clock
from ..db import Session, VersionColumns, VersionTable
from .diff import CONTEXT, diff_lines, group_hunks
from .errors import EditConflict, VersionNotFound
from .merge import merge_texts
from .schemas import DiffOut, show_conflict, show_diff

V = TypeVar("V", bound=VersionColumns)
Content: TypeAlias = Mapping[str, Any]
"""Values of a table's content columns."""
Render: TypeAlias = Callable[[Content], Awaitable[str]]
"""Writes content as the text that people compare and merge."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """An edit that is not saved yet."""

    content: Content
    digest: str
    author: str | None
    note: str = ""
    base: int | None = None
    """Number of the version that the editor started from. Without it the edit follows the newest version."""


@dataclass(frozen=True, slots=True)
class Saved(Generic[V]):
    version: V
    is_new: bool
    """False when the newest version has the same content already."""


async def get_version(session: Session, table: VersionTable[V], *, document_id: UUID, number: int) -> V:
    version = await table.find_version(session, document_id, number)
    if version is None:
        raise VersionNotFound(f"There is no version {number}.")
    return version


async def save_version(
    session: Session, table: VersionTable[V], *, document_id: UUID, draft: Draft, render: Render
) -> Saved[V]:
    """Add a version, unless the newest one has the same content.

    Raises `EditConflict` when the draft is based on an older version: nothing is saved, and the problem carries both
    edits and their merge.
    """
    newest = await table.find_newest(session, document_id)
    if newest is not None and newest.digest == draft.digest:
        return Saved(newest, is_new=False)
    if newest is not None and draft.base is not None and draft.base != newest.number:
        base = await get_version(session, table, document_id=document_id, number=draft.base)
        raise await _make_conflict(table, draft, base=base, newest=newest, render=render)
    values = {
        **draft.content,
        "number": 1 if newest is None else newest.number + 1,
        "digest": draft.digest,
        "parent": None if newest is None else newest.number,
        "note": draft.note,
        "created_by": draft.author,
        "created_at": clock.now(),
    }
    return Saved(table.add_version(session, document_id, values), is_new=True)


async def _make_conflict(table: VersionTable[V], draft: Draft, *, base: V, newest: V, render: Render) -> EditConflict:
    texts = [await render(content) for content in (table.get_content(base), table.get_content(newest), draft.content)]
    merge = await asyncio.to_thread(merge_texts, texts[0], theirs=texts[1], yours=texts[2])
    shown = show_conflict(base.number, newest.number, merge)
    advice = "Check the merged text and save it" if merge.merged is not None else "Bring both edits together"
    return EditConflict(
        f"You started from version {base.number}; version {newest.number} is the newest. "
        f"{advice} with `base` {newest.number}.",
        facts={"conflict": shown.model_dump()},
    )


async def roll_back(
    session: Session, table: VersionTable[V], *, document_id: UUID, number: int, author: str | None, note: str = ""
) -> Saved[V]:
    """Add a version with the content of an earlier one; what came between stays."""
    earlier = await get_version(session, table, document_id=document_id, number=number)
    draft = Draft(
        content=table.get_content(earlier),
        digest=earlier.digest,
        author=author,
        note=note or f"Roll back to version {number}",
    )
    return await save_version(session, table, document_id=document_id, draft=draft, render=_render_nothing)


async def _render_nothing(_content: Content) -> str:
    return ""  # a rollback follows the newest version, so it meets no conflict


async def diff_versions(
    session: Session,
    table: VersionTable[V],
    *,
    document_id: UUID,
    old: int,
    new: int,
    render: Render,
    context: int = CONTEXT,
) -> DiffOut:
    """Compare two versions of a document, in either order."""
    before = await get_version(session, table, document_id=document_id, number=old)
    after = await get_version(session, table, document_id=document_id, number=new)
    texts = await render(table.get_content(before)), await render(table.get_content(after))
    lines = await asyncio.to_thread(diff_lines, *texts)
    return show_diff(old, new, lines, group_hunks(lines, context))

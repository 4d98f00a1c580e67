from uuid import uuid4

import pytest
from sqlalchemy.exc import IntegrityError
from tests.core.note_versions import NOTES, NoteVersion, create_table

from llmbattler.core.db import Database

FIRST = {"text": "one", "number": 1, "digest": "d1"}


async def test_versions_are_found_by_number_and_listed_newest_first(database: Database) -> None:
    await create_table(database)
    note, other = uuid4(), uuid4()
    async with database.unit() as session:
        NOTES.add_version(session, note, FIRST)
        NOTES.add_version(session, note, {"text": "two", "number": 2, "digest": "d2", "parent": 1, "note": "why"})
        NOTES.add_version(session, other, FIRST)
    async with database.unit() as session:
        newest, first = await NOTES.list_versions(session, note)
        assert (first.number, first.parent, first.note, first.created_by) == (1, None, "", None)
        assert (newest.number, newest.parent, newest.note) == (2, 1, "why")
        assert first.created_at is not None
        assert await NOTES.find_newest(session, note) is newest
        assert await NOTES.find_version(session, note, 1) is first
        assert await NOTES.find_version(session, note, 3) is None
        assert await NOTES.find_newest(session, uuid4()) is None
        assert NOTES.get_content(newest) == {"text": "two"}


async def test_one_number_of_a_document_exists_once(database: Database) -> None:
    await create_table(database)
    note = uuid4()
    with pytest.raises(IntegrityError):
        async with database.unit() as session:
            session.add_all([NoteVersion(note_id=note, **FIRST), NoteVersion(note_id=note, **FIRST)])

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from tests.core.note_versions import NOTES, NoteVersion, create_table

from llmbattler.core.clock import now, shifted
from llmbattler.core.db import Database, Session
from llmbattler.core.versions.diff import ChangeKind
from llmbattler.core.versions.errors import EditConflict, VersionNotFound
from llmbattler.core.versions.hashes import hash_content
from llmbattler.core.versions.service import Content, Draft, Saved, diff_versions, roll_back, save_version

NOTE = uuid4()


async def render(content: Content) -> str:
    return str(content["text"])


async def save(
    session: Session, text: str, *, base: int | None = None, note_id: UUID = NOTE, **more: Any
) -> Saved[NoteVersion]:
    draft = Draft(content={"text": text}, digest=hash_content(text), author="ann", base=base, **more)
    return await save_version(session, NOTES, document_id=note_id, draft=draft, render=render)


@pytest.fixture
async def notes(database: Database) -> Database:
    await create_table(database)
    return database


async def test_the_same_content_is_the_same_version(notes: Database) -> None:
    async with notes.unit() as session:
        first = await save(session, "one")
        again = await save(session, "one")
        second = await save(session, "two", note="because")
    assert (first.version.number, first.version.parent, first.is_new) == (1, None, True)
    assert again.version is first.version
    assert not again.is_new
    assert (second.version.number, second.version.parent, second.version.note) == (2, 1, "because")
    assert (second.version.created_by, second.version.digest) == ("ann", hash_content("two"))


async def test_documents_are_numbered_apart(notes: Database) -> None:
    async with notes.unit() as session:
        await save(session, "one")
        assert (await save(session, "one", note_id=uuid4())).version.number == 1


async def test_a_version_has_the_time_of_the_clock(notes: Database) -> None:
    with shifted(timedelta(days=3)):
        async with notes.unit() as session:
            saved = await save(session, "one")
    assert saved.version.created_at - now() > timedelta(days=2)


async def test_an_edit_of_an_old_version_saves_nothing_and_shows_all_three_texts(notes: Database) -> None:
    async with notes.unit() as session:
        await save(session, "a\nb\nc\nd")
        await save(session, "A\nb\nc\nd", base=1)
    async with notes.unit() as session:
        with pytest.raises(EditConflict) as caught:
            await save(session, "a\nb\nc\nD", base=1)
        assert len(await NOTES.list_versions(session, NOTE)) == 2
    assert caught.value.facts["conflict"] == {
        "base": "a\nb\nc\nd",
        "theirs": "A\nb\nc\nd",
        "yours": "a\nb\nc\nD",
        "merged": "A\nb\nc\nD",
        "base_number": 1,
        "newest": 2,
    }
    assert "version 2 is the newest" in caught.value.detail
    async with notes.unit() as session:
        assert (await save(session, "A\nb\nc\nD", base=2)).version.number == 3


async def test_edits_of_the_same_line_have_no_merge(notes: Database) -> None:
    async with notes.unit() as session:
        await save(session, "a")
        await save(session, "b")
        with pytest.raises(EditConflict) as caught:
            await save(session, "c", base=1)
    conflict = caught.value.facts["conflict"]
    assert isinstance(conflict, dict)
    assert conflict["merged"] is None


async def test_the_newest_content_again_is_no_conflict(notes: Database) -> None:
    async with notes.unit() as session:
        await save(session, "a")
        await save(session, "b")
        assert not (await save(session, "b", base=1)).is_new


async def test_a_rollback_is_a_new_version(notes: Database) -> None:
    async with notes.unit() as session:
        await save(session, "one")
        await save(session, "two")
        saved = await roll_back(session, NOTES, document_id=NOTE, number=1, author="bob")
        again = await roll_back(session, NOTES, document_id=NOTE, number=1, author="bob")
        texts = [version.text for version in await NOTES.list_versions(session, NOTE)]
    assert texts == ["one", "two", "one"]
    assert (saved.version.number, saved.version.parent, saved.version.created_by) == (3, 2, "bob")
    assert saved.version.note == "Roll back to version 1"
    assert not again.is_new


async def test_two_versions_are_compared_in_either_order(notes: Database) -> None:
    async with notes.unit() as session:
        await save(session, "a\nsame\nb")
        await save(session, "a\nsame\nc")
        forth = await diff_versions(session, NOTES, document_id=NOTE, old=1, new=2, render=render, context=0)
        back = await diff_versions(session, NOTES, document_id=NOTE, old=2, new=1, render=render)
    assert (forth.added, forth.removed, len(forth.hunks)) == (1, 1, 1)
    assert [(line.kind, line.parts[0].text) for line in forth.hunks[0].lines] == [
        (ChangeKind.REMOVED, "b"),
        (ChangeKind.ADDED, "c"),
    ]
    assert [line.old_number for line in back.hunks[0].lines] == [1, 2, 3, None]


@pytest.mark.parametrize(
    "ask",
    [
        lambda session: roll_back(session, NOTES, document_id=NOTE, number=9, author=None),
        lambda session: diff_versions(session, NOTES, document_id=NOTE, old=1, new=9, render=render),
        lambda session: save(session, "other", base=9),
    ],
)
async def test_unknown_versions_are_not_found(notes: Database, ask: Callable[[Session], Any]) -> None:
    async with notes.unit() as session:
        await save(session, "one")
        with pytest.raises(VersionNotFound):
            await ask(session)

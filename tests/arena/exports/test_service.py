import io
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from tests.arena.rows import OWNER, add_battle

from llmbattler.arena.exports import service
from llmbattler.arena.exports.service import ExportChoice, VoteMode
from llmbattler.arena.models import Battle, Vote, VoteWord
from llmbattler.core.db import Database, Session
from llmbattler.core.record_files import FileFormat, Record, open_reader

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)
WANTED = frozenset({"model_a", "model_b", "winner", "counted", "mode", "conversation_a", "judge"})


def add_vote(session: Session, battle: Battle, word: VoteWord = VoteWord.TIE, **more: object) -> None:
    values = {
        "battle_id": battle.battle_id,
        "session_id": battle.session_id,
        "voter": battle.owner,
        "vote": word,
        "left_model_id": battle.left_model_id,
        "right_model_id": battle.right_model_id,
        "mode": battle.mode,
        "turns": battle.turns,
        "counted": True,
        "address": "secret-network-hash",
        "prompt_hash": battle.prompt_hash,
        "created_at": NOW,
    }
    session.add(Vote(**values | more))


async def fill(database: Database) -> None:
    async with database.unit() as session:
        add_vote(session, await add_battle(session, "One"), VoteWord.LEFT_BETTER)
        add_vote(session, await add_battle(session, "Two"), counted=False, flags=["too_fast"])
        add_vote(session, await add_battle(session, "Three", mode=VoteMode.SIDE_BY_SIDE))
        add_vote(session, await add_battle(session, "Four"), created_at=NOW - timedelta(days=10))
        session.add(
            Vote(
                battle_id=uuid4(),
                session_id=uuid4(),
                voter=OWNER,
                vote=VoteWord.BOTH_BAD,
                left_model_id="a",
                right_model_id="b",
                mode=VoteMode.BATTLE,
                turns=1,
                counted=True,
                prompt_hash="gone",
                created_at=NOW,
            )
        )


async def export(database: Database, kind: FileFormat = FileFormat.JSONL, **choice: object) -> list[dict]:
    file = io.BytesIO()
    async with database.unit() as session:
        written = await service.export_votes(session, file=file, kind=kind, choice=ExportChoice(**choice))
    records = list(open_reader(io.BytesIO(file.getvalue()), kind, wanted=WANTED)) if written else []
    assert len(records) == written
    return [dict(record.values) for record in records if isinstance(record, Record)]


@pytest.mark.parametrize("kind", list(FileFormat))
async def test_every_format_holds_the_same_votes(database: Database, kind: FileFormat) -> None:
    await fill(database)
    found = await export(database, kind)
    assert sorted(row["winner"] for row in found) == ["model_a", "tie", "tie", "tie (bothbad)"]
    assert {row["model_a"] for row in found} == {"a"}


async def test_choices(database: Database) -> None:
    await fill(database)
    assert len(await export(database, counted_only=False)) == 5
    assert len(await export(database, since=NOW - timedelta(days=1))) == 3
    assert [row["mode"] for row in await export(database, mode=VoteMode.SIDE_BY_SIDE)] == ["side_by_side"]
    assert {row["conversation_a"] is None for row in await export(database, texts=False)} == {True}


async def test_a_vote_on_a_deleted_battle_is_there_without_its_texts(database: Database) -> None:
    await fill(database)
    found = {row["winner"]: row["conversation_a"] for row in await export(database)}
    assert found["tie (bothbad)"] is None
    assert found["model_a"] == [
        {"role": "user", "content": "One"},
        {"role": "assistant", "content": "Left answer."},
    ]


async def test_many_votes_come_in_parts(database: Database) -> None:
    told: list[tuple[int, int]] = []
    async with database.unit() as session:
        battle = await add_battle(session)
        for _ in range(1100):
            add_vote(session, battle, battle_id=uuid4())
    async with database.unit() as session:
        written = await service.export_votes(
            session,
            file=io.BytesIO(),
            kind=FileFormat.CSV,
            choice=ExportChoice(),
            progress=lambda done, total: told.append((done, total)),
        )
    assert written == 1100
    assert told == [(500, 1100), (1000, 1100), (1100, 1100)]


@pytest.mark.parametrize("kind", list(FileFormat))
async def test_no_votes_make_an_empty_file(database: Database, kind: FileFormat) -> None:
    assert await export(database, kind) == []

import asyncio
import io
import json
import random
import time

import pytest
from sqlalchemy import func, select
from tests.polling import wait_for_lock_conflict

from llmbattler.core.db import Database, Session
from llmbattler.core.record_files import FileFormat
from llmbattler.ratings.errors import SetExists, SetNotFound, UnreadableVotes
from llmbattler.ratings.imports import service
from llmbattler.ratings.imports.files import VoteFile
from llmbattler.ratings.imports.service import BadSetName, ImportReport
from llmbattler.ratings.models import Board, ImportedVote, ModelStats, ModelStatsHistory, PairTotal
from llmbattler.ratings.rules import RatingRules

RULES = RatingRules()
SIMPLE = b"model_a,model_b,winner,judge\nx,y,a,jane@corp.com\nx,y,b,jane@corp.com\nz,y,tie,bob\ny,z,both_bad,\n"


async def import_bytes(
    session: Session, data: bytes = SIMPLE, *, name: str = "mine", replace: bool = False
) -> ImportReport:
    votes = VoteFile(io.BytesIO(data), FileFormat.CSV)
    return await service.import_votes(session, name=name, origin="votes.csv", votes=votes, rules=RULES, replace=replace)


async def rows_of(database: Database, table: type) -> list:
    async with database.unit() as session:
        return list((await session.execute(select(table))).scalars())


async def test_a_file_becomes_votes_counts_and_a_board(database: Database) -> None:
    async with database.unit() as session:
        report = await import_bytes(session)
    assert (report.board, report.votes, report.models, report.skipped) == ("import:mine", 4, 3, 0)
    votes = await rows_of(database, ImportedVote)
    assert sorted(vote.winner for vote in votes) == ["a", "b", "both_bad", "tie"]
    counts = await rows_of(database, PairTotal)
    assert {(row.source, row.facet) for row in counts} == {("import:mine", "overall")}
    assert [(row.model_a, row.model_b, row.wins_a, row.wins_b, row.ties, row.both_bad) for row in counts] == [
        ("x", "y", 1, 1, 0, 0),
        ("y", "z", 0, 0, 1, 1),
    ]
    stats = await rows_of(database, ModelStats)
    assert {(row.board, row.model_id) for row in stats} == {("import:mine", name) for name in "xyz"}


async def test_nobodys_id_is_kept(database: Database) -> None:
    async with database.unit() as session:
        await import_bytes(session)
        await import_bytes(session, name="again")
    votes = await rows_of(database, ImportedVote)
    judges = {name: {vote.judge for vote in votes if vote.set_name == name} - {None} for name in ("mine", "again")}
    assert [len(judges[name]) for name in ("mine", "again")] == [2, 2]
    assert not judges["mine"] & judges["again"]
    assert not any("jane" in judge or "bob" in judge for judge in judges["mine"])


async def test_texts_are_measured_and_not_kept(database: Database) -> None:
    talk = [{"role": "user", "content": "my secret question"}, {"role": "assistant", "content": "# Big\n- **one**"}]
    line = {"model_a": "x", "model_b": "y", "winner": "a", "conversation_a": talk, "conversation_b": talk[:1]}
    both = {**line, "conversation_b": [{"role": "assistant", "content": "short"}]}
    data = "\n".join(json.dumps(one) for one in (line, both)).encode()
    async with database.unit() as session:
        votes = VoteFile(io.BytesIO(data), FileFormat.JSONL)
        await service.import_votes(session, name="t", origin="a@b.com.jsonl", votes=votes, rules=RULES)
    found = await rows_of(database, ImportedVote)
    assert sorted((vote.style or [] for vote in found), key=len) == [[], [12, 1, 1, 1, 5, 0, 0, 0]]
    async with database.unit() as session:
        (kept,) = await service.list_sets(session)
    assert kept.origin == "[email]"


async def test_a_name_is_taken_once(database: Database) -> None:
    async with database.unit() as session:
        await import_bytes(session)
    with pytest.raises(SetExists):
        async with database.unit() as session:
            await import_bytes(session)
    async with database.unit() as session:
        report = await import_bytes(session, SIMPLE + b"x,z,a,\n", replace=True)
    assert report.votes == 5
    assert len(await rows_of(database, ImportedVote)) == 5
    async with database.unit() as session:
        assert [one.votes for one in await service.list_sets(session)] == [5]


@pytest.mark.parametrize("name", ["", "../x", "a b", "x" * 65, "-a", "a\0", "ä", "a:b"])
async def test_a_strange_name_is_refused(database: Database, name: str) -> None:
    with pytest.raises(BadSetName):
        async with database.unit() as session:
            await import_bytes(session, name=name)


async def test_a_set_can_be_forgotten(database: Database) -> None:
    async with database.unit() as session:
        await import_bytes(session)
        await import_bytes(session, name="other")
    async with database.unit() as session:
        await service.remove_set(session, name="mine", rules=RULES)
    for table in (ImportedVote, PairTotal, ModelStats, ModelStatsHistory, Board):
        found = await rows_of(database, table)
        assert found, table
        assert not [row for row in found if "mine" in str(vars(row))], table
    with pytest.raises(SetNotFound):
        async with database.unit() as session:
            await service.remove_set(session, name="mine", rules=RULES)


async def test_a_file_without_a_single_vote_leaves_nothing(database: Database) -> None:
    with pytest.raises(UnreadableVotes) as raised:
        async with database.unit() as session:
            await import_bytes(session, b"model_a,model_b,winner\nx,x,a\n")
    assert "no votes between two models. Line 2 compares a model with itself." in raised.value.detail
    assert not await rows_of(database, ImportedVote)


async def test_a_failure_half_way_leaves_nothing(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "MOST_MODELS", 100)
    lines = b"".join(b"m%d,m%d,a\n" % (number, number + 1) for number in range(6000))
    with pytest.raises(UnreadableVotes) as raised:
        async with database.unit() as session:
            await import_bytes(session, b"model_a,model_b,winner\n" + b"a,b,a\n" * 5000 + lines)
    assert "more than 100 models" in raised.value.detail
    assert not await rows_of(database, ImportedVote)


async def test_a_hundred_thousand_votes_take_seconds(database: Database) -> None:
    chance = random.Random(5)  # noqa: S311
    names = [f"model-{number}" for number in range(30)]
    lines = (",".join([*chance.sample(names, 2), chance.choice(("model_a", "tie"))]) for _ in range(100_000))
    data = ("model_a,model_b,winner\n" + "\n".join(lines)).encode()
    told: list[int] = []
    started = time.perf_counter()
    async with database.unit() as session:
        await service.import_votes(
            session,
            name="big",
            origin="big.csv",
            votes=VoteFile(io.BytesIO(data), FileFormat.CSV),
            rules=RULES,
            progress=lambda votes, _: told.append(votes),
        )
    assert time.perf_counter() - started < 20
    assert told == list(range(5000, 100_001, 5000))
    async with database.unit() as session:
        assert (await session.execute(select(func.count()).select_from(ImportedVote))).scalar_one() == 100_000


async def test_counting_anew_gives_the_same(database: Database) -> None:
    async with database.unit() as session:
        await import_bytes(session, SIMPLE + b"y,x,a,\nz,x,b,\n")

    async def read_state() -> list[tuple]:
        async with database.unit() as session:
            totals = (await session.execute(select(PairTotal))).scalars()
            stats = (await session.execute(select(ModelStats))).scalars()
            return sorted(
                [(row.source, row.model_a, row.model_b, row.wins_a, row.wins_b, row.ties) for row in totals]
            ) + sorted([(row.board, row.model_id, row.rating, row.ci_low) for row in stats])

    before = await read_state()
    async with database.unit() as session:
        await service.recount(session, rules=RULES)
    assert await read_state() == before


async def test_a_set_that_is_removed_while_all_are_recounted_stays_removed(database: Database) -> None:
    async with database.unit() as session:
        await import_bytes(session)

    async def recount() -> None:
        async with database.unit() as session:
            await service.recount(session, rules=RULES)

    async with database.unit() as session:
        await service.remove_set(session, name="mine", rules=RULES)
        recounting = asyncio.create_task(recount())
        await wait_for_lock_conflict(database)
    await recounting
    assert await rows_of(database, PairTotal) == []
    assert await rows_of(database, Board) == []

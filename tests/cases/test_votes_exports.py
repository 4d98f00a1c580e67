"""V28 of VOTE_ABUSE.md, and the way of votes out of a site and into a board again."""

import io
from datetime import UTC, datetime

import pytest
from sqlalchemy import select

from llmbattler.arena.demo import service as demo
from llmbattler.arena.exports import service as exports
from llmbattler.arena.exports.service import ExportChoice
from llmbattler.arena.models import Battle, Vote
from llmbattler.arena.models import Session as SessionRow
from llmbattler.core.db import Database
from llmbattler.core.record_files import FileFormat
from llmbattler.ratings.imports import service as imports
from llmbattler.ratings.imports.files import VoteFile
from llmbattler.ratings.models import ModelStats, PairTotal
from llmbattler.ratings.rules import RatingRules

RULES = RatingRules()
PRIVATE = [
    "jane.doe@corp.com",
    "+49 171 1234567",
    "4111 1111 1111 1111",
    "93.184.216.34",
    "DE89 3704 0044 0532 0130 00",
]


async def export(database: Database, kind: FileFormat, salt: str | None = None) -> bytes:
    file = io.BytesIO()
    async with database.unit() as session:
        choice = ExportChoice(counted_only=False, salt=salt)
        await exports.export_votes(session, file=file, kind=kind, choice=choice)
    return file.getvalue()


@pytest.fixture
async def filled(database: Database) -> Database:
    async with database.unit() as session:
        await demo.fill(session, rules=RULES, battles=250, until=datetime(2026, 11, 15, 8, tzinfo=UTC))
    return database


@pytest.mark.parametrize("kind", list(FileFormat))
async def test_v28_an_export_has_pseudonyms_and_no_network(filled: Database, kind: FileFormat) -> None:
    async with filled.unit() as session:
        votes = (await session.execute(select(Vote))).scalars().all()
        for number, vote in enumerate(votes):
            vote.address = f"hash-of-network-{number}"
            vote.comment = f"Write to {PRIVATE[number % len(PRIVATE)]}"
        battles = (await session.execute(select(Battle))).scalars().all()
        for battle in battles:
            first = {**battle.conversation[0], "content": " ".join(["I am", *PRIVATE])}
            battle.conversation = [first, *battle.conversation[1:]]
        sessions = (await session.execute(select(SessionRow.session_id))).scalars().all()
    data = await export(filled, kind)
    if kind is FileFormat.PARQUET:  # compressed, so it is looked at as text
        votes_file = await export(filled, FileFormat.JSONL)
        data += votes_file
    people = {vote.voter for vote in votes}
    hidden = [*people, *PRIVATE, *(str(one) for one in sessions), "hash-of-network"]
    hidden += [str(vote.battle_id) for vote in votes] + [str(vote.vote_id) for vote in votes]
    assert [secret for secret in hidden if secret.encode() in data or secret[2:].encode() in data] == []


async def test_v28_two_exports_cannot_be_matched_without_the_salt(filled: Database) -> None:
    def judges(data: bytes) -> set[bytes]:
        return {part.split(b'"')[0] for part in data.split(b'"judge":"')[1:]}

    first, second = [judges(await export(filled, FileFormat.JSONL)) for _ in range(2)]
    assert len(first) == len(second) > 10
    assert not first & second
    salted = [judges(await export(filled, FileFormat.JSONL, salt="ours")) for _ in range(2)]
    assert salted[0] == salted[1]


@pytest.mark.parametrize("kind", list(FileFormat))
async def test_what_was_exported_gives_the_same_board_when_imported(filled: Database, kind: FileFormat) -> None:
    data = await export(filled, kind)
    async with filled.unit() as session:
        votes = VoteFile(io.BytesIO(data), kind)
        await imports.import_votes(session, name="back", origin="x", votes=votes, rules=RULES)
    async with filled.unit() as session:
        totals = (await session.execute(select(PairTotal).where(PairTotal.facet == "overall"))).scalars().all()
        stats = (await session.execute(select(ModelStats))).scalars().all()
    counts = {
        source: {
            (row.model_a, row.model_b, row.wins_a, row.wins_b, row.ties, row.both_bad)
            for row in totals
            if row.source == source
        }
        for source in ("human", "import:back")
    }
    assert counts["human"] == counts["import:back"] != set()
    ratings = {
        board: {row.model_id: (row.rating, row.ci_low, row.rank) for row in stats if row.board == board}
        for board in ("overall", "import:back")
    }
    assert ratings["overall"] == ratings["import:back"]

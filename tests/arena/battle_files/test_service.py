import io
from datetime import timedelta
from itertools import pairwise

import pytest
from sqlalchemy import func, select
from tests.arena.rows import add_battle, all_rows

from llmbattler.accounts.models import Account
from llmbattler.arena.battle_files import service
from llmbattler.arena.battle_files.errors import SiteHasBattles, UnreadableBattles
from llmbattler.arena.battle_files.service import ImportReport
from llmbattler.arena.demo.service import choose
from llmbattler.arena.models import Battle, Vote
from llmbattler.core import clock
from llmbattler.core.db import Database
from llmbattler.core.demo import find_shift, read_part
from llmbattler.ratings.models import ModelStats, ModelStatsHistory, PairTotal
from llmbattler.ratings.rules import RatingRules

RULES = RatingRules()
LINES = choose(read_part("battles.jsonl").splitlines(), 150)


def is_end_of_day(row: ModelStatsHistory) -> bool:
    """Tell the history of past days from what is stored now, which may be at any time but today."""
    return (row.at.hour, row.at.minute) == (23, 59) and row.at.date() < clock.now().date()


async def export(database: Database) -> bytes:
    file = io.BytesIO()
    told: list[int] = []
    async with database.unit() as session:
        written = await service.export_battles(session, file=file, progress=told.append)
    assert told[-1:] == ([written] if written else [])
    assert file.getvalue().count(b"\n") == written
    return file.getvalue()


async def load(database: Database, content: bytes, shift: timedelta = timedelta(0)) -> ImportReport:
    async with database.unit() as session:
        return await service.import_battles(session, lines=content.splitlines(), rules=RULES, shift=shift)


async def read_board(database: Database) -> dict[str, tuple[float, float, float, int]]:
    rows = [row for row in await all_rows(database, ModelStats) if row.board == "overall"]
    return {row.model_id: (row.rating, row.ci_low, row.ci_high, row.wins) for row in rows}


async def test_battles_move_from_site_to_site_with_their_boards(database: Database, other_database: Database) -> None:
    first = await load(database, b"\n".join(LINES), find_shift())
    content = await export(database)
    second = await load(other_database, content)
    assert first == second
    assert (first.battles, first.votes > 100, first.people > 10) == (150, True, True)
    assert await export(other_database) == content
    board = await read_board(database)
    assert board == await read_board(other_database)
    assert len(board) == 12
    for table in (ModelStatsHistory, PairTotal):
        here, there = await all_rows(database, table), await all_rows(other_database, table)
        assert 0 < len(here) == len(there)


async def test_votes_without_a_battle_count_too(database: Database, other_database: Database) -> None:
    await load(database, b"\n".join(LINES))
    async with database.unit() as session:
        for battle in (await session.execute(select(Battle))).scalars():
            await session.delete(battle)
    content = await export(database)
    assert b'"battle":' not in content
    report = await load(other_database, content)
    assert (report.battles, report.votes) == (0, content.count(b"\n"))
    assert await read_board(database) == await read_board(other_database)


async def test_people_become_visitors(database: Database) -> None:
    report = await load(database, b"\n".join(LINES))
    known = {row.account_id for row in await all_rows(database, Account)}
    owners = {row.owner for row in await all_rows(database, Battle)}
    assert (len(known), owners <= known) == (report.people, True)


async def test_the_history_has_every_past_day_with_votes_once_there_are_enough(database: Database) -> None:
    await load(database, b"\n".join(LINES), find_shift())
    snapshots = [row for row in await all_rows(database, ModelStatsHistory) if row.board == "overall"]
    past = sorted((one.at, one.total_votes) for one in snapshots if is_end_of_day(one))
    assert past[0][1] >= service.FEWEST_VOTES
    assert all(early[0] < later[0] and early[1] < later[1] for early, later in pairwise(past))
    last_vote = max(
        vote.created_at for vote in await all_rows(database, Vote) if vote.created_at.date() < clock.now().date()
    )
    assert past[-1][0].date() == last_vote.date()
    boards = {row.board for row in await all_rows(database, ModelStatsHistory)}
    assert "category:coding" in boards


async def test_few_votes_have_no_history_of_days(database: Database) -> None:
    await load(database, b"\n".join(LINES[:20]))
    assert not [row for row in await all_rows(database, ModelStatsHistory) if is_end_of_day(row)]


async def test_a_site_with_battles_imports_none(database: Database) -> None:
    async with database.unit() as session:
        await add_battle(session)
    with pytest.raises(SiteHasBattles):
        await load(database, b"\n".join(LINES))
    assert len(await all_rows(database, Battle)) == 1


@pytest.mark.parametrize("content", [b"", b"\n\n", b"\n".join([*LINES[:3], b"{}"])])
async def test_a_bad_file_leaves_nothing(database: Database, monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    monkeypatch.setattr(service, "AT_ONCE", 2)
    with pytest.raises(UnreadableBattles):
        await load(database, content)
    async with database.unit() as session:
        for table in (Battle, Vote, Account):
            assert (await session.execute(select(func.count()).select_from(table))).scalar_one() == 0


async def test_progress_goes_from_nothing_to_all(database: Database) -> None:
    told: list[float] = []
    async with database.unit() as session:
        await service.import_battles(session, lines=LINES, rules=RULES, progress=lambda _step, done: told.append(done))
    assert told == sorted(told)
    assert (told[0], told[-1]) == (0, 1)


async def test_an_empty_site_exports_nothing(database: Database) -> None:
    assert await export(database) == b""

import pytest
from sqlalchemy import text

from llmbattler.arena.judges import service
from llmbattler.arena.judges.flow import RunLimits
from llmbattler.arena.judges.service import MIN_BATTLES, JudgedBattle
from llmbattler.arena.models import Battle, JudgeOrder, JudgeVote, Mode, VoteWord
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.ratings.models import Board, ModelStats, PairCount, PairTotal
from llmbattler.ratings.service import RatingRules
from tests.arena.judges.judge_setup import BAD, GOOD, JUDGE, add_judgeable, counts_of, judge_all, store_battles
from tests.arena.rows import all_rows

LEFT, RIGHT = VoteWord.LEFT_BETTER, VoteWord.RIGHT_BETTER
BOARD = f"judge:{JUDGE}"


def judged_battle(battle: Battle) -> JudgedBattle:
    assert battle.right_model_id is not None
    sides = (battle.left_model_id, battle.right_model_id)
    return JudgedBattle(battle.battle_id, *sides, battle.categories, battle.language, ())


async def keep(
    database: Database, battle: Battle, first: VoteWord | None, second: VoteWord | None
) -> service.StoredVerdicts:
    async with database.unit() as session:
        verdicts = {JudgeOrder.AS_SHOWN: first, JudgeOrder.SWAPPED: second}
        return await service.store_verdicts(session, judge=JUDGE, battle=judged_battle(battle), verdicts=verdicts)


async def test_a_second_worker_changes_nothing(database: Database) -> None:
    [battle] = await store_battles(database, 1)
    assert (await keep(database, battle, LEFT, LEFT)).stored
    late = await keep(database, battle, RIGHT, RIGHT)
    assert (late.stored, late.facets) == (False, frozenset())
    assert {row.verdict for row in await all_rows(database, JudgeVote)} == {LEFT}
    assert (await counts_of(database))["overall"] == (1, 0, 0, 0)


@pytest.mark.parametrize(("first", "second"), [(LEFT, RIGHT), (LEFT, None), (None, None), (VoteWord.TIE, LEFT)])
async def test_different_verdicts_are_stored_and_not_counted(
    database: Database, first: VoteWord | None, second: VoteWord | None
) -> None:
    [battle] = await store_battles(database, 1)
    kept = await keep(database, battle, first, second)
    assert (kept.stored, kept.facets) == (True, frozenset())
    assert len(await all_rows(database, JudgeVote)) == 2
    assert await counts_of(database) == {}


async def everything(database: Database) -> list[list[dict[str, object]]]:
    """All counts and boards, except when they were written."""
    found = []
    for table in (PairCount, PairTotal, Board, ModelStats):
        names = [column.name for column in table.__table__.columns if column.name != "updated_at"]
        rows = [{name: getattr(row, name) for name in names} for row in await all_rows(database, table)]
        found.append(sorted(rows, key=str))
    return found


async def test_counting_again_gives_the_same_numbers(judge_site: Resources, database: Database) -> None:
    for answers in ((GOOD, BAD), (BAD, GOOD), (BAD, BAD)):
        await store_battles(database, 4, answers=answers, categories=["coding", "math"])
    for limit in (1, 5, 20):
        await judge_all(judge_site, limits=RunLimits(limit))
    before = await everything(database)
    async with database.unit() as session:
        assert await service.list_judges(session) == [JUDGE]
        await session.execute(text("UPDATE pair_totals SET wins_a = wins_a + 7"))
        await service.recount(session, rules=RatingRules())
    assert await everything(database) == before
    assert [len(rows) for rows in before] == [0, 4, 1, 2]
    assert [row["battles"] for row in before[2][0]["facts"]["agreement"]] == [12, 12, 12]  # type: ignore[index]


async def test_a_judge_has_a_board(judge_site: Resources, database: Database) -> None:
    await store_battles(database, 6)
    await judge_all(judge_site)
    [board] = await all_rows(database, Board)
    assert (board.board, board.total_votes) == (BOARD, 6)
    assert {(row.model_id, row.wins) for row in await all_rows(database, ModelStats)} == {
        ("zz-alpha-model", 6),
        ("zz-beta-model", 0),
    }


async def test_agreement_is_measured_over_all_and_by_category(judge_site: Resources, database: Database) -> None:
    await store_battles(database, 6, categories=["coding"])
    await store_battles(database, 6, categories=["coding"], answers=(BAD, GOOD), word=RIGHT)
    await store_battles(database, 4, categories=["math"], answers=(BAD, GOOD), word=LEFT)
    await judge_all(judge_site)
    [board] = await all_rows(database, Board)
    everything, coding = board.facts["agreement"]
    assert (everything["category"], everything["battles"], everything["agreement"]) == (None, 16, 0.75)
    # By hand: chance is (10 × 6 + 6 × 10) / 16² = 15/32, so kappa is (24/32 − 15/32) / (17/32) = 9/17.
    assert everything["kappa"] == pytest.approx(9 / 17)
    assert everything["kappa_low"] < 9 / 17 < everything["kappa_high"]
    assert (coding["category"], coding["battles"], coding["agreement"], coding["kappa"]) == ("coding", 12, 1.0, 1.0)


async def test_agreement_ignores_named_and_uncounted_votes(judge_site: Resources, database: Database) -> None:
    await store_battles(database, MIN_BATTLES - 1)
    async with database.unit() as session:
        await add_judgeable(session, mode=Mode.SIDE_BY_SIDE)
        await add_judgeable(session, counted=False)
        await add_judgeable(session, word=None)
    await judge_all(judge_site)
    async with database.unit() as session:
        assert await service.measure_agreement(session, judge=JUDGE) == []
    await store_battles(database, 1)
    await judge_all(judge_site)
    async with database.unit() as session:
        everything, coding = await service.measure_agreement(session, judge=JUDGE)
    assert (everything.battles, coding.battles) == (MIN_BATTLES, MIN_BATTLES)

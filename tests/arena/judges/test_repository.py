from collections.abc import Sequence
from datetime import UTC, datetime
from uuid import UUID, uuid4

from sqlalchemy import text

from llmbattler.arena.judges import repository
from llmbattler.arena.models import Battle, JudgeOrder, Mode, Status, VoteWord
from llmbattler.core.db import Database
from tests.arena.conftest import ALPHA, BETA
from tests.arena.judges.judge_setup import JUDGE, add_judgeable, store_battles
from tests.arena.rows import add_battle, add_session


async def unjudged(database: Database, *own_ids: str, limit: int = 100) -> Sequence[UUID]:
    async with database.unit() as session:
        return await repository.list_unjudged(session, judge=JUDGE, own_ids=own_ids, limit=limit)


async def add(database: Database, battle: Battle, *verdicts: VoteWord | None, judge: str = JUDGE) -> int:
    """Add the verdicts of both orders; return how many rows are new."""
    rows = [
        {
            "battle_id": battle.battle_id,
            "judge_model_id": judge,
            "order": order,
            "verdict": verdict,
            "left_model_id": battle.left_model_id,
            "right_model_id": battle.right_model_id,
            "categories": battle.categories,
            "language": battle.language,
        }
        for order, verdict in zip(JudgeOrder, verdicts, strict=True)
    ]
    async with database.unit() as session:
        return len(await repository.add_verdicts(session, rows))


async def test_only_finished_battles_between_hidden_models_are_read(database: Database) -> None:
    async with database.unit() as session:
        await add_judgeable(session, status=Status.VOID, word=None)
        await add_judgeable(
            session, status=Status.OPEN, word=None
        )  # a verdict on the public board would reveal its models
        await add_judgeable(session, status=Status.GENERATING, word=None)
        for flag in ("identity_leak", "identity_probe", "seen_before"):
            await add_judgeable(session, flags=[flag])
        await add_judgeable(session, turns=0, word=None)
        await add_battle(session, mode=Mode.DIRECT, left_model_id=ALPHA, right_model_id=None, status=Status.EXPIRED)
        with_image = await add_judgeable(session)
        asked, *answers = with_image.conversation
        with_image.conversation = [{**asked, "images": [str(uuid4())]}, *answers]
        gone = await add_judgeable(session)
        (await session.get_one(type(await add_session(session)), gone.session_id)).deleted_at = gone.created_at
        expected = {
            (await add_judgeable(session)).battle_id,
            (await add_judgeable(session, word=None)).battle_id,
            (await add_judgeable(session, mode=Mode.SIDE_BY_SIDE)).battle_id,
            (await add_judgeable(session, counted=False)).battle_id,
        }
    assert set(await unjudged(database)) == expected


async def test_a_judge_reads_neither_its_own_answers_nor_a_battle_twice(database: Database) -> None:
    [own] = await store_battles(database, 1, models=(JUDGE, BETA))
    [read, new] = await store_battles(database, 2)
    assert await add(database, read, VoteWord.TIE, VoteWord.TIE) == 2
    assert await unjudged(database, JUDGE) == [new.battle_id]
    async with database.unit() as session:
        for battle, found in ((own, False), (read, False), (new, True)):
            row = await repository.get_unjudged(session, battle.battle_id, judge=JUDGE, own_ids=[JUDGE])
            assert (row is not None) is found
        assert await repository.get_unjudged(session, read.battle_id, judge="another", own_ids=[]) is not None


async def test_the_newest_battles_come_first(database: Database) -> None:
    battles = await store_battles(database, 5)
    assert await unjudged(database, limit=2) == [battles[4].battle_id, battles[3].battle_id]


async def test_a_verdict_is_stored_once_and_counts_for_the_day(database: Database) -> None:
    [battle] = await store_battles(database, 1)
    assert await add(database, battle, VoteWord.TIE, None) == 2
    assert await add(database, battle, VoteWord.LEFT_BETTER, VoteWord.LEFT_BETTER) == 0
    async with database.unit() as session:
        assert await repository.count_today(session, JUDGE) == 1
        assert await repository.count_today(session, "another") == 0
        await session.execute(text("UPDATE judge_votes SET created_at = now() - interval '1 day'"))
        assert await repository.count_today(session, JUDGE) == 0


async def test_equal_verdicts_of_both_orders_are_counted_together(database: Database) -> None:
    same = await store_battles(database, 2)
    [split, other] = await store_battles(database, 2)
    for battle in same:
        await add(database, battle, VoteWord.LEFT_BETTER, VoteWord.LEFT_BETTER)
    await add(database, split, VoteWord.LEFT_BETTER, VoteWord.TIE)
    await add(database, other, VoteWord.TIE, VoteWord.TIE, judge="another")
    async with database.unit() as session:
        [agreed] = await repository.list_agreed(session, JUDGE)
        assert await repository.list_judges(session) == sorted(["another", JUDGE])
    assert (agreed.verdict, agreed.battles, agreed.day) == (VoteWord.LEFT_BETTER, 2, datetime.now(UTC).date())
    assert (agreed.left_model_id, agreed.right_model_id) == (ALPHA, BETA)


async def test_judges_are_compared_with_counted_blind_votes_over_all_and_by_category(database: Database) -> None:
    votes = [{}, {"counted": False}, {"mode": Mode.SIDE_BY_SIDE}, {"word": VoteWord.TIE, "categories": []}]
    for more in votes:
        [battle] = await store_battles(database, 1, **more)
        await add(database, battle, VoteWord.LEFT_BETTER, VoteWord.LEFT_BETTER)
    async with database.unit() as session:
        found = await repository.count_comparisons(session, JUDGE)
    assert sorted((one.category or "", one.human, one.judge, one.battles) for one in found) == [
        ("", "left_better", "left_better", 1),
        ("", "tie", "left_better", 1),
        ("coding", "left_better", "left_better", 1),
    ]

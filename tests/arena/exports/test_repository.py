from datetime import timedelta

from tests.arena.judges.judge_setup import add_vote
from tests.arena.rows import add_battle
from tests.arena.vote_counts.ballots import NOON, ballot, put

from llmbattler.arena.exports import repository
from llmbattler.arena.exports.repository import VoteFilter
from llmbattler.arena.models import VoteMode
from llmbattler.arena.moderation.models import Category, Flagged, FlagSource, FlagStatus, Where
from llmbattler.core.db import Database

ALL = VoteFilter(counted_only=False, since=None, mode=None)


async def test_the_filter_is_the_same_for_numbers_contestants_and_votes(database: Database) -> None:
    await put(
        database,
        ballot("ant", "bee", "tie"),
        ballot("bee", "cat", "tie", counted=False),
        ballot("cat", "dog", "tie", mode=VoteMode.SIDE_BY_SIDE),
        ballot("dog", "eel", "tie", created_at=NOON - timedelta(days=1)),
    )
    for which, pairs in (
        (ALL, ["ant bee", "bee cat", "cat dog", "dog eel"]),
        (ALL._replace(counted_only=True), ["ant bee", "cat dog", "dog eel"]),
        (ALL._replace(mode=VoteMode.SIDE_BY_SIDE), ["cat dog"]),
        (ALL._replace(since=NOON), ["ant bee", "bee cat", "cat dog"]),
    ):
        async with database.unit() as session:
            parts = [part async for part in repository.list_votes(session, which, texts=False)]
            votes = [vote for part in parts for vote in part]
            assert sorted(f"{vote.left_model_id} {vote.right_model_id}" for vote in votes) == pairs
            assert [vote.vote_id for vote in votes] == sorted(vote.vote_id for vote in votes)
            assert await repository.count_votes(session, which) == len(pairs)
            ids = await repository.list_contestant_ids(session, which)
            assert sorted(ids) == sorted({name for pair in pairs for name in pair.split()})


async def test_texts_are_left_out_where_a_moderator_hid_the_battle_or_nobody_wants_them(database: Database) -> None:
    async with database.unit() as session:
        battles = [await add_battle(session), await add_battle(session)]
        for battle in battles:
            add_vote(session, battle, "tie")
        facts = {"where": Where.BATTLE, "source": FlagSource.REPORT, "category": Category.OTHER, "excerpt": ""}
        session.add(Flagged(battle_id=battles[0].battle_id, status=FlagStatus.HIDDEN, **facts))
    async with database.unit() as session:
        for texts in (True, False):
            [part] = [part async for part in repository.list_votes(session, ALL, texts=texts)]
            shown = {vote.battle_id: vote.conversation is not None for vote in part}
            assert shown == {battles[0].battle_id: False, battles[1].battle_id: texts}

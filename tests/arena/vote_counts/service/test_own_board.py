from llmbattler.arena.schemas import MyLeaderboardOut
from llmbattler.arena.vote_counts.service import own_board
from llmbattler.core.db import Database
from tests.arena.vote_counts.ballots import NOON, ballot, put


def votes_of(board: MyLeaderboardOut) -> dict[str, int]:
    return {row.model_id: row.vote_count for row in board.leaderboard}


async def test_a_board_has_the_votes_of_one_person_in_order_of_strength(database: Database) -> None:
    await put(database, *(ballot("ant", "bee", "right_better", voter="x") for _ in range(3)))
    await put(database, ballot("ant", "cat", "tie", voter="y"))
    async with database.unit() as session:
        board = await own_board.get_my_board(session, owner="x")
        assert (await own_board.get_my_board(session, owner="nobody")).leaderboard == []
    assert [row.model_id for row in board.leaderboard] == ["bee", "ant"]
    assert (board.metadata.total_votes, board.metadata.since) == (3, None)


async def test_a_reset_leaves_out_earlier_votes_until_it_is_undone(database: Database) -> None:
    await put(database, ballot("ant", "bee", "tie", voter="x", created_at=NOON))
    async with database.unit() as session:
        reset = await own_board.reset_my_board(session, owner="x")
        assert (votes_of(reset), reset.metadata.total_votes) == ({}, 0)
        assert reset.metadata.since is not None
        assert reset.metadata.since > NOON
        assert votes_of(await own_board.get_my_board(session, owner="y")) == {}
        undone = await own_board.undo_reset(session, owner="x")
    assert (votes_of(undone), undone.metadata.since) == ({"ant": 1, "bee": 1}, None)

from datetime import UTC, date, datetime, timedelta

from sqlalchemy import text

from llmbattler.arena.models import BoardReset, VoteMode
from llmbattler.arena.vote_counts import repository
from llmbattler.core.db import Database
from llmbattler.ratings.service.vote_counts import DayCount, FacetCount
from tests.arena.rows import all_rows, all_votes
from tests.arena.vote_counts.ballots import NOON, ballot, put

MINUTE = timedelta(minutes=1)


async def process(database: Database) -> tuple[int, int]:
    async with database.unit() as session:
        return await repository.update_unprocessed(session, reason="Broken.")


async def test_sides_do_not_matter_and_uppercase_ids_come_first(database: Database) -> None:
    await put(database, ballot("b", "Z", "left_better"), ballot("Z", "b", "right_better"), ballot("b", "Z", "tie"))
    assert await process(database) == (3, 0)
    async with database.unit() as session:
        assert await repository.count_by_facet(session) == [FacetCount("overall", "Z", "b", 0, 2, 1, 0)]


async def test_votes_are_counted_on_the_boards_of_their_mode(database: Database) -> None:
    more = {"categories": ["coding", "math"], "language": "en"}
    await put(
        database,
        ballot("a", "b", "left_better", **more),
        ballot("a", "b", "both_bad", mode=VoteMode.SIDE_BY_SIDE, **more),
        ballot("a", "b", "tie", counted=False, **more),
    )
    async with database.unit() as session:
        assert await repository.count_by_facet(session) == []  # nothing is processed
    await process(database)
    async with database.unit() as session:
        found = {one.facet: one[3:] for one in await repository.count_by_facet(session)}
    blind = dict.fromkeys(["overall", "language:en", "category:coding", "category:math"], (1, 0, 0, 0))
    assert found == {**blind, "side_by_side": (0, 0, 0, 1)}


async def test_days_begin_at_midnight_utc_whatever_the_time_zone_of_the_database(database: Database) -> None:
    midnight = datetime(2026, 10, 4, tzinfo=UTC)
    await put(database, *(ballot("a", "b", "tie", created_at=midnight + MINUTE * at) for at in (-1, 0, 1)))
    await process(database)
    async with database.unit() as session:
        await session.execute(text("SET LOCAL TIME ZONE 'Pacific/Auckland'"))
        found = await repository.count_by_day(session, date(2026, 10, 4))
    assert found == [DayCount("overall", date(2026, 10, 4), "a", "b", 0, 0, 2, 0)]


async def test_votes_that_cannot_be_read_are_marked_with_the_reason(database: Database) -> None:
    await put(database, ballot("a", "b", "tie"), ballot("a", "b", "maybe"), ballot("a", "a", "tie"))
    assert await process(database) == (1, 2)
    assert await process(database) == (0, 2)  # failed votes are tried again
    assert sorted((vote.processing_status, vote.error_message or "") for vote in await all_votes(database)) == [
        ("failed", "Broken."),
        ("failed", "Broken."),
        ("processed", ""),
    ]


async def test_votes_are_listed_in_order_after_a_position(database: Database) -> None:
    words = {"both_bad": 2, "tie": 0, "left_better": 1}
    await put(database, *(ballot("a", "b", word, created_at=NOON + MINUTE * at) for word, at in words.items()))
    await put(database, ballot("a", "b", "tie", mode=VoteMode.SIDE_BY_SIDE))
    await process(database)
    first = next((vote.created_at, vote.vote_id) for vote in await all_votes(database) if vote.created_at == NOON)
    async with database.unit() as session:
        everything = [part async for part in repository.list_in_order(session)]
        rest = [part async for part in repository.list_in_order(session, first)]
    assert [part.words for part in everything] == [["tie", "left_better", "both_bad"]]
    assert [part.words for part in rest] == [["left_better", "both_bad"]]
    assert [part.last for part in rest] == [part.last for part in everything]
    assert rest[0].last[0] == NOON + 2 * MINUTE


async def test_votes_are_listed_by_day_and_those_of_one_moment_by_id(database: Database) -> None:
    words = ["left_better", "tie", "right_better", "both_bad"]
    await put(database, *(ballot("a", "b", word, created_at=NOON, style=[n] * 8) for n, word in enumerate(words)))
    await put(database, ballot("b", "c", "tie", created_at=NOON + timedelta(days=1), style=[9] * 8))
    await put(database, ballot("b", "c", "tie", created_at=NOON + timedelta(days=1)))
    await process(database)
    async with database.unit() as session:
        in_order = [part async for part in repository.list_in_order(session)]
        styled = [part async for part in repository.list_styled(session)]
    assert [part.words for part in in_order] == [words, ["tie", "tie"]]
    assert [part.styles.tolist() for part in styled] == [[[n] * 8 for n in range(4)], [[9] * 8]]


async def test_one_snapshot_does_not_see_later_votes(database: Database) -> None:
    async with database.unit() as session:
        await repository.lock_snapshot(session)
        assert await repository.list_pending(session, 10) == []
        await put(database, ballot("a", "b", "tie"))
        assert await repository.list_pending(session, 10) == []
    async with database.unit() as session:
        assert len(await repository.list_pending(session, 10)) == 1


async def test_a_reset_remembers_the_one_before_and_is_undone_step_by_step(database: Database) -> None:
    async def resets() -> list[tuple[datetime, datetime | None]]:
        return [(row.reset_at, row.previous) for row in await all_rows(database, BoardReset)]

    for _ in range(2):
        async with database.unit() as session:
            await repository.add_reset(session, "x")
    [(second, first)] = await resets()
    assert first is not None
    assert first < second
    async with database.unit() as session:
        await repository.update_reset_to_previous(session, "x")
    assert await resets() == [(first, None)]
    async with database.unit() as session:
        await repository.update_reset_to_previous(session, "x")
    assert await resets() == []


async def test_own_votes_are_counted_even_if_the_site_does_not_count_them(database: Database) -> None:
    await put(
        database,
        ballot("a", "b", "tie", voter="x", counted=False),
        ballot("a", "b", "tie", voter="x", created_at=NOON + MINUTE),
        ballot("a", "b", "tie", voter="x", mode=VoteMode.SIDE_BY_SIDE),
        ballot("a", "b", "tie", voter="y"),
    )
    async with database.unit() as session:
        assert await repository.count_by_voter(session, "x", None) == [("a", "b", "tie", 2)]
        assert await repository.count_by_voter(session, "x", NOON) == [("a", "b", "tie", 1)]

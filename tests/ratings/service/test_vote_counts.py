from datetime import date, timedelta

from llmbattler.core.db import Database
from llmbattler.ratings import repository
from llmbattler.ratings.service.vote_counts import (
    CountedVote,
    DayCount,
    FacetCount,
    Outcome,
    add_votes,
    count_days,
    delete_old_days,
    first_day,
    replace_counts,
    sum_days,
)

MONDAY, TUESDAY = date(2026, 1, 5), date(2026, 1, 6)


def test_a_vote_counts_for_the_pair_in_order_and_for_each_facet() -> None:
    votes = [
        CountedVote("b", "a", Outcome.A, MONDAY, ["overall", "category:x"]),
        CountedVote("a", "b", Outcome.A, MONDAY, ["overall"]),
        CountedVote("b", "a", Outcome.BOTH_BAD, TUESDAY, ["overall"]),
    ]
    days = count_days(votes)
    assert days == [
        DayCount("category:x", MONDAY, "a", "b", 0, 1, 0, 0),
        DayCount("overall", MONDAY, "a", "b", 1, 1, 0, 0),
        DayCount("overall", TUESDAY, "a", "b", 0, 0, 0, 1),
    ]
    assert sum_days(days) == [
        FacetCount("category:x", "a", "b", 0, 1, 0, 0),
        FacetCount("overall", "a", "b", 1, 1, 0, 1),
    ]


async def test_votes_added_one_by_one_give_the_counts_of_all_at_once(database: Database) -> None:
    async with database.unit() as session:
        today = (await first_day(session)) + timedelta(days=60)
        votes = [CountedVote("a", "b", outcome, today, ["overall", "language:de"]) for outcome in Outcome]
        for vote in votes:
            assert await add_votes(session, source="human", votes=[vote]) == {"overall", "language:de"}
        days = count_days(votes)
        assert await replace_counts(session, source="human", rows=days[:1]) == {"overall", "language:de"}


async def test_days_are_kept_apart_only_for_recent_overall_votes_of_people(database: Database) -> None:
    async with database.unit() as session:
        first = await first_day(session)
        for source, facet, day in (
            ("human", "overall", first),
            ("human", "overall", first - timedelta(days=1)),
            ("human", "language:de", first),
            ("judge:j", "overall", first),
        ):
            vote = CountedVote("a", "b", Outcome.A, day, [facet])
            await add_votes(session, source=source, votes=[vote])
        kept = await repository.list_days(session, "human", date.min)
        assert [(row.facet, row.day) for row in kept] == [("overall", first)]
        assert await repository.list_days(session, "judge:j", date.min) == []
        old = DayCount("overall", first - timedelta(days=1), "a", "b", 1, 0, 0, 0)
        await repository.add_day_counts(session, "human", [old])
        await delete_old_days(session)
        assert len(await repository.list_days(session, "human", date.min)) == 1

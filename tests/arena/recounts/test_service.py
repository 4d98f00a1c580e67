"""Votes, counts and boards change together."""

import pytest

from llmbattler.arena.models import VoteRecount
from llmbattler.arena.recounts import flow, service
from llmbattler.core.db import Database
from tests.arena.integrity.voted_sites import RULES, count
from tests.arena.recounts.test_flow import assert_as_counted_anew, count_excluded, decide, find_differences, vote
from tests.arena.rows import all_rows
from tests.arena.vote_counts.ballots import put, random_ballots
from tests.arena.vote_counts.service.test_counts import boards


async def test_the_counts_are_right_after_every_part(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "AT_ONCE", 25)
    await vote(database, "liar")
    before = await boards(database)
    await decide(database, "liar", excluded=True)
    [row] = await all_rows(database, VoteRecount)
    assert (row.voters, row.done, row.total) == (["liar"], 0, 60)
    for done in (25, 50, 60):
        async with database.unit() as session:
            assert await service.change_some(session, recount_id=row.recount_id, rules=RULES)
        assert not await find_differences(database)
        assert await count_excluded(database) == {"liar": done}
        async with database.unit() as session:
            progress = await service.find_recount(session, voters=["liar"])
            assert progress is not None
            assert (progress.done, progress.total) == (done, 60)
            assert await service.find_recount(session, voters=["visitor"]) is None
            [job] = await service.list_unfinished_recounts(session, None)
            assert (job.kind, job.state, job.done, job.total) == ("recount", "queued", done, 60)
            assert await service.list_unfinished_recounts(session, "liar") == []
    await flow.run_recounts(database, rules=RULES)
    await assert_as_counted_anew(database)
    await decide(database, "liar", excluded=False)
    await flow.run_recounts(database, rules=RULES)
    after = await boards(database)
    for kind in ("stats", "totals"):  # styled boards were not there before
        after[kind] = {key: one for key, one in after[kind].items() if "style" not in str(key)}
    assert after == before
    assert await count_excluded(database) == {}


async def test_votes_that_are_not_counted_yet_are_counted_as_decided(database: Database) -> None:
    await put(database, *random_ballots(60), *random_ballots(40, voter="liar"))
    await decide(database, "liar", excluded=True)
    await flow.run_recounts(database, rules=RULES)
    assert await count_excluded(database) == {"liar": 40}
    await count(database)
    assert not await find_differences(database)
    await assert_as_counted_anew(database)

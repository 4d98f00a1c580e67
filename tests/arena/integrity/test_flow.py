"""Reviews of whole sites."""

import numpy as np
import pytest
from sqlalchemy import text

from llmbattler.arena.integrity import voter_links
from llmbattler.arena.integrity.service.suspects import clear_suspect, exclude_suspect, exclude_voter
from llmbattler.arena.integrity.signals import SignalKind
from llmbattler.arena.recounts.flow import run_recounts
from llmbattler.core.db import Database
from tests.arena.integrity.simulated_voters import as_votes
from tests.arena.integrity.voted_sites import RULES, SITE, put_careless, put_honest, read_suspects, review
from tests.arena.vote_counts.ballots import NOON, put


async def test_an_empty_site_has_no_suspects(database: Database) -> None:
    report = await review(database)
    assert (report.voters, report.examined, report.suspects) == (0, 0, 0)


async def test_a_careless_voter_is_found_with_evidence_and_found_once(database: Database) -> None:
    await put_honest(database)
    await put_careless(database)
    report = await review(database)
    assert (report.voters, report.examined, report.suspects) == (13, 13, 1)
    [suspect] = await read_suspects(database)
    assert (suspect.voters, suspect.votes, suspect.status) == (["liar"], 150, "open")
    assert suspect.p_likelihood < 0.005
    last = suspect.evidence.surprise[-1]
    assert (last.votes, last.surprise > last.high > last.low) == (150, True)
    assert sum(point.votes for point in suspect.evidence.times) == 150
    assert sum(word.votes for word in suspect.evidence.words) == 150
    await review(database)
    assert [one.suspect_id for one in await read_suspects(database)] == [suspect.suspect_id]


async def test_a_suspect_without_evidence_leaves_the_queue(database: Database) -> None:
    await put_honest(database)
    await put_careless(database, votes=60)
    await review(database)
    assert len(await read_suspects(database)) == 1
    async with database.unit() as session:
        await session.execute(text("DELETE FROM votes WHERE voter = 'liar'"))
        await session.execute(text("UPDATE votes SET processing_status = 'pending'"))
        for table in ("pair_totals", "pair_counts"):
            await session.execute(text(f"DELETE FROM {table}"))  # noqa: S608 - two names of ours
    await review(database)
    assert await read_suspects(database) == []


async def test_a_cleared_suspect_comes_back_only_with_many_more_votes(database: Database) -> None:
    await put_honest(database)
    await put_careless(database, votes=100)
    await review(database)
    [suspect] = await read_suspects(database)
    async with database.unit() as session:
        await clear_suspect(session, suspect_id=suspect.suspect_id, actor="moderator")
    await review(database)
    assert [one.status for one in await read_suspects(database)] == ["cleared"]
    await put(database, *as_votes(SITE.careless(60, np.random.default_rng(8)), SITE.models, voter="liar", since=NOON))
    await review(database)
    assert [(one.suspect_id, one.status, one.votes) for one in await read_suspects(database)] == [
        (suspect.suspect_id, "open", 160)
    ]


async def test_somebody_from_the_network_of_an_excluded_voter_is_shown(database: Database) -> None:
    await put_honest(database)
    await put_careless(database, address="x", network="den")
    await review(database)
    [suspect] = await read_suspects(database)
    async with database.unit() as session:
        await exclude_suspect(session, suspect_id=suspect.suspect_id, actor="moderator")
    fresh = SITE.honest(30, np.random.default_rng(9))
    await put(database, *as_votes(fresh, SITE.models, voter="fresh-cookie", address="y", network="den"))
    await review(database)
    shown = {tuple(one.voters): one for one in await read_suspects(database)}
    assert shown["liar",].status == "excluded"
    assert [signal.kind for signal in shown["fresh-cookie",].signals] == [SignalKind.LINKED_TO_EXCLUDED]


async def test_one_suspect_does_not_implicate_the_same_household(database: Database) -> None:
    await put_honest(database)
    await put_careless(database, network="home")
    for number in range(2):
        ballots = SITE.honest(60, np.random.default_rng(20 + number))
        await put(database, *as_votes(ballots, SITE.models, voter=f"parent-{number}", network="home"))
    await review(database)
    assert [one.voters for one in await read_suspects(database)] == [["liar"]]


@pytest.mark.parametrize("herd", [True, False])
async def test_a_large_network_is_watched_for_bursts_only(
    database: Database, monkeypatch: pytest.MonkeyPatch, herd: bool
) -> None:
    """A class that votes during a lesson passes; a group that always votes for one model does not."""
    monkeypatch.setattr(voter_links, "MAX_LINKED_VOTERS", 5)
    await put_honest(database, people=25, votes=60)
    chance = np.random.default_rng(11)
    for number in range(50):
        ballots = SITE.one_target(6, chance, target=3) if herd else SITE.honest(6, chance)
        votes = as_votes(
            ballots, SITE.models, voter=f"student-{number:02}", address=f"admin-{number}", network="campus"
        )
        for vote in votes:
            vote.created_at = NOON
        await put(database, *votes)
    await review(database)
    found = [one for one in await read_suspects(database) if one.voters[0].startswith("student")]
    assert len(found) == (1 if herd else 0)
    if herd:
        assert len(found[0].voters) == 50
        assert [signal.kind for signal in found[0].signals] == [SignalKind.CROWD_BURST]
        assert found[0].target_model_id == "model-003"


async def test_votes_brought_along_by_an_excluded_voter_are_taken_out(database: Database) -> None:
    await put_honest(database)
    await put_careless(database, votes=30)
    await review(database)
    async with database.unit() as session:
        await exclude_voter(session, voter="liar", actor="moderator")
    await run_recounts(database, rules=RULES)
    await put_careless(database, "earlier-cookie", votes=10)
    await review(database)
    async with database.unit() as session:
        await session.execute(text("UPDATE votes SET voter = 'liar' WHERE voter = 'earlier-cookie'"))
    for _ in range(2):  # the second review finds that the recount was requested already
        await review(database)
    async with database.unit() as session:
        assert (await session.execute(text("SELECT total FROM vote_recounts ORDER BY recount_id"))).scalars().all() == [
            30,
            10,
        ]
    await run_recounts(database, rules=RULES)
    async with database.unit() as session:
        query = "SELECT counted, would_count, count(*) FROM votes WHERE voter = 'liar' GROUP BY 1, 2"
        assert [tuple(row) for row in await session.execute(text(query))] == [(False, True, 40)]
        total = (await session.execute(text("SELECT total_votes FROM boards WHERE board = 'overall'"))).scalar_one()
    assert total == 12 * 40

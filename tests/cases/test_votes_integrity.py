"""Ways to bend a leaderboard by dishonest votes: who is found, who is left in peace, and how it is undone."""

from datetime import timedelta
from typing import Any

import numpy as np
from sqlalchemy import select, text
from tests.arena.integrity.simulated_voters import SimulatedSite, as_votes, measure_rates
from tests.arena.vote_counts.ballots import NOON, put, random_ballots
from tests.clients import ClientFactory

from llmbattler.arena.integrity.flow import run_review
from llmbattler.arena.integrity.schemas import SuspectDetailsOut, SuspectsIn
from llmbattler.arena.integrity.service.suspects import get_suspect, list_suspects
from llmbattler.arena.models import Vote
from llmbattler.arena.recounts import jobs
from llmbattler.arena.vote_counts.service import counts as counting
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.ratings.service import RatingRules

BOARD = SimulatedSite()
SITE = SimulatedSite(models=10, votes=4000)
RULES = RatingRules()


def test_v13_a_hundred_random_votes_are_found_and_honest_people_are_not() -> None:
    assert measure_rates(BOARD, BOARD.careless, votes=100, people=60).likelihood >= 0.95
    two_buttons = measure_rates(
        BOARD, lambda votes, chance: BOARD.careless(votes, chance, words=2), votes=100, people=30
    )
    assert two_buttons.likelihood >= 0.95
    # In two thousand it is 0.45 %, so five hundred are enough to see that it is not above 1 %.
    assert measure_rates(BOARD, BOARD.honest, votes=100, people=500, seed=11).either <= 0.01


def test_v14_five_hundred_votes_for_one_target_are_found_by_its_residual() -> None:
    rates = measure_rates(BOARD, BOARD.one_target, votes=500, people=25)
    assert rates.model >= 0.95
    assert rates.likelihood < 0.5, "the other test is blind to a patient one_target, so both are needed"


async def put_site(database: Database, *, seed: int = 1) -> None:
    """A site on which forty honest people have voted."""
    chance = np.random.default_rng(seed)
    for person in range(40):
        ballots = SITE.honest(100, chance)
        await put(
            database,
            *as_votes(ballots, SITE.models, voter=f"honest-{person:02}", address=f"a-{person}", network=f"n-{person}"),
        )


async def review(database: Database) -> list[SuspectDetailsOut]:
    async with database.unit() as session:
        await counting.count_pending(session, rules=RULES)
    await run_review(database)
    async with database.unit() as session:
        found = (await list_suspects(session, wanted=SuspectsIn())).suspects
        return [await get_suspect(session, suspect_id=one.suspect_id) for one in found]


async def test_v15_twenty_accounts_of_one_network_are_found_together(database: Database) -> None:
    await put_site(database)
    chance = np.random.default_rng(2)
    accounts = [f"sock-{number:02}" for number in range(20)]
    for number, voter in enumerate(accounts):
        ballots = SITE.one_target(25, chance, target=3)
        facts = {"address": f"address-{number}", "network": "one /24"}
        await put(database, *as_votes(ballots, SITE.models, voter=voter, since=NOON + timedelta(hours=number), **facts))
    [suspect] = await review(database)
    assert suspect.voters == accounts
    assert suspect.votes == 500
    assert suspect.p_model < 0.005
    assert suspect.target_model_id == "model-003"
    target = next(one for one in suspect.evidence.models if one.model_id == "model-003")
    assert target.points > target.high
    async with database.unit() as session:
        await session.execute(text("UPDATE votes SET network = voter WHERE voter LIKE 'sock-%'"))
    alone = {voter for one in await review(database) for voter in one.voters}
    assert len(alone & set(accounts)) < 10, "without the pooling most would go on"


async def boards(database: Database) -> list[Any]:
    """Every number of every board, to the bit."""
    queries = [
        "SELECT * FROM model_stats ORDER BY board, model_id",
        "SELECT board, total_votes, facts FROM boards ORDER BY board",
        "SELECT * FROM pair_totals ORDER BY 1, 2, 3, 4",
        "SELECT * FROM pair_counts ORDER BY 1, 2, 3, 4, 5",
        "SELECT ratings FROM online_elo ORDER BY voted_at DESC LIMIT 1",
    ]
    async with database.unit() as session:
        return [[tuple(row) for row in (await session.execute(text(query))).all()] for query in queries]


async def recompute(database: Database) -> None:
    async with database.unit() as session:
        await counting.recount(session, rules=RULES)
        await counting.write_styled(session, boards=await counting.fit_styled(session), rules=RULES)


async def states(database: Database) -> dict[Any, tuple[bool, list[str], bool | None]]:
    async with database.unit() as session:
        rows = (await session.execute(select(Vote))).scalars()
        return {row.vote_id: (row.counted, row.flags, row.would_count) for row in rows}


async def test_v18_a_voter_is_excluded_and_restored(clients: ClientFactory, resources: Resources) -> None:
    database = resources.get(Database)
    liar = random_ballots(80, seed=2)
    for vote in liar:
        vote.voter, vote.vote, vote.counted = "liar", "left_better", vote.counted
    await put(database, *random_ballots(400), *liar)
    await recompute(database)
    before, votes = await boards(database), await states(database)
    moderator = await clients.moderator()

    excluded = await moderator.post("/api/admin/integrity/voters/liar/exclude", json={})
    assert excluded.status_code == 200, excluded.text
    counted = sum(vote.counted for vote in liar)
    assert {name: excluded.json()[name] for name in ("voter", "excluded", "votes", "counted")} == {
        "voter": "liar",
        "excluded": True,
        "votes": 80,
        "counted": counted,
    }
    assert excluded.json()["recount"]["total"] == 80
    await jobs.recount(resources)
    without = await boards(database)
    assert without != before
    await recompute(database)
    assert await boards(database) == without, "the same to the bit as counting everything anew"
    assert set(await states(database)) == set(votes), "no vote is deleted"

    restored = await moderator.post("/api/admin/integrity/voters/liar/restore", json={})
    assert (restored.json()["excluded"], restored.json()["counted"]) == (False, 0)
    await jobs.recount(resources)
    assert await boards(database) == before
    assert await states(database) == votes

    async with database.unit() as session:
        query = text("SELECT actor, action, subject, before, after FROM audit_log ORDER BY at")
        log = [tuple(row) for row in (await session.execute(query)).all()]
    facts = {"voters": ["liar"], "votes": 80}
    assert log == [
        (
            moderator.account_id,
            "voter.excluded",
            "liar",
            {"excluded": False, "counted": counted},
            {"excluded": True, "counted": 0, **facts},
        ),
        (
            moderator.account_id,
            "voter.restored",
            "liar",
            {"excluded": True, "counted": 0},
            {"excluded": False, "counted": counted, **facts},
        ),
    ]

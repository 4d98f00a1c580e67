"""Sites on which people have voted, for tests that need a review."""

from typing import Any

import numpy as np
from sqlalchemy import text

from llmbattler.arena.integrity.flow import ReviewReport, run_review
from llmbattler.arena.integrity.schemas import SuspectDetailsOut, SuspectsIn
from llmbattler.arena.integrity.service.suspects import get_suspect, list_suspects
from llmbattler.arena.vote_counts.service import counts as counting
from llmbattler.core.db import Database
from llmbattler.ratings.service import RatingRules
from tests.arena.integrity.simulated_voters import SimulatedSite, as_votes
from tests.arena.vote_counts.ballots import put

SITE = SimulatedSite(models=10, votes=4000)
RULES = RatingRules()


async def put_honest(database: Database, *, people: int = 12, votes: int = 40, seed: int = 1) -> None:
    chance = np.random.default_rng(seed)
    for person in range(people):
        places: Any = {"address": f"address-{person}", "network": f"network-{person}"}
        await put(database, *as_votes(SITE.honest(votes, chance), SITE.models, voter=f"honest-{person:02}", **places))


async def put_careless(database: Database, voter: str = "liar", *, votes: int = 150, **more: Any) -> None:
    ballots = SITE.careless(votes, np.random.default_rng(7))
    await put(database, *as_votes(ballots, SITE.models, voter=voter, **more))


async def count(database: Database) -> None:
    async with database.unit() as session:
        await counting.count_pending(session, rules=RULES)


async def review(database: Database) -> ReviewReport:
    await count(database)
    return await run_review(database)


async def read_suspects(database: Database) -> list[SuspectDetailsOut]:
    async with database.unit() as session:
        found = (await list_suspects(session, wanted=SuspectsIn())).suspects
        return [await get_suspect(session, suspect_id=one.suspect_id) for one in found]


async def audit_log(database: Database) -> list[tuple[str, str, str]]:
    async with database.unit() as session:
        rows = await session.execute(text("SELECT actor, action, subject FROM audit_log ORDER BY at"))
        return [(row[0], row[1], row[2]) for row in rows]

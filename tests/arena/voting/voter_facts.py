"""What is known about a voter before a vote."""

from datetime import UTC, datetime
from uuid import uuid4

from llmbattler.arena.models import Mode, VoteMode
from llmbattler.arena.voting import repository
from llmbattler.arena.voting.repository import LockedBattle, VoterFacts
from llmbattler.core.db import Database


async def find(
    database: Database,
    voter: str = "x",
    left: str = "a",
    right: str = "b",
    *,
    prompt: str = "h",
    mode: VoteMode,
    address: str | None = None,
) -> VoterFacts:
    now = datetime.now(UTC)
    battle = LockedBattle(uuid4(), Mode.BATTLE, left, right, "open", [], prompt, 1, 0, now, now, now, [])
    async with database.unit() as session:
        return await repository.find_voter_facts(session, voter, battle, mode, asked_since=now, address=address)

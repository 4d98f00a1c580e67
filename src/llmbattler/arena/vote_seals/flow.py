"""Checks for votes that were changed directly in the database."""

from llmbattler.core.db import Database
from llmbattler.core.doctor import Finding, Level
from llmbattler.core.resources import Resources
from llmbattler.core.signing import SigningKey

from . import service

_ADVICE = "The table `votes` was changed directly, or SECRET_KEY was replaced. Compare it with a backup."


async def examine_votes(resources: Resources) -> list[Finding]:
    """Compare each sealed day with its votes."""
    async with resources.get(Database).unit() as session:
        broken = await service.find_broken_days(session, key=resources.get(SigningKey))
    if not broken:
        return [Finding(Level.OK, "votes", "The votes of all sealed days are unchanged.")]
    return [
        Finding(
            Level.PROBLEM,
            "votes",
            f"The votes of {one.day} differ from those that were sealed ({one.sealed} then, {one.found} now).",
            _ADVICE,
        )
        for one in broken
    ]

"""Votes that were changed behind the site's back."""

from llmbattler.core.db import Database
from llmbattler.core.doctor import Finding, Level
from llmbattler.core.resources import Resources
from llmbattler.core.signing import SigningKey

from . import service

_ADVICE = "Somebody wrote to the table `votes` directly, or SECRET_KEY was replaced. Compare with a backup."


async def examine_votes(resources: Resources) -> list[Finding]:
    """Compare each sealed day with its votes."""
    async with resources.get(Database).unit() as session:
        broken = await service.find_broken_days(session, key=resources.get(SigningKey))
    if not broken:
        return [Finding(Level.OK, "votes", "Every sealed day is as it was.")]
    return [
        Finding(
            Level.PROBLEM,
            "votes",
            f"The votes of {one.day} are not those that were sealed ({one.sealed} then, {one.found} now).",
            _ADVICE,
        )
        for one in broken
    ]

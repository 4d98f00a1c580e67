"""A review of all voters: short reads, long thoughts in a thread, one write."""

import asyncio
from dataclasses import dataclass
from statistics import median

from llmbattler.core.db import Database
from llmbattler.ratings.service import RatingRules
from llmbattler.ratings.service.predictions import read_overall

from . import repository
from .expectation import Expectation
from .review import Finding, examine_crowd, examine_group, reconsider
from .service import suspects
from .service.exclusions import settle
from .signals import BURST, FEWEST_IN_BURST
from .suspicion import FEWEST_VOTES
from .voter_links import Links, Origin, link


@dataclass(frozen=True, slots=True)
class ReviewReport:
    voters: int
    examined: int
    """Voters and groups with enough votes to be looked at."""
    suspects: int


@dataclass(frozen=True, slots=True)
class _Scene:
    """What all voters are measured against."""

    expectation: Expectation
    origins: list[Origin]
    links: Links
    excluded: frozenset[str]
    busy: float


async def run_review(database: Database, *, rules: RatingRules) -> ReviewReport:
    """Examine everybody with enough votes and bring the queue up to date."""
    async with database.unit() as session:
        await settle(session, rules=rules)
    scene = await _look(database)
    votes: dict[str, int] = {}
    for origin in scene.origins:
        votes[origin.voter] = votes.get(origin.voter, 0) + origin.votes
    findings: list[Finding] = []
    examined = 0
    for group in scene.links.groups:
        members = [voter for voter in group if voter not in scene.excluded]
        if sum(votes[voter] for voter in members) >= FEWEST_VOTES:
            examined += 1
            findings += await _examine(database, scene, members, near_excluded=len(members) < len(group))
    for crowd in scene.links.crowds:
        findings += await _examine_crowd(database, scene, crowd)
    findings = await asyncio.to_thread(reconsider, scene.expectation, findings)
    async with database.unit() as session:
        await suspects.save_findings(session, findings=findings)
    return ReviewReport(len(votes), examined, len(findings))


async def _look(database: Database) -> _Scene:
    async with database.unit() as session:
        counts = await read_overall(session)
        origins = await repository.list_origins(session)
        excluded = await repository.list_excluded(session)
        busy = await repository.get_busy(session)
    expectation = await asyncio.to_thread(Expectation.of, counts)
    return _Scene(expectation, origins, await asyncio.to_thread(link, origins), excluded, busy)


async def _examine(database: Database, scene: _Scene, members: list[str], *, near_excluded: bool) -> list[Finding]:
    async with database.unit() as session:
        votes = await repository.list_votes(session, members)
    return await asyncio.to_thread(
        examine_group, scene.expectation, members, votes, busy=scene.busy, near_excluded=near_excluded
    )


async def _examine_crowd(database: Database, scene: _Scene, crowd: tuple[str, ...]) -> list[Finding]:
    """Look at the fullest ten minutes of a large network, if they are far fuller than usual."""
    async with database.unit() as session:
        windows = await repository.list_windows(session, [voter for voter in crowd if voter not in scene.excluded])
        if not windows:
            return []
        fullest = windows[0]
        usual = float(median([one.votes for one in windows[1:]] or [1]))
        if fullest.votes < max(FEWEST_IN_BURST, BURST * usual):
            return []
        votes = await repository.list_votes(session, fullest.voters, since=fullest.at)
    finding = await asyncio.to_thread(examine_crowd, scene.expectation, votes, usual=usual)
    return [] if finding is None else [finding]

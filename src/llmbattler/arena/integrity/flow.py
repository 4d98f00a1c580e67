"""A review of all voters: short reads, tests in a thread, one write."""

import asyncio
from dataclasses import dataclass
from statistics import median

from llmbattler.core.db import Database
from llmbattler.ratings.service.predictions import read_overall

from . import repository
from .expectation import Expectation
from .review import Finding, examine_crowd, examine_group, reconsider
from .service import suspects
from .service.exclusions import exclude_moved_votes
from .signals import BURST, MIN_BURST_VOTES
from .suspicion import MIN_VOTES
from .voter_links import Links, Origin, link_voters


@dataclass(frozen=True, slots=True)
class ReviewReport:
    voters: int
    examined: int
    """Voters and groups with enough votes to be tested."""
    suspects: int


@dataclass(frozen=True, slots=True)
class _ReviewData:
    """What all voters are compared with."""

    expectation: Expectation
    origins: list[Origin]
    links: Links
    excluded: frozenset[str]
    busy: float


async def run_review(database: Database) -> ReviewReport:
    """Test everybody with enough votes, and update the queue."""
    async with database.unit() as session:
        await exclude_moved_votes(session)
    data = await _load(database)
    votes: dict[str, int] = {}
    for origin in data.origins:
        votes[origin.voter] = votes.get(origin.voter, 0) + origin.votes
    findings: list[Finding] = []
    examined = 0
    for group in data.links.groups:
        members = [voter for voter in group if voter not in data.excluded]
        if sum(votes[voter] for voter in members) >= MIN_VOTES:
            examined += 1
            findings += await _examine(database, data, members, near_excluded=len(members) < len(group))
    for crowd in data.links.crowds:
        findings += await _examine_crowd(database, data, crowd)
    findings = await asyncio.to_thread(reconsider, data.expectation, findings)
    async with database.unit() as session:
        await suspects.save_findings(session, findings=findings)
    return ReviewReport(len(votes), examined, len(findings))


async def _load(database: Database) -> _ReviewData:
    async with database.unit() as session:
        counts = await read_overall(session)
        origins = await repository.list_origins(session)
        excluded = await repository.list_excluded(session)
        busy = await repository.get_busy(session)
    expectation = await asyncio.to_thread(Expectation.of, counts)
    return _ReviewData(expectation, origins, await asyncio.to_thread(link_voters, origins), excluded, busy)


async def _examine(database: Database, data: _ReviewData, members: list[str], *, near_excluded: bool) -> list[Finding]:
    async with database.unit() as session:
        votes = await repository.list_votes(session, members)
    return await asyncio.to_thread(
        examine_group, data.expectation, members, votes, busy=data.busy, near_excluded=near_excluded
    )


async def _examine_crowd(database: Database, data: _ReviewData, crowd: tuple[str, ...]) -> list[Finding]:
    """Test the busiest ten minutes of a large network, if they are far busier than usual."""
    async with database.unit() as session:
        windows = await repository.list_windows(session, [voter for voter in crowd if voter not in data.excluded])
        if not windows:
            return []
        busiest = windows[0]
        usual = float(median([one.votes for one in windows[1:]] or [1]))
        if busiest.votes < max(MIN_BURST_VOTES, BURST * usual):
            return []
        votes = await repository.list_votes(session, busiest.voters, since=busiest.at)
    finding = await asyncio.to_thread(examine_crowd, data.expectation, votes, usual=usual)
    return [] if finding is None else [finding]

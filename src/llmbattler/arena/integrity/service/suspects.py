"""The queue of suspects, and the decisions of moderators."""

from collections.abc import AsyncIterator, Collection, Iterable, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from llmbattler.accounts.schemas import Visitor
from llmbattler.accounts.service import audit
from llmbattler.core import clock
from llmbattler.core.cursors import CursorCodec
from llmbattler.core.db import Session
from llmbattler.core.jobs import JobName, defer
from llmbattler.core.live import ADMIN_TOPIC, publish
from llmbattler.core.ownership import OwnedData

from ...models import Suspect, SuspectStatus
from ...recounts import service as recounts
from .. import repository
from ..errors import StillExcluded, SuspectNotFound, VoterNotFound
from ..evidence import Evidence
from ..review import Finding
from ..schemas import (
    ReviewStartedOut,
    SignalOut,
    SuspectDetailsOut,
    SuspectOut,
    SuspectsIn,
    SuspectsOut,
    SuspectVoterOut,
    VoterOut,
)
from .exclusions import TOPIC_ID, Decision, exclude, restore

REVIEW = JobName("integrity.review")
_CURSORS = CursorCodec[datetime, UUID]("integrity.suspects", datetime, UUID)
REOPEN_FACTOR = 1.5
"""A cleared suspect is suspected again with this many times as many votes."""


async def list_suspects(session: Session, *, wanted: SuspectsIn) -> SuspectsOut:
    before = _CURSORS.find(wanted.cursor)
    rows = await repository.list_suspects(session, status=wanted.status, before=before, limit=wanted.limit + 1)
    shown = rows[: wanted.limit]
    last = shown[-1] if len(rows) > wanted.limit else None
    return SuspectsOut(
        suspects=[_show(row) for row in shown],
        open=await repository.count_open(session),
        recount=await recounts.find_recount(session),
        next_cursor=None if last is None else _CURSORS.write(last.updated_at, last.suspect_id),
    )


async def get_suspect(session: Session, *, suspect_id: UUID) -> SuspectDetailsOut:
    row = await repository.get_suspect(session, suspect_id)
    if row is None:
        raise SuspectNotFound
    return await _show_details(session, row)


async def exclude_suspect(session: Session, *, suspect_id: UUID, actor: Visitor | str) -> SuspectDetailsOut:
    """Exclude all voters of a suspect."""
    row = await _lock(session, suspect_id)
    decision = Decision(actor, str(suspect_id))
    await exclude(session, voters=row.voters, decision=decision)
    await _decide(session, row, SuspectStatus.EXCLUDED, decision.decided_by)
    return await _show_details(session, row)


async def restore_suspect(session: Session, *, suspect_id: UUID, actor: Visitor | str) -> SuspectDetailsOut:
    """Undo the exclusion; the suspect is open again."""
    row = await _lock(session, suspect_id)
    decision = Decision(actor, str(suspect_id))
    await restore(session, voters=row.voters, decision=decision)
    if row.status == SuspectStatus.EXCLUDED:
        await _decide(session, row, SuspectStatus.OPEN, decision.decided_by)
    return await _show_details(session, row)


async def clear_suspect(session: Session, *, suspect_id: UUID, actor: Visitor | str) -> SuspectDetailsOut:
    """Decide that a suspect is honest."""
    row = await _lock(session, suspect_id)
    if row.status == SuspectStatus.EXCLUDED:
        raise StillExcluded
    if row.status == SuspectStatus.OPEN:
        decision = Decision(actor, str(suspect_id))
        await _decide(session, row, SuspectStatus.CLEARED, decision.decided_by)
        await audit.record(
            session,
            actor=actor,
            action="suspect.cleared",
            subject=str(suspect_id),
            before={"status": SuspectStatus.OPEN},
            after={"status": SuspectStatus.CLEARED, "voters": row.voters},
        )
    return await _show_details(session, row)


async def exclude_voter(session: Session, *, voter: str, actor: Visitor | str) -> VoterOut:
    await _check_voter(session, voter)
    await exclude(session, voters=[voter], decision=Decision(actor, voter))
    return await get_voter(session, voter=voter)


async def restore_voter(session: Session, *, voter: str, actor: Visitor | str) -> VoterOut:
    await _check_voter(session, voter)
    await restore(session, voters=[voter], decision=Decision(actor, voter))
    return await get_voter(session, voter=voter)


async def start_review(session: Session) -> ReviewStartedOut:
    """Request a review of all voters, unless one is already queued."""
    await defer(session, REVIEW, lock=REVIEW)
    return ReviewStartedOut()


async def save_findings(session: Session, *, findings: Sequence[Finding]) -> None:
    """Update the queue: its open suspects are those of this review."""
    await repository.lock_queue(session)
    waiting = {row.suspect_id: row for row in await repository.list_all_suspects(session)}
    found: set[UUID] = set()
    for finding in findings:
        row = _match(waiting.values(), finding, taken=found)
        if row is not None and row.status == SuspectStatus.CLEARED and finding.votes < REOPEN_FACTOR * row.votes:
            continue
        row = row or Suspect()
        _fill(row, finding)
        await repository.add_suspect(session, row)
        found.add(row.suspect_id)
    for row in waiting.values():
        if row.status == SuspectStatus.OPEN and row.suspect_id not in found:
            await repository.delete_suspect(session, row)
    await publish(session, ADMIN_TOPIC, TOPIC_ID)


def _match(rows: Iterable[Suspect], finding: Finding, *, taken: Collection[UUID]) -> Suspect | None:
    """Return the suspect of this finding: the one with the most voters in common that is not excluded."""
    common = [
        (len(shared), row)
        for row in rows
        if row.status != SuspectStatus.EXCLUDED
        and row.suspect_id not in taken
        and (shared := set(row.voters) & set(finding.voters))
    ]
    return max(common, key=lambda one: one[0])[1] if common else None


def _fill(row: Suspect, finding: Finding) -> None:
    row.voters = list(finding.voters)
    row.votes = finding.votes
    row.p_likelihood = finding.p_likelihood
    row.p_model = finding.p_model
    row.target_model_id = finding.target
    row.signals = [SignalOut(**signal._asdict()).model_dump(mode="json") for signal in finding.signals]
    row.evidence = finding.evidence.model_dump(mode="json")
    row.status = SuspectStatus.OPEN
    row.decided_by = row.decided_at = None


async def _lock(session: Session, suspect_id: UUID) -> Suspect:
    await repository.lock_queue(session)
    row = await repository.lock_suspect(session, suspect_id)
    if row is None:
        raise SuspectNotFound
    return row


async def _decide(session: Session, row: Suspect, status: SuspectStatus, decided_by: str) -> None:
    if row.status == status:
        return
    row.status = status
    row.decided_by, row.decided_at = decided_by, clock.now()
    await repository.add_suspect(session, row)
    await publish(session, ADMIN_TOPIC, TOPIC_ID)


async def _check_voter(session: Session, voter: str) -> None:
    if voter not in await repository.count_votes(session, [voter]) and voter not in await repository.list_excluded(
        session
    ):
        raise VoterNotFound


async def get_voter(session: Session, *, voter: str) -> VoterOut:
    numbers = (await repository.count_votes(session, [voter])).get(voter)
    return VoterOut(
        voter=voter,
        excluded=voter in await repository.list_excluded(session),
        votes=numbers.votes if numbers else 0,
        counted=numbers.counted if numbers else 0,
        recount=await recounts.find_recount(session, voters=[voter]),
    )


def _show(row: Suspect) -> SuspectOut:
    return SuspectOut(**_facts(row))


def _facts(row: Suspect) -> dict[str, Any]:
    return {name: getattr(row, name) for name in SuspectOut.model_fields}


async def _show_details(session: Session, row: Suspect) -> SuspectDetailsOut:
    excluded = await repository.list_excluded(session)
    numbers = await repository.count_votes(session, row.voters)
    return SuspectDetailsOut(
        **_facts(row),
        members=[
            SuspectVoterOut(**one._asdict(), excluded=one.voter in excluded)
            for one in sorted(numbers.values(), key=lambda one: (-one.votes, one.voter))
        ],
        evidence=Evidence.model_validate(row.evidence),
        recount=await recounts.find_recount(session, voters=row.voters),
    )


async def _export_nothing(_session: Session, _owner: str) -> AsyncIterator[dict[str, Any]]:
    """Export nothing: voters are not told that they are excluded."""
    none: list[dict[str, Any]] = []
    for record in none:
        yield record


EXCLUSIONS = OwnedData("exclusions", _export_nothing, repository.delete_voter, repository.update_voter)

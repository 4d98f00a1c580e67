"""The queue of suspects over HTTP, for moderators."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Path, Query
from pydantic import AfterValidator

from llmbattler.accounts.deps import Moderator, limited_staff
from llmbattler.core.limits import RouteClass
from llmbattler.core.web.deps import Unit
from llmbattler.core.web.problems import explain
from llmbattler.core.web.strict_json import StrictJsonRoute

from ..schemas import NothingIn, no_nul
from . import errors
from .schemas import ReviewStartedOut, SuspectDetailsOut, SuspectsIn, SuspectsOut, VoterOut
from .service import suspects

router = APIRouter(tags=["integrity"], route_class=StrictJsonRoute)

ADMIN = "/api/admin/integrity"
SUSPECT = ADMIN + "/suspects/{suspect_id}"
VOTER = ADMIN + "/voters/{voter}"
_WRITES = [limited_staff(RouteClass.WRITE)]
_UNKNOWN = explain(errors.SuspectNotFound)
_CLEARS = explain([errors.SuspectNotFound, errors.StillExcluded])
_NOBODY = explain(errors.VoterNotFound)
VoterId = Annotated[str, Path(max_length=200), AfterValidator(no_nul)]


@router.get(ADMIN + "/suspects")
async def list_suspects(session: Unit, _: Moderator, wanted: Annotated[SuspectsIn, Query()]) -> SuspectsOut:
    """Return suspects, newest first."""
    return await suspects.list_suspects(session, wanted=wanted)


@router.get(SUSPECT, responses=_UNKNOWN)
async def show_suspect(suspect_id: UUID, session: Unit, _: Moderator) -> SuspectDetailsOut:
    """Return a suspect with the evidence."""
    return await suspects.get_suspect(session, suspect_id=suspect_id)


@router.post(SUSPECT + "/exclude", responses=_UNKNOWN, dependencies=_WRITES)
async def exclude_suspect(
    suspect_id: UUID, session: Unit, moderator: Moderator, _: NothingIn | None = None
) -> SuspectDetailsOut:
    """Exclude all votes of a suspect from the boards, in a recount that follows. No vote is deleted."""
    return await suspects.exclude_suspect(session, suspect_id=suspect_id, actor=moderator)


@router.post(SUSPECT + "/restore", responses=_UNKNOWN, dependencies=_WRITES)
async def restore_suspect(
    suspect_id: UUID, session: Unit, moderator: Moderator, _: NothingIn | None = None
) -> SuspectDetailsOut:
    """Restore all votes of a suspect, in a recount that follows."""
    return await suspects.restore_suspect(session, suspect_id=suspect_id, actor=moderator)


@router.post(SUSPECT + "/clear", responses=_CLEARS, dependencies=_WRITES)
async def clear_suspect(
    suspect_id: UUID, session: Unit, moderator: Moderator, _: NothingIn | None = None
) -> SuspectDetailsOut:
    """Decide that the suspect is honest."""
    return await suspects.clear_suspect(session, suspect_id=suspect_id, actor=moderator)


@router.post(ADMIN + "/review", status_code=202, dependencies=_WRITES)
async def start_review(session: Unit, _: Moderator, __: NothingIn | None = None) -> ReviewStartedOut:
    """Review all voters now instead of at the next hourly run."""
    return await suspects.start_review(session)


@router.post(VOTER + "/exclude", responses=_NOBODY, dependencies=_WRITES)
async def exclude_voter(voter: VoterId, session: Unit, moderator: Moderator, _: NothingIn | None = None) -> VoterOut:
    """Exclude a voter whom no test found."""
    return await suspects.exclude_voter(session, voter=voter, actor=moderator)


@router.post(VOTER + "/restore", responses=_NOBODY, dependencies=_WRITES)
async def restore_voter(voter: VoterId, session: Unit, moderator: Moderator, _: NothingIn | None = None) -> VoterOut:
    return await suspects.restore_voter(session, voter=voter, actor=moderator)

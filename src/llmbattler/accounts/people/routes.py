"""Managing people over HTTP."""

from typing import IO, Annotated
from uuid import UUID

from fastapi import APIRouter, Path, Query, Response
from starlette.responses import StreamingResponse

from llmbattler.core.db import Database
from llmbattler.core.limits import RouteClass
from llmbattler.core.settings import Settings
from llmbattler.core.web.attachments import attach
from llmbattler.core.web.deps import FromResources, Unit
from llmbattler.core.web.problems import explain
from llmbattler.core.web.strict_json import StrictJsonRoute

from .. import errors
from ..authentication.company import UseCompany
from ..deps import Admin, AdminOutsideUnit, Moderator, limited_staff
from .schemas import (
    AuditExportIn,
    AuditIn,
    AuditOut,
    InvitationsOut,
    LinkOut,
    NewInvitationIn,
    NewInvitationOut,
    PeopleIn,
    PeopleOut,
    PersonIn,
    PersonOut,
)
from .service import people
from .service.audit_files import write_entries

router = APIRouter(tags=["admin"], route_class=StrictJsonRoute)

WRITES = [limited_staff(RouteClass.WRITE)]
AccountId = Annotated[str, Path(max_length=64, pattern=r"^[a-z]_[0-9a-f]{32}$")]


@router.get("/api/admin/people")
async def list_people(session: Unit, _: Admin, wanted: Annotated[PeopleIn, Query()]) -> PeopleOut:
    return await people.list_people(session, wanted=wanted)


@router.patch(
    "/api/admin/people/{account_id}",
    responses=explain([errors.PersonNotFound, errors.LastAdmin, errors.EmailTaken]),
    dependencies=WRITES,
)
async def change_person(account_id: AccountId, wanted: PersonIn, session: Unit, admin: Admin) -> PersonOut:
    return await people.change_person(session, actor=admin, account_id=account_id, wanted=wanted)


@router.delete(
    "/api/admin/people/{account_id}/sign-ins",
    status_code=204,
    responses=explain(errors.PersonNotFound),
    dependencies=WRITES,
)
async def sign_person_out(account_id: AccountId, session: Unit, admin: Admin) -> None:
    await people.sign_out(session, actor=admin, account_id=account_id)


@router.post(
    "/api/admin/people/{account_id}/reset",
    status_code=201,
    responses=explain([errors.PersonNotFound, UseCompany]),
    dependencies=WRITES,
)
async def create_reset_link(account_id: AccountId, session: Unit, admin: Admin, resources: FromResources) -> LinkOut:
    settings = resources.get(Settings)
    return await people.create_reset_link(session, actor=admin, account_id=account_id, settings=settings)


@router.get("/api/admin/invitations")
async def list_invitations(session: Unit, _: Admin) -> InvitationsOut:
    return await people.list_invitations(session)


@router.post("/api/admin/invitations", status_code=201, dependencies=WRITES)
async def invite(wanted: NewInvitationIn, session: Unit, admin: Admin, resources: FromResources) -> NewInvitationOut:
    site = resources.get(Settings).address
    return await people.invite(session, actor=admin, wanted=wanted, site=site)


@router.delete(
    "/api/admin/invitations/{invitation_id}",
    status_code=204,
    responses=explain(errors.InvitationNotFound),
    dependencies=WRITES,
)
async def revoke_invitation(invitation_id: UUID, session: Unit, admin: Admin) -> None:
    await people.revoke_invitation(session, actor=admin, invitation_id=invitation_id)


@router.get("/api/admin/audit")
async def list_audit(session: Unit, _: Moderator, wanted: Annotated[AuditIn, Query()]) -> AuditOut:
    return await people.list_entries(session, wanted=wanted)


@router.get("/api/admin/audit/export", response_class=Response)
async def export_audit(
    resources: FromResources,
    _: AdminOutsideUnit,
    wanted: Annotated[AuditExportIn, Query()],
) -> StreamingResponse:
    """All entries that fit, newest first."""

    async def write(file: IO[bytes]) -> str:
        async with resources.get(Database).unit() as session:
            await write_entries(file, people.export_entries(session, wanted=wanted), wanted.format)
        return f"audit.{wanted.format}"

    return await attach(write, media_type="text/csv" if wanted.format == "csv" else "application/x-ndjson")

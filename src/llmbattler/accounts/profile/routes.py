"""The settings page over HTTP."""

from typing import IO
from uuid import UUID

from fastapi import APIRouter, Request, Response
from starlette.responses import StreamingResponse

from llmbattler.core.db import Database
from llmbattler.core.limits import RouteClass
from llmbattler.core.ownership import erase_all_owned
from llmbattler.core.settings import Settings
from llmbattler.core.web.attachments import attach
from llmbattler.core.web.deps import FromResources, Unit
from llmbattler.core.web.problems import explain
from llmbattler.core.web.strict_json import StrictJsonRoute

from .. import errors
from ..authentication.company import UseCompany
from ..authentication.deps import FromAuthentication, FromNetwork, delete_session_cookie
from ..authentication.schemas import MeOut
from ..authentication.service.sign_ins import describe_me
from ..deps import COOKIE, Asker, Member, is_secure, limited
from ..schemas import Person
from . import flow
from .schemas import LeaveIn, NewTokenOut, PasswordIn, ProfileIn, SignInsOut, TokenIn, TokensListOut
from .service import profile
from .service.personal_export import write_export

router = APIRouter(tags=["people"], route_class=StrictJsonRoute)

WRITES = [limited(RouteClass.WRITE)]


@router.patch("/api/me", responses=explain([errors.WrongPassword, UseCompany, errors.EmailTaken]), dependencies=WRITES)
async def change_profile(
    wanted: ProfileIn,
    member: Member,
    authentication: FromAuthentication,
    network: FromNetwork,
    resources: FromResources,
) -> MeOut:
    await flow.change_profile(authentication, person=member, wanted=wanted, network=network)
    async with resources.get(Database).unit() as session:
        return await describe_me(session, asker=member, settings=resources.get(Settings))


@router.post(
    "/api/me/password",
    status_code=204,
    responses=explain([errors.WrongPassword, errors.WeakPassword, errors.TooManyGuesses]),
    dependencies=WRITES,
)
async def change_password(
    wanted: PasswordIn, member: Member, authentication: FromAuthentication, network: FromNetwork
) -> None:
    """Set a new password. Every other device is signed out."""
    await flow.change_password(authentication, person=member, wanted=wanted, network=network)


@router.get("/api/me/sign-ins")
async def list_sign_ins(session: Unit, member: Member) -> SignInsOut:
    return await profile.list_sign_ins(session, person=member)


@router.delete("/api/me/sign-ins", status_code=204, dependencies=WRITES)
async def end_other_sign_ins(session: Unit, member: Member) -> None:
    await profile.end_other_sign_ins(session, person=member)


@router.delete(
    "/api/me/sign-ins/{sign_in_id}",
    status_code=204,
    responses=explain(errors.SignInNotFound),
    dependencies=WRITES,
)
async def end_sign_in(sign_in_id: UUID, session: Unit, member: Member) -> None:
    await profile.end_sign_in(session, person=member, sign_in_id=sign_in_id)


@router.get("/api/me/tokens")
async def list_tokens(session: Unit, member: Member) -> TokensListOut:
    return await profile.list_tokens(session, account_id=member.account_id)


@router.post(
    "/api/me/tokens",
    status_code=201,
    responses=explain([errors.NeedsScope, errors.TooManyTokens]),
    dependencies=WRITES,
)
async def make_token(wanted: TokenIn, session: Unit, member: Member) -> NewTokenOut:
    """Make a personal API token. It is shown in this answer and never again."""
    return await profile.make_token(session, person=member, wanted=wanted)


@router.delete(
    "/api/me/tokens/{token_id}", status_code=204, responses=explain(errors.TokenNotFound), dependencies=WRITES
)
async def revoke_token(token_id: UUID, session: Unit, member: Member) -> None:
    await profile.revoke_token(session, actor=member, token_id=token_id)


@router.get("/api/me/export", response_class=Response)
async def export_mine(resources: FromResources, asker: Asker) -> StreamingResponse:
    """Export everything that this site stores about you as a ZIP file."""

    async def write(file: IO[bytes]) -> str:
        async with resources.get(Database).unit() as session:
            await write_export(session, owner=asker.owner, file=file)
        return "llmbattler-export.zip"

    return await attach(write, media_type="application/zip")


@router.post(
    "/api/me/leave",
    status_code=204,
    responses=explain([errors.WrongPassword, errors.LastAdmin]),
    dependencies=WRITES,
)
async def leave(
    wanted: LeaveIn,
    request: Request,
    response: Response,
    resources: FromResources,
    asker: Asker,
    authentication: FromAuthentication,
    network: FromNetwork,
) -> None:
    """Delete your account and your data, also as a visitor. Votes stay without a link to you."""
    if isinstance(asker, Person):
        await flow.leave(authentication, person=asker, wanted=wanted, network=network)
        delete_session_cookie(resources, request, response)
        return
    if asker.account_id is not None:
        async with resources.get(Database).unit() as session:
            await erase_all_owned(session, owner=asker.account_id)
    response.delete_cookie(COOKIE, path="/", secure=is_secure(resources, request), httponly=True, samesite="lax")

"""Sign-up, sign-in and one-time links over HTTP."""

from fastapi import APIRouter, Request, Response

from llmbattler.core.db import Database
from llmbattler.core.limits import RouteClass
from llmbattler.core.settings import Settings
from llmbattler.core.web.deps import FromResources, Unit
from llmbattler.core.web.problems import explain
from llmbattler.core.web.strict_json import StrictJsonRoute

from .. import errors
from ..access_tokens import AccessClaims
from ..deps import SESSION_COOKIE, Asker, find_visitor, limited_outside
from .company import UseCompany
from .deps import Browser, FromAuthentication, FromNetwork, Program, delete_session_cookie, set_session_cookie
from .flow import password_reset, passwords
from .schemas import (
    AcceptedOut,
    InvitationIn,
    InvitationOut,
    MeOut,
    RefreshIn,
    ResetIn,
    ResetRequestIn,
    SetupIn,
    SignInIn,
    SignUpIn,
    TokensOut,
)
from .service import sign_ins

router = APIRouter(tags=["people"], route_class=StrictJsonRoute)

ASKS = [limited_outside(RouteClass.WRITE)]
GUESSES = explain([errors.WrongPassword, UseCompany, errors.TooManyGuesses])


@router.get("/api/me", responses=explain(errors.SignedOut))
async def show_me(session: Unit, asker: Asker, resources: FromResources) -> MeOut:
    return await sign_ins.describe_me(session, asker=asker, settings=resources.get(Settings))


@router.post(
    "/api/auth/sign-up",
    status_code=202,
    responses=explain([errors.SignUpClosed, errors.BadInvitation, errors.WeakPassword, errors.TooManyGuesses]),
    dependencies=ASKS,
)
async def sign_up(
    wanted: SignUpIn,
    request: Request,
    resources: FromResources,
    authentication: FromAuthentication,
    network: FromNetwork,
) -> AcceptedOut:
    """Ask for an account. Whether the address was free shows when you sign in."""
    await passwords.sign_up(authentication, wanted=wanted, visitor=find_visitor(resources, request), network=network)
    return AcceptedOut()


@router.post("/api/auth/invitation", responses=explain(errors.BadInvitation), dependencies=ASKS)
async def get_invitation(wanted: InvitationIn, session: Unit) -> InvitationOut:
    return await sign_ins.get_invitation(session, secret=wanted.invitation.get_secret_value())


@router.post("/api/auth/sign-in", responses=GUESSES, dependencies=ASKS)
async def sign_in(
    wanted: SignInIn,
    request: Request,
    response: Response,
    resources: FromResources,
    authentication: FromAuthentication,
    device: Browser,
    network: FromNetwork,
) -> MeOut:
    signed_in = await passwords.sign_in(authentication, wanted=wanted, device=device, network=network)
    set_session_cookie(resources, request, response, signed_in)
    async with resources.get(Database).unit() as session:
        return await sign_ins.describe_me(session, asker=signed_in.person, settings=resources.get(Settings))


@router.post("/api/auth/sign-out", status_code=204)
async def sign_out(request: Request, response: Response, resources: FromResources, session: Unit) -> None:
    """End the sign-in of this browser. Works also when it has ended already."""
    if secret := request.cookies.get(SESSION_COOKIE):
        await sign_ins.end_sign_in(session, secret=secret)
    delete_session_cookie(resources, request, response)


@router.post(
    "/api/auth/setup",
    responses=explain([errors.BadLink, errors.WeakPassword]),
    dependencies=ASKS,
)
async def set_up(
    wanted: SetupIn,
    request: Request,
    response: Response,
    resources: FromResources,
    authentication: FromAuthentication,
    device: Browser,
) -> MeOut:
    """Become the first admin, with the link that the terminal showed at the first start."""
    visitor = find_visitor(resources, request)
    signed_in = await passwords.set_up(authentication, wanted=wanted, visitor=visitor, device=device)
    set_session_cookie(resources, request, response, signed_in)
    async with resources.get(Database).unit() as session:
        return await sign_ins.describe_me(session, asker=signed_in.person, settings=resources.get(Settings))


@router.post(
    "/api/auth/reset-request",
    status_code=202,
    responses=explain([UseCompany, errors.TooManyGuesses]),
    dependencies=ASKS,
)
async def ask_for_reset(
    wanted: ResetRequestIn, authentication: FromAuthentication, network: FromNetwork
) -> AcceptedOut:
    """Ask for a link to choose a new password. The answer is the same whether or not the address is known."""
    await password_reset.ask_for_reset(authentication, email=wanted.email, network=network)
    return AcceptedOut()


@router.post(
    "/api/auth/reset",
    status_code=204,
    responses=explain([errors.BadLink, errors.WeakPassword, UseCompany]),
    dependencies=ASKS,
)
async def reset_password(wanted: ResetIn, authentication: FromAuthentication) -> None:
    """Choose a new password with a link. Signs out everywhere."""
    await passwords.reset(authentication, wanted=wanted)


@router.post("/api/auth/token", responses=GUESSES, dependencies=ASKS)
async def make_tokens(
    wanted: SignInIn, authentication: FromAuthentication, device: Program, network: FromNetwork
) -> TokensOut:
    """Sign a program in."""
    signed_in = await passwords.sign_in(authentication, wanted=wanted, device=device, network=network)
    claims = AccessClaims(signed_in.person.account_id, signed_in.sign_in_id)
    return passwords.write_tokens(authentication, claims, signed_in.secret)


@router.post("/api/auth/token/refresh", responses=explain(errors.BadToken), dependencies=ASKS)
async def refresh_tokens(wanted: RefreshIn, authentication: FromAuthentication) -> TokensOut:
    return await passwords.refresh(authentication, secret=wanted.refresh_token.get_secret_value())

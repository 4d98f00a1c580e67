"""Dependencies of the sign-in routes."""

from typing import Annotated

from fastapi import Depends, Request, Response

from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.core.signing import SigningKey
from llmbattler.core.web.deps import FromResources

from ..deps import SESSION_COOKIE, FromAddress, address_group, is_secure
from ..models import SignInKind
from .flow.passwords import Authentication
from .service.sign_ins import LIFETIMES, Device, SignedIn


async def get_authentication(resources: FromResources) -> Authentication:
    return Authentication(resources.get(Database), resources.get(SigningKey), resources.get(Settings))


async def get_network(address: FromAddress) -> str:
    return address_group(address)


async def get_browser(request: Request, address: FromAddress) -> Device:
    return Device(SignInKind.BROWSER, request.headers.get("user-agent", ""), address)


async def get_program(request: Request, address: FromAddress) -> Device:
    return Device(SignInKind.PROGRAM, request.headers.get("user-agent", ""), address)


FromAuthentication = Annotated[Authentication, Depends(get_authentication)]
FromNetwork = Annotated[str, Depends(get_network)]
Browser = Annotated[Device, Depends(get_browser)]
Program = Annotated[Device, Depends(get_program)]


def set_session_cookie(resources: Resources, request: Request, response: Response, signed_in: SignedIn) -> None:
    response.set_cookie(
        SESSION_COOKIE,
        signed_in.secret,
        max_age=int(LIFETIMES[SignInKind.BROWSER].total_seconds()),
        path="/",
        secure=is_secure(resources, request),
        httponly=True,
        samesite="lax",
    )


def delete_session_cookie(resources: Resources, request: Request, response: Response) -> None:
    secure = is_secure(resources, request)
    response.delete_cookie(SESSION_COOKIE, path="/", secure=secure, httponly=True, samesite="lax")

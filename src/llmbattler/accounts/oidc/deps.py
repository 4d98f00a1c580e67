"""Dependencies of the OpenID Connect routes."""

from typing import Annotated

from fastapi import Depends, Request, Response

from llmbattler.core.limits import RouteClass
from llmbattler.core.resources import Resources
from llmbattler.core.signing import SigningKey
from llmbattler.core.web import limits
from llmbattler.core.web.deps import FromResources

from ..deps import FromAddress, address_group, is_secure
from .login_state import LASTS, LoginState, read_login_state, write_login_state
from .provider import Provider

__all__ = [
    "COOKIE",
    "LIMITED",
    "PATH",
    "FromProvider",
    "Provider",
    "delete_state_cookie",
    "read_state_cookie",
    "set_state_cookie",
]

COOKIE = "llmb_trip"
PATH = "/api/auth/oidc"


async def get_provider(resources: FromResources) -> Provider:
    return resources.get(Provider)


FromProvider = Annotated[Provider, Depends(get_provider)]


async def _get_subject(address: FromAddress) -> limits.LimitSubject:
    # By address alone: a browser with an expired sign-in has to be able to sign in again.
    return limits.LimitSubject(address_group(address), address_group(address))


LIMITED = limits.limited(RouteClass.WRITE, _get_subject)


def set_state_cookie(resources: Resources, request: Request, response: Response, login: LoginState) -> None:
    """`Lax`, not `Strict`: the browser comes back from another site."""
    response.set_cookie(
        COOKIE,
        write_login_state(resources.get(SigningKey), login),
        max_age=int(LASTS.total_seconds()),
        path=PATH,
        secure=is_secure(resources, request),
        httponly=True,
        samesite="lax",
    )


def read_state_cookie(resources: Resources, request: Request) -> LoginState | None:
    return read_login_state(resources.get(SigningKey), request.cookies.get(COOKIE, ""))


def delete_state_cookie(resources: Resources, request: Request, response: Response) -> None:
    secure = is_secure(resources, request)
    response.delete_cookie(COOKIE, path=PATH, secure=secure, httponly=True, samesite="lax")

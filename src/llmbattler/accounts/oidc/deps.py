"""Dependencies of the OpenID Connect routes."""

from typing import Annotated

from fastapi import Depends, Request, Response

from llmbattler.core.limits import RouteClass
from llmbattler.core.resources import Resources
from llmbattler.core.signing import SigningKey
from llmbattler.core.web import limits
from llmbattler.core.web.deps import FromResources

from ..deps import FromAddress, address_group, is_secure
from .provider import Provider
from .trips import LASTS, LoginState, read_login_state, write_login_state

__all__ = ["COOKIE", "LIMITED", "PATH", "FromProvider", "Provider", "find_trip", "forget_trip", "keep_trip"]

COOKIE = "llmb_trip"
PATH = "/api/auth/oidc"


async def get_provider(resources: FromResources) -> Provider:
    return resources.get(Provider)


FromProvider = Annotated[Provider, Depends(get_provider)]


async def _get_asking(address: FromAddress) -> limits.LimitSubject:
    # By address alone: a browser with an expired sign-in has to be able to sign in again.
    return limits.LimitSubject(address_group(address), address_group(address))


LIMITED = limits.limited(RouteClass.WRITE, _get_asking)


def keep_trip(resources: Resources, request: Request, response: Response, trip: LoginState) -> None:
    """`Lax`, not `Strict`: the browser comes back from another site."""
    response.set_cookie(
        COOKIE,
        write_login_state(resources.get(SigningKey), trip),
        max_age=int(LASTS.total_seconds()),
        path=PATH,
        secure=is_secure(resources, request),
        httponly=True,
        samesite="lax",
    )


def find_trip(resources: Resources, request: Request) -> LoginState | None:
    return read_login_state(resources.get(SigningKey), request.cookies.get(COOKIE, ""))


def forget_trip(resources: Resources, request: Request, response: Response) -> None:
    secure = is_secure(resources, request)
    response.delete_cookie(COOKIE, path=PATH, secure=secure, httponly=True, samesite="lax")

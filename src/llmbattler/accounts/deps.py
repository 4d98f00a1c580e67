"""Who is asking."""

from typing import Annotated, Any

from fastapi import Depends, Request, Response
from starlette.requests import HTTPConnection

from llmbattler.core.db import Database
from llmbattler.core.limits import RouteClass
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Profile, Settings
from llmbattler.core.signing import SigningKey
from llmbattler.core.web import limits
from llmbattler.core.web.deps import FromResources, Unit

from . import service
from .addresses import address_group, came_over_https, client_address
from .cookies import read_cookie, write_cookie
from .schemas import FreshCookie, KnownVisitor, Visitor

__all__ = [
    "COOKIE",
    "Asker",
    "FromAddress",
    "Writer",
    "address_group",
    "attach_cookie",
    "client_address",
    "identify_writer",
    "limited",
    "recognise",
]

COOKIE = "llmb_visitor"
ONE_YEAR = 365 * 24 * 3600


def recognise(resources: Resources, connection: HTTPConnection) -> Visitor:
    """Read the cookie. Whatever is wrong with it makes the asker nobody, as if there were none."""
    return Visitor(read_cookie(resources.get(SigningKey), connection.cookies.get(COOKIE, "")))


def attach_cookie(response: Response, visitor: Visitor) -> None:
    """Give the visitor a cookie if a new one is due. Routes that return a `Response` of their own call this."""
    if isinstance(visitor, KnownVisitor) and visitor.cookie is not None:
        response.set_cookie(
            COOKIE,
            visitor.cookie.value,
            max_age=ONE_YEAR,
            path="/",
            secure=visitor.cookie.secure,
            httponly=True,
            samesite="lax",
        )


async def identify_writer(resources: Resources, request: HTTPConnection) -> KnownVisitor:
    """Do what `Writer` does in a short unit of its own, for routes that hold none while they stream."""
    async with resources.get(Database).unit() as session:
        admission = await service.admit_visitor(session, account_id=recognise(resources, request).account_id)
    return _known(resources, request, admission)


def _known(resources: Resources, request: HTTPConnection, admission: service.Admission) -> KnownVisitor:
    if not admission.renewed:
        return KnownVisitor(admission.account_id)
    settings = resources.get(Settings)
    secure = settings.profile is Profile.PUBLIC or came_over_https(request, settings)
    return KnownVisitor(
        admission.account_id, FreshCookie(write_cookie(resources.get(SigningKey), admission.account_id), secure)
    )


async def get_asker(resources: FromResources, connection: HTTPConnection) -> Visitor:
    return recognise(resources, connection)


async def get_writer(resources: FromResources, session: Unit, request: Request, response: Response) -> KnownVisitor:
    admission = await service.admit_visitor(session, account_id=recognise(resources, request).account_id)
    visitor = _known(resources, request, admission)
    attach_cookie(response, visitor)
    return visitor


async def get_address(resources: FromResources, connection: HTTPConnection) -> str:
    return client_address(connection, resources.get(Settings))


Asker = Annotated[Visitor, Depends(get_asker)]
Writer = Annotated[KnownVisitor, Depends(get_writer)]
FromAddress = Annotated[str, Depends(get_address)]


async def _get_asking(asker: Asker, address: FromAddress) -> limits.Asking:
    return limits.Asking(asker.account_id, address_group(address))


def limited(kind: RouteClass) -> Any:  # noqa: ANN401 - as FastAPI's own Depends
    """Refuse those who ask too often: `@router.post(…, dependencies=[limited(RouteClass.START)])`."""
    return limits.limited(kind, _get_asking)

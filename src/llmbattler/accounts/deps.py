"""Dependencies that identify the caller and check their role."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from functools import partial
from typing import Annotated, Any

from fastapi import Depends, Request, Response
from starlette.requests import HTTPConnection

from llmbattler.core.db import Database, Session
from llmbattler.core.limits import RouteClass
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Profile, Settings
from llmbattler.core.signing import SigningKey
from llmbattler.core.web import limits
from llmbattler.core.web.client_address import address_group, came_over_https, client_address
from llmbattler.core.web.deps import FromResources, Unit, find_resources
from llmbattler.core.web.staff_access import AccessRights, StaffAccess

from .cookies import read_cookie, write_cookie
from .errors import NeedsScope, NeedsSignIn, RoleTooLow
from .flow import CredentialWatch
from .models import AccountKind, Scope
from .schemas import FreshCookie, KnownVisitor, Person, Visitor
from .service import access, credentials, visitors

__all__ = [
    "COOKIE",
    "SESSION_COOKIE",
    "Admin",
    "AdminOutsideUnit",
    "Asker",
    "CredentialWatch",
    "FromAddress",
    "Member",
    "Moderator",
    "ModeratorOutsideUnit",
    "Participant",
    "Writer",
    "address_group",
    "admit_writer",
    "attach_cookie",
    "client_address",
    "find_asker",
    "find_visitor",
    "identify_writer",
    "is_secure",
    "limit_reading",
    "limited",
    "limited_outside",
    "limited_staff",
]

COOKIE = "llmb_visitor"
SESSION_COOKIE = "llmb_session"
ONE_YEAR = 365 * 24 * 3600
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


async def find_asker(resources: Resources, connection: HTTPConnection) -> Visitor:
    """Identify the caller in a short unit of its own.

    An invalid visitor cookie is ignored; an invalid token or sign-in is refused.
    """
    if not _read_credentials(connection).any:
        return find_visitor(resources, connection)
    async with resources.get(Database).unit() as session:
        person = await _find_person(session, resources, connection)
        await credentials.touch(session, person=person)
    return person


def _read_credentials(connection: HTTPConnection) -> credentials.PresentedCredentials:
    return credentials.PresentedCredentials(_read_bearer(connection), connection.cookies.get(SESSION_COOKIE) or None)


async def _find_person(session: Session, resources: Resources, connection: HTTPConnection) -> Person:
    presented = _read_credentials(connection)
    person = await credentials.identify(session, presented=presented, key=resources.get(SigningKey))
    needed = Scope.READ if connection.scope.get("method", "GET") in _SAFE else Scope.WRITE
    if needed not in person.scopes:
        raise NeedsScope(f"It lacks the scope `{needed}`.")
    return person


def find_visitor(resources: Resources, connection: HTTPConnection) -> Visitor:
    """Read the visitor cookie only, even if the browser is also signed in."""
    return Visitor(read_cookie(resources.get(SigningKey), connection.cookies.get(COOKIE, "")))


def _read_bearer(connection: HTTPConnection) -> str | None:
    scheme, _, given = connection.headers.get("authorization", "").partition(" ")
    return given.strip() if scheme.lower() == "bearer" else None


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


async def identify_writer(resources: Resources, request: HTTPConnection, asker: Visitor | None = None) -> Visitor:
    """Like `Writer`, in a short unit of its own, for routes that hold none while they stream."""
    known = asker or await find_asker(resources, request)
    if isinstance(known, Person):
        return known
    async with resources.get(Database).unit() as session:
        return await admit_writer(session, resources, request, known)


async def admit_writer(session: Session, resources: Resources, request: HTTPConnection, asker: Visitor) -> Visitor:
    """Like `Writer`, inside an open unit: a new visitor leaves no row if the unit fails."""
    if isinstance(asker, Person):
        return asker
    admission = await visitors.admit_visitor(session, account_id=asker.account_id)
    return _to_known_visitor(resources, request, admission)


def _to_known_visitor(resources: Resources, request: HTTPConnection, admission: visitors.Admission) -> KnownVisitor:
    if not admission.renewed:
        return KnownVisitor(admission.account_id)
    value = write_cookie(resources.get(SigningKey), admission.account_id)
    return KnownVisitor(admission.account_id, cookie=FreshCookie(value, is_secure(resources, request)))


def is_secure(resources: Resources, request: HTTPConnection) -> bool:
    """Whether cookies of this answer are marked `Secure`."""
    settings = resources.get(Settings)
    return settings.profile is Profile.PUBLIC or came_over_https(request, settings)


async def get_asker(resources: FromResources, connection: HTTPConnection) -> Visitor:
    return await find_asker(resources, connection)


async def get_asker_in_unit(resources: FromResources, connection: HTTPConnection, session: Unit) -> Visitor:
    if not _read_credentials(connection).any:
        return find_visitor(resources, connection)
    return await _find_person(session, resources, connection)


Asker = Annotated[Visitor, Depends(get_asker)]
AskerInUnit = Annotated[Visitor, Depends(get_asker_in_unit)]


async def get_writer(
    resources: FromResources, session: Unit, asker: Asker, request: Request, response: Response
) -> Visitor:
    visitor = await admit_writer(session, resources, request, asker)
    attach_cookie(response, visitor)
    return visitor


async def get_participant(session: Unit, asker: Asker) -> Visitor:
    """Identify the caller, who must not be blocked."""
    if asker.account_id is not None and not isinstance(asker, Person):
        await visitors.check_not_blocked(session, account_id=asker.account_id)
    return asker


async def get_address(resources: FromResources, connection: HTTPConnection) -> str:
    return client_address(connection, resources.get(Settings))


Writer = Annotated[Visitor, Depends(get_writer)]
Participant = Annotated[Visitor, Depends(get_participant)]
FromAddress = Annotated[str, Depends(get_address)]


def _check_role(asker: Visitor, kind: AccountKind) -> Person:
    if not isinstance(asker, Person):
        raise NeedsSignIn
    if not asker.kind.includes(kind):
        raise RoleTooLow(f"This is for {kind}s.")
    if kind is not AccountKind.MEMBER and Scope.ADMIN not in asker.scopes:
        raise NeedsScope(f"It lacks the scope `{Scope.ADMIN}`.")
    return asker


async def get_member(asker: Asker) -> Person:
    return _check_role(asker, AccountKind.MEMBER)


def _staff(kind: AccountKind) -> Callable[[Visitor, Session], AsyncIterator[Person]]:
    async def check_staff(asker: AskerInUnit, session: Unit) -> AsyncIterator[Person]:
        person = _check_role(asker, kind)
        yield person
        # After the work, so that the row of the account is locked last and only for a moment.
        await credentials.touch(session, person=person)
        await credentials.note_admin_view(session, person=person)

    return check_staff


def _staff_outside_unit(kind: AccountKind) -> Callable[[Visitor, Resources], Awaitable[Person]]:
    async def check_staff(asker: Asker, resources: FromResources) -> Person:
        person = _check_role(asker, kind)
        async with resources.get(Database).unit() as session:
            await credentials.note_admin_view(session, person=person)
        return person

    return check_staff


Member = Annotated[Person, Depends(get_member)]
# Identified in the request's unit: one admin request is one unit of work.
Moderator = Annotated[Person, Depends(_staff(AccountKind.MODERATOR), scope="function")]
Admin = Annotated[Person, Depends(_staff(AccountKind.ADMIN), scope="function")]
# For routes that call models or send files, and hold no unit meanwhile.
ModeratorOutsideUnit = Annotated[Person, Depends(_staff_outside_unit(AccountKind.MODERATOR))]
AdminOutsideUnit = Annotated[Person, Depends(_staff_outside_unit(AccountKind.ADMIN))]


async def _get_subject(asker: Asker, address: FromAddress) -> limits.LimitSubject:
    return limits.LimitSubject(asker.account_id, address_group(address))


async def _get_subject_in_unit(asker: AskerInUnit, address: FromAddress) -> limits.LimitSubject:
    return limits.LimitSubject(asker.account_id, address_group(address))


async def _get_visitor_subject(
    resources: FromResources, connection: HTTPConnection, address: FromAddress
) -> limits.LimitSubject:
    return limits.LimitSubject(find_visitor(resources, connection).account_id, address_group(address))


async def limit_reading(connection: HTTPConnection) -> None:
    """Rate-limit reading by address, on every route that only reads. Without dependencies: every request runs it."""
    if connection.scope.get("method") in _SAFE:
        resources = find_resources(connection)
        address = client_address(connection, resources.get(Settings))
        limits.check(resources, RouteClass.READ, limits.LimitSubject(None, address_group(address)))


def limited_outside(kind: RouteClass) -> Any:  # noqa: ANN401 - as FastAPI's own Depends
    """Like `limited`, for signing in: an expired sign-in must not block a new one."""
    return limits.limited(kind, _get_visitor_subject)


def limited(kind: RouteClass) -> Any:  # noqa: ANN401 - as FastAPI's own Depends
    """Limit the rate of requests: `@router.post(…, dependencies=[limited(RouteClass.START)])`."""
    return limits.limited(kind, _get_subject)


def limited_staff(kind: RouteClass) -> Any:  # noqa: ANN401 - as FastAPI's own Depends
    """Like `limited`, in the request's unit: for routes with `Moderator` or `Admin`."""
    return limits.limited(kind, _get_subject_in_unit)


class AccountStaffAccess(StaffAccess):
    def __init__(self, resources: Resources) -> None:
        self._resources = resources

    async def get_rights(self, connection: HTTPConnection) -> AccessRights:
        asker = await find_asker(self._resources, connection)
        allowed = Scope.ADMIN in asker.scopes
        return AccessRights(
            may_watch_admin=allowed and asker.kind.includes(AccountKind.MODERATOR),
            is_admin=allowed and asker.kind is AccountKind.ADMIN,
            watch=partial(self._resources.get(CredentialWatch).hold, asker.credential),
            may_follow=partial(self._list_followable, asker),
            account_id=asker.account_id,
            address=address_group(client_address(connection, self._resources.get(Settings))),
        )

    async def _list_followable(self, asker: Visitor, topics: Sequence[str]) -> set[str]:
        settings = self._resources.get(Settings)
        async with self._resources.get(Database).unit() as session:
            return {
                topic
                for topic in topics
                if await access.may_follow(session, settings=settings, viewer=asker, topic=topic)
            }

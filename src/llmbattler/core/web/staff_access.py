"""What the doors of core have to know about people, asked of whoever knows people."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import TypeAlias

from starlette.requests import HTTPConnection

from ..errors import NotFound
from ..resources import Resources

RevocationWatch: TypeAlias = Callable[[Callable[[], None]], AbstractContextManager[None]]
"""Runs while something is held open, and calls what it is given when whoever holds it may do so no longer."""


@dataclass(frozen=True, slots=True)
class AccessRights:
    """What somebody may do at the doors of core."""

    may_watch_admin: bool = False
    """Hears that something changed at the admin area."""
    is_admin: bool = False
    """Sees the description of the API and the metrics where the public does not."""
    watch: RevocationWatch = lambda _: nullcontext()
    account_id: str | None = None
    address: str = ""
    """Where somebody without an account comes from; a whole school may come from one."""


class StaffAccess:
    """Says who somebody is. Without accounts everybody is an outsider."""

    async def get_rights(self, connection: HTTPConnection) -> AccessRights:  # noqa: ARG002
        return AccessRights()


async def check_open(resources: Resources, connection: HTTPConnection, *, is_open: bool | None) -> None:
    """Hide what is closed to the public from everybody but those who run the site."""
    if not is_open and not (await resources.get(StaffAccess).get_rights(connection)).is_admin:
        raise NotFound

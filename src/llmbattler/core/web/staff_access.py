"""The interface for the rights of a client; the slice of accounts implements it."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import TypeAlias

from starlette.requests import HTTPConnection

from ..errors import NotFound
from ..resources import Resources

MayFollow: TypeAlias = Callable[[Sequence[str]], Awaitable[set[str]]]
"""Returns those of the live topics that the client may follow."""
RevocationWatch: TypeAlias = Callable[[Callable[[], None]], AbstractContextManager[None]]
"""A block during which the given function is called when the client's credential is revoked."""


async def follow_nothing(_: Sequence[str]) -> set[str]:
    return set()


@dataclass(frozen=True, slots=True)
class AccessRights:
    """What a client may do in core."""

    may_watch_admin: bool = False
    """May subscribe to the admin topic."""
    is_admin: bool = False
    """Sees API docs and metrics where they are not public."""
    watch: RevocationWatch = lambda _: nullcontext()
    may_follow: MayFollow = follow_nothing
    account_id: str | None = None
    address: str = ""
    """Network address; many people may share one."""


class StaffAccess:
    """Returns the rights of a client. The default grants none."""

    async def get_rights(self, connection: HTTPConnection) -> AccessRights:  # noqa: ARG002
        return AccessRights()


async def check_open(resources: Resources, connection: HTTPConnection, *, is_open: bool | None) -> None:
    """Raise `NotFound` unless something is public or the client is an admin."""
    if not is_open and not (await resources.get(StaffAccess).get_rights(connection)).is_admin:
        raise NotFound

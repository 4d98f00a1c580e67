"""What the doors of core have to know about people, asked of whoever knows people."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import TypeAlias

from starlette.requests import HTTPConnection

from ..errors import NotFound
from ..resources import Resources

Watch: TypeAlias = Callable[[Callable[[], None]], AbstractContextManager[None]]
"""Runs while something is held open, and calls what it is given when whoever holds it may do so no longer."""


@dataclass(frozen=True, slots=True)
class Insider:
    """What somebody may do at the doors of core."""

    may_watch_admin: bool = False
    """Hears that something changed at the admin area."""
    runs_the_site: bool = False
    """Sees the description of the API and the metrics where the public does not."""
    watch: Watch = lambda _: nullcontext()
    account_id: str | None = None
    address: str = ""
    """Where somebody without an account comes from; a whole school may come from one."""


class Insiders:
    """Says who somebody is. Without accounts everybody is an outsider."""

    async def recognise(self, connection: HTTPConnection) -> Insider:  # noqa: ARG002
        return Insider()


async def check_open(resources: Resources, connection: HTTPConnection, *, is_open: bool | None) -> None:
    """Hide what is closed to the public from everybody but those who run the site."""
    if not is_open and not (await resources.get(Insiders).recognise(connection)).runs_the_site:
        raise NotFound

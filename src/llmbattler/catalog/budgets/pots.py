"""Whose money it is: every call is paid from the site's pot, its provider's, and that of whoever asked."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from urllib.parse import urlsplit

ALL_MEMBERS = "*"
VISITORS = "visitors"
SITE_SUBJECT = "all"
"""How the site's empty subject is written in addresses and commands."""
_VISITOR_ID = "v_"
_MEMBER_ID = "m_"


class BudgetScope(StrEnum):
    SITE = "site"
    MEMBER = "member"
    PROVIDER = "provider"


@dataclass(frozen=True, slots=True)
class Pot:
    scope: BudgetScope
    subject: str = ""

    def __str__(self) -> str:
        return f"{self.scope}:{self.subject}" if self.subject else str(self.scope)

    @property
    def can_pay(self) -> bool:
        """Whether any call could be paid from it; a limit on another pot would look like one and stop nobody."""
        if self.scope is BudgetScope.MEMBER:
            return self.subject in {ALL_MEMBERS, VISITORS} or self.subject.startswith(_MEMBER_ID)
        return not set(self.subject) & set("/@ ")


def find_member(caller: str | None) -> str | None:
    """Give whose pot a caller pays from. Visitors share one: for each of them a new one would be one cookie away."""
    if not caller:
        return None
    return VISITORS if caller.startswith(_VISITOR_ID) else caller


@lru_cache(1024)
def find_provider(*, connector: str, base_url: str) -> str:
    """Name a provider by its host, with the port where one is given; without an address, by its connector."""
    try:
        parts = urlsplit(base_url)
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
    if not host:
        return connector
    shown = f"[{host}]" if ":" in host else host
    return shown if port is None else f"{shown}:{port}"


def list_pots(*, member: str | None, provider: str | None) -> Iterator[Pot]:
    yield Pot(BudgetScope.SITE)
    if provider:
        yield Pot(BudgetScope.PROVIDER, provider)
    if member:
        yield Pot(BudgetScope.MEMBER, member)

"""Which budgets a call counts against: the site's, its provider's, and that of the person who asked."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urlsplit

from .models import BudgetScope

ALL_MEMBERS = "*"
VISITORS = "visitors"
SITE_SUBJECT = "all"
"""How addresses and commands write the site's empty subject."""
_VISITOR_ID = "v_"
_MEMBER_ID = "m_"


@dataclass(frozen=True, slots=True)
class BudgetKey:
    """What a budget or a sum of spend is for."""

    scope: BudgetScope
    subject: str = ""

    def __str__(self) -> str:
        return f"{self.scope}:{self.subject}" if self.subject else str(self.scope)

    @classmethod
    def parse(cls, text: str) -> "BudgetKey":
        """Read what `str` wrote."""
        scope, _, subject = text.partition(":")
        return cls(BudgetScope(scope), subject)

    @property
    def can_pay(self) -> bool:
        """Tell whether calls can count against this key; a limit on any other key would have no effect."""
        if self.scope is BudgetScope.MEMBER:
            return self.subject in {ALL_MEMBERS, VISITORS} or self.subject.startswith(_MEMBER_ID)
        return not set(self.subject) & set("/@ ")


def find_member(caller: str | None) -> str | None:
    """Return the member subject of a caller. Visitors share one: a new cookie must not give a new budget."""
    if not caller:
        return None
    return VISITORS if caller.startswith(_VISITOR_ID) else caller


@lru_cache(1024)
def find_provider(*, connector: str, base_url: str) -> str:
    """Name a provider by its host, with the port if the address has one; without an address, by its connector."""
    try:
        parts = urlsplit(base_url)
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
    if not host:
        return connector
    shown = f"[{host}]" if ":" in host else host
    return shown if port is None else f"{shown}:{port}"


def list_budget_keys(*, member: str | None, provider: str | None) -> Iterator[BudgetKey]:
    """List the keys that a call of this member at this provider counts against."""
    yield BudgetKey(BudgetScope.SITE)
    if provider:
        yield BudgetKey(BudgetScope.PROVIDER, provider)
    if member:
        yield BudgetKey(BudgetScope.MEMBER, member)

"""Who is asking, as other slices see it."""

from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from .models import AccountKind, Scope

__all__ = ["EVERY_SCOPE", "AccountKind", "FreshCookie", "KnownVisitor", "Person", "Scope", "Visitor"]

EVERY_SCOPE = frozenset(Scope)


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who is asking: a visitor or a signed-in person. Without an id they own nothing."""

    account_id: str | None
    kind: AccountKind = AccountKind.VISITOR
    scopes: frozenset[Scope] = EVERY_SCOPE
    credential: UUID | None = None
    """The sign-in or token of the request; open streams end with it."""

    @property
    def looked_at(self) -> datetime | None:
        """When this person last saw admin figures, which could reveal the models of a blind battle."""
        return None

    @property
    def owner(self) -> str:
        """The value of `owner` columns."""
        return self.account_id or ""

    @property
    def is_member(self) -> bool:
        return self.kind.includes(AccountKind.MEMBER)


@dataclass(frozen=True, slots=True)
class FreshCookie:
    """A new visitor cookie for the browser."""

    value: str = field(repr=False)
    secure: bool


@dataclass(frozen=True, slots=True)
class KnownVisitor(Visitor):
    """A visitor with a row in `accounts`."""

    account_id: str
    cookie: FreshCookie | None = None


@dataclass(frozen=True, slots=True)
class Person(Visitor):
    """A signed-in person."""

    account_id: str
    name: str = ""
    email: str | None = None
    admin_seen_at: datetime | None = None
    last_seen_due: bool = False
    """The stored time of the last use is old, so it should be updated."""

    @property
    def looked_at(self) -> datetime | None:
        return self.admin_seen_at

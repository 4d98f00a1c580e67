"""Who is asking, as other slices see it."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody who reads. Without an id it is nobody: no session belongs to it."""

    account_id: str | None

    @property
    def owner(self) -> str:
        """What to look for in `owner` columns; nobody owns anything."""
        return self.account_id or ""


@dataclass(frozen=True, slots=True)
class FreshCookie:
    """What the browser has to keep from now on."""

    value: str = field(repr=False)
    secure: bool


@dataclass(frozen=True, slots=True)
class KnownVisitor(Visitor):
    """Somebody who writes, and therefore has a row in `accounts`."""

    account_id: str
    cookie: FreshCookie | None = None

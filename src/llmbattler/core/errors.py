"""The kinds of failure that users see. Slices name theirs as subclasses; the docstring is the message."""

from collections.abc import Mapping
from typing import ClassVar


class AppError(Exception):
    """Something went wrong."""

    kind: ClassVar[str] = "internal"
    status: ClassVar[int] = 500

    def __init__(
        self, detail: str = "", *, retry_after: float | None = None, facts: Mapping[str, object] | None = None
    ) -> None:
        self.detail = detail
        self.retry_after = retry_after
        self.facts = dict(facts or {})
        super().__init__(detail or self.title)

    @property
    def title(self) -> str:
        return (self.__doc__ or "").strip().partition("\n")[0]


class ExternalFailure(Exception):
    """Something outside this program failed. The text of the exception is a sentence for people."""


class Invalid(AppError):
    """The request cannot be understood."""

    kind = "invalid"
    status = 422


class Unauthenticated(AppError):
    """You need to sign in for this."""

    kind = "unauthenticated"
    status = 401


class Forbidden(AppError):
    """You may not do this."""

    kind = "forbidden"
    status = 403


class NotFound(AppError):
    """There is nothing at this address."""

    kind = "not-found"
    status = 404


class Conflict(AppError):
    """This conflicts with the current state."""

    kind = "conflict"
    status = 409


class TooLarge(AppError):
    """The request is larger than this site accepts."""

    kind = "too-large"
    status = 413


class Unsupported(AppError):
    """This site cannot read that type of content."""

    kind = "unsupported"
    status = 415


class Limited(AppError):
    """Too many requests; please wait a moment."""

    kind = "limited"
    status = 429


class Unavailable(AppError):
    """This is not available right now; please try again shortly."""

    kind = "unavailable"
    status = 503


class StartupProblem(Exception):
    """Why the process cannot start, as one sentence for the terminal."""

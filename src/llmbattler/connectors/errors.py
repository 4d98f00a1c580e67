"""The named failures of a model call. The name is stored, shown and decides what happens next."""

from enum import StrEnum

from llmbattler.core.errors import ExternalFailure

LONGEST_REPORT = 300


class FailureKind(StrEnum):
    RATE_LIMITED = "rate_limited"
    OVERLOADED = "overloaded"
    BAD_KEY = "bad_key"
    CONTEXT_TOO_LONG = "context_too_long"
    FILTERED = "filtered"
    BROKEN_STREAM = "broken_stream"
    TIMED_OUT = "timed_out"
    UNREACHABLE = "unreachable"
    MODEL_MISSING = "model_missing"
    REFUSED = "refused"
    TOO_LARGE = "too_large"
    UNAVAILABLE = "unavailable"


class ConnectorError(ExternalFailure):
    """The model could not answer."""

    kind: FailureKind
    transient = False
    """Whether the same call may succeed a moment later."""
    status: int | None = None
    """The HTTP status of the server, where it sent one."""

    def __init__(self, detail: str = "", *, retry_after: float | None = None) -> None:
        self.detail = detail
        self.retry_after = retry_after
        super().__init__(f"{self.__doc__} {detail}".strip())

    @property
    def report(self) -> str:
        """The status and the words of the provider. For admins only: they may name accounts and addresses."""
        said = " ".join(self.detail.split())[:LONGEST_REPORT]
        if self.status is None or str(self.status) in said:
            return said
        return f"HTTP {self.status}: {said}" if said else f"HTTP {self.status}"


class RateLimited(ConnectorError):
    """The provider limits the rate of requests."""

    kind = FailureKind.RATE_LIMITED
    transient = True


class Overloaded(ConnectorError):
    """The provider is overloaded or has an internal error."""

    kind = FailureKind.OVERLOADED
    transient = True


class Unreachable(ConnectorError):
    """No connection to the model server could be made."""

    kind = FailureKind.UNREACHABLE
    transient = True


class TimedOut(ConnectorError):
    """The model took too long."""

    kind = FailureKind.TIMED_OUT
    transient = True


class BrokenStream(ConnectorError):
    """The answer ended before it was complete."""

    kind = FailureKind.BROKEN_STREAM
    transient = True


class BadKey(ConnectorError):
    """The provider does not accept the API key."""

    kind = FailureKind.BAD_KEY


class ContextTooLong(ConnectorError):
    """The conversation is longer than the context of the model."""

    kind = FailureKind.CONTEXT_TOO_LONG


class Filtered(ConnectorError):
    """The provider's content filter stopped the answer."""

    kind = FailureKind.FILTERED


class ModelMissing(ConnectorError):
    """The server does not offer this model."""

    kind = FailureKind.MODEL_MISSING


class Refused(ConnectorError):
    """The provider refused the request."""

    kind = FailureKind.REFUSED


class AddressNotAllowed(Refused):
    """This site does not call that address."""


class UnsupportedParameter(ConnectorError):
    """This connector cannot send a parameter of the request."""

    kind = FailureKind.REFUSED

    def __init__(self, parameter: str, connector: str) -> None:
        self.parameter = parameter
        self.connector = connector
        super().__init__(f"`{connector}` does not support `{parameter}`. Leave it out or use another model.")


class TooLarge(ConnectorError):
    """The answer is longer than the limit of this site."""

    kind = FailureKind.TOO_LARGE


class CircuitOpen(ConnectorError):
    """This endpoint failed repeatedly and is not called for a while."""

    kind = FailureKind.UNAVAILABLE


_SENTENCES = {
    str(each.kind): (each.__doc__ or "").strip()
    for each in (
        RateLimited,
        Overloaded,
        Unreachable,
        TimedOut,
        BrokenStream,
        BadKey,
        ContextTooLong,
        Filtered,
        ModelMissing,
        Refused,
        TooLarge,
        CircuitOpen,
    )
}


def explain_kind(kind: str) -> str:
    """Return the sentence about a stored kind of failure."""
    return _SENTENCES.get(kind, "The model could not answer.")

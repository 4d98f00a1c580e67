"""The number a person can quote when something goes wrong."""

from contextvars import ContextVar

from ..ids import uuid7

_current: ContextVar[str] = ContextVar("request_id", default="")


def current_request_id() -> str:
    return _current.get()


def begin_request() -> str:
    """Give this request its id. Ids sent by clients are not believed: they would end up in our logs."""
    request_id = f"req_{uuid7().hex}"
    _current.set(request_id)
    return request_id

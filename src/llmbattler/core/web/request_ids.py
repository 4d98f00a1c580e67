"""Ids of requests, in logs and problems."""

from contextvars import ContextVar

from ..ids import uuid7_hex

_current: ContextVar[str] = ContextVar("request_id", default="")


def current_request_id() -> str:
    return _current.get()


def begin_request() -> str:
    """Set the id of this request. Ids from clients are ignored, since they would end up in the logs."""
    request_id = make_request_id()
    _current.set(request_id)
    return request_id


def make_request_id() -> str:
    return f"req_{uuid7_hex()}"

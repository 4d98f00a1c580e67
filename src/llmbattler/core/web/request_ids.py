"""Ids of requests, in logs and problems."""

from contextvars import ContextVar

from ..ids import uuid7

_current: ContextVar[str] = ContextVar("request_id", default="")


def current_request_id() -> str:
    return _current.get()


def begin_request() -> str:
    """Set the id of this request. Ids from clients are ignored, since they would end up in the logs."""
    request_id = f"req_{uuid7().hex}"
    _current.set(request_id)
    return request_id

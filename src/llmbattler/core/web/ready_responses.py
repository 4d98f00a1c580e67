"""Responses that are ready when a request arrives: sent in one write, without a task, middleware or routing.

For public answers that are read often and are the same for everybody. They have the same host check, headers, log line
and metrics as all others.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import ClassVar, Self, TypeAlias, cast

from starlette.types import ASGIApp, Scope
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, RequestResponseCycle

from .connections import TimeoutProtocol
from .headers import add_constant_headers
from .middleware import AllowedHosts, record_request
from .request_ids import make_request_id

Headers: TypeAlias = Mapping[bytes, bytes]
_NOT_READY = frozenset({b"content-length", b"transfer-encoding", b"upgrade"})
"""Headers of requests whose body must be read, or that are not only HTTP."""


@dataclass(frozen=True, slots=True)
class ReadyResponse:
    status: int
    head: bytes
    """The headers as they are sent, without those that differ between requests."""
    body: bytes

    @classmethod
    def encode(cls, status: int, headers: Sequence[tuple[bytes, bytes]], body: bytes, *, path: str) -> Self:
        every = list(headers)
        add_constant_headers(every, path)
        return cls(status, _encode(every), body)


def _encode(headers: Iterable[tuple[bytes, bytes]]) -> bytes:
    return b"".join(b"%b: %b\r\n" % header for header in headers)


Find: TypeAlias = Callable[[str, Headers], ReadyResponse | None]
"""Finds the response to a query string and headers, if there is one."""


class ReadyResponses:
    """The ready responses of a site, by path."""

    def __init__(self, finders: Mapping[str, Find], *, hosts: Iterable[str], origins: Sequence[str] = ()) -> None:
        self._finders = finders
        self._hosts = AllowedHosts(hosts)
        self._origins = origins
        self.head = _encode([(b"vary", b"Origin")]) if origins else b""
        """Headers of all responses."""

    def find(self, scope: Scope) -> ReadyResponse | None:
        """Return the response, or `None` if the application must answer."""
        find = self._finders.get(scope["path"])
        if find is None or scope["method"] != "GET" or not self._hosts.include(scope):
            return None
        headers = dict(scope["headers"])
        repeated = len(headers) != len(scope["headers"])  # perhaps ambiguous, such as two Authorization headers
        if repeated or not _NOT_READY.isdisjoint(headers) or (self._origins and b"origin" in headers):
            return None
        return find(scope["query_string"].decode("latin-1"), headers)


class ReadyProtocol(TimeoutProtocol):
    """HTTP that looks for a ready response before it starts a task for a request."""

    responses: ClassVar[ReadyResponses]

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGIApp) -> None:  # type: ignore[override]
        # A client that does not read, or that sent several requests at once, takes the way that waits.
        waits = self.flow.write_paused or self.pipeline
        ready = None if waits else self.responses.find(cast("Scope", cycle.scope))
        if ready is None:
            super()._start_asgi_task(cycle, app)  # type: ignore[arg-type]
        else:
            self._send(cycle, ready)

    def _send(self, cycle: RequestResponseCycle, ready: ReadyResponse) -> None:
        started = perf_counter()
        request_id = make_request_id()
        head = [STATUS_LINE[ready.status], _encode(cycle.default_headers), ready.head, self.responses.head]
        head.append(b"x-request-id: %b\r\n" % request_id.encode())
        if not cycle.keep_alive:
            head.append(b"connection: close\r\n")
        self.transport.write(b"".join([*head, b"\r\n", ready.body]))
        cycle.response_started = cycle.response_complete = True
        if not cycle.keep_alive:
            self.transport.close()
        cycle.on_response()
        seconds = perf_counter() - started
        path = cycle.scope["path"]
        record_request("GET", path, path, status=ready.status, seconds=seconds, total=seconds, request_id=request_id)


def make_protocol(ready: ReadyResponses) -> type[TimeoutProtocol]:
    """Uvicorn makes an object of a class for each connection."""
    return type("SiteProtocol", (ReadyProtocol,), {"responses": ready})

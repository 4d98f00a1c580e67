"""Middleware around every request: id, log line, host check, body limit, standard headers."""

import asyncio
import time
from collections.abc import Container, Iterable
from functools import lru_cache
from http import HTTPStatus

import structlog
from prometheus_client import Counter, Histogram
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..errors import Invalid, TooLarge
from ..logs import get_logger, request_log
from .bodies import SECONDS as BODY_SECONDS
from .bodies import BodyDeadline, BodyTooSlow
from .headers import add_standard_headers
from .metrics import OPEN, REQUESTS, SECONDS
from .problems import problem_response
from .request_ids import begin_request

_log = get_logger(request_log.name)

DIRECT_SEND = "llmbattler.send"
"""Key in the scope: the server's `send`, past all middleware, for bodies of many small chunks."""

ADD_HOST = (
    "To allow it, add the name or IP address that you typed, without the port, to ALLOWED_HOSTS in the settings of the "
    "site (the environment or .env; several names are separated by commas), and restart."
)
_NOT_LOGGED = frozenset({"/healthz", "/readyz", "/metrics"})
_FILES = ("/assets/", "/docs/")


class RequestMiddleware:
    """Outermost: gives the request an id, measures it, and adds the standard headers to the answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request_id = begin_request()
        structlog.contextvars.bind_contextvars(request_id=request_id)
        started = time.perf_counter()
        answered = _Answer()

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                answered.status = message["status"]
                answered.seconds = time.perf_counter() - started
                message["headers"] = headers = list(message.get("headers", ()))
                add_standard_headers(headers, scope["path"])
            await send(message)

        OPEN.inc()
        try:
            await self._app(scope, receive, send_with_headers)
        finally:
            OPEN.dec()
            record_request(
                scope["method"],
                scope["path"],
                getattr(scope.get("route"), "path", "other"),
                status=answered.status,
                seconds=answered.seconds,
                total=time.perf_counter() - started,
                request_id=request_id,
            )
            structlog.contextvars.clear_contextvars()


class _Answer:
    status = 0
    seconds = 0.0


def record_request(
    method: str, path: str, route: str, *, status: int, seconds: float, total: float, request_id: str
) -> None:
    """Count and log a request, with the time until its answer began and until it ended."""
    requests, histogram = _count_by(method, route, status)
    requests.inc()
    histogram.observe(seconds)
    ms = round(total * 1000, 1)
    if path in _NOT_LOGGED:
        return
    if path.startswith(_FILES):
        _log.debug("request", method=method, path=path, status=status, ms=ms)
    else:
        request_log.write(method=method, path=path, status=status, ms=ms, request_id=request_id)


@lru_cache(maxsize=4096)
def _count_by(method: str, route: str, status: int) -> tuple[Counter, Histogram]:
    """Return the metrics of these labels, which are looked up more slowly than they are counted."""
    return REQUESTS.labels(method, route, str(status)), SECONDS.labels(route)


class UnknownHost(Invalid):
    """This site does not answer to that host name."""

    status = HTTPStatus.BAD_REQUEST.value


class AllowedHosts:
    """The host names of a site."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = frozenset(names)

    def include(self, scope: Scope) -> bool:
        """Return whether the request names exactly one host, and one of these."""
        given = [value for name, value in scope["headers"] if name == b"host"]
        if len(given) != 1:
            return False
        host = given[0].decode("latin-1").lower()
        name, _, port = host.rpartition(":")
        if not name or not port.isdigit():
            name = host
        return "*" in self._names or name in self._names


class HostMiddleware:
    """Answers only to the site's host names, against DNS rebinding."""

    def __init__(self, app: ASGIApp, allowed: Iterable[str]) -> None:
        self._app = app
        self._allowed = AllowedHosts(allowed)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in {"http", "websocket"} or self._allowed.include(scope):
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": "unknown host"})
        else:
            await problem_response(UnknownHost(ADD_HOST))(scope, receive, send)


class AmbiguousAuthorization(Invalid):
    """This request has several different Authorization headers. Send exactly one."""

    status = HTTPStatus.BAD_REQUEST.value


class AuthorizationMiddleware:
    """Refuses requests with differing `Authorization` headers: a proxy may have checked another one than we would."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if len({value for name, value in scope.get("headers", ()) if name == b"authorization"}) <= 1:
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": "several Authorization headers"})
        else:
            await problem_response(AmbiguousAuthorization())(scope, receive, send)


class HeadMiddleware:
    """Answers HEAD as GET without the body, for monitors and link previews."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self._app(scope, receive, send)
            return
        as_get = {**scope, "method": "GET"}

        async def send_head(message: Message) -> None:
            await send({**message, "body": b""} if message["type"] == "http.response.body" else message)

        try:
            await self._app(as_get, receive, send_head)
        finally:
            scope["route"] = as_get.get("route")  # the metrics group by it


class BodyLimitMiddleware:
    """Stops reading a body that is larger or slower than allowed, whatever its Content-Length says.

    The paths in `exempt` take larger bodies and check them themselves.
    """

    def __init__(self, app: ASGIApp, limit: int, exempt: Container[str] = (), *, seconds: float = BODY_SECONDS) -> None:
        self._app = app
        self._limit = limit
        self._exempt = exempt
        self._seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] in self._exempt:
            await self._app(scope, receive, send)
            return
        length = Headers(scope=scope).get("content-length", "")
        if length.isdecimal() and int(length[:19]) > self._limit:
            await self._refuse(scope, receive, send)
            return
        deadline, seen, more = BodyDeadline(self._seconds), 0, True

        async def receive_limited() -> Message:
            nonlocal seen, more
            try:
                # After the body this waits for the client to disconnect, as long as the answer takes.
                async with asyncio.timeout_at(deadline.at(seen) if more else None):
                    message = await receive()
            except TimeoutError:
                raise BodyTooSlow from None
            seen += len(message.get("body", b""))
            more = bool(message.get("more_body", False))
            if seen > self._limit:
                raise TooLarge(f"At most {self._limit:,} bytes are accepted.")
            return message

        await self._app(scope, receive_limited, send)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        response = problem_response(TooLarge(f"At most {self._limit:,} bytes are accepted."))
        response.headers["Connection"] = "close"
        await response(scope, receive, send)

"""Middleware around every request: id, log line, host check, body limit, standard headers."""

import asyncio
import time
from collections.abc import Container, Iterable
from http import HTTPStatus

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..errors import Invalid, TooLarge
from ..logs import get_logger
from .bodies import SECONDS as BODY_SECONDS
from .bodies import BodyDeadline, BodyTooSlow
from .headers import add_standard_headers
from .metrics import OPEN, REQUESTS, SECONDS
from .problems import problem_response
from .request_ids import begin_request

_log = get_logger("llmbattler.requests")

DIRECT_SEND = "llmbattler.send"
"""Key in the scope: the server's `send`, past all middleware, for bodies of many small chunks."""

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
                add_standard_headers(MutableHeaders(scope=message), scope["path"])
            await send(message)

        OPEN.inc()
        try:
            await self._app(scope, receive, send_with_headers)
        finally:
            OPEN.dec()
            _record(scope, answered, time.perf_counter() - started)
            structlog.contextvars.clear_contextvars()


class _Answer:
    status = 0
    seconds = 0.0


def _record(scope: Scope, answer: _Answer, total: float) -> None:
    route = getattr(scope.get("route"), "path", "other")
    REQUESTS.labels(scope["method"], route, str(answer.status)).inc()
    SECONDS.labels(route).observe(answer.seconds)
    if scope["path"] not in _NOT_LOGGED:
        log = _log.debug if scope["path"].startswith(_FILES) else _log.info
        log(
            "request",
            method=scope["method"],
            path=scope["path"],
            status=answer.status,
            ms=round(total * 1000, 1),
        )


class HostMiddleware:
    """Answers only to the site's host names, against DNS rebinding."""

    def __init__(self, app: ASGIApp, allowed: Iterable[str]) -> None:
        self._app = app
        self._allowed = frozenset(allowed)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in {"http", "websocket"} or self._is_allowed(scope):
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": "unknown host"})
        else:
            response = problem_response(
                Invalid("This site does not answer to that host name. Its administrator can add it to ALLOWED_HOSTS.")
            )
            response.status_code = HTTPStatus.BAD_REQUEST
            await response(scope, receive, send)

    def _is_allowed(self, scope: Scope) -> bool:
        given = Headers(scope=scope).getlist("host")
        if len(given) != 1:
            return False
        name, _, port = given[0].lower().rpartition(":")
        if not name or not port.isdigit():
            name = given[0].lower()
        return "*" in self._allowed or name in self._allowed


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

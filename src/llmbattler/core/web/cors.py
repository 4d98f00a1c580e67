"""Let pages of configured origins call the API, with a token and never with a cookie."""

from collections.abc import Iterable
from http import HTTPStatus

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .origin import CROSS_ORIGIN, CrossSite, is_own_page
from .problems import problem_response

METHODS = "GET, POST, PUT, PATCH, DELETE"
HEADERS = "Authorization, Content-Type, Idempotency-Key, Last-Event-ID"
EXPOSED_HEADERS = "Retry-After, X-Request-Id"
PREFLIGHT_SECONDS = 600
_COOKIE_PREFIX = "llmb_"
"""Prefix of this site's cookies."""


class CorsMiddleware:
    """Answers preflight requests, and lets pages of `origins` read the answers.

    `Access-Control-Allow-Credentials` is never sent: such a page may do what its token allows.
    """

    def __init__(self, app: ASGIApp, origins: Iterable[str]) -> None:
        self._app = app
        self._origins = frozenset(origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not self._origins or scope["type"] != "http" or not scope["path"].startswith("/api/"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        origin = self._find_origin(headers)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                _add_headers(MutableHeaders(scope=message), origin)
            await send(message)

        await self._route(scope, headers, origin)(scope, receive, send_with_headers)

    def _find_origin(self, headers: Headers) -> str | None:
        given = headers.getlist("origin")
        named = len(given) == 1 and given[0] in self._origins
        return given[0] if named and not is_own_page(headers) else None

    def _route(self, scope: Scope, headers: Headers, origin: str | None) -> ASGIApp:
        if origin is None:
            return self._app
        if scope["method"] == "OPTIONS" and "access-control-request-method" in headers:
            return _answer_preflight()
        if not _has_token(headers) and _has_cookie(headers):
            response = problem_response(CrossSite("Send a token; cookies are not accepted from other sites."))
            response.headers["Connection"] = "close"  # the body was not read
            return response
        scope[CROSS_ORIGIN] = True
        # A cookie beside the token must not count anywhere.
        scope["headers"] = [(name, value) for name, value in scope["headers"] if name != b"cookie"]
        return self._app


def _answer_preflight() -> Response:
    return Response(
        status_code=HTTPStatus.NO_CONTENT,
        headers={
            "Access-Control-Allow-Methods": METHODS,
            "Access-Control-Allow-Headers": HEADERS,
            "Access-Control-Max-Age": str(PREFLIGHT_SECONDS),
        },
    )


def _add_headers(headers: MutableHeaders, origin: str | None) -> None:
    headers.add_vary_header("Origin")
    if origin is not None:
        headers["Access-Control-Allow-Origin"] = origin
        headers["Access-Control-Expose-Headers"] = EXPOSED_HEADERS


def _has_token(headers: Headers) -> bool:
    return headers.get("authorization", "").partition(" ")[0].lower() == "bearer"


def _has_cookie(headers: Headers) -> bool:
    pairs = (pair for line in headers.getlist("cookie") for pair in line.split(";"))
    return any(pair.strip().startswith(_COOKIE_PREFIX) for pair in pairs)

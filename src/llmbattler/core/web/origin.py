"""Refuse requests of other sites' pages that would use a person's cookie (CSRF protection)."""

from collections.abc import Mapping

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from ..errors import AppError, Forbidden, Unsupported
from .problems import problem_response

_SAFE = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
_OWN = frozenset({"same-origin", "none"})
_DEFAULT_PORTS = {"http": ":80", "https": ":443"}
JSON = "application/json"
CROSS_ORIGIN = "llmbattler.cross_origin"
"""Key in the scope: the request comes from a configured origin (`cors.py`), without any cookie."""


class CrossSite(Forbidden):
    """Only pages of this site may do this."""


class NotJson(Unsupported):
    """This endpoint takes JSON."""


class OriginMiddleware:
    """Refuses changes by foreign pages, and bodies under `/api/` that a plain form could send.

    `uploads` maps paths that take other bodies to the start of their media type: `{"/api/files": "image/"}`. Requests
    that `CorsMiddleware` marked are allowed.
    """

    def __init__(self, app: ASGIApp, uploads: Mapping[str, str] | None = None) -> None:
        self._app = app
        self._uploads = dict(uploads or {})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refusal = None
        if scope["type"] == "http" and scope["method"] not in _SAFE:
            refusal = self._check(scope["path"], Headers(scope=scope), cross_origin=CROSS_ORIGIN in scope)
        if refusal is None:
            await self._app(scope, receive, send)
            return
        response = problem_response(refusal)
        response.headers["Connection"] = "close"  # the body was not read
        await response(scope, receive, send)

    def _check(self, path: str, headers: Headers, *, cross_origin: bool) -> AppError | None:
        if not cross_origin and not is_own_page(headers):
            return CrossSite()
        if path.startswith("/api/") and _has_body(headers):
            return self._check_type(path, headers)
        return None

    def _check_type(self, path: str, headers: Headers) -> AppError | None:
        given = headers.get("content-type", "").partition(";")[0].strip().lower()
        upload = self._uploads.get(path.rstrip("/"))
        if given == JSON and upload is None:
            return None
        if upload is None:
            return NotJson(f"Send the body with Content-Type: {JSON}.")
        return None if given.startswith(upload) else Unsupported(f"Send the body with Content-Type: {upload}….")


def is_own_page(headers: Headers) -> bool:
    """True for pages of this site, and for programs, which send neither header."""
    if any(site.strip().lower() not in _OWN for site in headers.getlist("sec-fetch-site")):
        return False
    return all(_is_same_host(origin, headers.get("host", "")) for origin in headers.getlist("origin"))


def _is_same_host(origin: str, host: str) -> bool:
    scheme, _, name = origin.strip().lower().partition("://")
    port = _DEFAULT_PORTS.get(scheme)
    return port is not None and bool(name) and name.removesuffix(port) == host.lower().removesuffix(port)


def _has_body(headers: Headers) -> bool:
    return "transfer-encoding" in headers or headers.get("content-length", "0").strip() != "0"

"""Serve the web app and the API documentation."""

import asyncio
import gzip
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from fastapi import APIRouter, FastAPI, Request
from fastapi.routing import APIRoute
from starlette.datastructures import Headers
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Match
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from ..errors import NotFound
from ..settings import Settings
from .staff_access import check_open

_NOT_BUILT = """<!doctype html><html lang="en"><title>llmbattler</title>
<p>The web app is not built. Run <code>make run</code>, which builds it, or use the API at <a href="/docs">/docs</a>.
</p></html>"""

_REVALIDATE = "no-cache"
_FOREVER = "public, max-age=31536000, immutable"
_FOR_PROGRAMS = ("/api/", "/v1/")
_COMPRESSIBLE = frozenset({".js", ".css", ".svg", ".json"})

_DOCS = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>llmbattler API</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head><body><div id="swagger-ui"></div><script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/init.js"></script></body></html>"""


class _CompressedFiles(StaticFiles):
    """Static files, compressed once. API answers are not compressed, since their size could reveal their content."""

    def __init__(self, *, directory: Path, cache: str) -> None:
        super().__init__(directory=directory)
        self._cache = cache
        self._compressed: dict[str, bytes] = {}

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = self._cache
        accepted = "gzip" in Headers(scope=scope).get("accept-encoding", "")
        if not (accepted and isinstance(response, FileResponse) and Path(path).suffix in _COMPRESSIBLE):
            return response
        if path not in self._compressed:
            self._compressed[path] = await asyncio.to_thread(_compress, Path(response.path))
        return Response(
            self._compressed[path],
            media_type=response.media_type,
            headers={"Content-Encoding": "gzip", "Vary": "Accept-Encoding", "Cache-Control": self._cache},
        )


def _compress(path: Path) -> bytes:
    return gzip.compress(path.read_bytes(), compresslevel=6, mtime=0)


class _PageRoute(APIRoute):
    """Does not match `/api` and `/v1`, so that programs get 404 and 405 there, and no page."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        if f"{scope['path']}/".startswith(_FOR_PROGRAMS):
            return Match.NONE, {}
        return super().matches(scope)


def add_docs(app: FastAPI, folder: Path, settings: Settings) -> None:
    """Add `/docs` and `/openapi.json`, for everyone where the profile says so, else for admins."""
    router = APIRouter(include_in_schema=False)

    @router.get("/openapi.json")
    async def show_openapi(request: Request) -> JSONResponse:
        await check_open(request.app.state.resources, request, is_open=settings.docs_open)
        return JSONResponse(await asyncio.to_thread(app.openapi))

    @router.get("/docs")
    async def show_docs(request: Request) -> HTMLResponse:
        await check_open(request.app.state.resources, request, is_open=settings.docs_open)
        return HTMLResponse(_DOCS)

    app.include_router(router)
    if (folder / "docs").is_dir():
        app.mount("/docs", _CompressedFiles(directory=folder / "docs", cache=_REVALIDATE))


def add_web_app(app: FastAPI, folder: Path, moved: Mapping[str, str] = MappingProxyType({})) -> None:
    """Serve the files of the web app, its page for every other path outside the API, and redirects for moved pages."""
    router = APIRouter(include_in_schema=False, route_class=_PageRoute)
    app.router.redirect_slashes = False
    index = folder / "index.html"
    top_level = {path.name: path for path in folder.glob("*") if path.is_file() and not path.name.startswith(".")}
    if (folder / "assets").is_dir():
        app.mount("/assets", _CompressedFiles(directory=folder / "assets", cache=_FOREVER))

    @router.get("/{path:path}")
    async def show_page(path: str, request: Request) -> Response:
        if (target := moved.get(f"/{path.rstrip('/')}")) is not None:
            # Temporary, so that a page may get this address one day.
            return RedirectResponse(request.url.replace(path=target), headers={"Cache-Control": _REVALIDATE})
        if path in top_level:
            return FileResponse(top_level[path], headers={"Cache-Control": _REVALIDATE})
        if "." in path and "/" not in path:
            raise NotFound  # a missing file, not a page of the app
        if not index.is_file():
            return HTMLResponse(_NOT_BUILT, status_code=503)
        # Shared pages are for those who have the link, not for search engines.
        unlisted = {"X-Robots-Tag": "noindex, nofollow"} if path.startswith("s/") else {}
        return FileResponse(index, headers={"Cache-Control": _REVALIDATE, **unlisted})

    app.include_router(router)

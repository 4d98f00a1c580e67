"""The web app's files and the API documentation, both served from the wheel."""

from pathlib import Path

from fastapi import APIRouter, FastAPI
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from ..errors import NotFound
from ..settings import Settings

_MISSING = """<!doctype html><html lang="en"><title>llmbattler</title>
<p>The web app is not built. Run <code>make run</code>, which builds it, or use the API at <a href="/docs">/docs</a>.
</p></html>"""

_DOCS = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>llmbattler API</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><link rel="stylesheet" href="/docs/swagger-ui.css">
</head><body><div id="swagger-ui"></div><script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/init.js"></script></body></html>"""


class _HashedFiles(StaticFiles):
    """Files whose names change with their content, so that a browser may keep them for ever."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response


def add_docs(app: FastAPI, folder: Path, settings: Settings) -> None:
    """Offer `/docs` and `/openapi.json`, from our own host, where the site's profile opens them."""
    router = APIRouter(include_in_schema=False)

    @router.get("/openapi.json")
    async def show_openapi() -> JSONResponse:
        if not settings.docs_open:
            raise NotFound
        return JSONResponse(app.openapi())

    @router.get("/docs")
    async def show_docs() -> HTMLResponse:
        if not settings.docs_open:
            raise NotFound
        return HTMLResponse(_DOCS)

    app.include_router(router)
    if settings.docs_open and (folder / "docs").is_dir():
        app.mount("/docs", GZipMiddleware(StaticFiles(directory=folder / "docs")))


def add_web_app(app: FastAPI, folder: Path) -> None:
    """Serve the web app: its files by name, its one page for every other address that is not the API's."""
    router = APIRouter(include_in_schema=False)
    index = folder / "index.html"
    top_level = {path.name: path for path in folder.glob("*") if path.is_file() and not path.name.startswith(".")}
    if (folder / "assets").is_dir():
        # Only these files are compressed: the size of a compressed answer could tell what is in it.
        app.mount("/assets", GZipMiddleware(_HashedFiles(directory=folder / "assets")))

    @router.get("/{path:path}")
    async def show_page(path: str) -> Response:
        if path.startswith("api/") or path == "api":
            raise NotFound
        if path in top_level:
            return FileResponse(top_level[path], headers={"Cache-Control": "no-cache"})
        if not index.is_file():
            return HTMLResponse(_MISSING, status_code=503)
        return FileResponse(index, headers={"Cache-Control": "no-cache"})

    app.include_router(router)

"""Put the routes of all slices and the middleware together."""

from functools import cache
from pathlib import Path
from typing import Any

from fastapi import Depends, FastAPI
from starlette.routing import BaseRoute
from starlette.types import Receive, Scope, Send

from llmbattler import __version__
from llmbattler.accounts.deps import limit_reading
from llmbattler.core.manifests import Manifest, list_manifests, load
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.core.web.aliases import AliasMiddleware
from llmbattler.core.web.api_schema import merge_problem_responses
from llmbattler.core.web.bodies import UnreadBodyMiddleware
from llmbattler.core.web.cors import CorsMiddleware
from llmbattler.core.web.middleware import (
    DIRECT_SEND,
    AuthorizationMiddleware,
    BodyLimitMiddleware,
    HeadMiddleware,
    HostMiddleware,
    RequestMiddleware,
)
from llmbattler.core.web.origin import OriginMiddleware
from llmbattler.core.web.pages import add_docs, add_web_app
from llmbattler.core.web.problems import ANY_PROBLEM, add_problem_handlers
from llmbattler.core.web.ready_responses import ReadyResponses

OLD_PATHS = {"/api/desk": "/api/admin", "/desk": "/admin"}
MOVED = {"/battle": "/", "/dashboard": "/leaderboard", "/analytics": "/leaderboard"}
"""Pages of an older description of this product, and where their content is."""
STATIC = Path(__file__).parent / "static"


class Site(FastAPI):
    """The application. Stores the original `send` before any middleware wraps it; streams use it."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope[DIRECT_SEND] = send
        await super().__call__(scope, receive, send)

    def openapi(self) -> dict[str, Any]:
        return merge_problem_responses(super().openapi())


def create_app(settings: Settings, resources: Resources) -> FastAPI:
    app = Site(
        title="llmbattler",
        version=__version__,
        summary="Find out which language model is best for your own work.",
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        separate_input_output_schemas=False,
        # FastAPI would look for OpenTelemetry in each request; this site has its own metrics and log.
        telemetry={"tracing": False, "metrics": False, "logs": False},
    )
    manifests = list_manifests()
    uploads = list_uploads()
    app.state.resources = resources
    add_problem_handlers(app)
    app.router.routes.extend(_list_routes(manifests))
    add_docs(app, STATIC, settings)
    add_web_app(app, STATIC, MOVED)
    app.add_middleware(HeadMiddleware)
    app.add_middleware(BodyLimitMiddleware, limit=settings.max_body_bytes, exempt=uploads)
    app.add_middleware(UnreadBodyMiddleware)
    app.add_middleware(OriginMiddleware, uploads=uploads)
    app.add_middleware(CorsMiddleware, origins=settings.cors_origins)
    app.add_middleware(AliasMiddleware, aliases=OLD_PATHS)
    app.add_middleware(AuthorizationMiddleware)
    app.add_middleware(HostMiddleware, allowed=settings.hosts)
    app.add_middleware(RequestMiddleware)
    return app


def list_ready_responses(settings: Settings, resources: Resources) -> ReadyResponses:
    """Return the responses that are sent before a request reaches the application."""
    every = [one for manifest in list_manifests() for one in manifest.ready_responses.items()]
    finders = {path: load(reference)(resources) for path, reference in every}
    return ReadyResponses(finders, hosts=settings.hosts, origins=settings.cors_origins)


def list_uploads() -> dict[str, str]:
    """Return the paths that accept large bodies, each with its content type."""
    return {path: kind for manifest in list_manifests() for path, kind in manifest.uploads.items()}


@cache
def _list_routes(manifests: tuple[Manifest, ...]) -> tuple[BaseRoute, ...]:
    """Return the routes of all slices. Cached, because building them takes a fifth of a second."""
    holder = FastAPI(responses=ANY_PROBLEM)
    own = len(holder.router.routes)
    routers = sorted((one for manifest in manifests for one in manifest.routers), key=lambda one: not one.busy)
    for one in routers:
        limits = [] if one.unlimited else [Depends(limit_reading)]
        holder.include_router(load(one.router), dependencies=limits)
    return tuple(holder.router.routes[own:])

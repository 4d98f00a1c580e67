"""Putting the slices' routes and the middleware together."""

from functools import cache
from pathlib import Path

from fastapi import Depends, FastAPI
from starlette.routing import BaseRoute
from starlette.types import Receive, Scope, Send

from llmbattler import __version__
from llmbattler.accounts.deps import limit_reading
from llmbattler.accounts.entering import routes as entering
from llmbattler.accounts.oidc import routes as oidc
from llmbattler.accounts.oidc.deps import Provider
from llmbattler.accounts.people import routes as people
from llmbattler.accounts.profile import routes as profile
from llmbattler.analytics import routes as analytics
from llmbattler.arena import routes as arena
from llmbattler.arena.counting import routes as counting
from llmbattler.arena.integrity import routes as integrity
from llmbattler.arena.moderation import routes as moderation
from llmbattler.benchmarks.results import routes as results
from llmbattler.benchmarks.results.comparing import routes as comparing
from llmbattler.benchmarks.runs import routes as runs
from llmbattler.benchmarks.runs.schedules import routes as schedules
from llmbattler.benchmarks.suites import routes as suites
from llmbattler.catalog import routes as catalog
from llmbattler.catalog.admin import routes as admin
from llmbattler.catalog.budgets import routes as budgets
from llmbattler.catalog.providers import routes as providers
from llmbattler.core.errors import Invalid, Unavailable
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.core.web import health, live
from llmbattler.core.web.aliases import AliasMiddleware
from llmbattler.core.web.bodies import UnreadBodyMiddleware
from llmbattler.core.web.cors import CorsMiddleware
from llmbattler.core.web.middleware import (
    DIRECT_SEND,
    BodyLimitMiddleware,
    HeadMiddleware,
    HostMiddleware,
    RequestMiddleware,
)
from llmbattler.core.web.origin import OriginMiddleware
from llmbattler.core.web.pages import add_docs, add_web_app
from llmbattler.core.web.problems import add_problem_handlers, explain
from llmbattler.ratings import routes as ratings
from llmbattler.ratings.imports import routes as imports
from llmbattler.ratings.remembering import RememberedBoards

UPLOADS = {
    "/api/images": "image/",
    "/api/vote-sets": "application/octet-stream",
    "/api/bench/datasets": "application/octet-stream",
    "/api/bench/runs/import": "application/octet-stream",
}
OLD_PATHS = {"/api/desk": "/api/admin", "/desk": "/admin"}
STATIC = Path(__file__).parent / "static"


# A request is compared with one after the other, so what most people ask for comes first.
SLICES = (
    arena,
    ratings,
    entering,
    oidc,
    profile,
    people,
    catalog,
    budgets,
    admin,
    providers,
    imports,
    counting,
    moderation,
    integrity,
    suites,
    runs,
    schedules,
    results,
    comparing,
    analytics,
)


class Site(FastAPI):
    """The application. Before any middleware it remembers the way to the client, for streams."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope[DIRECT_SEND] = send
        await super().__call__(scope, receive, send)


def create_app(settings: Settings, resources: Resources) -> FastAPI:
    app = Site(
        title="llmbattler",
        version=__version__,
        summary="Find out which language model is best for your own work.",
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        separate_input_output_schemas=False,
    )
    resources.add(Provider, Provider(settings))
    app.state.resources = resources
    add_problem_handlers(app)
    app.router.routes.extend(_list_doors())
    add_docs(app, STATIC, settings)
    add_web_app(app, STATIC)
    app.add_middleware(RememberedBoards, resources=resources)
    app.add_middleware(HeadMiddleware)
    app.add_middleware(BodyLimitMiddleware, limit=settings.max_body_bytes, apart=UPLOADS)
    app.add_middleware(UnreadBodyMiddleware)
    app.add_middleware(OriginMiddleware, uploads=UPLOADS)
    app.add_middleware(CorsMiddleware, origins=settings.cors_origins)
    app.add_middleware(AliasMiddleware, aliases=OLD_PATHS)
    app.add_middleware(HostMiddleware, allowed=settings.hosts)
    app.add_middleware(RequestMiddleware)
    return app


@cache
def _list_doors() -> tuple[BaseRoute, ...]:
    """Give the routes of all slices, made once for all applications of this process: it takes a fifth of a second."""
    holder = FastAPI(responses=explain([Invalid, Unavailable]))
    own = len(holder.router.routes)
    for router in (health.router, live.router):
        holder.include_router(router)
    for one in SLICES:
        holder.include_router(one.router, dependencies=[Depends(limit_reading)])
    return tuple(holder.router.routes[own:])

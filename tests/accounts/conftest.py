"""A small application whose routes identify the caller."""

from collections.abc import AsyncIterator, Callable
from typing import Any

import httpx
import pytest
from fastapi import FastAPI, Request, Response
from starlette.responses import StreamingResponse

from llmbattler.accounts.deps import Asker, Writer, attach_cookie, identify_writer, limited
from llmbattler.core.db import Database
from llmbattler.core.limits import Limiter, RouteClass
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.core.signing import SigningKey
from llmbattler.core.web.deps import FromResources, Unit
from llmbattler.core.web.problems import add_problem_handlers

SITE_KEY = SigningKey(b"k" * 32)

Open = Callable[..., httpx.AsyncClient]


@pytest.fixture
async def open_browser(database: Database, settings: Settings) -> AsyncIterator[Open]:
    """Open a browser at the small application; named settings may differ from the defaults."""
    opened: list[httpx.AsyncClient] = []
    limiter = Limiter(clock=lambda: 0.0)  # nobody's allowance grows while a slow machine works

    def open_one(*, base_url: str = "http://localhost", peer: str = "203.0.113.7", **changes: Any) -> httpx.AsyncClient:
        resources = Resources()
        resources.add(Settings, settings.model_copy(update=changes))
        resources.add(Database, database)
        resources.add(SigningKey, SITE_KEY)
        resources.add(Limiter, limiter)
        transport = httpx.ASGITransport(make_app(resources), raise_app_exceptions=False, client=(peer, 5))
        opened.append(httpx.AsyncClient(transport=transport, base_url=base_url))
        return opened[-1]

    yield open_one
    for browser in opened:
        await browser.aclose()


def make_app(resources: Resources) -> FastAPI:
    app = FastAPI(openapi_url=None)
    app.state.resources = resources
    add_problem_handlers(app)

    @app.get("/me")
    async def me(asker: Asker) -> str | None:
        return asker.account_id

    @app.post("/things", dependencies=[limited(RouteClass.START)])
    async def add_thing(writer: Writer, session: Unit) -> str:
        assert session.in_transaction()
        return writer.account_id

    @app.post("/failures")
    async def fail(_writer: Writer) -> None:
        raise RuntimeError("after the account was made")

    @app.post("/streams")
    async def stream(request: Request, resources: FromResources) -> Response:
        writer = await identify_writer(resources, request)

        async def words() -> AsyncIterator[bytes]:
            yield writer.account_id.encode()

        response = StreamingResponse(words())
        attach_cookie(response, writer)
        return response

    return app

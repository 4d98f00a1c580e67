import httpx
import pytest
from fastapi import FastAPI

from llmbattler.core.errors import Limited
from llmbattler.core.limits import Limiter, RouteClass, rules_for
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Profile, Settings
from llmbattler.core.web.limits import LimitSubject, limited
from llmbattler.core.web.problems import add_problem_handlers
from llmbattler.server.app import create_app


async def _who(name: str | None = None) -> LimitSubject:
    return LimitSubject(name, "192.0.2.1/32")


async def test_a_route_refuses_who_asks_too_often() -> None:
    app = FastAPI(openapi_url=None)
    app.state.resources = resources = Resources()
    resources.add(Limiter, Limiter())
    resources.add(Settings, Settings(profile=Profile.PUBLIC))
    add_problem_handlers(app)

    @app.get("/", dependencies=[limited(RouteClass.SUBMIT, _who)])
    async def show() -> None: ...

    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:
        statuses = [(await client.get("/?name=a")).status_code for _ in range(32)]
        assert statuses == [200] * 30 + [429] * 2
        refused = await client.get("/?name=a")
        assert refused.headers["retry-after"] == "2"
        assert refused.json()["type"] == "/errors/limited"
        assert (await client.get("/?name=b")).status_code == 200


async def test_reading_is_limited_by_address_on_a_public_site(settings: Settings, resources: Resources) -> None:
    public = settings.model_copy(update={"profile": Profile.PUBLIC})
    resources.add(Settings, public)
    resources.add(Limiter, Limiter(clock=lambda: 0.0))  # nothing becomes free again while the test runs
    transport = httpx.ASGITransport(create_app(public, resources))
    rules = rules_for(Profile.PUBLIC)[RouteClass.READ]
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        assert (await client.get("/api/arena")).status_code == 200
        with pytest.raises(Limited):
            while True:
                rules.check(resources.get(Limiter), identity=None, address="127.0.0.1/32")
        assert (await client.get("/api/sessions")).status_code == 429
        assert (await client.get("/healthz")).status_code == 200

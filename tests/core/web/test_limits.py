import httpx
from fastapi import FastAPI

from llmbattler.core.limits import Limiter, RouteClass
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Profile, Settings
from llmbattler.core.web.limits import Asking, limited
from llmbattler.core.web.problems import add_problem_handlers


async def _who(name: str | None = None) -> Asking:
    return Asking(name, "192.0.2.1/32")


async def test_a_route_refuses_who_asks_too_often() -> None:
    app = FastAPI(openapi_url=None)
    app.state.resources = resources = Resources()
    resources.add(Limiter, Limiter())
    resources.add(Settings, Settings(profile=Profile.PUBLIC))
    add_problem_handlers(app)

    @app.get("/", dependencies=[limited(RouteClass.VOTE, _who)])
    async def show() -> None: ...

    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:
        statuses = [(await client.get("/?name=a")).status_code for _ in range(32)]
        assert statuses == [200] * 30 + [429] * 2
        refused = await client.get("/?name=a")
        assert refused.headers["retry-after"] == "2"
        assert refused.json()["type"] == "/errors/limited"
        assert (await client.get("/?name=b")).status_code == 200

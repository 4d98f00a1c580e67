"""Who may do what: every route and every kind of asker, against a table that people review.

A route that is missing in `policy.yaml`, or is gone, fails; so does a cell that differs. The message holds the lines to
look at and, where they are right, to copy.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest
import yaml
from fastapi.routing import APIRoute
from tests.benchmarks.bench_rows import build_run, build_suite
from tests.clients import AccountClient, ClientFactory

from llmbattler.accounts.models import Scope
from llmbattler.arena import conversation
from llmbattler.arena.models import Battle, Mode, Session, Status
from llmbattler.benchmarks.runs.models import RunStatus, Schedule
from llmbattler.core.db import Database
from llmbattler.core.limits import Limiter
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Profile, Settings
from llmbattler.core.web.origin import JSON
from llmbattler.server.app import create_app, list_uploads

UPLOADS = list_uploads()
TABLE = Path(__file__).with_name("policy.yaml")
COLUMNS = ("visitor", "member", "other member", "moderator", "admin", "token without scope")
READING = {"GET", "HEAD"}
# Answers as long as somebody listens; who may listen is tested where the stream is.
BODIES = {
    "POST /api/sessions/{session_id}/battles": {"prompt": "And then?", "mode": "direct", "models": ["nobody"]},
    "POST /api/battles/{battle_id}/messages": {"prompt": "And then?"},
    "POST /api/battles/{battle_id}/vote": {"vote": "tie"},
    "PUT /api/battles/{battle_id}/categories": {"categories": []},
    "PATCH /api/sessions/{session_id}": {"title": "Another title"},
    "PUT /api/admin/models/{model_id}/weight": {"weight": 2},
    "PUT /api/admin/providers/{provider_id}/key": {"key": "sk-0123456789abcdef"},
    "PUT /api/me/keys/{provider_id}": {"key": "sk-0123456789abcdef"},
    "POST /api/me/tokens": {"name": "laptop", "scopes": ["read"]},
}
ENDLESS = {"GET /api/battles/{battle_id}/events"}


@dataclass(frozen=True)
class Route:
    method: str
    path: str

    def __str__(self) -> str:
        return f"{self.method} {self.path}"


def list_routes(settings: Settings) -> Iterator[Route]:
    """Every door of the application, also the ones that the description of the API leaves out."""
    app = create_app(settings, Resources())
    pending: list[Any] = list(app.routes)
    while pending:
        route = pending.pop(0)
        if isinstance(route, APIRoute):
            for method in sorted(route.methods):
                yield Route(method, route.path)
        elif inner := getattr(route, "original_router", None) or getattr(route, "routes", None):
            pending += getattr(inner, "routes", inner)
        elif getattr(route, "path", "").startswith("/") and "websocket" not in type(route).__name__.lower():
            yield Route("GET", route.path)


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """As on the internet: what is open here is open to everybody."""
    return settings.model_copy(update={"profile": Profile.PUBLIC, "docs_open": False, "metrics_open": False})


@pytest.fixture
async def names(clients: ClientFactory, database: Database) -> tuple[dict[str, str], list[httpx.AsyncClient]]:
    """What stands for the names in paths, and the askers in the order of the columns. The first member owns it."""
    owner, other = await clients.member(), await clients.member()
    moderator, admin = await clients.moderator(), await clients.admin()
    async with database.unit() as session:
        thread = Session(owner=owner.account_id, title="A question")
        session.add(thread)
        await session.flush()
        battle = Battle(
            session_id=thread.session_id,
            owner=owner.account_id,
            mode=Mode.BATTLE,
            left_model_id="one",
            right_model_id="two",
            status=Status.VOID,
            conversation=[conversation.write_entry(conversation.ask((), prompt="A question", images=[]))],
            prompt_hash="",
        )
        session.add(battle)
        await session.flush()
        known = {
            "session_id": str(thread.session_id),
            "battle_id": str(battle.battle_id),
            "account_id": (await clients.member()).account_id,
        }
    return known, [await clients.visitor(), owner, other, moderator, admin]


async def build_bench(database: Database, *, owner: httpx.AsyncClient) -> dict[str, str]:
    """A suite, a run and a schedule of the first member, new for each asker: many doors are there to remove them."""
    assert isinstance(owner, AccountClient)
    async with database.unit() as session:
        version = await build_suite(session, samples=2, owner=owner.account_id)
        run = await build_run(session, version=version, owner=owner.account_id, status=RunStatus.PAUSED)
        schedule = Schedule(
            suite_id=version.suite_id,
            title="",
            owner=owner.account_id,
            cron="0 6 * * *",
            wanted={"models": ["one"]},
            enabled=False,
        )
        session.add(schedule)
        await session.flush()
        ids = {"suite_id": version.suite_id, "run_id": run.run_id, "schedule_id": schedule.schedule_id}
        return {name: str(value) for name, value in ids.items()} | {"position": "0"}


def fill(path: str, known: dict[str, str]) -> str:
    parts = []
    for part in path.split("/"):
        name = part.strip("{}").partition(":")[0]
        parts.append(known.get(name, _anything(name)) if part.startswith("{") else part)
    return "/".join(parts)


def _anything(name: str) -> str:
    return str(uuid4()) if name.endswith("_id") and name not in {"model_id", "provider_id"} else "x" * 16


def _choose(route: Route, away: AccountClient, blind: AccountClient, dumb: AccountClient) -> AccountClient:
    """An admin's token that lacks just the scope this route needs."""
    if route.path.startswith("/api/admin"):
        return away
    return blind if route.method in READING else dumb


async def ask(asker: httpx.AsyncClient, route: Route, path: str) -> int:
    if route.method in READING | {"DELETE"}:
        return (await asker.request(route.method, path)).status_code
    body = json.dumps(BODIES.get(str(route), {})).encode()
    media = next((f"{kind}png" for start, kind in UPLOADS.items() if path == start and kind.endswith("/")), JSON)
    if path in UPLOADS and not UPLOADS[path].endswith("/"):
        media = UPLOADS[path]
    return (await asker.request(route.method, path, content=body, headers={"content-type": media})).status_code


async def test_a19_a20_every_route_answers_everybody_as_reviewed(
    settings: Settings,
    resources: Resources,
    clients: ClientFactory,
    names: tuple[dict[str, str], list[httpx.AsyncClient]],
) -> None:
    known, askers = names
    admin = askers[-1]
    assert isinstance(admin, AccountClient)
    blind = await clients.program(admin, Scope.WRITE)
    dumb = await clients.program(admin, Scope.READ)
    away = await clients.program(admin, Scope.READ, Scope.WRITE)
    reviewed = yaml.safe_load(TABLE.read_text()) if TABLE.is_file() else {}
    differing, seen = [], set()
    for route in list_routes(settings):
        if str(route) in ENDLESS or str(route) in seen or route.path in {"/api/auth/sign-out", "/api/me/leave"}:
            continue
        seen.add(str(route))
        path = fill(route.path, known)
        asking = [*askers, _choose(route, away, blind, dumb)]
        resources.add(Limiter, Limiter())
        found = []
        for place, asker in enumerate(asking):
            if "/bench/" in path and "{" in route.path and (not place or route.method not in READING):
                path = fill(route.path, await build_bench(resources.get(Database), owner=askers[1]))
            found.append(await ask(asker, route, path))
        if reviewed.get(str(route)) != found:
            differing.append(f"{route}: {found}")
    gone = sorted(set(reviewed) - seen)
    assert not differing, "These are not as in policy.yaml:\n" + "\n".join(differing)
    assert not gone, f"These are in policy.yaml and nowhere else: {gone}"


def test_a19_nobody_gets_into_the_admin_by_being_nobody() -> None:
    reviewed: dict[str, list[int]] = yaml.safe_load(TABLE.read_text())
    for route, statuses in reviewed.items():
        assert len(statuses) == len(COLUMNS), route
        if "/api/admin/" in route:
            assert statuses[:3] == [401, 403, 403], route
            assert statuses[5] == 403, route
        assert max(statuses) < 500, route

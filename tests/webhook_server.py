"""A server that receives webhooks."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest
from aiohttp import web

NO_CONTENT = 204


@dataclass
class WebhookServer:
    url: str = ""
    status: int = NO_CONTENT
    headers: dict[str, str] = field(default_factory=dict)
    got: list[tuple[dict[str, str], bytes]] = field(default_factory=list)
    called: asyncio.Event = field(default_factory=asyncio.Event)

    async def receive(self, request: web.Request) -> web.Response:
        self.got.append((dict(request.headers), await request.read()))
        self.called.set()
        said = None if self.status == NO_CONTENT else "a secret answer"
        return web.Response(status=self.status, headers=self.headers, text=said)


@asynccontextmanager
async def open_webhook_server() -> AsyncIterator[WebhookServer]:
    hook = WebhookServer()
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", hook.receive)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    hook.url = f"http://127.0.0.1:{runner.addresses[0][1]}/hook"
    try:
        yield hook
    finally:
        await runner.cleanup()


@pytest.fixture
async def hook() -> AsyncIterator[WebhookServer]:
    async with open_webhook_server() as hook:
        yield hook

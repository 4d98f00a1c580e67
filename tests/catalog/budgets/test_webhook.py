import hashlib
import hmac
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta, timezone

import pytest
from aiohttp import web

from llmbattler.catalog.budgets import webhook
from llmbattler.catalog.budgets.models import Alert, AlertLevel, Delivery
from llmbattler.core.outbound import STRICT, Policy

LOCAL = Policy.make(["127.0.0.1"])
BODY = b'{"kind": "budget.reached"}'


@dataclass
class Hook:
    """A server that takes alerts, as a person's would."""

    url: str = ""
    status: int = 204
    headers: dict[str, str] = field(default_factory=dict)
    got: list[tuple[dict[str, str], bytes]] = field(default_factory=list)

    async def take(self, request: web.Request) -> web.Response:
        self.got.append((dict(request.headers), await request.read()))
        return web.Response(
            status=self.status, headers=self.headers, text="a secret answer" if self.status != 204 else None
        )


@pytest.fixture
async def hook() -> AsyncIterator[Hook]:
    hook = Hook()
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", hook.take)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    hook.url = f"http://127.0.0.1:{runner.addresses[0][1]}/hook"
    yield hook
    await runner.cleanup()


async def test_an_alert_is_sent_and_signed(hook: Hook) -> None:
    assert await webhook.post(hook.url, BODY, secret="s3cret", policy=LOCAL) is Delivery.SENT
    ((headers, body),) = hook.got
    assert body == BODY
    stamp, _, digest = headers[webhook.SIGNATURE].removeprefix("t=").partition(",sha256=")
    assert abs(datetime.now(UTC).timestamp() - int(stamp)) < 60
    assert digest == hmac.new(b"s3cret", stamp.encode() + b"." + BODY, hashlib.sha256).hexdigest()
    await webhook.post(hook.url, BODY, secret=None, policy=LOCAL)
    assert webhook.SIGNATURE not in hook.got[1][0]


@pytest.mark.parametrize("status", [301, 302, 400, 401, 404, 500])
async def test_any_other_answer_is_a_refusal_and_redirects_lead_nowhere(hook: Hook, status: int) -> None:
    hook.status, hook.headers = status, {"Location": "/elsewhere"} if status < 400 else {}
    assert await webhook.post(hook.url, BODY, secret=None, policy=LOCAL) is Delivery.REFUSED
    assert len(hook.got) == 1


async def test_nothing_listens() -> None:
    assert await webhook.post("http://127.0.0.1:9/", BODY, secret=None, policy=LOCAL) is Delivery.UNREACHABLE


@pytest.mark.parametrize("url", ["http://169.254.169.254/", "ftp://example.org/", "http://127.1/", "http://localhost/"])
async def test_forbidden_addresses_are_never_called(url: str) -> None:
    assert await webhook.post(url, BODY, secret=None, policy=STRICT) is Delivery.FORBIDDEN


def test_the_body_says_what_happened_when_and_where() -> None:
    at = datetime(2026, 11, 15, 12, tzinfo=timezone(timedelta(hours=2)))
    alert = Alert(kind="budget.reached", subject="site", message="Full.", level=AlertLevel.CRITICAL, created_at=at)
    assert json.loads(webhook.write_body(alert, site="https://arena.example.org")) == {
        "kind": "budget.reached",
        "subject": "site",
        "message": "Full.",
        "level": "critical",
        "at": "2026-11-15T10:00:00+00:00",
        "site": "https://arena.example.org",
    }

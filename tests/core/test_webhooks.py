import hashlib
import hmac
from datetime import UTC, datetime

import pytest
from tests.webhook_server import WebhookServer, hook, open_webhook_server

from llmbattler.core import webhooks
from llmbattler.core.outbound import STRICT, Policy
from llmbattler.core.webhooks import DeliveryResult

__all__ = ["hook"]

LOCAL = Policy.make(["127.0.0.1"])
BODY = b'{"kind": "budget.reached"}'


async def test_a_message_is_sent_and_signed(hook: WebhookServer) -> None:
    assert await webhooks.post(hook.url, BODY, secret="s3cret", policy=LOCAL) is DeliveryResult.SENT
    await webhooks.post(hook.url, BODY, secret=None, policy=LOCAL)
    (headers, body), (plain, _) = hook.got
    assert body == BODY
    stamp, _, digest = headers[webhooks.SIGNATURE].removeprefix("t=").partition(",sha256=")
    assert abs(datetime.now(UTC).timestamp() - int(stamp)) < 60
    assert digest == hmac.new(b"s3cret", stamp.encode() + b"." + BODY, hashlib.sha256).hexdigest()
    assert webhooks.SIGNATURE not in plain


@pytest.mark.parametrize("status", [301, 302, 400, 401, 404, 500])
async def test_any_other_answer_is_a_refusal_and_redirects_lead_nowhere(hook: WebhookServer, status: int) -> None:
    hook.status, hook.headers = status, {"Location": "/elsewhere"} if status < 400 else {}
    assert await webhooks.post(hook.url, BODY, secret=None, policy=LOCAL) is DeliveryResult.REFUSED
    assert len(hook.got) == 1


async def test_nobody_is_there_any_more() -> None:
    async with open_webhook_server() as hook:
        pass
    assert await webhooks.post(hook.url, BODY, secret=None, policy=LOCAL) is DeliveryResult.UNREACHABLE


@pytest.mark.parametrize("url", ["http://169.254.169.254/", "ftp://example.org/", "http://127.1/", "http://localhost/"])
async def test_forbidden_addresses_are_never_called(url: str) -> None:
    assert await webhooks.post(url, BODY, secret=None, policy=STRICT) is DeliveryResult.FORBIDDEN


async def test_where_this_site_does_not_call_nothing_is_sent(hook: WebhookServer) -> None:
    for url in (hook.url, hook.url.replace("127.0.0.1", "localhost")):
        assert await webhooks.post(url, BODY, secret=None, policy=STRICT) is DeliveryResult.FORBIDDEN
    assert hook.got == []

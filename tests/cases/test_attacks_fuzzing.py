"""Odd requests to every route: some hundred in `make test`, more than ten thousand in `make torture` (case A86)."""

import asyncio
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given
from hypothesis import settings as examples_of
from tests.clients import ClientFactory

from llmbattler.accounts.models import AccountKind, Scope
from llmbattler.core.limits import Limiter
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.server.app import create_app

FEW, MANY = 3, 60
# One goes on as long as somebody listens; the other finds the built-in model, and then every prompt would wait for it.
LEFT_OUT = {"/api/battles/{battle_id}/events", "/api/admin/discovery"}


class NoLimiter(Limiter):
    """Otherwise most of the requests would be refused before anybody looks at them."""

    def check(self, *_: object) -> None:
        pass


def fuzz(described: dict[str, Any], address: str, headers: Mapping[str, str], examples: int) -> Counter[int]:
    """Send requests that fit the description, and requests that do not; give how often which status came."""
    schema = schemathesis.openapi.from_dict(described)
    seen: Counter[int] = Counter()
    failed = []
    for found in schema.get_all_operations():
        operation = found.ok()
        if operation.path in LEFT_OUT:
            continue

        @examples_of(
            max_examples=examples,
            deadline=None,
            database=None,
            derandomize=True,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy())
        def send(case: schemathesis.Case) -> None:
            response = case.call(base_url=address, headers=dict(headers), timeout=20)
            seen[response.status_code] += 1
            if response.status_code >= 500 and not _is_said(response.status_code, response.text):
                failed.append(f"{case.method} {case.formatted_path}: {response.status_code} {response.text[:300]}")

        send()
    assert not failed, "\n".join(failed)
    return seen


def _is_said(status: int, text: str) -> bool:
    """A site without models says 503 in a sentence; that is no crash."""
    return status == 503 and "/errors/unavailable" in text


@pytest.mark.parametrize("kind", [AccountKind.MEMBER, AccountKind.ADMIN])
@pytest.mark.parametrize("examples", [FEW, pytest.param(MANY, marks=pytest.mark.torture)])
async def test_a86_no_request_breaks_the_site(
    site: str, resources: Resources, clients: ClientFactory, kind: AccountKind, examples: int
) -> None:
    resources.add(Limiter, NoLimiter())
    await clients.admin()
    somebody = await clients.add_account(kind)
    scopes = tuple(Scope) if kind is AccountKind.ADMIN else (Scope.READ, Scope.WRITE)
    program = await clients.program(somebody, *scopes)
    headers = {"Authorization": program.headers["authorization"]}
    described = create_app(resources.get(Settings), Resources()).openapi()
    seen = await asyncio.to_thread(fuzz, described, site, headers, examples)
    assert seen.total() > 80 * examples
    assert {200, 404, 422} <= set(seen)
    assert (await (await clients.visitor()).get("/healthz")).status_code == 200

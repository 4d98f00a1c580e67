"""A request to vote is counted and read before the vote is cast."""

import pytest
from fastapi import Request

from llmbattler.arena.voting.deps import Ballot, read_ballot
from llmbattler.core.db import Database
from llmbattler.core.errors import Limited
from llmbattler.core.idempotency import BadIdempotencyKey
from llmbattler.core.limits import Limiter, RouteClass, rules_for
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Profile, Settings
from llmbattler.core.signing import SigningKey


class _Site:
    def __init__(self, resources: Resources) -> None:
        self.state = type("State", (), {"resources": resources})


@pytest.fixture
def site(settings: Settings, database: Database) -> _Site:
    resources = Resources()
    resources.add(Settings, settings)
    resources.add(Database, database)
    resources.add(SigningKey, SigningKey(b"a secret"))
    resources.add(Limiter, Limiter(clock=lambda: 0.0))
    return _Site(resources)


async def read(site: _Site, address: str = "192.0.2.7", key: str | None = None) -> Ballot:
    async def receive() -> dict[str, object]:
        return {"type": "http.request", "body": b"{}", "more_body": False}

    scope = {"type": "http", "method": "POST", "path": "/vote", "headers": [], "client": (address, 1), "app": site}
    return await read_ballot(Request(scope, receive), key)


async def test_every_request_is_counted(site: _Site, settings: Settings) -> None:
    site.state.resources.add(Settings, settings.model_copy(update={"profile": Profile.PUBLIC}))
    rule = rules_for(Profile.PUBLIC)[RouteClass.SUBMIT].newcomer
    assert rule is not None
    for _ in range(rule.count):
        await read(site)
    with pytest.raises(Limited):
        await read(site)
    await read(site, "192.0.2.8")


async def test_address_and_network_are_hashed_apart(site: _Site) -> None:
    voter, neighbor = (await read(site)).voter, (await read(site, "192.0.2.8")).voter
    assert voter.address != neighbor.address
    assert voter.network == neighbor.network
    assert "192" not in f"{voter.address} {voter.network}"


async def test_the_key_is_read_and_checked(site: _Site) -> None:
    assert (await read(site, key="k-1")).repeatable.key == "k-1"
    with pytest.raises(BadIdempotencyKey):
        await read(site, key="with a space")

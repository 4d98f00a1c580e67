"""H30 to H32: the nginx of docs/deployment.md in front of the site, with the text of the page."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.arena.conftest import ALPHA, BETA, Person, offer
from tests.cases.documented_nginx import (
    MANY_MACHINES,
    NAME,
    PAGE,
    RECIPE,
    TRUSTING,
    UPSTREAM,
    find_free_port,
    needs_nginx,
    read_proxy_settings,
    replace,
    run_nginx,
    visiting,
)
from tests.cases.replicas import is_delta, open_stream
from websockets.asyncio.client import connect

from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.server.process import configure
from llmbattler.testing import Script, ScriptedProvider


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """The settings that the page gives for a site behind a proxy."""
    given = read_proxy_settings()
    update = {"allowed_hosts": (given["ALLOWED_HOSTS"],), "site_url": given["SITE_URL"]}
    return settings.model_copy(update={**update, "trusted_proxies": (given["TRUSTED_PROXIES"],)})


@pytest.fixture
async def provider() -> AsyncIterator[ScriptedProvider]:
    async with ScriptedProvider() as provider:
        for model in (ALPHA, BETA):
            provider.script(model, Script(text=f"Says {model}, and then some more words.", chunk_size=3))
        yield provider


def test_h30_the_server_keeps_idle_connections_longer_than_the_documented_nginx(usual_settings: Settings) -> None:
    async def app(*_: object) -> None: ...

    kept = configure(usual_settings, app).timeout_keep_alive
    by_nginx = [int(found) for found in re.findall(r"^    keepalive_timeout (\d+)s;$", PAGE, re.MULTILINE)]
    assert len(by_nginx) == 2
    assert all(kept >= seconds + 15 for seconds in by_nginx)
    assert kept >= 75  # what many load balancers use by default is 60


@needs_nginx
async def test_h31_the_documented_nginx_carries_pages_posts_streams_and_sockets(
    site: str, resources: Resources, provider: ScriptedProvider, tmp_path: Path
) -> None:
    await offer(resources, provider, ALPHA, BETA)
    recipe = replace(RECIPE, "127.0.0.1:8765", site.removeprefix("http://"))
    with run_nginx(tmp_path, recipe) as port:
        async with visiting(port) as person:
            assert (await person.http.get("/readyz")).status_code == 200
            await check_battle(person, provider)
        socket_headers = {"Origin": f"https://{NAME}:{port}"}
        address = f"wss://{NAME}:{port}/api/live"
        async with connect(
            address, host="127.0.0.1", port=port, ssl=TRUSTING, additional_headers=socket_headers
        ) as live:
            await live.send('{"subscribe": ["leaderboard"]}')
            assert "subscribed" in str(await live.recv())


async def check_battle(person: Person, provider: ScriptedProvider) -> None:
    """A POST from a page at a port of its own, whose answer is read while the models still write."""
    for model in (ALPHA, BETA):
        provider.hold(model, at=3)
    async with open_stream(person, "/api/sessions", {"prompt": "Hello?"}) as stream:
        heard = await stream.read(is_delta)
        for model in (ALPHA, BETA):
            provider.release(model)
        await stream.read()
    assert heard.names[-1] == "done"
    assert (await person.vote(heard.battle_id)).status_code == 200


@needs_nginx
async def test_h32_a_machine_that_is_down_costs_the_documented_upstream_no_request(site: str, tmp_path: Path) -> None:
    machines = re.findall(r"^    server (\S+)", MANY_MACHINES, re.MULTILINE)
    assert len(machines) == 2
    upstream = replace(MANY_MACHINES, machines[0], site.removeprefix("http://"))
    upstream = replace(upstream, machines[1], f"127.0.0.1:{find_free_port()}")
    with run_nginx(tmp_path, UPSTREAM.sub(upstream, RECIPE, count=1)) as port:
        async with visiting(port) as person:
            reads = [(await person.http.get("/readyz")).status_code for _ in range(10)]
            writes = [(await person.http.post("/api/auth/sign-in", json={})).status_code for _ in range(10)]
    assert set(reads) == {200}
    assert set(writes) == {422}  # the site itself refused them

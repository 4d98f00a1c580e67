import asyncio
from typing import Any

import httpx
import pytest
from joserfc.jwk import RSAKey
from tests.clock import Clock
from tests.identity_provider import IdentityProvider
from tests.oidc_login import START, company_settings, log_in, problem_of

from llmbattler.accounts.oidc import provider as providing
from llmbattler.accounts.oidc.errors import ProviderDown
from llmbattler.accounts.oidc.provider import Provider
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings


async def test_what_is_published_is_asked_for_once_an_hour(
    client: httpx.AsyncClient, identity: IdentityProvider, settings: Settings, resources: Resources
) -> None:
    clock = Clock()
    resources.add(Provider, Provider(settings, clock=clock))
    for _ in range(3):
        await log_in(client)
    assert [identity.asked.count(path) for path in ("/.well-known/openid-configuration", "/jwks", "/token")] == [
        1,
        1,
        3,
    ]
    clock.now += providing.KEPT_SECONDS + 1
    await log_in(client)
    assert [identity.asked.count(path) for path in ("/.well-known/openid-configuration", "/jwks")] == [2, 2]


async def test_a_new_key_is_fetched_when_a_token_names_it_but_not_all_the_time(
    client: httpx.AsyncClient, identity: IdentityProvider, settings: Settings, resources: Resources
) -> None:
    clock = Clock()
    resources.add(Provider, Provider(settings, clock=clock))
    await log_in(client)
    identity.change_key()
    clock.now += providing.KEYS_AGAIN_SECONDS + 1
    assert (await log_in(client)).headers["location"] == "/"
    assert identity.asked.count("/jwks") == 2
    stranger = RSAKey.generate_key(2048, {"kid": "never published"})
    published, identity.key = identity.key, stranger
    forged: list[str] = []

    def forge(claims: dict[str, Any]) -> str:
        identity.key = stranger
        forged.append(identity.sign(claims))
        identity.key = published
        return forged[-1]

    identity.forge = forge
    for _ in range(3):
        assert problem_of(await log_in(client)) == "bad-id-token"
    assert identity.asked.count("/jwks") == 2


async def test_the_client_secret_is_sent_as_the_provider_supports(
    client: httpx.AsyncClient, identity: IdentityProvider
) -> None:
    identity.methods = ["client_secret_post"]
    assert (await log_in(client)).headers["location"] == "/"


async def test_a_wrong_secret_lets_nobody_in(
    client: httpx.AsyncClient, identity: IdentityProvider, settings: Settings, resources: Resources
) -> None:
    wrong = settings.model_copy(update={"oidc_client_secret": None})
    resources.add(Provider, Provider(wrong))
    assert problem_of(await log_in(client)) == "not-signed-in"


async def test_a_provider_that_is_down_is_said_to_be(client: httpx.AsyncClient, identity: IdentityProvider) -> None:
    await identity.stop()
    answer = await client.get(START)
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "10")
    assert "127.0.0.1" not in answer.text


async def test_nobody_waits_for_a_silent_provider_longer_than_once(
    settings: Settings, identity: IdentityProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(providing, "SECONDS", 0.3)
    asked: list[asyncio.StreamWriter] = []
    server = await asyncio.start_server(lambda _, writer: asked.append(writer), "127.0.0.1", 0)
    issuer = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    silent = Provider(company_settings(settings, identity, oidc_issuer=issuer))
    try:
        for times in (1, 2):
            waited = await asyncio.gather(*(silent.check_issuer("x") for _ in range(5)), return_exceptions=True)
            assert [type(failed) for failed in waited] == [ProviderDown] * 5
            assert len(asked) == times
    finally:  # an open connection would hold the loop up
        for writer in asked:
            writer.close()
        server.close()


async def test_a_description_that_does_not_fit_is_not_believed(
    client: httpx.AsyncClient, identity: IdentityProvider
) -> None:
    wrong: list[dict[str, Any]] = [
        {"issuer": "https://evil.example"},
        {"authorization_endpoint": 7},
        {"jwks_uri": None},
    ]
    for identity.described in wrong:
        assert (await client.get(START)).status_code == 503, identity.described
    identity.described = {}
    assert (await client.get(START)).status_code == 302


async def test_a_description_may_not_lead_out_of_tls(settings: Settings, identity: IdentityProvider) -> None:
    guarded = Provider(company_settings(settings, identity, oidc_issuer="https://login.example"))
    places = ("https://login.example/authorize", "https://login.example/token", "https://login.example/jwks")
    assert guarded._check(providing._Published("https://login.example/", *places)).jwks_uri == places[2]
    with pytest.raises(ProviderDown):
        guarded._check(
            providing._Published("https://login.example", places[0], "http://login.example/token", places[2])
        )


async def test_published_endpoints_at_internal_addresses_are_refused(
    client: httpx.AsyncClient, identity: IdentityProvider, settings: Settings, resources: Resources
) -> None:
    outside = settings.model_copy(update={"local_hosts": ()})
    for place in ("http://169.254.169.254/x", "http://10.0.0.1/jwks", "http://localhost:1/jwks", "file:///etc/passwd"):
        identity.described = {"jwks_uri": place}
        resources.add(Provider, Provider(outside))
        assert problem_of(await log_in(client)) == "provider-down", place


async def test_redirects_of_the_provider_are_not_followed(
    client: httpx.AsyncClient, identity: IdentityProvider
) -> None:
    identity.described = {"jwks_uri": f"{identity.issuer}/moved"}
    assert problem_of(await log_in(client)) == "provider-down"
    assert ("/moved" in identity.asked, "/jwks" in identity.asked) == (True, False)

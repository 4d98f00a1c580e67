from datetime import UTC, datetime, timedelta
from urllib.parse import parse_qs, urlsplit

import pytest

from llmbattler.accounts.authentication.service.sign_ins import Device
from llmbattler.accounts.models import SignInKind
from llmbattler.accounts.oidc.errors import NotSignedIn, UnknownLogin
from llmbattler.accounts.oidc.flow import CallbackParams, begin, check_state, finish
from llmbattler.accounts.oidc.login_state import LASTS
from llmbattler.accounts.oidc.provider import Provider
from llmbattler.accounts.schemas import Visitor
from llmbattler.core.db import Database
from llmbattler.core.settings import Settings

NOW = datetime(2026, 1, 2, tzinfo=UTC)


async def test_the_address_of_the_provider_carries_the_state_and_not_the_verifier(settings: Settings) -> None:
    login, address = await begin(Provider(settings), page="https://elsewhere.example", now=NOW)
    asked = parse_qs(urlsplit(address).query)
    assert (asked["state"], asked["nonce"]) == ([login.state], [login.nonce])
    assert login.verifier not in address
    assert login.page == "/"
    other, _ = await begin(Provider(settings), page="/arena", now=NOW)
    assert other.page == "/arena"
    assert {login.state, login.nonce, login.verifier}.isdisjoint({other.state, other.nonce, other.verifier})


async def test_an_answer_counts_only_for_the_browser_that_asked_and_for_ten_minutes(settings: Settings) -> None:
    login, _ = await begin(Provider(settings), page="/", now=NOW)
    assert check_state(login, login.state, NOW + LASTS) is login
    for known, state, now in (
        (None, login.state, NOW),
        (login, "another", NOW),
        (login, login.state, NOW + LASTS + timedelta(seconds=1)),
    ):
        with pytest.raises(UnknownLogin):
            check_state(known, state, now)


@pytest.mark.parametrize(
    "params",
    [
        CallbackParams(code=None, state="s"),
        CallbackParams(code="c", state="s", error="access_denied"),
        CallbackParams(code="c", state="s", issuer="https://elsewhere.example"),
    ],
)
async def test_an_answer_without_consent_signs_nobody_in(
    settings: Settings, database: Database, params: CallbackParams
) -> None:
    provider = Provider(settings)
    login, _ = await begin(provider, page="/", now=NOW)
    device = Device(SignInKind.BROWSER, "", "")
    with pytest.raises(NotSignedIn):
        await finish(provider, database, settings, login=login, params=params, visitor=Visitor(None), device=device)

from datetime import UTC, datetime, timedelta
from urllib.parse import parse_qs, urlsplit

import pytest

from llmbattler.accounts.authentication.service.sign_ins import Device
from llmbattler.accounts.models import SignInKind
from llmbattler.accounts.oidc.errors import NotSignedIn, StrangeAnswer
from llmbattler.accounts.oidc.flow import Returned, begin, check_state, finish
from llmbattler.accounts.oidc.provider import Provider
from llmbattler.accounts.oidc.trips import LASTS
from llmbattler.accounts.schemas import Visitor
from llmbattler.core.db import Database
from llmbattler.core.settings import Settings

NOW = datetime(2026, 1, 2, tzinfo=UTC)


async def test_the_address_of_the_provider_carries_the_state_and_not_the_verifier(settings: Settings) -> None:
    trip, address = await begin(Provider(settings), page="https://elsewhere.example", now=NOW)
    asked = parse_qs(urlsplit(address).query)
    assert (asked["state"], asked["nonce"]) == ([trip.state], [trip.nonce])
    assert trip.verifier not in address
    assert trip.page == "/"
    other, _ = await begin(Provider(settings), page="/arena", now=NOW)
    assert other.page == "/arena"
    assert {trip.state, trip.nonce, trip.verifier}.isdisjoint({other.state, other.nonce, other.verifier})


async def test_an_answer_counts_only_for_the_browser_that_asked_and_for_ten_minutes(settings: Settings) -> None:
    trip, _ = await begin(Provider(settings), page="/", now=NOW)
    assert check_state(trip, trip.state, NOW + LASTS) is trip
    for known, state, now in (
        (None, trip.state, NOW),
        (trip, "another", NOW),
        (trip, trip.state, NOW + LASTS + timedelta(seconds=1)),
    ):
        with pytest.raises(StrangeAnswer):
            check_state(known, state, now)


@pytest.mark.parametrize(
    "returned",
    [
        Returned(code=None, state="s"),
        Returned(code="c", state="s", error="access_denied"),
        Returned(code="c", state="s", issuer="https://elsewhere.example"),
    ],
)
async def test_an_answer_without_consent_signs_nobody_in(
    settings: Settings, database: Database, returned: Returned
) -> None:
    provider = Provider(settings)
    trip, _ = await begin(provider, page="/", now=NOW)
    device = Device(SignInKind.BROWSER, "", "")
    with pytest.raises(NotSignedIn):
        await finish(provider, database, settings, trip=trip, returned=returned, visitor=Visitor(None), device=device)

from datetime import UTC, datetime, timedelta

import pytest

from llmbattler.accounts.oidc.login_state import LASTS, LoginState, local_page, read_login_state, write_login_state
from llmbattler.core.signing import SigningKey

KEY = SigningKey(b"k" * 32)
NOW = datetime(2026, 1, 1, tzinfo=UTC)
TRIP = LoginState("the state", "the nonce", "the verifier", "/page", int(NOW.timestamp()))


def test_a_trip_is_read_as_it_was_written() -> None:
    assert read_login_state(KEY, write_login_state(KEY, TRIP)) == TRIP


def test_a14_nobody_else_can_write_one() -> None:
    written = write_login_state(KEY, TRIP)
    body, _, signature = written.rpartition(".")
    foreign = write_login_state(SigningKey(b"f" * 32), TRIP)
    otherwise = f"{body}.{KEY.sign('visitor cookie', body.encode())}"
    for value in ("", ".", body, f"{body}.", f"{body}x.{signature}", foreign, otherwise, "ü." + signature, "x" * 9000):
        assert read_login_state(KEY, value) is None


@pytest.mark.parametrize(
    ("state", "after", "fits"),
    [
        ("the state", timedelta(), True),
        ("the state", LASTS, True),
        ("the state", LASTS + timedelta(seconds=1), False),
        ("the state", timedelta(seconds=-60), False),
        ("", timedelta(), False),
        ("another", timedelta(), False),
        ("the statü", timedelta(), False),
    ],
)
def test_a14_only_its_own_state_fits_and_only_for_a_while(state: str, after: timedelta, fits: bool) -> None:
    assert TRIP.fits(state, NOW + after) is fits


@pytest.mark.parametrize("page", ["/", "/settings", "/battle?id=1&x=%20y", "/a#b", "/sign-in?next=/x"])
def test_pages_of_this_site_are_kept(page: str) -> None:
    assert local_page(page) == page


@pytest.mark.parametrize(
    "page", ["//evil", "/\\evil", "https://evil", "evil", "", "/a\r\nSet-Cookie: x", "/\x00", "/api/me"]
)
def test_everything_else_is_the_start_page(page: str) -> None:
    assert local_page(page) == "/"


def test_other_letters_are_written_so_that_a_header_can_hold_them() -> None:
    assert local_page("/säßt") == "/s%C3%A4%C3%9Ft"

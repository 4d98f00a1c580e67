from hypothesis import given
from hypothesis import strategies as st

from llmbattler.accounts.cookies import read_cookie, write_cookie
from llmbattler.core.signing import SigningKey

KEY = SigningKey(b"k" * 32)
ACCOUNT = "v_" + "a" * 32


def test_what_was_written_can_be_read() -> None:
    assert read_cookie(KEY, write_cookie(KEY, ACCOUNT)) == ACCOUNT


def test_every_change_of_one_character_is_noticed() -> None:
    cookie = write_cookie(KEY, ACCOUNT)
    for place, character in enumerate(cookie):
        other = "b" if character != "b" else "c"
        assert read_cookie(KEY, cookie[:place] + other + cookie[place + 1 :]) is None


@given(st.text())
def test_nonsense_is_nobody(value: str) -> None:
    assert read_cookie(KEY, value) is None

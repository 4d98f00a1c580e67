from http.cookies import SimpleCookie

from fastapi import Request, Response

from llmbattler.accounts.oidc.deps import COOKIE, PATH, delete_state_cookie, read_state_cookie, set_state_cookie
from llmbattler.accounts.oidc.login_state import LoginState
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.core.signing import SigningKey

STATE = LoginState(state="s", nonce="n", verifier="v", page="/arena", started_at=1)


def make_resources() -> Resources:
    resources = Resources()
    resources.add(Settings, Settings(discovery=False))
    resources.add(SigningKey, SigningKey(b"k" * 32))
    return resources


def make_request(cookie: str = "") -> Request:
    headers = [(b"cookie", f"{COOKIE}={cookie}".encode())] if cookie else []
    return Request({"type": "http", "scheme": "http", "path": "/", "headers": headers, "client": ("203.0.113.7", 5)})


def test_the_state_cookie_is_read_back_and_only_as_it_was_signed() -> None:
    response, resources = Response(), make_resources()
    set_state_cookie(resources, make_request(), response, STATE)
    cookie = SimpleCookie(response.headers["set-cookie"])[COOKIE]
    assert (cookie["path"], cookie["max-age"], cookie["samesite"]) == (PATH, "600", "lax")
    assert cookie["httponly"]
    assert read_state_cookie(resources, make_request(cookie.value)) == STATE
    assert read_state_cookie(resources, make_request("A" + cookie.value)) is None
    assert read_state_cookie(resources, make_request()) is None


def test_forgetting_deletes_the_cookie_at_its_own_path() -> None:
    response = Response()
    delete_state_cookie(make_resources(), make_request(), response)
    cookie = SimpleCookie(response.headers["set-cookie"])[COOKIE]
    assert (cookie.value, cookie["max-age"], cookie["path"]) == ("", "0", PATH)

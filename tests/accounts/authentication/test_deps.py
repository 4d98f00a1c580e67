from http.cookies import SimpleCookie
from uuid import uuid4

import pytest
from fastapi import Request, Response

from llmbattler.accounts.authentication.deps import (
    delete_session_cookie,
    get_browser,
    get_network,
    get_program,
    set_session_cookie,
)
from llmbattler.accounts.authentication.service.sign_ins import SignedIn
from llmbattler.accounts.deps import SESSION_COOKIE
from llmbattler.accounts.models import AccountKind, SignInKind
from llmbattler.accounts.schemas import Person
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Profile, Settings


def make_request(user_agent: str = "") -> Request:
    headers = [(b"user-agent", user_agent.encode())] if user_agent else []
    return Request({"type": "http", "scheme": "http", "path": "/", "headers": headers, "client": ("203.0.113.7", 5)})


def make_resources(profile: Profile) -> Resources:
    resources = Resources()
    resources.add(Settings, Settings(discovery=False).model_copy(update={"profile": profile}))
    return resources


def read_session_cookie(response: Response) -> dict[str, str]:
    cookie = SimpleCookie(response.headers["set-cookie"])[SESSION_COOKIE]
    return {"value": cookie.value, **cookie}


@pytest.mark.parametrize(("profile", "secure"), [(Profile.PRIVATE, False), (Profile.PUBLIC, True)])
def test_the_session_cookie_lasts_thirty_days_and_is_hidden_from_scripts(profile: Profile, secure: bool) -> None:
    response = Response()
    signed_in = SignedIn(Person("m_1", AccountKind.MEMBER), uuid4(), "llmbs_secret")
    set_session_cookie(make_resources(profile), make_request(), response, signed_in)
    cookie = read_session_cookie(response)
    assert (cookie["value"], cookie["max-age"], cookie["path"]) == ("llmbs_secret", str(30 * 24 * 3600), "/")
    assert cookie["httponly"]
    assert cookie["samesite"] == "lax"
    assert bool(cookie["secure"]) is secure


def test_signing_out_deletes_the_session_cookie() -> None:
    response = Response()
    delete_session_cookie(make_resources(Profile.PRIVATE), make_request(), response)
    cookie = read_session_cookie(response)
    assert (cookie["value"], cookie["max-age"], cookie["path"]) == ("", "0", "/")


async def test_a_device_has_the_kind_user_agent_and_address_of_the_request() -> None:
    browser = await get_browser(make_request("Firefox"), "203.0.113.7")
    program = await get_program(make_request(), "203.0.113.7")
    assert (browser.kind, browser.name, browser.address) == (SignInKind.BROWSER, "Firefox", "203.0.113.7")
    assert (program.kind, program.name) == (SignInKind.PROGRAM, "")
    assert await get_network("2001:db8:1:2:3::1") == await get_network("2001:db8:1:2:4::1")

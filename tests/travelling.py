"""The way of a browser to the company's log-in and back."""

from typing import Any
from urllib.parse import urlsplit

import httpx
from pydantic import SecretStr

from llmbattler.core.settings import Settings

from .identity_provider import CLIENT_ID, CLIENT_SECRET, IdentityProvider

START = "/api/auth/oidc/start"
CALLBACK = "/api/auth/oidc/callback"
HTML = {"accept": "text/html,application/xhtml+xml"}


def company_settings(settings: Settings, identity: IdentityProvider, **changes: Any) -> Settings:
    return settings.model_copy(
        update={
            "site_url": "http://localhost",
            "oidc_issuer": identity.issuer,
            "oidc_client_id": CLIENT_ID,
            "oidc_client_secret": SecretStr(CLIENT_SECRET),
            "oidc_domains": ("corp.example",),
            **changes,
        }
    )


async def go_out(browser: httpx.AsyncClient, page: str | None = None, *, origin: str = "http://localhost") -> str:
    """Start, let the provider sign the person in, and give the address that it sends the browser back to."""
    started = await browser.get(START, params={} if page is None else {"page": page}, headers=HTML)
    assert started.status_code == 302, started.text
    async with httpx.AsyncClient() as elsewhere:
        answered = await elsewhere.get(started.headers["location"])
    assert answered.status_code == 302, answered.text
    back = answered.headers["location"]
    assert back.startswith(f"{origin}{CALLBACK}?"), back
    return back.removeprefix(origin)


async def travel(browser: httpx.AsyncClient, page: str | None = None, **headers: str) -> httpx.Response:
    """The whole way; gives the last answer of the site."""
    return await browser.get(await go_out(browser, page), headers={**HTML, **headers})


def problem_of(answer: httpx.Response) -> str:
    """What the sign-in page is told."""
    assert answer.status_code == 303, (answer.status_code, answer.text)
    parts = urlsplit(answer.headers["location"])
    assert (parts.scheme, parts.netloc, parts.path) == ("", "", "/sign-in"), answer.headers["location"]
    return parts.query.removeprefix("problem=")

"""Drives a sign-in through the OpenID Connect provider."""

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


async def start_login(browser: httpx.AsyncClient, page: str | None = None, *, origin: str = "http://localhost") -> str:
    """Start a sign-in at the provider and return the callback address that it redirects to."""
    started = await browser.get(START, params={} if page is None else {"page": page}, headers=HTML)
    assert started.status_code == 302, started.text
    async with httpx.AsyncClient() as other:
        answered = await other.get(started.headers["location"])
    assert answered.status_code == 302, answered.text
    back = answered.headers["location"]
    assert back.startswith(f"{origin}{CALLBACK}?"), back
    return back.removeprefix(origin)


async def log_in(browser: httpx.AsyncClient, page: str | None = None, **headers: str) -> httpx.Response:
    """Sign in through the provider and return the response to the callback."""
    return await browser.get(await start_login(browser, page), headers={**HTML, **headers})


def problem_of(answer: httpx.Response) -> str:
    """Return the problem that the redirect to the sign-in page names."""
    assert answer.status_code == 303, (answer.status_code, answer.text)
    parts = urlsplit(answer.headers["location"])
    assert (parts.scheme, parts.netloc, parts.path) == ("", "", "/sign-in"), answer.headers["location"]
    return parts.query.removeprefix("problem=")

"""The client of the OpenID Connect provider, with a cache of what it publishes."""

import asyncio
import math
import time
from collections.abc import Callable
from typing import Any, TypeVar

import aiohttp
import msgspec
from authlib.oauth2.auth import ClientAuth
from authlib.oauth2.rfc6749.parameters import prepare_grant_uri, prepare_token_request
from authlib.oauth2.rfc7636 import create_s256_code_challenge
from authlib.oidc.discovery import get_well_known_url
from joserfc.jwk import KeySet
from yarl import URL

from llmbattler.core.logs import get_logger
from llmbattler.core.outbound import BadAddress, Outbound, Policy
from llmbattler.core.settings import Settings

from ..settings import AccountSettings
from .errors import BadIdToken, NoCompany, NotSignedIn, ProviderDown
from .id_tokens import Claims, Expected, UnknownKey, read_id_token, read_keys
from .login_state import LoginState

CALLBACK = "/api/auth/oidc/callback"
SECONDS = 10
LARGEST = 512 * 1024
KEPT_SECONDS = 3600.0
KEYS_AGAIN_SECONDS = 60.0
"""Refetch the keys at most this often because of an unknown key id."""
RETRY_SECONDS = 10

T = TypeVar("T")
_log = get_logger(__name__)


class _Published(msgspec.Struct, frozen=True):
    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str
    token_endpoint_auth_methods_supported: tuple[str, ...] = ("client_secret_basic",)


class _Keys(msgspec.Struct):
    keys: list[dict[str, Any]]


class _Tokens(msgspec.Struct):
    id_token: str


class Provider:
    """The provider in the settings. One for each process."""

    def __init__(self, settings: Settings, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._settings = settings
        self._clock = clock
        self._lock = asyncio.Lock()
        self._published: tuple[float, _Published] | None = None
        self._keys: tuple[float, KeySet] | None = None
        self._failed_at = -math.inf

    @property
    def issuer(self) -> str:
        issuer = self._settings.of(AccountSettings).oidc_issuer
        if issuer is None:
            raise NoCompany
        return issuer

    @property
    def client_id(self) -> str:
        return self._settings.of(AccountSettings).oidc_client_id or ""

    @property
    def return_address(self) -> str:
        return self._settings.address + CALLBACK

    async def write_address(self, login: LoginState) -> str:
        """Return the address to redirect the browser to."""
        published = await self._discover()
        return str(
            prepare_grant_uri(
                published.authorization_endpoint,
                client_id=self.client_id,
                response_type="code",
                redirect_uri=self.return_address,
                scope="openid email profile",
                state=login.state,
                nonce=login.nonce,
                code_challenge=create_s256_code_challenge(login.verifier),
                code_challenge_method="S256",
            )
        )

    async def check_issuer(self, named: str | None) -> None:
        """Refuse an answer that names another issuer (RFC 9207)."""
        if named is not None and named != (await self._discover()).issuer:
            raise NotSignedIn("Another issuer answered.")

    async def exchange(self, code: str, login: LoginState) -> Claims:
        """Exchange the code for the verified claims about the person."""
        published = await self._discover()
        body = prepare_token_request(
            "authorization_code", redirect_uri=self.return_address, code=code, code_verifier=login.verifier
        )
        headers = {"Accept": "application/json", "Content-Type": "application/x-www-form-urlencoded"}
        url, headers, body = self._make_client_auth(published).prepare("POST", published.token_endpoint, headers, body)
        tokens = await self._fetch("POST", url, _Tokens, data=body, headers=headers)
        expected = Expected(published.issuer, self.client_id, login.nonce)
        try:
            return read_id_token(tokens.id_token, await self._get_keys(), expected)
        except UnknownKey:
            pass
        try:
            return read_id_token(tokens.id_token, await self._get_keys(max_age=KEYS_AGAIN_SECONDS), expected)
        except UnknownKey:
            raise BadIdToken("It names a key that the provider does not have.") from None

    def _make_client_auth(self, published: _Published) -> ClientAuth:
        """Authenticate this site in the way the provider supports."""
        secret = self._settings.of(AccountSettings).oidc_client_secret
        if secret is None:
            return ClientAuth(self.client_id, None, "none")
        known = published.token_endpoint_auth_methods_supported
        basic = "client_secret_basic" in known or "client_secret_post" not in known
        method = "client_secret_basic" if basic else "client_secret_post"
        return ClientAuth(self.client_id, secret.get_secret_value(), method)

    async def _discover(self) -> _Published:
        issuer, asked_at = self.issuer, self._clock()
        async with self._lock:
            if self._published is None or self._clock() - self._published[0] > KEPT_SECONDS:
                found = await self._fetch_shared(get_well_known_url(issuer, external=True), _Published, asked_at)
                self._published = self._clock(), self._check(found)
            return self._published[1]

    def _check(self, found: _Published) -> _Published:
        places = (found.authorization_endpoint, found.token_endpoint, found.jwks_uri)
        guarded = all(place.startswith("https://") for place in places) or self.issuer.startswith("http://")
        if found.issuer.rstrip("/") != self.issuer.rstrip("/") or not guarded:
            _log.error(
                "the OpenID Connect provider publishes another issuer, or endpoints without TLS", issuer=found.issuer
            )
            raise ProviderDown("Its published configuration is not valid.", retry_after=RETRY_SECONDS)
        return found

    async def _get_keys(self, *, max_age: float = KEPT_SECONDS) -> KeySet:
        """Return the provider's keys; fetch them again if they are older than this."""
        published, asked_at = await self._discover(), self._clock()
        async with self._lock:
            if self._keys is None or self._clock() - self._keys[0] > max_age:
                found = await self._fetch_shared(published.jwks_uri, _Keys, asked_at)
                self._keys = self._clock(), read_keys(found.keys)
            return self._keys[1]

    async def _fetch_shared(self, url: str, kind: type[T], asked_at: float) -> T:
        """Fetch once for all waiting callers; a failure counts for all of them."""
        if asked_at < self._failed_at:
            raise ProviderDown(retry_after=RETRY_SECONDS)
        try:
            return await self._fetch("GET", url, kind)
        except ProviderDown:
            self._failed_at = self._clock()
            raise

    async def _fetch(self, method: str, url: str, kind: type[T], **options: Any) -> T:  # noqa: ANN401 - as aiohttp's own
        policy = Policy.make([*self._settings.local_hosts, URL(self.issuer).host or ""])
        outbound = Outbound(policy, seconds=SECONDS)
        try:
            async with outbound.request(method, url, **options) as response:
                body = await _read(response.content)
                if method == "POST" and response.status in range(400, 500):
                    raise NotSignedIn("It did not accept the code.")
                if response.status != 200:  # noqa: PLR2004 - OK; redirects are not followed
                    raise ProviderDown(f"It answered with {response.status}.", retry_after=RETRY_SECONDS)
                return msgspec.json.decode(body, type=kind)
        except (aiohttp.ClientError, OSError, TimeoutError, BadAddress, msgspec.DecodeError) as problem:
            _log.warning("the OpenID Connect provider failed", place=URL(url).host, reason=type(problem).__name__)
            raise ProviderDown(retry_after=RETRY_SECONDS) from None
        finally:
            await outbound.close()


async def _read(content: aiohttp.StreamReader) -> bytes:
    body = bytearray()
    while len(body) <= LARGEST and not content.at_eof():
        body += await content.readany()
    return bytes(body[:LARGEST])

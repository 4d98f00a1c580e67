"""An OpenID Connect provider on a real socket. Strict like real ones, except for faults that a test sets."""

import hashlib
import secrets
import time
from base64 import b64decode, urlsafe_b64encode
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Self
from urllib.parse import urlencode

from aiohttp import web
from joserfc import jwt
from joserfc.jwk import RSAKey

CLIENT_ID = "the-arena"
CLIENT_SECRET = "s3cret of the arena"  # pragma: allowlist secret

Claims = dict[str, Any]


@dataclass
class Grant:
    """An issued code with the parameters of its request."""

    claims: Claims
    nonce: str
    challenge: str
    return_address: str


@dataclass
class IdentityProvider:
    """Requests to `/authorize` are signed in as `person`."""

    person: Claims = field(default_factory=lambda: {"sub": "1", "email": "ann@corp.example", "email_verified": True})
    forge: Callable[[Claims], str] | None = None
    """Replaces `sign` for ID tokens."""
    denies: bool = False
    methods: list[str] = field(default_factory=lambda: ["client_secret_basic"])
    described: Claims = field(default_factory=dict)
    """Overrides of the published configuration."""
    asked: list[str] = field(default_factory=list)
    key: RSAKey = field(default_factory=lambda: RSAKey.generate_key(2048, {"kid": "first", "use": "sig"}))
    _grants: dict[str, Grant] = field(default_factory=dict)

    async def __aenter__(self) -> Self:
        app = web.Application(middlewares=[self._note])
        app.router.add_get("/.well-known/openid-configuration", self._describe)
        app.router.add_get("/authorize", self._authorize)
        app.router.add_post("/token", self._exchange)
        app.router.add_get("/jwks", self._show_keys)
        app.router.add_get("/moved", self._redirect)
        self._runner = web.AppRunner(app, access_log=None)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.issuer = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    async def stop(self) -> None:
        await self._runner.cleanup()

    def sign(self, claims: Claims, **header: object) -> str:
        return jwt.encode({"alg": "RS256", "kid": self.key.kid, **header}, claims, self.key)

    def change_key(self, kid: str = "second") -> None:
        self.key = RSAKey.generate_key(2048, {"kid": kid, "use": "sig"})

    @web.middleware
    async def _note(self, request: web.Request, handler: Any) -> web.StreamResponse:
        self.asked.append(request.path)
        response: web.StreamResponse = await handler(request)
        return response

    async def _describe(self, _request: web.Request) -> web.Response:
        facts = {
            "issuer": self.issuer,
            "authorization_endpoint": f"{self.issuer}/authorize",
            "token_endpoint": f"{self.issuer}/token",
            "jwks_uri": f"{self.issuer}/jwks",
            "token_endpoint_auth_methods_supported": self.methods,
        }
        return web.json_response({**facts, **self.described})

    async def _authorize(self, request: web.Request) -> web.Response:
        query = request.query
        fits = query["client_id"] == CLIENT_ID and query["response_type"] == "code"
        if not fits or query["code_challenge_method"] != "S256" or "openid" not in query["scope"].split():
            raise web.HTTPBadRequest
        back = {"state": query["state"], "iss": self.issuer}
        if self.denies:
            back["error"] = "access_denied"
        else:
            back["code"] = secrets.token_urlsafe(24)
            self._grants[back["code"]] = Grant(
                dict(self.person), query["nonce"], query["code_challenge"], query["redirect_uri"]
            )
        raise web.HTTPFound(f"{query['redirect_uri']}?{urlencode(back)}")

    async def _exchange(self, request: web.Request) -> web.Response:
        form = await request.post()
        grant = self._grants.pop(str(form.get("code")), None)
        verifier = hashlib.sha256(str(form.get("code_verifier")).encode()).digest()
        challenge = urlsafe_b64encode(verifier).rstrip(b"=").decode()
        if not self._knows(request, {name: str(value) for name, value in form.items()}):
            return web.json_response({"error": "invalid_client"}, status=401)
        if grant is None or grant.challenge != challenge or grant.return_address != form.get("redirect_uri"):
            return web.json_response({"error": "invalid_grant"}, status=400)
        now = int(time.time())
        claims = {"iss": self.issuer, "aud": CLIENT_ID, "iat": now, "exp": now + 300, "nonce": grant.nonce}
        written = (self.forge or self.sign)({**claims, **grant.claims})
        return web.json_response({"access_token": "unused", "token_type": "Bearer", "id_token": written})

    def _knows(self, request: web.Request, form: dict[str, str]) -> bool:
        if self.methods == ["client_secret_post"]:
            return (form.get("client_id"), form.get("client_secret")) == (CLIENT_ID, CLIENT_SECRET)
        scheme, _, given = request.headers.get("Authorization", "").partition(" ")
        return scheme == "Basic" and b64decode(given).decode() == f"{CLIENT_ID}:{CLIENT_SECRET}"

    async def _redirect(self, _request: web.Request) -> web.Response:
        raise web.HTTPFound("/jwks")

    async def _show_keys(self, _request: web.Request) -> web.Response:
        return web.json_response({"keys": [self.key.as_dict(private=False), {"kty": "new", "kid": "unreadable"}]})

"""ID tokens: verify the signature and every claim."""

import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from joserfc import jwt
from joserfc.errors import InvalidKeyIdError, JoseError
from joserfc.jwk import ECKey, JWKRegistry, KeySet, OKPKey, RSAKey

from .errors import BadIdToken

ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA", "Ed25519")
"""Asymmetric only: neither `none` nor HMAC, for which an attacker could use the public key as the secret."""
LEEWAY_SECONDS = 60
LONGEST = 32_768


class UnknownKey(Exception):
    """The token names a key that is not among the cached keys of the provider."""


@dataclass(frozen=True, slots=True)
class Expected:
    issuer: str
    client_id: str
    nonce: str


@dataclass(frozen=True, slots=True)
class Claims:
    subject: str
    email: str
    email_verified: bool
    name: str


def read_keys(published: Sequence[dict[str, Any]]) -> KeySet:
    """Keep the public keys that can verify signatures."""
    keys = []
    for one in published:
        try:
            key = JWKRegistry.import_key(one)
        except (JoseError, ValueError, TypeError, KeyError):
            continue
        if isinstance(key, RSAKey | ECKey | OKPKey) and one.get("use", "sig") == "sig":
            keys.append(key)
    return KeySet(cast("list[Any]", keys))


def read_id_token(text: str, keys: KeySet, expected: Expected) -> Claims:
    """Return the claims, verified with the given keys only."""
    if len(text) > LONGEST:
        raise BadIdToken
    try:
        token = jwt.decode(text, keys, algorithms=ALGORITHMS)
        _rules(expected).validate(token.claims)
    except InvalidKeyIdError:
        raise UnknownKey from None
    except (JoseError, ValueError, TypeError, KeyError) as problem:
        raise BadIdToken(f"{type(problem).__name__}.") from None
    _check_for_us(token.claims, expected)
    return Claims(
        subject=token.claims["sub"],
        email=_text(token.claims, "email"),
        email_verified=token.claims.get("email_verified") is True,
        name=_text(token.claims, "name"),
    )


def _rules(expected: Expected) -> jwt.JWTClaimsRegistry:
    return jwt.JWTClaimsRegistry(
        leeway=LEEWAY_SECONDS,
        iss={"essential": True, "value": expected.issuer},
        aud={"essential": True, "value": expected.client_id},
        sub={"essential": True},
        exp={"essential": True},
        iat={"essential": True},
    )


def _check_for_us(claims: dict[str, Any], expected: Expected) -> None:
    """Check the nonce, which is this sign-in's, and `azp`, which names the client if there are several audiences."""
    if not hmac.compare_digest(_text(claims, "nonce").encode(), expected.nonce.encode()):
        raise BadIdToken("Its nonce is wrong.")
    several = isinstance(claims["aud"], list) and len(claims["aud"]) > 1
    if (several or "azp" in claims) and claims.get("azp") != expected.client_id:
        raise BadIdToken("It was made for another site.")


def _text(claims: dict[str, Any], name: str) -> str:
    value = claims.get(name)
    return value if isinstance(value, str) else ""

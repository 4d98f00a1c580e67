"""Short-lived access tokens for programs, as JWTs. Each names a sign-in, so ending the sign-in ends them."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import OctKey

from llmbattler.core.signing import SigningKey

ALGORITHM = "HS256"
ISSUER = "llmbattler"
AUDIENCE = "llmbattler-api"
TYPE = "access"
LIFETIME = timedelta(minutes=15)
LONGEST = 2048
_PURPOSE = "access token"


@dataclass(frozen=True, slots=True)
class AccessClaims:
    account_id: str
    sign_in_id: UUID


def write_access_token(key: SigningKey, claims: AccessClaims, *, now: datetime) -> str:
    issued = int(now.timestamp())
    return jwt.encode(
        {"alg": ALGORITHM, "typ": "JWT"},
        {
            "iss": ISSUER,
            "aud": AUDIENCE,
            "sub": claims.account_id,
            "sid": str(claims.sign_in_id),
            "use": TYPE,
            "iat": issued,
            "nbf": issued,
            "exp": issued + int(LIFETIME.total_seconds()),
        },
        _key(key),
    )


def read_access_token(key: SigningKey, text: str) -> AccessClaims | None:
    """Return the claims, or `None` for a token that this site did not issue or that has expired."""
    if len(text) > LONGEST:
        return None
    try:
        token = jwt.decode(text, _key(key), algorithms=[ALGORITHM])
        _RULES.validate(token.claims)
        return AccessClaims(str(token.claims["sub"]), UUID(str(token.claims["sid"])))
    except (JoseError, ValueError, TypeError, KeyError):
        return None


def _key(key: SigningKey) -> OctKey:
    return OctKey.import_key(key.derive(_PURPOSE))


_RULES = jwt.JWTClaimsRegistry(
    iss={"essential": True, "value": ISSUER},
    aud={"essential": True, "value": AUDIENCE},
    use={"essential": True, "value": TYPE},
    sub={"essential": True},
    sid={"essential": True},
    exp={"essential": True},
    nbf={"essential": True},
)

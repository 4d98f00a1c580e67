"""JSON Web Tokens as an attacker writes them: by hand, since libraries refuse the worst ones."""

import hashlib
import hmac
import json
from base64 import urlsafe_b64encode
from typing import Any

from joserfc.jwk import RSAKey


def encode(content: object) -> str:
    raw = content if isinstance(content, bytes) else json.dumps(content).encode()
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def forge(header: dict[str, Any], claims: dict[str, Any], secret: bytes) -> str:
    """Sign with HMAC-SHA256, whatever the header says."""
    signed = f"{encode(header)}.{encode(claims)}"
    return f"{signed}.{encode(hmac.digest(secret, signed.encode(), hashlib.sha256))}"


def unsigned(header: dict[str, Any], claims: dict[str, Any], signature: str = "") -> str:
    return f"{encode(header)}.{encode(claims)}.{signature}"


def public_texts(key: RSAKey) -> list[bytes]:
    """The ways in which a public key is written down."""
    return [key.as_pem(private=False), key.as_der(private=False), json.dumps(key.as_dict(private=False)).encode()]

"""Forged JSON Web Tokens, built by hand because libraries refuse to make them."""

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


def encode_public_key(key: RSAKey) -> list[bytes]:
    """Return the public key in every common encoding."""
    return [key.as_pem(private=False), key.as_der(private=False), json.dumps(key.as_dict(private=False)).encode()]

"""Signatures with the site's secret key."""

import hashlib
import hmac
from base64 import urlsafe_b64encode
from dataclasses import dataclass, field
from functools import lru_cache


@lru_cache(maxsize=256)
def _derive(secret: bytes, purpose: str) -> bytes:
    return hmac.digest(secret, b"llmbattler signs " + purpose.encode(), hashlib.sha256)


@dataclass(frozen=True, slots=True)
class SigningKey:
    """Each purpose has a derived key, so a signature for one purpose is invalid for another."""

    secret: bytes = field(repr=False)

    def derive(self, purpose: str) -> bytes:
        """Return the key of one purpose, for libraries that sign themselves."""
        return _derive(self.secret, purpose)

    def sign(self, purpose: str, message: bytes) -> str:
        return urlsafe_b64encode(hmac.digest(self.derive(purpose), message, hashlib.sha256)).rstrip(b"=").decode()

    def verify(self, purpose: str, message: bytes, signature: str) -> bool:
        return hmac.compare_digest(self.sign(purpose, message).encode(), signature.encode(errors="replace"))

"""Random secrets: shown once, stored only as a hash."""

import hashlib
import secrets
from enum import StrEnum

HINT = 10


class Prefix(StrEnum):
    """Identifies the kind of a secret that turns up in a log or a repository."""

    SESSION = "llmbs_"
    REFRESH = "llmbr_"
    TOKEN = "llmbt_"  # noqa: S105 - the beginning of one
    INVITATION = "llmbi_"
    LINK = "llmbl_"


def make_secret(prefix: Prefix) -> str:
    """Make a secret of 256 random bits, for which a plain hash is safe to store."""
    return prefix + secrets.token_urlsafe(32)


def hash_secret(secret: str) -> str:
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()


def hint_of(secret: str) -> str:
    """The part that may be shown later to tell secrets apart."""
    return secret[:HINT]

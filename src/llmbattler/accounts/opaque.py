"""Secrets without a meaning: handed out once, kept only as a hash."""

import hashlib
import secrets
from enum import StrEnum

HINT = 10


class Prefix(StrEnum):
    """Says what was found when one turns up in a log or a repository."""

    SESSION = "llmbs_"
    REFRESH = "llmbr_"
    TOKEN = "llmbt_"  # noqa: S105 - the beginning of one
    INVITATION = "llmbi_"
    LINK = "llmbl_"


def make_secret(prefix: Prefix) -> str:
    """Make 256 random bits, so that a plain hash is enough to keep them by."""
    return prefix + secrets.token_urlsafe(32)


def hash_secret(secret: str) -> str:
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()


def hint_of(secret: str) -> str:
    """What may be shown later to tell one from another."""
    return secret[:HINT]

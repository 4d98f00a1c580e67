"""Passwords: what makes a good one, and Argon2, off the event loop and only a few at a time."""

import asyncio
import unicodedata
from weakref import WeakKeyDictionary

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from .errors import WeakPassword

SHORTEST = 10
LONGEST = 256
AT_ONCE = 2
"""Each hash takes 64 MiB and a core for a while."""
_FEWEST_LETTERS = 5
_WELL_KNOWN = frozenset(
    {"1234567890", "12345678910", "0123456789", "qwertyuiop", "password123", "password1234", "passwordpassword"}
    | {"letmeinletmein", "iloveyouiloveyou", "administrator", "changemechangeme", "adminadmin", "llmbattler"}
)

_hasher = PasswordHasher()
_COST = f"m={_hasher.memory_cost},t={_hasher.time_cost},p={_hasher.parallelism}"
_NOBODYS = f"$argon2id$v=19${_COST}${'A' * 22}${'A' * 43}"
"""The hash of no password at all, so that unknown people cost as much time as known ones."""
_slots: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = WeakKeyDictionary()
"""One for each event loop: a semaphore that was waited for belongs to its loop."""


def check_strength(password: str, *, email: str) -> None:
    """Refuse short and common passwords. There are no rules about kinds of characters."""
    plain = password.strip().lower()
    if len(plain) < SHORTEST:
        raise WeakPassword(f"Use at least {SHORTEST} characters.")
    if len(password) > LONGEST:
        raise WeakPassword(f"Use at most {LONGEST} characters.")
    if plain in _WELL_KNOWN or len(set(plain)) < _FEWEST_LETTERS:
        raise WeakPassword("This one is among the first that anybody would try.")
    if plain in {email.lower(), email.lower().partition("@")[0]}:
        raise WeakPassword("The password must not be your email address.")


async def hash_password(password: str) -> str:
    async with _get_slots():
        return await asyncio.to_thread(_hasher.hash, _normal(password))


async def verify_password(password: str, stored: str | None) -> bool:
    """Compare; takes as long and fails when nothing is stored."""
    async with _get_slots():
        return await asyncio.to_thread(_matches, _normal(password), stored or _NOBODYS) and stored is not None


def _get_slots() -> asyncio.Semaphore:
    return _slots.setdefault(asyncio.get_running_loop(), asyncio.Semaphore(AT_ONCE))


def needs_rehash(stored: str) -> bool:
    return _hasher.check_needs_rehash(stored)


def _normal(password: str) -> bytes:
    """Normalize: keyboards encode the same letter in different ways."""
    return unicodedata.normalize("NFKC", password).encode("utf-8", "surrogatepass")


def _matches(password: bytes, stored: str) -> bool:
    try:
        return _hasher.verify(stored, password)
    except (VerificationError, InvalidHashError):
        return False

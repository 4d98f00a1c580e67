"""Secrets at rest: AES-256-GCM under the site's master key, bound to what they belong to."""

import hashlib
import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from .master_keys import MasterKeys

NONCE_BYTES = 12
KEY_BYTES = 32
ID_LETTERS = 12
_PURPOSE = b"llmbattler keeps secrets"


class UnreadableSecret(Exception):
    """This secret cannot be read with the master key of this site."""


@dataclass(frozen=True, slots=True)
class Sealed:
    """A secret as it is stored, and which master key it needs."""

    ciphertext: bytes = field(repr=False)
    nonce: bytes = field(repr=False)
    master_key_id: str


@dataclass(frozen=True, slots=True)
class _Lock:
    name: str
    cipher: AESGCM = field(repr=False)


class Vault:
    """Seals with the present master key, opens with any that the site still has.

    What a secret is bound to (its row, the address it may be sent to) is part of the seal: moved elsewhere it does not
    open.
    """

    def __init__(self, keys: MasterKeys) -> None:
        self.keys = keys
        self._known: dict[str, _Lock] = {}

    def seal(self, secret: str, *, bound_to: Sequence[str]) -> Sealed:
        """Lock a secret up. The present key is read anew each time, so that a rotation elsewhere is heeded at once."""
        lock = _lock(self.keys.get_or_create_current())
        nonce = secrets.token_bytes(NONCE_BYTES)
        return Sealed(lock.cipher.encrypt(nonce, secret.encode(), _bind(bound_to)), nonce, lock.name)

    def open(self, sealed: Sealed, *, bound_to: Sequence[str]) -> str:
        """Decrypt, or raise `UnreadableSecret`: wrong master key, changed bytes, or bound to something else."""
        lock = self._find(sealed.master_key_id)
        try:
            return lock.cipher.decrypt(sealed.nonce, sealed.ciphertext, _bind(bound_to)).decode()
        except (InvalidTag, ValueError):
            raise UnreadableSecret from None

    @property
    def can_seal(self) -> bool:
        return self.keys.may_generate or bool(self.keys.read())

    def is_present(self, master_key_id: str) -> bool:
        """True for what was sealed with the present master key."""
        found = self.keys.read()
        return bool(found) and _lock(found[0]).name == master_key_id

    def _find(self, name: str) -> _Lock:
        if name not in self._known:
            self._known = {lock.name: lock for lock in map(_lock, self.keys.read())}
        try:
            return self._known[name]
        except KeyError:
            raise UnreadableSecret from None


def _lock(master: bytes) -> _Lock:
    key = HKDF(SHA256(), KEY_BYTES, salt=None, info=_PURPOSE).derive(master)
    return _Lock(hashlib.sha256(_PURPOSE + key).hexdigest()[:ID_LETTERS], AESGCM(key))


def _bind(parts: Sequence[str]) -> bytes:
    # As JSON, so that ("ab", "c") and ("a", "bc") differ.
    return json.dumps(list(parts)).encode()

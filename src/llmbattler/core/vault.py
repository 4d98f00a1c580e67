"""Secrets at rest: AES-256-GCM with the site's master key, bound to what they belong to."""

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
    """An encrypted secret, and the id of its master key."""

    ciphertext: bytes = field(repr=False)
    nonce: bytes = field(repr=False)
    master_key_id: str


@dataclass(frozen=True, slots=True)
class _Cipher:
    name: str
    aes: AESGCM = field(repr=False)


class Vault:
    """Encrypts with the current master key, decrypts with any that the site still has.

    What a secret is bound to (its row, the address it may be sent to) is authenticated: moved elsewhere, it cannot be
    decrypted.
    """

    def __init__(self, keys: MasterKeys) -> None:
        self.keys = keys
        self._known: dict[str, _Cipher] = {}

    def seal(self, secret: str, *, bound_to: Sequence[str]) -> Sealed:
        """Encrypt a secret. The current key is read each time, so that a rotation by another process counts at once."""
        cipher = _make_cipher(self.keys.get_or_create_current())
        nonce = secrets.token_bytes(NONCE_BYTES)
        return Sealed(cipher.aes.encrypt(nonce, secret.encode(), _bind(bound_to)), nonce, cipher.name)

    def open(self, sealed: Sealed, *, bound_to: Sequence[str]) -> str:
        """Decrypt, or raise `UnreadableSecret`: wrong master key, changed bytes, or bound to something else."""
        cipher = self._find_cipher(sealed.master_key_id)
        try:
            return cipher.aes.decrypt(sealed.nonce, sealed.ciphertext, _bind(bound_to)).decode()
        except (InvalidTag, ValueError):
            raise UnreadableSecret from None

    @property
    def can_seal(self) -> bool:
        return self.keys.may_generate or bool(self.keys.read())

    def is_current(self, master_key_id: str) -> bool:
        """True for what was encrypted with the current master key."""
        found = self.keys.read()
        return bool(found) and _make_cipher(found[0]).name == master_key_id

    def _find_cipher(self, name: str) -> _Cipher:
        if name not in self._known:
            self._known = {cipher.name: cipher for cipher in map(_make_cipher, self.keys.read())}
        try:
            return self._known[name]
        except KeyError:
            raise UnreadableSecret from None


def _make_cipher(master: bytes) -> _Cipher:
    key = HKDF(SHA256(), KEY_BYTES, salt=None, info=_PURPOSE).derive(master)
    return _Cipher(hashlib.sha256(_PURPOSE + key).hexdigest()[:ID_LETTERS], AESGCM(key))


def _bind(parts: Sequence[str]) -> bytes:
    # JSON keeps ("ab", "c") and ("a", "bc") apart.
    return json.dumps(list(parts)).encode()

"""The parts of a backup besides the database: files, secrets and configuration files."""

import asyncio
import base64
import hashlib
import io
import secrets
import tarfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from ..clock import now
from ..manifests import list_manifests, load
from ..master_keys import FILE_NAME as MASTER_KEY_FILE
from ..master_keys import MasterKeys
from ..secret_files import SECRET_KEY_FILE, resolve_secret_key
from ..settings import Settings
from ..storage.contract import Storage, StoredFileMissing, is_key
from .description import Part
from .errors import BackupBroken, PassphraseWrong, SecretsDiffer
from .places import open_private
from .settings import BackupSettings

OnCount = Callable[[int], None]
MEDIA_TYPE = "application/octet-stream"
_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class SiteFile:
    """A configuration file that belongs to a site. Slices name theirs in their manifest."""

    name: str
    path: Path | None
    """Where it is; `None` if the site has none."""
    restore_to: Path


class SiteSecrets(msgspec.Struct, frozen=True):
    """What signs cookies and votes, and what encrypts provider keys, the current key first."""

    secret_key: str
    master_keys: list[str]


class _Encrypted(msgspec.Struct, frozen=True):
    salt: str
    nonce: str
    encrypted: str


async def write_files(storage: Storage, file: IO[bytes], on_count: OnCount) -> int:
    """Write all stored files to an archive, one at a time, and return how many. Deleted ones are left out."""
    count = 0
    with tarfile.open(fileobj=file, mode="w|") as archive:
        async for key in storage.list_keys():
            try:
                content = await storage.get(key)
            except StoredFileMissing:
                continue
            entry = tarfile.TarInfo(key)
            entry.size, entry.mode = len(content), 0o600
            await asyncio.to_thread(archive.addfile, entry, io.BytesIO(content))
            count += 1
            on_count(count)
    return count


def count_files(path: Path) -> int:
    """Read the archive to its end, or raise `BackupBroken`."""
    count = 0
    try:
        with tarfile.open(path, mode="r|") as archive:
            for entry in archive:
                if not entry.isfile() or not is_key(entry.name):
                    raise BackupBroken(f"{path.name} contains something that is not a file of the site.")
                count += 1
    except tarfile.TarError:
        raise BackupBroken(f"{path.name} cannot be read.") from None
    return count


async def read_files(path: Path, storage: Storage, on_count: OnCount) -> None:
    """Store all files of an archive, one at a time. Their names are random, so they replace no others."""
    with tarfile.open(path, mode="r|") as archive:
        for count, entry in enumerate(archive, 1):
            content = archive.extractfile(entry)
            await storage.put(entry.name, content.read() if content else b"", MEDIA_TYPE)
            on_count(count)


def collect_secrets(settings: Settings) -> SiteSecrets:
    """Return the secrets in use, from the settings or the data folder."""
    keys = MasterKeys(settings).read()
    return SiteSecrets(resolve_secret_key(settings).decode(), [key.decode() for key in keys])


def encode_secrets(found: SiteSecrets, settings: Settings) -> bytes:
    content = msgspec.json.encode(found)
    passphrase = settings.of(BackupSettings).backup_passphrase
    if passphrase is None:
        return content
    salt, nonce = secrets.token_bytes(16), secrets.token_bytes(12)
    sealed = _derive(passphrase.get_secret_value(), salt).encrypt(nonce, content, None)
    return msgspec.json.encode(_Encrypted(*(base64.b64encode(part).decode() for part in (salt, nonce, sealed))))


def decode_secrets(content: bytes, settings: Settings) -> SiteSecrets:
    """Read the secrets, or raise `PassphraseWrong` or `BackupBroken`."""
    try:
        found = msgspec.json.decode(content, type=dict[str, str | list[str]])
        if "encrypted" in found:
            content = _decrypt(msgspec.convert(found, _Encrypted), settings)
        return msgspec.json.decode(content, type=SiteSecrets)
    except (msgspec.DecodeError, ValueError):
        raise BackupBroken("The secrets cannot be read.") from None


def _decrypt(found: _Encrypted, settings: Settings) -> bytes:
    passphrase = settings.of(BackupSettings).backup_passphrase
    if passphrase is None:
        raise PassphraseWrong
    salt, nonce, sealed = (base64.b64decode(part) for part in (found.salt, found.nonce, found.encrypted))
    try:
        return _derive(passphrase.get_secret_value(), salt).decrypt(nonce, sealed, None)
    except InvalidTag:
        raise PassphraseWrong from None


def _derive(passphrase: str, salt: bytes) -> AESGCM:
    return AESGCM(Scrypt(salt=salt, length=32, n=2**15, r=8, p=1).derive(passphrase.encode()))


def check_secrets(found: SiteSecrets, settings: Settings) -> None:
    """Raise `SecretsDiffer` if the settings name other secrets, with which the restored site could not work."""
    if settings.secret_key is not None and settings.secret_key.get_secret_value() != found.secret_key:
        raise SecretsDiffer("SECRET_KEY is another one.")
    keys = MasterKeys(settings)
    if keys.configured and not {key.encode() for key in found.master_keys} <= set(keys.read()):
        raise SecretsDiffer("The master key of the backup is not among MASTER_KEY or MASTER_KEY_FILE.")


def write_secrets(found: SiteSecrets, settings: Settings) -> None:
    """Write those secrets to the data folder that the settings do not name. A different old one is kept beside it."""
    if settings.secret_key is None:
        _replace(settings.data_dir / SECRET_KEY_FILE, found.secret_key.encode())
    if found.master_keys and not MasterKeys(settings).configured:
        _replace(settings.data_dir / MASTER_KEY_FILE, "\n".join([*found.master_keys, ""]).encode())


def print_secrets(found: SiteSecrets) -> bytes:
    """Return the secrets as lines of an environment file."""
    lines = [f"SECRET_KEY={found.secret_key}"]
    if found.master_keys:
        lines.append(f"MASTER_KEY={','.join(found.master_keys)}")
    return "\n".join([*lines, ""]).encode()


def list_site_files(settings: Settings) -> list[SiteFile]:
    return [load(reference)(settings) for manifest in list_manifests() for reference in manifest.site_files]


def encode_configuration(settings: Settings) -> bytes:
    found = {one.name: one.path.read_text() for one in list_site_files(settings) if one.path is not None}
    return msgspec.json.encode(found)


def decode_configuration(content: bytes) -> dict[str, str]:
    try:
        return msgspec.json.decode(content, type=dict[str, str])
    except msgspec.DecodeError:
        raise BackupBroken("The configuration files cannot be read.") from None


def write_configuration(contents: dict[str, str], settings: Settings) -> list[str]:
    """Write files that the site does not have, and return sentences about those that it has and that differ."""
    notes = []
    for one in list_site_files(settings):
        content = contents.get(one.name)
        if content is None:
            continue
        target = one.restore_to
        if one.path is not None and one.path.read_text() != content:
            target = one.path.with_name(f"{one.path.name}.from-backup")
            notes.append(f"{one.path} was kept, and differs from the one in the backup, which is {target}.")
        if one.path is None or target != one.restore_to:
            _replace(target, content.encode())
    return notes


def _replace(path: Path, content: bytes) -> None:
    """Write a private file atomically, and keep a different old one."""
    if path.exists() and path.read_bytes().strip() != content.strip():
        path.rename(path.with_name(f"{path.name}.replaced-{now():%Y%m%dT%H%M%SZ}"))
    draft = path.with_name(f".{path.name}.part")
    with open_private(draft) as file:
        file.write(content)
    draft.replace(path)


def describe_part(path: Path) -> Part:
    """Compute size and hash of a part."""
    found, size = hashlib.sha256(), 0
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            found.update(chunk)
            size += len(chunk)
    return Part(path.name, size, found.hexdigest())

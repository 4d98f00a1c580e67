"""Secrets that the site generates and stores in the data folder."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from .data_dir import give_to_owner
from .errors import StartupProblem
from .settings import Settings

MINIMUM_BYTES = 32
SECRET_KEY_FILE = "secret.key"  # noqa: S105 - a name
_WELL_KNOWN = frozenset({"changeme", "change-me", "secret", "password", "default", "insecure", "test", "dev"})


def resolve_secret_key(settings: Settings) -> bytes:
    """Return the key that signs cookies: the configured one, else one generated once in the data folder."""
    if settings.secret_key is not None:
        return check_secret("SECRET_KEY", settings.secret_key.get_secret_value())
    if settings.database_url is not None:
        raise StartupProblem(
            "SECRET_KEY is not set. With DATABASE_URL several machines must share it: set the same value on each, "
            "for example the output of `openssl rand -hex 32`."
        )
    return load_or_create_secret(settings.data_dir / SECRET_KEY_FILE)


def check_secret(name: str, value: str) -> bytes:
    """Refuse a configured secret that is easy to guess."""
    simple = value.strip().lower().replace("_", "-")
    repeated = len(set(value)) < 8  # noqa: PLR2004 - 'aaaa…' and 'abcabc…' are long but not secret
    if len(value.encode()) < MINIMUM_BYTES or repeated or any(simple.startswith(word) for word in _WELL_KNOWN):
        raise StartupProblem(
            f"{name} is empty, well known or shorter than {MINIMUM_BYTES} bytes. "
            "Use a random one, for example the output of `openssl rand -hex 32`."
        )
    return value.encode()


def load_or_create_secret(path: Path) -> bytes:
    """Read the secret at this path, or generate it, readable by this user only and written atomically."""
    try:
        if not path.exists():
            _create_secret(path)
        return check_secret(path.name, path.read_text().strip())
    except OSError as error:
        raise StartupProblem(f"The secret in {path} cannot be read or written: {error.strerror}.") from None


def _create_secret(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with write_draft(path, secrets.token_hex(MINIMUM_BYTES).encode()) as draft, suppress(FileExistsError):
        os.link(draft, path)  # fails when another process was first; both then read the same secret


@contextmanager
def write_draft(path: Path, content: bytes) -> Iterator[Path]:
    """Write a file for this user only beside this path, on the disk when the block begins and removed when it ends."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            give_to_owner(descriptor, path.parent)
            file.write(content)
            file.flush()
            os.fsync(descriptor)
        yield draft
    finally:
        draft.unlink(missing_ok=True)

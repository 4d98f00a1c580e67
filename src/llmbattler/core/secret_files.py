"""Secrets that the site generates and stores in the data folder."""

import os
import secrets
from pathlib import Path

from .data_dir import give_to_owner
from .errors import StartupProblem
from .settings import Settings

MINIMUM_BYTES = 32
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
    return load_or_create_secret(settings.data_dir / "secret.key")


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
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600)
    with os.fdopen(descriptor, "w") as file:
        give_to_owner(descriptor, path.parent)
        file.write(secrets.token_hex(MINIMUM_BYTES))
    try:
        os.link(draft, path)  # fails when another process was first; both then read the same secret
    except FileExistsError:
        pass
    finally:
        draft.unlink()
    return check_secret(path.name, path.read_text().strip())

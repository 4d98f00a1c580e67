"""The master keys that encrypt secrets: from the settings, from a file, or generated in the data folder."""

import re
import secrets

from .errors import Conflict, StartupProblem, Unavailable
from .secret_files import MINIMUM_BYTES, check_secret, load_or_create_secret, write_draft
from .settings import Settings

FILE_NAME = "master.key"
_BETWEEN = re.compile(r"[\s,]+")


class MasterKeyMissing(Conflict):
    """This site has no master key, so it cannot store secrets; set MASTER_KEY or MASTER_KEY_FILE."""


class MasterKeyConfigured(Conflict):
    """The master key comes from the settings; change it there."""


class MasterKeyNotWritten(Unavailable):
    """The master key cannot be written, so nothing was changed; check the disk of the data folder."""


class MasterKeys:
    """The current key first, then older ones that only decrypt. A site without any runs, but cannot use its secrets."""

    def __init__(self, settings: Settings) -> None:
        self._configured = settings.master_key.get_secret_value() if settings.master_key is not None else None
        self._file = settings.master_key_file.expanduser() if settings.master_key_file is not None else None
        self._own = settings.data_dir / FILE_NAME
        # Machines that share a database must share the key, so none of them may generate one.
        self.may_generate = self._configured is None and self._file is None and settings.database_url is None

    def check(self) -> None:
        """Raise `StartupProblem` for a weak or unreadable key. A missing key is allowed."""
        self._read()

    def read(self) -> tuple[bytes, ...]:
        """Return all keys; none when they are missing or invalid, which the doctor reports."""
        try:
            return self._read()
        except StartupProblem:
            return ()

    def _read(self) -> tuple[bytes, ...]:
        if self._configured is not None:
            return _split("MASTER_KEY", self._configured)
        path = self._file or self._own
        try:
            text = path.read_text()
        except FileNotFoundError:
            return ()
        except (OSError, UnicodeDecodeError):
            raise StartupProblem(f"The master key in {path} cannot be read. Check who may read the file.") from None
        return _split(path.name, text)

    def get_or_create_current(self) -> bytes:
        """Return the key to encrypt with; generate it when there is none and the site may do so."""
        found = self.read()
        if found:
            return found[0]
        if not self.may_generate:
            raise MasterKeyMissing("Use a random one, for example the output of `openssl rand -hex 32`.")
        try:
            return load_or_create_secret(self._own)
        except StartupProblem as problem:
            raise MasterKeyNotWritten(str(problem)) from None

    @property
    def configured(self) -> bool:
        """True when the key comes from the settings, so that the site cannot change it."""
        return self._configured is not None or self._file is not None

    def rotate(self) -> None:
        """Add a new current key to the site's own file."""
        if self.configured:
            raise MasterKeyConfigured
        older = self.read()
        if not older and not self.may_generate:
            raise MasterKeyMissing
        self._write(secrets.token_hex(MINIMUM_BYTES).encode(), *older)

    def delete_older(self) -> None:
        """Keep only the current key in the site's own file; keys from the settings stay."""
        if not self.configured:
            self._write(*self.read()[:1])

    def _write(self, *keys: bytes) -> None:
        try:
            with write_draft(self._own, b"\n".join(keys) + b"\n") as draft:
                draft.replace(self._own)
        except OSError as error:
            raise MasterKeyNotWritten(f"{self._own}: {error.strerror}.") from None


def _split(name: str, text: str) -> tuple[bytes, ...]:
    parts = [part for part in _BETWEEN.split(text) if part]
    return tuple(check_secret(name, part) for part in parts or [""])

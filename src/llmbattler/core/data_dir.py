"""The folder that holds the data of a site."""

import errno
import os
import shutil
import stat
from pathlib import Path

from .errors import StartupProblem

NO_SPACE = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
PROBE_BYTES = 4096
MINIMUM_FREE_BYTES = 16 * 1024 * 1024
"""One segment of PostgreSQL's write-ahead log."""


def prepare_data_dir(path: Path) -> None:
    """Create the folder and check that it can be written; raise `StartupProblem` if not."""
    try:
        path.mkdir(parents=True, exist_ok=True)
        _write_probe(path / ".writable")
    except OSError as error:
        advice = "Free some space, or choose another one" if error.errno in NO_SPACE else "Choose another one"
        raise StartupProblem(
            f"The data folder {path} cannot be written: {error.strerror}. {advice} with DATA_DIR."
        ) from None


def _write_probe(path: Path) -> None:
    try:
        # Not empty: a full disk still takes empty files.
        path.write_bytes(bytes(PROBE_BYTES))
    finally:
        path.unlink(missing_ok=True)


def has_space(path: Path) -> bool:
    """False when the disk of this folder is full, or so nearly full that PostgreSQL would stop."""
    return shutil.disk_usage(path).free >= MINIMUM_FREE_BYTES


def give_to_owner(descriptor: int, folder: Path) -> None:
    """As root, chown a new file to the owner of the folder, so that the site can open it without root."""
    if os.geteuid() != 0:
        return
    owner, made = folder.stat(), os.fstat(descriptor)
    # A file with a second hard link may belong elsewhere; giving it away would hand over that file.
    single = made.st_nlink == 1 or stat.S_ISDIR(made.st_mode)
    if made.st_uid == 0 and owner.st_uid != 0 and single:
        os.fchown(descriptor, owner.st_uid, owner.st_gid)


def make_folder(path: Path, mode: int = 0o777) -> None:
    """Create a folder with the same owner as its parent."""
    try:
        path.mkdir(mode)
    except FileExistsError:
        return
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        give_to_owner(descriptor, path.parent)
    finally:
        os.close(descriptor)


def make_folders(path: Path, mode: int = 0o777) -> None:
    """Create a folder and its missing parents, each with the same owner as its parent."""
    for folder in (*reversed(path.parents), path):
        if not folder.is_dir():
            make_folder(folder, mode)

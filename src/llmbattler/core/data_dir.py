"""The folder that holds everything a site must not lose."""

import os
import stat
from pathlib import Path

from .errors import StartupProblem


def prepare_data_dir(path: Path) -> None:
    """Make sure that the folder exists and can be written, or say in one sentence why not."""
    try:
        path.mkdir(parents=True, exist_ok=True)
        probe = path / ".writable"
        probe.touch()
        probe.unlink(missing_ok=True)
    except OSError as error:
        raise StartupProblem(
            f"The data folder {path} cannot be written: {error.strerror}. Choose another one with DATA_DIR."
        ) from None


def give_to_owner(descriptor: int, folder: Path) -> None:
    """As root, hand a new file over to whoever owns the folder: the site, which is not root, must open it too."""
    if os.geteuid() != 0:
        return
    owner, made = folder.stat(), os.fstat(descriptor)
    # A file with two names may be one from elsewhere that the owner of the folder would like to have.
    alone = made.st_nlink == 1 or stat.S_ISDIR(made.st_mode)
    if made.st_uid == 0 and owner.st_uid != 0 and alone:
        os.fchown(descriptor, owner.st_uid, owner.st_gid)


def make_folder(path: Path, mode: int = 0o777) -> None:
    """Make a folder inside the data folder that belongs to whoever owns the data folder."""
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
    """Make a folder and those around it, each of them the property of whoever owns the one that it stands in."""
    for folder in (*reversed(path.parents), path):
        if not folder.is_dir():
            make_folder(folder, mode)

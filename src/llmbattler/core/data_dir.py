"""The folder that holds the data of a site."""

import os
import stat
from pathlib import Path

from .errors import StartupProblem


def prepare_data_dir(path: Path) -> None:
    """Create the folder and check that it can be written; raise `StartupProblem` if not."""
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

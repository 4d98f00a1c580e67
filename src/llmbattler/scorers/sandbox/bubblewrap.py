"""The bubblewrap backend: own namespaces, a nearly empty file system, no network."""

import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..contract import SandboxResult
from ..errors import NoSandbox
from .confined_process import open_pipe, run_confined
from .interpreter import find_python, list_folders_above, list_paths
from .limits import TEMPORARY_BYTES, Limits
from .seccomp import make_filter

_LAUNCHER = (Path(__file__).parent / "launcher.py").read_text(encoding="utf-8")
_DEVICES = ("/dev/null", "/dev/zero", "/dev/random", "/dev/urandom")
# Unused user ids, so that the limit on processes counts only those of one program.
_FIRST_UID, _UIDS = 0x70000000, 0x0FFFFFFE
# Inside the user namespace, this id is mapped to the user of this process.
_MAPPED_UID = "65534"


class Bubblewrap:
    """Started by root, a program gets an unused user id; started by another user, a user namespace."""

    name = "bubblewrap"

    async def run(self, program: str, *, seconds: float, memory_mb: int, stdin: str = "") -> SandboxResult:
        limits = Limits(seconds=seconds, memory_mb=memory_mb)
        source = program.encode("utf-8", "surrogateescape")
        as_root = os.geteuid() == 0
        uid = _FIRST_UID + secrets.randbelow(_UIDS) if as_root else 0
        with _open_filter() as filter_fd, open_pipe() as (bound, tell):
            command = [
                *_find_bubblewrap(),
                *_list_namespaces(as_root=as_root),
                *_list_mounts(),
                *("--seccomp", str(filter_fd), "--"),
                *(str(find_python()), "-I", "-S", "-B", "-X", "utf8", "-c", _LAUNCHER),
                *(limits.order(program=source, uid=uid), "", str(tell)),
            ]
            return await run_confined(
                command,
                stdin=source + stdin.encode("utf-8", "surrogateescape"),
                limits=limits,
                pass_fds=(filter_fd, tell),
                bound=bound,
            )


def _find_bubblewrap() -> list[str]:
    path = shutil.which("bwrap", path="/usr/local/bin:/usr/bin:/bin:/run/current-system/sw/bin") or shutil.which(
        "bwrap"
    )
    if path is None:
        raise NoSandbox("bubblewrap is not installed.")
    return [path]


def _list_namespaces(*, as_root: bool) -> list[str]:
    """Namespace options. Root needs no user namespace: it changes to another user id, by which limits are counted."""
    unshared = ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try"]
    if as_root:
        user = ["--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
    else:
        user = ["--unshare-user", "--uid", _MAPPED_UID, "--gid", _MAPPED_UID]
    return [*unshared, *user, "--hostname", "sandbox", "--new-session", "--die-with-parent", "--clearenv"]


def _list_mounts() -> list[str]:
    """Mount options: Python, four devices and a small /tmp. All else is empty and read-only, without /proc."""
    options: list[str] = []
    for folder in list_folders_above():
        options += ["--perms", "0755", "--dir", str(folder)]
    for path in list_paths():
        if path.is_symlink():
            options += ["--symlink", str(path.readlink()), str(path)]
        else:
            options += ["--ro-bind", str(path), str(path)]
    options += ["--perms", "0755", "--dir", "/dev"]
    for device in _DEVICES:
        options += ["--dev-bind", device, device]
    options += ["--size", str(TEMPORARY_BYTES), "--perms", "1777", "--tmpfs", "/tmp"]  # noqa: S108 - inside
    return [*options, "--setenv", "HOME", "/tmp", "--chdir", "/tmp", "--remount-ro", "/"]  # noqa: S108 - inside


@contextmanager
def _open_filter() -> Iterator[int]:
    code = make_filter()
    reading, writing = os.pipe()
    try:
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(code)
        yield reading
    finally:
        os.close(reading)

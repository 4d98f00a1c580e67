"""Programs in bubblewrap: namespaces of their own, an almost empty file system, no way to the network."""

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
# No user has such a number, so a program's processes are counted apart from everybody else's.
_FIRST_UID, _UIDS = 0x70000000, 0x0FFFFFFE
# Namespaces are set up by mapping some number; inside a user namespace it stands for whoever runs this process.
_MAPPED_UID = "65534"


class Bubblewrap:
    """Started by root, a program gets a number that nobody has; started by others, a user namespace."""

    name = "bubblewrap"

    async def run(self, program: str, *, seconds: float, memory_mb: int, stdin: str = "") -> SandboxResult:
        limits = Limits(seconds=seconds, memory_mb=memory_mb)
        source = program.encode("utf-8", "surrogateescape")
        as_root = os.geteuid() == 0
        uid = _FIRST_UID + secrets.randbelow(_UIDS) if as_root else 0
        with _open_filter() as filter_fd, open_pipe() as (bound, tell):
            command = [
                *_find_bubblewrap(),
                *_separate(as_root=as_root),
                *_furnish(),
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


def _separate(*, as_root: bool) -> list[str]:
    """Namespaces. Root needs none for users: it can become somebody else for real, and limits count by that."""
    apart = ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try"]
    if as_root:
        who = ["--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
    else:
        who = ["--unshare-user", "--uid", _MAPPED_UID, "--gid", _MAPPED_UID]
    return [*apart, *who, "--hostname", "sandbox", "--new-session", "--die-with-parent", "--clearenv"]


def _furnish() -> list[str]:
    """Python, four devices and a small /tmp; everything else is empty and read-only, and there is no /proc."""
    furniture: list[str] = []
    for folder in list_folders_above():
        furniture += ["--perms", "0755", "--dir", str(folder)]
    for path in list_paths():
        if path.is_symlink():
            furniture += ["--symlink", str(path.readlink()), str(path)]
        else:
            furniture += ["--ro-bind", str(path), str(path)]
    furniture += ["--perms", "0755", "--dir", "/dev"]
    for device in _DEVICES:
        furniture += ["--dev-bind", device, device]
    furniture += ["--size", str(TEMPORARY_BYTES), "--perms", "1777", "--tmpfs", "/tmp"]  # noqa: S108 - inside
    return [*furniture, "--setenv", "HOME", "/tmp", "--chdir", "/tmp", "--remount-ro", "/"]  # noqa: S108 - inside


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

"""The sandlock backend: Landlock and seccomp instead of namespaces, for machines where bubblewrap does not start."""

import importlib.util
import json
import sys
from pathlib import Path

from ..contract import SandboxResult
from ..errors import NoSandbox
from .confined_process import open_pipe, run_confined
from .interpreter import find_python, list_paths
from .limits import PROCESSES, Limits
from .seccomp import make_filter

_HERE = Path(__file__).parent
_LAUNCHER = (_HERE / "launcher.py").read_text(encoding="utf-8")
_SUPERVISOR = str(_HERE / "sandlock_supervisor.py")
# No kernel limit on processes, which counts all processes of the server's user; sandlock counts the program's.
_UNCOUNTED = -1
# Landlock protects the content of files, but not their owner, mode and times, so these calls are denied.
_CHANGES = (
    *("chmod", "fchmod", "fchmodat", "fchmodat2", "chown", "fchown", "lchown", "fchownat"),
    *("utime", "utimes", "utimensat", "futimesat"),
    *("setxattr", "lsetxattr", "fsetxattr", "removexattr", "lremovexattr", "fremovexattr"),
)


class Sandlock:
    """A supervisor process starts each program, so that killing its process tree kills the program."""

    name = "sandlock"

    async def run(self, program: str, *, seconds: float, memory_mb: int, stdin: str = "") -> SandboxResult:
        limits = Limits(seconds=seconds, memory_mb=memory_mb)
        source = program.encode("utf-8", "surrogateescape")
        with open_pipe() as (bound, tell):
            order = {
                "path": [str(_find_package().parent)],
                "readable": [*map(str, list_paths()), "/dev/null", "/dev/zero", "/dev/urandom"],
                "refused": _CHANGES,
                "processes": PROCESSES,
                "tell": tell,
                "command": [
                    *(str(find_python()), "-I", "-S", "-B", "-X", "utf8", "-c", _LAUNCHER),
                    *(limits.order(program=source, uid=0, processes=_UNCOUNTED), make_filter().hex()),
                ],
            }
            return await run_confined(
                [sys.executable, "-I", "-S", _SUPERVISOR, json.dumps(order)],
                stdin=source + stdin.encode("utf-8", "surrogateescape"),
                limits=limits,
                pass_fds=(tell,),
                bound=bound,
            )


def _find_package() -> Path:
    found = importlib.util.find_spec("sandlock")
    if found is None or found.origin is None:
        raise NoSandbox("The package sandlock is not installed.")
    return Path(found.origin).parent

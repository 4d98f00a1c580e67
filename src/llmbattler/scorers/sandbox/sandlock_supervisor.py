"""A process that starts one program under sandlock and kills it with all its children when it ends.

It runs as `python sandlock_supervisor.py <order>`, with standard input and output of the program to come.
"""

import contextlib
import ctypes
import json
import os
import signal
import sys
import threading
from pathlib import Path
from typing import Any

_DIE_WITH_PARENT, _ADOPT_ORPHANS = 1, 36


def supervise(order: dict[str, Any]) -> int:
    import sandlock  # noqa: PLC0415 - importable only after its folder is on the path

    libc = ctypes.CDLL(None)
    libc.prctl(_ADOPT_ORPHANS, 1, 0, 0, 0)
    libc.prctl(_DIE_WITH_PARENT, signal.SIGTERM, 0, 0, 0)
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    # A Python signal handler would wait until sandlock returns, and a blocked signal would be inherited.
    signal.signal(signal.SIGTERM, lambda *_: None)
    signal.set_wakeup_fd(writing)
    threading.Thread(target=end_on_sigterm, args=(reading,), daemon=True).start()
    # From here on this process dies with the server. If the server is dead already, no program is sent.
    os.write(order["tell"], b"!")
    os.close(order["tell"])
    box = sandlock.Sandbox(
        fs_readable=order["readable"],
        fs_writable=["/dev/null"],
        extra_deny_syscalls=order["refused"],
        max_processes=order["processes"],
        clean_env=True,
        env={"HOME": "/nowhere"},
        cwd="/",
        no_coredump=True,
    )
    try:
        ended = box.popen(order["command"]).wait()
        # Sandlock does not always report the signal of a killed program.
        return int(
            ended.exit_code if ended.exit_code >= 0 else 128 + (ended.signal if ended.signal > 0 else signal.SIGKILL)
        )
    finally:
        end_children()


def end_on_sigterm(reading: int) -> None:
    while signal.SIGTERM not in os.read(reading, 64):
        pass
    end_children()
    os._exit(1)


def end_children() -> None:
    """Kill all children until none is left. Orphans become children of this process."""
    while children := list_children():
        for child in children:
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(-1, 0)


def list_children() -> list[int]:
    me = os.getpid()
    threads = Path(f"/proc/{me}/task").iterdir()
    return [int(child) for thread in threads for child in (thread / "children").read_text().split()]


if __name__ == "__main__":
    wanted = json.loads(sys.argv[1])
    sys.path.extend(wanted["path"])
    sys.exit(supervise(wanted) & 0xFF)

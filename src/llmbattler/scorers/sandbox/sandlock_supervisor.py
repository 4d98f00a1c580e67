"""A process that starts one program under sandlock, and takes it and its children along when it goes.

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
    import sandlock  # noqa: PLC0415 - found only after the order named its folder

    libc = ctypes.CDLL(None)
    libc.prctl(_ADOPT_ORPHANS, 1, 0, 0, 0)
    libc.prctl(_DIE_WITH_PARENT, signal.SIGTERM, 0, 0, 0)
    told, tell = os.pipe()
    os.set_blocking(tell, False)
    # A handler of Python's own would wait until sandlock gives the thread back; and a blocked signal is inherited.
    signal.signal(signal.SIGTERM, lambda *_: None)
    signal.set_wakeup_fd(tell)
    threading.Thread(target=end_when_told, args=(told,), daemon=True).start()
    # Bound by now; were the server dead already, nobody would send a program.
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
        # Of a program that was killed sandlock does not tell by which signal.
        return int(
            ended.exit_code if ended.exit_code >= 0 else 128 + (ended.signal if ended.signal > 0 else signal.SIGKILL)
        )
    finally:
        end_children()


def end_when_told(told: int) -> None:
    while signal.SIGTERM not in os.read(told, 64):
        pass
    end_children()
    os._exit(1)


def end_children() -> None:
    """Until nobody is left: orphans come to this process, so that none is missed."""
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

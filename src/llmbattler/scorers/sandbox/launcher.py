"""Runs inside the sandbox before the program: drops privileges, sets limits, then executes the program.

It runs as `python -I -S -c <this text> <order> <filter> [<file>]` without our packages, so it imports only the standard
library. The program is read from the start of standard input; the rest is the program's own input. The input is sent
only after a byte was written to the file, when all processes in between are bound to die with the server.
"""

import builtins
import os
import resource
import sys

_CAPABILITIES = 0x20080522
_SET_SECCOMP, _WITH_FILTER = 22, 2
_STEP = 8


def ask_for_program(files: list[str]) -> None:
    for file in files:
        os.write(int(file), b"!")


def close_files() -> None:
    """Close inherited file descriptors; uvloop leaves copies of the first three."""
    os.closerange(3, resource.getrlimit(resource.RLIMIT_NOFILE)[0])


def read_program(size: int) -> bytes:
    parts = []
    while size and (part := os.read(0, size)):
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def switch_user(uid: int) -> None:
    if uid:
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)


def drop_privileges(code: bytes) -> None:
    """Drop capabilities, with which root could raise its limits, and install the seccomp filter."""
    import ctypes  # noqa: PLC0415 - slow to import, and not needed with bubblewrap

    class Filter(ctypes.Structure):
        _fields_ = (("steps", ctypes.c_ushort), ("code", ctypes.c_char_p))

    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl.argtypes = [ctypes.c_int, *[ctypes.c_void_p] * 4]
    none = (ctypes.c_uint32 * 6)()
    if libc.capset((ctypes.c_uint32 * 2)(_CAPABILITIES, 0), none) != 0:
        raise OSError(ctypes.get_errno(), "capabilities could not be dropped")
    wanted = Filter(len(code) // _STEP, code)
    if libc.prctl(_SET_SECCOMP, _WITH_FILTER, ctypes.addressof(wanted), None, None) != 0:
        raise OSError(ctypes.get_errno(), "the seccomp filter was refused")


def set_limits(seconds: int, memory: int, processes: int, file_size: int) -> None:
    for limit, value in (
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_FSIZE, file_size),
        (resource.RLIMIT_NOFILE, 64),
        (resource.RLIMIT_NPROC, processes),
        (resource.RLIMIT_AS, memory),
    ):
        if value >= 0:
            resource.setrlimit(limit, (value, value))


def run() -> None:
    ask_for_program(sys.argv[3:])
    close_files()
    size, uid, *limits = (int(word) for word in sys.argv[1].split())
    code = bytes.fromhex(sys.argv[2])
    source = read_program(size)
    if len(source) < size:
        sys.exit("the parent process is gone")
    switch_user(uid)
    if code:
        drop_privileges(code)
    set_limits(*limits)
    sys.argv[:] = ["program.py"]
    vars(builtins).update(exit=sys.exit, quit=sys.exit)
    main = sys.modules["__main__"] = type(sys)("__main__")
    exec(compile(source, "program.py", "exec"), main.__dict__)  # noqa: S102 - runs in the sandbox


run()

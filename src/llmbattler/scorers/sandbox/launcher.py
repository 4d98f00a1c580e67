"""The first lines that run inside: give up every power, take the limits, then become the program.

It runs as `python -I -S -c <this text> <order> <filter> [<file>]` in a place without our packages, so it imports only
what is Python's own. The program comes first on standard input; what is left there is the program's own. It is sent
only after a word in the file: by then everybody between here and the server is bound to end with it.
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
    """Whoever started this may have left some open; uvloop leaves copies of the first three."""
    os.closerange(3, resource.getrlimit(resource.RLIMIT_NOFILE)[0])


def read_program(size: int) -> bytes:
    parts = []
    while size and (part := os.read(0, size)):
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def become(uid: int) -> None:
    if uid:
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)


def drop_powers(code: bytes) -> None:
    """Where no namespace took them: capabilities, by which root could raise its limits again, and system calls."""
    import ctypes  # noqa: PLC0415 - takes as long as all the rest, and bubblewrap has done this before

    class Filter(ctypes.Structure):
        _fields_ = (("steps", ctypes.c_ushort), ("code", ctypes.c_char_p))

    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl.argtypes = [ctypes.c_int, *[ctypes.c_void_p] * 4]
    none = (ctypes.c_uint32 * 6)()
    if libc.capset((ctypes.c_uint32 * 2)(_CAPABILITIES, 0), none) != 0:
        raise OSError(ctypes.get_errno(), "the capabilities stay")
    wanted = Filter(len(code) // _STEP, code)
    if libc.prctl(_SET_SECCOMP, _WITH_FILTER, ctypes.addressof(wanted), None, None) != 0:
        raise OSError(ctypes.get_errno(), "the filter is not taken")


def take_limits(seconds: int, memory: int, processes: int, file_size: int) -> None:
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
        sys.exit("whoever started this is gone")
    become(uid)
    if code:
        drop_powers(code)
    take_limits(*limits)
    sys.argv[:] = ["program.py"]
    vars(builtins).update(exit=sys.exit, quit=sys.exit)
    main = sys.modules["__main__"] = type(sys)("__main__")
    exec(compile(source, "program.py", "exec"), main.__dict__)  # noqa: S102 - what all this is for


run()

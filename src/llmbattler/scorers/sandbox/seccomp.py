"""The seccomp filter of denied system calls.

Namespaces and Landlock hide the machine. The filter denies parts of the kernel that tests of a function never need and
that have been used for escapes: nested namespaces, tracing, keys, io_uring, and all sockets except Unix sockets.
(Network namespaces do not hide vsock, and Landlock only covers TCP.)
"""

import errno
import platform
import socket
import struct
from collections.abc import Iterable

from ..errors import NoSandbox

_ALLOW = 0x7FFF0000
_KILL = 0x80000000
_REFUSE = 0x00050000
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT = 0, 4, 16
_NEW_NAMESPACES = 0x7E020000
_X32 = 0x40000000

# io_uring, the mount API, pidfd_getfd, process_madvise, mount_setattr, memfd_secret, process_mrelease: they have the
# same number on all architectures.
_EVERYWHERE = (425, 426, 427, 428, 429, 430, 431, 432, 433, 438, 440, 442, 447, 448)
# In this order: ptrace, process_vm_readv and _writev, kcmp, mount, umount2, pivot_root, chroot, unshare, setns, bpf,
# perf_event_open, add_key, request_key, keyctl, userfaultfd, kexec_load, kexec_file_load, init_module, finit_module,
# delete_module, open_by_handle_at, swapon, swapoff, reboot, acct, quotactl, settimeofday, clock_settime, personality,
# memfd_create, shmget, msgget, semget; and calls that affect other processes of the same user: setpriority, ioprio_set,
# sched_setaffinity, sched_setscheduler, sched_setparam, sched_setattr, migrate_pages, move_pages.
_X86_64 = (
    *(101, 310, 311, 312, 165, 166, 155, 161, 272, 308, 321, 298, 248, 249, 250, 323, 246, 320, 175, 313, 176, 304),
    *(167, 168, 169, 163, 179, 164, 227, 135, 319, 29, 68, 64, 141, 251, 203, 144, 142, 314, 256, 279),
)
_AARCH64 = (
    *(117, 270, 271, 272, 40, 39, 41, 51, 97, 268, 280, 241, 217, 218, 219, 282, 104, 294, 105, 273, 106, 265),
    *(224, 225, 142, 89, 60, 170, 112, 92, 279, 194, 186, 190, 140, 30, 122, 119, 118, 274, 238, 239),
)
_CLONE3 = 435
# Audit architecture, then the numbers of clone, socket, prlimit64 and the list above.
_MACHINES = {"x86_64": (0xC000003E, 56, 41, 302, _X86_64), "aarch64": (0xC00000B7, 220, 198, 261, _AARCH64)}


def make_filter(machine: str | None = None) -> bytes:
    """The filter for this processor architecture."""
    known = _MACHINES.get(machine or platform.machine())
    if known is None:
        raise NoSandbox("This processor architecture is not supported.")
    architecture, clone, make_socket, set_limit, refused = known
    return b"".join(
        [
            _load(_ARCHITECTURE),
            _jump(_EQUAL, architecture, 1, 0),
            _return(_KILL),
            _load(_NUMBER),
            *_unless(_AT_LEAST, _X32, errno.ENOSYS),
            # Without clone3 the C library falls back to clone, whose flags the filter can read.
            *_unless(_EQUAL, _CLONE3, errno.ENOSYS),
            *_refuse((*_EVERYWHERE, *refused)),
            _jump(_EQUAL, clone, 0, 4),
            _load(_FIRST_ARGUMENT),
            _jump(_ANY_BIT, _NEW_NAMESPACES, 1, 0),
            _return(_ALLOW),
            _return(_REFUSE | errno.EPERM),
            *_only(make_socket, socket.AF_UNIX),
            # Only the process's own limits, not those of other processes.
            *_only(set_limit, 0),
            _return(_ALLOW),
        ]
    )


def _only(number: int, first: int) -> list[bytes]:
    """Allow a call only with this first argument."""
    return [
        _jump(_EQUAL, number, 0, 4),
        _load(_FIRST_ARGUMENT),
        _jump(_EQUAL, first, 1, 0),
        _return(_REFUSE | errno.EACCES),
        _return(_ALLOW),
    ]


def _refuse(numbers: Iterable[int]) -> list[bytes]:
    return [step for number in numbers for step in _unless(_EQUAL, number, errno.EPERM)]


def _unless(test: int, value: int, error: int) -> tuple[bytes, bytes]:
    return _jump(test, value, 0, 1), _return(_REFUSE | error)


def _load(offset: int) -> bytes:
    return struct.pack("HBBI", _LOAD, 0, 0, offset)


def _jump(test: int, value: int, hit: int, miss: int) -> bytes:
    return struct.pack("HBBI", test, hit, miss, value)


def _return(value: int) -> bytes:
    return struct.pack("HBBI", _RETURN, 0, 0, value)

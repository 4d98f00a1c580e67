"""Programs that try to escape, in many more ways than the probe."""

# ruff: noqa: ASYNC240, E501, S108 - what is tried on the machine is looked at on the machine

import os
import secrets
import socket
from pathlib import Path

import pytest
from tests.scorers.sandbox.backends import TrackedSandbox

from llmbattler.scorers.contract import SandboxResult
from llmbattler.scorers.sandbox.escape_probe import find_escape

# Every successful attempt prints a line; `held` at the end shows that all attempts were made.
TRY = """
import os, sys
def attempt(what, action):
    try:
        result = action()
    except (OSError, ValueError) as error:
        return
    print("ESCAPED", what, repr(result)[:200])
{tries}
print("held")
"""


async def held(sandbox: TrackedSandbox, tries: str) -> None:
    ran = await sandbox.run(TRY.replace("{tries}", tries))
    assert ran.output == "held\n", ran


def read(*paths: object) -> str:
    return (
        f"for path in {[str(path) for path in paths]!r}:\n    attempt('read ' + path, lambda: open(path).read(100))\n"
    )


async def test_the_probe_finds_nothing(sandbox: TrackedSandbox) -> None:
    assert await find_escape(sandbox.backend) is None


async def test_files_of_the_machine(sandbox: TrackedSandbox, tmp_path: Path) -> None:
    secret = tmp_path / "secret.env"
    secret.write_text("SECRET_KEY=x")
    home = [path for path in (Path.home() / ".bashrc", Path.home() / ".profile") if path.exists()]
    await held(
        sandbox,
        read(
            "/etc/passwd", "/etc/shadow", "/etc/machine-id", "/proc/1/environ", "/proc/self/environ", "/proc/1/cmdline"
        )
        + read("/proc/self/mem", "/proc/kcore", "/sys/kernel/notes", "/dev/mem", "/dev/kmsg", "/var/log/dpkg.log")
        + read(secret, __file__, Path(__file__).resolve().parents[3] / "pyproject.toml", *home)
        + "for path in ('/root', '/home', '/work', '/proc', '/sys', '/var', '/etc', '/run', '/usr/bin', '/usr/local/bin'):\n"
        + "    attempt('list ' + path, lambda: [name for name in os.listdir(path)"
        + " if name not in ('.pyenv', 'ld.so.cache') and not name.startswith('python')] or open('/nowhere'))\n",
    )


async def test_links_cannot_leave_the_sandbox(sandbox: TrackedSandbox, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("x")
    await held(
        sandbox,
        f"secret = {str(tmp_path / 'secret')!r}\n"
        """
for name, target in (("a", secret), ("b", "/etc/passwd"), ("c", "../../../../../.." + secret), ("d", "/proc/self/root" + secret)):
    attempt("link " + target, lambda: (os.symlink(target, "/tmp/" + name), open("/tmp/" + name).read()))
    attempt("hard link " + target, lambda: os.link(target, "/tmp/hard" + name))
attempt("rename", lambda: os.rename(secret, "/tmp/x"))
attempt("chroot", lambda: os.chroot("/"))
attempt("up", lambda: (os.chdir("/"), os.chdir("../../.."), open("." + secret).read()))
""",
    )
    assert (tmp_path / "secret").read_text() == "x"


# Changes are only tried on files of the test, so that a broken sandbox does no harm.
CHANGES = """
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
def libc_call(name, *arguments):
    if getattr(libc, name)(*arguments) != 0:
        raise OSError(ctypes.get_errno(), name)
attempt("write in folder", lambda: open(folder + "/written", "w"))
attempt("folder in folder", lambda: os.mkdir(folder + "/made"))
attempt("link in folder", lambda: os.symlink("x", folder + "/linked"))
attempt("pipe in folder", lambda: os.mkfifo(folder + "/pipe"))
attempt("socket in folder", lambda: __import__("socket").socket(1).bind(folder + "/socket"))
attempt("mode of folder", lambda: os.chmod(folder, 0o700))
attempt("mode of file", lambda: os.chmod(file, 0o600))
attempt("mode of open file", lambda: os.fchmod(os.open(file, os.O_PATH), 0o600))
attempt("mode by another way", lambda: libc_call("fchmodat", -100, file.encode(), 0o600, 0))
attempt("owner of file", lambda: os.chown(file, 1, 1))
attempt("owner of link", lambda: os.lchown(file, 1, 1))
attempt("times of file", lambda: os.utime(file, (1, 1)))
attempt("attribute of file", lambda: os.setxattr(file, "user.x", b"x"))
attempt("end of file", lambda: os.truncate(file, 0))
attempt("more in file", lambda: open(file, "a"))
attempt("new name", lambda: os.rename(file, folder + "/renamed"))
attempt("hard link", lambda: os.link(file, folder + "/hard"))
attempt("remove file", lambda: os.unlink(file))
attempt("remove folder", lambda: os.rmdir(folder + "/empty"))
"""


async def test_nothing_outside_is_changed(sandbox: TrackedSandbox, tmp_path: Path) -> None:
    tmp_path.chmod(0o777)
    file, empty = tmp_path / "file", tmp_path / "empty"
    file.write_text("unchanged")
    file.chmod(0o666)
    empty.mkdir()
    before = [(path.name, path.stat()) for path in sorted(tmp_path.iterdir())], tmp_path.stat().st_mode
    await held(sandbox, f"folder, file = {str(tmp_path)!r}, {str(file)!r}\n" + CHANGES)
    assert before == ([(path.name, path.stat()) for path in sorted(tmp_path.iterdir())], tmp_path.stat().st_mode)
    assert file.read_text() == "unchanged"


async def test_nothing_is_written_anywhere(sandbox: TrackedSandbox) -> None:
    name = f"llmbattler-{secrets.token_hex(8)}"
    places = [
        "/",
        "/usr/lib",
        "/lib",
        "/etc",
        "/var/tmp",
        "/dev",
        "/dev/shm",
        "/run",
        "/root",
        str(Path(__file__).parent),
    ]
    await held(
        sandbox,
        f"places = [*{places!r}, os.path.dirname(os.__file__), os.path.dirname(sys.executable)]\n"
        "for place in places:\n"
        f"    attempt('write in ' + place, lambda: open(place + '/{name}', 'w'))\n"
        "attempt('device', lambda: os.mknod('/tmp/device', 0o020666, os.makedev(1, 1)))\n",
    )


async def test_temporary_files_are_few_and_gone_with_the_program(sandbox: TrackedSandbox) -> None:
    program = """
import os
written = 0
try:
    for number in range(100):
        with open(f"/tmp/fill{number}", "wb") as file:
            for _ in range(16):
                written += file.write(b"x" * 1_000_000)
except OSError as error:
    pass
print(written <= 40_000_000)
"""
    assert (await sandbox.run(program)).output == "True\n"
    assert (await sandbox.run("import os\nprint(os.path.exists('/tmp/fill0'))")).output == "False\n"
    assert not Path("/tmp/fill0").exists()


@pytest.fixture
def listeners(tmp_path: Path) -> dict[str, socket.socket]:
    abstract = socket.socket(socket.AF_UNIX)
    abstract.bind("\0llmbattler-sandbox-test-" + tmp_path.name)
    abstract.listen()
    named = socket.socket(socket.AF_UNIX)
    named.bind(str(tmp_path / "s"))
    named.listen()
    (tmp_path / "s").chmod(0o777)
    return {"tcp": socket.create_server(("127.0.0.1", 0)), "abstract": abstract, "named": named}


async def test_no_socket_can_connect(sandbox: TrackedSandbox, listeners: dict[str, socket.socket]) -> None:
    try:
        await held(
            sandbox,
            f"port = {listeners['tcp'].getsockname()[1]}\n"
            f"names = {[listeners['abstract'].getsockname(), listeners['named'].getsockname()]!r}\n"
            """
import socket
def connect(family, kind, address):
    with socket.socket(family, kind) as s:
        s.settimeout(1)
        s.connect(address)
        s.send(b"x")
for host in ("127.0.0.1", "10.0.0.1", "169.254.169.254", "1.1.1.1"):
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
        attempt(f"{host} {kind}", lambda: connect(socket.AF_INET, kind, (host, port)))
attempt("v6", lambda: connect(socket.AF_INET6, socket.SOCK_STREAM, ("::1", port)))
attempt("raw", lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, 1))
attempt("packet", lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW))
attempt("netlink", lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW).bind((0, 0)))
attempt("vsock", lambda: connect(socket.AF_VSOCK, socket.SOCK_STREAM, (2, 1024)))
attempt("names", lambda: socket.getaddrinfo("example.com", 80))
for name in names:
    attempt(f"unix {name}", lambda: connect(socket.AF_UNIX, socket.SOCK_STREAM, name))
attempt("bind", lambda: socket.create_server(("0.0.0.0", 0)))
""",
        )
        for listener in listeners.values():
            listener.setblocking(False)
            with pytest.raises(BlockingIOError):
                listener.accept()
    finally:
        for listener in listeners.values():
            listener.close()


async def test_other_processes_are_out_of_reach(sandbox: TrackedSandbox) -> None:
    await held(
        sandbox,
        f"pids = [{os.getpid()}, {os.getppid()}]\n"
        """
import resource, signal
pids += [pid for pid in [os.getppid()] if pid > 1]
for pid in pids:
    attempt("signal", lambda: os.kill(pid, 0))
    attempt("pidfd", lambda: os.pidfd_open(pid) and signal.pidfd_send_signal(os.pidfd_open(pid), 0))
    attempt("priority", lambda: os.setpriority(os.PRIO_PROCESS, pid, os.getpriority(os.PRIO_PROCESS, pid)))
    attempt("group", lambda: os.killpg(pid, 0))
    attempt("limit", lambda: resource.prlimit(pid, resource.RLIMIT_NOFILE))
    attempt("scheduler", lambda: os.sched_setscheduler(pid, os.SCHED_OTHER, os.sched_param(0)))
    attempt("cores", lambda: os.sched_setaffinity(pid, os.sched_getaffinity(pid)))
""",
    )


SYSTEM_CALLS = """
import ctypes, os, platform
libc = ctypes.CDLL(None, use_errno=True)
def call(what, *arguments):
    ctypes.set_errno(0)
    result = libc.syscall(*(ctypes.c_long(value) for value in arguments))
    if result >= 0:
        print("ESCAPED", what, result)
if platform.machine() == "x86_64":
    call("ptrace parent", 101, 16, os.getppid(), 0, 0)
    call("read memory of another", 310, os.getppid(), 0, 0, 0, 0, 0)
    call("mount", 165, 0, 0, 0, 0, 0)
    call("new user namespace", 272, 0x10000000)
    call("new mount namespace", 272, 0x00020000)
    call("clone into a user namespace", 56, 0x10000000 | 17, 0, 0, 0, 0)
    call("bpf", 321, 0, 0, 0)
    call("perf", 298, 0, 0, 0, 0, 0)
    call("io_uring", 425, 8, 0)
    call("keyring", 250, 0, -3, 1, 0, 0)
    call("userfaultfd", 323, 0)
    call("reboot without the magic number", 169, 0, 0, 0, 0)
    call("set the clock", 227, 0, 0)
    call("load a module", 175, 0, 0, 0)
powers = (ctypes.c_uint32 * 6)()
libc.capget((ctypes.c_uint32 * 2)(0x20080522, 0), powers)
if any(powers[place] for place in (0, 1, 3, 4)):
    print("ESCAPED capabilities", list(powers))
if libc.prctl(39, 0, 0, 0, 0) != 1 or libc.prctl(21, 0, 0, 0, 0) != 2:
    print("ESCAPED: new privileges or no filter")
for what, action in (
    ("setuid", lambda: os.setuid(0) if os.getuid() else os.setgroups([1])),
    ("setgid", lambda: os.setgid(7)),
    ("setgroups", lambda: os.setgroups([0, 1])),
    ("nice", lambda: os.nice(-5)),
):
    try:
        action()
        print("ESCAPED", what)
    except OSError:
        pass
print("held")
"""


async def test_unneeded_system_calls_are_denied(sandbox: TrackedSandbox) -> None:
    ran: SandboxResult = await sandbox.run(SYSTEM_CALLS)
    assert ran.output == "held\n", ran


async def test_the_environment_is_empty(sandbox: TrackedSandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_KEY", "do-not-tell")
    monkeypatch.setenv("LD_PRELOAD", "")
    ran = await sandbox.run("import os, sys\nprint(sorted(os.environ), sys.argv, os.getgroups(), sys.flags.isolated)")
    names = ran.output.partition("]")[0]
    assert "SECRET" not in names
    assert "LD_" not in names
    assert set(names.strip("['").split("', '")) <= {"HOME", "PWD", "LC_CTYPE", "PATH"}
    assert "['program.py']" in ran.output


async def test_only_the_standard_streams_are_open(sandbox: TrackedSandbox) -> None:
    program = """
import os
for number in range(3, 64):
    try:
        os.fstat(number)
        print("open:", number)
    except OSError:
        pass
print("end")
"""
    assert (await sandbox.run(program)).output == "end\n"


async def test_two_programs_do_not_see_each_other(sandbox: TrackedSandbox) -> None:
    await sandbox.run("open('/tmp/left', 'w').write('x') if __import__('os').access('/tmp', 2) else 0")
    ran = await sandbox.run("print(__import__('os').path.exists('/tmp/left'))")
    assert ran.output == "False\n"


async def test_packages_of_this_environment_are_not_there(sandbox: TrackedSandbox) -> None:
    ran = await sandbox.run(
        "import json, decimal, re, heapq, itertools, sqlite3\ntry:\n import llmbattler\nexcept ImportError: print('no')"
    )
    assert ran.output == "no\n"

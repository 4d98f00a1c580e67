"""Programs that exceed their limits are killed, and no process is left running."""

import asyncio
import contextlib
import fcntl
import os
import signal
import subprocess
import sys
import termios
import time

import pytest
from tests.scorers.sandbox.backends import TrackedSandbox

from llmbattler.scorers.sandbox.limits import OUTPUT_BYTES

FORK_BOMB = """
import os
while True:
    try:
        os.fork()
    except OSError:
        pass
"""
STUBBORN = """
import os, signal, time
for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGXCPU, signal.SIGCHLD):
    signal.signal(number, signal.SIG_IGN)
os.fork()
while True:
    time.sleep(1)
"""
DAEMON = """
import os, sys, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        {more}
        while True:
            time.sleep(1)
    os._exit(0)
os.wait()
print("gone")
"""


async def test_a_program_reads_input_and_writes_output(sandbox: TrackedSandbox) -> None:
    ran = await sandbox.run(
        "import sys\nprint(sys.stdin.read()[::-1])\nprint('aside', file=sys.stderr)", stdin="äöü 🦆\n"
    )
    assert (ran.output, ran.errors, ran.exit_code, ran.stopped_for) == ("\n🦆 üöä\n", "aside\n", 0, None)
    assert ran.ok


async def test_a_program_that_fails_says_so(sandbox: TrackedSandbox) -> None:
    ran = await sandbox.run("raise ValueError('no')")
    assert (ran.exit_code, ran.ok) == (1, False)
    assert ran.errors.endswith("ValueError: no\n")
    assert (await sandbox.run("import sys; sys.exit(7)")).exit_code == 7
    assert (await sandbox.run("exit(3)")).exit_code == 3
    for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGABRT, signal.SIGSEGV):
        killed = await sandbox.run(f"import os; os.kill(os.getpid(), {number:d})")
        assert (killed.exit_code, killed.stopped_for) == (128 + number, None)
    assert (await sandbox.run("this is no Python")).exit_code == 1
    assert (await sandbox.run("")).ok


async def test_ten_megabytes_in_and_strange_characters(sandbox: TrackedSandbox) -> None:
    ran = await sandbox.run("import sys\nprint(len(sys.stdin.read()))", stdin="x" * 10_000_000)
    assert ran.output == "10000000\n"
    ran = await sandbox.run("print('\\u0000\\u202e', flush=True)\nimport os; os.write(1, b'\\xff\\xfe')")
    assert ran.output == "\0\u202e\n��"


async def test_unread_input_does_not_block(sandbox: TrackedSandbox) -> None:
    assert (await sandbox.run("print('done')", stdin="x" * 10_000_000)).output == "done\n"


@pytest.mark.parametrize(
    "program",
    [
        pytest.param("while True: pass", id="loop"),
        pytest.param("import time; time.sleep(3600)", id="sleep"),
        pytest.param("import sys; sys.stdin.read(); import signal; signal.pause()", id="pause"),
        pytest.param("10 ** 10 ** 10", id="inside-one-instruction"),
        pytest.param(STUBBORN, id="ignores-signals"),
        pytest.param(FORK_BOMB, id="fork-bomb"),
    ],
)
async def test_a_program_is_killed_at_its_time_limit(sandbox: TrackedSandbox, program: str) -> None:
    started = time.monotonic()
    ran = await sandbox.run(program, seconds=0.5)
    assert (ran.exit_code, ran.stopped_for) == (None, "time")
    assert time.monotonic() - started < 15
    await sandbox.wait_for(running=0)


async def test_processor_time_alone_ends_a_program(sandbox: TrackedSandbox) -> None:
    ran = await sandbox.run("import resource\nprint(resource.getrlimit(resource.RLIMIT_CPU))", seconds=2.5)
    assert ran.output == "(4, 4)\n"


@pytest.mark.parametrize(
    "program",
    [
        pytest.param("x = bytearray(2_000_000_000)", id="at-once"),
        pytest.param("x = []\nwhile True: x.append(bytearray(1_000_000))", id="bit-by-bit"),
        pytest.param("x = 'a'\nwhile True: x += x", id="doubling"),
        pytest.param(
            "import os, time\nfor _ in range(9): os.fork() or (x := b'x' * 60_000_000, time.sleep(60))\ntime.sleep(60)",
            id="by-many-processes",
        ),
    ],
)
async def test_a_program_is_killed_at_its_memory_limit(sandbox: TrackedSandbox, program: str) -> None:
    ran = await sandbox.run(program)
    assert (ran.ok, ran.stopped_for) == (False, "memory"), ran


async def test_a_program_may_use_the_memory_it_was_given(sandbox: TrackedSandbox) -> None:
    assert (await sandbox.run("print(len(b'x' * 120_000_000))")).output == "120000000\n"


@pytest.mark.parametrize("stream", [1, 2])
async def test_output_is_cut_at_its_limit(sandbox: TrackedSandbox, stream: int) -> None:
    ran = await sandbox.run(f"import os\nwhile True: os.write({stream}, b'flood ' * 1000)")
    assert (ran.exit_code, ran.stopped_for) == (None, "output")
    assert len((ran.output, ran.errors)[stream - 1]) == OUTPUT_BYTES


async def test_processes_are_counted(sandbox: TrackedSandbox) -> None:
    program = """
import os, time
made = 0
try:
    for _ in range(200):
        if os.fork() == 0:
            time.sleep(60)
        made += 1
except OSError as error:
    print("refused", made)
"""
    ran = await sandbox.run(program)
    word, made = ran.output.split()
    assert word == "refused"
    assert 4 <= int(made) <= 40


async def test_limits_cannot_be_raised(sandbox: TrackedSandbox) -> None:
    program = """
import resource
for name in ("AS", "CPU", "FSIZE", "NOFILE", "CORE"):
    limit = getattr(resource, "RLIMIT_" + name)
    soft, hard = resource.getrlimit(limit)
    assert soft == hard, name
    try:
        resource.setrlimit(limit, (hard + 1, hard + 1))
        print("raised", name)
    except (ValueError, OSError):
        pass
print("end")
"""
    assert (await sandbox.run(program)).output == "end\n"


@pytest.mark.parametrize("more", ["pass", "os.closerange(0, 64)"], ids=["holds-the-pipes", "lets-go"])
async def test_a_daemon_dies_with_its_program(sandbox: TrackedSandbox, more: str) -> None:
    ran = await sandbox.run(DAEMON.format(more=more), seconds=20)
    assert (ran.output, ran.stopped_for) == ("gone\n", None)
    await sandbox.wait_for(running=0)


async def test_a_canceled_caller_leaves_no_process(sandbox: TrackedSandbox) -> None:
    task = asyncio.create_task(sandbox.run(STUBBORN, seconds=60))
    await sandbox.wait_for(running=2)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await sandbox.wait_for(running=0)


async def test_the_loop_stays_free_and_cores_are_shared(sandbox: TrackedSandbox) -> None:
    running = [asyncio.create_task(sandbox.run("import time; time.sleep(0.2); print('x')")) for _ in range(6)]
    longest, before = 0.0, time.monotonic()
    while not all(task.done() for task in running):
        await asyncio.sleep(0.005)
        now = time.monotonic()
        longest, before = max(longest, now - before), now
    assert [task.result().output for task in running] == ["x\n"] * 6
    assert longest < 1.0


def start_server(sandbox: TrackedSandbox) -> subprocess.Popen[bytes]:
    """Start a process that runs a program which does not end by itself."""
    server = f"""
import asyncio
import contextlib
import fcntl
from {type(sandbox.backend).__module__} import {type(sandbox.backend).__name__} as Kind
asyncio.run(Kind().run({STUBBORN!r}, seconds=60, memory_mb={sandbox.memory_mb}))
"""
    return subprocess.Popen([sys.executable, "-c", server])


async def test_no_process_survives_the_server(sandbox: TrackedSandbox) -> None:
    """Kill it without a chance to clean up."""
    process = start_server(sandbox)
    try:
        await sandbox.wait_for(running=2)
    finally:
        process.kill()
        process.wait()
    await sandbox.wait_for(running=0)


async def test_no_process_survives_a_server_that_dies_while_the_sandbox_starts(sandbox: TrackedSandbox) -> None:
    process = start_server(sandbox)
    try:
        await sandbox.wait_for(running=2)
        youngest = max(running := sandbox.list_running())
        os.kill(youngest, signal.SIGSTOP)  # often before it is bound to its parent
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0.3):  # does not happen, unless it was bound already
                while not count_unread(youngest):  # noqa: ASYNC110
                    await asyncio.sleep(0.01)
    finally:
        process.kill()
        process.wait()
    for pid in running:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGCONT)
    await sandbox.wait_for(running=0)


def count_unread(pid: int) -> int:
    """Bytes of its input that a process has not read."""
    try:
        with open(f"/proc/{pid}/fd/0", "rb", buffering=0, opener=lambda path, _: os.open(path, os.O_NONBLOCK)) as pipe:
            return int.from_bytes(fcntl.ioctl(pipe, termios.FIONREAD, b"\0" * 4), sys.byteorder)
    except OSError:
        return 0

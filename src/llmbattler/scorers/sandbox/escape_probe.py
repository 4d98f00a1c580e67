"""The escape probe: a program that tries to leave the sandbox, run before a backend is used."""

import json
import os
import secrets
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from llmbattler.core.errors import AppError

from ..contract import Sandbox, SandboxResult
from .limits import PROCESSES

_SECONDS, _MEMORY_MB = 10, 256
_PROBE = """
import json, os, socket, sys, time

order = json.loads(sys.stdin.read())
got_out = []
for path in order["files"]:
    try:
        open(path).close()
        got_out.append("it could read files of this machine.")
    except OSError:
        pass
try:
    socket.create_connection(("127.0.0.1", order["port"]), 1).close()
    got_out.append("it could reach the network.")
except OSError:
    pass
try:
    open(os.path.join(order["folder"], "written"), "w").close()
    got_out.append("it could write files of this machine.")
except OSError:
    pass
for change in (lambda: os.chmod(order["file"], 0o600), lambda: os.utime(order["file"], (1, 1))):
    try:
        change()
        got_out.append("it could change files of this machine.")
    except OSError:
        pass
if os.environ.keys() - {"HOME", "PATH", "USER", "TERM", "LANG", "LC_CTYPE", "PWD"}:
    got_out.append("it could see settings of this process.")
started = 0
try:
    for started in range(order["processes"] + 8):
        if os.fork() == 0:
            time.sleep(60)
            os._exit(0)
    got_out.append("it could start as many processes as it liked.")
except OSError:
    if started < 4:
        got_out.append("it could not start even a few processes.")
print(json.dumps([order["word"], *got_out]))
"""


async def find_escape(sandbox: Sandbox) -> str | None:
    """Run the probe. Returns what it could do or why it failed; `None` if it was contained."""
    with socket.create_server(("127.0.0.1", 0)) as listener, _open_folder() as (folder, file):
        word = secrets.token_hex(8)
        order = {
            "word": word,
            "folder": folder,
            "file": file,
            "files": [file, __file__, "/etc/passwd", "/proc/1/cmdline"],
            "port": listener.getsockname()[1],
            "processes": PROCESSES,
        }
        try:
            ran = await sandbox.run(_PROBE, seconds=_SECONDS, memory_mb=_MEMORY_MB, stdin=json.dumps(order))
        except (AppError, OSError) as error:
            return str(error)
    return _read_result(ran, word)


@contextmanager
def _open_folder() -> Iterator[tuple[str, str]]:
    """A folder and a file that all users may write, so that only the sandbox can stop the probe."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o777)  # noqa: PTH101, S103
        file = Path(folder) / "file"
        file.touch(0o666)
        yield folder, str(file)


def _read_result(ran: SandboxResult, word: str) -> str | None:
    try:
        said, *got_out = json.loads(ran.output)
    except ValueError:
        said, got_out = None, []
    if said != word or not ran.ok:
        last = ran.errors.strip().splitlines()[-1:] or [f"its program ended with {ran.exit_code}, {ran.stopped_for}"]
        return f"{last[0]}."
    return " ".join(got_out) or None

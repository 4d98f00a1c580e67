"""Run commands with one line of output each, and their full output only if they fail."""

import fcntl
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

CERTIFICATES = ("/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem")


class Stop(Exception):
    """Stop with a message for the user."""


def tool_env(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment of installers: independent of an active environment, with the certificates of the machine."""
    env = {
        name: value
        for name, value in os.environ.items()
        if name not in {"VIRTUAL_ENV", "CONDA_PREFIX", "PYTHONHOME", "PIP_REQUIRE_VIRTUALENV", "PIP_TARGET", "PIP_USER"}
    }
    env |= {"UV_PYTHON_DOWNLOADS": "never", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    if any(Path(bundle).is_file() for bundle in CERTIFICATES):
        env |= {"UV_SYSTEM_CERTS": "1", "NODE_USE_SYSTEM_CA": "1"}
    return env | dict(extra or {})


def run_step(
    label: str,
    command: Sequence[str | Path],
    *,
    cwd: Path,
    env: Mapping[str, str] | None = None,
    limit: float | None = None,
) -> None:
    """Run a command. Raise Stop with its output if it fails or exceeds its time limit."""
    with tempfile.TemporaryFile("w+", errors="replace") as output:
        started = time.monotonic()
        _show(label)
        code = _run(label, command, cwd, tool_env(env), limit, output.fileno())
        seconds = time.monotonic() - started
        if code == 0:
            _show(label, f"done in {seconds:.0f} s" if seconds >= 1 else "done", end=True)
            return
        _show(label, f"failed after {seconds:.0f} s", end=True)
        output.seek(0)
        raise Stop(f"{without_hosts(output.read()).rstrip()}\n\nThe step “{label}” failed. The reason is just above.")


def probe(command: Sequence[str | Path], *, limit: float = 20, env: Mapping[str, str] | None = None) -> str | None:
    """The output of a command, or None if it fails."""
    try:
        done = subprocess.run(
            [str(part) for part in command],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=limit,
            env=tool_env(env),
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def without_hosts(text: str) -> str:
    """Remove hosts, which may be internal or contain a password, because logs are often shared."""
    return re.sub(r"(https?://)[^\s/'\"`)]+", r"\1…", text)


@contextmanager
def only_one(lock: Path) -> Iterator[None]:
    """Let only one make per checkout install at a time."""
    lock.parent.mkdir(parents=True, exist_ok=True)
    with lock.open("w") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("Waiting for another make in this folder to finish installing…", flush=True)
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def _run(
    label: str, command: Sequence[str | Path], cwd: Path, env: dict[str, str], limit: float | None, output: int
) -> int:
    started = time.monotonic()
    try:
        process = subprocess.Popen(
            [str(part) for part in command], cwd=cwd, env=env, stdin=subprocess.DEVNULL, stdout=output, stderr=output
        )
    except OSError as problem:
        os.write(output, f"{command[0]}: {problem.strerror}\n".encode())
        return 127
    with process:
        try:
            while True:
                try:
                    return process.wait(timeout=1)
                except subprocess.TimeoutExpired:
                    passed = time.monotonic() - started
                    if limit is not None and passed > limit:
                        os.write(output, f"Stopped: it took longer than {limit:.0f} s.\n".encode())
                        return 124
                    _show(label, f"{passed:.0f} s")
        finally:
            if process.poll() is None:
                process.kill()


def _show(label: str, state: str = "", *, end: bool = False) -> None:
    """Rewrite the line on a terminal; in a log, write it once."""
    if sys.stdout.isatty():
        print(f"\r\033[K{label}…  {state}", end="\n" if end else "", flush=True)
    elif end:
        print(f"{label}…  {state}", flush=True)

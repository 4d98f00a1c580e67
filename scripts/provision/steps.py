"""One line per step; everything a command printed only when it failed."""

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
    """Ends the work with a sentence for the person who started it."""


def tool_env(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment for installers: not retargeted by an active environment, trusting what the machine trusts."""
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
    """Runs a command behind one line. Raises Stop with all it printed when it fails or passes its time limit."""
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
    """What a command answers, or None when it fails in any way."""
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
    """Index addresses may carry a company's host or a password, and logs get pasted in public places."""
    return re.sub(r"(https?://)[^\s/'\"`)]+", r"\1…", text)


@contextmanager
def only_one(lock: Path) -> Iterator[None]:
    """Two makes in one checkout take turns; the second then finds the work done."""
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
    """On a terminal the line is rewritten as time passes; in a log it is written once."""
    if sys.stdout.isatty():
        print(f"\r\033[K{label}…  {state}", end="\n" if end else "", flush=True)
    elif end:
        print(f"{label}…  {state}", flush=True)

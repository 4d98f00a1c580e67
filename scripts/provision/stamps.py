"""Stamps record the inputs of a finished step, so that it is skipped while they are unchanged."""

import hashlib
import json
import platform
import sys
from collections.abc import Iterable
from pathlib import Path

Stamp = dict[str, str]


def digest(root: Path, files: Iterable[Path]) -> str:
    """Hash the names below `root` and the contents of files, also of missing ones, but not their times."""
    total = hashlib.sha256()
    for file in sorted(files):
        content = hashlib.sha256(file.read_bytes()).digest() if file.is_file() else b"missing"
        total.update(file.relative_to(root).as_posix().encode() + b"\0" + content)
    return total.hexdigest()


def this_platform() -> str:
    """A checkout that is shared with a container or a virtual machine must not reuse its binaries."""
    return f"{sys.platform}-{platform.machine()}"


def identity(program: Path) -> str:
    """Return a value that changes when the program is replaced; empty if it is missing."""
    try:
        real = program.resolve(strict=True)
        facts = real.stat()
    except OSError:
        return ""
    return f"{real}:{facts.st_size}:{facts.st_mtime_ns}"


def read_stamp(path: Path) -> Stamp:
    """Empty if it is missing or unreadable; the step is then repeated."""
    try:
        stamp = json.loads(path.read_text())
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def write_stamp(path: Path, stamp: Stamp) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(path.name + ".new")
    fresh.write_text(json.dumps(stamp, indent=1))
    fresh.replace(path)

"""What tests of `scripts/` share: its modules, small programs, files."""

import importlib
import sys
from pathlib import Path
from types import ModuleType

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"


def load(name: str) -> ModuleType:
    sys.path.insert(0, str(SCRIPTS))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(str(SCRIPTS))


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def program(path: Path, answer: str, code: int = 0) -> Path:
    write(path, f"#!/bin/sh\necho '{answer}'\nexit {code}\n").chmod(0o755)
    return path


def forbidden(*_: object, **__: object) -> None:
    raise AssertionError("a process was started")

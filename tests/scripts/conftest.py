"""A checkout as the installer finds it."""

import sys
from pathlib import Path
from typing import Any

import pytest
from tests.scripts.checkouts import load, write

LOCKS = ("runtime", "dev", "build", "weights", "installer", "node")
Checkout = load("provision.checkout").Checkout


@pytest.fixture
def checkout(tmp_path: Path) -> Any:
    """A checkout that looks complete: locks, sources, an environment, a web app."""
    for name in LOCKS:
        write(tmp_path / "requirements" / f"{name}.lock", name)
    write(tmp_path / "pyproject.toml", "[project]")
    write(tmp_path / "src/llmbattler/__init__.py", "")
    write(tmp_path / "web/package.json", "{}")
    write(tmp_path / "web/package-lock.json", "{}")
    write(tmp_path / "web/src/main.tsx", "1")
    write(tmp_path / "src/llmbattler/server/static/index.html", "<html>")
    (tmp_path / ".venv/bin").mkdir(parents=True)
    (tmp_path / ".venv/bin/python").symlink_to(sys.executable)
    return Checkout(tmp_path)

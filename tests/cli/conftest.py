"""A site in a database of its own, as the command line finds it."""

from pathlib import Path

import pytest

from llmbattler.core import commands
from llmbattler.core.db.engine import DatabaseAddress

WIDE = 200


@pytest.fixture
def terminal(address: DatabaseAddress, data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wide terminal whose settings lead to the test's own database and folder."""
    monkeypatch.setenv("DATABASE_URL", address.url)
    monkeypatch.setenv("SECRET_KEY", "0123456789abcdef" * 4)
    monkeypatch.setenv("MASTER_KEY", "fedcba9876543210" * 4)
    monkeypatch.setenv("DATA_DIR", str(data_dir))
    monkeypatch.setenv("COLUMNS", str(WIDE))
    monkeypatch.chdir(data_dir)
    monkeypatch.setattr(commands, "configure_logs", lambda _: None)  # the tests' own logs stay as they are
    for console in (commands.console, commands.errors):
        monkeypatch.setattr(console, "_width", WIDE)

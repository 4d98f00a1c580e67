"""Delete what was installed and built. Data is deleted only after confirmation."""

from __future__ import annotations  # also runs on the old Python of a Mac

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
REBUILT = (
    *(".venv", ".tools", "web/node_modules", "web/coverage", "src/llmbattler/server/static", "dist", "build"),
    *(
        ".mypy_cache",
        ".pytest_cache",
        ".ruff_cache",
        ".import_linter_cache",
        ".grimp_cache",
        ".hypothesis",
        "openapi.json",
    ),
)


def data_folder() -> Path | None:
    """The data folder of the installed product; None if it is not installed and DATA_DIR is not set."""
    given = os.environ.get("DATA_DIR")
    if given:
        return Path(given).expanduser().resolve()
    answer = run("python", "-c", "from llmbattler.core.settings import read_settings as r; print(r().data_dir)")
    return Path(answer) if answer else None


def run(program: str, *arguments: str) -> str | None:
    """The output of a program of the environment, or None if it fails."""
    command = [ROOT / ".venv" / "bin" / program, *arguments]
    try:
        done = subprocess.run(
            command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def is_ours(folder: Path) -> bool:
    """Refuse folders that cannot be a data folder, such as a home folder, if DATA_DIR is wrong."""
    risky = {Path("/"), Path.home().resolve(), ROOT, *ROOT.parents}
    return folder.is_dir() and folder not in risky


def confirmed(folder: Path) -> bool:
    if not sys.stdin.isatty():
        return False
    answer = input(f"Delete all data in {folder} (battles, votes, keys) permanently? [y/N] ")
    return answer.strip().lower() in {"y", "yes"}


def clean_data() -> None:
    folder = data_folder()
    if folder is None or not folder.exists():
        return
    if not is_ours(folder) or not confirmed(folder):
        print(f"Kept the data in {folder}.")
        return
    run("llmbattler", "stop")
    shutil.rmtree(folder)
    print(f"Deleted {folder}.")


def clean_rebuilt() -> None:
    for name in REBUILT:
        path = ROOT / name
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    for cache in ROOT.glob("*/**/__pycache__"):
        shutil.rmtree(cache)
    print("Deleted what was installed and built. `make run` installs it again.")


def main() -> int:
    try:
        clean_data()
        clean_rebuilt()
    except (KeyboardInterrupt, EOFError):
        print("\nStopped.")
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())

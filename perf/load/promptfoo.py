"""promptfoo in a folder of its own below .tools."""

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROMPTFOO = "promptfoo@0.121.20"


def install_promptfoo() -> Path | None:
    """Return the program, installed if it is missing; `None` if that fails."""
    folder = ROOT / ".tools" / "perf-promptfoo"
    program = folder / "node_modules" / ".bin" / "promptfoo"
    if program.is_file():
        return program
    npm = shutil.which("npm")
    if npm is None:
        return None
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "package.json").write_text('{"name": "perf", "private": true}\n')
    command = [npm, "install", "--no-audit", "--no-fund", "--loglevel=error", PROMPTFOO]
    if subprocess.run(command, check=False, cwd=folder, stdout=sys.stderr).returncode:
        shutil.rmtree(folder, ignore_errors=True)
        return None
    return program

"""Peers in environments of their own below .tools, so that nothing of theirs is near ours."""

import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
INSPECT = ("inspect-ai==0.3.285", "openai>=2")


def make_environment(name: str, packages: Sequence[str]) -> Path | None:
    """Return the Python of an environment, created if it is missing or has other packages; `None` if that fails."""
    folder = ROOT / ".tools" / f"perf-{name}"
    python, stamp = folder / "bin" / "python", folder / "packages.txt"
    if python.is_file() and stamp.is_file() and stamp.read_text() == " ".join(packages):
        return python
    uv = next((path for path in (ROOT / ".tools/uv/bin/uv", shutil.which("uv")) if path and Path(path).is_file()), None)
    if uv is None:
        return None
    for command in (
        [uv, "venv", "--quiet", "--clear", "--no-project", "--python", sys.executable, folder],
        [uv, "pip", "install", "--quiet", "--python", python, *packages],
    ):
        if subprocess.run(command, check=False, stdout=sys.stderr).returncode:
            shutil.rmtree(folder, ignore_errors=True)
            return None
    stamp.write_text(" ".join(packages))
    return python

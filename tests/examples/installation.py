"""Install an example package into a temporary folder, as a third party would."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"


def install(example: Path, folder: Path) -> Path:
    """Return the folder, with a copy of the example in `source` and the installed package in `target`."""
    source, target = folder / "source", folder / "target"
    shutil.copytree(example, source, ignore=shutil.ignore_patterns("__pycache__"))
    uv = shutil.which("uv") or shutil.which("uv", path=ROOT / ".tools" / "uv" / "bin")
    if uv:
        options = ["--offline", "--no-deps", "--no-build-isolation", "--cache-dir", folder / "cache"]
        run(uv, "pip", "install", "--quiet", *options, "--python", sys.executable, "--target", target, source)
    else:
        # Without an installer: unpack the wheel.
        run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder / "dist", cwd=source)
        with zipfile.ZipFile(next((folder / "dist").glob("*.whl"))) as wheel:
            wheel.extractall(target)
    return folder


def run(*command: str | Path, cwd: Path = ROOT, **environment: str) -> str:
    done = subprocess.run(
        command, cwd=cwd, env=os.environ | environment, capture_output=True, text=True, timeout=100, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout

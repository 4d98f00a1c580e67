"""Build dist/*.whl and dist/*.tar.gz, and check that the wheel contains the web app."""

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from provision.checkout import Checkout
from provision.steps import Stop, run_step

INSIDE = "llmbattler/server/static/index.html"


def build(checkout: Checkout, folder: Path) -> Path:
    """Use the locked build back end in .venv, so that nothing else is downloaded."""
    command = [checkout.uv, "build", "--no-build-isolation", "--python", checkout.python, "--out-dir", folder]
    run_step("Building the wheel", command, cwd=checkout.root)
    return next(folder.glob("*.whl"))


def check(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        if INSIDE not in archive.namelist():
            raise Stop(f"{wheel.name} does not contain the web app ({INSIDE}).")


def main() -> int:
    checkout = Checkout.of_this_file()
    folder = checkout.root / "dist"
    shutil.rmtree(folder, ignore_errors=True)
    try:
        wheel = build(checkout, folder)
        check(wheel)
    except (Stop, subprocess.SubprocessError) as problem:
        print(problem, file=sys.stderr)
        return 1
    print(f"{wheel.relative_to(checkout.root)} ({wheel.stat().st_size / 1e6:.1f} MB)")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Find bubblewrap, the sandbox for code written by models, or install it from Debian's packages, if possible."""

import os
import shutil
import sys
from pathlib import Path

from .checkout import Checkout
from .steps import Stop, run_step

LIMIT = 300
WITHOUT = "bubblewrap could not be installed, so its tests are skipped. See docs/sandbox.md."


def ensure_sandbox(checkout: Checkout) -> Path | None:
    """Find or install bubblewrap. It is optional: there is a second sandbox, and macOS has neither."""
    if sys.platform != "linux":
        return None
    found = shutil.which("bwrap")
    if found is None and from_debian(checkout):
        found = shutil.which("bwrap")
    if found is None:
        print(WITHOUT)
        return None
    return Path(found)


def from_debian(checkout: Checkout) -> bool:
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        return False
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    update = ["apt-get", "update"]
    install = ["apt-get", "install", "--yes", "--no-install-recommends", "bubblewrap"]
    try:
        run_step("Reading the list of Debian packages", update, cwd=checkout.root, env=quiet, limit=LIMIT)
        run_step("Installing bubblewrap from Debian", install, cwd=checkout.root, env=quiet, limit=LIMIT)
    except Stop as problem:
        print(problem)
        return False
    return True

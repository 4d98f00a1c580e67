"""Find nginx, with which a test runs the proxy of docs/deployment.md, or unpack Debian's package, if possible."""

import os
import shutil
import sys
from pathlib import Path

from .checkout import Checkout
from .steps import Stop, probe, run_step

LIMIT = 120
FOLDERS = ("/usr/sbin", "/usr/local/sbin")
WITHOUT = "nginx could not be unpacked, so the test of the documented proxy is skipped."


def ensure_nginx(checkout: Checkout) -> Path | None:
    """Find or unpack nginx. It is optional, and it is not installed: Debian would start it on port 80."""
    if sys.platform != "linux":
        return None
    found = find_nginx(checkout) or (from_debian(checkout) and find_nginx(checkout))
    if not found:
        print(WITHOUT)
        return None
    return found


def find_nginx(checkout: Checkout) -> Path | None:
    folders = (str(checkout.tools / "nginx/usr/sbin"), os.environ.get("PATH", ""), *FOLDERS)
    found = shutil.which("nginx", path=os.pathsep.join(folders))
    return Path(found) if found and probe([found, "-v"]) is not None else None


def from_debian(checkout: Checkout) -> bool:
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        return False
    folder = checkout.tools / "nginx"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    try:
        run_step("Reading the list of Debian packages", ["apt-get", "update"], cwd=checkout.root, limit=LIMIT)
        # As root, apt-get would download as a user who may not write here.
        download = ["apt-get", "--option", "APT::Sandbox::User=root", "download", "nginx"]
        run_step("Downloading nginx from Debian", download, cwd=folder, limit=LIMIT)
        for package in folder.glob("*.deb"):
            run_step("Unpacking nginx", ["dpkg-deb", "--extract", package, folder], cwd=folder, limit=LIMIT)
    except Stop as problem:
        print(problem)
        return False
    return True

"""Find the proxies of docs/deployment.md, which tests run, or unpack Debian's packages of them, if possible."""

import os
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from .checkout import Checkout
from .steps import Stop, probe, run_step

LIMIT = 120
FOLDERS = ("/usr/sbin", "/usr/local/sbin")


@dataclass(frozen=True)
class Proxy:
    name: str
    """Of the program and of its package."""
    version_option: str
    tests: str
    libraries: bool = False
    """Whether it needs libraries that a minimal Debian does not have."""


NGINX = Proxy("nginx", "-v", "the test of the documented proxy is skipped")
PGBOUNCER = Proxy("pgbouncer", "--version", "the tests of a pooler are skipped", libraries=True)


def ensure_nginx(checkout: Checkout) -> Path | None:
    return ensure_proxy(checkout, NGINX)


def ensure_pgbouncer(checkout: Checkout) -> Path | None:
    return ensure_proxy(checkout, PGBOUNCER)


def ensure_proxy(checkout: Checkout, proxy: Proxy) -> Path | None:
    """Find or unpack a proxy. It is optional, and it is not installed: Debian would start it as a service."""
    if sys.platform != "linux":
        return None
    found = find_proxy(checkout, proxy) or (from_debian(checkout, proxy) and find_proxy(checkout, proxy))
    if not found:
        print(f"{proxy.name} could not be unpacked, so {proxy.tests}.")
        return None
    return found


def find_proxy(checkout: Checkout, proxy: Proxy) -> Path | None:
    unpacked = checkout.tools / proxy.name
    folders = (str(unpacked / "usr/sbin"), os.environ.get("PATH", ""), *FOLDERS)
    found = shutil.which(proxy.name, path=os.pathsep.join(folders))
    libraries = {"LD_LIBRARY_PATH": os.pathsep.join(str(folder) for folder in unpacked.glob("usr/lib/*/"))}
    env = libraries if found and found.startswith(str(unpacked)) else None
    return Path(found) if found and probe([found, proxy.version_option], env=env) is not None else None


def from_debian(checkout: Checkout, proxy: Proxy) -> bool:
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        return False
    folder = checkout.tools / proxy.name
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "partial").mkdir(parents=True)
    try:
        run_step("Reading the list of Debian packages", ["apt-get", "update"], cwd=checkout.root, limit=LIMIT)
        run_step(f"Downloading {proxy.name} from Debian", list_download(proxy, folder), cwd=folder, limit=LIMIT)
        for package in folder.glob("*.deb"):
            run_step(f"Unpacking {package.name}", ["dpkg-deb", "--extract", package, folder], cwd=folder, limit=LIMIT)
    except Stop as problem:
        print(problem)
        return False
    return True


def list_download(proxy: Proxy, folder: Path) -> list[str]:
    """The command that downloads the package, with those that it needs if its libraries may be missing."""
    # As root, apt-get would download as a user who may not write here.
    command = ["apt-get", "--option", "APT::Sandbox::User=root"]
    if not proxy.libraries:
        return [*command, "download", proxy.name]
    cache = ["--option", f"Dir::Cache::archives={folder}"]
    return [*command, *cache, "install", "--yes", "--no-install-recommends", "--download-only", proxy.name]

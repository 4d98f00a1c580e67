"""Find Chromium for the browser journeys, or install it with Playwright or from Debian's packages."""

import os
import shutil
from pathlib import Path

from .checkout import Checkout
from .python_env import ensure_python
from .steps import Stop, probe, run_step

# The headless shell needs a third of the time of the whole browser.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
APPLICATIONS = (
    Path("/Applications/Chromium.app/Contents/MacOS/Chromium"),
    Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
)
PLAYWRIGHT_LIMIT = 300
WHERE_PLAYWRIGHT_KEEPS_IT = (
    "from playwright.sync_api import sync_playwright as s\nwith s() as p: print(p.chromium.executable_path)"
)


def ensure_browser(checkout: Checkout) -> Path:
    """Find or install Chromium, and store its path in .tools/chromium-path for the tests."""
    known = checkout.tools / "chromium-path"
    if not os.environ.get("CHROMIUM") and known.is_file():
        path = Path(known.read_text().strip())
        if path.is_file():
            return path
    path = find_browser() or from_playwright(checkout) or from_debian(checkout)
    if path is None:
        raise Stop(
            "No Chromium was found and none could be installed. Install Chromium or Chrome, or set "
            "CHROMIUM=/path/to/chromium, then try again."
        )
    known.parent.mkdir(parents=True, exist_ok=True)
    known.write_text(f"{path}\n")
    return path


def find_browser(path: str | None = None) -> Path | None:
    given = os.environ.get("CHROMIUM")
    if given:
        if not works(Path(given)):
            raise Stop(f"CHROMIUM is {given}, which does not start. Correct it or unset it.")
        return Path(given)
    on_path = (Path(found) for name in NAMES if (found := shutil.which(name, path=path)))
    return next((candidate for candidate in (*on_path, *APPLICATIONS) if works(candidate)), None)


def works(program: Path) -> bool:
    """`--version` also shows whether all shared libraries are installed."""
    return program.is_file() and probe([program, "--version"]) is not None


def from_playwright(checkout: Checkout) -> Path | None:
    ensure_python(checkout, "dev")
    command = [checkout.python, "-m", "playwright", "install", "chromium"]
    try:
        run_step("Installing Chromium with Playwright", command, cwd=checkout.root, limit=PLAYWRIGHT_LIMIT)
    except Stop:
        return None
    answer = probe([checkout.python, "-c", WHERE_PLAYWRIGHT_KEEPS_IT])
    return Path(answer) if answer and works(Path(answer)) else None


def from_debian(checkout: Checkout) -> Path | None:
    """Install the headless shell (since Debian 12), otherwise the whole browser."""
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        return None
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    install = ["apt-get", "install", "--yes", "--no-install-recommends"]
    try:
        run_step("Reading the list of Debian packages", ["apt-get", "update"], cwd=checkout.root, env=quiet)
        known = probe(["apt-cache", "show", "--no-all-versions", NAMES[0]])
        chosen = NAMES[0] if known else NAMES[1]
        run_step("Installing Chromium from Debian", [*install, chosen], cwd=checkout.root, env=quiet)
    except Stop as problem:
        print(problem)
        return None
    return find_browser("/usr/bin")

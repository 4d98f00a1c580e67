"""Install the npm packages of the web app, and build it into the Python package."""

from collections.abc import Iterator
from pathlib import Path

from .checkout import Checkout
from .node import ensure_node
from .stamps import Stamp, digest, read_stamp, this_platform, write_stamp
from .steps import Stop, run_step

SOURCE_FOLDERS = ("src", "public", "scripts")
SOURCE_FILES = ("index.html", "package.json", "package-lock.json", "vite.config.ts", "tsconfig.json")


def ensure_packages(checkout: Checkout) -> None:
    if not (checkout.web / "package-lock.json").is_file():
        raise Stop("The folder web/ with its package-lock.json is missing, so the web app cannot be built.")
    stamp_path = checkout.web / "node_modules" / ".llmbattler-stamp.json"
    locks = [checkout.web / name for name in ("package.json", "package-lock.json")]
    wanted = {"platform": this_platform(), "locks": digest(checkout.web, locks)}
    npm = ensure_node(checkout) / "npm"
    if read_stamp(stamp_path) == wanted:
        return
    # Without install scripts, which the packages do not need.
    command = [npm, "ci", "--no-audit", "--no-fund", "--ignore-scripts"]
    run_step("Installing web packages", command, cwd=checkout.web)
    write_stamp(stamp_path, wanted)


def ensure_build(checkout: Checkout) -> None:
    if not build_is_stale(checkout):
        return
    ensure_packages(checkout)
    build_stamp_file(checkout).unlink(missing_ok=True)
    run_step("Building the web app", [checkout.bin / "npm", "run", "build"], cwd=checkout.web)
    if not (checkout.static / "index.html").is_file():
        raise Stop("The web build finished but left no index.html in src/llmbattler/server/static.")
    write_stamp(build_stamp_file(checkout), build_stamp(checkout))


def build_is_stale(checkout: Checkout) -> bool:
    return read_stamp(build_stamp_file(checkout)) != build_stamp(checkout)


def build_stamp_file(checkout: Checkout) -> Path:
    """Not in the folder of the build, which is served and part of the wheel."""
    return checkout.tools / "web-build.json"


def build_stamp(checkout: Checkout) -> Stamp:
    """Depends on the sources and on index.html, which contains the hashes of all built files."""
    return {
        "sources": digest(checkout.web, source_files(checkout.web)),
        "built": digest(checkout.static, [checkout.static / "index.html"]),
    }


def source_files(web: Path) -> Iterator[Path]:
    for name in SOURCE_FILES:
        yield web / name
    for folder in SOURCE_FOLDERS:
        yield from (file for file in (web / folder).rglob("*") if file.is_file() and ".test." not in file.name)

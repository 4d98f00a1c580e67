"""Install the pinned uv into .tools/uv, and exactly the locked packages and this checkout into .venv."""

import shutil
import sys
from pathlib import Path

from .checkout import Checkout
from .stamps import Stamp, digest, identity, read_stamp, this_platform, write_stamp
from .steps import Stop, probe, run_step

LOCKS = {"run": ("runtime", "build", "weights"), "dev": ("dev", "weights")}
NO_INSTALLER = (
    "This Python can neither create environments nor run pip. On Debian or Ubuntu: apt install python3-venv "
    "(elsewhere install uv or pip for it), then try again."
)


def ensure_python(checkout: Checkout, level: str) -> None:
    """Install the packages of `level` into .venv. A development environment is never reduced to `run`."""
    stamp = read_stamp(stamp_file(checkout))
    level = stronger(level, stamp.get("level", "run"))
    if stamp == wanted_stamp(checkout, level):
        return
    uv = ensure_uv(checkout)
    stamp_file(checkout).unlink(missing_ok=True)
    if not usable(checkout, stamp):
        make_environment(checkout, uv)
        stamp = {}
    if stamp.get("packages") != wanted_stamp(checkout, level)["packages"]:
        sync_packages(checkout, uv, level)
    install_checkout(checkout, uv)
    write_stamp(stamp_file(checkout), wanted_stamp(checkout, level))


def stronger(one: str, other: str) -> str:
    return "dev" if "dev" in (one, other) else "run"


def stamp_file(checkout: Checkout) -> Path:
    return checkout.venv / ".llmbattler-stamp.json"


def wanted_stamp(checkout: Checkout, level: str) -> Stamp:
    locks = [checkout.lock(name) for name in LOCKS[level]]
    # Entry points and version are read at installation.
    project = [checkout.root / "pyproject.toml", checkout.root / "src" / "llmbattler" / "__init__.py"]
    return {
        "level": level,
        "root": str(checkout.root),
        "platform": this_platform(),
        "interpreter": identity(checkout.python),
        "packages": digest(checkout.root, locks),
        "project": digest(checkout.root, project),
    }


def usable(checkout: Checkout, stamp: Stamp) -> bool:
    """False if the interpreter is missing or changed, or if the checkout was moved (scripts contain absolute paths)."""
    if not identity(checkout.python):
        return False
    if stamp:
        same = wanted_stamp(checkout, "run")
        return all(stamp.get(key) == same[key] for key in ("root", "platform", "interpreter"))
    return (
        _made_here(checkout) and probe([checkout.python, "-c", "import sys; assert sys.version_info >= (3, 11)"]) == ""
    )


def _made_here(checkout: Checkout) -> bool:
    activate = checkout.venv / "bin" / "activate"
    return activate.is_file() and str(checkout.venv) in activate.read_text(errors="replace")


def base_python() -> str:
    """The base interpreter, because make may run inside the environment that is to be recreated."""
    return getattr(sys, "_base_executable", None) or sys.executable


def make_environment(checkout: Checkout, uv: Path) -> None:
    command = [uv, "venv", "--clear", "--no-project", "--python", base_python(), checkout.venv]
    run_step("Creating a Python environment", command, cwd=checkout.root)


def sync_packages(checkout: Checkout, uv: Path, level: str) -> None:
    locks = [checkout.lock(name) for name in LOCKS[level]]
    # `sync` installs exactly the lines of the lock and resolves nothing.
    command = [uv, "pip", "sync", "--require-hashes", "--compile-bytecode", "--python", checkout.python, *locks]
    run_step("Installing Python packages", command, cwd=checkout.root)


def install_checkout(checkout: Checkout, uv: Path) -> None:
    command = [uv, "pip", "install", "--no-deps", "--no-build-isolation", "--python", checkout.python, "-e", "."]
    run_step("Installing llmbattler itself", command, cwd=checkout.root)


def ensure_uv(checkout: Checkout) -> Path:
    lock = checkout.lock("installer")
    stamp_path = checkout.tools / "uv" / ".stamp.json"
    wanted = {"platform": this_platform(), "lock": digest(checkout.root, [lock])}
    if checkout.uv.is_file() and read_stamp(stamp_path) == wanted:
        return checkout.uv
    shutil.rmtree(checkout.tools / "uv", ignore_errors=True)
    if not install_uv(checkout, lock):
        return uv_of_the_machine()
    write_stamp(stamp_path, wanted)
    return checkout.uv


def install_uv(checkout: Checkout, lock: Path) -> bool:
    """Install it with pip into a separate folder, or into a virtual environment if Python has no pip."""
    pip_options = ["install", "--quiet", "--no-input", "--require-hashes", "--requirement", lock]
    folder = checkout.tools / "uv"
    if probe([base_python(), "-m", "pip", "--version"]):
        pip = [base_python(), "-m", "pip", *pip_options, "--no-user", "--target", folder]
    elif probe([base_python(), "-m", "venv", folder], limit=120) is not None:
        pip = [folder / "bin" / "python", "-m", "pip", *pip_options]
    else:
        shutil.rmtree(folder, ignore_errors=True)
        return False
    run_step("Installing uv, the package installer", pip, cwd=checkout.root)
    return True


def uv_of_the_machine() -> Path:
    found = shutil.which("uv")
    if found is None:
        raise Stop(NO_INSTALLER)
    return Path(found)

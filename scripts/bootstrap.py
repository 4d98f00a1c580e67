"""Install what a make target needs: `python3 scripts/bootstrap.py dev web browser`.

This file also runs on older Pythons, to find a newer one or to say that one is needed.
"""

import os
import sys

OLDEST_PYTHON = (3, 11)
NEWER_PYTHONS = ("python3.13", "python3.12", "python3.11", "python3.14")


def too_old(version: tuple) -> bool:
    return tuple(version[:2]) < OLDEST_PYTHON


def use_a_newer_python() -> None:
    """Restart with a newer Python from the search path, or say what to install."""
    for name in NEWER_PYTHONS:
        for folder in os.environ.get("PATH", "").split(os.pathsep):
            program = os.path.join(folder, name)  # noqa: PTH118
            if os.access(program, os.X_OK):
                os.execv(program, [program] + sys.argv)  # noqa: S606, RUF005
    found = ".".join(str(number) for number in sys.version_info[:3])
    sys.exit("llmbattler needs Python 3.11 or newer, but %s is %s. Install it and try again." % (sys.executable, found))  # noqa: UP031


if too_old(sys.version_info):
    use_a_newer_python()

import argparse  # noqa: E402

from provision.browser import ensure_browser  # noqa: E402
from provision.checkout import Checkout  # noqa: E402
from provision.node import ensure_node  # noqa: E402
from provision.proxies import ensure_nginx, ensure_pgbouncer  # noqa: E402
from provision.python_env import ensure_python, ensure_uv  # noqa: E402
from provision.sandbox import ensure_sandbox  # noqa: E402
from provision.steps import Stop, only_one  # noqa: E402
from provision.web import ensure_build, ensure_packages  # noqa: E402

NEEDS = {
    "run": ("Python packages to run llmbattler", lambda checkout: ensure_python(checkout, "run")),
    "dev": ("Python packages for development", lambda checkout: ensure_python(checkout, "dev")),
    "uv": ("the package installer", ensure_uv),
    "node": ("Node.js and npm", ensure_node),
    "npm": ("the web app's packages", ensure_packages),
    "web": ("the built web app", ensure_build),
    "browser": ("Chromium for the tests", ensure_browser),
    "nginx": ("nginx, for the test of the documented proxy", ensure_nginx),
    "pgbouncer": ("PgBouncer, for the tests with a pooler", ensure_pgbouncer),
    "sandbox": ("bubblewrap, for code written by models", ensure_sandbox),
}


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(
        description="Install what is missing.",
        epilog="; ".join(f"{name}: {what}" for name, (what, _) in NEEDS.items()),
    )
    parser.add_argument("needs", nargs="+", choices=list(NEEDS), metavar="NEED", help=", ".join(NEEDS))
    needs = parser.parse_args(arguments).needs
    checkout = Checkout.of_this_file()
    try:
        with only_one(checkout.tools / "lock"):
            for need in needs:
                NEEDS[need][1](checkout)
    except Stop as problem:
        print(problem, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped. Run the same command again to continue.", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

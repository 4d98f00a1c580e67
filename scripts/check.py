"""The checks of everyday work: lint what changed, and run the tests that the change can affect.

Tests that start processes or browsers are left to `make test`, unless their own file changed.
"""

import argparse
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from affected import find_affected_tests
from lint import BIN, CHECKS, ROOT, passes

NPX = [ROOT / ".tools/bin/npm", "--silent", "--prefix", "web", "exec", "--"]
EVERYDAY = "not torture and not process and not browser"
NOTHING_SELECTED = 5


def list_changed(since: str) -> list[str]:
    """Return the files that differ from a commit, and new ones that are not ignored."""
    changed = git("diff", "--name-only", "--diff-filter=d", since)
    return sorted({*changed, *git("ls-files", "--others", "--exclude-standard")})


def find_base() -> str:
    """Compare with the last commit, or with the one before if nothing changed since."""
    return "HEAD" if git("status", "--porcelain") else "HEAD~1"


def git(*arguments: str) -> list[str]:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def list_checks(changed: list[str]) -> dict[str, list[str | Path]]:
    """Return the checks of lint.py that these files can fail, narrowed to the files where the tool allows it."""
    python = [path for path in changed if path.endswith(".py")]
    source = [path for path in python if path.startswith("src/")]
    web = [path for path in changed if path.startswith("web/")]
    checks: dict[str, list[str | Path]] = {}
    if source:
        checks |= {name: CHECKS[name] for name in ("Python types", "Import laws")}
    if any(path.endswith(("routes.py", "schemas.py")) for path in source):
        checks["Generated API client"] = CHECKS["Generated API client"]
    if python:
        checks["Python style"] = [BIN / "ruff", "check", *python]
        checks["Python format"] = [BIN / "ruff", "format", "--check", *python]
    if web:
        checks["Web types"] = [*NPX, "tsc", "--noEmit", "-p", "web"]
        checks["Web style"] = [*NPX, "biome", "check", "--no-errors-on-unmatched", *web]
    return checks


def run_lint(changed: list[str]) -> bool:
    with ThreadPoolExecutor(os.cpu_count()) as at_once:
        results = [at_once.submit(passes, name, command) for name, command in list_checks(changed).items()]
    return all(result.result() for result in results)


def run_python_tests(changed: list[str]) -> bool:
    tests = find_affected_tests(ROOT, changed)
    if not tests:
        return True
    own = [path for path in tests if path in changed]
    others = [path for path in tests if path not in changed]
    print(f"== Tests of {len(tests)} files", flush=True)
    return run_pytest(others, EVERYDAY) and run_pytest(own, "not torture")


def run_pytest(files: list[str], marks: str) -> bool:
    if not files:
        return True
    processes = ["--workers=2"] if len(files) > 1 else []
    command = [BIN / "python", "-m", "pytest", "-q", "-m", marks, *processes, *files]
    return subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, check=False).returncode in {0, NOTHING_SELECTED}


def run_web_tests(changed: list[str]) -> bool:
    web = [path.removeprefix("web/") for path in changed if path.startswith("web/")]
    if not web:
        return True
    print("== Web tests", flush=True)
    command = [ROOT / ".tools/bin/npm", "--silent", "exec", "--", "vitest", "related", "--run", *web]
    return subprocess.run(command, cwd=ROOT / "web", stdin=subprocess.DEVNULL, check=False).returncode == 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--since", help="a commit; without it, what is not committed, else the last commit")
    since = parser.parse_args().since or find_base()
    started = time.monotonic()
    changed = list_changed(since)
    print(f"{len(changed)} files changed since {since}.", flush=True)
    results = [run_lint(changed), run_python_tests(changed), run_web_tests(changed)]
    print(f"{'Passed' if all(results) else 'FAILED'} in {time.monotonic() - started:.0f} s.")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())

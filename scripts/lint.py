"""Run all checks, and show the output of those that fail."""

import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BIN = ROOT / ".venv" / "bin"

# Longest first; as many run concurrently as there are cores.
CHECKS: dict[str, list[str | Path]] = {
    "Python types": [BIN / "mypy"],
    "Web style, types, layers, dead code": [ROOT / ".tools/bin/npm", "--prefix", "web", "run", "lint"],
    "Generated API client": [BIN / "python", "scripts/api_client.py", "--check"],
    "Import laws": [BIN / "python", "scripts/laws.py"],
    "Python style": [BIN / "ruff", "check", "."],
    "Python format": [BIN / "ruff", "format", "--check", "."],
}
SCHEMA_CHECK: list[str | Path] = [BIN / "llmbattler", "migrate", "--check"]


def passes(name: str, command: list[str | Path], cwd: Path = ROOT, env: dict[str, str] | None = None) -> bool:
    started = time.monotonic()
    done = subprocess.run(
        command,
        cwd=cwd,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    verdict = "ok" if done.returncode == 0 else "FAILED"
    shown = done.stdout if done.returncode else ""
    print(f"{verdict:<7}{name} ({time.monotonic() - started:.1f} s)\n{shown}", end="", flush=True)
    return done.returncode == 0


def schema_passes() -> bool:
    """Check on a temporary database, ignoring DATABASE_URL and .env."""
    with tempfile.TemporaryDirectory(prefix="llmbattler-") as folder:
        Path(folder).chmod(0o755)  # as root, PostgreSQL runs under another user
        env = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "POSTGRES_URI"}}
        env |= {"DATA_DIR": f"{folder}/data"}
        return passes("Schema matches the tables of the code", SCHEMA_CHECK, Path(folder), env)


def main() -> int:
    with ThreadPoolExecutor(os.cpu_count()) as at_once:
        checks = {name: at_once.submit(passes, name, command) for name, command in CHECKS.items()}
        checks["Schema"] = at_once.submit(schema_passes)
    results = {name: check.result() for name, check in checks.items()}
    failed = [name for name, passed in results.items() if not passed]
    if failed:
        print(f"{len(failed)} of {len(results)} checks failed: {', '.join(failed)}. `make fix` fixes style and format.")
        return 1
    print(f"All {len(results)} checks passed.")
    return 0


if __name__ == "__main__":
    sys.exit(main())

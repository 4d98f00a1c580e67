"""Run the tests marked `torture` and print a table for docs/."""

import subprocess
import sys
import time
from pathlib import Path

from reports import read_cases, summarize, summary, table

ROOT = Path(__file__).resolve().parents[1]
REPORT = ROOT / ".tools" / "reports" / "torture.xml"


def main(arguments: list[str]) -> int:
    REPORT.parent.mkdir(parents=True, exist_ok=True)
    REPORT.unlink(missing_ok=True)
    command = [ROOT / ".venv/bin/python", "-m", "pytest", "-q", "-s", "-m", "torture", "--timeout=3600"]
    started = time.monotonic()
    done = subprocess.run(
        [*command, f"--junitxml={REPORT}", *(arguments or ["tests"])], cwd=ROOT, stdin=subprocess.DEVNULL, check=False
    )
    cases = read_cases(REPORT)
    if cases:
        rows = [("test", "outcome", "seconds"), *((case.name, case.outcome, f"{case.seconds:.1f}") for case in cases)]
        print(f"\n{table(rows)}")
    suite = summarize("torture", cases, time.monotonic() - started, done.returncode)
    print(f"\n{summary([suite])}", flush=True)
    return 1 if suite.failed or suite.problem else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

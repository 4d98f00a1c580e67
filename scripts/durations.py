"""Write tests/durations.json from the reports of the last `make test`."""

import json
from collections import Counter
from pathlib import Path

from reports import read_cases

ROOT = Path(__file__).resolve().parents[1]
REPORTS = ROOT / ".tools" / "reports"
SHORTEST = 0.2
"""Shorter files make no difference."""


def find_file(root: Path, name: str) -> str | None:
    """Return the file of a test named `tests.core.test_ids::test_x` or `tests.core.test_ids.TestIds::test_x`."""
    parts = name.partition("::")[0].split(".")
    for length in range(len(parts), 0, -1):
        path = Path(*parts[:length]).with_suffix(".py")
        if (root / path).is_file():
            return str(path)
    return None


def read_seconds(root: Path, reports: list[Path]) -> dict[str, float]:
    seconds: Counter[str] = Counter()
    for report in reports:
        for case in read_cases(report):
            if (file := find_file(root, case.name)) is not None:
                seconds[file] += case.seconds
    return {file: round(total, 1) for file, total in sorted(seconds.items()) if total >= SHORTEST}


def main() -> None:
    seconds = read_seconds(ROOT, [REPORTS / "python.xml", REPORTS / "journeys.xml"])
    if not seconds:
        raise SystemExit("There are no reports. Run `make test` first.")
    (ROOT / "tests" / "durations.json").write_text(json.dumps(seconds, indent=0) + "\n")
    print(f"Wrote the times of {len(seconds)} test files.")


if __name__ == "__main__":
    main()

"""Readers of final answers on our labeled answers, beside the one we use. See README.md in this folder."""

import argparse
import json
import platform
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from load.environments import make_environment
from tests.labeled_answers import Row, count, is_right, read_answers, read_with_suite

HERE = Path(__file__).parent
OURS = "llmbattler"
PEERS = ("math-verify", "lm-eval, strict", "lm-eval, flexible")
PACKAGES = ("math-verify==0.9.0", "lm_eval==0.4.13")
LEAST_RIGHT, MOST_WRONG = 0.95, 0.01
HALVES = ("working", "frozen")


def read_all(python: str, reader: str, rows: Sequence[Row]) -> list[str | None]:
    if reader == OURS:
        return [read_with_suite(row) for row in rows]
    command = [python, str(HERE / "load" / "answer_readers.py"), reader]
    done = subprocess.run(command, input=json.dumps(rows), capture_output=True, text=True, check=True)
    return json.loads(done.stdout.splitlines()[-1])  # type: ignore[no-any-return]


def print_misses(rows: Sequence[Row], readings: Sequence[str | None]) -> None:
    for row, reading in zip(rows, readings, strict=True):
        if not is_right(row, reading):
            print(f"- {row['quirk']} [{row['language']}] {row['text']!r}: {reading}, not {row['reading']}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--without-peers", action="store_true", help="only our own reader")
    parser.add_argument("--misses", action="store_true", help="list what we miss in the working half")
    wanted = parser.parse_args()
    python = None if wanted.without_peers else make_environment("reading", PACKAGES)
    kinds = Counter(row["kind"] for row in read_answers())
    print(
        f"Final answers of {', '.join(f'{several} {kind}s' for kind, several in kinds.items())}, "
        f"{datetime.now(UTC):%Y-%m-%d}, Python {platform.python_version()}; {', '.join(PACKAGES)}\n"
    )
    print("| half    | kind   | reader            | answers | right  | silently wrong | unreadable |")
    print("|---------|--------|-------------------|--------:|-------:|---------------:|-----------:|")
    missed = False
    for half in HALVES:
        for kind in ("number", "choice", None):
            rows = read_answers(half, kind=kind)
            for reader in (OURS, *(PEERS if python is not None else ())):
                found = count(rows, read_all(str(python), reader, rows))
                print(
                    f"| {half:7} | {kind or 'both':6} | {reader:17} | {found.total:7} | {found.right / found.total:6.1%} "
                    f"| {found.wrong / found.total:14.1%} | {found.unreadable / found.total:10.1%} |"
                )
                poor = found.right / found.total < LEAST_RIGHT or found.wrong / found.total > MOST_WRONG
                missed = missed or (reader == OURS and kind is None and poor)
    if wanted.misses:
        rows = read_answers("working")
        print_misses(rows, read_all("", OURS, rows))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())

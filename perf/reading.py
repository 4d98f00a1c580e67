"""Readers of final answers on our labeled answers, beside the one we use. See README.md in this folder."""

import argparse
import json
import platform
import re
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
SETS = ("working", "frozen", "later")


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


def print_table(python: Path | None) -> bool:
    """Print how each reader does, and return whether ours misses a target."""
    print("| set     | kind   | reader            | answers | right  | silently wrong | unreadable |")
    print("|---------|--------|-------------------|--------:|-------:|---------------:|-----------:|")
    missed = False
    for name in SETS:
        for kind in ("number", "choice", None):
            rows = read_answers(name, kind=kind)
            for reader in (OURS, *(PEERS if python is not None else ())):
                found = count(rows, read_all(str(python), reader, rows))
                right, wrong, unreadable = (
                    several / found.total for several in (found.right, found.wrong, found.unreadable)
                )
                print(
                    f"| {name:7} | {kind or 'both':6} | {reader:17} | {found.total:7} | {right:6.1%} | {wrong:14.1%} "
                    f"| {unreadable:10.1%} |"
                )
                missed = missed or (reader == OURS and kind is None and (right < LEAST_RIGHT or wrong > MOST_WRONG))
    return missed


def list_solutions(path: Path) -> list[Row]:
    """Solutions of GSM8K in the forms in which models write them: half of them right, half of another question."""
    rows: list[Row] = []
    samples = [json.loads(line) for line in path.read_text().splitlines() if line.strip()]
    for at, sample in enumerate(samples):
        target = sample["answer"].rpartition("####")[2].strip().replace(",", "")
        for said in (sample["answer"], samples[at - 1]["answer"]):
            steps, _, result = (part.strip() for part in said.rpartition("####"))
            steps = re.sub(r"<<[^<>]*>>", "", steps)
            texts = (
                said,
                f"{steps}\nThe answer is {result}.",
                f"{steps}\n\nAnswer: {result}",
                f"{steps}\n\n**Answer: ${result}**",
            )
            rows += [{"kind": "number", "language": "en", "text": text, "reading": target} for text in texts]
    return rows


def print_verdicts(python: Path, path: Path) -> bool:
    """Print how many verdicts on solutions differ from lm-eval's, and return whether any does."""
    rows = list_solutions(path)
    ours, theirs = (read_all(str(python), reader, rows) for reader in (OURS, "lm-eval, flexible"))
    pairs = [(is_right(row, one), is_right(row, other)) for row, one, other in zip(rows, ours, theirs, strict=True)]
    differing = sum(one != other for one, other in pairs)
    print(
        f"\nGSM8K: {differing} of {len(rows)} verdicts differ from lm-eval's (flexible-extract); "
        f"{sum(one for one, _ in pairs)} are right."
    )
    return differing > 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--without-peers", action="store_true", help="only our own reader")
    parser.add_argument("--misses", action="store_true", help="list what we miss in the working half")
    parser.add_argument("--gsm8k", type=Path, help="the test file of GSM8K: compare verdicts with lm-eval's")
    wanted = parser.parse_args()
    python = None if wanted.without_peers else make_environment("reading", PACKAGES)
    kinds = Counter(row["kind"] for name in SETS for row in read_answers(name))
    print(
        f"Final answers: {', '.join(f'{several} {kind}s' for kind, several in kinds.items())}, "
        f"{datetime.now(UTC):%Y-%m-%d}, Python {platform.python_version()}; {', '.join(PACKAGES)}\n"
    )
    missed = print_table(python)
    if wanted.misses:
        rows = [*read_answers("working"), *read_answers("later")]
        print_misses(rows, read_all("", OURS, rows))
    if wanted.gsm8k is not None and python is not None:
        missed = print_verdicts(python, wanted.gsm8k) or missed
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())

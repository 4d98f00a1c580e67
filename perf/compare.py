"""One of the scripts here on two commits, in alternating rounds of one run. See README.md in this folder."""

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent
_NUMBER = re.compile(r"-?\d[\d,]*\.?\d*")
Cells = Mapping[tuple[str, str], float]
"""Numbers of a table, by the name of the row and the title of the column."""


@contextmanager
def open_checkout(commit: str) -> Iterator[Path]:
    """A worktree of a commit with an environment of its own."""
    folder = Path(tempfile.mkdtemp(prefix="llmb-compare-"))
    tree = folder / commit
    _run("git", "worktree", "add", "--quiet", "--detach", str(tree), commit, cwd=ROOT)
    try:
        _run(sys.executable, "scripts/bootstrap.py", "dev", cwd=tree)
        yield tree
    finally:
        _run("git", "worktree", "remove", "--force", str(tree), cwd=ROOT)
        shutil.rmtree(folder, ignore_errors=True)


def _run(*command: str, cwd: Path) -> None:
    subprocess.run(command, cwd=cwd, check=True, stdout=subprocess.DEVNULL)


def measure(tree: Path, script: str, options: list[str]) -> Cells:
    """Run a script of a tree once and read the tables it prints. Whether it met its targets does not matter here."""
    command = [str(tree / ".venv/bin/python"), f"perf/{script}", *options]
    done = subprocess.run(command, cwd=tree, check=False, capture_output=True, text=True)
    cells = read_tables(done.stdout)
    if not cells:
        raise SystemExit(f"{script} in {tree} printed no table.\n{done.stdout}\n{done.stderr}")
    return cells


def read_tables(text: str) -> Cells:
    """Read the numbers of Markdown tables. The first cell names a row, or the first two."""
    found: dict[tuple[str, str], float] = {}
    tables = re.findall(r"(?:^\|.*\n?)+", text, re.MULTILINE)
    for titles, _, *rows in ([_cut(line) for line in table.splitlines()] for table in tables):
        firsts = [row[0] for row in rows]
        for row in rows:
            name = row[0] if firsts.count(row[0]) == 1 else " ".join(row[:2])
            for title, cell in zip(titles[1:], row[1:], strict=False):
                if (number := _NUMBER.search(cell)) is not None:
                    found[name, title] = float(number[0].replace(",", ""))
    return found


def _cut(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def _split(arguments: list[str]) -> tuple[list[str], list[str]]:
    """Options after `--` are those of the script."""
    place = arguments.index("--") if "--" in arguments else len(arguments)
    return arguments[:place], arguments[place + 1 :]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, epilog="Options of the script come after --.")
    parser.add_argument("script", help="such as battles.py")
    parser.add_argument("--against", required=True, metavar="COMMIT")
    parser.add_argument("--rounds", type=int, default=3)
    own, options = _split(sys.argv[1:])
    given = parser.parse_args(own)
    with open_checkout(given.against) as before:
        trees = {"before": before, "after": ROOT}
        taken: dict[str, defaultdict[tuple[str, str], list[float]]] = {name: defaultdict(list) for name in trees}
        for number in range(given.rounds):
            for name in sorted(trees, reverse=number % 2 == 0):
                print(f"round {number + 1} of {given.rounds}, {name}", file=sys.stderr)
                for cell, value in measure(trees[name], given.script, options).items():
                    taken[name][cell].append(value)
    today = datetime.now(UTC).date()
    load = os.getloadavg()[0]
    print(f"perf/{given.script} against {given.against}, {today}, {given.rounds} rounds each; load {load:.1f}\n")
    print("| row | what | before | after | after / before |\n|---|---|--:|--:|--:|")
    for cell in taken["after"]:
        pairs = list(zip(taken["before"][cell], taken["after"][cell], strict=False))
        if pairs:
            old, new = (statistics.median(values) for values in zip(*pairs, strict=True))
            ratios = [later / earlier for earlier, later in pairs if earlier]
            ratio = f"{statistics.median(ratios):.2f}" if ratios else ""
            print(f"| {cell[0]} | {cell[1]} | {old:g} | {new:g} | {ratio} |")


if __name__ == "__main__":
    main()

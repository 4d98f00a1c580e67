"""Our checks of IFEval's instructions beside its published program. See README.md in this folder."""

import argparse
import json
import platform
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

from load.environments import make_environment
from load.ifeval_answers import MAKE, draw_kwargs, some_text

from llmbattler.scorers.checks import Mode, read_ifeval

HERE = Path(__file__).parent
TESTS = HERE.parent / "tests"
OURS = (
    TESTS / "core" / "text" / "data" / "languages.jsonl",
    TESTS / "generation" / "classification" / "data" / "categories.jsonl",
)
PACKAGES = (
    "lm_eval==0.4.13",
    "nltk==3.10.4",
    "langdetect==1.0.9",
    "llama-index-core==0.14.25",
    *("immutabledict", "packaging", "regex", "six", "defusedxml", "click", "joblib", "tqdm"),
)
LEAST = 0.999
LONGEST_FROZEN = 500
Row = dict[str, Any]


def list_texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        if len(value) > 12 and not value.startswith("http"):
            yield value
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from list_texts(part)
    elif isinstance(value, list):
        for part in value:
            yield from list_texts(part)


def read_texts(paths: Sequence[Path]) -> list[str]:
    lines = (line for path in paths for line in path.read_text().splitlines() if line.startswith("{"))
    return list(dict.fromkeys(text for line in lines for text in list_texts(json.loads(line))))


def read_instructions(path: Path | None) -> dict[str, list[dict[str, Any]]]:
    """The options of every instruction in a file of the published dataset."""
    found: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for line in path.read_text().splitlines() if path else ():
        sample = json.loads(line)
        for name, kwargs in zip(sample["instruction_id_list"], sample["kwargs"], strict=True):
            given = {key: value for key, value in (kwargs or {}).items() if value is not None}
            # For other characters the published program draws a letter at random.
            if "letter" not in given or given["letter"].lower() in "abcdefghijklmnopqrstuvwxyz":
                found[name].append(given)
    return found


def make_rows(told: argparse.Namespace, pool: Sequence[str]) -> list[Row]:
    rng, published, rows = Random(told.seed), read_instructions(told.samples), []  # noqa: S311
    for name in told.only or MAKE:
        for number in range(told.pairs):
            several = published.get(name)
            kwargs = rng.choice(several) if several and number % 2 else draw_kwargs(name, rng, pool)
            crossed = rng.random() < told.crossed
            answer = some_text(rng, pool) if crossed else MAKE[name](rng, kwargs, pool)
            rows.append({"instruction": name, "kwargs": kwargs, "answer": answer})
    return rows


def ask_reference(python: Path, rows: Sequence[Row]) -> list[list[bool]]:
    """One verdict per row, or several where the published program draws random numbers."""
    told = "\n".join(json.dumps(row) for row in rows)
    command = [python, HERE / "load" / "ifeval_reference.py"]
    done = subprocess.run(command, input=told, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(done.stderr)
    return [json.loads(line) for line in done.stdout.splitlines()]


def check(row: Row, mode: Mode) -> bool:
    [named] = read_ifeval([row["instruction"]], [row["kwargs"]], mode=mode)
    return named.check.holds(row["answer"], "")


def freeze(path: Path, rows: Sequence[Row], verdicts: Sequence[Sequence[bool]]) -> None:
    kept = [
        json.dumps({**row, "followed": runs[0]}, ensure_ascii=False)
        for row, runs in zip(rows, verdicts, strict=True)
        if len(set(runs)) == 1 and len(row["answer"]) <= LONGEST_FROZEN
    ]
    path.write_text("\n".join(kept) + "\n")
    print(f"\n{len(kept):,} rows in {path}", file=sys.stderr)


def print_table(rows: Sequence[Row], verdicts: Sequence[Sequence[bool]]) -> float:
    """Print the agreement per instruction; return the smallest one of `official`."""
    by_name: dict[str, list[tuple[Row, Sequence[bool]]]] = defaultdict(list)
    for row, runs in zip(rows, verdicts, strict=True):
        by_name[row["instruction"]].append((row, runs))
    print("| instruction | pairs | followed | undecided | `official` | `sensible` |")
    print("|---|---:|---:|---:|---:|---:|")
    least, same, right, total = 1.0, 0, 0, 0
    for name, pairs in sorted(by_name.items()):
        decided = [(row, runs[0]) for row, runs in pairs if len(set(runs)) == 1]
        misses = [row for row, followed in decided if check(row, "official") != followed]
        for row in misses:
            print(json.dumps({**row, "answer": row["answer"][-300:]}, ensure_ascii=False), file=sys.stderr)
        sensible = sum(check(row, "sensible") == followed for row, followed in decided)
        agreed, kept = len(decided) - len(misses), sum(followed for _, followed in decided)
        shares = f"{agreed / len(decided):.2%} | {sensible / len(decided):.1%}"
        print(f"| `{name}` | {len(pairs):,} | {kept / len(decided):.0%} | {len(pairs) - len(decided)} | {shares} |")
        least = min(least, agreed / len(decided))
        same, right, total = same + agreed, right + sensible, total + len(decided)
    print(f"| all | {len(rows):,} | | {len(rows) - total} | {same / total:.2%} | {right / total:.1%} |")
    return least


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=Path, help="input_data.jsonl of IFEval, for its instructions and prompts")
    parser.add_argument("--texts", type=Path, nargs="*", default=[], help="more JSONL files whose texts are answers")
    parser.add_argument("--pairs", type=int, default=400, help="pairs per instruction")
    parser.add_argument("--only", nargs="*", help="only these instructions")
    parser.add_argument("--crossed", type=float, default=1 / 3, help="share of answers not made for their instruction")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--freeze", type=Path, help="write the short rows with their verdicts to this file")
    told = parser.parse_args()
    python = make_environment("ifeval", ("--no-deps", *PACKAGES))
    if python is None:
        return 1
    pool = read_texts([*OURS, *([told.samples] if told.samples else []), *told.texts])
    rows = make_rows(told, pool)
    verdicts = ask_reference(python, rows)
    print(
        f"{len(rows):,} answers, {datetime.now(UTC):%Y-%m-%d}, Python {platform.python_version()}; "
        f"{', '.join(name for name in PACKAGES if '=' in name)}; seed {told.seed}\n"
    )
    least = print_table(rows, verdicts)
    if told.freeze:
        freeze(told.freeze, rows, verdicts)
    return 0 if least >= LEAST else 1


if __name__ == "__main__":
    sys.exit(main())

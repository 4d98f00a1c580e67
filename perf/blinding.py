"""Can a program tell from timing and size alone which of two hidden models is which? See README.md in this folder."""

import argparse
import json
import math
import os
import platform
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from itertools import pairwise
from pathlib import Path

from battles import ask_all, cores, our_server, prompts, provider
from load.environments import make_environment
from load.token_timings import TIMINGS, draw_chunks

from llmbattler.arena.blinding.pacing import Blinding, BlindPacing
from llmbattler.connectors.ticker import TICK_SECONDS

ROOT = Path(__file__).parents[1]
GOAL = 5.0
"""Points above chance."""
CLASSIFIER = Path(__file__).parent / "load" / "classifier.py"
PACKAGES = ("scikit-learn>=1.7", "numpy>=2")
NAIVE = "naive"
FAST, SLOW = 0, 4
"""Of the timings, for real sockets."""
OPENED_A_SECOND = 4.0


@dataclass(frozen=True)
class ObservedBattle:
    """What a browser received of one battle: times, and characters of each side."""

    ticks: list[tuple[float, int, int]]
    done: float


def play_paced(
    blinding: str, left: list[tuple[float, int]], right: list[tuple[float, int]], phase: float
) -> ObservedBattle:
    """Run a battle through the product's pacing, with a simulated clock."""
    if blinding == NAIVE:
        return play_unpaced(left, right)
    pacing = BlindPacing(Blinding(blinding))
    waiting = [list(reversed(left)), list(reversed(right))]
    now, ticks, shown = phase, [], [0, 0]
    while not pacing.complete:
        for side, said in zip(pacing.streams, waiting, strict=True):
            while said and said[-1][0] <= now:
                side.add("x" * said.pop()[1])
            side.finished = not said
        pacing.tick(now)
        new = [side.shown - before for side, before in zip(pacing.streams, shown, strict=True)]
        shown = [side.shown for side in pacing.streams]
        if any(new):
            ticks.append((now, new[0], new[1]))
        now += TICK_SECONDS
    return ObservedBattle(ticks, now - TICK_SECONDS)


def play_unpaced(left: list[tuple[float, int]], right: list[tuple[float, int]]) -> ObservedBattle:
    """Pass on text as it arrives, as arenas without pacing do."""
    merged = sorted([(moment, size, 0) for moment, size in left] + [(moment, 0, size) for moment, size in right])
    return ObservedBattle(merged, merged[-1][0])


def features(seen: ObservedBattle, side: int) -> list[float]:
    """Compare timing and size of both sides, as a script in a browser could."""
    mine = [(tick[0], tick[1 + side]) for tick in seen.ticks if tick[1 + side]]
    theirs = [(tick[0], tick[2 - side]) for tick in seen.ticks if tick[2 - side]]
    return [
        *_describe(mine, seen),
        *_describe(theirs, seen),
        *_compare(mine, theirs),
        seen.done,
        float(len(seen.ticks)),
    ]


def _describe(events: list[tuple[float, int]], seen: ObservedBattle) -> list[float]:
    moments, sizes = [moment for moment, _ in events], [size for _, size in events]
    gaps = [later - earlier for earlier, later in pairwise(moments)] or [0.0]
    span = max(moments[-1] - moments[0], TICK_SECONDS)
    return [
        moments[0],
        moments[-1],
        seen.done - moments[-1],
        float(len(events)),
        *_spread(gaps),
        *_spread([float(size) for size in sizes]),
        sum(sizes) / span,
        *(float(size) for size in (sizes + [0] * 5)[:5]),
        *((gaps + [0.0] * 5)[:5]),
    ]


def _spread(values: Sequence[float]) -> list[float]:
    ordered = sorted(values)
    mean = sum(values) / len(values)
    deviation = math.sqrt(sum((value - mean) ** 2 for value in values) / len(values))
    return [mean, deviation, ordered[0], ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.9)], ordered[-1]]


def _compare(mine: list[tuple[float, int]], theirs: list[tuple[float, int]]) -> list[float]:
    together = {moment for moment, _ in mine} & {moment for moment, _ in theirs}
    return [
        mine[0][0] - theirs[0][0],
        mine[-1][0] - theirs[-1][0],
        float(len(mine) - len(theirs)),
        len(together) / max(1, min(len(mine), len(theirs))),
    ]


def battles(blinding: str, number: int, chance: random.Random) -> Iterator[dict[str, object]]:
    """Simulate each pair of timings equally often, with random sides; one row per battle."""
    pairs = [(one, other) for one in range(len(TIMINGS)) for other in range(one + 1, len(TIMINGS))]
    for pair in pairs:
        for _ in range(number):
            swapped = chance.random() < 0.5
            names = pair[::-1] if swapped else pair
            said = [draw_chunks(TIMINGS[name], chance) for name in names]
            seen = play_paced(blinding, said[0], said[1], chance.random() * TICK_SECONDS)
            yield {"pair": pairs.index(pair), "swapped": int(swapped), "features": features(seen, 0)}


def real_battles(blinding: str, number: int) -> list[dict[str, object]]:
    """Run a fast and a slow model on a real server, and record what a browser receives."""
    rows: list[dict[str, object]] = []
    with (
        provider(1, {"perf-a": FAST, "perf-b": SLOW}) as source,
        our_server(source, cores()[0], BLINDING=blinding) as (url, _, _),
    ):
        bodies: list[dict[str, object]] = [{"prompt": name} for name in prompts(number)]
        streams = ask_all(url, "/api/sessions", bodies, "event: done", number / OPENED_A_SECOND, watch=True)
    for stream in streams:
        seen = ObservedBattle([tuple(tick) for tick in stream["ticks"]], stream["done"])  # type: ignore[arg-type, attr-defined]
        rows.append({"pair": 0, "swapped": int(stream["left"] == "b"), "features": features(seen, 0)})
    return rows


def classify(python: Path, rows: list[dict[str, object]]) -> dict[str, float]:
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(rows, file)
        file.flush()
        # With threads it would wait for itself on a machine that has other things to do.
        environment = {**os.environ, "OMP_NUM_THREADS": "1"}
        command = [python, CLASSIFIER, file.name]
        said = subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout
    return json.loads(said)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--battles", type=int, default=200, help="of each pair of models, in each mode")
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--real", type=int, default=60, help="battles over real sockets, in each mode; 0: none")
    options = parser.parse_args()
    python = make_environment("sklearn", PACKAGES)
    if python is None:
        print("scikit-learn cannot be installed here (no uv, or no package index), so nothing was measured.")
        return 1
    modes: dict[str, Callable[[random.Random], list[dict[str, object]]]] = {
        mode: lambda chance, mode=mode: list(battles(mode, options.battles, chance))  # type: ignore[misc]
        for mode in (NAIVE, "relaxed", "strict", "whole")
    }
    found = {}
    for mode, play in modes.items():
        found[mode] = classify(python, play(random.Random(options.seed)))  # noqa: S311
        print(f"{mode} done", file=sys.stderr)
    each = len(TIMINGS) * (len(TIMINGS) - 1) // 2 * options.battles
    streams = (len(TIMINGS) - 1) * options.battles
    made = f"{datetime.now(UTC):%Y-%m-%d}, {platform.platform()}, llmbattler {version('llmbattler')}"
    print(f"Which side is which model, {made}, load {os.getloadavg()[0]:.1f}.")
    print(f"{each} battles in each mode, {streams} streams of each of {len(TIMINGS)} timings.")
    print("Gradient boosting, 5-fold cross-validation, balanced accuracy; 50 % is chance.\n")
    print("| pacing   | one classifier for all pairs | ± | mean of one for each pair | worst pair |")
    print("|---------|-----------------------------:|--:|--------------------------:|-----------:|")
    for mode, value in found.items():
        shown = f"{value['all']:28.1%} | {value['error']:.1%} | {value['mean']:25.1%} | {value['worst']:10.1%}"
        print(f"| {mode:7} | {shown} |")
    if options.real:
        models = f"{TIMINGS[FAST].name} and {TIMINGS[SLOW].name}"
        print(f"\nOver real sockets, {options.real} battles in each mode, {models}:\n")
        print("| pacing   | which side is which | ± |")
        print("|---------|--------------------:|--:|")
        for mode in ("relaxed", "strict", "whole"):
            value = classify(python, real_battles(mode, options.real))
            print(f"| {mode:7} | {value['worst']:19.1%} | {value['error']:.1%} |", flush=True)
    met = found["strict"]["all"] <= 0.5 + GOAL / 100
    print(f"\nStrict is within {GOAL:g} points of chance: {'yes' if met else 'NO'}.")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())

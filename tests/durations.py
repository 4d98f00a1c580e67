"""How long each test file takes, from an earlier run, to spread the files evenly over processes and machines."""

import json
import statistics
from collections.abc import Iterable, Mapping
from pathlib import Path

DURATIONS = Path(__file__).with_suffix(".json")


def read_durations() -> dict[str, float]:
    """Return the seconds of each test file that was there when `make durations` ran last."""
    durations: dict[str, float] = json.loads(DURATIONS.read_text())
    return durations


def choose_shard(files: Iterable[str], seconds: Mapping[str, float], shard: str) -> set[str]:
    """Return the files of one shard, such as the first of three: "1/3". All shards take about as long."""
    number, _, shards = shard.partition("/")
    usual = statistics.median(seconds.values()) if seconds else 1.0
    loads = [0.0] * int(shards)
    chosen: list[set[str]] = [set() for _ in loads]
    for file in sorted(files, key=lambda file: (-seconds.get(file, usual), file)):
        lightest = loads.index(min(loads))
        loads[lightest] += seconds.get(file, usual)
        chosen[lightest].add(file)
    return chosen[int(number) - 1]

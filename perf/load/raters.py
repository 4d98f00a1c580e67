"""Rates the votes of a file with one peer, in its own environment; says how long it took and what it found, as JSON."""

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

Votes = tuple[list[str], list[str], list[str]]
Found = dict[str, dict[str, float]]


def evalica(votes: Votes) -> dict[str, Callable[[], Found]]:
    """Rate from lists and from pandas columns, and keep the faster time; it has no intervals."""
    import evalica as peer  # noqa: PLC0415 - one of two environments has it
    import pandas as pd  # noqa: PLC0415

    winner = {"a": peer.Winner.X, "b": peer.Winner.Y, "tie": peer.Winner.Draw}
    lists = (votes[0], votes[1], [winner[word] for word in votes[2]])
    columns = tuple(pd.Series(column) for column in lists)

    def rate(given: Any) -> Found:  # noqa: ANN401
        return {"rating": peer.bradley_terry(*given).scores.to_dict()}

    return {"from lists": lambda: rate(lists), "from pandas": lambda: rate(columns)}


def arena_rank(votes: Votes) -> dict[str, Callable[[], Found]]:
    import pandas as pd  # noqa: PLC0415
    from arena_rank.models.bradley_terry import BradleyTerry  # noqa: PLC0415
    from arena_rank.utils.data_utils import PairDataset  # noqa: PLC0415

    word = {"a": "model_a", "b": "model_b", "tie": "tie"}
    frame = pd.DataFrame({"model_a": votes[0], "model_b": votes[1], "winner": [word[one] for one in votes[2]]})

    def rate(data: Any) -> Found:  # noqa: ANN401
        found = BradleyTerry(n_competitors=len(data.competitors)).compute_ratings_and_cis(data)
        names = found["competitors"]
        columns = {"rating": "ratings", "low": "rating_lower", "high": "rating_upper"}
        return {
            ours: dict(zip(names, (float(value) for value in found[theirs]), strict=True))
            for ours, theirs in columns.items()
        }

    counted = PairDataset.from_pandas(frame)
    return {"from pandas": lambda: rate(PairDataset.from_pandas(frame)), "from its own counts": lambda: rate(counted)}


def main() -> None:
    peer, path, rounds = sys.argv[1:]
    votes: Votes = tuple(json.loads(Path(path).read_text()))
    report = []
    for name, rate in {"evalica": evalica, "arena-rank": arena_rank}[peer](votes).items():
        seconds = []
        for _ in range(int(rounds) + 1):
            clock, processor = time.perf_counter(), time.process_time()
            found = rate()
            seconds.append(min(time.perf_counter() - clock, time.process_time() - processor))
        report.append({"name": name, "cold": seconds[0], "warm": sorted(seconds[1:]), "found": found})
    json.dump(report, sys.stdout)


if __name__ == "__main__":
    main()

"""Entries as arrays."""

import struct

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from llmbattler.benchmarks.results.comparisons.values import EntryValues, Matched, compare_all, count_common


def pack(rows: dict[int, float], *, start: int = 0, clusters: bool = False) -> EntryValues:
    numbers = list(enumerate(rows, start=start))
    return EntryValues.unpack(
        struct.pack(f">{len(rows)}q", *rows),
        struct.pack(f">{len(rows)}q", *(position for position, _ in numbers)),
        struct.pack(f">{len(rows)}d", *rows.values()),
        struct.pack(f">{len(rows)}q", *(key // 2 if clusters else key for key in rows)),
    )


entries = st.dictionaries(st.integers(-(2**63), 2**63 - 1) | st.integers(0, 20), st.floats(0, 1), max_size=30)


@given(entries, entries)
def test_samples_are_matched_by_their_keys(one: dict[int, float], two: dict[int, float]) -> None:
    matched = Matched.of(pack(one), pack(two, start=100))
    common = sorted(one.keys() & two.keys())
    assert matched.first.tolist() == [one[key] for key in common]
    assert matched.second.tolist() == [two[key] for key in common]
    assert matched.first_positions.tolist() == [list(one).index(key) for key in common]
    assert matched.second_positions.tolist() == [100 + list(two).index(key) for key in common]
    assert count_common([pack(one), pack(two)]) == len(common)


def test_an_id_that_comes_twice_counts_once() -> None:
    twice = EntryValues.unpack(
        struct.pack(">3q", 7, 7, 8),
        struct.pack(">3q", 0, 1, 2),
        struct.pack(">3d", 1, 0, 1),
        struct.pack(">3q", 1, 2, 3),
    )
    assert twice.keys.tolist() == [7, 8]
    assert twice.values.tolist() == [1, 1]
    assert twice.positions.tolist() == [0, 2]


def test_every_entry_is_held_against_the_first() -> None:
    first, better, other = (dict.fromkeys(range(20), 0.0), dict.fromkeys(range(20), 1.0), {99: 1.0})
    found = compare_all([pack(first), pack(better), pack(other)])
    assert [(one.n, one.better) for one in found] == [(20, 20), (0, 0)]
    assert count_common([pack(first), pack(better), pack(other)]) == 0


def test_clusters_go_with_the_samples() -> None:
    values = {key: float(key % 4 < 2) for key in range(40)}
    score = pack(values, clusters=True).score()
    assert score.method == "clustered"
    assert pack(values).score().method == "wilson"
    assert compare_all([pack(values, clusters=True), pack(dict.fromkeys(range(40), 0.5))])[0].clusters == 20


def test_nothing_is_unpacked_from_nothing() -> None:
    nothing = EntryValues.unpack(b"", b"", b"", b"")
    assert nothing.score().mean is None
    assert np.array_equal(nothing.keys, [])

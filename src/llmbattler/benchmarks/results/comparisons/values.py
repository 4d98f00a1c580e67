"""The values of entries as arrays, matched by sample id."""

from dataclasses import dataclass
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from ...statistics.intervals import Interval, mean_interval
from ...statistics.paired import Paired, compare

Keys = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class EntryValues:
    """One value per sample of an entry, sorted by key."""

    keys: Keys
    positions: Keys
    values: Floats
    clusters: Keys

    @classmethod
    def unpack(cls, keys: bytes, positions: bytes, values: bytes, clusters: bytes) -> "EntryValues":
        """From numbers in network byte order, as PostgreSQL packs them."""
        # Sample ids are unique within a dataset; should one occur twice anyway, the first one counts.
        read, first = np.unique(_integers(keys), return_index=True)
        numbers = np.frombuffer(values, dtype=">f8").astype(np.float64)
        return cls(read, _integers(positions)[first], numbers[first], _integers(clusters)[first])

    def score(self) -> Interval:
        return mean_interval(self.values, clusters=self.clusters)


@dataclass(frozen=True, slots=True, eq=False)
class Matched:
    """The samples that two entries have in common."""

    first: Floats
    second: Floats
    first_positions: Keys
    second_positions: Keys
    clusters: Keys

    @classmethod
    def of(cls, first: EntryValues, second: EntryValues) -> "Matched":
        _, one, two = np.intersect1d(first.keys, second.keys, assume_unique=True, return_indices=True)
        return cls(
            first.values[one],
            second.values[two],
            first.positions[one],
            second.positions[two],
            first.clusters[one],
        )

    def compare(self) -> Paired:
        return compare(self.first, self.second, clusters=self.clusters)


def compare_all(entries: list[EntryValues]) -> list[Paired]:
    """Each against the first."""
    return [Matched.of(entries[0], other).compare() for other in entries[1:]]


def count_common(entries: list[EntryValues]) -> int:
    """How many samples every entry has."""
    return len(reduce(lambda one, two: np.intersect1d(one, two, assume_unique=True), (one.keys for one in entries)))


def _integers(packed: bytes) -> Keys:
    return np.frombuffer(packed, dtype=">i8").astype(np.int64)

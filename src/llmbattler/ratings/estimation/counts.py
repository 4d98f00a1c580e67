"""Counts of outcomes by pair: all that a fit needs."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Self

import numpy as np

from .arrays import Counts, Index


class Outcome(StrEnum):
    A = "a"
    B = "b"
    TIE = "tie"
    BOTH_BAD = "both_bad"


class CountRow(NamedTuple):
    model_a: str
    model_b: str
    wins_a: int
    wins_b: int
    ties: int
    both_bad: int


class CountColumns(NamedTuple):
    """The rows of `CountRow` as columns, which are read ten times as fast."""

    model_a: Sequence[str]
    model_b: Sequence[str]
    wins_a: Sequence[int]
    wins_b: Sequence[int]
    ties: Sequence[int]
    both_bad: Sequence[int]


class FacetRow(NamedTuple):
    """The votes between two models, of one source ("human") and one facet ("category:coding")."""

    source: str
    facet: str
    counts: CountRow


_CODES: dict[str, int] = {outcome: code for code, outcome in enumerate(Outcome)}


@dataclass(frozen=True, slots=True, eq=False)
class CodedVotes:
    """Votes as numbers: the places of the two models in `models`, and of the outcome in `Outcome`."""

    models: tuple[str, ...]
    """Sorted; each has a vote."""
    first: Index
    second: Index
    outcome: Index

    @classmethod
    def of(cls, model_a: Sequence[str], model_b: Sequence[str], outcome: Sequence[Outcome | str]) -> Self:
        if not len(model_a) == len(model_b) == len(outcome):
            raise ValueError("Each vote needs two models and one outcome.")
        seen = Places()
        first, second = seen.number(model_a), seen.number(model_b)
        return cls.sort(list(seen), first, second, code_outcomes(outcome))

    @classmethod
    def sort(cls, names: Sequence[str], first: Index, second: Index, outcome: Index) -> Self:
        """Build from the places of models in any list of names; names without votes are left out."""
        used = np.union1d(np.unique(first), np.unique(second)).tolist()
        order = sorted(used, key=names.__getitem__)
        place = np.zeros(len(names), dtype=np.intp)
        place[order] = np.arange(len(order))
        return cls(tuple(names[one] for one in order), place[first], place[second], outcome)

    def __len__(self) -> int:
        return len(self.outcome)


@dataclass(frozen=True, slots=True, eq=False)
class PairCounts:
    """Matrices over the sorted models. The diagonals are zero: a model against itself is ignored."""

    models: tuple[str, ...]
    wins: Counts
    """`wins[i, j]`: how often i beat j."""
    ties: Counts
    both_bad: Counts

    @classmethod
    def from_rows(cls, rows: Iterable[CountRow]) -> Self:
        """Add up rows, in any order; a pair may occur repeatedly and either way round."""
        columns = tuple(zip(*rows, strict=True))
        return cls.from_columns(CountColumns(*columns) if columns else CountColumns((), (), (), (), (), ()))

    @classmethod
    def from_columns(cls, columns: CountColumns) -> Self:
        """Like `from_rows`."""
        numbers = np.array(columns[2:], dtype=np.int64).reshape(len(Outcome), -1)
        if (numbers < 0).any():
            raise ValueError("A number of votes cannot be negative.")
        seen = Places()
        a, b = seen.number(columns.model_a), seen.number(columns.model_b)
        models = tuple(sorted(seen))
        place = np.zeros(len(models), dtype=np.intp)
        place[[seen[name] for name in models]] = np.arange(len(models))
        cells = np.zeros((len(models), len(models), len(Outcome)), dtype=np.int64)
        np.add.at(cells, (place[a], place[b]), numbers.T)
        return cls._from_cells(models, cells)

    @classmethod
    def from_votes(cls, model_a: Sequence[str], model_b: Sequence[str], outcome: Sequence[Outcome | str]) -> Self:
        return cls.from_coded(CodedVotes.of(model_a, model_b, outcome))

    @classmethod
    def from_coded(cls, votes: CodedVotes) -> Self:
        size = len(votes.models)
        cell = (votes.first * size + votes.second) * len(Outcome) + votes.outcome
        cells = np.bincount(cell, minlength=size * size * len(Outcome)).reshape(size, size, len(Outcome))
        return cls._from_cells(votes.models, cells.astype(np.int64, copy=False))

    @classmethod
    def _from_cells(cls, models: tuple[str, ...], cells: Counts) -> Self:
        """Build from `cells[a, b, outcome]`, where a was on the left."""
        a, b, tie, both_bad = np.moveaxis(cells, 2, 0)
        matrices = (a + b.T, tie + tie.T, both_bad + both_bad.T)
        for matrix in matrices:
            np.fill_diagonal(matrix, 0)
            matrix.setflags(write=False)
        return cls(models, *matrices)

    def rows(self) -> list[CountRow]:
        """Return a row for each pair with votes, sorted, the smaller name first."""
        first, second = np.nonzero(np.triu(self.games()))
        columns = (self.wins[first, second], self.wins[second, first], self.ties[first, second])
        numbers = np.stack([*columns, self.both_bad[first, second]], axis=1).tolist()
        return [
            CountRow(self.models[i], self.models[j], *row)
            for i, j, row in zip(first.tolist(), second.tolist(), numbers, strict=True)
        ]

    def among(self, models: Collection[str]) -> Self:
        """Return the votes between these models only."""
        wanted = frozenset(models)
        kept = [place for place, name in enumerate(self.models) if name in wanted]
        square = np.ix_(kept, kept)
        return type(self)(
            tuple(self.models[place] for place in kept), self.wins[square], self.ties[square], self.both_bad[square]
        )

    def games(self) -> Counts:
        return self.wins + self.wins.T + self.ties + self.both_bad

    @property
    def votes(self) -> Counts:
        """The number of votes of each model."""
        votes: Counts = self.games().sum(axis=1)
        return votes

    @property
    def total(self) -> int:
        return int(self.games().sum()) // 2


class Places(dict[str, int]):
    """Numbers names at first use, so that votes are read in one pass."""

    def __missing__(self, word: str) -> int:
        place = self[word] = len(self)
        return place

    def number(self, words: Sequence[str]) -> Index:
        return _codes(words, self)


def code_outcomes(outcome: Sequence[Outcome | str]) -> Index:
    """Return the place of each outcome in `Outcome`."""
    try:
        return _codes(outcome, _CODES)
    except KeyError as unknown:
        raise ValueError(f"No such outcome: {unknown.args[0]}.") from None


def _codes(words: Sequence[str], index: dict[str, int]) -> Index:
    return np.fromiter(map(index.__getitem__, words), dtype=np.intp, count=len(words))

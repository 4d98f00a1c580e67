"""Which voters may be one person: those who vote from the same network."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

MAX_LINKED_VOTERS = 50
"""A network with more voters is a school, a company or a carrier, and links nobody.

Pooling honest people does no harm: their votes pass the tests together, too. But twenty accounts of one person would be
hidden among a thousand others. Such a network is only checked for bursts.
"""


class Origin(NamedTuple):
    """How often a voter voted from an address and a network, both as keyed hashes."""

    voter: str
    address: str | None
    network: str | None
    votes: int


@dataclass(frozen=True, slots=True)
class Links:
    groups: tuple[tuple[str, ...], ...]
    """Every voter is in exactly one group, alone or with others. Sorted."""
    crowds: tuple[tuple[str, ...], ...]
    """The voters of each network that has too many voters to be one person."""


def link_voters(origins: Iterable[Origin]) -> Links:
    """Join voters who share an address or a network, unless too many do."""
    places: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    parent: dict[str, str] = {}
    for origin in origins:
        parent.setdefault(origin.voter, origin.voter)
        for kind, place in (("address", origin.address), ("network", origin.network)):
            if place is not None:
                places[kind, place].add(origin.voter)
    crowds = []
    for (kind, _), voters in places.items():
        if len(voters) <= MAX_LINKED_VOTERS:
            _join(parent, sorted(voters))
        elif kind == "network":
            crowds.append(tuple(sorted(voters)))
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for voter in sorted(parent):
        groups[_find(parent, voter)].append(voter)
    return Links(tuple(sorted(map(tuple, groups.values()))), tuple(sorted(crowds)))


def _join(parent: dict[str, str], voters: Sequence[str]) -> None:
    first = _find(parent, voters[0])
    for voter in voters[1:]:
        parent[_find(parent, voter)] = first


def _find(parent: dict[str, str], voter: str) -> str:
    while parent[voter] != voter:
        parent[voter] = parent[parent[voter]]
        voter = parent[voter]
    return voter

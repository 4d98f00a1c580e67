"""Which voters may be one person: those who vote from the same network. Pure."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

MOST_VOTERS = 50
"""A network with more voters is a school, a company or a telephone company, and links nobody.

Pooling honest people does no harm, since their votes pass the tests together as well; but twenty accounts of one person
would hide in a thousand. So such a network is only watched for bursts.
"""


class Origin(NamedTuple):
    """That a voter voted from somewhere, and how often. Both places are keyed hashes."""

    voter: str
    address: str | None
    network: str | None
    votes: int


@dataclass(frozen=True, slots=True)
class Links:
    groups: tuple[tuple[str, ...], ...]
    """Every voter is in just one, alone or with others; both sorted."""
    crowds: tuple[tuple[str, ...], ...]
    """The voters of each network that has too many of them to be one person."""


def link(origins: Iterable[Origin]) -> Links:
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
        if len(voters) <= MOST_VOTERS:
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

import pytest

from llmbattler.generation.streams.contract import GenerationOwners
from tests.generation.streams.owners import MemoryOwner


def test_owners_are_found_by_kind() -> None:
    owner_in_memory = MemoryOwner()
    owners = GenerationOwners(owner_in_memory)
    assert (owners.get("shelf"), owners.kinds) == (owner_in_memory, ["shelf"])
    with pytest.raises(KeyError):
        owners.get("debate")


def test_an_owner_is_made_once_when_it_is_needed() -> None:
    made: list[MemoryOwner] = []

    def make() -> MemoryOwner:
        made.append(MemoryOwner())
        return made[-1]

    owners = GenerationOwners(makers={"shelf": make})
    assert (owners.kinds, made) == (["shelf"], [])
    assert owners.get("shelf") is owners.get("shelf") is made[0]
    assert len(made) == 1

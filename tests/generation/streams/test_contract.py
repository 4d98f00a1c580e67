import pytest

from llmbattler.generation.streams.contract import GenerationOwners
from tests.generation.streams.owners import Shelf


def test_owners_are_found_by_kind() -> None:
    shelf, other = Shelf(), Shelf()
    owners = GenerationOwners()
    owners.add(shelf)
    assert (owners.get("shelf"), owners.kinds) == (shelf, ["shelf"])
    owners.add(other)
    assert owners.get("shelf") is other
    with pytest.raises(KeyError):
        owners.get("debate")

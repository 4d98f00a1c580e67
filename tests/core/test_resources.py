import pytest

from llmbattler.core.resources import Resources


def test_a_resource_is_found_by_its_type() -> None:
    resources = Resources()
    assert resources.add(str, "here") == resources.get(str) == "here"


def test_a_missing_resource_is_a_mistake_of_the_wiring() -> None:
    with pytest.raises(KeyError):
        Resources().get(int)

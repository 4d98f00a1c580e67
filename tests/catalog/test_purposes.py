import pytest

from llmbattler.catalog.calls.flow import CallContext
from llmbattler.catalog.purposes import (
    PROBE,
    TEST,
    UnknownPurpose,
    get_purpose,
    is_open,
    list_maintenance,
    list_open,
    list_open_answers,
)


def test_the_purposes_of_all_slices_are_known() -> None:
    assert {"side_by_side", "direct", "run", "judge", "moderation"} <= set(list_open_answers())
    assert set(list_maintenance()) == {PROBE, TEST}
    assert set(list_open()) == {*list_open_answers(), PROBE, TEST}


@pytest.mark.parametrize("name", ["side_by_side", "direct", "run"])
def test_the_callers_own_key_pays_for_what_they_run_for_themselves(name: str) -> None:
    assert CallContext(purpose=name, caller="m_1").key_owner == "m_1"


@pytest.mark.parametrize("name", ["battle", "judge", "moderation", PROBE, TEST])
def test_the_callers_own_key_pays_for_nothing_else(name: str) -> None:
    assert CallContext(purpose=name, caller="m_1").key_owner is None


def test_battles_and_unknown_purposes_are_not_shown_at_once() -> None:
    assert not is_open("battle")
    assert not is_open("of a slice that was removed")
    assert "battle" not in list_open()


def test_a_purpose_that_no_slice_declares_is_refused() -> None:
    with pytest.raises(UnknownPurpose):
        get_purpose("none")
    with pytest.raises(UnknownPurpose):
        CallContext(purpose="none")

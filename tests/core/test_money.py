import pytest

from llmbattler.core.money import format_money, to_dollars, to_micro


@pytest.mark.parametrize(("dollars", "micro"), [(0.1, 100_000), (1.005, 1_005_000), (0.0000015, 2), (1e6, 10**12)])
def test_no_cent_is_lost_to_floating_point(dollars: float, micro: int) -> None:
    assert to_micro(dollars) == micro
    assert to_micro(to_dollars(micro)) == micro


def test_amounts_are_written_as_people_do() -> None:
    assert format_money(12_340_000_000) == "$12,340.00"
    assert format_money(1_234) == "$0.001234"

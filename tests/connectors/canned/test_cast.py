from statistics import mean

from llmbattler.connectors.canned.cast import CAST, MEMBERS


def test_twelve_models_of_known_and_different_strength() -> None:
    assert len(CAST) == len(MEMBERS) == len({one.rating for one in CAST}) == 12
    assert mean(one.rating for one in CAST) == 1000  # the mean of a board


def test_price_does_not_follow_strength() -> None:
    dearest = max(CAST, key=lambda one: one.output_price)
    assert sum(one.rating > dearest.rating for one in CAST) >= 3


def test_some_came_later() -> None:
    assert 0 < sum(one.joined > 0 for one in CAST) < 4

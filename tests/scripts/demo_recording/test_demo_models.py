from statistics import mean

from tests.scripts.checkouts import load

demo_models = load("demo_recording.demo_models")
DEMO_MODELS, DEMO_MODELS_BY_ID = demo_models.DEMO_MODELS, demo_models.DEMO_MODELS_BY_ID


def test_twelve_models_of_known_and_different_strength() -> None:
    assert len(DEMO_MODELS) == len(DEMO_MODELS_BY_ID) == len({one.rating for one in DEMO_MODELS}) == 12
    assert mean(one.rating for one in DEMO_MODELS) == 1000  # the mean of a board


def test_price_does_not_follow_strength() -> None:
    priciest = max(DEMO_MODELS, key=lambda one: one.output_price)
    assert sum(one.rating > priciest.rating for one in DEMO_MODELS) >= 3


def test_some_models_join_later() -> None:
    assert 0 < sum(one.joined > 0 for one in DEMO_MODELS) < 4

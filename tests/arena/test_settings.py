import pytest
from pydantic import ValidationError

from llmbattler.arena.settings import ArenaSettings


@pytest.mark.parametrize(
    ("given", "models"), [("", ()), ("a", ("a",)), (" a, b ,,c", ("a", "b", "c")), (["a", "b"], ("a", "b"))]
)
def test_judges_are_separated_by_commas(given: object, models: tuple[str, ...]) -> None:
    assert ArenaSettings.model_validate({"judge_models": given}).judge_models == models


@pytest.mark.parametrize(
    "wrong",
    [{"blinding": "none"}, {"matchmaking": "random"}, {"max_running_battles": 0}, {"judge_battles_per_day": -1}],
)
def test_values_that_make_no_sense_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        ArenaSettings.model_validate(wrong)


def test_battles_are_blind_unless_set_otherwise() -> None:
    assert ArenaSettings().blinding == "strict"

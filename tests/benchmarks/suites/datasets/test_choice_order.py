import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmbattler.benchmarks.suites.datasets.choice_order import identify, shuffle_choices
from llmbattler.benchmarks.suites.datasets.samples import build_samples
from llmbattler.benchmarks.suites.definition.spec import DatasetSpec, ShuffleSpec

# Words: a text such as "00" or "A " would also be the number or the letter of a choice.
CHOICES = st.lists(st.text("bcdeäß語", min_size=2, max_size=5), min_size=2, max_size=8, unique=True)


@given(CHOICES, st.data(), st.integers(), st.sampled_from(["letter", "number", "text"]))
def test_the_target_follows_and_a_second_time_changes_nothing(
    choices: list[str], data: st.DataObject, seed: int, kind: str
) -> None:
    place = data.draw(st.integers(0, len(choices) - 1))
    target = {"letter": string.ascii_uppercase[place], "number": place, "text": choices[place]}[kind]
    fields, wanted = {"choices": choices, "right": target}, ShuffleSpec(seed=seed)
    shuffled = shuffle_choices(fields, wanted, "right")
    order, now = shuffled["choices"], shuffled["right"]
    found = {"letter": lambda: order[ord(now) - 65], "number": lambda: order[now], "text": lambda: now}[kind]()
    assert found == choices[place]
    assert sorted(order) == sorted(choices)
    assert shuffle_choices(shuffled, wanted, "right") == shuffled
    assert identify(shuffled, wanted, "right") == identify(fields, wanted, "right")


def test_the_order_differs_by_sample_and_by_seed() -> None:
    rows = [{"choices": [f"{number} {word}" for word in "abcd"], "target": "A"} for number in range(200)]
    spec = DatasetSpec.model_validate({"fields": {"target": "target"}, "shuffle_choices": {"seed": 3}})
    samples = build_samples(rows, spec)
    letters = [str(one.target) for one in samples]
    assert all(30 < letters.count(letter) < 70 for letter in "ABCD")
    other = build_samples(rows, spec.model_copy(update={"shuffle_choices": ShuffleSpec(seed=4)}))
    assert letters != [one.target for one in other]
    assert [one.sample_id for one in samples] == [one.sample_id for one in other], "so runs can be compared"


def test_choices_that_refer_to_others_stay_where_they_are() -> None:
    wanted = ShuffleSpec()
    for number in range(20):
        fields = {"choices": [f"{number}", "yes", "no", "None of the above"], "target": "D"}
        assert shuffle_choices(fields, wanted, "target")["target"] == "D"
        fields = {"choices": [f"x{number}", "yes", "no", "Both A and B"], "target": "B"}
        assert shuffle_choices(fields, wanted, "target") == fields


@pytest.mark.parametrize(
    ("choices", "target", "said"),
    [
        ("a, b", "A", "not a list"),
        (["x", "y"], "C", "none of its 2 choices"),
        (["x", "y"], 2, "none of its 2 choices"),
        (["x", "y"], None, "none of its 2 choices"),
        (["1", "0"], "1", "the number of one choice and the text of another"),
        (["x"] * 27, "A", "at most 26"),
    ],
)
def test_what_cannot_be_shuffled_is_refused(choices: object, target: object, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        shuffle_choices({"choices": choices, "target": target}, ShuffleSpec(), "target")

import jsonschema
import pytest

from llmbattler.benchmarks.suites.included.seeds import LEVELS, seeded_random
from llmbattler.benchmarks.suites.included.structured import draw_record


@pytest.mark.parametrize("level", LEVELS)
def test_the_answer_fits_the_schema_and_stands_in_the_text(level: str) -> None:
    for seed in range(40):
        record = draw_record(seeded_random(seed, "test", 0), level)
        jsonschema.validate(record["answer"], record["schema"])
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate({**record["answer"], "more": 1}, record["schema"])
        names = [record["answer"].get("name") or record["answer"]["customer"]]
        assert all(name in record["text"] for name in names)


def test_a_hard_record_has_a_computed_total() -> None:
    record = draw_record(seeded_random(1, "test", 0), "hard")["answer"]
    assert record["total"] == sum(one["pieces"] * one["price"] for one in record["lines"])
    assert set(record["delivery"]) == {"town", "days", "express"}

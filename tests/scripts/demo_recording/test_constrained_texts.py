from random import Random

import pytest
from tests.scripts.checkouts import load

from llmbattler.benchmarks.suites.included.generators import generate
from llmbattler.scorers.checks.catalog import make_checks

write_text = load("demo_recording.constrained_texts").write_text
REQUESTS = generate("instructions", 2026, 120)


@pytest.mark.parametrize("broken", [0, 1, 2])
def test_a_text_breaks_the_given_number_of_constraints(broken: int) -> None:
    for number, request in enumerate(REQUESTS):
        text = write_text(request["question"], request["constraints"], broken=broken, rng=Random(number))  # noqa: S311
        failed = [one.name for one in make_checks(request["constraints"]) if not one.check.holds(text, "")]
        assert len(failed) == min(broken, len(request["constraints"])), (failed, request, text)


def test_a_text_is_about_what_was_asked() -> None:
    asked = "Write a few lines about an old bicycle. Do not use any comma."
    text = write_text(asked, ["no_commas"], broken=0, rng=Random(1))  # noqa: S311
    assert "an old bicycle" in text
    assert 40 <= len(text.split()) <= 70

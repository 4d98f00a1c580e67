import re

import pytest

from llmbattler.benchmarks.suites.included.needles import draw_needle
from llmbattler.benchmarks.suites.included.seeds import seeded_random


@pytest.mark.parametrize(("level", "words", "codes"), [("easy", 300, 2), ("medium", 1200, 5), ("hard", 3000, 11)])
def test_the_code_is_hidden_among_others(level: str, words: int, codes: int) -> None:
    for seed in range(10):
        sample = draw_needle(seeded_random(seed, "test", 0), level)
        found = dict(re.findall(r"The code of ([\w ]+?) is (\d{6}),", sample["text"]))
        asked = re.fullmatch(r"What is the code of ([\w ]+)\?", sample["question"])
        assert asked is not None
        assert found[asked[1]] == sample["answer"]
        assert len(found) == codes
        assert len(sample["text"].split()) > words
        assert 0 <= sample["depth"] <= 1

import random
import time
import unicodedata

import pytest

from llmbattler.core.text.normalization import MOST_AT_ONCE, Form, normalize

FORMS: tuple[Form, ...] = ("NFC", "NFD", "NFKC", "NFKD")
TEXTS = {
    "ASCII": "plain words " * 100,
    "accents": "e\u0301te\u0301 Å ﬁ ２ ① " * 60,
    "vowels": "בְּרֵאשִׁית בָּרָא " * 60,
    "Korean, taken apart": unicodedata.normalize("NFD", "다람쥐 헌 쳇바퀴에 타고파 ") * 60,
    "short": "a\u0323\u0307",
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", TEXTS)
def test_the_result_is_that_of_unicodedata(name: str, form: Form) -> None:
    assert normalize(form, TEXTS[name]) == unicodedata.normalize(form, TEXTS[name])


def test_no_character_of_a_long_run_is_lost() -> None:
    run = "漢" * (3 * MOST_AT_ONCE + 1)
    assert normalize("NFKC", f"a{run}b") == f"a{run}b"


def test_h07_masses_of_marks_on_a_letter_take_no_time() -> None:
    chance = random.Random(3)  # noqa: S311
    text = "a" + "".join(chr(0x300 + chance.randrange(32)) for _ in range(100_000))
    began = time.thread_time()
    for form in FORMS:
        normalize(form, text)
    assert time.thread_time() - began < 2  # 30 seconds of CPU without pieces, less than 0.2 with them

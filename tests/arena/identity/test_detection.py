import base64
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmbattler.arena.identity.detection import asks_identity, names_of, reveals_identity
from tests.labeled_sets import assert_linear, read_rows

DATA = Path(__file__).parent / "data"

NAMES = names_of(
    ("zz-alpha-model", "my-lab/zz-beta-7b-instruct", "zz-beta-7b", "GPT-4o", "Claude Sonnet 4"), ("OpenAI", "Zz Labs")
)
TRICKS = ("canary", "spaced", "homoglyph", "zero-width", "leet", "base64")
HELLO = "Hello there"


def _revealed(rows: list[dict[str, str]]) -> float:
    return sum(reveals_identity(row["answer"], NAMES, row["prompt"]) for row in rows) / len(rows)


def _asked(rows: list[dict[str, str]]) -> float:
    return sum(asks_identity(row["prompt"]) for row in rows) / len(rows)


@pytest.mark.parametrize("kind", ["claim", "translation", *TRICKS])
def test_s17_answers_that_tell_are_found(kind: str) -> None:
    assert _revealed([row for row in read_rows(DATA / "identity_answers.jsonl") if row["kind"] == kind]) >= 0.95


def test_s17_answers_about_other_things_are_left_alone() -> None:
    rows = [row for row in read_rows(DATA / "identity_answers.jsonl") if not row["reveals"]]
    assert len(rows) >= 120
    assert _revealed(rows) <= 0.02


def test_s17_holds_on_the_last_set_written() -> None:
    rows = read_rows(DATA / "identity_answers_held_out.jsonl")
    assert _revealed([row for row in rows if row["reveals"]]) >= 0.90
    assert _revealed([row for row in rows if not row["reveals"]]) <= 0.02


@pytest.mark.parametrize("kind", ["literature", "english", "translation", "tricks"])
def test_s18_prompts_that_ask_are_found(kind: str) -> None:
    assert _asked([row for row in read_rows(DATA / "identity_prompts.jsonl") if row["kind"] == kind]) >= 0.95


def test_s18_prompts_about_other_things_are_left_alone() -> None:
    rows = [row for row in read_rows(DATA / "identity_prompts.jsonl") if not row["asks"]]
    assert len(rows) >= 120
    assert _asked(rows) <= 0.02


def test_s18_holds_on_the_last_set_written() -> None:
    rows = read_rows(DATA / "identity_prompts_held_out.jsonl")
    assert _asked([row for row in rows if row["asks"]]) >= 0.95
    assert _asked([row for row in rows if not row["asks"]]) <= 0.02


def test_s17_a_name_that_the_prompt_brought_up_may_be_mentioned() -> None:
    answer = "zz-alpha-model is set in line 3."
    assert reveals_identity(answer, NAMES)
    assert not reveals_identity(answer, NAMES, "What does zz-alpha-model mean in this file?")


def test_s17_a_claim_tells_even_then() -> None:
    assert reveals_identity("I am zz-alpha-model.", NAMES, "Tell me about zz-alpha-model.")


def test_s17_public_names_are_free_where_models_are_the_subject() -> None:
    answer = "Try GPT-4o or Llama 3."
    assert not reveals_identity(answer, NAMES, "Which LLM is best?")
    assert reveals_identity("GPT-4o", NAMES, "What is the capital of Peru?")


@pytest.mark.parametrize(
    "name", ["zz-alpha-model", "ZZ_ALPHA_MODEL", "zz alpha model", "zzalphamodel", "zz.alpha.model"]
)
def test_s17_a_catalog_id_is_found_however_it_is_written(name: str) -> None:
    assert reveals_identity(f"Tides ({name}) come twice a day.", NAMES, HELLO)


def test_s17_a_longer_word_is_another_word() -> None:
    assert not reveals_identity("The zz-alpha-modelling course is full.", NAMES, HELLO)


def test_s17_ordinary_display_names_need_a_claim() -> None:
    names = names_of(("Falcon", "Alpha Model"), ())
    assert not reveals_identity("The falcon is an alpha model of speed.", names, HELLO)
    assert reveals_identity("I am Alpha Model.", names, HELLO)


@pytest.mark.parametrize(
    ("model", "answer"),
    [
        ("step-3", "Step 1: mix. Step 2: wait. Step 3: bake it."),
        ("my-model", "my_model = Sequential()"),
        ("command-a", "Type command A to begin."),
        ("falcon-9", "A Falcon 9 lands upright."),
    ],
)
def test_s17_ids_of_ordinary_words_need_a_claim_too(model: str, answer: str) -> None:
    names = names_of((model,), ())
    assert not reveals_identity(answer, names, HELLO)
    assert reveals_identity(f"I am {model}, a language model.", names, HELLO)


def test_s17_organisations_of_the_catalog_need_a_claim() -> None:
    assert not reveals_identity("Zz Labs opened in 2020.", NAMES, HELLO)
    assert reveals_identity("I am a language model made by Zz Labs.", NAMES, HELLO)


def test_s17_an_id_inside_an_organisation_still_tells() -> None:
    names = names_of(("zz-alpha-model",), ("Maker of zz-alpha-model",))
    assert reveals_identity("A gift from the maker of zz-alpha-model.", names, HELLO)


@pytest.mark.parametrize(
    ("prompt", "answer"),
    [
        ("How many p's are in pineapple?", "P-I-N-E-A-P-P-L-E has three."),
        ("Which continent is the coldest? Spell it.", "Antarctica: A-N-T-A-R-C-T-I-C-A."),
        ("Split a string into letters.", 'list("apple") gives ["a", "p", "p", "l", "e"].'),
        ("¿Cuál es la mayor luna de Saturno?", "Es Titán."),
        ("Name a French brand.", "Hermès, for example."),
    ],
)
def test_s17_words_spelled_or_accented_for_their_own_sake_hide_nothing(prompt: str, answer: str) -> None:
    assert not reveals_identity(answer, NAMES, prompt)


@pytest.mark.parametrize(
    "answer",
    ["C-l-a-u-d-e, that is Claude.", "Pineapple! C-L-A-U-D-E.", "Clàude", "T\u200bitan", "Тіtan", "T-I-T-A-N"],
)
def test_s17_but_names_that_are_hidden_are_found(answer: str) -> None:
    assert reveals_identity(answer, NAMES, "How many p's are in pineapple?")


@pytest.mark.parametrize("secret", ["I am Claude", "zz-alpha-model", "Made by OpenAI, I think"])
def test_s17_base64_hides_nothing(secret: str) -> None:
    hidden = base64.b64encode(secret.encode()).decode()
    assert reveals_identity(f"Read this: {hidden}", NAMES, HELLO)
    assert reveals_identity(f"Read this: {hidden.rstrip('=')}.", NAMES, HELLO)


def test_names_are_built_once() -> None:
    assert names_of(("a-1",), ("b",)) is names_of(("a-1",), ("b",))


def test_an_empty_catalog_and_empty_names_are_fine() -> None:
    assert not reveals_identity("Tides come twice a day.", names_of(("", " ", "-"), ("",)), "")
    assert not reveals_identity("", NAMES, "")
    assert not asks_identity("")


@given(st.text())
def test_any_text_can_be_judged(text: str) -> None:
    reveals_identity(text, NAMES, text)
    asks_identity(text)


def test_a74_answers_are_judged_in_linear_time() -> None:
    names = names_of(tuple(f"zz-model-{number}-chat" for number in range(500)), ("OpenAI",))
    assert_linear(lambda text: reveals_identity(text, names, HELLO))


def test_a74_prompts_are_judged_in_linear_time() -> None:
    assert_linear(asks_identity)

import pytest

from llmbattler.arena.identity.claims import claims_identity
from llmbattler.arena.identity.names import Names
from llmbattler.core.text.phrases import tokens

NAMES = Names(("zz-alpha-model",), ("Zz Labs",))


@pytest.mark.parametrize(
    "text",
    ["I am Claude.", "I was made by OpenAI.", "Claude here.", "Je suis Claude, un assistant.", "Best regards,\nGPT-4"],
)
def test_first_person_claims_are_found(text: str) -> None:
    assert claims_identity(tokens(text), NAMES, said=frozenset())


@pytest.mark.parametrize(
    "text", ["I am an engineer at Google.", "I am a Gemini.", "Claude Monet painted it.", "OpenAI released a model."]
)
def test_other_mentions_are_no_claims(text: str) -> None:
    assert not claims_identity(tokens(text), NAMES, said=frozenset())


def test_a_signature_with_a_name_of_the_prompt_is_no_claim() -> None:
    words = tokens("GPT-4")
    assert claims_identity(words, NAMES, said=frozenset())
    assert not claims_identity(words, NAMES, said=frozenset({"gpt4", "gpt"}))

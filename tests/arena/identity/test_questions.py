import pytest

from llmbattler.arena.identity.names import Names
from llmbattler.arena.identity.questions import asks

NAMES = Names()


@pytest.mark.parametrize("prompt", ["Which model are you?", "who made you", "w h o  a r e  y o u", "Are you ChatGPT?"])
def test_questions_about_identity_are_found(prompt: str) -> None:
    assert asks(prompt, NAMES)


@pytest.mark.parametrize("prompt", ["Which model of car do you recommend?", 'Translate "who are you" into French.'])
def test_other_questions_are_not(prompt: str) -> None:
    assert not asks(prompt, NAMES)

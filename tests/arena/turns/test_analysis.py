from llmbattler.arena.conversation import Entry, Facts, answer, ask
from llmbattler.arena.identity.names import Names
from llmbattler.arena.models import Flag, Position
from llmbattler.arena.turns.analysis import TurnAnalysis, analyze_turn

NAMES = Names(["zz-alpha-model"], ["Maker of zz"])
FACTS = Facts(model_id="m", latency_ms=1)


def analyzed(prompt: str, left: str, right: str = "Fine.", before: list[Entry] | None = None) -> TurnAnalysis:
    entries = [*(before or [])]
    asked = ask(entries, prompt=prompt, images=())
    return analyze_turn([*entries, asked], asked.turn, [left, right], NAMES)


def a_turn(prompt: str, left: str, right: str) -> list[Entry]:
    entries = [ask([], prompt=prompt, images=())]
    for position, text in ((Position.LEFT, left), (Position.RIGHT, right)):
        entries.append(answer(entries, turn=1, position=position, text=text, facts=FACTS))
    return entries


def test_an_ordinary_turn_has_no_flags() -> None:
    assert analyzed("What is the capital of France?", "Paris.").flags == frozenset()


def test_either_side_may_give_itself_away() -> None:
    assert analyzed("Hello!", "Hello, I am zz-alpha-model.").flags == {Flag.IDENTITY_LEAK}
    assert analyzed("Hello!", "Hello.", "Hello, I am zz-alpha-model.").flags == {Flag.IDENTITY_LEAK}


def test_asking_is_noticed_whatever_the_answer() -> None:
    assert analyzed("Which model are you?", "I cannot say.").flags == {Flag.IDENTITY_PROBE}


def test_earlier_turns_stay_noticed() -> None:
    before = a_turn("Which model are you?", "I am zz-alpha-model.", "No.")
    assert analyzed("And the weather?", "Fine.", before=before).flags == {Flag.IDENTITY_PROBE, Flag.IDENTITY_LEAK}


def test_a_name_that_was_brought_up_may_be_mentioned_in_every_later_turn() -> None:
    before = a_turn("Is zz-alpha-model a good name for a file?", "Yes.", "No.")
    assert analyzed("Why?", "Because zz-alpha-model is short.", before=before).flags == frozenset()
    assert analyzed("Why?", "I am zz-alpha-model.", before=before).flags == {Flag.IDENTITY_LEAK}


def test_a_question_about_a_name_shows_that_an_earlier_answer_revealed_it() -> None:
    before = a_turn("Hello!", "Say zz-alpha-model to me.", "Hi.")
    assert analyzed("Why zz-alpha-model?", "So.", before=before).flags == {Flag.IDENTITY_LEAK}


def test_an_answer_that_was_regenerated_is_forgotten() -> None:
    entries = a_turn("Hello!", "I am zz-alpha-model.", "Hi.")
    seen = analyze_turn(entries, 1, ["Hi there.", "Hello."], NAMES)
    assert seen.flags == frozenset()


def test_the_language_is_that_of_the_first_prompt() -> None:
    before = a_turn("Was ist die Hauptstadt von Frankreich und warum ist sie so bekannt?", "Paris.", "Paris.")
    assert (
        analyzed("And which one of them is the largest city in the country?", "Paris.", before=before).language == "de"
    )


def test_a_question_without_an_answer_is_noticed_but_is_no_turn() -> None:
    before = [*a_turn("Hello!", "Hi.", "Hi.")]
    before.append(ask(before, prompt="Which model are you?", images=()))
    seen = analyzed("And the weather?", "Fine.", before=before)
    assert seen.flags == {Flag.IDENTITY_PROBE}
    failed = analyze_turn(before, 2, ["", ""], NAMES)
    assert failed.categories == analyze_turn(before[:3], 1, ["Hi.", "Hi."], NAMES).categories

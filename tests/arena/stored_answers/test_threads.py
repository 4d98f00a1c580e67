from llmbattler.arena.conversation import Facts, answer, ask
from llmbattler.arena.models import Position
from llmbattler.arena.stored_answers.threads import read_thread
from tests.arena.rows import talk


def test_a_thread_is_one_side_of_the_conversation() -> None:
    thread = read_thread(talk("One?", "Two?"), Position.RIGHT, None)
    assert thread is not None
    assert [question.content for question in thread.questions] == ["One?", "Two?"]
    assert [given.text for given in thread.answers] == ["Right answer.", "Right answer."]
    assert {given.facts.model_id for given in thread.answers} == {"b"}


def test_a_thread_ends_at_the_wanted_turn() -> None:
    thread = read_thread(talk("One?", "Two?"), Position.LEFT, 1)
    assert thread is not None
    assert [question.content for question in thread.questions] == ["One?"]
    assert read_thread(talk("One?"), Position.LEFT, 2) is None


def test_the_newest_attempt_is_the_answer() -> None:
    entries = talk("One?")
    facts = Facts(model_id="a", latency_ms=1)
    entries.append(answer(entries, turn=1, position=Position.LEFT, text="Better.", facts=facts))
    thread = read_thread(entries, Position.LEFT, None)
    assert thread is not None
    assert [given.text for given in thread.answers] == ["Better."]


def test_a_message_without_an_answer_at_the_end_is_left_out_and_in_the_middle_refused() -> None:
    entries = talk("One?")
    entries.append(ask(entries, prompt="Two?", images=()))
    thread = read_thread(entries, Position.LEFT, None)
    assert thread is not None
    assert len(thread.questions) == 1
    asked = ask(entries, prompt="Three?", images=())
    entries.append(asked)
    facts = Facts(model_id="a", latency_ms=1)
    entries.append(answer(entries, turn=asked.turn, position=Position.LEFT, text="Three.", facts=facts))
    assert read_thread(entries, Position.LEFT, None) is None
    assert read_thread(entries[:1], Position.LEFT, None) is None

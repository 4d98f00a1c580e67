from llmbattler.benchmarks.runs.engine.answers import StoredAnswer
from llmbattler.benchmarks.runs.engine.repository import add_answers, find_answers
from llmbattler.benchmarks.runs.engine.rows import AnswerRow
from llmbattler.core.db import Database


def make_row(key: str, answer: str) -> AnswerRow:
    return AnswerRow(
        key=key,
        model_id="alpha",
        answer=answer,
        finish="stop",
        input_tokens=1,
        output_tokens=None,
        first_token_ms=2,
        total_ms=3,
    )


async def test_the_first_answer_to_a_question_stays_in_the_cache(database: Database) -> None:
    async with database.unit() as session:
        await add_answers(session, [make_row("a", "one"), make_row("b", "two")])
        await add_answers(session, [make_row("a", "other")])
        found = await find_answers(session, ["a", "b", "c"])
    assert found == {"a": StoredAnswer("one", "stop", 1, None, 2, 3), "b": StoredAnswer("two", "stop", 1, None, 2, 3)}

import io

import pytest

from llmbattler.benchmarks.suites.checks.service import check_spec
from llmbattler.benchmarks.suites.datasets.service import load_file
from llmbattler.benchmarks.suites.service.uploads import SHOWN, read_upload, store_upload, suggest_name, suggest_suite
from llmbattler.core.db import Database


def test_a_table_in_no_known_format_gets_a_suggested_suite() -> None:
    loaded = load_file(io.BytesIO(b"the text,note\nhello,x\n"), "my notes.csv")
    assert loaded.published_format is None
    spec = suggest_suite(loaded, "my notes.csv")
    assert (spec.name, spec.prompts["default"]) == ("my-notes", '{{ sample["the text"] }}')
    assert check_spec(spec, loaded=loaded).problems == []


@pytest.mark.parametrize(("file", "name"), [("Ä Ö.csv", "suite"), ("../A b.jsonl.gz", "a-b"), ("x" * 99, "x" * 64)])
def test_names_are_suggested_from_file_names(file: str, name: str) -> None:
    assert suggest_name(file) == name


async def test_the_same_file_is_stored_once(database: Database) -> None:
    body = b"question,answer\n" + b"".join(b"%d?,%d\n" % (number, number) for number in range(8))
    upload = await read_upload(body, "quiz.csv")
    async with database.unit() as session:
        first = await store_upload(session, upload=upload, owner="m_one")
        again = await store_upload(session, upload=upload, owner="m_one")
    assert first.dataset_id == again.dataset_id
    assert (first.sample_count, len(first.first), first.format) == (8, SHOWN, "question-answer")
    assert first.suggested.dataset.fields.target == "answer"

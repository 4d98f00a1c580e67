from typing import Any
from uuid import uuid4

import pytest
from tests.benchmarks.bench_rows import build_suite

from llmbattler.accounts.schemas import Visitor
from llmbattler.benchmarks.suites.definition.errors import BadTemplate
from llmbattler.benchmarks.suites.definition.samples import SampleView
from llmbattler.benchmarks.suites.definition.spec import SuiteSpec
from llmbattler.benchmarks.suites.errors import DatasetNotFound, SampleNotFound
from llmbattler.benchmarks.suites.schemas import PreviewIn
from llmbattler.benchmarks.suites.service.previews import preview, set_target
from llmbattler.core.db import Database

NOBODY = Visitor(None)
SPEC: dict[str, Any] = {
    "name": "s",
    "dataset": {"samples": [], "fields": {"target": "target"}},
    "prompts": {"main": "{{ question }}"},
    "scores": [{"name": "exact", "scorer": "exact"}],
}


def test_the_target_is_that_of_the_edited_suite() -> None:
    sample = SampleView(position=0, sample_id="x", fields={"a": 1, "b": 2}, target=1)
    spec = SuiteSpec.model_validate({**SPEC, "dataset": {"samples": [], "fields": {"target": "b"}}})
    assert set_target(sample, spec).target == 2
    assert (
        set_target(sample, spec.model_copy(update={"dataset": SuiteSpec.model_validate(SPEC).dataset})).target is None
    )


async def test_an_answer_is_scored_and_errors_are_reported(database: Database) -> None:
    async with database.unit() as session:
        version = await build_suite(session, samples=12)
        wanted = PreviewIn(
            spec=SuiteSpec.model_validate(SPEC), dataset_id=version.dataset_id, position=1, answer="Say 1."
        )
        shown = await preview(session, asker=NOBODY, wanted=wanted)
        assert (shown.target, shown.value, [one.name for one in shown.marks]) == ("Say 1.", 1, ["exact"])
        assert (await preview(session, asker=NOBODY, wanted=wanted.model_copy(update={"answer": None}))).marks == []
        unknown = SuiteSpec.model_validate({**SPEC, "scores": [{"name": "e", "scorer": "exakt"}]})
        broken = await preview(session, asker=NOBODY, wanted=wanted.model_copy(update={"spec": unknown}))
        assert broken.marks == []
        assert "exakt" in broken.left_out[0]
        with pytest.raises(BadTemplate, match="does not exist"):
            await preview(session, asker=NOBODY, wanted=wanted.model_copy(update={"prompt": "nothing"}))


async def test_unknown_datasets_and_samples_are_errors(database: Database) -> None:
    async with database.unit() as session:
        version = await build_suite(session, samples=2)
        wanted = PreviewIn(spec=SuiteSpec.model_validate(SPEC), dataset_id=version.dataset_id, position=2)
        with pytest.raises(SampleNotFound, match="It has 2 samples"):
            await preview(session, asker=NOBODY, wanted=wanted)
        with pytest.raises(DatasetNotFound):
            await preview(session, asker=NOBODY, wanted=wanted.model_copy(update={"dataset_id": uuid4()}))

from pathlib import Path

import httpx
import pytest
import yaml
from tests.benchmarks.suites.test_routes import make

from llmbattler.benchmarks.suites.checks.service import check_text
from llmbattler.benchmarks.suites.datasets.samples import build_samples
from llmbattler.benchmarks.suites.service import suite_files
from llmbattler.core.yaml_lines import MAX_BYTES


async def test_many_samples_go_into_a_file_beside(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(suite_files, "INLINE_BYTES", 10)
    made = await make(client)
    address = f"/api/bench/suites/{made['suite_id']}/file"
    file, samples = await client.get(address), await client.get(address, params={"part": "samples"})
    (tmp_path / "sums.jsonl").write_bytes(samples.content)
    checked = check_text(file.content, folder=tmp_path)
    assert checked.problems == []
    assert checked.loaded is not None
    assert len(checked.loaded.records) == 3


async def test_samples_are_a_separate_file_if_indentation_makes_the_file_too_large(
    client: httpx.AsyncClient,
) -> None:
    samples = [{"q": "ab\n" * 1000 + str(number), "a": "x"} for number in range(150)]
    made = await make(client, dataset={"samples": samples, "fields": {"target": "a"}})
    file = await client.get(f"/api/bench/suites/{made['suite_id']}/file")
    assert len(file.content) <= MAX_BYTES
    assert yaml.safe_load(file.content)["dataset"]["path"] == "sums.jsonl"


async def test_an_export_keeps_the_chosen_rows_their_choices_and_their_ids(client: httpx.AsyncClient) -> None:
    samples = [{"q": str(number), "choices": ["yes", "no", str(number)], "a": "C"} for number in range(6)]
    dataset = {"samples": samples, "where": "q > '1'", "shuffle_choices": {"seed": 5}, "fields": {"target": "a"}}
    made = await make(client, dataset=dataset)
    stored = (await client.get(f"/api/bench/suites/{made['suite_id']}/samples")).json()["samples"]
    file = await client.get(f"/api/bench/suites/{made['suite_id']}/file")
    checked = check_text(file.content, folder=None)
    assert checked.problems == []
    assert checked.spec is not None
    assert checked.loaded is not None
    again = build_samples(checked.loaded.records, checked.spec.dataset)
    assert len(again) == 4
    assert [one.sample_id for one in again] == [one["sample_id"] for one in stored]
    assert [(dict(one.fields), one.target) for one in again] == [(one["fields"], one["target"]) for one in stored]
    assert {one.fields["choices"]["ABC".index(str(one.target))] for one in again} == set("2345")

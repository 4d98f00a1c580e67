from pathlib import Path

import httpx
import pytest
import yaml
from tests.benchmarks.suites.test_routes import make

from llmbattler.benchmarks.suites.checks.service import check_text
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

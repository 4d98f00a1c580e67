import json
from io import BytesIO
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from llmbattler.benchmarks.results.exports.service.exports import export_run
from llmbattler.benchmarks.results.schemas import ExportFormat
from llmbattler.core.db import Database
from llmbattler.core.record_files import FileFormat, Record, open_reader
from llmbattler.core.settings import Settings
from tests.benchmarks.results.exports.pdf import read_text
from tests.benchmarks.results.exports.sample_run import SAMPLES, add_sample_run, write


async def test_csv_has_a_row_for_each_answer_and_no_formulas(database: Database, settings: Settings) -> None:
    async with database.unit() as session:
        run = await add_sample_run(session, settings)
        content = await write(session, run.run_id, ExportFormat.CSV)
    reader = open_reader(
        BytesIO(content), FileFormat.CSV, wanted=["model_id", "outcome", "score_exact", "extracted_exact", "cost_usd"]
    )
    rows = [one.values for one in reader if isinstance(one, Record)]
    assert len(rows) == 8
    assert rows[0] == {
        "model_id": "alpha",
        "outcome": "right",
        "score_exact": "1.0",
        "extracted_exact": "=2",
        "cost_usd": "0.001234",
    }
    assert b",'=2," in content
    assert rows[-1]["outcome"] == "quarantined"
    assert rows[-1]["score_exact"] == ""


async def test_parquet_has_the_same_rows_with_types(database: Database, settings: Settings) -> None:
    async with database.unit() as session:
        run = await add_sample_run(session, settings)
        rows = pq.read_table(BytesIO(await write(session, run.run_id, ExportFormat.PARQUET))).to_pylist()
    assert len(rows) == 8
    first, last = rows[0], rows[-1]
    assert (first["suite"], first["suite_version"], first["position"], first["value"]) == ("odd-things", 1, 0, 1.0)
    assert (first["tags"], first["cluster"], first["target"], first["cached"]) == (["places"], "places", "Italy", False)
    assert json.loads(first["fields"]) == SAMPLES[0]
    assert (last["value"], last["answer"], last["error_kind"], last["score_brief"]) == (None, None, "timeout", None)


@pytest.mark.parametrize("epochs", [1, 2])
async def test_the_report_is_a_pdf_that_says_what_came_out(
    database: Database, settings: Settings, tmp_path: Path, epochs: int
) -> None:
    async with database.unit() as session:
        run = await add_sample_run(session, settings, epochs=epochs, title="Our <first> *try* #1")
        content = await write(session, run.run_id, ExportFormat.PDF)
    file = tmp_path / "report.pdf"
    file.write_bytes(content)
    said = read_text(file)
    assert "Our <first> *try* #1" in said
    assert "alpha leads with 75.0%" in " ".join(said.split())
    assert "#panic() *bold* $x$" in said
    assert "#set page(fill: red)" in said
    assert "How to read this" in said


async def test_the_name_of_the_file_tells_suite_and_day(database: Database, settings: Settings) -> None:
    async with database.unit() as session:
        run = await add_sample_run(session, settings)
        exported = await export_run(session, run_id=run.run_id, kind=ExportFormat.CSV, file=BytesIO())
    assert exported.name == f"odd-things-2026-03-04-{run.run_id.hex[-6:]}.csv"

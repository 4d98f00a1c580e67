from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from llmbattler.benchmarks.results.exports.table_rows import TableRows
from llmbattler.benchmarks.runs.models import Outcome
from llmbattler.core.record_files import ColumnKind

MOMENT = datetime(2026, 3, 4, tzinfo=UTC)
RESULT: dict[str, Any] = {
    "model_id": "alpha",
    "position": 3,
    "outcome": Outcome.RIGHT,
    "value": 1.0,
    "scores": [{"name": "exact", "value": 1.0, "extracted": "Rome"}],
    "turns": None,
    "cost_micro_usd": 1_500,
    "recorded_at": MOMENT,
    "fields": {"question": "Où?"},
    "target": ["Rome", "Roma"],
    "tags": None,
}


def make_rows() -> TableRows:
    return TableRows(run_id=UUID(int=1), suite="capitals", version=2, scores=["exact", "brief"], names={"beta": "Beta"})


def test_each_score_has_two_columns_between_the_others() -> None:
    columns = {column.name: column.kind for column in make_rows().columns}
    assert columns["score_exact"] is ColumnKind.NUMBER
    assert list(columns).index("value") < list(columns).index("score_exact") < list(columns).index("answer")
    assert {"extracted_exact", "score_brief", "extracted_brief"} <= set(columns)


def test_a_row_has_every_column_and_plain_values() -> None:
    rows = make_rows()
    row = rows.make(RESULT)
    assert {column.name for column in rows.columns} <= set(row)
    assert (row["run_id"], row["suite"], row["suite_version"]) == (str(UUID(int=1)), "capitals", 2)
    assert (row["score_exact"], row["extracted_exact"], row["score_brief"]) == (1.0, "Rome", None)
    assert (row["outcome"], row["cost_usd"], row["tags"]) == ("right", 0.0015, [])
    assert (row["target"], row["fields"]) == ('["Rome", "Roma"]', '{"question": "Où?"}')
    assert (row["model_name"], row["answer"], row["recorded_at"]) == ("alpha", None, MOMENT.isoformat())


def test_names_and_unknown_costs() -> None:
    row = make_rows().make({**RESULT, "model_id": "beta", "cost_micro_usd": None, "target": "Rome"})
    assert (row["model_name"], row["cost_usd"], row["target"]) == ("Beta", None, "Rome")

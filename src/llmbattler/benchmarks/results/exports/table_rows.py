"""One row per answer, for CSV and Parquet."""

import json
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from llmbattler.core.money import MICRO
from llmbattler.core.record_files import Column, ColumnKind

from ..samples.excerpts import show_value

_BEFORE = (
    Column("run_id"),
    Column("suite"),
    Column("suite_version", ColumnKind.INTEGER),
    Column("model_id"),
    Column("model_name"),
    Column("prompt"),
    Column("position", ColumnKind.INTEGER),
    Column("sample_id"),
    Column("epoch", ColumnKind.INTEGER),
    Column("cluster"),
    Column("tags", ColumnKind.TEXT_LIST),
    Column("outcome"),
    Column("value", ColumnKind.NUMBER),
)
_AFTER = (
    Column("answer"),
    Column("turns"),
    Column("target"),
    Column("fields"),
    Column("finish"),
    Column("input_tokens", ColumnKind.INTEGER),
    Column("output_tokens", ColumnKind.INTEGER),
    Column("cost_usd", ColumnKind.NUMBER),
    Column("first_token_ms", ColumnKind.INTEGER),
    Column("total_ms", ColumnKind.INTEGER),
    Column("cached", ColumnKind.BOOLEAN),
    Column("tries", ColumnKind.INTEGER),
    Column("error_kind"),
    Column("error"),
    Column("recorded_at"),
)


class TableRows:
    """Each score of the suite has two columns: its value and the extracted text."""

    def __init__(
        self, *, run_id: UUID, suite: str, version: int, scores: Sequence[str], names: Mapping[str, str]
    ) -> None:
        self._scores = scores
        self._names = names
        self._same = {
            "run_id": str(run_id),
            "suite": suite,
            "suite_version": version,
        }
        own = [
            column
            for name in scores
            for column in (Column(f"score_{name}", ColumnKind.NUMBER), Column(f"extracted_{name}"))
        ]
        self.columns = (*_BEFORE, *own, *_AFTER)

    def make(self, result: Mapping[str, Any]) -> dict[str, Any]:
        marks = {mark["name"]: mark for mark in result["scores"]}
        cost = result["cost_micro_usd"]
        return {
            **{column.name: None for column in self.columns},
            **result,
            **self._same,
            **{f"score_{name}": marks.get(name, {}).get("value") for name in self._scores},
            **{f"extracted_{name}": marks.get(name, {}).get("extracted") for name in self._scores},
            "model_name": self._names.get(result["model_id"], result["model_id"]),
            "outcome": str(result["outcome"]),
            "turns": json.dumps(result["turns"], ensure_ascii=False) if result["turns"] else None,
            "target": show_value(result["target"]),
            "fields": json.dumps(result["fields"], ensure_ascii=False),
            "tags": result["tags"] or [],
            "cost_usd": None if cost is None else cost / MICRO,
            "recorded_at": result["recorded_at"].isoformat(),
        }

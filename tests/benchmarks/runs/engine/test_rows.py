import json
from uuid import uuid4

import msgspec
import numpy as np

from llmbattler.benchmarks.runs.engine.repository import COLUMNS
from llmbattler.benchmarks.runs.engine.rows import ResultRow, clean_text, encode_scores
from llmbattler.benchmarks.suites.scoring.marks import Mark


def test_texts_lose_what_no_table_takes() -> None:
    assert clean_text("plain") == "plain"
    assert clean_text("zero\0byte and half \ud800 pair: é 🦊") == "zero�byte and half ? pair: é 🦊"
    assert clean_text("long", 2) == "lo"


def test_a_scorer_may_put_anything_into_its_details() -> None:
    details = {"n": np.float64(0.5), "nul": "a\0b", "half": ["\ud800"], "nan": float("nan"), "what": object}
    mark = Mark(name="a", value=1.0, extracted="x\0", reason="\\u0000 stays", details=details)
    (score,) = json.loads(bytes(encode_scores([mark])))
    assert (score["extracted"], score["reason"]) == ("x�", "\\u0000 stays")
    assert score["details"]["nul"] == "a�b"
    assert score["details"]["nan"] is None
    assert "\0" not in json.dumps(score)


def test_a_row_has_the_columns_of_the_statement() -> None:
    row = ResultRow(
        run_id=uuid4(),
        model_id="a",
        prompt="p",
        position=0,
        epoch=1,
        sample_id="s",
        outcome="right",  # type: ignore[arg-type]
        worker=uuid4(),
    )
    assert set(msgspec.json.decode(msgspec.json.encode(row))) == {*COLUMNS, "wait"}

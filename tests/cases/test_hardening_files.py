"""H12: small files that cost much."""

import gzip
import io

import httpx
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from llmbattler.benchmarks.suites import routes
from llmbattler.benchmarks.suites.service import uploads
from llmbattler.core.record_files import UnreadableFile, open_table, reader_process
from llmbattler.core.resources import Resources
from llmbattler.core.web.bodies import UploadSlots
from llmbattler.ratings.imports import service as imports

UPLOAD = "/api/bench/datasets"
BYTES = {"Content-Type": "application/octet-stream"}
MOST = 1_000_000


def write_parquet(rows: int, text: str = "x", **columns: str) -> bytes:
    """Repeat one text, which takes a few bytes."""
    repeated = pa.DictionaryArray.from_arrays(pa.nulls(rows, pa.int32()).fill_null(0), [text])
    others = {name: pa.DictionaryArray.from_arrays(repeated.indices, [value]) for name, value in columns.items()}
    file = io.BytesIO()
    pq.write_table(pa.table({"question": repeated, **others}), file, compression="zstd")
    return file.getvalue()


def test_h12_the_number_of_rows_is_checked_before_any_is_read() -> None:
    body = bytearray(write_parquet(1_001))
    place = pq.ParquetFile(io.BytesIO(bytes(body))).metadata.row_group(0).column(0).dictionary_page_offset
    body[place : place + 8] = bytes(8)
    with open_table(io.BytesIO(bytes(body)), "x.parquet", most_rows=1_001) as table:
        (bad,) = table
    assert "cannot be read" in bad[1]
    with (
        pytest.raises(UnreadableFile, match="1,001 rows"),
        open_table(io.BytesIO(bytes(body)), "x.parquet", most_rows=1_000),
    ):
        pass


async def test_h12_a_small_file_with_many_rows_is_refused(client: httpx.AsyncClient) -> None:
    body = write_parquet(3 * MOST)
    assert len(body) < 100_000
    answer = await client.post(f"{UPLOAD}?filename=x.parquet", content=body, headers=BYTES)
    assert answer.status_code == 422
    assert "x.parquet: It has 3,000,000 rows" in answer.json()["detail"]
    lines = gzip.compress(b'{"question": "?"}\n' * (MOST + 2))
    assert len(lines) < 100_000
    answer = await client.post(f"{UPLOAD}?filename=x.jsonl.gz", content=lines, headers=BYTES)
    assert answer.status_code == 422
    assert "x.jsonl.gz: It has more than 1,000,000 rows" in answer.json()["detail"]


@pytest.mark.parametrize("name", ["x.parquet", "x.jsonl.gz", "x.csv.gz"])
async def test_h12_a_small_file_with_much_text_is_refused(
    name: str, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploads, "MOST_BYTES", 2_000_000)
    text = "y" * 50_000
    body = {
        "x.parquet": write_parquet(200, text),
        "x.jsonl.gz": gzip.compress(f'{{"question": "{text}"}}\n'.encode() * 200),
        "x.csv.gz": gzip.compress(b"question,answer\n" + f"{text},a\n".encode() * 200),
    }[name]
    assert len(body) < 100_000
    answer = await client.post(f"{UPLOAD}?filename={name}", content=body, headers=BYTES)
    assert answer.status_code == 422
    assert "more than 2,000,000 bytes" in answer.json()["detail"]


async def test_h12_reading_takes_no_longer_than_allowed(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader_process, "SECONDS", 0.0)
    answer = await client.post(f"{UPLOAD}?filename=x.csv", content=b"question,answer\na,b\n", headers=BYTES)
    assert answer.status_code == 422
    assert "too much memory or time" in answer.json()["detail"]


async def test_h12_few_files_are_read_at_once(client: httpx.AsyncClient, resources: Resources) -> None:
    slots = resources.get(UploadSlots)
    with slots.take(routes.UPLOAD_PLACES), slots.take(routes.UPLOAD_PLACES):
        answer = await client.post(f"{UPLOAD}?filename=x.csv", content=b"question,answer\na,b\n", headers=BYTES)
        assert answer.status_code == 503
        assert "retry-after" in answer.headers
    answer = await client.post(f"{UPLOAD}?filename=x.csv", content=b"question,answer\na,b\n", headers=BYTES)
    assert answer.status_code == 201


async def test_h12_uploaded_votes_have_a_most(client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imports, "MOST_UPLOADED", 1_000)
    parquet = write_parquet(1_001, model_a="a", model_b="b", winner="model_a")
    table = b"model_a,model_b,winner\n" + b"a,b,model_a\n" * 1_001
    for name, body, sentence in (("x.parquet", parquet, "1,001 rows"), ("x.csv", table, "more than 1,000 lines")):
        answer = await client.post(f"/api/vote-sets?name=big&filename={name}", content=body, headers=BYTES)
        assert answer.status_code == 422
        assert sentence in answer.json()["detail"]

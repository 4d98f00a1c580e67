import io
import json
from typing import Any
from uuid import uuid4

import httpx
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import yaml

from llmbattler.benchmarks.suites.routes import UPLOAD_BYTES
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Profile, Settings
from tests.clients import ClientFactory

BYTES = {"content-type": "application/octet-stream"}
CSV = b"question,answer,topic\n2+2?,4,sums\n3+3?,6,sums\nCapital of Italy?,Rome,places\n"
SUITE: dict[str, Any] = {
    "name": "sums",
    "title": "Sums",
    "dataset": {
        "samples": [{"q": "2+2?", "a": "4"}, {"q": "3+3?", "a": "6"}, {"q": "4+4?", "a": "8"}],
        "fields": {"target": "a"},
    },
    "prompts": {"short": "{{ q }}", "long": "Please: {{ q }}"},
    "scores": [{"name": "exact", "scorer": "exact"}],
}


async def upload(client: httpx.AsyncClient, data: bytes = CSV, filename: str = "quiz.csv") -> httpx.Response:
    return await client.post("/api/bench/datasets", params={"filename": filename}, content=data, headers=BYTES)


async def make(client: httpx.AsyncClient, **changes: Any) -> dict[str, Any]:
    answer = await client.post("/api/bench/suites", json={"spec": {**SUITE, **changes}})
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


async def test_a_csv_becomes_a_suite(client: httpx.AsyncClient) -> None:
    sent = await upload(client)
    assert sent.status_code == 201, sent.text
    read = sent.json()
    assert read["sample_count"] == 3
    assert read["format"] == "question-answer"
    assert read["columns"] == ["question", "answer", "topic"]
    assert read["first"][0]["target"] == "4"
    suggested = read["suggested"]
    assert suggested["dataset"]["fields"]["target"] == "answer"
    wanted = {"spec": {**suggested, "name": "quiz", "title": "A quiz"}, "dataset_id": read["dataset_id"]}
    made = await client.post("/api/bench/suites", json=wanted)
    assert made.status_code == 201, made.text
    suite = made.json()
    assert (suite["number"], suite["sample_count"], suite["may_change"], suite["origin"]) == (1, 3, True, "manual")
    assert suite["dataset_id"] == read["dataset_id"]
    listed = (await client.get("/api/bench/suites")).json()
    assert listed["may_write"] is True
    (row,) = [one for one in listed["suites"] if one["name"] == "quiz"]
    assert (row["mine"], row["version"], row["runs"], row["title"]) == (True, 1, 0, "A quiz")
    page = (await client.get(f"/api/bench/suites/{suite['suite_id']}/samples", params={"first": 1, "count": 1})).json()
    assert page["total"] == 3
    assert [one["fields"]["question"] for one in page["samples"]] == ["3+3?"]


async def test_columns_can_mean_something_else_than_was_suggested(client: httpx.AsyncClient) -> None:
    read = (await upload(client)).json()
    spec = {**read["suggested"], "name": "topics"}
    spec["dataset"] = {"fields": {"target": "topic", "cluster": "topic", "tags": "topic"}}
    made = (await client.post("/api/bench/suites", json={"spec": spec, "dataset_id": read["dataset_id"]})).json()
    assert made["clusters"] == 2
    (first, *_) = (await client.get(f"/api/bench/suites/{made['suite_id']}/samples")).json()["samples"]
    assert (first["target"], first["cluster"], first["tags"]) == ("sums", "sums", ["sums"])
    assert first["sample_id"] == read["first"][0]["sample_id"], "the content is the same, and so are the ids"


async def test_columns_that_an_upload_lacks_are_named(client: httpx.AsyncClient) -> None:
    read = (await upload(client)).json()
    spec = {**read["suggested"], "name": "wrong", "dataset": {"fields": {"target": "anwser", "id": "topic"}}}
    answer = await client.post("/api/bench/suites", json={"spec": spec, "dataset_id": read["dataset_id"]})
    assert answer.status_code == 422
    told = {one["field"]: one["sentence"] for one in answer.json()["problems"]}
    assert "did you mean `answer`?" in told["dataset.fields.target"]
    assert "several samples have the id sums" in told["dataset.fields.id"]


async def test_other_kinds_of_file_are_read_too(client: httpx.AsyncClient) -> None:
    file = io.BytesIO()
    pq.write_table(pa.table({"question": ["a?", "b?"], "answer": ["x", "y"]}), file)
    assert (await upload(client, file.getvalue(), "q.parquet")).json()["sample_count"] == 2
    gsm = b'{"question": "How many?", "answer": "One and one.\\n#### 1,002"}\n'
    read = (await upload(client, gsm, "train.jsonl")).json()
    assert (read["format"], read["first"][0]["target"]) == ("gsm8k", "1002")


@pytest.mark.parametrize(
    ("data", "filename", "said"),
    [
        (b"", "a.csv", "no sample"),
        (b"", "a.jsonl", "is empty"),
        (b"x", "a.docx", "supported extensions"),
        (b"\x1f\x8bgarbage", "a.csv.gz", "decompressed"),
        (b"nothing", "a.parquet", "not a Parquet"),
    ],
)
async def test_a_bad_upload_is_an_error_with_a_reason(
    client: httpx.AsyncClient, data: bytes, filename: str, said: str
) -> None:
    answer = await upload(client, data, filename)
    assert answer.status_code == 422
    assert said in answer.json()["detail"]


async def test_a_large_upload_is_refused(client: httpx.AsyncClient) -> None:
    assert (await upload(client, bytes(UPLOAD_BYTES + 1))).status_code == 413


async def test_a_new_version_only_where_something_changed(client: httpx.AsyncClient) -> None:
    made = await make(client)
    address = f"/api/bench/suites/{made['suite_id']}"
    same = await client.put(address, json={"spec": SUITE})
    assert same.json()["number"] == 1
    turned = {
        **SUITE,
        "dataset": {
            **SUITE["dataset"],
            "samples": [dict(reversed(one.items())) for one in SUITE["dataset"]["samples"]],
        },
    }
    assert (await client.put(address, json={"spec": turned})).json()["number"] == 1
    changed = await client.put(address, json={"spec": {**SUITE, "system": "Be brief.", "version": "two"}})
    assert changed.json()["number"] == 2
    assert [(one["number"], one["label"]) for one in changed.json()["versions"]] == [(2, "two"), (1, "")]
    assert changed.json()["dataset_id"] == made["dataset_id"]
    old = (await client.get(address, params={"version": 1})).json()
    assert old["spec"]["system"] is None
    assert (await client.get(address, params={"version": 3})).status_code == 404
    kept = await client.put(address, json={"spec": {**old["spec"], "epochs": 2}, "dataset_id": old["dataset_id"]})
    assert (kept.json()["number"], kept.json()["sample_count"]) == (3, 3)
    other = await client.put(address, json={"spec": {**SUITE, "name": "other"}})
    assert (other.status_code, "must stay sums" in other.json()["detail"]) == (422, True)


async def test_a_taken_name_is_a_conflict(client: httpx.AsyncClient) -> None:
    made = await make(client)
    again = await client.post("/api/bench/suites", json={"spec": SUITE})
    assert again.status_code == 409
    assert (await client.delete(f"/api/bench/suites/{made['suite_id']}")).status_code == 204
    again = await client.post("/api/bench/suites", json={"spec": SUITE})
    assert (again.status_code, "archive" in again.json()["detail"]) == (409, True)


async def test_an_archived_suite_can_be_restored(client: httpx.AsyncClient) -> None:
    made = await make(client)
    address = f"/api/bench/suites/{made['suite_id']}"
    for _ in range(2):
        assert (await client.delete(address)).status_code == 204
    (row,) = [one for one in (await client.get("/api/bench/suites")).json()["suites"] if one["name"] == "sums"]
    assert row["archived"] is True
    assert (await client.get(address)).json()["archived"] is True
    assert (await client.post(f"{address}/restore")).status_code == 204
    assert (await client.get(address)).json()["archived"] is False
    assert (await client.delete(f"/api/bench/suites/{uuid4()}")).status_code == 404


async def test_a_file_is_checked_with_lines_and_saved(client: httpx.AsyncClient) -> None:
    file = (
        "name: from-file\ndataset:\n  samples:\n    - {q: 1, a: 2}\nprompts:\n  p: '{{ Q }}'\n"
        "scores:\n  - {name: e, scorer: exakt}\n"
    )
    checked = (await client.post("/api/bench/check", json={"file": file})).json()
    assert [(one["line"], one["field"]) for one in checked["problems"]] == [(6, "prompts.p"), (8, "scores[0].scorer")]
    assert "did you mean `exact`?" in checked["problems"][1]["sentence"]
    refused = await client.post("/api/bench/suites", json={"file": file})
    assert refused.status_code == 422
    assert "line 6" in refused.json()["detail"]
    assert refused.json()["problems"][0]["line"] == 6
    good = file.replace("{{ Q }}", "{{ q }}").replace("exakt", "exact")
    assert (await client.post("/api/bench/check", json={"file": good})).json()["problems"] == []
    made = await client.post("/api/bench/suites", json={"file": good})
    assert (made.status_code, made.json()["origin"]) == (201, "file")


@pytest.mark.parametrize("source", [{"path": "/etc/passwd"}, {"path": "data.csv"}, {"huggingface": "a/b"}])
async def test_paths_of_the_server_are_refused(client: httpx.AsyncClient, source: dict[str, str]) -> None:
    for wanted in ({"spec": {**SUITE, "dataset": source}}, {"file": yaml.safe_dump({**SUITE, "dataset": source})}):
        answer = await client.post("/api/bench/suites", json=wanted)
        assert answer.status_code == 422
        assert "command line" in answer.json()["detail"]


async def test_incomplete_requests_are_refused(client: httpx.AsyncClient) -> None:
    for wanted in ({}, {"spec": SUITE, "file": "x"}):
        assert (await client.post("/api/bench/suites", json=wanted)).status_code == 422
    unknown = {"spec": SUITE, "dataset_id": str(uuid4())}
    assert (await client.post("/api/bench/suites", json=unknown)).status_code == 404


async def test_odd_values_are_refused_or_cleaned(client: httpx.AsyncClient) -> None:
    deep: Any = []
    for _ in range(300):
        deep = [deep]
    for changes in (
        {"title": "a\x00b"},
        {"scores": [{"name": "e", "scorer": "exact", "options": {"x": deep}}]},
        {"scores": [{"name": "e", "scorer": "exact", "weight": 1e300}]},
        {"dataset": {"samples": [{"q": deep}]}},
        {"dataset": {"samples": [{"q": "\ud800\x00", "a": 1e999}], "fields": {"target": "a"}}},
    ):
        text = json.dumps({"spec": {**SUITE, "name": f"odd-{uuid4().hex[:8]}", **changes}})
        headers = {"content-type": "application/json"}
        answer = await client.post("/api/bench/suites", content=text, headers=headers)
        assert answer.status_code in {201, 422}, answer.text
    assert (await upload(client, b'{"q": ' + b"[" * 400 + b"]" * 400 + b"}", "a.jsonl")).status_code in {201, 422}


async def test_an_exported_file_can_be_added_again(client: httpx.AsyncClient) -> None:
    made = await make(client, system="Two\nlines: yes\n", tags=["no", "1"])
    address = f"/api/bench/suites/{made['suite_id']}/file"
    file = await client.get(address)
    assert file.headers["content-type"].startswith("application/yaml")
    assert 'filename="sums.yaml"' in file.headers["content-disposition"]
    back = await client.put(f"/api/bench/suites/{made['suite_id']}", json={"file": file.text})
    assert back.json()["number"] == 1, "nothing changed on the way"
    samples = await client.get(address, params={"part": "samples"})
    assert samples.text.splitlines()[0] == '{"q": "2+2?", "a": "4"}'


async def test_a_preview_shows_the_prompt_and_tries_an_answer(client: httpx.AsyncClient) -> None:
    made = await make(client, few_shot={"count": 1}, system="Be brief.")
    spec = {
        **SUITE,
        "few_shot": {"count": 1},
        "system": "Be brief.",
        "extract": {"n": ["number"]},
        "scores": [
            {"name": "exact", "scorer": "exact", "extract": "n"},
            {"name": "grade", "scorer": "rubric", "options": {"criteria": "good"}},
        ],
    }
    wanted = {"spec": spec, "dataset_id": made["dataset_id"], "position": 1, "prompt": "long", "answer": "It is 6."}
    shown = (await client.post("/api/bench/preview", json=wanted)).json()
    assert [one["role"] for one in shown["messages"]] == ["system", "user", "assistant", "user"]
    assert shown["messages"][-1]["content"] == "Please: 3+3?"
    assert shown["target"] == "6"
    assert [(one["name"], one["value"], one["extracted"]) for one in shown["marks"]] == [("exact", 1, "6")]
    assert shown["left_out"] == ["grade needs a judge; it is only scored in a run."]
    assert shown["problems"] == []
    wrong = {**wanted, "spec": {**spec, "prompts": {"long": "{{ nothing }}"}}}
    shown = (await client.post("/api/bench/preview", json=wrong)).json()
    assert (shown["messages"], shown["problems"][0]["field"]) == ([], "prompts.long")
    assert (await client.post("/api/bench/preview", json={**wanted, "position": 3})).status_code == 404
    assert (await client.post("/api/bench/preview", json={**wanted, "dataset_id": str(uuid4())})).status_code == 404


async def test_scorers_and_the_schema_are_offered(client: httpx.AsyncClient) -> None:
    offered = (await client.get("/api/bench/scorers")).json()
    scorers = {one["name"]: one for one in offered["scorers"]}
    assert scorers["rubric"]["needs"] == ["judge"]
    assert "ignore_case" in scorers["exact"]["options"]["properties"]
    assert "number" in {one["name"] for one in offered["steps"]}
    assert (await client.get("/api/bench/suite-schema")).json()["required"] == ["name", "dataset", "prompts", "scores"]


@pytest.mark.parametrize("profile", [Profile.CLASSROOM, Profile.PUBLIC])
async def test_visitors_of_other_sites_see_nothing(
    clients: ClientFactory, resources: Resources, profile: Profile
) -> None:
    open_site(resources, profile)
    visitor, member = await clients.visitor(), await clients.member()
    made = await make(member)
    address = f"/api/bench/suites/{made['suite_id']}"
    for path in ("/api/bench/suites", address, f"{address}/samples", f"{address}/file", "/api/bench/scorers"):
        assert (await visitor.get(path)).status_code == 401
        assert (await member.get(path)).status_code == 200
    assert (await upload(visitor)).status_code == 401
    assert (await visitor.post("/api/bench/suites", json={"spec": SUITE})).status_code == 401
    assert (await visitor.delete(address)).status_code == 401


async def test_others_suites_can_be_seen_and_not_changed(clients: ClientFactory, resources: Resources) -> None:
    open_site(resources, Profile.PUBLIC)
    owner, other, moderator = await clients.member(), await clients.member(), await clients.moderator()
    made = await make(owner)
    address = f"/api/bench/suites/{made['suite_id']}"
    assert (await other.get(address)).json()["may_change"] is False
    changed = {"spec": {**SUITE, "epochs": 2}}
    assert (await other.put(address, json=changed)).status_code == 403
    assert (await other.delete(address)).status_code == 403
    assert (await other.post(f"{address}/restore")).status_code == 403
    assert (await moderator.get(address)).json()["may_change"] is True
    assert (await moderator.put(address, json=changed)).json()["number"] == 2
    assert (await owner.delete(address)).status_code == 204


def open_site(resources: Resources, profile: Profile) -> None:
    resources.add(Settings, resources.get(Settings).model_copy(update={"profile": profile}))

from typing import Any
from uuid import uuid4

import httpx
from tests.benchmarks.suites.test_routes import SUITE, make
from tests.clients import ClientFactory


def changed(**changes: Any) -> dict[str, Any]:
    return {**SUITE, **changes}


async def put(client: httpx.AsyncClient, made: dict[str, Any], spec: dict[str, Any], **more: Any) -> httpx.Response:
    return await client.put(f"/api/bench/suites/{made['suite_id']}", json={"spec": spec, **more})


async def test_versions_are_listed_with_parent_note_and_digest(client: httpx.AsyncClient) -> None:
    made = await make(client)
    await put(client, made, changed(title="More sums"), note="A better title", base=1)
    listed = (await client.get(f"/api/bench/suites/{made['suite_id']}/versions")).json()["versions"]
    assert [(one["number"], one["parent"], one["note"]) for one in listed] == [(2, 1, "A better title"), (1, None, "")]
    assert len({one["digest"] for one in listed}) == 2
    assert all(len(one["digest"]) == 64 for one in listed)
    assert (await client.get(f"/api/bench/suites/{uuid4()}/versions")).status_code == 404


async def test_two_versions_are_compared_by_line_and_by_word(client: httpx.AsyncClient) -> None:
    made = await make(client)
    await put(client, made, changed(prompts={"short": "{{ q }}", "long": "Answer please: {{ q }}"}))
    address = f"/api/bench/suites/{made['suite_id']}/diff"
    diff = (await client.get(address, params={"old": 1, "new": 2})).json()
    assert (diff["old"], diff["new"], diff["added"], diff["removed"]) == (1, 2, 1, 1)
    (removed, added) = [line for line in diff["hunks"][0]["lines"] if line["kind"] != "same"]
    assert "".join(part["text"] for part in removed["parts"]) == "  long: 'Please: {{ q }}'"
    assert [part["text"] for part in added["parts"] if part["kind"] == "added"] == ["Answer please"]
    assert (await client.get(address, params={"old": 1, "new": 3})).status_code == 404
    assert (await client.get(address, params={"old": 0, "new": 1})).status_code == 422


async def test_changed_samples_show_in_the_comparison(client: httpx.AsyncClient) -> None:
    made = await make(client)
    samples = [*SUITE["dataset"]["samples"], {"q": "5+5?", "a": "10"}]
    await put(client, made, changed(dataset={**SUITE["dataset"], "samples": samples}))
    diff = (await client.get(f"/api/bench/suites/{made['suite_id']}/diff", params={"old": 1, "new": 2})).json()
    added = ["".join(part["text"] for part in line["parts"]) for line in diff["hunks"][-1]["lines"]]
    assert any("5+5?" in line for line in added)


async def test_an_edit_of_an_old_version_answers_409_with_both_edits_merged(client: httpx.AsyncClient) -> None:
    made = await make(client)
    assert (await put(client, made, changed(title="Their sums"), base=1)).status_code == 200
    mine = changed(prompts={"short": "{{ q }}", "long": "Kindly: {{ q }}"})
    answer = await put(client, made, mine, base=1)
    assert answer.status_code == 409
    assert answer.headers["content-type"].startswith("application/problem+json")
    problem = answer.json()
    conflict = problem["conflict"]
    assert (conflict["base_number"], conflict["newest"]) == (1, 2)
    assert "title: Sums" in conflict["base"]
    assert "title: Their sums" in conflict["theirs"]
    assert "Kindly: {{ q }}" in conflict["yours"]
    merged = conflict["merged"]
    assert "title: Their sums" in merged
    assert "Kindly: {{ q }}" in merged
    shown = (await client.get(f"/api/bench/suites/{made['suite_id']}")).json()
    assert shown["number"] == 2, "nothing of the refused edit was saved"
    saved = await client.put(f"/api/bench/suites/{made['suite_id']}", json={"file": merged, "base": 2})
    assert saved.status_code == 200, saved.text
    assert (saved.json()["number"], saved.json()["spec"]["title"]) == (3, "Their sums")
    assert saved.json()["sample_count"] == 3


async def test_edits_of_the_same_line_are_not_merged(client: httpx.AsyncClient) -> None:
    made = await make(client)
    await put(client, made, changed(title="Their sums"), base=1)
    answer = await put(client, made, changed(title="My sums"), base=1)
    assert answer.status_code == 409
    assert answer.json()["conflict"]["merged"] is None


async def test_without_a_base_an_edit_follows_the_newest_version(client: httpx.AsyncClient) -> None:
    made = await make(client)
    await put(client, made, changed(title="Their sums"))
    assert (await put(client, made, changed(title="My sums"))).json()["number"] == 3


async def test_a_rollback_is_a_new_version(client: httpx.AsyncClient) -> None:
    made = await make(client)
    await put(client, made, changed(title="Other sums"))
    address = f"/api/bench/suites/{made['suite_id']}/rollback"
    back = await client.post(address, json={"version": 1})
    assert back.status_code == 200, back.text
    assert (back.json()["number"], back.json()["spec"]["title"]) == (3, "Sums")
    assert [one["note"] for one in back.json()["versions"]] == ["Roll back to version 1", "", ""]
    assert back.json()["versions"][0]["digest"] == back.json()["versions"][2]["digest"]
    listed = (await client.get("/api/bench/suites")).json()["suites"]
    assert [one["title"] for one in listed if one["name"] == "sums"] == ["Sums"]
    again = await client.post(address, json={"version": 1})
    assert again.json()["number"] == 3, "the same content makes no version"
    assert (await client.post(address, json={"version": 9})).status_code == 404


async def test_only_those_who_may_change_a_suite_roll_it_back(clients: ClientFactory) -> None:
    owner, other = await clients.member(), await clients.member()
    made = await make(owner)
    await put(owner, made, changed(title="Other sums"))
    address = f"/api/bench/suites/{made['suite_id']}/rollback"
    assert (await other.post(address, json={"version": 1})).status_code == 403

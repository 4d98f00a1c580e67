import asyncio
import csv
import io
import json
import tempfile
import tracemalloc

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from tests.clients import PASSWORD, AccountClient, ClientFactory

from llmbattler.accounts.models import AccountKind
from llmbattler.accounts.people.schemas import AuditIn
from llmbattler.accounts.people.service.audit_files import write_entries
from llmbattler.accounts.people.service.people import export_entries
from llmbattler.core.db import Database


async def _audit(admin: AccountClient) -> list[tuple[str, str]]:
    entries = (await admin.get("/api/admin/audit")).json()["entries"]
    return [(entry["action"], entry["subject"]) for entry in entries]


async def test_people_are_found_page_by_page(clients: ClientFactory) -> None:
    admin = await clients.admin("boss@example.org")
    for number in range(5):
        await clients.member(f"p{number}@example.org")
    first = (await admin.get("/api/admin/people", params={"limit": 4})).json()
    rest = (await admin.get("/api/admin/people", params={"limit": 4, "cursor": first["next_cursor"]})).json()
    emails = [one["email"] for one in first["people"] + rest["people"]]
    assert emails == [f"p{number}@example.org" for number in (4, 3, 2, 1, 0)] + ["boss@example.org"]
    assert rest["next_cursor"] is None
    found = (await admin.get("/api/admin/people", params={"q": "P3@"})).json()["people"]
    assert [one["email"] for one in found] == ["p3@example.org"]
    assert found[0]["sign_ins"] == 1
    assert (await admin.get("/api/admin/people", params={"q": "%"})).json()["people"] == []
    assert (await admin.get("/api/admin/people", params={"cursor": "nonsense"})).status_code == 422
    assert "argon2" not in (await admin.get("/api/admin/people")).text


async def test_a07_a_demoted_admin_is_out_at_once(clients: ClientFactory) -> None:
    admin, other = await clients.admin(), await clients.admin()
    assert (await other.get("/api/admin/people")).status_code == 200
    changed = await admin.patch(f"/api/admin/people/{other.account_id}", json={"kind": "member"})
    assert changed.json()["kind"] == "member"
    assert (await other.get("/api/admin/people")).status_code == 401
    again = await clients.sign_in(other.account_id)
    assert (await again.get("/api/admin/people")).status_code == 403


async def test_two_admins_who_demote_each_other_at_once_leave_one(clients: ClientFactory) -> None:
    one, other = await clients.admin(), await clients.admin()
    for _ in range(4):
        wishes = ((one, other), (other, one))
        answers = await asyncio.gather(
            *(actor.patch(f"/api/admin/people/{whom.account_id}", json={"kind": "member"}) for actor, whom in wishes)
        )
        # Whoever comes second finds that the other is the last one, or that they are signed out themselves.
        assert min(answer.status_code for answer in answers) == 200
        assert max(answer.status_code for answer in answers) in {401, 403, 409}
        left, gone = (one, other) if answers[0].status_code == 200 else (other, one)
        assert (await left.patch(f"/api/admin/people/{gone.account_id}", json={"kind": "admin"})).status_code == 200
        one, other = left, await clients.sign_in(gone.account_id)


async def test_of_many_who_get_one_address_at_once_one_has_it(clients: ClientFactory) -> None:
    admin, people = await clients.admin(), [await clients.member() for _ in range(4)]
    wish = {"email": "same@example.org"}
    answers = await asyncio.gather(
        *(admin.patch(f"/api/admin/people/{one.account_id}", json=wish) for one in people),
        *(one.patch("/api/me", json={**wish, "password": PASSWORD}) for one in people),
    )
    has = [(await one.get("/api/me")).json()["email"] == "same@example.org" for one in people]
    assert has.count(True) == 1
    codes = {answer.status_code for answer in answers}
    assert codes == {200, 409}


async def test_a07_who_is_deactivated_is_out_at_once(clients: ClientFactory) -> None:
    admin, member = await clients.admin(), await clients.member("m@example.org")
    path = f"/api/admin/people/{member.account_id}"
    assert (await admin.patch(path, json={"deactivated": True})).json()["deactivated_at"] is not None
    assert (await member.get("/api/me")).status_code == 401
    assert (await admin.post(f"{path}/reset")).status_code == 404
    assert (await admin.patch(path, json={"deactivated": False})).json()["deactivated_at"] is None
    assert (await member.get("/api/me")).status_code == 401


async def test_losing_a_role_revokes_own_invitations_for_it(clients: ClientFactory) -> None:
    admin, other = await clients.admin(), await clients.admin()
    made = {}
    for kind in ("member", "moderator", "admin"):
        made[kind] = (await other.post("/api/admin/invitations", json={"kind": kind})).json()["invitation_id"]
    kept = (await admin.post("/api/admin/invitations", json={"kind": "admin"})).json()["invitation_id"]

    async def usable() -> set[str]:
        listed = (await admin.get("/api/admin/invitations")).json()["invitations"]
        return {one["invitation_id"] for one in listed if one["revoked_at"] is None}

    path = f"/api/admin/people/{other.account_id}"
    for change, left in (
        ({"name": "Mallory"}, {"member", "moderator", "admin"}),
        ({"kind": "moderator"}, {"member", "moderator"}),
        ({"kind": "member"}, {"member"}),
        ({"deactivated": True}, set()),
    ):
        assert (await admin.patch(path, json=change)).status_code == 200
        assert await usable() == {kept, *(made[kind] for kind in left)}, change
    revoked = [subject for action, subject in reversed(await _audit(admin)) if action == "invitation.revoked"]
    assert revoked == [made["admin"], made["moderator"], made["member"]]


async def test_a92_every_change_of_a_person_is_written_down(clients: ClientFactory) -> None:
    admin, member = await clients.admin(), await clients.member("m@example.org")
    path = f"/api/admin/people/{member.account_id}"
    await admin.patch(path, json={"kind": "moderator"})
    await admin.patch(path, json={"kind": "moderator"})  # nothing changes, nothing is written
    await admin.delete(f"{path}/sign-ins")
    link = (await admin.post(f"{path}/reset")).json()["link"]
    await admin.patch(path, json={"deactivated": True, "name": "Mallory"})
    entries = (await admin.get("/api/admin/audit", params={"subject": member.account_id})).json()["entries"]
    told = [(entry["actor"], entry["action"], entry["before"], entry["after"]) for entry in reversed(entries)]
    assert told == [
        (admin.account_id, "person.changed", {"kind": "member"}, {"kind": "moderator"}),
        (admin.account_id, "person.signed_out", {}, {}),
        (admin.account_id, "person.reset_link_made", {}, {}),
        (
            admin.account_id,
            "person.changed",
            {"name": "", "deactivated": False},
            {"name": "Mallory", "deactivated": True},
        ),
    ]
    assert link.partition("#")[2] not in json.dumps(entries)


@pytest.mark.parametrize(
    "statement", ["DELETE FROM audit_log", "UPDATE audit_log SET actor = ''", "TRUNCATE audit_log"]
)
async def test_a92_the_log_only_grows(clients: ClientFactory, database: Database, statement: str) -> None:
    admin = await clients.admin()
    await admin.post("/api/admin/invitations", json={})
    with pytest.raises(DBAPIError, match="append-only"):
        async with database.unit() as session:
            await session.execute(text(statement))
    assert len(await _audit(admin)) == 1


async def test_the_last_admin_stays_one(clients: ClientFactory) -> None:
    admin = await clients.admin()
    path = f"/api/admin/people/{admin.account_id}"
    for wish in ({"kind": "member"}, {"deactivated": True}):
        assert (await admin.patch(path, json=wish)).status_code == 409
    await clients.admin()
    assert (await admin.patch(path, json={"kind": "member"})).status_code == 200


@pytest.mark.parametrize("wish", [{"kind": "visitor"}, {"kind": "god"}, {"password_hash": "x"}, {"email": "x"}])
async def test_a_wish_that_makes_no_sense_is_refused(clients: ClientFactory, wish: dict[str, str]) -> None:
    admin, member = await clients.admin(), await clients.member()
    assert (await admin.patch(f"/api/admin/people/{member.account_id}", json=wish)).status_code == 422


async def test_invitations_are_made_listed_and_revoked(clients: ClientFactory) -> None:
    admin, stranger = await clients.admin(), await clients.visitor()
    made = (await admin.post("/api/admin/invitations", json={"places": 30, "note": "Class 7b", "days": 2})).json()
    assert made["link"].endswith(f"/join#{made['code']}")
    listed = (await admin.get("/api/admin/invitations")).json()["invitations"]
    assert [(one["note"], one["places"], one["taken"]) for one in listed] == [("Class 7b", 30, 0)]
    assert made["code"] not in str(listed)
    assert (await admin.delete(f"/api/admin/invitations/{made['invitation_id']}")).status_code == 204
    assert (await admin.delete(f"/api/admin/invitations/{made['invitation_id']}")).status_code == 404
    assert (await stranger.post("/api/auth/invitation", json={"invitation": made["code"]})).status_code == 422
    assert [action for action, _ in await _audit(admin)] == ["invitation.revoked", "invitation.made"]


async def test_an_invitation_that_can_be_used_is_listed_however_old(clients: ClientFactory, database: Database) -> None:
    admin = await clients.admin()
    made = (await admin.post("/api/admin/invitations", json={"note": "old"})).json()
    ended = (await admin.post("/api/admin/invitations", json={"note": "ended"})).json()
    await admin.delete(f"/api/admin/invitations/{ended['invitation_id']}")
    many = (
        "INSERT INTO invitations (invitation_id, secret_hash, hint, kind, note, created_by, places, taken, created_at,"
        " expires_at) SELECT gen_random_uuid(), n::text, '', 'member', 'new', 'm_0', 1, 1, now() + interval '1 hour',"
        " now() + interval '1 day' FROM generate_series(1, 200) AS n"
    )
    async with database.unit() as session:
        await session.execute(text(many))
    listed = (await admin.get("/api/admin/invitations")).json()["invitations"]
    assert [one["note"] for one in listed] == ["new"] * 200 + ["old"]
    assert listed[-1]["invitation_id"] == made["invitation_id"]


async def test_the_log_is_filtered_and_exported(clients: ClientFactory) -> None:
    admin, other = await clients.admin("=1+1@example.org"), await clients.admin()
    await admin.post("/api/admin/invitations", json={"note": "one"})
    await other.post("/api/admin/invitations", json={"note": "two"})
    await admin.patch(f"/api/admin/people/{other.account_id}", json={"name": "Other"})
    by = {"actor": admin.account_id}
    assert len((await admin.get("/api/admin/audit", params=by)).json()["entries"]) == 2
    kind = {"action": "invitation."}
    assert len((await admin.get("/api/admin/audit", params=kind)).json()["entries"]) == 2
    assert (await admin.get("/api/admin/audit", params={"action": "invitation"})).json()["entries"] == []
    page = (await admin.get("/api/admin/audit", params={"limit": 2})).json()
    rest = (await admin.get("/api/admin/audit", params={"limit": 2, "cursor": page["next_cursor"]})).json()
    assert len(page["entries"]) == 2
    assert len(rest["entries"]) == 1
    assert (await admin.get("/api/admin/audit", params={"since": "2999-01-01T00:00:00Z"})).json()["entries"] == []
    lines = (await admin.get("/api/admin/audit/export", params={"format": "jsonl"})).text.splitlines()
    assert [json.loads(line)["action"] for line in lines] == ["person.changed", "invitation.made", "invitation.made"]
    rows = list(csv.DictReader(io.StringIO((await admin.get("/api/admin/audit/export")).text)))
    assert [row["actor_name"] for row in rows if row["actor"] == admin.account_id] == ["'=1+1@example.org"] * 2


async def test_a_long_log_is_exported_whole_and_never_held_whole(clients: ClientFactory, database: Database) -> None:
    admin = await clients.admin()
    facts = json.dumps({"text": "x" * 20_000})
    many = (
        "INSERT INTO audit_log (entry_id, actor, action, subject, before, after)"
        " SELECT gen_random_uuid(), 'site', 'test.done', n::text, '{}', cast(:facts AS jsonb)"
        " FROM generate_series(1, 2000) AS n"
    )
    async with database.unit() as session:
        await session.execute(text(many), {"facts": facts})
        tracemalloc.start()
        with tempfile.TemporaryFile() as file:
            await write_entries(file, export_entries(session, wanted=AuditIn()), "csv")
            most, size = tracemalloc.get_traced_memory()[1], file.tell()
        tracemalloc.stop()
    assert size > 2000 * 20_000
    assert most < size
    exported = await admin.get("/api/admin/audit/export", params={"action": "test.done"})
    assert exported.headers["content-disposition"] == 'attachment; filename="audit.csv"'
    assert len(list(csv.DictReader(io.StringIO(exported.text)))) == 2000


@pytest.mark.parametrize("kind", [AccountKind.MEMBER, AccountKind.MODERATOR])
async def test_the_admin_of_people_is_for_admins(clients: ClientFactory, kind: AccountKind) -> None:
    somebody = await clients.add_account(kind)
    assert (await somebody.get("/api/admin/people")).status_code == 403
    assert (await somebody.post("/api/admin/invitations", json={"kind": "admin"})).status_code == 403
    visitor = await clients.visitor()
    assert (await visitor.get("/api/admin/people")).status_code == 401


@pytest.mark.parametrize(
    ("path", "params"),
    [
        ("/api/admin/people", {"q": "\x00"}),
        ("/api/admin/people", {"cursor": "MjAyMC0wMS0wMSAA"}),
        ("/api/admin/audit", {"actor": "\x00"}),
        ("/api/admin/audit", {"action": "\x00."}),
        ("/api/admin/audit", {"subject": "\x00"}),
    ],
)
async def test_a86_a_character_that_no_database_keeps_is_refused(
    clients: ClientFactory, path: str, params: dict[str, str]
) -> None:
    answer = await (await clients.admin()).get(path, params=params)
    assert (answer.status_code, answer.json()["type"]) == (422, "/errors/invalid")


async def test_a86_the_same_in_what_is_written(clients: ClientFactory) -> None:
    admin = await clients.admin()
    for path, body in (
        ("/api/admin/invitations", {"note": "a\x00b"}),
        ("/api/me/tokens", {"name": "a\x00b", "scopes": ["read"]}),
    ):
        assert (await admin.post(path, json=body)).status_code == 422

import io
import json
import zipfile

from tests.clients import ClientFactory

from llmbattler.accounts.deps import SESSION_COOKIE
from llmbattler.accounts.models import Scope
from llmbattler.accounts.opaque import hash_secret
from llmbattler.accounts.profile.service.personal_export import write_export
from llmbattler.core.db import Database
from llmbattler.core.ownership import list_owned


async def test_the_archive_holds_a_file_for_each_kind_of_data_and_no_secrets(
    clients: ClientFactory, database: Database
) -> None:
    member = await clients.member("m@example.org")
    await clients.member("other@example.org")
    await clients.program(member, Scope.READ)
    file = io.BytesIO()
    async with database.unit() as session:
        await write_export(session, owner=member.account_id, file=file)
    archive = zipfile.ZipFile(file)
    names = {"README.txt", "account.jsonl", *(f"{data.name}.jsonl" for data in list_owned())}
    assert set(archive.namelist()) == names
    content = archive.read("account.jsonl").decode()
    account, sign_in, token = map(json.loads, content.splitlines())
    assert (account["email"], sign_in["sign_in"], token["scopes"]) == ("m@example.org", "browser", ["read"])
    for hidden in ("other@example.org", "argon2", hash_secret(member.cookies[SESSION_COOKIE])):
        assert hidden not in content

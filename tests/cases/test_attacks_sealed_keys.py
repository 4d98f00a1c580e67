"""Attacks on the encryption of stored keys (A45, A47 of shared/cases/ATTACKS.md, F30 of FAULTS.md)."""

import asyncio
import subprocess
from pathlib import Path

import psycopg
import pytest
from psycopg import sql
from pydantic import SecretStr
from tests.cases.key_admin import (
    CANARY,
    MASTER,
    MEMBERS,
    OTHER_MASTER,
    PARTS,
    add_models,
    add_provider,
    admin,
    ask,
    assert_clean,
    dump_tables,
    opened,
    provider,
    settings,
    sink,
)
from tests.clients import AccountClient, ClientFactory

from llmbattler.catalog.errors import KeyUnreadable
from llmbattler.catalog.probes.flow import probe_health
from llmbattler.catalog.providers.flow.master_key import rotate_master_key
from llmbattler.catalog.providers.flow.stored_keys import StoredKeys
from llmbattler.connectors.calls import Caller
from llmbattler.core.db import Database
from llmbattler.core.db.embedded import EmbeddedPostgres
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.master_keys import MasterKeys
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.core.vault import Vault
from llmbattler.testing import ScriptedProvider

__all__ = ["admin", "provider", "settings", "sink"]


async def test_a45_a_dump_of_the_database_holds_no_key(
    admin: AccountClient,
    provider: ScriptedProvider,
    address: DatabaseAddress,
    postgres: EmbeddedPostgres,
    data_dir: Path,
) -> None:
    await add_provider(admin, provider)
    program = postgres._binaries / "pg_dump"
    dumped = await asyncio.to_thread(subprocess.check_output, [str(program), address.url])
    for dump in (dumped.decode(), dump_tables(address)):
        assert provider.openai_url in dump
        assert_clean(dump, "a dump of the database")
        assert MASTER not in dump
    with psycopg.connect(postgres.url("postgres"), autocommit=True) as connection:
        connection.execute("CHECKPOINT")
    for folder in (postgres.data, data_dir):
        for path in folder.rglob("*"):
            if path.is_file():
                content = path.read_bytes()
                assert not any(part.encode() in content for part in PARTS), path


@pytest.mark.parametrize("column", ["ciphertext", "nonce"])
async def test_a45_a_changed_byte_is_noticed(
    column: str, admin: AccountClient, provider: ScriptedProvider, resources: Resources, address: DatabaseAddress
) -> None:
    await add_provider(admin, provider)
    await add_models(admin, "alpha")
    with psycopg.connect(address.url) as connection:
        connection.execute(
            sql.SQL("UPDATE provider_keys SET {0} = set_byte({0}, 3, get_byte({0}, 3) # 1)").format(
                sql.Identifier(column)
            )
        )
    with pytest.raises(KeyUnreadable):
        await ask(resources)
    (shown,) = (await admin.get("/api/admin/providers")).json()["providers"]
    assert shown["key_state"] == "unreadable"
    assert not provider.requests


async def test_a45_a_key_copied_to_another_row_does_not_open(
    admin: AccountClient,
    clients: ClientFactory,
    provider: ScriptedProvider,
    sink: ScriptedProvider,
    resources: Resources,
    address: DatabaseAddress,
) -> None:
    await add_provider(admin, provider)
    await add_provider(admin, sink, provider_id="evil", name="Evil", key="a-key-of-evil-1")
    await add_models(admin, "mole", provider_id="evil")
    with psycopg.connect(address.url) as connection:
        connection.execute(
            "UPDATE provider_keys e SET ciphertext = h.ciphertext, nonce = h.nonce, origin = h.origin, "
            "master_key_id = h.master_key_id FROM provider_keys h "
            "WHERE h.provider_id = 'house' AND e.provider_id = 'evil'"
        )
    with pytest.raises(KeyUnreadable):
        await ask(resources, "mole")
    with psycopg.connect(address.url) as connection:
        connection.execute("DELETE FROM provider_keys WHERE provider_id = 'evil'")
        connection.execute("UPDATE provider_keys SET provider_id = 'evil'")
    with pytest.raises(KeyUnreadable):
        await ask(resources, "mole")
    assert not sink.requests


async def test_a45_rotation_loses_nothing_even_while_the_site_runs(
    settings: Settings, address: DatabaseAddress, provider: ScriptedProvider, data_dir: Path
) -> None:
    """The site's own key file: another process rotates, this one goes on calling and storing."""
    own = settings.model_copy(update={"master_key": None, "database_url": None})
    async with opened(own, address) as (resources, clients):
        admin, member = await clients.admin(), await clients.member()
        await add_provider(admin, provider)
        await add_models(admin, "alpha")
        await member.put("/api/me/keys/house", json={"key": MEMBERS})
        file = data_dir / "master.key"
        assert file.stat().st_mode & 0o777 == 0o600
        before, rows = file.read_text(), dump_keys(address)
        done = await rotate_master_key(resources.get(Database), Vault(MasterKeys(own)), actor="command line")
        assert (done.sealed, done.unreadable) == (2, 0)
        after = file.read_text()
        assert file.stat().st_mode & 0o777 == 0o600
        assert before.strip() not in after
        assert len(after.split()) == 1
        assert not rows & dump_keys(address)
        await ask(resources)
        await ask(resources, purpose="side_by_side", caller=member.account_id)
        assert [request.api_key for request in provider.requests] == [CANARY, MEMBERS]
        assert (await admin.put("/api/admin/providers/house/key", json={"key": "sealed-later-1"})).status_code == 200
        found = await StoredKeys(resources.get(Database), Vault(MasterKeys(own))).find("house", provider.openai_url)
        assert found == "sealed-later-1"


def dump_keys(address: DatabaseAddress) -> set[tuple[bytes, bytes, str]]:
    with psycopg.connect(address.url) as connection:
        return set(connection.execute("SELECT ciphertext, nonce, master_key_id FROM provider_keys").fetchall())


async def test_a45_a_given_master_key_is_rotated_by_putting_the_new_one_first(
    settings: Settings, address: DatabaseAddress, admin: AccountClient, provider: ScriptedProvider
) -> None:
    await add_provider(admin, provider)
    both = settings.model_copy(update={"master_key": SecretStr(f"{OTHER_MASTER},{MASTER}")})
    only_new = settings.model_copy(update={"master_key": SecretStr(OTHER_MASTER)})
    async with opened(both, address) as (resources, _):
        done = await rotate_master_key(resources.get(Database), resources.get(Vault), actor="command line")
        assert (done.sealed, done.unreadable) == (1, 0)
    async with opened(only_new, address) as (resources, _):
        stored = StoredKeys(resources.get(Database), resources.get(Vault))
        assert await stored.find("house", provider.openai_url) == CANARY


@pytest.mark.parametrize("master", [OTHER_MASTER, None])
async def test_f30_a45_a_wrong_master_key_disables_those_providers_and_nothing_else(
    master: str | None,
    settings: Settings,
    address: DatabaseAddress,
    admin: AccountClient,
    provider: ScriptedProvider,
) -> None:
    await add_provider(admin, provider)
    await add_models(admin, "alpha")
    (settings.data_dir / "models.yaml").write_text(f"models: [{{id: beta, base_url: '{provider.openai_url}'}}]")
    wrong = settings.model_copy(update={"master_key": SecretStr(master) if master else None})
    async with opened(wrong, address) as (resources, clients):
        other = await clients.sign_in(admin.account_id)
        (shown,) = (await other.get("/api/admin/providers")).json()["providers"]
        assert shown["key_state"] == "unreadable"
        assert (await other.post("/api/admin/providers/house/test", json={})).json()["result"] == "key_unreadable"
        assert (await other.post("/api/admin/models/alpha/test")).json()["result"] == "bad_key"
        assert (await other.post("/api/admin/discovery")).status_code == 200
        await ask(resources, "beta")
        await probe_health(resources.get(Database), resources.get(Caller), wrong)
        health = {one["model_id"]: one["health"] for one in (await other.get("/api/admin/models")).json()["models"]}
        assert health["alpha"] == "down"
        assert health["beta"] == "healthy"
        assert (await other.get("/api/models")).status_code == 200
        saved = await other.put("/api/admin/providers/house/key", json={"key": "entered-anew-1"})
        assert saved.status_code == (200 if master else 409)
    assert {request.api_key for request in provider.requests} == {""}


async def test_a47_exports_hold_no_secret(
    clients: ClientFactory, admin: AccountClient, provider: ScriptedProvider, resources: Resources
) -> None:
    await add_provider(admin, provider)
    await add_models(admin, "alpha", "beta")
    member = await clients.member()
    await member.put("/api/me/keys/house", json={"key": MEMBERS})
    exported = await admin.get("/api/admin/catalog-file")
    assert exported.headers["content-disposition"].startswith("attachment")
    assert "provider: house" in exported.text
    assert_clean(exported.text, "models.yaml")
    again = await admin.post("/api/admin/catalog-file", json={"content": exported.text})
    assert again.json()["unchanged"] == ["alpha", "beta"]
    assert again.json()["changed"] == again.json()["problems"] == []
    mine = await member.get("/api/me/export")
    assert mine.status_code == 200
    assert_clean(mine.content.decode("latin-1"), "own data")

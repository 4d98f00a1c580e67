"""H40 to H45: backups of a whole site, and what happens when one cannot be made or restored."""

import asyncio
import json
import shutil
import stat
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from pydantic import SecretStr
from tests.arena.conftest import ALPHA, BETA, Person, models_yaml
from tests.cases.key_admin import CANARY, add_provider, admin, opened, provider
from tests.cases.replicas import INVARIANTS, TOO_LONG, ask, check_invariants, fresh_database, until
from tests.cases.test_faults_backups import digest, fill
from tests.clients import AccountClient
from tests.core.backups.sites import Scratch, add_rows, copy_backup, quiet, scratch, source
from tests.processes import running

from llmbattler.catalog.discovery.flow import refresh_catalog
from llmbattler.catalog.providers.service.keys import find_call_key
from llmbattler.connectors.calls import Caller
from llmbattler.core import clock
from llmbattler.core.backups.create import Source, make_backup
from llmbattler.core.backups.description import CONFIGURATION, DATABASE, FILE_NAME, FILES
from llmbattler.core.backups.errors import (
    BackupBroken,
    BackupCheckFailed,
    BackupIncomplete,
    BackupNewer,
    InsideCheckout,
    SiteNotEmpty,
)
from llmbattler.core.backups.places import FolderPlace, open_place
from llmbattler.core.backups.restore import restore_backup
from llmbattler.core.backups.schedule import back_up_if_due
from llmbattler.core.db import Database
from llmbattler.core.db.embedded import EmbeddedPostgres
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.db.schema_compatibility import TABLE as SCHEMA_TABLE
from llmbattler.core.errors import AppError
from llmbattler.core.master_keys import MasterKeys
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings
from llmbattler.core.storage import make_key, open_storage
from llmbattler.core.vault import Vault
from llmbattler.testing import Script, ScriptedProvider

__all__ = ["admin", "provider", "scratch", "source"]

ROOT = Path(__file__).parents[2]
MASTER = "6d61737465722d6b65792d666f722d74657374732d30303031"


@pytest.fixture
def settings(settings: Settings) -> Settings:
    (settings.data_dir / "master.key").write_text(MASTER)
    return settings


def read_rows(address: DatabaseAddress) -> dict[str, tuple[int, str]]:
    """Hashes of all tables, except the one that each migration writes anew."""
    return {name: found for name, found in digest(address.url).items() if name != SCHEMA_TABLE}


async def test_h40_a_site_is_restored_on_another_machine(
    settings: Settings,
    source: Source,
    admin: AccountClient,
    provider: ScriptedProvider,
    empty_address: DatabaseAddress,
    scratch: Scratch,
) -> None:
    await fill(source.address.url)
    await add_provider(admin, provider)
    listed = f"models: [{{id: mine, base_url: '{provider.openai_url}'}}]\n"
    (settings.data_dir / "models.yaml").write_text(listed)
    keys = [make_key("images") for _ in range(3)]
    for key in keys:
        await source.storage.put(key, key.encode(), "image/png")
    place = FolderPlace(settings.data_dir / "elsewhere")
    name, description = await make_backup(source, place, report=quiet, scratch=scratch)
    assert description.files == len(keys)

    folder = settings.data_dir / "other-machine"
    folder.mkdir()
    there = settings.model_copy(update={"data_dir": folder, "database_url": SecretStr(empty_address.url)})
    target = Source(there, empty_address, open_storage(None, folder))
    await restore_backup(target, place, name, replace=False, report=quiet)
    assert read_rows(empty_address) == read_rows(source.address)
    assert [await target.storage.get(key) for key in keys] == [key.encode() for key in keys]
    assert (folder / "models.yaml").read_text() == listed
    async with opened(there, empty_address) as (resources, _), resources.get(Database).unit() as session:
        vault = Vault(MasterKeys(there))
        found = await find_call_key(session, provider_id="house", base_url=provider.openai_url, vault=vault)
    assert found == CANARY


async def play(address: str, until: Callable[[], bool]) -> Person:
    """Battle and vote until something has happened, at least once."""
    person = Person(address)
    while True:
        battle = await person.battle()
        assert (await person.vote(battle.battle_id)).status_code == 200
        if until():
            return person


async def run_command(*arguments: str, **environment: str) -> list[str]:
    with running(*arguments, **environment) as process:
        code = await asyncio.to_thread(process.wait)
        assert code == 0, process.said
        return process.said


async def read_votes(url: str) -> set[tuple[str, str]]:
    return {(row[0], row[1]) for row in await ask(url, "SELECT vote_id::text, md5(votes::text) FROM votes")}


async def test_h41_a_site_is_backed_up_under_load_lost_and_restored(data_dir: Path) -> None:
    folder = data_dir / "site"
    environment = {"DATA_DIR": str(folder), "PORT": "0", "WORKER": "false", "BACKUP_TO": str(data_dir / "backups")}
    folder.mkdir()
    embedded = EmbeddedPostgres(folder / "postgres")
    async with ScriptedProvider() as provider:
        for model in (ALPHA, BETA):
            provider.script(model, Script(text=f"Says {model}, and some more words."))
        (folder / "models.yaml").write_text(models_yaml(provider, ALPHA, BETA))
        with running("serve", **environment) as server:
            address = await asyncio.to_thread(server.address)
            await (await play(address, lambda: True)).http.aclose()
            before = await read_votes(embedded.url())
            backup = asyncio.create_task(run_command("backup", **environment))
            person, other = await asyncio.gather(*(play(address, backup.done) for _ in range(2)))
            assert any("restored into an empty database" in line for line in await backup)
            after = await read_votes(embedded.url())
            assert await asyncio.to_thread(server.stop) == 0
        shutil.rmtree(folder)
        await run_command("restore", **environment)
        with running("serve", **environment) as server:
            person.http.base_url = await asyncio.to_thread(server.address)  # type: ignore[assignment]
            restored = await read_votes(embedded.url())
            assert before <= restored <= after
            assert {key for key, _ in after} >= {key for key, _ in restored}
            # Battles that were being answered during the backup are ended by the new server.
            await until(embedded.url(), f"SELECT 1 WHERE NOT EXISTS ({INVARIANTS[TOO_LONG]})")
            await check_invariants(embedded.url())
            assert await ask(embedded.url(), "SELECT DISTINCT status FROM models WHERE source = 'file'") == [
                ("active",)
            ]
            battle = await person.battle()
            assert (await person.vote(battle.battle_id)).status_code == 200
            assert len(await read_votes(embedded.url())) == len(restored) + 1
            for each in (person, other):
                await each.http.aclose()
            assert await asyncio.to_thread(server.stop) == 0


def change_description(folder: Path, **changes: object) -> None:
    path = folder / FILE_NAME
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))


def flip(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def add_a_row(folder: Path) -> None:
    rows = json.loads((folder / FILE_NAME).read_text())["rows"]
    change_description(folder, rows={**rows, "sessions": rows["sessions"] + 1})


DAMAGES: dict[str, tuple[type[AppError], Callable[[Path], object]]] = {
    "no description": (BackupIncomplete, lambda folder: (folder / FILE_NAME).unlink()),
    "no files": (BackupIncomplete, lambda folder: (folder / FILES).unlink()),
    "half a description": (BackupBroken, lambda folder: (folder / FILE_NAME).write_text('{"format": 1')),
    "a flipped bit": (BackupBroken, lambda folder: flip(folder / DATABASE)),
    "a shorter file": (BackupBroken, lambda folder: (folder / CONFIGURATION).write_text("")),
    "a newer schema": (BackupNewer, lambda folder: change_description(folder, revisions=["9999"])),
    "a newer format": (BackupNewer, lambda folder: change_description(folder, format=99, rows=[])),
    "fewer rows than it says": (BackupBroken, add_a_row),
}


async def test_h42_a_bad_backup_is_refused_and_nothing_is_lost(
    settings: Settings, postgres: EmbeddedPostgres, scratch: Scratch
) -> None:
    with fresh_database(postgres) as url:
        await restore_bad_backups(
            Source(settings, DatabaseAddress.parse(url), open_storage(None, settings.data_dir)), scratch
        )


async def restore_bad_backups(source: Source, scratch: Scratch) -> None:
    add_rows(source.address, 3)
    folder = source.settings.data_dir / "backups"
    place = FolderPlace(folder)
    name, _ = await make_backup(source, place, report=quiet, scratch=scratch)
    add_rows(source.address)
    held = digest(source.address.url)
    for number, (what, (error, damage)) in enumerate(DAMAGES.items()):
        copy = copy_backup(folder, name, number)
        damage(folder / copy)
        with pytest.raises(error):
            await restore_backup(source, place, copy, replace=True, report=quiet)
        assert digest(source.address.url) == held, what
    with pytest.raises(SiteNotEmpty, match="--replace"):
        await restore_backup(source, place, name, replace=False, report=quiet)
    assert digest(source.address.url) == held
    await restore_backup(source, place, name, replace=True, report=quiet)
    assert digest(source.address.url)["sessions"][0] == 3


async def test_h43_a_restart_without_the_catalog_file_retires_no_model(
    resources: Resources, settings: Settings, provider: ScriptedProvider
) -> None:
    database, caller = resources.get(Database), resources.get(Caller)
    (settings.data_dir / "models.yaml").write_text(f"models: [{{id: mine, base_url: '{provider.openai_url}'}}]\n")
    await refresh_catalog(database, caller, settings, starting=True)
    (settings.data_dir / "models.yaml").unlink()
    report = await refresh_catalog(database, caller, settings, starting=True)
    assert not report.changes.retired
    assert "models.yaml is missing" in report.warnings[0]


async def test_h44_backups_follow_the_schedule_and_old_ones_are_deleted(
    resources: Resources, settings: Settings, scratch: Scratch
) -> None:
    wanted = settings.model_copy(update={"backup_schedule": "0 * * * *", "backup_keep": 2})
    resources.add(Settings, wanted)
    folder = settings.data_dir / "backups"
    made = []
    for hours in range(3):
        with clock.shifted(timedelta(hours=hours)):
            made.append(await back_up_if_due(resources, scratch=scratch))
            assert await back_up_if_due(resources, scratch=scratch) is None
    assert None not in made
    assert sorted(path.name for path in folder.iterdir()) == made[1:]

    def refuse(_: Path) -> "type[AppError]":
        raise BackupCheckFailed

    with clock.shifted(timedelta(hours=9)), pytest.raises(BackupCheckFailed):
        await back_up_if_due(resources, scratch=refuse)  # type: ignore[arg-type]
    assert sorted(path.name for path in folder.iterdir()) == made[1:]


async def test_h45_only_the_site_can_read_a_backup_and_none_is_in_a_checkout(
    settings: Settings, source: Source, scratch: Scratch
) -> None:
    for folder in (ROOT, ROOT / "docs" / "new"):
        with pytest.raises(InsideCheckout):
            open_place(str(folder), settings.data_dir)
    folder = settings.data_dir / "backups"
    await make_backup(source, FolderPlace(folder), report=quiet, scratch=scratch)
    modes = {stat.S_IMODE(path.stat().st_mode) for path in folder.rglob("*")}
    assert {stat.S_IMODE(path.stat().st_mode) for path in folder.rglob("*") if path.is_file()} == {0o600}
    assert modes == {0o600, 0o700}

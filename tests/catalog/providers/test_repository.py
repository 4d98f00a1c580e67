from datetime import timedelta

from llmbattler.catalog.models import FoundModel, Provider, ProviderKey
from llmbattler.catalog.providers import repository
from llmbattler.core.db import Database, Session


def provider(provider_id: str, *, own_keys: bool = True) -> Provider:
    return Provider(
        provider_id=provider_id,
        name=provider_id.title(),
        connector="openai",
        base_url=f"https://{provider_id}.example",
        own_keys=own_keys,
        created_by="m_0",
    )


async def add_key(session: Session, provider_id: str, owner: str | None) -> None:
    row = ProviderKey(
        provider_id=provider_id,
        owner=owner,
        ciphertext=b"c",
        nonce=b"n",
        master_key_id="m",
        origin="o",
        hint=owner or "site",
        created_by="m_0",
    )
    await repository.add_key(session, row)


async def test_the_owners_key_goes_before_the_sites_where_the_provider_allows_it(database: Database) -> None:
    async with database.unit() as session:
        for name in ("open", "closed"):
            await repository.add_provider(session, provider(name, own_keys=name == "open"))
            await add_key(session, name, None)
            await add_key(session, name, "m_1")

    async def find(provider_id: str, owner: str | None) -> str | None:
        async with database.unit() as session:
            row = await repository.find_key(session, provider_id, owner)
            return None if row is None else row.hint

    assert [await find("open", owner) for owner in ("m_1", "m_2", None)] == ["m_1", "site", "site"]
    assert [await find("closed", owner) for owner in ("m_1", None)] == ["site", "site"]
    assert await find("none", "m_1") is None
    async with database.unit() as session:
        assert await repository.list_own_providers(session, "m_1") == {"open"}
        assert await repository.delete_key(session, "open", "m_1")
        assert not await repository.delete_key(session, "open", "m_1")


async def test_the_time_of_use_is_stored_with_some_precision(database: Database) -> None:
    async with database.unit() as session:
        await repository.add_provider(session, provider("p"))
        await add_key(session, "p", None)

    async def use(precision: timedelta) -> object:
        async with database.unit() as session:
            row = await repository.get_key(session, "p", None)
            assert row is not None
            await repository.update_last_used(session, row.key_id, precision)
            await session.refresh(row)
            return row.last_used_at

    first = await use(timedelta(minutes=5))
    assert first is not None
    assert await use(timedelta(minutes=5)) == first
    assert await use(timedelta(0)) != first


async def test_a_provider_is_deleted_with_its_keys_and_found_models(database: Database) -> None:
    async with database.unit() as session:
        row = provider("p")
        await repository.add_provider(session, row)
        await add_key(session, "p", None)
        session.add(FoundModel(model_id="p-a", provider_id="p", facts={}))
        await session.flush()
        await repository.delete_provider(session, row)
    async with database.unit() as session:
        assert list(await repository.list_keys(session)) == []
        assert list(await repository.list_providers(session)) == []
        assert await session.get(FoundModel, "p-a") is None

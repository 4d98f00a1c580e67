from llmbattler.catalog.discovery import repository
from llmbattler.core.db import Database


async def test_found_models_are_added_listed_and_deleted(database: Database) -> None:
    for model_id in ("b", "a"):
        async with database.unit() as session:
            repository.add_found(session, model_id=model_id, provider_id=None, facts={"name": model_id})
    async with database.unit() as session:
        assert [row.model_id for row in await repository.list_found(session)] == ["b", "a"]  # in the order of discovery
        (row,) = await repository.lock_all_found(session, ["a", "c"])
        await repository.delete_found(session, row)
    async with database.unit() as session:
        assert [row.model_id for row in await repository.list_found(session)] == ["b"]

from llmbattler.connectors.contract import Abilities
from llmbattler.core.db import Database
from llmbattler.generation.contestants.service.pickers import show_offered
from tests.benchmarks.runs.offered_models import model, offer


async def test_a_picker_shows_abilities_price_class_and_whether_it_is_drawn(database: Database) -> None:
    able = model("able", abilities=Abilities(vision=True, tools=True), context_length=8_000, organization="Maker")
    async with database.unit() as session:
        await offer(session, able, model("never", weight=0, price=None))
        shown = {one.id: one for one in (await show_offered(session, asker="m_1")).contestants}
    assert (shown["able"].abilities.vision, shown["able"].abilities.reasoning) == (True, False)
    assert (shown["able"].organization, shown["able"].context_length) == ("Maker", 8_000)
    assert (shown["able"].price_class, shown["able"].drawable) == ("medium", True)
    assert (shown["never"].price_class, shown["never"].drawable) == ("unknown", False)

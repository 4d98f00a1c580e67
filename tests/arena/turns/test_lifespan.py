from llmbattler.arena.turns.flow import BattleTurns
from llmbattler.core.resources import Resources
from llmbattler.generation.streams.service import GenerationOwners


async def test_the_arena_owns_its_generations_in_every_process(resources: Resources) -> None:
    assert resources.get(GenerationOwners).get("battle") is resources.get(BattleTurns)

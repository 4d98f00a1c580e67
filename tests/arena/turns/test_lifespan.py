from llmbattler.arena.turns.flow import BattleTurns
from llmbattler.core.resources import Resources
from llmbattler.core.web.event_stream import OpenStreams
from llmbattler.generation.streams.service import GenerationOwners


async def test_turns_are_owned_in_every_process_and_streams_counted_in_servers(resources: Resources) -> None:
    assert resources.get(GenerationOwners).get("battle") is resources.get(BattleTurns)
    resources.get(OpenStreams).check("v_1")

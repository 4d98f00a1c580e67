from llmbattler.catalog.deps import get_model_calls
from llmbattler.catalog.flow import ModelCalls
from llmbattler.core.resources import Resources


async def test_a_route_gets_the_one_way_to_call_models(calls: ModelCalls) -> None:
    resources = Resources()
    resources.add(ModelCalls, calls)
    assert await get_model_calls(resources) is calls

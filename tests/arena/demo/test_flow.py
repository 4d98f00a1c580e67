from llmbattler.arena.demo.flow import fill_demo
from llmbattler.core.demo import DemoRequest
from llmbattler.core.resources import Resources


async def test_battles_are_added_once_and_as_many_as_asked(resources: Resources) -> None:
    steps: list[str] = []
    request = DemoRequest(lambda step, _: steps.append(step), {"battles": 40})
    added = await fill_demo(resources, request)
    assert added is not None
    assert added.startswith("40 battles and ")
    assert "Reading battles" in steps
    assert await fill_demo(resources, request) is None


async def test_a_demo_without_battles_is_possible(resources: Resources) -> None:
    assert await fill_demo(resources, DemoRequest(lambda _step, _done: None, {"battles": 0})) is None

import asyncio

from llmbattler.core.web.request_ids import begin_request, current_request_id


async def test_concurrent_requests_have_their_own_ids() -> None:
    async def handle() -> tuple[str, str]:
        begun = begin_request()
        await asyncio.sleep(0)
        return begun, current_request_id()

    answers = await asyncio.gather(*(asyncio.create_task(handle()) for _ in range(3)))
    assert all(begun == current for begun, current in answers)
    assert len({begun for begun, _ in answers}) == 3
    assert all(begun.startswith("req_") for begun, _ in answers)

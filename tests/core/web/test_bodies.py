import asyncio

import pytest
from starlette.requests import Request
from starlette.types import Message, Receive, Scope, Send

from llmbattler.core.errors import TooLarge
from llmbattler.core.web.bodies import (
    SLOWEST_BYTES_PER_SECOND,
    BodyCutShort,
    BodyDeadline,
    TooManyUploads,
    UnreadBodyMiddleware,
    UploadSlots,
    read_body,
)


def _request(*messages: Message) -> Request:
    waiting = list(messages)

    async def receive() -> Message:
        return waiting.pop(0)

    return Request({"type": "http", "headers": [], "method": "POST", "path": "/"}, receive)


def _part(body: bytes, *, more: bool) -> Message:
    return {"type": "http.request", "body": body, "more_body": more}


async def test_a_body_is_read_whole_up_to_its_limit() -> None:
    parts = (_part(b"abc", more=True), _part(b"def", more=False))
    assert await read_body(_request(*parts), 6) == b"abcdef"
    with pytest.raises(TooLarge, match="At most 5 bytes"):
        await read_body(_request(*parts), 5)


async def test_a_client_that_leaves_has_sent_an_incomplete_body() -> None:
    with pytest.raises(BodyCutShort):
        await read_body(_request(_part(b"abc", more=True), {"type": "http.disconnect"}), 6)


async def test_the_deadline_moves_by_a_second_for_each_second_worth_of_bytes() -> None:
    deadline = BodyDeadline(10)
    assert deadline.at(3 * SLOWEST_BYTES_PER_SECOND) - deadline.at(0) == pytest.approx(3)
    assert deadline.at(0) - asyncio.get_running_loop().time() == pytest.approx(10, abs=1)


def test_a_large_upload_takes_several_slots_and_gives_them_back() -> None:
    slots = UploadSlots(3)
    with slots.take(2):
        with pytest.raises(TooManyUploads), slots.take(2):
            pass
        with slots.take():
            pass
    with slots.take(3):
        pass


@pytest.mark.parametrize(("reads", "closed"), [(True, False), (False, True)])
async def test_the_connection_is_closed_after_an_answer_to_an_unread_body(reads: bool, closed: bool) -> None:
    async def app(_: Scope, receive: Receive, send: Send) -> None:
        if reads:
            await receive()
        await send({"type": "http.response.start", "status": 200, "headers": []})

    sent: list[Message] = []

    async def receive() -> Message:
        return _part(b"abc", more=False)

    async def send(message: Message) -> None:
        sent.append(message)

    await UnreadBodyMiddleware(app)({"type": "http", "headers": [(b"content-length", b"3")]}, receive, send)
    assert ((b"connection", b"close") in sent[0]["headers"]) is closed

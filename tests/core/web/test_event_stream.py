from collections.abc import AsyncIterator

import pytest
from starlette.types import Message, Receive, Scope, Send

from llmbattler.core.web.event_stream import EventStream, OpenStreams, TooManyStreams
from llmbattler.core.web.middleware import DIRECT_SEND, RequestMiddleware

SCOPE = {"type": "http", "method": "GET", "path": "/x", "headers": []}


async def never() -> Message:
    return {"type": "http.request", "body": b"", "more_body": False}


async def two_events() -> AsyncIterator[bytes]:
    yield b"data: 1\n\n"
    yield b"data: 2\n\n"


async def test_only_the_head_and_the_end_go_through_the_middleware() -> None:
    passed: list[str] = []
    sent: list[Message] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        async def note(message: Message) -> None:
            passed.append(message["type"])
            await send(message)

        await EventStream(two_events())(scope, receive, note)

    async def to_client(message: Message) -> None:
        sent.append(message)

    await RequestMiddleware(app)({**SCOPE, DIRECT_SEND: to_client}, never, to_client)
    assert passed == ["http.response.start", "http.response.body"]
    assert b"".join(message.get("body", b"") for message in sent) == b"data: 1\n\ndata: 2\n\n"
    assert [message.get("more_body") for message in sent[1:]] == [True, True, False]
    assert any(name == b"x-content-type-options" for name, _ in sent[0]["headers"])


def test_streams_are_counted_while_they_are_held() -> None:
    streams = OpenStreams(total=3, per_owner=2)
    with streams.hold("a"), streams.hold("a"):
        with pytest.raises(TooManyStreams):
            streams.check("a")
        streams.check("b")
        with streams.hold("b"), pytest.raises(TooManyStreams):
            streams.check("c")
    streams.check("a")
    assert not streams._held

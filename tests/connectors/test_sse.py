import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmbattler.connectors.errors import TooLarge
from llmbattler.connectors.sse import Event, EventParser

LINES = st.sampled_from(
    [
        b"data: one",
        b"data:two",
        b"data",
        b"data:",
        b"data:  two spaces",
        b": a comment",
        b":",
        b"event: ping",
        b"event",
        b"id: 7",
        b"id: with \0 nul",
        b"retry: 3000",
        b"retry: soon",
        b"unknown: field",
        b"no colon",
        "data: Grüße 👩🏽‍🚀 \u2028".encode(),
        b"data: broken \xff\xf0\x9f",
        b"",
        b"",
        b"",
    ]
)
ENDS = st.sampled_from([b"\n", b"\r\n", b"\r"])
STREAMS = st.tuples(st.sampled_from([b"", b"\xef\xbb\xbf"]), st.lists(st.tuples(LINES, ENDS), max_size=12)).map(
    lambda stream: stream[0] + b"".join(line + end for line, end in stream[1])
)


def events_of(*chunks: bytes) -> list[Event]:
    parser = EventParser()
    return [event for chunk in chunks for event in parser.feed(chunk)]


def slowly(stream: bytes) -> list[tuple[str, str, str]]:
    """The standard's text, step by step, on the decoded whole."""
    text = stream.decode("utf-8", "replace").removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    events, data, name, last_id = [], "", "", ""
    for line in text.split("\n")[:-1]:
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if not line:
            if data:
                events.append((data.removesuffix("\n"), name or "message", last_id))
            data, name = "", ""
        elif field == "data":
            data += value + "\n"
        elif field == "event":
            name = value
        elif field == "id" and "\0" not in value:
            last_id = value
    return events


@given(STREAMS)
def test_every_split_position_gives_the_events_of_the_standard(stream: bytes) -> None:
    expected = slowly(stream)
    for position in range(len(stream) + 1):
        events = events_of(stream[:position], stream[position:])
        assert [(event.text, event.name, event.id) for event in events] == expected


@given(STREAMS)
def test_byte_by_byte_gives_the_same(stream: bytes) -> None:
    assert events_of(*(stream[index : index + 1] for index in range(len(stream)))) == events_of(stream)


@given(st.lists(STREAMS, max_size=4))
def test_whole_events_after_each_other_give_the_same(streams: list[bytes]) -> None:
    assert events_of(*(stream + b"\n\ndata: x\n\n" for stream in streams)) == events_of(
        b"".join(stream + b"\n\ndata: x\n\n" for stream in streams)
    )


def test_the_fast_path_gives_the_same_events() -> None:
    assert [event.data for event in events_of(b"data: a\n\ndata: b\n\n")] == [b"a", b"b"]
    assert [event.data for event in events_of(b"data: a\ndata: b\n\n")] == [b"a\nb"]
    assert [event.data for event in events_of(b"data: a\n\n\n\ndata: b\n\n")] == [b"a", b"b"]


def test_the_last_id_stays_and_retry_is_ignored() -> None:
    parser = EventParser()
    assert parser.feed(b"id: 9\nretry: 1500\ndata: a\n\n")[0].id == "9"
    assert parser.feed(b"data: b\n\n")[0].id == "9"
    assert parser.feed(b"retry: " + b"9" * 5000 + b"\n\n") == []


def test_an_event_that_never_ends_is_not_dispatched() -> None:
    assert events_of(b"data: half") == []
    assert events_of(b"data: half\n") == []


@pytest.mark.parametrize("chunk", [b"x" * 1000, b"data: " + b"x" * 994, b"data: x\n" * 125])
def test_too_large_events_are_refused(chunk: bytes) -> None:
    parser = EventParser(limit=10_000)
    with pytest.raises(TooLarge):
        for _ in range(100):
            parser.feed(chunk)


def test_one_large_line_in_one_chunk_is_refused() -> None:
    with pytest.raises(TooLarge):
        EventParser(limit=100).feed(b"data: " + b"x" * 101 + b"\n\n")


def test_memory_stays_flat_without_any_newline() -> None:
    chunk = b"x" * 65536
    parser = EventParser()
    tracemalloc.start()
    try:
        with pytest.raises(TooLarge):
            for _ in range(160):
                parser.feed(chunk)
        assert tracemalloc.get_traced_memory()[1] < 2_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    ("said", "error"),
    [
        (b'data: x\n\nerror: {"code":500}\n\ndata: y\n\n', b'{"code":500}'),
        (b'data: x\n\n{"error":"boom"}\n', b'{"error":"boom"}'),
        (b"event: error\ndata: boom\n\n", b"boom"),
        (b'{"choices":[]}\n', None),
        (b"errors: many\n\n", None),
        (b"data: error: no\n\n", None),
    ],
)
def test_errors_outside_of_the_data(said: bytes, error: bytes | None) -> None:
    parser = EventParser()
    parser.feed(said)
    assert parser.error == error

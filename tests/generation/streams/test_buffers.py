from llmbattler.generation.streams.buffers import StreamBuffer, Unpaced, clean_text


def test_text_is_cleaned_of_what_the_database_cannot_store() -> None:
    assert clean_text("a\x00b", room=10) == "a\N{REPLACEMENT CHARACTER}b"
    assert clean_text("a\ud800b", room=10) == "a?b"
    assert clean_text("👍🏽" * 5, room=3) == "👍🏽👍"
    assert clean_text("everything") == "everything"


def test_text_is_shown_once_and_no_further_than_it_arrived() -> None:
    buffer = StreamBuffer()
    buffer.add("Hello")
    assert buffer.show(3)
    assert not buffer.show(2)
    assert buffer.show(99)
    assert (buffer.shown, buffer.received, buffer.text) == (5, 5, "Hello")


def test_a_cut_buffer_holds_what_was_shown_and_is_finished() -> None:
    buffer = StreamBuffer()
    buffer.add("Hello world")
    buffer.show(5)
    buffer.cut()
    assert (buffer.text, buffer.received, buffer.shown, buffer.finished) == ("Hello", 5, 5, True)


def test_without_pacing_everything_is_shown_at_once() -> None:
    pacing = Unpaced(3)
    assert not pacing.tick(1.0)
    pacing.streams[2].add("So.")
    assert pacing.tick(1.1)
    assert [stream.shown for stream in pacing.streams] == [0, 0, 3]

import pytest

from llmbattler.generation.streams.chunks import StoredChunk, join_chunks


@pytest.mark.parametrize(
    ("shown", "chunks", "joined"),
    [
        ((), [], ()),
        ((), [(0, ("a", "b")), (2, ("c", ""))], ("ac", "b")),
        (("a", "b"), [(2, ("c", ""))], ("ac", "b")),
        # Older than what was shown, or after a gap.
        (("ac", "b"), [(0, ("a", "b")), (2, ("c", ""))], ("ac", "b")),
        (("a", "b"), [(5, ("x", "y"))], ("a", "b")),
        # Written again in one piece after a crash; the old second chunk is still there.
        ((), [(0, ("acd", "b")), (2, ("c", "")), (4, ("", "e"))], ("acd", "be")),
        ((), [(0, ("a", "b", "c", "d", "e"))], ("a", "b", "c", "d", "e")),
    ],
)
def test_chunks_continue_what_was_shown(
    shown: tuple[str, ...], chunks: list[tuple[int, tuple[str, ...]]], joined: tuple[str, ...]
) -> None:
    assert join_chunks(shown, [StoredChunk(seq, texts) for seq, texts in chunks]) == joined

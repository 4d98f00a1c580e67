import io

import pytest

from llmbattler.core.record_files import UnreadableFile
from llmbattler.core.record_files.text_lines import BadText, Lines


def read_all(data: bytes, longest: int = 50) -> list[str]:
    lines, found = Lines(io.BytesIO(data), longest=longest), []
    while True:
        try:
            found.append(next(lines))
        except StopIteration:
            return found
        except BadText as error:
            found.append(f"! {lines.number} {error}")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_reads_what_a_byte_order_mark_announces(encoding: str) -> None:
    assert read_all("ä\nb\n".encode(encoding)) == ["ä\n", "b\n"]


def test_goes_on_after_a_line_that_is_too_long_or_no_text() -> None:
    found = read_all(b"a\n" + b"x" * 500 + b"\n\xff\xfa\nb\n")
    assert found == ["a\n", "! 2 is longer than 50 characters", "! 3 is not UTF-8", "b\n"]


def test_peeking_takes_nothing_and_counts_blank_lines() -> None:
    lines = Lines(io.BytesIO(b"\n \n[1]\nx"))
    assert lines.peek() == lines.peek() == "["
    assert next(lines) == "[1]\n"
    assert lines.number == 3


@pytest.mark.parametrize(
    ("start", "said"),
    [
        (b"PAR1....", "Parquet"),
        (b"\x1f\x8b....", "gzip"),
        (b"PK\x03\x04....", "ZIP"),
        (b"m\0o\0d\0", "not UTF-8 text"),
    ],
)
def test_says_what_the_file_is_instead(start: bytes, said: str) -> None:
    with pytest.raises(UnreadableFile, match=said):
        Lines(io.BytesIO(start))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
def test_guesses_what_no_mark_announces(encoding: str) -> None:
    assert list(Lines(io.BytesIO("grün\n".encode(encoding)), guess_encoding=True)) == ["grün\n"]


def test_one_byte_at_the_end_of_a_long_file_decides() -> None:
    data = b"plain\n" * 300_000 + "grün\n".encode("cp1252")
    assert list(Lines(io.BytesIO(data), guess_encoding=True))[-1] == "grün\n"

import pytest

from llmbattler.library.image_formats import recognize_format
from tests.library.pictures import flag, saved


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP", "GIF"])
def test_accepted_formats_are_recognized_by_content(form: str) -> None:
    assert recognize_format(saved(flag(), form)) == form


@pytest.mark.parametrize("data", [b"", b"<svg/>", b"BM", b"RIFF\0\0\0\0WAVE", b"II*\0"])
def test_everything_else_is_refused(data: bytes) -> None:
    assert recognize_format(data) is None

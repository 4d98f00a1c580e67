import pytest

from llmbattler.library import image_worker
from llmbattler.library.image_formats import recognize_format
from llmbattler.library.image_protocol import MAX_STORED_BYTES
from llmbattler.library.image_worker import count_gif_frames, re_encode
from tests.library.pictures import flag, gif_of, noise, saved


@pytest.mark.parametrize("mode", ["RGB", "RGBA"])
def test_even_noise_fits_every_provider(mode: str) -> None:
    image, written = re_encode("PNG", saved(noise((2048, 1100), mode), "PNG", compress_level=0))
    assert image.size == (2048, 1100)
    assert len(written) < MAX_STORED_BYTES
    assert recognize_format(written) == "JPEG"


def test_frames_are_counted_without_decoding() -> None:
    assert count_gif_frames(gif_of(7)) == 7
    assert count_gif_frames(gif_of(1_000_000)) == image_worker.MAX_FRAMES + 1
    assert count_gif_frames(b"GIF89a") == 0
    noted = saved(flag(), "GIF", comment=b"x" * 700)
    assert count_gif_frames(noted) == 1

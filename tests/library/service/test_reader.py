"""Reading images, and what happens to the server when an image is hostile."""

import asyncio
import os
import random
import time
from collections.abc import AsyncIterator, Awaitable

import psutil
import pytest
from PIL import Image, ImageCms

from llmbattler.core.errors import Invalid
from llmbattler.library import image_worker
from llmbattler.library.errors import (
    ImageBroken,
    ImagesBusy,
    ImagesUnreadable,
    ImageTooDemanding,
    ImageTooLarge,
    NotAnImage,
)
from llmbattler.library.image_formats import AcceptedImage
from llmbattler.library.limits import MAX_IMAGE_BYTES
from llmbattler.library.service.reader import ImageReader, _read_answer
from tests.library.pictures import BLUE, BOMBS, LARGEST, PHOTO, RED, flag, near, opened, saved, with_metadata


@pytest.fixture(scope="module")
async def reader() -> AsyncIterator[ImageReader]:
    reader = ImageReader(workers=1)
    yield reader
    await reader.close()


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP", "GIF"])
async def test_the_four_formats_are_read(reader: ImageReader, form: str) -> None:
    accepted = await reader.accept_image(saved(flag(), form))
    assert (accepted.media_type, accepted.width, accepted.height) == ("image/jpeg", 60, 40)
    assert near(opened(accepted).getpixel((10, 20)), RED)
    assert near(opened(accepted).getpixel((50, 20)), BLUE)


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "I;16", "CMYK"])
async def test_every_mode_keeps_its_brightness(reader: ImageReader, mode: str) -> None:
    gray = Image.new("RGB", (30, 20), "white").convert("L")
    image = Image.new("I;16", (30, 20), 65535) if mode == "I;16" else gray.convert("RGB").convert(mode)
    accepted = await reader.accept_image(saved(image, "JPEG" if mode == "CMYK" else "PNG"))
    assert near(opened(accepted).convert("RGB").getpixel((5, 5)), (255, 255, 255))


async def test_sixteen_bits_of_gray_keep_their_shades(reader: ImageReader) -> None:
    image = Image.new("I;16", (30, 20), 120 * 256)
    assert near(opened(await reader.accept_image(saved(image, "PNG"))).getpixel((5, 5)), (120, 120, 120))
    clear = opened(await reader.accept_image(saved(image, "PNG", transparency=120 * 256)))
    assert clear.getpixel((5, 5)) == (120, 120, 120, 0)


async def test_an_image_with_transparency_stays_png(reader: ImageReader) -> None:
    image = flag().convert("RGBA")
    image.putalpha(Image.new("L", image.size, 100))
    accepted = await reader.accept_image(saved(image, "WEBP", lossless=True))
    assert accepted.media_type == "image/png"
    assert opened(accepted).getpixel((5, 5)) == (*RED, 100)
    opaque = await reader.accept_image(saved(flag().convert("RGBA"), "PNG"))
    assert opaque.media_type == "image/jpeg"


@pytest.mark.parametrize(
    ("size", "result"), [((4096, 1024), (2048, 512)), ((100, 3000), (68, 2048)), ((9000, 1), (2048, 1))]
)
async def test_the_longer_side_has_at_most_2048_pixels(
    reader: ImageReader, size: tuple[int, int], result: tuple[int, int]
) -> None:
    accepted = await reader.accept_image(saved(flag(size), "PNG"))
    assert (accepted.width, accepted.height) == opened(accepted).size == result


@pytest.mark.parametrize(("orientation", "red_at"), [(3, (50, 20)), (6, (20, 10)), (8, (20, 50)), (2, (50, 20))])
async def test_the_image_is_rotated_upright(reader: ImageReader, orientation: int, red_at: tuple[int, int]) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    for form in ("JPEG", "PNG", "WEBP"):
        image = opened(await reader.accept_image(saved(flag(), form, exif=exif)))
        assert near(image.getpixel(red_at), RED), form


async def test_broken_exif_does_not_spoil_a_good_picture(reader: ImageReader) -> None:
    for exif in (b"Exif\0\0", b"Exif\0\0garbage", b"Exif\0\0MM\0*\xff\xff\xff\xff", b"Exif\0\0II*\0\x08\0\0\0\xff\xff"):
        assert (await reader.accept_image(saved(flag(), "JPEG", exif=exif))).width == 60


SECRETS = [b"Hidden-Camera", b"Hidden-Place", b"Hidden-Comment", b"Hidden-Profile", b"c2pa", b"Hidden-Tail"]


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP", "GIF"])
async def test_s22_no_metadata_survives(reader: ImageReader, form: str) -> None:
    given = with_metadata(form)
    accepted = await reader.accept_image(given)
    assert not [secret for secret in SECRETS if secret in accepted.data]
    assert set(opened(accepted).info) <= {"jfif", "jfif_version", "jfif_unit", "jfif_density"}
    assert not opened(accepted).getexif()


async def test_s22_equal_pixels_become_equal_bytes(reader: ImageReader) -> None:
    """Nothing in a stored file tells which program or format it came from."""
    copies = [await reader.accept_image(saved(flag(), *form)) for form in [("PNG",), ("GIF",)]]
    lossless = await reader.accept_image(saved(flag(), "WEBP", lossless=True, exact=True))
    assert {accepted.data for accepted in copies} == {lossless.data}


async def test_colors_are_brought_to_srgb(reader: ImageReader) -> None:
    lab = ImageCms.ImageCmsProfile(ImageCms.createProfile("LAB")).tobytes()
    plain = await reader.accept_image(saved(flag(), "PNG"))
    assert (await reader.accept_image(saved(flag(), "PNG", icc_profile=lab))).data == plain.data
    assert (await reader.accept_image(saved(flag(), "PNG", icc_profile=b"no profile"))).data == plain.data


async def test_only_the_first_frame_is_kept(reader: ImageReader) -> None:
    frames = [Image.new("RGB", (20, 20), color) for color in (RED, BLUE, BLUE)]
    for form in ("GIF", "PNG", "WEBP"):
        data = saved(frames[0], form, save_all=True, append_images=frames[1:], duration=50)
        assert near(opened(await reader.accept_image(data)).getpixel((5, 5)), RED), form


async def test_more_than_ten_megabytes_are_refused(reader: ImageReader) -> None:
    with pytest.raises(ImageTooLarge):
        await reader.accept_image(b"\xff\xd8\xff" + bytes(MAX_IMAGE_BYTES))


@pytest.mark.parametrize("name", BOMBS)
async def test_a66_bombs_end_soon_and_do_not_affect_the_next_image(reader: ImageReader, name: str) -> None:
    data = BOMBS[name]()
    await reader.accept_image(PHOTO)
    before = _processor_seconds()
    await _expect_refused(reader.accept_image(data), name)
    # Processor time, because wall-clock time includes other work of this machine.
    assert _processor_seconds() - before < 2
    assert (await reader.accept_image(PHOTO)).width == 300


async def _expect_refused(answer: Awaitable[AcceptedImage], name: str) -> None:
    """A fast machine reads the largest permitted image before its time is over."""
    try:
        accepted = await answer
    except (ImageBroken, ImageTooDemanding):
        return
    assert name == LARGEST
    assert max(accepted.width, accepted.height) == image_worker.MAX_SIDE


def _processor_seconds() -> float:
    times = _worker_process().cpu_times()
    return float(times.user + times.system + times.children_user + times.children_system)


def _worker_process() -> psutil.Process:
    return next(child for child in psutil.Process().children() if image_worker.__name__ in child.cmdline())


@pytest.mark.parametrize("name", [LARGEST, "jpeg of 1000 scans"])
async def test_a66_memory_stays_bounded(reader: ImageReader, name: str) -> None:
    data = BOMBS[name]()
    await reader.accept_image(PHOTO)
    worker, server, peak = _worker_process(), psutil.Process(), 0
    at_first = server.memory_info().rss
    task = asyncio.create_task(reader.accept_image(data))
    while not task.done():
        for child in worker.children():
            with_child = _resident(child)
            peak = max(peak, with_child)
        await asyncio.sleep(0.01)
    await _expect_refused(task, name)
    assert 0 < peak < image_worker.MEMORY
    assert server.memory_info().rss - at_first < 50_000_000


def _resident(process: psutil.Process) -> int:
    try:
        return int(process.memory_info().rss)
    except psutil.NoSuchProcess:
        return 0


async def test_a_worker_that_died_is_replaced(reader: ImageReader) -> None:
    await reader.accept_image(PHOTO)
    worker = _worker_process()
    worker.kill()
    assert (await reader.accept_image(PHOTO)).width == 300  # its death may not have been noticed yet
    _worker_process().kill()
    await asyncio.sleep(0.2)
    assert (await reader.accept_image(PHOTO)).width == 300


async def test_a_worker_has_no_file_open_but_the_three(reader: ImageReader) -> None:
    left_open = os.dup(2)
    os.set_inheritable(left_open, True)
    await reader.accept_image(PHOTO)
    os.close(left_open)
    assert _worker_process().num_fds() == 3


async def test_a_canceled_request_does_not_shift_the_answers(reader: ImageReader) -> None:
    slow = asyncio.create_task(reader.accept_image(saved(flag((3000, 3000)), "PNG")))
    await asyncio.sleep(0.05)
    slow.cancel()
    with pytest.raises(asyncio.CancelledError):
        await slow
    assert (await reader.accept_image(PHOTO)).width == 300


async def test_too_many_at_once_are_told_to_wait() -> None:
    reader = ImageReader(workers=1, waiting=2)
    results = await asyncio.gather(*(reader.accept_image(PHOTO) for _ in range(6)), return_exceptions=True)
    assert sum(isinstance(result, AcceptedImage) for result in results) == 3
    refused = [result for result in results if isinstance(result, ImagesBusy)]
    assert len(refused) == 3
    assert refused[0].retry_after
    assert (await reader.accept_image(PHOTO)).width == 300
    await reader.close()


async def test_the_worker_gets_none_of_our_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(os.environ, "OPENAI_API_KEY", "a secret of ours")
    before = {child.pid for child in psutil.Process().children()}
    reader = ImageReader(workers=1)
    await reader.accept_image(PHOTO)
    (worker,) = [child for child in psutil.Process().children() if child.pid not in before]
    assert set(worker.environ()) <= {"PYTHONPATH", "LC_CTYPE"}
    await reader.close()


async def test_closing_ends_the_worker_also_in_mid_image() -> None:
    reader = ImageReader(workers=1)
    before = len(psutil.Process().children())
    await reader.accept_image(PHOTO)
    reading = asyncio.create_task(reader.accept_image(BOMBS["jpeg of 1000 scans"]()))
    await asyncio.sleep(0.1)
    await reader.close()
    with pytest.raises(ImagesUnreadable):
        await reading
    assert len(psutil.Process().children()) == before


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP", "GIF"])
async def test_a66_damage_anywhere_is_survived(reader: ImageReader, form: str) -> None:
    await damage(reader, form, 40)


@pytest.mark.torture
@pytest.mark.timeout(600)
@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP", "GIF"])
async def test_a66_damage_anywhere_is_survived_for_long(reader: ImageReader, form: str) -> None:
    await damage(reader, form, 3000)


async def damage(reader: ImageReader, form: str, times: int) -> None:
    dice = random.Random(form)  # noqa: S311 - the same in each run
    whole = with_metadata(form)
    for _ in range(times):
        data = bytearray(whole)
        for _ in range(dice.randint(1, 8)):
            data[dice.randrange(12, len(data))] = dice.randrange(256)
        started = time.monotonic()
        try:
            accepted = await reader.accept_image(bytes(data[: dice.choice([len(data), dice.randrange(12, len(data))])]))
        except (Invalid, NotAnImage):
            pass
        else:
            assert accepted.media_type in {"image/png", "image/jpeg"}
        assert time.monotonic() - started < 10


def test_an_answer_that_is_no_image_is_refused() -> None:
    with pytest.raises(ImageBroken):
        _read_answer(b"\0\x01\0\x01<html><script>alert(1)</script>")

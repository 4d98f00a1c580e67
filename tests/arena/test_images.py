"""What becomes of an image, and what becomes of the server when an image is hostile."""

import asyncio
import io
import os
import random
import struct
import time
import zlib
from collections.abc import AsyncIterator, Callable

import psutil
import pytest
from PIL import Image, ImageCms, PngImagePlugin

from llmbattler.arena import image_worker
from llmbattler.arena.image_worker import count_gif_frames, re_encode
from llmbattler.arena.images import (
    MAX_BYTES,
    MAX_STORED_BYTES,
    AcceptedImage,
    ImageBroken,
    ImageReader,
    ImagesBusy,
    ImagesUnreadable,
    ImageTooDemanding,
    ImageTooLarge,
    NotAnImage,
    _read_answer,
    recognise,
)
from llmbattler.core.errors import Invalid

RED, BLUE = (200, 30, 30), (30, 30, 200)


@pytest.fixture(scope="module")
async def reader() -> AsyncIterator[ImageReader]:
    reader = ImageReader(workers=1)
    yield reader
    await reader.close()


def saved(image: Image.Image, form: str, **options: object) -> bytes:
    written = io.BytesIO()
    image.save(written, form, **options)
    return written.getvalue()


def opened(accepted: AcceptedImage) -> Image.Image:
    image = Image.open(io.BytesIO(accepted.data))
    image.load()
    return image


def flag(size: tuple[int, int] = (60, 40)) -> Image.Image:
    """Left half red, right half blue, so that turning and mirroring show."""
    image = Image.new("RGB", size, RED)
    image.paste(BLUE, (size[0] // 2, 0, *size))
    return image


def noise(size: tuple[int, int], mode: str = "RGB") -> Image.Image:
    return Image.frombytes(mode, size, random.Random(1).randbytes(size[0] * size[1] * len(mode)))  # noqa: S311


def near(found: object, wanted: tuple[int, ...]) -> bool:
    assert isinstance(found, tuple)
    return all(abs(one - other) < 16 for one, other in zip(found, wanted, strict=True))


def chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack("!I", len(data)) + name + data + struct.pack("!I", zlib.crc32(name + data))


def png(width: int, height: int, pixels: bytes, *more: bytes, colour: int = 2, depth: int = 8) -> bytes:
    head = chunk(b"IHDR", struct.pack("!IIBBBBB", width, height, depth, colour, 0, 0, 0))
    end = chunk(b"IDAT", zlib.compress(pixels)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + head + b"".join(more) + end


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP", "GIF"])
async def test_the_four_formats_are_read(reader: ImageReader, form: str) -> None:
    accepted = await reader.accept_image(saved(flag(), form))
    assert (accepted.media_type, accepted.width, accepted.height) == ("image/jpeg", 60, 40)
    assert near(opened(accepted).getpixel((10, 20)), RED)
    assert near(opened(accepted).getpixel((50, 20)), BLUE)


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "I;16", "CMYK"])
async def test_every_mode_keeps_its_brightness(reader: ImageReader, mode: str) -> None:
    grey = Image.new("RGB", (30, 20), "white").convert("L")
    image = Image.new("I;16", (30, 20), 65535) if mode == "I;16" else grey.convert("RGB").convert(mode)
    accepted = await reader.accept_image(saved(image, "JPEG" if mode == "CMYK" else "PNG"))
    assert near(opened(accepted).convert("RGB").getpixel((5, 5)), (255, 255, 255))


async def test_sixteen_bits_of_grey_keep_their_shades(reader: ImageReader) -> None:
    image = Image.new("I;16", (30, 20), 120 * 256)
    assert near(opened(await reader.accept_image(saved(image, "PNG"))).getpixel((5, 5)), (120, 120, 120))
    clear = opened(await reader.accept_image(saved(image, "PNG", transparency=120 * 256)))
    assert clear.getpixel((5, 5)) == (120, 120, 120, 0)


async def test_what_shines_through_stays_png(reader: ImageReader) -> None:
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
async def test_the_picture_stands_upright(reader: ImageReader, orientation: int, red_at: tuple[int, int]) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    for form in ("JPEG", "PNG", "WEBP"):
        image = opened(await reader.accept_image(saved(flag(), form, exif=exif)))
        assert near(image.getpixel(red_at), RED), form


async def test_broken_exif_does_not_spoil_a_good_picture(reader: ImageReader) -> None:
    for exif in (b"Exif\0\0", b"Exif\0\0garbage", b"Exif\0\0MM\0*\xff\xff\xff\xff", b"Exif\0\0II*\0\x08\0\0\0\xff\xff"):
        assert (await reader.accept_image(saved(flag(), "JPEG", exif=exif))).width == 60


SECRETS = [b"Hidden-Camera", b"Hidden-Place", b"Hidden-Comment", b"Hidden-Profile", b"c2pa", b"Hidden-Tail"]


def telling(form: str) -> bytes:
    """A picture with all that a maker can leave in it: EXIF, XMP, comment, profile, C2PA, bytes behind the end."""
    exif = Image.Exif()
    exif[0x0110] = "Hidden-Camera"
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes() + b"Hidden-Profile"
    options: dict[str, object] = {"exif": exif, "icc_profile": profile, "xmp": b"<x>Hidden-Place</x>"}
    if form == "PNG":
        options["pnginfo"] = info = PngImagePlugin.PngInfo()
        info.add_text("Software", "Hidden-Comment")
        info.add_itxt("XML:com.adobe.xmp", "<x>Hidden-Place</x>")
        info.add(b"caBX", b"jumb c2pa")
    else:
        options["comment"] = b"Hidden-Comment"
    data = saved(flag(), form, **options)
    if form == "JPEG":
        data = data[:2] + b"\xff\xeb\x00\x0ec2pa in jumb" + data[2:]
    return data + b"Hidden-Tail"


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP", "GIF"])
async def test_s22_no_metadata_survives(reader: ImageReader, form: str) -> None:
    given = telling(form)
    accepted = await reader.accept_image(given)
    assert not [secret for secret in SECRETS if secret in accepted.data]
    assert set(opened(accepted).info) <= {"jfif", "jfif_version", "jfif_unit", "jfif_density"}
    assert not opened(accepted).getexif()


async def test_s22_equal_pixels_become_equal_bytes(reader: ImageReader) -> None:
    """Nothing in a stored file tells which program or format it came from."""
    copies = [await reader.accept_image(saved(flag(), *form)) for form in [("PNG",), ("GIF",)]]
    lossless = await reader.accept_image(saved(flag(), "WEBP", lossless=True, exact=True))
    assert {accepted.data for accepted in copies} == {lossless.data}


async def test_colours_are_brought_to_srgb(reader: ImageReader) -> None:
    lab = ImageCms.ImageCmsProfile(ImageCms.createProfile("LAB")).tobytes()
    plain = await reader.accept_image(saved(flag(), "PNG"))
    assert (await reader.accept_image(saved(flag(), "PNG", icc_profile=lab))).data == plain.data
    assert (await reader.accept_image(saved(flag(), "PNG", icc_profile=b"no profile"))).data == plain.data


@pytest.mark.parametrize("mode", ["RGB", "RGBA"])
def test_even_noise_fits_every_provider(mode: str) -> None:
    image, written = re_encode("PNG", saved(noise((2048, 1100), mode), "PNG", compress_level=0))
    assert image.size == (2048, 1100)
    assert len(written) < MAX_STORED_BYTES
    assert recognise(written) == "JPEG"


async def test_only_the_first_frame_is_kept(reader: ImageReader) -> None:
    frames = [Image.new("RGB", (20, 20), colour) for colour in (RED, BLUE, BLUE)]
    for form in ("GIF", "PNG", "WEBP"):
        data = saved(frames[0], form, save_all=True, append_images=frames[1:], duration=50)
        assert near(opened(await reader.accept_image(data)).getpixel((5, 5)), RED), form


async def test_more_than_ten_megabytes_are_refused(reader: ImageReader) -> None:
    with pytest.raises(ImageTooLarge):
        await reader.accept_image(b"\xff\xd8\xff" + bytes(MAX_BYTES))


def gif_of(frames: int) -> bytes:
    one = b",\0\0\0\0\1\0\1\0\0\x02\x02D\x01\0"
    return b"GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff" + one * frames + b";"


def test_frames_are_counted_without_decoding() -> None:
    assert count_gif_frames(gif_of(7)) == 7
    assert count_gif_frames(gif_of(1_000_000)) == image_worker.MAX_FRAMES + 1
    assert count_gif_frames(b"GIF89a") == 0
    noted = saved(flag(), "GIF", comment=b"x" * 700)
    assert count_gif_frames(noted) == 1


def flip_in_pixels(data: bytes) -> bytes:
    place = data.index(b"IDAT") + 20
    return data[:place] + bytes([data[place] ^ 0xFF]) + data[place + 1 :]


PHOTO = saved(noise((300, 300)), "JPEG")
BOMBS: dict[str, Callable[[], bytes]] = {
    "png 50k x 50k": lambda: png(50_000, 50_000, bytes(1000)),
    "png 31 megapixels of 16 bit": lambda: png(5600, 5600, bytes(44_801 * 5600), colour=6, depth=16),
    "png text bomb": lambda: png(1, 1, bytes(4), chunk(b"zTXt", b"a\0\0" + zlib.compress(bytes(100_000_000)))),
    "png profile bomb": lambda: png(1, 1, bytes(4), chunk(b"iCCP", b"a\0\0" + zlib.compress(bytes(100_000_000)))),
    "apng 10k frames": lambda: png(1, 1, bytes(4), chunk(b"acTL", struct.pack("!II", 10_000, 0))),
    "apng 4G frames": lambda: png(1, 1, bytes(4), chunk(b"acTL", struct.pack("!II", 2**32 - 1, 0))),
    "gif 10k frames": lambda: gif_of(10_000),
    "gif 600k frames": lambda: gif_of(600_000),
    "gif 65535 x 65535": lambda: b"GIF89a" + b"\xff" * 4 + b"\0\0\0,\0\0\0\0" + b"\xff" * 4 + b"\0\x02\x02D\x01\0;",
    "webp 16383 x 16383": lambda: b"RIFF\x1e\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\xfe\x3f\0\xfe\x3f\0",
    "jpeg 65500 x 65500": lambda: PHOTO.replace(struct.pack("!HH", 300, 300), b"\xff\xdc\xff\xdc", 1),
    "jpeg of 1000 scans": lambda: jpeg_of_scans(1000),
    "jpeg cut in half": lambda: PHOTO[: len(PHOTO) // 2],
    "jpeg head only": lambda: PHOTO[:3],
    "png cut": lambda: saved(noise((50, 50)), "PNG")[:-3000],
    "png wrong sum": lambda: flip_in_pixels(saved(noise((50, 50)), "PNG")),
    "png head only": lambda: b"\x89PNG\r\n\x1a\n",
    "gif cut": lambda: saved(noise((50, 50)), "GIF")[:-800],
    "webp cut": lambda: saved(noise((50, 50)), "WEBP")[:-300],
    "webp lies about its length": lambda: b"RIFF\xff\xff\xff\x7fWEBPVP8 \xff\xff\xff\x7f" + bytes(100),
}


def jpeg_of_scans(count: int) -> bytes:
    """Few bytes, and a pass over 49 million pixels for each of its scans."""
    data = saved(Image.new("RGB", (7000, 7000)), "JPEG", progressive=True)
    last = data[data.rindex(b"\xff\xda") : -2]
    return data[:-2] + last * min(count, (MAX_BYTES - len(data)) // len(last)) + b"\xff\xd9"


@pytest.mark.parametrize("name", BOMBS)
async def test_a66_bombs_end_soon_and_harm_nobody(reader: ImageReader, name: str) -> None:
    data = BOMBS[name]()
    await reader.accept_image(PHOTO)
    before = _processor_seconds()
    with pytest.raises(Invalid) as caught:
        await reader.accept_image(data)
    # Time on the processor, because the clock on the wall also counts what else this machine does.
    assert _processor_seconds() - before < 2
    assert isinstance(caught.value, ImageBroken | ImageTooDemanding)
    assert (await reader.accept_image(PHOTO)).width == 300


def _processor_seconds() -> float:
    times = _worker_process().cpu_times()
    return float(times.user + times.system + times.children_user + times.children_system)


def _worker_process() -> psutil.Process:
    return next(child for child in psutil.Process().children() if image_worker.__name__ in child.cmdline())


@pytest.mark.parametrize("name", ["png 31 megapixels of 16 bit", "jpeg of 1000 scans"])
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
    with pytest.raises(Invalid):
        await task
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


async def test_a_cancelled_request_does_not_shift_the_answers(reader: ImageReader) -> None:
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


def test_an_answer_that_is_no_image_is_not_believed() -> None:
    with pytest.raises(ImageBroken):
        _read_answer(b"\0\x01\0\x01<html><script>alert(1)</script>")


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
    whole = telling(form)
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

"""Images made for tests."""

import io
import random
import struct
import zlib
from collections.abc import Callable

from PIL import Image, ImageCms, PngImagePlugin

from llmbattler.library.image_formats import AcceptedImage
from llmbattler.library.limits import MAX_IMAGE_BYTES

RED, BLUE = (200, 30, 30), (30, 30, 200)


def saved(image: Image.Image, form: str, **options: object) -> bytes:
    written = io.BytesIO()
    image.save(written, form, **options)
    return written.getvalue()


def opened(accepted: AcceptedImage) -> Image.Image:
    image = Image.open(io.BytesIO(accepted.data))
    image.load()
    return image


def flag(size: tuple[int, int] = (60, 40)) -> Image.Image:
    """Left half red, right half blue, so that rotation and mirroring are visible."""
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


def png(width: int, height: int, pixels: bytes, *more: bytes, color: int = 2, depth: int = 8) -> bytes:
    head = chunk(b"IHDR", struct.pack("!IIBBBBB", width, height, depth, color, 0, 0, 0))
    end = chunk(b"IDAT", zlib.compress(pixels)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + head + b"".join(more) + end


def gif_of(frames: int) -> bytes:
    one = b",\0\0\0\0\1\0\1\0\0\x02\x02D\x01\0"
    return b"GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff" + one * frames + b";"


def with_metadata(form: str) -> bytes:
    """A picture with every kind of metadata: EXIF, XMP, comment, profile, C2PA, bytes after the end."""
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


def flip_in_pixels(data: bytes) -> bytes:
    place = data.index(b"IDAT") + 20
    return data[:place] + bytes([data[place] ^ 0xFF]) + data[place + 1 :]


PHOTO = saved(noise((300, 300)), "JPEG")
LARGEST = "png 31 megapixels of 16 bit"
BOMBS: dict[str, Callable[[], bytes]] = {
    "png 50k x 50k": lambda: png(50_000, 50_000, bytes(1000)),
    LARGEST: lambda: png(5600, 5600, bytes(44_801 * 5600), color=6, depth=16),
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
    return data[:-2] + last * min(count, (MAX_IMAGE_BYTES - len(data)) // len(last)) + b"\xff\xd9"

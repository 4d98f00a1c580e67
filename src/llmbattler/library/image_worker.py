"""`python -m llmbattler.library.image_worker`: reads images that may be hostile, each in a child with tight limits.

This process never parses an image itself. It forks for each one, so a child that is killed, runs out of memory or is
taken over does not affect the next image. Forking a process that has loaded Pillow takes a few milliseconds.
"""

import io
import os
import resource
import signal
import struct
import sys
import warnings
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, NoReturn

from PIL import Image, ImageCms, ImageFile, PngImagePlugin, WebPImagePlugin

from .image_protocol import ANSWER, DIMENSIONS, MAX_STORED_BYTES, READY, REQUEST, Verdict

MAX_PIXELS = 32_000_000
# The size of the largest phone photos; JPEG can be decoded at a reduced size.
MAX_JPEG_PIXELS = 50_000_000
MAX_FRAMES = 1_000
MAX_SIDE = 2048
MEMORY = 640 * 1024 * 1024
PROCESSOR_SECONDS = 1.4
WALL_SECONDS = 8.0
OPEN_FILES = 16
OPAQUE = 255

_TIMEOUT_SIGNALS = {signal.SIGPROF, signal.SIGALRM, signal.SIGXCPU}
_ORIENTATION = 0x0112
_UPRIGHT = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
_COLOR_SPACES = {"RGB": "RGB ", "RGBA": "RGB ", "L": "GRAY", "CMYK": "CMYK"}
# Most photos fit with the first step; pure noise needs the last one, which always fits.
_JPEG_STEPS = ((88, "4:4:4"), (88, "4:2:0"), (60, "4:2:0"))
_ROOM = MAX_STORED_BYTES - DIMENSIONS.size
_WEBP_FORMAT = WebPImagePlugin.WebPImageFile.format  # Pillow would otherwise load all its formats to find this one


class TooMuch(Exception):
    """The image has too many pixels or frames."""


def re_encode(form: str, data: bytes) -> tuple[Image.Image, bytes]:
    """Decode the first frame and encode it again: upright, small enough, sRGB, without metadata."""
    with Image.open(io.BytesIO(data), formats=[form]) as source:
        if form != "JPEG" and source.width * source.height > MAX_PIXELS:
            raise TooMuch
        frames = count_gif_frames(data) if form == "GIF" else getattr(source, "n_frames", 1)
        if frames > MAX_FRAMES:
            raise TooMuch
        source.draft(None, (MAX_SIDE, MAX_SIDE))  # JPEG only: decode no more pixels than needed
        source.load()
        turn = _UPRIGHT.get(_read_orientation(source))
        profile = source.info.get("icc_profile")
        image = _shrink(_simplify(source))
    image = _to_srgb(image, profile if isinstance(profile, bytes) else None)
    if turn is not None:
        image = image.transpose(turn)
    return image, _write(image)


def _simplify(source: Image.Image) -> Image.Image:
    """Convert to RGB, RGBA, L or CMYK, which can be resampled smoothly."""
    if source.mode == "I;16":
        source = _to_eight_bits(source)
    if source.has_transparency_data:
        return source.convert("RGBA")
    if source.mode in {"RGB", "L", "CMYK"}:
        return source
    return source.convert("L" if source.mode in {"1", "I"} else "RGB")


def _to_eight_bits(source: Image.Image) -> Image.Image:
    """Scale 16-bit gray to 8 bits. Pillow would clip it, which turns nearly every pixel white."""
    image = source.point(lambda gray: gray * (1 / 256)).convert("L")
    clear = source.info.get("transparency")
    if isinstance(clear, int):
        image.info["transparency"] = clear >> 8
    return image


def _shrink(image: Image.Image) -> Image.Image:
    scale = MAX_SIDE / max(image.size)
    if scale >= 1:
        return image.copy()
    size = (max(1, round(image.width * scale)), max(1, round(image.height * scale)))
    return image.resize(size, Image.Resampling.LANCZOS, reducing_gap=1.5)


def _read_orientation(source: Image.Image) -> int:
    # Cameras and editors write broken EXIF into good pictures; such a picture is not rotated.
    with suppress(SyntaxError, ValueError, TypeError, KeyError, IndexError, OSError, struct.error):
        value = source.getexif().get(_ORIENTATION, 1)
        return value if isinstance(value, int) else 1
    return 1


def _to_srgb(image: Image.Image, profile: bytes | None) -> Image.Image:
    target = "RGBA" if image.mode == "RGBA" else "RGB"
    if profile:
        with suppress(ImageCms.PyCMSError, OSError):
            given = ImageCms.ImageCmsProfile(io.BytesIO(profile))
            if given.profile.xcolor_space == _COLOR_SPACES[image.mode]:
                return (
                    ImageCms.profileToProfile(image, given, ImageCms.createProfile("sRGB"), outputMode=target) or image
                )
    return image.convert(target)


def _write(image: Image.Image) -> bytes:
    """Encode as PNG if the image has transparency, else as JPEG, within the size limit of the providers."""
    bare = Image.new(image.mode, image.size)  # a new image has no metadata of the source
    bare.paste(image)
    if bare.mode == "RGBA":
        if _is_transparent(bare):
            written = _save(bare, "PNG", compress_level=1, pnginfo=PngImagePlugin.PngInfo())
            if len(written) <= _ROOM:
                return written
        bare = _on_white(bare)
    return next(written for written in _try_jpeg(bare) if len(written) <= _ROOM)


def _try_jpeg(image: Image.Image) -> Iterator[bytes]:
    for quality, subsampling in _JPEG_STEPS:
        yield _save(image, "JPEG", quality=quality, subsampling=subsampling, optimize=False, progressive=False)


def _save(image: Image.Image, form: str, **options: object) -> bytes:
    written = io.BytesIO()
    image.save(written, form, **options)
    return written.getvalue()


def _is_transparent(image: Image.Image) -> bool:
    extremes = image.getchannel("A").getextrema()
    return extremes[0] != OPAQUE


def _on_white(image: Image.Image) -> Image.Image:
    white = Image.new("RGB", image.size, "white")
    white.paste(image, mask=image.getchannel("A"))
    return white


def count_gif_frames(data: bytes) -> int:
    """Count frames without decoding, until the data is invalid or there are too many."""
    frames, place = 0, 13
    try:
        place += _palette_size(data[10])
        while frames <= MAX_FRAMES and (block := data[place]) in b"!,":
            frames += block == ord(",")
            place += 2 if block == ord("!") else 11 + _palette_size(data[place + 9])
            while data[place]:
                place += data[place] + 1
            place += 1
    except IndexError:
        pass
    return frames


def _palette_size(flags: int) -> int:
    return 3 << ((flags & 7) + 1) if flags & 0x80 else 0


def set_pillow_limits() -> None:
    """Set Pillow's limits; each child sets those of the operating system."""
    Image.MAX_IMAGE_PIXELS = MAX_JPEG_PIXELS
    ImageFile.LOAD_TRUNCATED_IMAGES = False
    warnings.simplefilter("error")
    # Many good photos cause these warnings; the pixels are checked anyway.
    warnings.filterwarnings("ignore", message=r".*(EXIF|MPO)", category=UserWarning)


def _limit_child() -> None:
    if sys.platform != "darwin":  # not supported on macOS
        _limit(resource.RLIMIT_AS, MEMORY)
    _limit(resource.RLIMIT_CPU, int(PROCESSOR_SECONDS) + 1)
    _limit(resource.RLIMIT_FSIZE, 0)
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_NOFILE, OPEN_FILES)
    # These timers also kill inside C code; RLIMIT_CPU has a resolution of one second.
    signal.setitimer(signal.ITIMER_PROF, PROCESSOR_SECONDS)
    signal.setitimer(signal.ITIMER_REAL, WALL_SECONDS)


def _limit(kind: int, amount: int) -> None:
    hard = resource.getrlimit(kind)[1]
    value = amount if hard == resource.RLIM_INFINITY else min(amount, hard)
    resource.setrlimit(kind, (value, value))


def _run_child(form: str, data: bytes, pipe: int) -> NoReturn:
    verdict = Verdict.BROKEN
    try:
        _limit_child()
        # Code in a hostile image must not reach the parent's pipes.
        os.close(0)
        os.close(1)
        image, written = re_encode(form, data)
        with open(pipe, "wb") as answer:
            answer.write(DIMENSIONS.pack(*image.size) + written)
        verdict = Verdict.FINE
    except (TooMuch, MemoryError, Image.DecompressionBombWarning, Image.DecompressionBombError):
        verdict = Verdict.TOO_MUCH
    finally:
        os._exit(verdict)  # any other exception means that the image is broken


def read_in_child(form: str, data: bytes) -> tuple[Verdict, bytes]:
    """Fork, and return the answer of the child, or the verdict that its death implies."""
    receiving, sending = os.pipe()
    child = os.fork()
    if not child:
        os.close(receiving)
        _run_child(form, data, sending)
    os.close(sending)
    with open(receiving, "rb") as pipe:  # noqa: PTH123 - a descriptor
        answer = pipe.read(MAX_STORED_BYTES + 1)
    _, status = os.waitpid(child, 0)
    verdict = _verdict_of(status)
    fits = DIMENSIONS.size < len(answer) <= MAX_STORED_BYTES
    if verdict is Verdict.FINE and not fits:
        verdict = Verdict.BROKEN
    return verdict, answer if verdict is Verdict.FINE else b""


def _verdict_of(status: int) -> Verdict:
    if os.WIFSIGNALED(status):
        return Verdict.TOO_MUCH if os.WTERMSIG(status) in _TIMEOUT_SIGNALS else Verdict.BROKEN
    code = os.WEXITSTATUS(status)
    return Verdict(code) if code in set(Verdict) else Verdict.BROKEN


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer requests one after the other until the server closes the pipe."""
    while len(head := requests.read(REQUEST.size)) == REQUEST.size:
        form, length = REQUEST.unpack(head)
        data = requests.read(length)
        if len(data) < length:
            return
        verdict, answer = read_in_child(form.rstrip(b"\0").decode(), data)
        answers.write(ANSWER.pack(verdict, len(answer)) + answer)
        answers.flush()


def main() -> None:
    set_pillow_limits()
    # Close inherited files: code in a hostile image must not reach them.
    os.closerange(3, resource.getrlimit(resource.RLIMIT_NOFILE)[0])
    with suppress(OSError):  # when memory runs out, kill this process before the server
        Path("/proc/self/oom_score_adj").write_text("1000")
    sys.stdout.buffer.write(READY)
    sys.stdout.buffer.flush()
    serve(sys.stdin.buffer, sys.stdout.buffer)


if __name__ == "__main__":
    main()

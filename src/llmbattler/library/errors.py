"""How uploads and stored images can fail."""

from llmbattler.core.errors import Invalid, Limited, NotFound, TooLarge, Unavailable, Unsupported


class ImageNotFound(NotFound):
    """This image does not exist."""


class NotAnImage(Unsupported):
    """Only PNG, JPEG, WebP and GIF images are accepted."""


class ImageTooLarge(TooLarge):
    """An image may have at most 10 MB."""


class ImageBroken(Invalid):
    """This image is damaged and cannot be read. Save it again as PNG or JPEG and retry."""


class ImageTooDemanding(Invalid):
    """This image has too many pixels or frames. Send a smaller one."""


class TooManyImages(Limited):
    """You have reached today's limit for images. Try again tomorrow."""


class ImagesBusy(Unavailable):
    """Too many images are being processed right now. Try again shortly."""


class ImagesUnreadable(Unavailable):
    """Images cannot be processed right now. Try again shortly."""

"""Where the program begins: it loads without looking for garbage, since nothing that it loads ever becomes any."""

import gc

# Loading makes half a million objects that stay; the collector would walk over them again and again.
gc.disable()

from .app import main  # noqa: E402 - the point of this module

gc.freeze()
gc.enable()

__all__ = ["main"]

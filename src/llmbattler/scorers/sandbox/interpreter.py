"""The files that the Python interpreter needs to start."""

import os
import sys
from functools import cache
from pathlib import Path

_LIBRARIES = ("/lib", "/lib32", "/lib64", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/local/lib")
_SYSTEM_PREFIXES = (Path("/usr"), Path("/usr/local"))
_FILES = ("/etc/ld.so.cache", "/usr/share/zoneinfo")


@cache
def find_python() -> Path:
    """The real interpreter, not the virtual environment's link to it."""
    return Path(os.path.realpath(getattr(sys, "_base_executable", None) or sys.executable))


@cache
def list_paths() -> tuple[Path, ...]:
    """Paths that are visible in the sandbox. Symbolic links are listed as links."""
    prefix = Path(sys.base_prefix)
    own = (find_python(),) if prefix in _SYSTEM_PREFIXES else (prefix, Path(os.path.realpath(prefix)), find_python())
    wanted = (*(Path(path) for path in (*_LIBRARIES, *_FILES)), *own)
    kept: list[Path] = []
    for path in wanted:
        if path.exists() and not any(path.is_relative_to(other) for other in kept if not other.is_symlink()):
            kept.append(path)
    return tuple(kept)


@cache
def list_folders_above() -> tuple[Path, ...]:
    """Parent folders of those paths, top-level folders first."""
    return tuple(sorted({parent for path in list_paths() for parent in path.parents if parent != Path("/")}))

"""What of this machine Python needs to start, and nothing else."""

import os
import sys
from functools import cache
from pathlib import Path

_LIBRARIES = ("/lib", "/lib32", "/lib64", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/local/lib")
_OF_THE_SYSTEM = (Path("/usr"), Path("/usr/local"))
_FILES = ("/etc/ld.so.cache", "/usr/share/zoneinfo")


@cache
def find_python() -> Path:
    """The interpreter itself, not the environment's link to it."""
    return Path(os.path.realpath(getattr(sys, "_base_executable", None) or sys.executable))


@cache
def list_paths() -> tuple[Path, ...]:
    """Paths to be seen inside; a link stands for itself."""
    prefix = Path(sys.base_prefix)
    own = (find_python(),) if prefix in _OF_THE_SYSTEM else (prefix, Path(os.path.realpath(prefix)), find_python())
    wanted = (*(Path(path) for path in (*_LIBRARIES, *_FILES)), *own)
    kept: list[Path] = []
    for path in wanted:
        if path.exists() and not any(path.is_relative_to(other) for other in kept if not other.is_symlink()):
            kept.append(path)
    return tuple(kept)


@cache
def list_folders_above() -> tuple[Path, ...]:
    """Folders that lead to those paths, the highest first."""
    return tuple(sorted({parent for path in list_paths() for parent in path.parents if parent != Path("/")}))

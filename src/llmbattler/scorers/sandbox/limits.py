"""Limits of a program in a sandbox."""

import math
from dataclasses import dataclass

MEGABYTE = 1 << 20
OUTPUT_BYTES = 64 * 1024
PROCESSES = 32
TEMPORARY_BYTES = 32 * MEGABYTE
# Address space of the interpreter and its libraries, on top of the memory limit.
_MAPPED = 96 * MEGABYTE


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    seconds: float
    memory_mb: int

    @property
    def memory_bytes(self) -> int:
        return self.memory_mb * MEGABYTE

    def order(self, *, program: bytes, uid: int, processes: int = PROCESSES) -> str:
        """The argument of `launcher.py`: length of the program, user id, and limits."""
        cpu = math.ceil(self.seconds) + 1
        return f"{len(program)} {uid} {cpu} {self.memory_bytes + _MAPPED} {processes} {TEMPORARY_BYTES}"

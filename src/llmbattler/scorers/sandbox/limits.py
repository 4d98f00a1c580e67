"""How much a program in a sandbox may take."""

import math
from dataclasses import dataclass

MEGABYTE = 1 << 20
OUTPUT_BYTES = 64 * 1024
PROCESSES = 32
TEMPORARY_BYTES = 32 * MEGABYTE
# An address space is more than the memory in it: the interpreter and its libraries are mapped, not filled.
_MAPPED = 96 * MEGABYTE


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    seconds: float
    memory_mb: int

    @property
    def memory_bytes(self) -> int:
        return self.memory_mb * MEGABYTE

    def order(self, *, program: bytes, uid: int, processes: int = PROCESSES) -> str:
        """Write what `launcher.py` is to do: how long the program is, whom to become, and the limits."""
        cpu = math.ceil(self.seconds) + 1
        return f"{len(program)} {uid} {cpu} {self.memory_bytes + _MAPPED} {processes} {TEMPORARY_BYTES}"

"""Paths in a checkout."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Checkout:
    root: Path

    @classmethod
    def of_this_file(cls) -> "Checkout":
        return cls(Path(__file__).resolve().parents[2])

    @property
    def tools(self) -> Path:
        return self.root / ".tools"

    @property
    def bin(self) -> Path:
        """Contains `node` and `npm`, from the machine or from a package."""
        return self.tools / "bin"

    @property
    def uv(self) -> Path:
        return self.tools / "uv" / "bin" / "uv"

    @property
    def venv(self) -> Path:
        return self.root / ".venv"

    @property
    def python(self) -> Path:
        return self.venv / "bin" / "python"

    @property
    def web(self) -> Path:
        return self.root / "web"

    @property
    def static(self) -> Path:
        """The built web app, inside the Python package."""
        return self.root / "src" / "llmbattler" / "server" / "static"

    def lock(self, name: str) -> Path:
        return self.root / "requirements" / f"{name}.lock"

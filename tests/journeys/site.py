"""The site of the journeys: a real process with scripted models."""

from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import yaml
from tests.processes import Process, running

ALPHA = {
    "id": "alpha-large",
    "name": "Alpha Large",
    "organization": "Alpha Labs",
    "license": "Alpha Community",
    "description": "The largest of the scripted models.",
    "place": "cloud",
    "prices": {"input": 2.5, "output": 10},
    "context_length": 128_000,
    "abilities": ["vision", "tools"],
}
BETA = {
    "id": "beta-mini",
    "name": "Beta Mini",
    "organization": "Beta Institute",
    "license": "Apache-2.0",
    "context_length": 8192,
    "abilities": ["reasoning"],
}
GAMMA = {
    "id": "gamma-keyless",
    "name": "Gamma Keyless",
    "organization": "Gamma Works",
    "license": "Proprietary",
    "place": "cloud",
    "api_key_env": "GAMMA_API_KEY",
    "prices": {"input": 0.15, "output": 0.6},
}
MODELS = (ALPHA, BETA, GAMMA)


@dataclass
class Site:
    folder: Path
    provider_url: str
    port: str = "0"
    address: str = ""
    settings: dict[str, str] = field(default_factory=dict)
    process: Process | None = field(default=None, repr=False)

    @property
    def environment(self) -> dict[str, str]:
        return {"DATA_DIR": str(self.folder / "data"), "MODELS_FILE": str(self.folder / "models.yaml")}

    def offer(self, *models: dict[str, object]) -> None:
        """Write the catalog file; call `discover` to make the running site read it."""
        entries = [{"base_url": self.provider_url, **model} for model in models]
        (self.folder / "models.yaml").write_text(yaml.safe_dump({"models": entries}))

    def start(self) -> None:
        self.process = Process(["serve"], {**self.environment, **self.settings, "PORT": self.port})
        self.address = self.process.address()
        self.port = str(urlsplit(self.address).port)

    def stop(self) -> None:
        assert self.process is not None
        assert self.process.stop() == 0, "".join(self.process.said)

    def discover(self) -> None:
        with running("models", "discover", **self.environment) as command:
            assert command.wait() == 0, "".join(command.said)

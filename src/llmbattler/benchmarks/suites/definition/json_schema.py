"""The JSON schema of a suite's file, for editors: `docs/suite.schema.json`."""

import json
import sys
from typing import Any

from .spec import SuiteSpec


def make_schema() -> dict[str, Any]:
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **SuiteSpec.model_json_schema()}


def write_schema() -> str:
    """The content of `docs/suite.schema.json`."""
    return json.dumps(make_schema(), indent=2, sort_keys=True) + "\n"


if __name__ == "__main__":
    sys.stdout.write(write_schema())

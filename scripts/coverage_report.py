"""Merge what test processes have measured, and print the files that are not covered completely."""

import json
import sys
from pathlib import Path
from typing import Any

import slipcover

WIDTH = 60


def merge(folder: Path, source: Path) -> dict[str, Any]:
    """Files that no test has imported count as not covered."""
    merged = slipcover.Slipcover(branch=True, source=[str(source)]).get_coverage()
    for path in sorted(folder.glob("*.json")):
        slipcover.merge_coverage(merged, json.loads(path.read_text()))
    return merged


def report(folder: Path, source: Path) -> float:
    """Print the table and return the percentage of lines and branches that are covered."""
    merged = merge(folder, source)
    slipcover.print_coverage(merged, outfile=sys.stdout, skip_covered=True, missing_width=WIDTH)
    return float(merged["summary"]["percent_covered"])

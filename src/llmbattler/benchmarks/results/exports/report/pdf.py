"""Renders a report as PDF. User content is passed to the template as data, never as markup."""

from importlib.resources import files

import msgspec
import typst

from .contents import Report

TEMPLATE = "report.typ"


def render_pdf(report: Report) -> bytes:
    """Takes about a second of CPU time, so call it in a thread."""
    data = msgspec.json.encode(report).decode()
    template = files(__package__).joinpath(TEMPLATE).read_bytes()
    return typst.compile(template, sys_inputs={"report": data}, format="pdf")

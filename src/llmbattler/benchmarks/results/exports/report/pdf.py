"""Setting the report as PDF. What people wrote reaches the page maker as data, never as markup."""

from importlib.resources import files

import msgspec
import typst

from .contents import Report

TEMPLATE = "report.typ"


def render_pdf(report: Report) -> bytes:
    """Make the PDF. Takes a second of computing, so call it in a thread."""
    data = msgspec.json.encode(report).decode()
    template = files(__package__).joinpath(TEMPLATE).read_bytes()
    return typst.compile(template, sys_inputs={"report": data}, format="pdf")

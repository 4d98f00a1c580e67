"""Parses a suite's file, YAML or JSON, and keeps the line numbers of its values."""

import json
import re

from llmbattler.core.record_files import clean
from llmbattler.core.yaml_lines import Document, read_yaml

_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F][0-9a-fA-F]{2}")


def read_document(content: str | bytes) -> Document:
    """Parse a file; raises `YamlProblem`. JSON is parsed as JSON, and as YAML for its line numbers."""
    data = content.encode(errors="surrogatepass") if isinstance(content, str) else content
    if not data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        document = read_yaml(data)
        return Document(clean(document.value), document.lines)
    # YAML does not accept JSON's tabs and escaped surrogate pairs.
    document = read_yaml(_SURROGATE.sub(rb"\\u003f", data.replace(b"\t", b" ")))
    try:
        value = json.loads(data.decode("utf-8-sig"))
    except ValueError:
        value = document.value
    return Document(clean(value), document.lines)


def plain_document(value: object) -> Document:
    """A document without a file, and so without line numbers."""
    return Document(value, {})

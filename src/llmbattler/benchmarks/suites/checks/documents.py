"""A suite's file, YAML or JSON, as plain values that know their lines."""

import json
import re

from llmbattler.core.yaml_lines import Document, read_yaml

from ..datasets.records import clean

_HALF_A_SIGN = re.compile(rb"\\u[dD][89a-fA-F][0-9a-fA-F]{2}")


def read_document(content: str | bytes) -> Document:
    """Values and lines; raises `YamlProblem`. JSON is read as JSON, and looked at as YAML for its lines."""
    data = content.encode(errors="surrogatepass") if isinstance(content, str) else content
    if not data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        document = read_yaml(data)
        return Document(clean(document.value), document.lines)
    # JSON may be indented by tabs, which YAML refuses, and spells some signs in two halves, which YAML cannot read.
    document = read_yaml(_HALF_A_SIGN.sub(rb"\\u003f", data.replace(b"\t", b" ")))
    try:
        value = json.loads(data.decode("utf-8-sig"))
    except ValueError:
        value = document.value
    return Document(clean(value), document.lines)


def plain_document(value: object) -> Document:
    """A document that came without a file, and has no lines."""
    return Document(value, {})

"""Reading what a PDF shows, with the library of a browser."""

from pathlib import Path

import pypdfium2


def read_text(content: bytes | Path) -> str:
    return "\n".join(read_pages(content))


def read_pages(content: bytes | Path) -> list[str]:
    document = pypdfium2.PdfDocument(content)
    try:
        return [page.get_textpage().get_text_bounded() for page in document]
    finally:
        document.close()


def draw_pages(content: bytes | Path) -> list[bytes]:
    """The pixels of each page."""
    document = pypdfium2.PdfDocument(content)
    try:
        return [page.render(scale=0.6).to_pil().tobytes() for page in document]
    finally:
        document.close()

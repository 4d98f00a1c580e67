"""Steps that remove reasoning and markup."""

import re

from .step import Step

_THINKING = ("think", "thinking", "reasoning", "thought", "scratchpad")
_TAG = re.compile(rf"<(?P<close>/?)(?P<name>{'|'.join(_THINKING)})>", re.IGNORECASE)

_MARKDOWN = (
    (re.compile(r"^[ \t]{0,8}(?:#{1,6}|>|[-*+•])[ \t]", re.MULTILINE), ""),
    (re.compile(r"!?\[([^\[\]\n]{0,500})\]\([^()\s]{0,2000}\)"), r"\1"),
    (re.compile(r"\*{1,3}(?=\S)([^*\n]{1,2000})(?<=\S)\*{1,3}"), r"\1"),
    (re.compile(r"(?<!\w)_{1,2}(?=\S)([^_\n]{1,2000})(?<=\S)_{1,2}(?!\w)"), r"\1"),
    (re.compile(r"^[ \t]{0,8}(?:`{3,20}|~{3,20})[^`\n]{0,80}$\n?", re.MULTILINE), ""),
    (re.compile(r"`([^`\n]{1,2000})`"), r"\1"),
)


class RemoveThinking(Step):
    """Removes `<think>…</think>` and similar tags. Returns nothing if the tag is never closed."""

    title = "Remove thinking"

    def apply(self, text: str) -> str | None:
        kept, depth, place = list[str](), 0, 0
        for tag in _TAG.finditer(text):
            if tag["close"] and depth <= 1:
                # A closing tag without an opening one: some servers drop the opening tag, so remove all before it.
                kept, depth = (kept if depth else []), 0
            elif tag["close"]:
                depth -= 1
            else:
                if depth == 0:
                    kept.append(text[place : tag.start()])
                depth += 1
            place = tag.end()
        if depth == 0:
            kept.append(text[place:])
        return "".join(kept)


class RemoveMarkdown(Step):
    """Removes Markdown syntax and keeps the text: headings, bullets, emphasis, links, code."""

    title = "Remove Markdown"

    def apply(self, text: str) -> str | None:
        for pattern, by in _MARKDOWN:
            text = pattern.sub(by, text)
        return text

"""Rewrites Unicode, LaTeX, HTML and Markdown notation of an answer as plain text, which is then searched."""

import re
import unicodedata

from llmbattler.core.text.normalization import normalize

_MINUS = dict.fromkeys(map(ord, "−‐‑‒–﹣－⁻"), "-")
_SUPERSCRIPT = re.compile(r"[⁰¹²³⁴-⁹⁺⁻]{1,20}")
_VULGAR = re.compile(r"(?:(?P<before>\d)[ \u00a0\u202f\u2009]?)?(?P<sign>[¼-¾⅐-⅞↉])")
_FOREIGN_DIGIT = re.compile(r"[^\x00-\x7f]")
_STRUCK = re.compile(r"~~[^~\n]{1,200}~~")
_WRAPPED = re.compile(
    r"\\(?:text|textbf|textit|texttt|mathrm|mathbf|mathit|mathsf|boldsymbol|bm|operatorname|emph)\s?\{([^{}]{0,2000})\}"
)
_FRACTION = re.compile(
    r"(?:(?P<before>\d)\s?)?\\[dt]?frac\s?(?:\{\s?(?P<over>-?\d{1,300})\s?\}\s?\{\s?(?P<under>\d{1,300})\s?\}|(?P<two>\d\d))"
)
_COMMANDS = (
    (re.compile(r"\\(?:times|cdot)(?![a-zA-Z])"), "×"),
    (re.compile(r"\\(?:approx|simeq)(?![a-zA-Z])"), "≈"),
    (re.compile(r"\\pm(?![a-zA-Z])"), "±"),
    (re.compile(r"\\pi(?![a-zA-Z])"), "π"),
    (re.compile(r"\\infty(?![a-zA-Z])"), "∞"),
    (re.compile(r"\\sqrt(?![a-zA-Z])"), "√"),
    (re.compile(r"\\(?:Right|right|long)arrow(?![a-zA-Z])|\\implies(?![a-zA-Z])"), "⇒"),
    (re.compile(r"\^\s?\{?\s?\\(?:circ|degree)(?:\s?\})?|\\degree(?![a-zA-Z])"), "°"),
    (re.compile(r"\\(?:left|right|displaystyle|quad|qquad)(?![a-zA-Z])|\\[!,;:]|\\[()\[\]]"), ""),
    (re.compile(r"\\([%$#&_])"), r"\1"),
    (re.compile(r"\{,\}"), ","),
    (re.compile(r"\$\$|\$(?![\d.+-])"), ""),
    (re.compile(r"\\(?: |\\)"), " "),
)
_ANSWER_TAG = re.compile(r"</?(?:answer|final_answer)>", re.IGNORECASE)
_TAG = re.compile(r"</?[a-zA-Z][a-zA-Z0-9]{0,15}(?:\s[^<>\n]{0,200})?/?>")
_MARKDOWN = (
    (re.compile(r"(?<=\d)\*\*(?=-?\d)"), "^"),
    (re.compile(r"\*{2,3}|`{1,20}|__"), ""),
    (re.compile(r"(?<![\w*])\*(?=[^\s*])|(?<=[^\s*])\*(?!\w)|(?<!\w)_(?=\w)|(?<=\w)_(?!\w)"), ""),
    (re.compile(r"^[ \t]{0,8}(?:#{1,3}[ \t]|>[ \t]|[-*+•][ \t]{1,4}(?=[^\W\d]))[ \t]{0,8}|^==|==$", re.MULTILINE), ""),
)


def simplify(text: str) -> str:
    """The text without markup; `10⁵` becomes `10^{5}`, `1½` becomes `1 1/2`, and every digit is ASCII."""
    text = _STRUCK.sub("", text)
    if not text.isascii():
        text = _simplify_unicode(text)
    if "\\" in text or "$" in text or "{,}" in text:
        text = _simplify_latex(text)
    if "<" in text:
        text = _ANSWER_TAG.sub(lambda tag: "\n" if tag[0][1] == "/" else "\nAnswer: ", text)
        text = _TAG.sub("", text)
    for pattern, by in _MARKDOWN:
        text = pattern.sub(by, text)
    return text


def _simplify_unicode(text: str) -> str:
    text = _SUPERSCRIPT.sub(lambda found: f"^{{{unicodedata.normalize('NFKC', found[0]).translate(_MINUS)}}}", text)
    text = _VULGAR.sub(_write_vulgar, text)
    text = normalize("NFKC", text.translate(_MINUS))
    return _FOREIGN_DIGIT.sub(_write_digit, text)


def _write_vulgar(found: re.Match[str]) -> str:
    fraction = unicodedata.normalize("NFKC", found["sign"]).replace("⁄", "/")
    return f"{found['before']} {fraction}" if found["before"] else fraction


def _write_digit(found: re.Match[str]) -> str:
    return str(unicodedata.decimal(found[0], found[0]))


def _simplify_latex(text: str) -> str:
    for _ in range(2):  # \text inside \textbf
        text = _WRAPPED.sub(r"\1", text)
    text = _FRACTION.sub(_write_fraction, text)
    for pattern, by in _COMMANDS:
        text = pattern.sub(by, text)
    return text


def _write_fraction(found: re.Match[str]) -> str:
    over, under = (found["over"], found["under"]) if found["over"] else (found["two"][0], found["two"][1])
    return f"{found['before']} {over}/{under}" if found["before"] else f"{over}/{under}"

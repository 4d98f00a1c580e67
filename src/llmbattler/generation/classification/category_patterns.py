"""Regular expressions for code and mathematics. Every repetition is bounded, so matching takes linear time."""

import re

DENSE = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")

ADDRESS = re.compile(r"""https?://[^\s"'`<>)]{1,500}|[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{2,63}""")
"""Links and email addresses contain identifiers, but say nothing about the category."""

CODE = re.compile(
    r"```|\bdef \w{1,40}\(|\bfunction \w{0,40}\(|^#include|\bconsole\.log\(|\bprint(?:f|ln)?\("
    r"|\bpublic (?:static|class)\b|\bselect [\w*, ]{1,80} from\b|</?(?:div|span|html|body|script|p|a)\b"
    r"|=> ?[{(]|\);|\b\w{1,40}\.(?:py|js|ts|java|cpp|rs|go|sh)\b|\b(?:for|while) ?\(|\bif __name__|\{\s?$|\bc\+\+|\bc#"
    r"|^import \w{1,40}(?: as \w{1,40})?$|^from \w{1,40} import\b",
    re.IGNORECASE | re.MULTILINE,
)

_BRANDS = "iphone|ipad|imac|ebay|macos|ios|ipod|youtube|tiktok|linkedin|whatsapp|mcdonald"
IDENTIFIER = re.compile(
    rf"\b(?!(?i:{_BRANDS})\b)[a-z]{{2,20}}[A-Z][a-z]\w{{0,30}}\b|\b[a-z]{{2,20}}_[a-z]\w{{0,30}}\b"
    r"|\b\w{2,30}(?:Error|Exception)\b|\s--[a-z][\w-]{1,30}\b|\b\w{1,30}\.\w{1,30}\("
)

_LANGUAGES = "python|java|rust|ruby|swift|scala|react"
IN_LANGUAGE = re.compile(
    r"\b(?:in|with|using|mit|en|em|con|com|avec|für|pour|para|per)\s"
    rf"(?:{_LANGUAGES}|go|c(?!')|r|perl|matlab|node)\b(?=[\s,.;:?!0-9]|$)"
    rf"|\b(?:{_LANGUAGES})(?=[\u3040-\u9fff])|(?<=[\u3040-\u9fff])(?:{_LANGUAGES})\b",
    re.IGNORECASE,
)

FORMULA = re.compile(
    r"\$[^$\n]{0,200}[\\^_=][^$\n]{0,200}\$|\\(?:frac|int|sum|sqrt|lim|begin\{)|\b[a-z0-9)]\s?\^\s?[0-9a-z(]"
    r"|\d\s?[*×÷]\s?\d|\d\s\+\s\d|\d\s?[a-z]?\s?[+-]\s?\d{1,9}\s?=|\b\d{0,4}[xyzn]\s?[+\-=*/]\s?\d"
    r"|\d\s?%\s(?:of|von|de|di|の)\s?\d|\b(?:sin|cos|tan|ln|log)\s?\(|\[\[\s?-?\d",
    re.IGNORECASE,
)

ARITHMETIC = re.compile(
    r"\d\s?(?:times|fois|mal|por|per|plus|minus|moins|más|menos|più|meno|vezes|mais|divided by|multiplied by"
    r"|geteilt durch|diviso|dividido por|divisé par|乘以?|除以?|加|减|たす|ひく|かける|わる)\s?\d"
    r"|\d\s?/\s?\d{1,6}\s?[+*×-]\s?\d|\d\s?%\s?(?:of|on|von|de|di|の|auf|sur|for)\b",
    re.IGNORECASE,
)

QUANTITY = re.compile(r"(?<![\w:/.-])[$€£]?\d{1,9}(?:[.,]\d{1,6})?(?![\w:/-]|\.\d)")

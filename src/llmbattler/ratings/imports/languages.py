"""Languages as files write them: codes, and the English names of the public arena data."""

import re
from typing import Any

_CODE = re.compile(r"([a-z]{2,3})(?:[-_][a-z0-9]{2,8})*")
_LONGEST = 40

_NAMES = {
    "af": "afrikaans",
    "ar": "arabic",
    "bg": "bulgarian",
    "bn": "bengali",
    "ca": "catalan",
    "cs": "czech",
    "da": "danish",
    "de": "german",
    "el": "greek",
    "en": "english",
    "eo": "esperanto",
    "es": "spanish",
    "et": "estonian",
    "eu": "basque",
    "fa": "persian",
    "fi": "finnish",
    "fr": "french",
    "gl": "galician",
    "he": "hebrew",
    "hi": "hindi",
    "hr": "croatian",
    "hu": "hungarian",
    "id": "indonesian",
    "is": "icelandic",
    "it": "italian",
    "ja": "japanese",
    "ka": "georgian",
    "kk": "kazakh",
    "ko": "korean",
    "la": "latin",
    "lt": "lithuanian",
    "lv": "latvian",
    "mk": "macedonian",
    "ml": "malayalam",
    "mr": "marathi",
    "ms": "malay",
    "nl": "dutch",
    "no": "norwegian",
    "pl": "polish",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sk": "slovak",
    "sl": "slovenian",
    "sq": "albanian",
    "sr": "serbian",
    "sv": "swedish",
    "sw": "swahili",
    "ta": "tamil",
    "te": "telugu",
    "th": "thai",
    "tl": "tagalog",
    "tr": "turkish",
    "uk": "ukrainian",
    "ur": "urdu",
    "uz": "uzbek",
    "vi": "vietnamese",
    "zh": "chinese",
}
_CODES = {name: code for code, name in _NAMES.items()} | {"slovene": "sl", "farsi": "fa", "norwegian bokmål": "no"}
_NO_LANGUAGE = frozenset({"und", "unk", "nan", "xx", "zxx", "mul"})


def find_language(said: Any) -> str | None:  # noqa: ANN401 - whatever the file holds
    """Return the code of a language; `None` if it is missing or unknown."""
    if not isinstance(said, str) or len(said) > _LONGEST:
        return None
    word = said.strip().lower()
    if word in _CODES:
        return _CODES[word]
    code = _CODE.fullmatch(word)
    return None if code is None or code[1] in _NO_LANGUAGE else code[1]

"""Simple language detection by script and frequent words."""

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping

_SCRIPTS: Mapping[str, tuple[str, ...]] = {
    "ar": ("ARABIC",),
    "bg": ("CYRILLIC",),
    "bn": ("BENGALI",),
    "el": ("GREEK",),
    "fa": ("ARABIC",),
    "gu": ("GUJARATI",),
    "he": ("HEBREW",),
    "hi": ("DEVANAGARI",),
    "ja": ("HIRAGANA", "KATAKANA", "CJK"),
    "kn": ("KANNADA",),
    "ko": ("HANGUL",),
    "mr": ("DEVANAGARI",),
    "ne": ("DEVANAGARI",),
    "pa": ("GURMUKHI",),
    "ru": ("CYRILLIC",),
    "ta": ("TAMIL",),
    "te": ("TELUGU",),
    "th": ("THAI",),
    "uk": ("CYRILLIC",),
    "ur": ("ARABIC",),
    "zh": ("CJK",),
}

# Most frequent short words, preferably ones that related languages do not share.
_WORDS: Mapping[str, str] = {
    "ar": "في من على إلى هذا هذه التي الذي أن كان مع ما لا هو هي عن",
    "bg": "и на да се за от с не е са ще като това този която които",
    "cs": "a je se na v že s z do to jsou ale jako by pro které který",
    "da": "og er det en at til på med af ikke som der for jeg har blev",
    "de": "der die und das ist nicht ein eine zu den mit sich auf für von ich auch werden dem",
    "en": "the and of to is that it was for with as are this be you have not from they",
    "es": "el la de que y los las en un una es por con para no se del su como más",
    "fa": "و در به از که این را با است برای آن یک خود تا می‌شود هستند",
    "fi": "ja on ei että se hän oli ovat mutta kuin myös joka tämä voi",
    "fr": "le la les de des et est un une que dans pour qui pas sur au avec ne ce il elle sont",
    "hi": "है के में की और को का से यह पर हैं कि नहीं एक भी था लिए",
    "hu": "a az és hogy nem egy is van volt ez de meg csak vagy mint",
    "id": "yang dan di dengan untuk ini itu dari dalam tidak akan pada adalah saya ke",
    "it": "il di che la e è un una per non sono con le del si della gli anche più come",
    "mr": "आहे आणि च्या या ते हे की मध्ये नाही एक होते आहेत त्या साठी असे",
    "ne": "छ र को मा यो हो लागि पनि गर्न छन् भने थियो",
    "nl": "de het een en van is dat niet op te zijn voor met die ook aan er maar",
    "no": "og er det en at til på med av ikke som for jeg har ble men",
    "pl": "i w na się nie z to że do jest o jak ale po są przez dla",
    "pt": "o a de que e do da em um uma para não é com os as por mais como mas ao",
    "ro": "și de la în nu este că cu pe un o din care sunt pentru mai sau",
    "ru": "и в не на что он с как это по но они из у за то все она так его для",
    "sv": "och är det en att på med av inte som för jag har till den ett var",
    "sw": "na ya wa kwa ni katika za kuwa hii la cha au kama yake watu",
    "tr": "ve bir bu için ile de da olarak çok daha gibi olan değil ne ama",
    "uk": "і в не на що він з як це та але у за до є для вони також",
    "ur": "ہے کے میں کی اور کو کا سے یہ پر ہیں کہ نہیں ایک بھی",
    "vi": "và của là có cho không được một những các với trong này người để đã",
}
LANGUAGES = tuple(sorted({*_SCRIPTS, *_WORDS}))
_MOST = 0.5
_LONGEST = 20_000


def is_written_in(text: str, language: str) -> bool:
    """Whether most letters are in the language's script, and no other language with that script fits better."""
    text = text[:_LONGEST]
    scripts = Counter(_script_of(letter) for letter in text if letter.isalpha())
    wanted = _SCRIPTS.get(language, ("LATIN",))
    if not scripts or sum(scripts[script] for script in wanted) <= _MOST * scripts.total():
        return False
    if language in {"ja", "zh"}:
        kana = scripts["HIRAGANA"] + scripts["KATAKANA"]
        return (kana > 0) == (language == "ja")
    rivals = [other for other in _WORDS if _SCRIPTS.get(other, ("LATIN",)) == wanted]
    if len(rivals) < 2:  # noqa: PLR2004 - nobody to mix it up with
        return True
    words = Counter(re.findall(r"[^\W\d_]+(?:[\u0900-\u097f\u200c]+\w*)*", text.lower()))
    fits = {other: sum(words[word] for word in _WORDS[other].split()) for other in rivals}
    return fits[language] > 0 and fits[language] == max(fits.values())


def _script_of(letter: str) -> str:
    return unicodedata.name(letter, "UNKNOWN").split(" ", 1)[0].split("-", 1)[0]

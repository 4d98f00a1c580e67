"""Numbers written as words: to twenty in many languages, to 999,999 in English."""

import re

_WORDS = {
    "en": "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen twenty",
    "de": "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn "
    "siebzehn achtzehn neunzehn zwanzig",
    "fr": "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept "
    "dix-huit dix-neuf vingt",
    "es": "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis "
    "diecisiete dieciocho diecinueve veinte",
    "it": "zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici "
    "diciassette diciotto diciannove venti",
    "pt": "zero um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis dezessete "
    "dezoito dezenove vinte",
    "nl": "nul één twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien "
    "zeventien achttien negentien twintig",
    "sv": "noll ett två tre fyra fem sex sju åtta nio tio elva tolv tretton fjorton femton sexton sjutton arton nitton "
    "tjugo",
    "pl": "zero jeden dwa trzy cztery pięć sześć siedem osiem dziewięć dziesięć jedenaście dwanaście trzynaście "
    "czternaście piętnaście szesnaście siedemnaście osiemnaście dziewiętnaście dwadzieścia",
    "ru": "ноль один два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать тринадцать "
    "четырнадцать пятнадцать шестнадцать семнадцать восемнадцать девятнадцать двадцать",
    "uk": "нуль один два три чотири п'ять шість сім вісім дев'ять десять одинадцять дванадцять тринадцять "
    "чотирнадцять п'ятнадцять шістнадцять сімнадцять вісімнадцять дев'ятнадцять двадцять",
    "cs": "nula jeden dva tři čtyři pět šest sedm osm devět deset jedenáct dvanáct třináct čtrnáct patnáct šestnáct "
    "sedmnáct osmnáct devatenáct dvacet",
    "tr": "sıfır bir iki üç dört beş altı yedi sekiz dokuz on",
    "id": "nol satu dua tiga empat lima enam tujuh delapan sembilan sepuluh sebelas",
    "sw": "sifuri moja mbili tatu nne tano sita saba nane tisa kumi",
    "vi": "không một hai ba bốn năm sáu bảy tám chín mười",
    "hi": "शून्य एक दो तीन चार पांच छह सात आठ नौ दस ग्यारह बारह तेरह चौदह पंद्रह सोलह सत्रह अठारह उन्नीस बीस",
    "ar": "صفر واحد اثنان ثلاثة أربعة خمسة ستة سبعة ثمانية تسعة عشرة",
    "ko": "영 하나 둘 셋 넷 다섯 여섯 일곱 여덟 아홉 열",
}
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_PIECES = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+){0,3}")
_PARTS = re.compile(
    r"\b(?:half|halves|third|thirds|quarter|quarters|fifth|fifths|dozen|dozens|couple|few|several|score|point|pair"
    r"|halb\w*|anderthalb|dutzend|moitié|demie?|mitad|medio|media|metade|meio|mezzo|metà|половин\w*)\b",
    re.IGNORECASE,
)
_HAN = {sign: value for value, sign in enumerate("零一二三四五六七八九")} | {"两": 2, "〇": 0}
_HAN_TENS = {"十": 10, "百": 100, "千": 1_000}
_HAN_NUMBER = re.compile(r"[是为為は:\s]{0,4}(?P<number>[〇零一二三四五六七八九十百千两]{1,9})")
ONE = 1
THOUSAND, HUNDRED = 1_000, 100


def read_words(text: str, language: str | None) -> list[int] | None:
    """The numbers in words; `None` if there are words such as "half" or "dozen", which are not added up."""
    base = (language or "en").lower().partition("-")[0]
    if base in {"zh", "ja"}:
        found = _HAN_NUMBER.match(text)
        return [] if found is None else [_read_han(found["number"])]
    if _PARTS.search(text):
        return None
    pieces = [piece.casefold() for piece in _PIECES.findall(text)]
    values = _read_english(pieces)
    table = _table(base)
    if base != "en" and not values:
        values = [(at, table[piece]) for at, piece in enumerate(pieces) if piece in table]
    # "One" is also a pronoun or an article, so it counts only as the first word or after a verb.
    return [value for at, value in values if value != ONE or at == 0 or pieces[at - 1] in _BEFORE_ONE]


_BEFORE_ONE = {"is", "only", "exactly", "just", "ist", "est", "es", "è", "é", "nur", "solo", "seulement", "equals"}


def _table(base: str) -> dict[str, int]:
    return {word: value for value, word in enumerate(_WORDS.get(base, "").split())}


_ENGLISH = _table("en") | {word: 10 * ten for ten, word in enumerate(_TENS, start=2)}
_ENGLISH |= {
    f"{word}-{unit}": 10 * ten + _ENGLISH[unit]
    for ten, word in enumerate(_TENS, start=2)
    for unit in _WORDS["en"].split()[1:10]
}


def _read_english(pieces: list[str]) -> list[tuple[int, int]]:
    """Numbers with the place of their first word: twenty-five, one hundred and six, two thousand."""
    found: list[tuple[int, int]] = []
    at = 0
    while at < len(pieces):
        if pieces[at] not in _ENGLISH:
            at += 1
            continue
        start, total, part, last = at, 0, _ENGLISH[pieces[at]], _ENGLISH[pieces[at]]
        at += 1
        while at < len(pieces):
            word = pieces[at]
            if word == "hundred" and part < HUNDRED:
                part, last = part * HUNDRED, HUNDRED
            elif word == "thousand" and total == 0:
                total, part, last = part * THOUSAND, 0, THOUSAND
            elif word == "and" and last >= HUNDRED and at + 1 < len(pieces) and pieces[at + 1] in _ENGLISH:
                pass
            elif word in _ENGLISH and 0 < _ENGLISH[word] < min(last, HUNDRED) and (last > 10 and last % 10 == 0):  # noqa: PLR2004
                part, last = part + _ENGLISH[word], _ENGLISH[word]
            else:
                break
            at += 1
        found.append((start, total + part))
    return found


def _read_han(text: str) -> int:
    total, digit = 0, 0
    for sign in text:
        if sign in _HAN_TENS:
            total, digit = total + (digit or 1) * _HAN_TENS[sign], 0
        else:
            digit = digit * 10 + _HAN[sign] if digit else _HAN[sign]
    return total + digit

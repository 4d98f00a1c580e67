import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.labeled_sets import assert_linear, read_rows

from llmbattler.core.text.languages import LANGUAGES, detect_language

DATA = Path(__file__).parent / "data"
SENTENCES = {
    "ar": "هذا هو الكتاب الذي كان على الطاولة في البيت.",
    "bg": "Това е книгата, която е на масата, и тя не е за продан.",
    "bn": "এটি একটি বই যা টেবিলের উপর আছে।",
    "cs": "To je kniha, která se na stole nachází, ale není pro děti.",
    "da": "Det er en bog, der ikke blev solgt, og jeg har den med til byen.",
    "de": "Das ist ein Buch, und es liegt nicht auf dem Tisch.",
    "el": "Αυτό είναι ένα βιβλίο.",
    "en": "This is the book that was on the table, and it is not for sale.",
    "es": "El libro que está en la mesa no es para los niños, y por eso se queda.",
    "fa": "این کتابی است که در خانه برای تو است و از آن استفاده می‌شود.",
    "fi": "Se on kirja, joka oli pöydällä, mutta hän ei ole täällä ja tämä voi olla hyvä.",
    "fr": "Le livre est sur la table, et il ne sert pas pour les enfants dans la maison.",
    "gu": "આ એક પુસ્તક છે.",
    "he": "זה ספר על השולחן.",
    "hi": "यह किताब मेज पर है और यह बच्चों के लिए नहीं है।",
    "hu": "Ez egy könyv, és nem az asztalon van, de csak egy volt.",
    "id": "Ini adalah buku yang tidak akan dijual dan saya simpan untuk anak di rumah.",
    "it": "Il libro è sulla tavola e non è per gli altri che sono con noi, anche se più bello.",
    "ja": "これは本です。",
    "kn": "ಇದು ಒಂದು ಪುಸ್ತಕ.",
    "ko": "이것은 책입니다.",
    "mr": "हे पुस्तक आहे आणि ते मुलांसाठी नाही.",
    "ne": "यो किताब हो र यो बच्चाको लागि पनि छ।",
    "nl": "Het boek is niet voor de kinderen, maar het ligt er ook op een tafel van hout.",
    "no": "Det er en bok som ikke ble solgt, men jeg har den av og til.",
    "pa": "ਇਹ ਇੱਕ ਕਿਤਾਬ ਹੈ।",
    "pl": "To jest książka, która nie jest na stole, ale są przez to dla dzieci i się nie nudzą.",
    "pt": "O livro não é para os meninos, mas ao menos uma das meninas o lê com mais gosto.",
    "ro": "Aceasta este o carte care nu este pe masă și sunt mai multe pentru copii.",
    "ru": "Это книга, и она не на столе, но он так и не понял, что это для него.",
    "sv": "Det är en bok som inte var till salu, och jag har den för att läsa.",
    "sw": "Kitabu hiki ni cha watu wa mji na kwa sasa kimo katika nyumba ya mwalimu kama zawadi.",
    "ta": "இது ஒரு புத்தகம்.",
    "te": "ఇది ఒక పుస్తకం.",
    "th": "นี่คือหนังสือ",
    "tr": "Bu kitap çok güzel ama çocuklar için değil, daha çok bir hediye gibi.",
    "uk": "Це книга, і вона не на столі, але він також не зрозумів, що це для нього та як.",
    "ur": "یہ کتاب میز پر ہے اور یہ بچوں کے لیے نہیں ہے۔",
    "vi": "Đây là cuốn sách của tôi và không được bán cho những người này.",
    "zh": "这是一本书。",
    "ca": "El llibre que és a la taula no és per als nens, i per això es queda amb nosaltres.",
    "hr": "Ovo je knjiga koja nije na stolu, ali tko zna što će biti s njom sljedeći tjedan.",
    "hy": "Սա գիրք է։",
    "ka": "ეს წიგნია.",
    "ml": "ഇത് ഒരു പുസ്തകമാണ്.",
    "sk": "To je kniha, ktorá nie je na stole, ale možno ju ešte nájdeme v našej škole.",
    "sr": "Ово је књига која није на столу, али можда ћемо је наћи у школи.",
}


def _judge(name: str) -> tuple[float, float]:
    """The share of right answers, and of wrong ones; the rest is doubt."""
    rows = read_rows(DATA / f"{name}.jsonl")
    right = sum(detect_language(row["text"]) == row["language"] for row in rows)
    wrong = sum(detect_language(row["text"]) not in {row["language"], None} for row in rows)
    return right / len(rows), wrong / len(rows)


def test_short_prompts_are_told_apart() -> None:
    right, wrong = _judge("languages")
    assert right >= 0.98
    assert wrong <= 0.02


def test_prompts_it_was_not_written_for_are_told_apart() -> None:
    right, wrong = _judge("languages_held_out")
    assert right >= 0.95
    assert wrong <= 0.02


@pytest.mark.parametrize("language", SENTENCES)
def test_each_language_is_told_by_a_sentence(language: str) -> None:
    assert detect_language(SENTENCES[language]) == language


def test_every_language_has_its_sentence() -> None:
    assert set(SENTENCES) == LANGUAGES


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Übersetze diesen Text: 日本語", "de"),
        ("東京の人口は? What is it", "ja"),
        ("Что значит слово hello?", "ru"),
        ("ПОМОГИТЕ МНЕ НАПИСАТЬ ПИСЬМО", "ru"),
        ("asdfgh", None),
        ("¿?", None),
    ],
)
def test_mixed_scripts_and_capitals(text: str, language: str | None) -> None:
    assert detect_language(text) == language


def test_the_model_is_loaded_at_its_first_use() -> None:
    """Most processes never need it, and it takes memory and half a second."""
    program = (
        "import sys, llmbattler.arena.turns.flow, llmbattler.scorers.checks.words\n"
        "from llmbattler.core.text.languages import detect_language\n"
        "assert detect_language('이것은 책입니다.') == 'ko'\n"
        "print('py3langid.langid' in sys.modules)\n"
        "assert detect_language('This is a book.') == 'en'\n"
        "print('py3langid.langid' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]


def test_the_labeled_set_is_large() -> None:
    rows = read_rows(DATA / "languages.jsonl")
    assert len(rows) >= 200
    assert len({row["language"] for row in rows} - {None}) >= 20


@pytest.mark.parametrize(
    "text", ["", "ok", "42", "😀", "```python\nfor the in and: is\n```", "`the is and`", "https://example.com/the/is"]
)
def test_it_says_so_when_there_is_nothing_to_go_by(text: str) -> None:
    assert detect_language(text) is None


def test_prose_around_code_counts() -> None:
    assert detect_language("Warum geht das nicht?\n```python\nprint('hello, this is the world')\n```") == "de"


def test_a74_time_does_not_grow_without_bound() -> None:
    assert_linear(detect_language)


def test_the_page_offers_every_language_that_can_be_told() -> None:
    page = Path(__file__).parents[3] / "web" / "src" / "features" / "arena" / "fns" / "topics.ts"
    [offered] = re.findall(r'"((?:[a-z]{2} )+[a-z]{2})"', page.read_text())
    assert set(offered.split()) == LANGUAGES

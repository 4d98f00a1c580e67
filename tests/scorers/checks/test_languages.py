import pytest

from llmbattler.scorers.checks.languages import LANGUAGES, is_written_in

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
}


def test_every_language_has_its_sentence() -> None:
    assert set(SENTENCES) == set(LANGUAGES)


@pytest.mark.parametrize("language", SENTENCES)
def test_knows_each_language_from_all_others(language: str) -> None:
    assert [other for other in LANGUAGES if is_written_in(SENTENCES[language], other)] == [language]


def test_nothing_is_in_no_language() -> None:
    assert not any(is_written_in("123 !?", language) for language in LANGUAGES)

"""Letters of other alphabets that look like Latin ones, after compatibility decomposition.

Both cases of a letter map to the same Latin letter, so words of those alphabets still compare equal in either case.
"""

_PAIRS = (
    # Cyrillic
    ("аеорсухіјѕԛԝһԁԍӏѵүькмнтвзѡ", "aeopcyxijsqwhdglvybkmhtbzw"),
    # Greek
    ("αβεζηικμνορτυχωςσ", "abezhikmnoptyxwss"),
    # Armenian
    ("օսոռցհյաք", "ounnghjwp"),
    # Cherokee
    ("ᎪᏴᏟᎠᎬᎻᎥᎫᏦᏞᎷᏢᏚᎢᏙᏔᎩᏃ", "abcdehijklmpstvwyz"),
    # Latin that does not decompose: strokes, hooks, dotless letters, small capitals
    ("ɑıȷƚłøđħŧɩɪʟɴɢʏᴀʙᴄᴅᴇғʜᴊᴋᴍᴏᴘʀᴛᴜᴠᴡᴢꜱɡɐə", "aijllodhtiilngyabcdefhjkmoprtuvwzsgae"),
    # Signs
    ("∣ǀ", "ll"),
)
_FIRST_LETTER = ord("a")
_LETTERS = 26
# Squared, circled, negative squared letters, and the letters that flags are made of.
_SIGN_ALPHABETS = (0x1F130, 0x1F150, 0x1F170, 0x1F1E6)


def _collect() -> dict[str, str]:
    table = {shape: letter for shapes, letters in _PAIRS for shape, letter in zip(shapes, letters, strict=True)}
    table |= {shape.upper(): letter for shape, letter in table.items() if len(shape.upper()) == 1}
    for first in _SIGN_ALPHABETS:
        table |= {chr(first + place): chr(_FIRST_LETTER + place) for place in range(_LETTERS)}
    return {shape: letter for shape, letter in table.items() if not shape.isascii()}


LOOKALIKES = _collect()

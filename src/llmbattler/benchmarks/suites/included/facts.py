"""Short questions about stable facts."""

from random import Random
from typing import Any

from .seeds import EASY, HARD, MEDIUM

_CAPITALS = {
    EASY: (
        ("France", "Paris"), ("Italy", "Rome"), ("Japan", "Tokyo"), ("Spain", "Madrid"), ("Germany", "Berlin"),
        ("Egypt", "Cairo"), ("Greece", "Athens"), ("Austria", "Vienna"), ("Russia", "Moscow"), ("China", "Beijing"),
        ("Portugal", "Lisbon"), ("Poland", "Warsaw"), ("Ireland", "Dublin"), ("Norway", "Oslo"), ("Cuba", "Havana"),
        ("Peru", "Lima"), ("Hungary", "Budapest"), ("Sweden", "Stockholm"), ("Denmark", "Copenhagen"), ("Finland",
        "Helsinki"),
    ),
    MEDIUM: (
        ("Canada", "Ottawa"), ("Australia", "Canberra"), ("Brazil", "Brasília|Brasilia"), ("Turkey", "Ankara"),
        ("Switzerland", "Bern|Berne"), ("New Zealand", "Wellington"), ("Morocco", "Rabat"), ("Vietnam", "Hanoi"),
        ("Kenya", "Nairobi"), ("Chile", "Santiago"), ("Colombia", "Bogotá|Bogota"), ("Romania", "Bucharest"),
        ("Ukraine", "Kyiv|Kiev"), ("Iceland", "Reykjavik|Reykjavík"), ("Croatia", "Zagreb"), ("Nepal", "Kathmandu"),
        ("Jordan", "Amman"), ("Ecuador", "Quito"), ("Ghana", "Accra"), ("Senegal", "Dakar"),
    ),
    HARD: (
        ("Kazakhstan", "Astana"), ("Bhutan", "Thimphu"), ("Burkina Faso", "Ouagadougou"), ("Suriname", "Paramaribo"),
        ("Mongolia", "Ulaanbaatar|Ulan Bator"), ("Laos", "Vientiane"), ("Brunei",
        "Bandar Seri Begawan"), ("Botswana", "Gaborone"),
        ("Tajikistan", "Dushanbe"), ("Mauritania", "Nouakchott"), ("Vanuatu", "Port Vila"), ("Liechtenstein", "Vaduz"),
        ("Kyrgyzstan", "Bishkek"), ("Moldova", "Chișinău|Chisinau"), ("Rwanda", "Kigali"), ("Namibia", "Windhoek"),
        ("Azerbaijan", "Baku"), ("Turkmenistan", "Ashgabat"), ("Eritrea", "Asmara"), ("Malawi", "Lilongwe"),
    ),
}  # fmt: skip
_ELEMENTS = {
    EASY: (("oxygen", "O", 8), ("hydrogen", "H", 1), ("carbon", "C", 6), ("nitrogen", "N", 7), ("helium", "He", 2),
           ("calcium", "Ca", 20), ("sulphur", "S", 16), ("neon", "Ne", 10), ("aluminium", "Al", 13), ("lithium",
           "Li", 3)),
    MEDIUM: (("iron", "Fe", 26), ("gold", "Au", 79), ("silver", "Ag", 47), ("sodium", "Na", 11), ("potassium", "K", 19),
             ("copper", "Cu", 29), ("lead", "Pb", 82), ("tin", "Sn", 50), ("zinc", "Zn", 30), ("mercury", "Hg", 80)),
    HARD: (("tungsten", "W", 74), ("antimony", "Sb", 51), ("molybdenum", "Mo", 42), ("praseodymium", "Pr", 59),
           ("rhenium", "Re", 75), ("hafnium", "Hf", 72), ("yttrium", "Y", 39), ("gadolinium", "Gd", 64), ("osmium",
           "Os", 76),
           ("thulium", "Tm", 69)),
}  # fmt: skip
_OTHERS = {
    EASY: (
        ("How many sides does a hexagon have?", "6|six"), ("How many minutes are in two hours?", "120"),
        ("Which planet is closest to the Sun?", "Mercury"), ("How many legs does a spider have?", "8|eight"),
        ("At how many degrees Celsius does water boil at sea level?", "100"), ("How many days has a leap year?", "366"),
    ),
    MEDIUM: (
        ("Who wrote the play Hamlet?", "Shakespeare"), ("In which year did the Berlin Wall fall?", "1989"),
        ("What is the largest planet of the Solar System?", "Jupiter"), ("How many bones has an adult human body?",
        "206"),
        ("Which gas do plants take in for photosynthesis?",
        "carbon dioxide|CO2"), ("What is the square root of 196?", "14"),
    ),
    HARD: (
        ("In which year was the Peace of Westphalia signed?", "1648"), ("Who composed the opera Lakmé?", "Delibes"),
        ("What is the only even prime number?", "2|two"), ("Which moon of Saturn has a thick atmosphere?", "Titan"),
        ("What is the SI unit of magnetic flux?", "weber"), ("Who proved the incompleteness theorems of arithmetic?",
        "Gödel|Goedel|Godel"),
    ),
}  # fmt: skip


def list_facts() -> list[dict[str, Any]]:
    """All facts, grouped by kind."""
    kinds = [
        [
            _fact(f"What is the capital of {country}?", town, "capital", level)
            for level, pairs in _CAPITALS.items()
            for country, town in pairs
        ],
        [
            _fact(f"What is the chemical symbol of {name}?", symbol, "symbol", level)
            for level, elements in _ELEMENTS.items()
            for name, symbol, _ in elements
        ],
        [
            _fact(f"What is the atomic number of {name}?", str(number), "atomic number", level)
            for level, elements in _ELEMENTS.items()
            for name, _, number in elements
        ],
        [_fact(question, answer, "other", level) for level, pairs in _OTHERS.items() for question, answer in pairs],
    ]
    return [fact for kind in kinds for fact in kind]


def _fact(question: str, answers: str, kind: str, level: str) -> dict[str, Any]:
    return {"question": question, "answer": answers.split("|"), "kind": kind, "level": level}


def order_facts(rng: Random) -> list[dict[str, Any]]:
    facts = list_facts()
    rng.shuffle(facts)
    return facts

"""The tables of the book, typed a second time: prices, wages, traits, bonds, spells, moods, creatures."""

from __future__ import annotations

import pytest

from arbitro.rulesets.cairn import RULESET

rule = pytest.mark.rule
LIBRARY = RULESET.library


def bought(rule_id: str) -> dict[str, int]:
    """Everything of a market table by its English name, with its price."""
    return {t.name_en: t.price for t in LIBRARY.things.values() if t.rule == rule_id and t.price is not None}


@rule("CRN-MKT-01.1")
def test_armour() -> None:
    table = {
        "Shield": ("+1", 10, False),
        "Helmet": ("+1", 10, False),
        "Gambeson": ("+1", 15, False),
        "Brigandine": ("1", 20, True),
        "Chainmail": ("2", 40, True),
        "Plate": ("3", 60, True),
    }
    shipped = {
        t.name_en: (f"{'+' if t.plus else ''}{t.armour}", t.price, t.bulky)
        for t in LIBRARY.things.values()
        if t.rule == "CRN-MKT-01"
    }
    assert shipped == table


@rule("CRN-MKT-02.1")
def test_weapons() -> None:
    table = {
        **dict.fromkeys(("Dagger", "Cudgel", "Sickle", "Staff"), (6, 5, False)),
        **dict.fromkeys(("Spear", "Sword", "Mace", "Axe", "Flail"), (8, 10, False)),
        **dict.fromkeys(("Halberd", "War hammer", "Long sword"), (10, 20, True)),
        "Sling": (6, 5, False),
        "Bow": (6, 20, True),
        "Crossbow": (8, 30, True),
    }
    shipped = {t.name_en: (t.dice[0], t.price, t.bulky) for t in LIBRARY.things.values() if t.rule == "CRN-MKT-02"}
    assert shipped == table
    assert {t.name_en for t in LIBRARY.things.values() if t.rule == "CRN-MKT-02" and t.ranged} == {
        "Sling",
        "Bow",
        "Crossbow",
    }


@rule("CRN-MKT-03.1")
def test_transport() -> None:
    table = {
        "Cart": (4, 30),
        "Wagon": (8, 200),
        "Horse": (4, 75),
        "Mule": (6, 30),
        "Carriage seat": (0, 5),
        "Ship passage": (0, 10),
    }
    assert {t.name_en: (t.carries, t.price) for t in LIBRARY.things.values() if t.rule == "CRN-MKT-03"} == table


@rule("CRN-MKT-04.1", "CRN-MKT-04.2")
def test_upkeep() -> None:
    assert bought("CRN-MKT-04") == {
        "Room and board, one night": 10,
        "Private room and board for four": 35,
        "Stable and feed, one night": 5,
        "Medical healing": 50,
        "Rations": 10,
        "Animal feed": 5,
    }
    assert LIBRARY.things["razioni"].doses == 3 and LIBRARY.things["foraggio"].doses == 3
    assert LIBRARY.things["foraggio"].bulky


@rule("CRN-MKT-05.1")
def test_wages() -> None:
    assert {role.name_en: role.wage for role in LIBRARY.roles.values()} == {
        "Alchemist": 30,
        "Animal handler": 5,
        "Blacksmith": 15,
        "Bodyguard": 10,
        "Local guide": 5,
        "Lockpick": 10,
        "Navigator": 10,
        "Sailor": 5,
        "Scholar": 20,
        "Tracker": 5,
        "Trapper": 5,
        "Veteran bodyguard": 20,
    }


@rule("CRN-MKT-06.1", "CRN-MKT-06.2")
def test_gear() -> None:
    assert bought("CRN-MKT-06") == {
        "Air bladder": 5,
        "Antitoxin": 20,
        "Bandages": 30,
        "Bathing goods": 5,
        "Book": 50,
        "Caltrops": 10,
        "Card deck": 5,
        "Chain, 10 ft": 10,
        "Chalk": 1,
        "Chest": 25,
        "Chisel": 5,
        "Common agents": 10,
        "Common tools": 10,
        "Compass": 75,
        "Complex instrument": 50,
        "Containers": 10,
        "Cooking gear": 10,
        "Costume gear": 15,
        "Dowsing rod": 15,
        "Expeditionary gear": 10,
        "Fire oil": 10,
        "Fishing rod": 10,
        "Games": 10,
        "Gloves": 20,
        "Grappling hook": 25,
        "Lantern": 10,
        "Mirror": 5,
        "Net": 10,
        "Oil can": 10,
        "Outdoor comfort": 10,
        "Parchment": 10,
        "Pole, 10 ft": 5,
        "Repellent": 10,
        "Rope, 25 ft": 5,
        "Sedative": 30,
        "Sewing kit": 20,
        "Simple instrument": 10,
        "Smoking pipe": 15,
        "Specialized tools": 20,
        "Spiked boots": 15,
        "Spyglass": 40,
        "Tent for two": 20,
        "Thieving tools": 25,
        "Torch": 5,
        "Trap": 35,
        "Whistle": 15,
        "Wilderness clothes": 15,
    }
    gear = {t.name_en: t for t in LIBRARY.things.values() if t.rule == "CRN-MKT-06"}
    assert {n: gear[n].doses for n in ("Bandages", "Oil can", "Parchment", "Torch")} == {
        "Bandages": 3,
        "Oil can": 6,
        "Parchment": 3,
        "Torch": 3,
    }
    assert {n for n, t in gear.items() if t.petty} == {
        "Chalk",
        "Gloves",
        "Smoking pipe",
        "Whistle",
        "Wilderness clothes",
    }
    assert {n for n, t in gear.items() if t.bulky} == {"Tent for two"}


@rule("CRN-TRT-01.1")
def test_traits() -> None:
    table = {
        "Physique": "Athletic Brawny Flabby Lanky Rugged Scrawny Short Statuesque Stout Towering",
        "Skin": "Birthmarked Marked Oily Rosy Scarred Soft Tanned Tattooed Weathered Webbed",
        "Hair": "Bald Braided Curly Filthy Frizzy Long Luxurious Oily Wavy Wispy",
        "Face": "Bony Broken Chiseled Elongated Pale Perfect Rakish Sharp Square Sunken",
        "Speech": "Blunt Booming Cryptic Droning Formal Gravelly Precise Squeaky Stuttering Whispery",
        "Clothing": "Antique Bloody Elegant Filthy Foreign Frayed Frumpy Livery Rancid Soiled",
        "Virtue": "Ambitious Cautious Courageous Disciplined Gregarious Honorable Humble Merciful Serene Tolerant",
        "Vice": "Aggressive Bitter Craven Deceitful Greedy Lazy Nervous Rude Vain Vengeful",
    }
    assert {trait.name_en: trait.words_en for trait in LIBRARY.traits.values()} == {
        k: v.split() for k, v in table.items()
    }


@rule("CRN-BND-01.1")
def test_bonds() -> None:
    things = {
        1: "gemma",
        2: "bussola-del-bosco",
        3: "ritratto",
        4: "prisma",
        5: "muschio-d-argento",
        6: "diario-che-si-scrive",
        7: "mezza-chiave",
        8: "lettera-fatata",
        9: "anello-con-sigillo",
        11: "mappa-del-tesoro",
        12: "lettera-all-inverno",
        14: "bracciale-promesso",
        16: "fischietto-che-torna",
        17: "fiore-rosso",
        18: "liutino",
        19: "rametto",
    }
    by_face = {bond.d20: bond for bond in LIBRARY.bonds.values()}
    assert sorted(by_face) == list(range(1, 21))
    assert {face: bond.items[0] for face, bond in by_face.items() if bond.items} == things
    assert {face: bond.coins for face, bond in by_face.items() if bond.coins} == {2: 20}
    petty = {face for face, thing in things.items() if LIBRARY.things[thing].petty}
    assert petty == set(things) - {6, 18}
    table = by_face[10], by_face[15], by_face[13]
    assert [bool(RULESET.records[bond.id].always) for bond in table] == [True, True, True]


def test_omens() -> None:
    assert sorted(omen.d20 for omen in LIBRARY.omens.values()) == list(range(1, 21))
    assert len({omen.text for omen in LIBRARY.omens.values()}) == 20


@rule("CRN-SPL-01.1")
def test_spell_names() -> None:
    names = [
        "Adhere",
        "Anchor",
        "Animate Object",
        "Anthropomorphize",
        "Arcane Eye",
        "Astral Prison",
        "Attract",
        "Auditory Illusion",
        "Babble",
        "Bait Flower",
        "Beast Form",
        "Befuddle",
        "Body Swap",
        "Charm",
        "Command",
        "Comprehend",
        "Cone of Foam",
        "Control Plants",
        "Control Weather",
        "Cure Wounds",
        "Deafen",
        "Detect Magic",
        "Disassemble",
        "Disguise",
        "Displace",
        "Earthquake",
        "Elasticity",
        "Elemental Wall",
        "Filch",
        "Fish Lung",
        "Flare",
        "Fog Cloud",
        "Frenzy",
        "Gate",
        "Gravity Shift",
        "Greed",
        "Haste",
        "Hatred",
        "Hear Whispers",
        "Hover",
        "Hypnotize",
        "Icy Touch",
        "Identify Owner",
        "Illuminate",
        "Invisible Tether",
        "Knock",
        "Leap",
        "Liquid Air",
        "Magic Dampener",
        "Manse",
        "Marble Craze",
        "Masquerade",
        "Miniaturize",
        "Mirror Image",
        "Mirrorwalk",
        "Multiarm",
        "Night Sphere",
        "Objectify",
        "Ooze Form",
        "Pacify",
        "Passage",
        "Phobia",
        "Pit",
        "Primal Surge",
        "Push/Pull",
        "Raise Dead",
        "Raise Spirit",
        "Read Mind",
        "Repel",
        "Scry",
        "Sculpt Elements",
        "Sense",
        "Shield",
        "Shroud",
        "Shuffle",
        "Skillful Repair",
        "Sleep",
        "Slick",
        "Smoke Form",
        "Sniff",
        "Snuff",
        "Sort",
        "Spellsaw",
        "Spider Climb",
        "Swarm",
        "Target Lure",
        "Telekinesis",
        "Telepathy",
        "Teleport",
        "Thicket",
        "Time Control",
        "True Sight",
        "Upwell",
        "Vision",
        "Visual Illusion",
        "Ward",
        "Web",
        "Widget",
        "Wizard Mark",
        "X-Ray Vision",
    ]
    assert [s.name_en for s in sorted(LIBRARY.spells.values(), key=lambda s: s.d100)] == names


CREATURES = {  # PF, Armatura, FOR, DES, VOL, first attack's dice
    "troll": (14, 1, 14, 12, 4, [10]),
    "goblin": (4, 0, 8, 12, 8, [6]),
    "scheletro": (5, 1, 8, 13, 0, [6]),
    "lupo": (6, 0, 12, 14, 8, [8]),
    "ogre": (6, 1, 16, 8, 6, [10]),
    "ghoul": (6, 0, 14, 8, 3, [6, 6]),
    "orso-bruno": (6, 0, 15, 13, 5, [8, 8]),
    "drago-verde": (12, 2, 14, 15, 18, [12]),
    "zombi": (2, 0, 12, 6, 3, [6]),
    "minotauro": (12, 1, 16, 12, 8, [10]),
    "gnoll": (6, 1, 12, 14, 8, [8]),
    "idra": (12, 2, 13, 7, 12, [12]),
    "wight": (12, 3, 16, 8, 12, [10]),
    "ombra": (14, 0, 1, 18, 14, [6]),
    "licantropo": (8, 0, 15, 14, 6, [6, 6]),
    "coboldo": (3, 0, 8, 13, 4, [6]),
    "hobgoblin": (6, 2, 14, 8, 11, [8]),
    "lich": (14, 1, 8, 8, 18, [8]),
}


@pytest.mark.parametrize("id_", CREATURES)
def test_creatures(id_: str) -> None:
    m = LIBRARY.monsters[id_]
    assert (m.pf, m.armour, m.forza, m.des, m.vol, m.attacks[0].dice) == CREATURES[id_]


def test_there_are_enough_creatures_spells_and_relics() -> None:
    assert len(LIBRARY.monsters) >= 60
    assert {m.id for m in LIBRARY.monsters.values() if m.formation} >= {"drago-verde", "idra", "api-assassine"}


@rule("CRN-TERM-01.1", "CRN-TERM-01.2", "CRN-TERM-01.3", "CRN-TERM-01.4")
def test_terms() -> None:
    words = RULESET.messages()
    assert words.text("it", "word.attribute.pf") == "PF" and words.text("en", "word.attribute.pf") == "HP"
    assert LIBRARY.conditions["esausto"].name == "Esausto" and words.text("it", "badge.fatigue") == "Fatica"
    assert words.text("it", "word.seat.referee").endswith("Custode")
    assert words.text("it", "note.blast") == "scoppio"
    assert [words.text("it", f"word.kind.{kind}") for kind in ("pc", "hireling", "foe")] == [
        "personaggio",
        "mercenario",
        "avversario",
    ]

"""Characters made with dice: steps, tables, the twenty backgrounds."""

from __future__ import annotations

import pytest

from arbitro.rulesets.cairn import RULESET
from arbitro.rulesets.cairn.events import Joined
from tests.cairn.table import Table

rule = pytest.mark.rule
LIBRARY = RULESET.library
SCORES = (1, 2, 3, 4, 4, 4, 6, 6, 6)
TRAITS = tuple(range(1, 9))


def made(background: str, *dice: int, swap: str = "none", party: dict | None = None) -> Table:
    table = Table(party or {"a1": {"age": 12}}, calm=True, dice=dice)
    table.call("create", background)
    if table.asked == "swap":
        table.answer(swap)
    return table


@rule("CRN-CHR-01.1", "CRN-CHR-01.2", "CRN-CHR-01.3", "CRN-BKG-00.1", "CRN-CHR-03.1")
@rule("CRN-CHR-04.1", "CRN-CHR-04.2", "CRN-CHR-05.1", "CRN-TRT-01.1", "CRN-BND-01.1", "CRN-OMN-01.1")
def test_creation_step_by_step() -> None:
    """Background 20; scores; PF 5; traits; rows 3 and 2; bond 2 (20 coins); age 2d20 + 10; coins 3d6; omen 7."""
    dice = (20, *SCORES, 5, *TRAITS, 3, 2, 2, 1, 3, 4, 5, 6, 7, 2)
    table = made("roll", *dice, party={"a1": {"age": 30}})
    table.done()
    new = table.the(Joined).creature
    assert new.background == "scrivano" and new.kind == "pc" and new.id == "a2" and new.name == "Clemente"
    assert (new.forza, new.des, new.vol, new.pf, new.pf_max) == (6, 12, 18, 5, 5)
    assert new.traits == tuple(zip(LIBRARY.traits, TRAITS, strict=True))
    assert (new.age, new.coins) == (14, 35)
    assert LIBRARY.bonds[new.bonds[0]].d20 == 2 and LIBRARY.omens[new.omens[0]].d20 == 7, "the youngest of the party"
    things = [item.thing for item in new.items]
    assert things[:6] == ["razioni", "torcia", "penna-e-inchiostro", "libro-bianco", "punteruolo", "distintivo"]
    assert things[6:] == ["libro-sulle-radici", "pietre-cifrate", "bussola-del-bosco"] and new.items[0].uses == 3


@rule("CRN-CHR-01.3", "CRN-OMN-01.1")
def test_only_the_youngest_rolls_an_omen() -> None:
    table = made("scrivano", *SCORES, 5, *TRAITS, 3, 2, 1, 20, 20, 4, 5, 6, 2)
    assert table.the(Joined).creature.omens == ()
    table.done()


@rule("CRN-CHR-02.1", "CRN-CHR-02.2")
@pytest.mark.parametrize(
    ("swap", "scores"),
    [("none", (6, 12, 18)), ("forza-des", (12, 6, 18)), ("forza-vol", (18, 12, 6)), ("des-vol", (6, 18, 12))],
)
def test_any_two_scores_may_change_places(swap: str, scores: tuple[int, int, int]) -> None:
    dice = (*SCORES, 5, *TRAITS, 3, 2, 1, 20, 20, 4, 5, 6, 2)
    table = Table({"a1": {"age": 12}}, calm=True, dice=dice)
    table.call("create", "scrivano")
    assert table.asked == "swap" and len(table.offered()) == 4
    table.answer(swap)
    new = table.the(Joined).creature
    assert (new.forza, new.des, new.vol) == scores


# Typed from the published lists, apart from the shipped files: place, id, starting things besides rations.
BACKGROUNDS = {
    1: ("aurifex", ["lanterna", "latta-d-olio", "coltello-ad-ago", "guanti-protettivi"]),
    2: ("cerusico", ["torcia", "sega-per-ossa", "bende", "sanguisuga", "abito-da-medico"]),
    3: ("domatore", ["torcia", "frusta", "dardi-soporiferi", "richiamo", "corda"]),
    4: ("ossuario", ["lanterna", "latta-d-olio", "paletto", "catena"]),
    5: ("tagliaborse", ["torcia", "pugnali-gemelli", "cuoio-imbottito", "grimaldelli", "abito-nero"]),
    6: ("guardacampi", ["torcia", "brigantina", "fionda", "accetta", "repellente-3"]),
    7: ("arciere", ["torcia", "coltello-seghettato", "cuoio-bollito", "unguento-di-radice"]),
    8: ("trovatello", ["torcia", "sale", "amuleto-che-brilla", "fionda", "pugnale"]),
    9: ("fungaiolo", ["paletta-affilata", "elmo-con-candela", "corda", "secchio"]),
    10: ("erborista", ["torcia", "pentola", "coltello-da-radici", "balsamo", "ciondolo-di-spago"]),
    11: ("mezza-strega", ["torcia", "libro-boscaglia", "pugnale-di-ferro", "erbe", "mantello-di-foglie"]),
    12: ("rompi-malie", ["torcia", "paramenti", "tinture", "coltello-d-argento", "balestra"]),
    13: ("giullare", ["torcia", "costume", "strumento-semplice", "giaco-fortunato", "fionda"]),
    14: ("stagnino", ["torcia", "tenaglie", "rotolo-di-stagno", "guanti", "martello"]),
    15: ("guardia-di-confine", ["lanterna", "latta-d-olio", "spadone", "cuoio-bollito"]),
    16: ("ciarlatano", ["torcia", "carretto", "mazzo-truccato", "cappello", "bastone-animato"]),
    17: ("staffetta", ["torcia", "spadone", "cuoio-da-sella", "balestra", "cannocchiale"]),
    18: ("cacciatore-furtivo", ["torcia", "telo", "cuoio-bollito", "spada-corta", "trappola-a-molla"]),
    19: ("corriere-di-fiume", ["torcia", "scarpe-da-acqua", "brigantina", "bussola", "pugnale"]),
    20: ("scrivano", ["torcia", "penna-e-inchiostro", "libro-bianco", "punteruolo", "distintivo"]),
}
DICE = {  # damage dice of their weapons
    "coltello-ad-ago": [6],
    "sega-per-ossa": [6],
    "frusta": [6],
    "paletto": [6],
    "pugnali-gemelli": [6, 6],
    "fionda": [6],
    "accetta": [6],
    "coltello-seghettato": [6],
    "pugnale": [6],
    "paletta-affilata": [6],
    "coltello-da-radici": [6],
    "pugnale-di-ferro": [6],
    "coltello-d-argento": [6],
    "balestra": [8],
    "martello": [6],
    "spadone": [10],
    "bastone-animato": [6],
    "spada-corta": [6],
    "punteruolo": [6],
}
ARMOUR = {
    "cuoio-imbottito": (1, False),
    "brigantina": (1, False),
    "cuoio-bollito": (1, False),
    "cuoio-da-sella": (1, False),
    "elmo-con-candela": (1, True),
    "giaco-fortunato": (1, True),
}
USES = {
    "torcia": 3,
    "latta-d-olio": 6,
    "bende": 3,
    "sanguisuga": 3,
    "dardi-soporiferi": 6,
    "repellente-3": 3,
    "unguento-di-radice": 1,
    "balsamo": 1,
    "erbe": 3,
    "elmo-con-candela": 6,
    "trappola-a-molla": 1,
}
PETTY = (
    "guanti-protettivi",
    "abito-da-medico",
    "abito-nero",
    "amuleto-che-brilla",
    "ciondolo-di-spago",
    "paramenti",
    "guanti",
    "cappello",
    "distintivo",
)
BULKY = ("pugnali-gemelli", "brigantina", "balestra", "spadone", "carretto")


@pytest.mark.parametrize("place", [pytest.param(n, marks=rule(f"CRN-BKG-{n:02d}.1")) for n in BACKGROUNDS])
def test_what_a_background_begins_with(place: int) -> None:
    id_, things = BACKGROUNDS[place]
    background = LIBRARY.backgrounds[id_]
    assert (background.d20, background.rule, background.items) == (place, f"CRN-BKG-{place:02d}", things)
    for thing in things:
        shape = LIBRARY.things[thing]
        assert shape.dice == DICE.get(thing, []), thing
        assert (shape.armour, shape.plus) == ARMOUR.get(thing, (0, False)), thing
        assert shape.doses == USES.get(thing, 0) and shape.petty == (thing in PETTY) and shape.bulky == (thing in BULKY)
    table = made(id_, *SCORES, 5, *TRAITS, *dice_for(place, 2, 1))
    new = table.all(Joined)[0].creature
    assert new.items[0].thing == "razioni" and [item.thing for item in new.items][1 : len(things) + 1] == things


def dice_for(place: int, first: int, second: int) -> list[int]:
    """Rows, PF of a row, bonds, age, coins, omens and name of a background."""
    background = LIBRARY.backgrounds[BACKGROUNDS[place][0]]
    rows = (background.first[first - 1], background.second[second - 1])
    bonds = background.bonds + sum(row.bond for row in rows)
    omens = int(background.omen) + sum(row.omen for row in rows)
    extra = [3 for row in rows if row.pf_die]
    return [first, second, *extra, *[3] * bonds, 10, 10, 3, 4, 5, *[9] * omens, 1]


@pytest.mark.parametrize("place", [pytest.param(n, marks=rule(f"CRN-BKG-{n:02d}.2")) for n in BACKGROUNDS])
@pytest.mark.parametrize("face", range(1, 7))
def test_two_tables_of_six_rows(place: int, face: int) -> None:
    id_ = BACKGROUNDS[place][0]
    background = LIBRARY.backgrounds[id_]
    other = 7 - face
    table = made(id_, *SCORES, 5, *TRAITS, *dice_for(place, face, other))
    new = table.all(Joined)[0].creature
    rows = (background.first[face - 1], background.second[other - 1])
    wanted = [thing for row in rows for thing in row.items]
    slots = sum(LIBRARY.things[thing].slots for thing in ("razioni", *background.items, *wanted))
    if slots <= 9:
        assert set(wanted) <= {item.thing for item in new.items}
    assert new.marks == tuple(mark for row in rows for mark in row.marks)
    assert new.pf == 5 + 3 * sum(bool(row.pf_die) for row in rows)
    assert new.coins == 12 + sum(row.coins for row in rows)
    companions = [row.companion for row in rows if row.companion]
    assert [event.creature.profile for event in table.all(Joined)[1:]] == companions
    table.done()


def test_a_living_nightmare_has_the_scores_and_the_points_of_whom_it_follows() -> None:
    table = made("mezza-strega", *SCORES, 5, *TRAITS, *dice_for(11, 3, 1))
    witch, nightmare = (event.creature for event in table.all(Joined))
    assert nightmare.profile == "incubo-vivente" and nightmare.attacks == ("incubo-vivente-artigli",)
    for score in ("pf", "forza", "des", "vol"):
        assert nightmare.score(score) == nightmare.highest(score) == witch.highest(score)
    assert nightmare.forza != LIBRARY.monsters["incubo-vivente"].forza


@rule("CRN-BKG-06.3")
def test_a_fieldwarden_rolls_a_second_bond() -> None:
    table = made("guardacampi", *SCORES, 5, *TRAITS, *dice_for(6, 2, 2))
    assert len(table.the(Joined).creature.bonds) == 2


@rule("CRN-BKG-08.3")
def test_a_foundling_rolls_an_omen_whatever_their_age() -> None:
    table = made("trovatello", *SCORES, 5, *TRAITS, *dice_for(8, 2, 2))
    assert len(table.the(Joined).creature.omens) == 1


# What rows are worth in numbers, typed a second time: background, table, row, thing, what it must be.
NUMBERS = [
    (1, "first", 5, "schioppo", {"dice": [12], "blast": True, "bulky": True}),
    (1, "second", 2, "sfera-esplosiva", {"dice": [12], "blast": True, "bulky": True, "doses": 1}),
    (2, "first", 6, "braccio-di-metallo", {"dice": [8], "bulky": True}),
    (3, "first", 4, "fischio-d-uccello", {"charges": 3}),
    (4, "first", 4, "carro-funebre", {"carries": 6, "slow": True}),
    (5, "second", 1, "anello-del-gatto", {"charges": 2}),
    (6, "first", 2, "semi-di-fuoco", {"dice": [8], "blast": True, "doses": 4}),
    (7, "second", 2, "arco-di-rovere", {"dice": [8], "bulky": True}),
    (7, "second", 5, "arco-di-bambu", {"dice": [6], "bulky": False}),
    (8, "first", 1, "arco-lungo", {"dice": [8], "bulky": True}),
    (9, "first", 1, "tromba-stridente", {"doses": 2}),
    (10, "second", 5, "bomba-di-semi", {"dice": [6], "blast": True, "doses": 3}),
    (11, "second", 4, "linfa-di-pietra", {"doses": 3}),
    (12, "first", 2, "mazza-di-meteorite", {"dice": [8]}),
    (13, "first", 5, "cotta-da-scena", {"armour": 1}),
    (14, "second", 1, "uova-di-fuoco", {"dice": [8], "blast": True, "doses": 6}),
    (14, "first", 3, "martello-da-forgia", {"dice": [10], "bulky": True}),
    (15, "second", 4, "fiasca-di-fuoco", {"doses": 1}),
    (16, "first", 3, "coltellino", {"dice": [6], "petty": True}),
    (17, "second", 3, "cavallo-da-soma", {"carries": 6}),
    (18, "first", 1, "arto-alchemico", {"dice": [8], "petty": True}),
    (19, "first", 2, "nodo-di-brezza", {"charges": 3}),
    (20, "second", 6, "foglia-d-eco", {"petty": True}),
]


@pytest.mark.parametrize(("place", "table", "row", "thing", "numbers"), NUMBERS)
def test_numbers_of_rows(place: int, table: str, row: int, thing: str, numbers: dict) -> None:
    background = LIBRARY.backgrounds[BACKGROUNDS[place][0]]
    assert thing in getattr(background, table)[row - 1].items
    assert {key: getattr(LIBRARY.things[thing], key) for key in numbers} == numbers

"""The tables of weapons, armour and loads, typed a second time: the shipped data say the same."""

from __future__ import annotations

import re

import pytest

from arbitro.rulesets.pathfinder.content import built_in

CLASS = {"s": "simple", "m": "martial", "e": "exotic"}
GROUP = {"u": "unarmed", "l": "light", "1": "one-handed", "2": "two-handed", "r": "ranged"}
TYPE = {"B": "contundente", "P": "perforante", "S": "tagliente"}
SPECIAL = {"entangles": "entangle"}

WEAPONS = """
guanto-d-arme                   s u 1d2      1d3      x2        -    B    -
senz-armi                       s u 1d2      1d3      x2        -    B    nonlethal
pugnale                         s l 1d3      1d4      19-20/x2  3    P/S  -
pugnale-da-mischia              s l 1d3      1d4      x3        -    P    -
guanto-d-arme-chiodato          s l 1d3      1d4      x2        -    P    -
mazza-leggera                   s l 1d4      1d6      x2        -    B    -
falcetto                        s l 1d4      1d6      x2        -    S    trip
randello                        s 1 1d4      1d6      x2        3    B    -
mazza-pesante                   s 1 1d6      1d8      x2        -    B    -
morning-star                    s 1 1d6      1d8      x2        -    B+P  -
lancia-corta                    s 1 1d4      1d6      x2        6    P    -
lancia-lunga                    s 2 1d6      1d8      x3        -    P    brace,reach
bastone-ferrato                 s 2 1d4/1d4  1d6/1d6  x2        -    B    double,monk
lancia                          s 2 1d6      1d8      x3        6    P    brace
cerbottana                      s r 1        1d2      x2        6    P    -
balestra-pesante                s r 1d8      1d10     19-20/x2  36   P    -
balestra-leggera                s r 1d6      1d8      19-20/x2  24   P    -
dardo                           s r 1d3      1d4      x2        6    P    -
giavellotto                     s r 1d4      1d6      x2        9    P    -
fionda                          s r 1d3      1d4      x2        15   B    -
ascia-da-lancio                 m l 1d4      1d6      x2        3    S    -
martello-leggero                m l 1d3      1d4      x2        6    B    -
ascia                           m l 1d4      1d6      x3        -    S    -
kukri                           m l 1d3      1d4      18-20/x2  -    S    -
piccone-leggero                 m l 1d3      1d4      x4        -    P    -
manganello                      m l 1d4      1d6      x2        -    B    nonlethal
colpo-di-scudo-leggero          m l 1d2      1d3      x2        -    B    -
chiodature                      m l 1d4      1d6      x2        -    P    -
scudo-leggero-chiodato          m l 1d3      1d4      x2        -    P    -
coltello-stellare               m l 1d3      1d4      x3        6    P    -
spada-corta                     m l 1d4      1d6      19-20/x2  -    P    -
ascia-da-battaglia              m 1 1d6      1d8      x3        -    S    -
mazzafrusto                     m 1 1d6      1d8      x2        -    B    disarm,trip
spada-lunga                     m 1 1d6      1d8      19-20/x2  -    S    -
piccone-pesante                 m 1 1d4      1d6      x4        -    P    -
stocco                          m 1 1d4      1d6      18-20/x2  -    P    -
scimitarra                      m 1 1d4      1d6      18-20/x2  -    S    -
colpo-di-scudo-pesante          m 1 1d3      1d4      x2        -    B    -
scudo-pesante-chiodato          m 1 1d4      1d6      x2        -    P    -
tridente                        m 1 1d6      1d8      x2        3    P    brace
martello-da-guerra              m 1 1d6      1d8      x3        -    B    -
falchion                        m 2 1d6      2d4      18-20/x2  -    S    -
falcione                        m 2 1d8      1d10     x3        -    S    reach
ascia-bipenne                   m 2 1d10     1d12     x3        -    S    -
randello-pesante                m 2 1d8      1d10     x2        -    B    -
mazzafrusto-pesante             m 2 1d8      1d10     19-20/x2  -    B    disarm,trip
spadone                         m 2 1d10     2d6      19-20/x2  -    S    -
giusarma                        m 2 1d6      2d4      x3        -    S    reach,trip
alabarda                        m 2 1d8      1d10     x3        -    P/S  brace,trip
lancia-da-cavaliere             m 2 1d6      1d8      x3        -    P    reach
corsesca                        m 2 1d6      2d4      x3        -    P    disarm,reach
falce                           m 2 1d6      2d4      x4        -    P/S  trip
arco-lungo                      m r 1d6      1d8      x3        30   P    -
arco-lungo-composito            m r 1d6      1d8      x3        33   P    -
arco-corto                      m r 1d4      1d6      x3        18   P    -
arco-corto-composito            m r 1d4      1d6      x3        21   P    -
kama                            e l 1d4      1d6      x2        -    S    monk,trip
nunchaku                        e l 1d4      1d6      x2        -    B    disarm,monk
sai                             e l 1d3      1d4      x2        -    B    disarm,monk
siangham                        e l 1d4      1d6      x2        -    P    monk
spada-bastarda                  e 1 1d8      1d10     19-20/x2  -    S    -
ascia-da-guerra-nanica          e 1 1d8      1d10     x3        -    S    -
frusta                          e 1 1d2      1d3      x2        -    S    disarm,nonlethal,reach,trip
ascia-doppia-orchesca           e 2 1d6/1d6  1d8/1d8  x3        -    S    double
catena-chiodata                 e 2 1d6      2d4      x2        -    P    disarm,trip
lama-curva-elfica               e 2 1d8      1d10     18-20/x2  -    S    -
mazzafrusto-doppio              e 2 1d6/1d6  1d8/1d8  x2        -    B    disarm,double,trip
martello-picca-gnomesco         e 2 1d6/1d4  1d8/1d6  x3/x4     -    B/P  double,trip
spada-a-due-lame                e 2 1d6/1d6  1d8/1d8  19-20/x2  -    S    double
urgrosh-nanico                  e 2 1d6/1d4  1d8/1d6  x3        -    P/S  brace,double
bolas                           e r 1d3      1d4      x2        3    B    nonlethal,trip
balestra-a-mano                 e r 1d3      1d4      19-20/x2  9    P    -
balestra-a-ripetizione-pesante  e r 1d8      1d10     19-20/x2  36   P    -
balestra-a-ripetizione-leggera  e r 1d6      1d8      19-20/x2  24   P    -
shuriken                        e r 1        1d2      x2        3    P    monk
bastone-fionda-halfling         e r 1d6      1d8      x3        24   B    -
rete                            e r -        -        -         3    -    entangles
"""
"""Id, class, group, damage of Small and Medium, critical, range in metres, type, special."""

ARMOURS = """
armatura-imbottita          +1  +8  0    5%   5     10
cuoio                       +2  +6  0    10%  10    15
cuoio-borchiato             +3  +5  -1   15%  25    20
giaco-di-maglia             +4  +4  -2   20%  100   25
pelle                       +4  +4  -3   20%  15    25
corazza-a-scaglie           +5  +3  -4   25%  50    30
cotta-di-maglia             +6  +2  -5   30%  150   40
corazza-di-piastre          +6  +3  -4   25%  200   30
corazza-a-strisce           +7  +0  -7   40%  200   45
corazza-a-bande             +7  +1  -6   35%  250   35
mezza-armatura              +8  +0  -7   40%  600   50
armatura-completa           +9  +1  -6   35%  1500  50
buckler                     +1  -   -1   5%   5     5
scudo-leggero-di-legno      +1  -   -1   5%   3     5
scudo-leggero-di-metallo    +1  -   -1   5%   9     6
scudo-pesante-di-legno      +2  -   -2   15%  7     10
scudo-pesante-di-metallo    +2  -   -2   15%  20    15
scudo-torre                 +4  +2  -10  50%  30    45
"""
"""Id, bonus, highest Dexterity, check penalty, spell failure, price, weight in pounds."""

LOADS = """
1 3 6 10 | 2 6 13 20 | 3 10 20 30 | 4 13 26 40 | 5 16 33 50
6 20 40 60 | 7 23 46 70 | 8 26 53 80 | 9 30 60 90 | 10 33 66 100
11 38 76 115 | 12 43 86 130 | 13 50 100 150 | 14 58 116 175 | 15 66 133 200
16 76 153 230 | 17 86 173 260 | 18 100 200 300 | 19 116 233 350 | 20 133 266 400
21 153 306 460 | 22 173 346 520 | 23 200 400 600 | 24 233 466 700 | 25 266 533 800
26 306 613 920 | 27 346 693 1040 | 28 400 800 1200 | 29 466 933 1400
"""
"""Strength, and the most of a light, medium and heavy load in pounds."""


def rows(table: str) -> list[list[str]]:
    """The rows of a table as words."""
    return [line.split() for line in table.strip().splitlines()]


@pytest.mark.rule("PF-TAB-10.1")
@pytest.mark.parametrize("row", rows(WEAPONS), ids=lambda row: row[0])
def test_weapon(row: list[str]) -> None:
    id_, class_, group, small, medium, critical, reach, type_, special = row
    weapon = built_in().weapons[id_]
    assert (weapon.category, weapon.group) == (CLASS[class_], GROUP[group])
    second = medium.partition("/")[2]
    assert (weapon.damage_small, weapon.damage) == (dice(small), dice(medium))
    assert weapon.second == (second or None)
    low = re.match(r"(\d+)-20/", critical)
    times = [int(n) for n in re.findall(r"x(\d)", critical)] or [2]
    assert (weapon.threat, weapon.multiplier) == (int(low[1]) if low else 20, times[0])
    assert weapon.second_multiplier == (times[1] if len(times) > 1 else 0)
    assert weapon.range == (0 if reach == "-" else float(reach))
    if type_ != "-":
        assert weapon.types == [TYPE[letter] for letter in re.findall("[BPS]", type_)]
        assert weapon.both == ("+" in type_)
    words = [] if special == "-" else [SPECIAL.get(word, word) for word in special.split(",")]
    assert list(weapon.special) == words


def dice(text: str) -> str:
    """The damage of the first end of a weapon; a net has none."""
    return "0" if text == "-" else text.partition("/")[0]


def test_no_weapon_is_left_out_or_made_up() -> None:
    made = {id_ for id_, weapon in built_in().content.records["weapons"].items() if weapon.group != "natural"}
    assert made == {row[0] for row in rows(WEAPONS)}


@pytest.mark.rule("PF-TAB-10.2")
def test_weapons_to_set_against_a_charge() -> None:
    brace = {weapon.id for weapon in built_in().weapons.values() if "brace" in weapon.special}
    assert brace == {"lancia-lunga", "lancia", "tridente", "alabarda", "urgrosh-nanico"}


def test_what_flies_has_a_range_and_the_rest_has_none() -> None:
    for weapon in built_in().content.records["weapons"].values():
        assert (weapon.range > 0) == (weapon.thrown or weapon.projectile), weapon.id
        assert not (weapon.thrown and weapon.projectile), weapon.id
        assert bool(weapon.ammunition) == weapon.projectile, weapon.id


@pytest.mark.parametrize("row", rows(ARMOURS), ids=lambda row: row[0])
def test_armour(row: list[str]) -> None:
    id_, bonus, most, check, failure, price, weight = row
    armour = built_in().armours[id_]
    assert (armour.bonus, armour.check, armour.spell_failure) == (int(bonus), int(check), int(failure.rstrip("%")))
    assert armour.max_dex == (None if most == "-" else int(most))
    assert (armour.price, armour.weight) == (float(price), float(weight))


def test_kinds_of_armour() -> None:
    order = [armour.type for armour in built_in().armours.values()]
    assert order == ["light"] * 4 + ["medium"] * 4 + ["heavy"] * 4 + ["shield"] * 5 + ["tower"]


def test_loads() -> None:
    typed = [tuple(map(int, part.split())) for line in LOADS.strip().splitlines() for part in line.split("|")]
    found = [(load.strength, load.light, load.medium, load.heavy) for load in built_in().loads.values()]
    assert found == typed

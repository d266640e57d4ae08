"""Stat blocks of the open content, typed by hand from there: what the book prints is what the game works out.

A line: AC, touch and flat-footed; hit points; the three saves; base attack, manoeuvre bonus and defence (after ``/``
against trips, ``-`` where nobody trips it); speeds in feet; space and reach in feet; full attacks, each with its bonus
and damage. Before an attack ``+`` means beside a weapon, ``>`` from afar.
"""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.engine.game import Game
from arbitro.rulesets.pathfinder.arms import arm_named, dice_of, key_of, reach_of, secondary_penalty
from arbitro.rulesets.pathfinder.content import built_in
from arbitro.rulesets.pathfinder.lookups import figure_of
from arbitro.rulesets.pathfinder.numbers import ATTACK, CMD_OF, DAMAGE, MULTIPLIER, THREAT, speed_of
from arbitro.rulesets.pathfinder.shapes import Sheet
from arbitro.rulesets.pathfinder.state import MELEE, RANGED
from tests.pathfinder.test_core_numbers import met, worked_out

FEET = 5
WAYS = {"fly": "volo", "swim": "nuoto", "climb": "scalata", "burrow": "scavo"}

BEASTS = """
rospo: 15 15 14; 2; 0 3 2; 0 -3 2/6; 5; 1/0;
pipistrello: 16 16 14; 2; 0 4 2; 0 -2 3/3; 5 fly 40; 1/0; morso 6 1d3-5
topo: 14 14 12; 4; 2 4 1; 0 0 6/10; 15 climb 15 swim 15; 2/0; morso 4 1d3-4
gatto: 14 14 12; 3; 1 4 1; 0 0 6/10; 30; 2/0; 2 artiglio 4 1d2-4, morso 4 1d3-4
corvo: 14 14 12; 3; 1 4 2; 0 0 6/6; 10 fly 40; 2/0; morso 4 1d3-4
vipera: 16 15 13; 3; 1 5 1; 0 1 8/-; 20 climb 20 swim 20; 2/0; morso 5 1d2-3
ratto-crudele: 14 14 11; 5; 3 5 1; 0 -1 12/16; 40 climb 20 swim 20; 5/5; morso 1 1d4
scarabeo-di-fuoco: 12 11 12; 4; 2 0 0; 0 -1 9/17; 30 fly 30; 5/5; morso 1 1d4
millepiedi-gigante: 14 12 12; 5; 3 2 0; 0 -1 11/-; 40 climb 40; 5/5; morso 2 1d6-1
ragno-gigante: 14 13 11; 16; 4 4 1; 2 2 15/27; 30 climb 30; 5/5; morso 2 1d6
scorpione-gigante: 16 9 16; 37; 7 1 1; 3 8 18/30; 50; 10/10; 2 artiglio 6 1d6+4, pungiglione 6 1d6+4
lupo: 14 12 12; 13; 5 5 1; 1 2 14/18; 50; 5/5; morso 2 1d6+1
lupo-crudele: 14 11 12; 37; 7 6 2; 3 8 20/24; 50; 10/5; morso 7 1d8+6
cane: 13 12 12; 6; 4 3 1; 0 0 11/15; 40; 5/5; morso 2 1d4+1
cane-da-galoppo: 13 12 11; 13; 5 5 1; 1 3 15/19; 40; 5/5; morso 3 1d6+3
pony: 11 11 10; 13; 5 4 0; 1 2 13/17; 40; 5/5; 2 zoccolo -3 1d3
cavallo: 11 11 9; 15; 6 5 1; 1 5 17/21; 50; 10/5; 2 zoccolo -2 1d4+1
cavallo-da-guerra: 15 13 11; 19; 8 7 3; 1 7 21/25; 50; 10/5; 2 zoccolo 5 1d6+5, morso 5 1d4+5
cinghiale: 14 10 14; 18; 6 3 1; 1 4 14; 40; 5/5; incornata 4 1d8+4
cinghiale-crudele: 15 9 15; 42; 7 4 2; 3 10 20; 40; 10/5; incornata 8 2d6+9
leopardo: 15 14 11; 19; 5 7 2; 2 5 19/23; 30 climb 20; 5/5; morso 6 1d6+3, 2 artiglio 6 1d3+3
leone-crudele: 15 11 13; 60; 9 8 3; 6 14 26/30; 40; 10/5; morso 12 1d8+7, 2 artiglio 13 1d6+7
coccodrillo: 14 10 13; 22; 6 4 2; 2 7 18/22; 20 swim 30; 10/5; morso 5 1d8+4, coda 0 1d12+2
orso-grizzly: 16 10 15; 42; 8 5 2; 3 9 20/24; 40; 10/5; 2 artiglio 7 1d6+5, morso 7 1d6+5
elefante: 17 8 17; 93; 13 7 6; 8 20 30/34; 40; 15/10; incornata 16 2d8+10, schianto 16 2d6+10
roc: 22 8 20; 120; 13 14 8; 12 25 37/37; 20 fly 80; 20/15; 2 artigli-di-rapace 18 2d6+9/19-20, morso 17 2d8+9
tirannosauro: 21 7 20; 153; 15 12 10; 13 28 39/39; 40; 20/20; morso 20 4d6+22/19-20
"""
GIANTS = """
ogre: 17 8 17; 30; 6 0 3; 3 9 18/18; 30; 10/10; randello-pesante 7 2d8+7, >giavellotto 1 1d8+5
troll: 16 11 14; 63; 11 4 3; 4 10 22/22; 30; 10/10; morso 8 1d8+5, 2 artiglio 8 1d6+5
ettin: 18 8 18; 65; 9 2 5; 7 14 23/23; 40; 10/10; mazzafrusto 12 2d6+6, >giavellotto 5 1d8+6
gigante-delle-colline: 21 8 21; 85; 11 2 3; 7 15 24/24; 30; 10/10; randello-pesante 14 2d8+10, 2 schianto 13 1d8+7
gigante-delle-pietre: 22 11 20; 102; 12 6 7; 9 18 30/30; 40; 10/10; randello-pesante 16 2d8+12, 2 schianto 16 1d8+8
gigante-del-gelo: 21 8 21; 133; 14 3 6; 10 20 29/29; 40; 10/10; ascia-bipenne 18 3d6+13/x3, 2 schianto 18 1d8+9
gigante-del-fuoco: 24 8 24; 142; 14 4 9; 11 22 31/31; 30; 10/10; spadone 21 3d6+15/19-20, 2 schianto 20 1d8+10
"""
UNDEAD = """
scheletro: 16 12 14; 4; 0 2 2; 0 2 14/14; 30; 5/5; scimitarra 0 1d6, +artiglio -3 1d4+1, 2 artiglio 2 1d4+2
zombi: 12 10 12; 12; 0 0 3; 1 4 14/14; 30; 5/5; schianto 4 1d6+4
ghoul: 14 12 12; 13; 2 2 5; 1 2 14/14; 30; 5/5; morso 3 1d6+1, 2 artiglio 3 1d6+1
wight: 15 11 14; 26; 3 2 5; 3 4 15/15; 30; 5/5; schianto 4 1d4+1
ombra: 15 15 12; 19; 3 3 4; 2 * 17/-; fly 40; 5/5; tocco 4 0
presenza: 18 18 15; 47; 6 4 6; 3 * 21/-; fly 60; 5/5; tocco 6 1d6
mummia: 20 10 20; 60; 4 2 8; 6 13 23/23; 20; 5/5; schianto 14 1d8+10
"""  # the book prints 14 flat-footed for the wraith, whose Dexterity is 16, and manoeuvre bonuses for the bodiless
WONDERS = """
stirge: 16 16 12; 5; 2 6 1; 1 3 9; 10 fly 40; 2/0; contatto 7 0
quasit: 16 14 14; 16; 1 5 4; 3 3 12/12; 20 fly 50; 2/0; 2 artiglio 7 1d3-1, morso 7 1d4-1
imp: 17 16 13; 16; 1 6 4; 3 4 15/15; 20 fly 50; 2/0; pungiglione 8 1d4
worg: 14 12 12; 26; 5 6 3; 4 7 19/23; 50; 5/5; morso 7 1d6+4
basilisco: 17 9 17; 52; 9 4 5; 7 10 19/31; 20; 5/5; morso 10 1d8+4
coccatrice: 15 15 11; 27; 4 7 2; 5 2 16/16; 20 fly 60; 5/5; morso 9 1d4-2
orsogufo: 15 10 14; 47; 10 5 2; 5 10 21/25; 30; 10/5; 2 artiglio 8 1d6+4, morso 8 1d6+4
grifone: 17 11 15; 42; 7 6 4; 5 9 21/25; 30 fly 80; 10/5; morso 8 1d6+3, 2 artigli-di-rapace 7 1d6+3
manticora: 17 11 15; 57; 9 7 3; 6 12 24/28; 30 fly 50; 10/5; morso 10 1d8+5, 2 artiglio 10 2d4+5
idra: 15 9 14; 47; 8 7 3; 5 10 21/-; 20 swim 20; 15/10; 5 morso 6 1d8+3
viverna: 19 10 18; 73; 9 6 8; 7 12 23/23; 20 fly 60; 10/5; pungiglione 10 1d6+4, morso 10 2d6+4, 2 ala 5 1d6+2
drago-nero-giovane: 21 12 19; 76; 9 8 7; 8 12 24/28; 60 fly 150 swim 60; 5/5; morso 13 1d8+6, 2 artiglio 12 1d6+4, \
    2 ala 7 1d4+2
verme-purpureo: 26 4 26; 200; 17 8 4; 16 32 40/-; 20 burrow 20 swim 10; 20/15; morso 25 4d8+12/19-20, \
    pungiglione 25 2d8+12
segugio-infernale: 16 11 15; 30; 6 5 1; 4 5 16/20; 40; 5/5; morso 5 1d8+1+1d6
elementale-del-fuoco: 17 14 13; 30; 6 7 1; 4 5 19/19; 50; 5/5; schianto 7 1d6+1+1d6
soffocatore: 17 13 15; 16; 2 3 4; 2 4 16/16; 20 climb 10; 5/10; 2 tentacolo 6 1d4+3
cubo-gelatinoso: 4 4 4; 50; 9 -4 -4; 3 4 9/-; 15; 10/5; schianto 2 1d6+1d6
melma-grigia: 5 5 5; 50; 9 -4 -4; 3 6 11/-; 10; 5/5; schianto 6 1d6+4+1d6
budino-nero: 3 3 3; 105; 9 -2 -2; 7 12 17/-; 20 climb 20; 15/10; schianto 8 2d6+4+2d6
treant: 21 7 21; 114; 13 3 9; 9 20 29/29; 30; 15/15; 2 schianto 17 2d6+9/19-20
"""  # the book counts Strength for the manoeuvres of the two fiends, though Tiny creatures use Dexterity (PF-CMB-03.1)
PEOPLE = """
goblin: 16 13 14; 6; 3 2 -1; 1 0 12/12; 30; 5/5; spada-corta 2 1d4/19-20, >arco-corto 4 1d4/x3
coboldo: 15 12 14; 5; 2 1 -1; 1 -1 10/10; 30; 5/5; lancia 1 1d6-1/x3, >fionda 3 1d3-1
orco: 13 10 13; 6; 3 0 -1; 1 4 14/14; 30; 5/5; falchion 5 2d4+4/18-20, >giavellotto 1 1d6+3
hobgoblin: 16 12 14; 17; 5 2 1; 1 3 15/15; 30; 5/5; spada-lunga 4 1d8+2/19-20, >arco-lungo 3 1d8/x3
gnoll: 15 10 15; 11; 4 0 0; 1 3 13/13; 30; 5/5; lancia 3 1d8+3/x3, >lancia 1 1d8+2/x3
bugbear: 17 11 16; 16; 2 4 1; 2 5 16/16; 30; 5/5; morning-star 5 1d8+3, >giavellotto 3 1d6+3
arpia: 16 13 13; 38; 4 7 6; 7 8 21/21; 20 fly 80; 5/5; morning-star 8 1d8+1, +2 artigli-di-rapace 3 1d6
gargoyle: 16 12 14; 42; 4 6 4; 5 7 19/19; 40 fly 60; 5/5; 2 artiglio 7 1d6+2, morso 7 1d4+2, incornata 7 1d4+2
doppelganger: 16 12 14; 26; 4 5 6; 4 8 20/20; 30; 5/5; 2 artiglio 8 1d8+4
minotauro: 14 9 14; 45; 6 5 5; 6 11 21/21; 30; 10/10; ascia-bipenne 9 3d6+6/x3, +incornata 4 1d6+2
"""
LINES = dict(
    line.split(": ", 1)
    for table in (BEASTS, GIANTS, UNDEAD, WONDERS, PEOPLE)
    for line in table.strip().splitlines()
)  # fmt: skip


def fields(line: str) -> tuple[str, ...]:
    return tuple(field.strip() for field in line.split(";"))


@pytest.mark.parametrize("id_", list(LINES))
def test_a_block_says_what_the_game_works_out(id_: str) -> None:
    sheet, found, (game, _) = built_in().monsters[id_], worked_out(id_), met(id_)
    ac, hp, saves, base, speeds, room, attacks = fields(LINES[id_])
    assert ac == f"{found['ac']} {found['touch']} {found['flat_footed']}"
    assert (hp, saves) == (str(sheet.hp), " ".join(str(found[save]) for save in sheet.saves))
    assert base == f"{sheet.bab} {found['cmb'] if '*' not in base else '*'} {found['cmd']}{tripped(game, sheet, base)}"
    assert speeds.split() == [part for way in sheet.speeds for part in speed(game, way)]
    wanted = [one.strip() for one in attacks.split(",") if one.strip()]
    assert [blow(game, sheet, one) for one in wanted] == wanted
    assert room == space_and_reach(game, sheet, wanted)


def tripped(game: Game, sheet: Sheet, base: str) -> str:
    if "/" not in base:
        return ""  # the book leaves it out
    if "prono" in sheet.immune:
        return "/-"
    return f"/{game.query(CMD_OF, target='x', actor=None, manoeuvre='trip').value}"


def speed(game: Game, way: str) -> tuple[str, ...]:
    word = next((word for word, name in WAYS.items() if name == way), "")
    feet = str(speed_of(game, "x", way) * FEET)
    return (word, feet) if word else (feet,)


def space_and_reach(game: Game, sheet: Sheet, attacks: list[str]) -> str:
    figure = figure_of(game, "x")
    across = {-4: "0.5", -3: "1", -2: "2"}.get(figure.size) or str(figure.span * FEET)
    melee = [key(game, one)[0] for one in attacks if not one.startswith(">")]
    reach = reach_of(game, "x", arm_named(game, "x", melee[0]))[1] if melee else 0
    return f"{across}/{reach * FEET}"


def key(game: Game, text: str) -> tuple[str, str]:
    """How the game calls the arm of an attack, and the attack's number and name in the block."""
    words = text.lstrip("+>").split()
    count, name = ("", words[0]) if not words[0].isdigit() else (f"{words[0]} ", words[1])
    figure = figure_of(game, "x")
    item = next((item for item in figure.items if item.thing == name), None)
    return (key_of(figure, item) if item is not None else name), count + name


def blow(game: Game, sheet: Sheet, text: str) -> str:
    """An attack as the block prints it, with the game's numbers."""
    weapon, name = key(game, text)
    arm, mark = arm_named(game, "x", weapon), text[0] if text[0] in "+>" else ""
    mode, hand = (RANGED if mark == ">" else MELEE), ("natural" if mark == "+" else "primary")
    roles: dict[str, Any] = {"actor": "x", "target": None, "weapon": weapon, "mode": mode, "action": "attack",
                             "manner": "plain", "hand": hand}  # fmt: skip
    bonus = game.query(ATTACK, **roles, penalty=secondary_penalty(game, "x") if mark == "+" else 0).value
    number, sides = dice_of(game, "x", arm)
    more = game.query(DAMAGE, **roles, penalty=0).value if number else 0
    dice = f"{number}d{sides}" if sides > 1 else str(number)
    damage = dice + (f"{more:+d}" if more else "") + (f"+{arm.weapon.extra}" if arm.weapon.extra else "")
    if arm.natural and arm.weapon.count > 1 and mark != "+":
        assert name.startswith(f"{arm.weapon.count} "), "as many as the block prints"
    return f"{mark}{name} {bonus} {damage}{critical(game, weapon)}"


def critical(game: Game, weapon: str) -> str:
    low = 21 - game.query(THREAT, actor="x", weapon=weapon, target=None).value
    times = game.query(MULTIPLIER, actor="x", weapon=weapon, target=None).value
    return (f"/{low}-20" if low < 20 else "") + (f"/x{times}" if times > 2 else "")

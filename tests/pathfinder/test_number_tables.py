"""Tables of numbers, typed a second time: the game says the same (PF-TAB), and what their notes say."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.pathfinder import state
from arbitro.rulesets.pathfinder.arms import BIGGER, SMALLER
from arbitro.rulesets.pathfinder.attacks import Attempt, bonus_of
from arbitro.rulesets.pathfinder.burden import lifts
from arbitro.rulesets.pathfinder.concentration import CAUGHT, CONTINUOUS, HELD, HURT, ON_GUARD, VIGOROUS
from arbitro.rulesets.pathfinder.content import built_in
from arbitro.rulesets.pathfinder.deeds import DEEDS
from arbitro.rulesets.pathfinder.events_blows import CheckMade
from arbitro.rulesets.pathfinder.numbers import AC, DAMAGE, SKILL, armour_class, speed_of
from arbitro.rulesets.pathfinder.saves import ability_check
from arbitro.rulesets.pathfinder.state import SIZES
from tests.pathfinder.field import Field

SWORD = {"items": ["spada-lunga"]}


def rows(table: str) -> list[list[str]]:
    return [line.split() for line in table.strip().splitlines()]


def afflicted(condition: str, it: str, **more: Any) -> Field:
    """a1 beside b1, both past their first turns; one of them in a condition."""
    party = {"a1": {"at": "c3", "destrezza": 14, "items": ["spada-lunga"], **more}}
    foes = {"b1": {"at": "d3", "destrezza": 14, "items": ["spada-lunga"]}}
    (party if it == "a1" else foes)[it]["conditions"] = [condition] if condition else []
    field = Field(party, foes)
    for _ in range(2):
        if field.asked == "action" and field.state.round == 1:
            field.end(field.state.turn)
    return field


# --- actions ------------------------------------------------------------------------------------------

ACTIONS = """
standard attack no       standard shoot yes      standard aid maybe      standard feint no
standard ready no        standard stabilise yes  standard escape no      standard total_defence no
move move no             move load yes           move pick_up yes        move sheathe yes
move draw no             move take_out yes       move ready_shield no    move stand yes
full coup yes            full charge no          full slip_net yes       full extinguish no
full run no              full withdraw no        free drop no            free drop_prone no
none delay no            none step no
"""
"""What an action costs and whether it gives opportunities by itself; what moves does so square by square."""


@pytest.mark.rule("PF-TAB-01.1")
def test_actions_in_combat() -> None:
    field = Field({"a1": {"at": "c3", "items": ["spada-lunga", "buckler", "pugnale"]}}, {"b1": {"at": "h3"}})
    words = ACTIONS.split()
    for cost, name, provokes in zip(words[::3], words[1::3], words[2::3], strict=True):
        deed = DEEDS[name]
        assert (deed.cost if isinstance(deed.cost, str) else deed.cost(field.game, "a1", ())) == cost, name
        if provokes == "maybe":
            assert callable(deed.provokes), name
        elif not callable(deed.provokes):
            assert deed.provokes == (provokes == "yes"), name


@pytest.mark.rule("PF-TAB-01.6", "PF-CMB-05.1")
def test_a_manoeuvre_takes_the_place_of_an_attack() -> None:
    """In an attack, among the attacks of a full attack, at the end of a charge and as an opportunity."""
    two = {"at": "c3", "bab": 6, "items": ["spada-lunga"], "feats": ["sbilanciare-migliorato"]}
    field = Field({"a1": two}, {"b1": {"at": "d3"}}, dice=[2, 2])
    field.act("a1", "full_attack", "spada-lunga", "spada-lunga", "b1")
    assert {"trip", "disarm", "sunder"} >= set(field.actions("a1")) & {"trip", "disarm", "sunder"} != set()
    field.act("a1", "trip", "spada-lunga", "b1")
    assert field.figure("a1").swings == (), "the second of two attacks"
    field = Field({"a1": {"at": "c3", **SWORD}}, {"b1": {"at": "d3", **SWORD}}, order=("a1", "b1"))
    field.end("a1")
    field.act("b1", "move", "h3")
    assert field.asked == "respond" and "PF-CMB-05" in field.offered()


# --- armour -------------------------------------------------------------------------------------------


@pytest.mark.rule("PF-TAB-03.2", "PF-TAB-03.1")
def test_only_the_tower_shield_caps_dexterity() -> None:
    for shield, bonus, cap in (("buckler", 1, 5), ("scudo-leggero-di-legno", 1, 5), ("scudo-pesante-di-metallo", 2, 5),
                               ("scudo-torre", 4, 2)):  # fmt: skip
        field = Field({"a1": {"at": "a1", "forza": 18, "destrezza": 20, "items": [{"thing": shield, "held": True}]}},
                      {"b1": {"at": "l9"}})  # fmt: skip
        field.end("a1")
        assert armour_class(field.game, "a1").value == 10 + bonus + cap
        assert speed_of(field.game, "a1", "terra") == 6, "no shield slows"


@pytest.mark.rule("PF-TAB-13.3")
@pytest.mark.parametrize(("strength", "size", "found"), [
    (10, "media", (100, 200, 500)), (18, "media", (300, 600, 1500)), (10, "grande", (200, 400, 1000)),
])  # fmt: skip
def test_what_one_lifts_and_drags(strength: int, size: str, found: tuple[int, int, int]) -> None:
    field = Field({"a1": {"at": "a1", "forza": strength, "size": size}}, {"b1": {"at": "l9"}})
    assert lifts(field.game, field.figure("a1")) == found
    card = field.rules.spotlight(field.game, "a", "a1", "it").notes
    assert any(str(found[2]) in note.value for note in card if note.rules == ("PF-TAB-13.3",))


# --- attack and armour class --------------------------------------------------------------------------

ATTACKERS = """
abbagliato -1 -1
intralciato -4 -4
prono -4 -
scosso -2 -2
stretto -4 -4
invisibile 2 2
"""
"""State of the attacker: melee and ranged; who is entangled has 4 less Dexterity too, which a bow feels."""


@pytest.mark.rule("PF-TAB-05.1", "PF-TAB-05.2")
@pytest.mark.parametrize("row", rows(ATTACKERS), ids=lambda row: row[0])
def test_attackers(row: list[str]) -> None:
    condition, melee, ranged = row
    arms = {"items": ["spada-lunga", "arco-corto"]}

    def bonus(mode: str, weapon: str, condition: str) -> int:
        field = afflicted(condition, "a1", **arms)
        return bonus_of(field.game, Attempt(actor="a1", target="b1", weapon=weapon, mode=mode)).value

    assert bonus("melee", "spada-lunga", condition) - bonus("melee", "spada-lunga", "") == (
        -2 if condition == "intralciato" else int(melee)
    )
    if ranged != "-":
        assert bonus("ranged", "arco-corto", condition) - bonus("ranged", "arco-corto", "") == int(ranged)


DEFENDERS = """
accecato -2 -2 no_dex
tremante -2 -2 no_dex
indifeso -4 0 no_dex
in-ginocchio -2 2 -
prono -4 4 -
stretto -4 -4 -
stordito -2 -2 no_dex
"""
"""State of the defender: melee, ranged, and whether Dexterity counts; b1 has a bonus of 2."""


@pytest.mark.rule("PF-TAB-06.1", "PF-TAB-06.2")
@pytest.mark.parametrize("row", rows(DEFENDERS), ids=lambda row: row[0])
def test_defenders(row: list[str]) -> None:
    condition, melee, ranged, dexterity = row
    field = afflicted(condition, "b1")
    kept = 0 if dexterity == "no_dex" else 2
    if condition == "indifeso":
        kept = -5  # a helpless creature counts as having Dexterity 0
    found = [field.game.query(AC, target="b1", actor="a1", weapon="", mode=mode, against="normal").value
             for mode in ("melee", "ranged")]  # fmt: skip
    assert found == [10 + kept + int(melee), 10 + kept + int(ranged)]


# --- sizes --------------------------------------------------------------------------------------------

SPACES = """
piccolissima 1 0 0
minuta 1 0 0
minuscola 1 0 0
piccola 1 1 1
media 1 1 1
grande 2 2 1
enorme 3 3 2
mastodontica 4 4 3
colossale 6 6 4
"""
"""Squares a side (small ones share theirs), reach of the tall and of the long, in squares of 1.5 m."""


@pytest.mark.rule("PF-TAB-07.1")
def test_space_and_reach() -> None:
    typed = {name: tuple(map(int, found)) for name, *found in rows(SPACES)}
    assert {name: (state.SPAN[i], state.REACH_TALL[i], state.REACH_LONG[i]) for i, name in enumerate(SIZES)} == typed
    field = Field({"a1": {"at": "a1", "size": "grande", "long": True}, "a2": {"at": "d1", "reach": 3}},
                  {"b1": {"at": "l9"}})  # fmt: skip
    assert (field.figure("a1").reach, field.figure("a2").reach) == (1, 2), "individuals differ"


DICE = """
1d2 - 1d3 | 1d3 1 1d4 | 1d4 1d2 1d6 | 1d6 1d3 1d8 | 1d8 1d4 2d6 | 1d10 1d6 2d8 | 1d12 1d8 3d6
2d4 1d4 2d6 | 2d6 1d8 3d6 | 2d8 1d10 3d8 | 2d10 2d6 4d8
"""
"""Damage of Medium, Tiny and Large weapons."""


@pytest.mark.rule("PF-TAB-11.1")
def test_damage_by_size() -> None:
    for medium, tiny, large in map(str.split, DICE.replace("\n", " | ").strip(" |").split("|")):
        assert BIGGER[medium] == large and (tiny == "-" or SMALLER[medium] == tiny), medium


# --- concentration, checks, rounding, stacking --------------------------------------------------------


@pytest.mark.rule("PF-TAB-09.1")
def test_concentration() -> None:
    """On the defensive 15 and twice the level; else 10 or 15 and what the cause adds."""
    found = {"on guard": ON_GUARD, "hurt": HURT, "continuous": CONTINUOUS, "held": HELD, "motion": VIGOROUS,
             "entangled": CAUGHT}  # fmt: skip
    assert found == {"on guard": 15, "hurt": 10, "continuous": 10, "held": 10, "motion": 10, "entangled": 15}


@pytest.mark.rule("PF-TAB-24.1")
@pytest.mark.parametrize(("face", "passed"), [(1, False), (12, False), (13, True), (20, True)])
def test_an_ability_check_needs_the_dc(face: int, passed: bool) -> None:
    field = Field({"a1": {"at": "a1", "forza": 15}}, {"b1": {"at": "l9"}}, dice=[face])
    assert ability_check(field.game, "a1", "forza", 15, ("PF-TAB-24.1",)) == passed
    told = field.the(CheckMade)
    assert (told.bonus.value, told.dc) == (2, 15)


@pytest.mark.rule("PF-TAB-24.1")
def test_neither_1_nor_20_decides_an_ability_check_by_itself() -> None:
    field = Field({"a1": {"at": "a1", "forza": 18}}, {"b1": {"at": "l9"}}, dice=[1, 20])
    assert ability_check(field.game, "a1", "forza", 5, ("PF-TAB-24.1",))
    assert not ability_check(field.game, "a1", "forza", 25, ("PF-TAB-24.1",))


@pytest.mark.rule("PF-TAB-15.2")
def test_halves_are_rounded_down() -> None:
    """Strength 16 in two hands: 4.5; in the off hand 1.5; a modifier of -0.5 is -1."""

    def strength(weapon: str, hand: str) -> int:
        field = Field({"a1": {"at": "c3", "forza": 16, "items": [weapon]}}, {"b1": {"at": "d3"}})
        told = {"actor": "a1", "target": "b1", "weapon": weapon, "mode": "melee", "action": "attack",
                "manner": "plain", "hand": hand, "penalty": 0}  # fmt: skip
        return field.game.query(DAMAGE, **told).value

    assert (strength("spadone", "primary"), strength("spada-lunga", "off")) == (4, 1)
    assert state.ability_modifier(9) == -1


@pytest.mark.rule("PF-TAB-17.3", "PF-TAB-17.2")
def test_penalties_add_up() -> None:
    weak = afflicted("scosso", "a1")
    both = Field({"a1": {"at": "c3", "destrezza": 14, "conditions": ["scosso", "abbagliato", "prono"], **SWORD}},
                 {"b1": {"at": "d3"}})  # fmt: skip
    a = Attempt(actor="a1", target="b1", weapon="spada-lunga")
    assert (bonus_of(weak.game, a).value, bonus_of(both.game, a).value) == (-2, -2 - 1 - 4)


@pytest.mark.rule("PF-TAB-16.1")
def test_who_fights_how_well() -> None:
    """Ready characters of one class: full, three quarters, half of the level."""
    quarters = {"barbaro": 4, "guerriero": 4, "paladino": 4, "ranger": 4, "bardo": 3, "chierico": 3, "druido": 3,
                "monaco": 3, "ladro": 3, "mago": 2, "stregone": 2}  # fmt: skip
    for sheet in built_in().characters.values():
        assert sheet.bab == sum(quarters[name] * n // 4 for name, n in sheet.classes.items()), sheet.id


@pytest.mark.rule("PF-COV-13.3")
def test_behind_an_arrow_slit_one_hides_well() -> None:
    slit = {"walls": [{"between": ["c1", "d1"], "kind": "slit"}]}
    hiding = {}
    for name, ground in (("slit", slit), ("open", {})):
        field = Field({"a1": {"at": "d1"}}, {"b1": {"at": "a1"}}, rows=["........"], ground=ground)
        hiding[name] = field.game.query(SKILL, it="a1", skill="furtivita", target="").value
    assert hiding == {"slit": 10, "open": 0}

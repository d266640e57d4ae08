"""Numbers of spells and creatures as the open content prints them, typed by hand from there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from arbitro.dice.sources import SeededDice
from arbitro.engine.game import Game
from arbitro.rulesets.pathfinder import RULESET
from arbitro.rulesets.pathfinder.content import built_in
from arbitro.rulesets.pathfinder.events_blows import CheckMade
from arbitro.rulesets.pathfinder.numbers import ATTACK, CHECK, DAMAGE, REDUCTION, SAVE, SKILL, armour_class, speed_of
from arbitro.rulesets.pathfinder.spellbook import number
from tests.pathfinder.field import Field
from tests.pathfinder.test_magic import mage
from tests.pathfinder.test_spell_lines import cast

BOOK = built_in()

PRINTED: dict[str, tuple[str, int, tuple[int, int, int], int]] = {
    # challenge, hit points, saves, initiative
    "cane": ("1/3", 6, (4, 3, 1), 1),
    "pipistrello": ("1/8", 2, (0, 4, 2), 2),
    "gatto": ("1/4", 3, (1, 4, 1), 2),
    "ratto-crudele": ("1/3", 5, (3, 5, 1), 3),
    "scarabeo-di-fuoco": ("1/3", 4, (2, 0, 0), 0),
    "millepiedi-gigante": ("1/2", 5, (3, 2, 0), 2),
    "ragno-gigante": ("1", 16, (4, 4, 1), 3),
    "cane-da-galoppo": ("1", 13, (5, 5, 1), 2),
    "pony": ("1/2", 13, (5, 4, 0), 1),
    "cinghiale": ("2", 18, (6, 3, 1), 0),
    "cinghiale-crudele": ("4", 42, (7, 4, 2), 4),
    "leone-crudele": ("5", 60, (9, 8, 3), 6),
    "orso-grizzly": ("4", 42, (8, 5, 2), 1),
    "gigante-delle-colline": ("7", 85, (11, 2, 3), -1),
    "gigante-delle-pietre": ("8", 102, (12, 6, 7), 2),
    "lupo": ("1", 13, (5, 5, 1), 2),
    "lupo-crudele": ("3", 37, (7, 6, 2), 2),
    "cavallo": ("1", 15, (6, 5, 1), 2),
    "leopardo": ("2", 19, (5, 7, 2), 4),
    "coccodrillo": ("2", 22, (6, 4, 2), 1),
    "elefante": ("7", 93, (13, 7, 6), 0),
    "roc": ("9", 120, (13, 14, 8), 6),
    "tirannosauro": ("9", 153, (15, 12, 10), 5),
    "scorpione-gigante": ("3", 37, (7, 1, 1), 0),
    "ogre": ("3", 30, (6, 0, 3), -1),
    "troll": ("5", 63, (11, 4, 3), 2),
    "ettin": ("6", 65, (9, 2, 5), 3),
    "ghoul": ("1", 13, (2, 2, 5), 2),
    "wight": ("3", 26, (3, 2, 5), 1),
    "ombra": ("3", 19, (3, 3, 4), 2),
    "presenza": ("5", 47, (6, 4, 6), 7),
    "mummia": ("5", 60, (4, 2, 8), 0),
    "gigante-del-gelo": ("9", 133, (14, 3, 6), -1),
    "gigante-del-fuoco": ("10", 142, (14, 4, 9), -1),
    "stirge": ("1/2", 5, (2, 6, 1), 4),
    "quasit": ("2", 16, (1, 5, 4), 6),
    "imp": ("2", 16, (1, 6, 4), 3),
    "worg": ("2", 26, (5, 6, 3), 2),
    "basilisco": ("5", 52, (9, 4, 5), -1),
    "coccatrice": ("3", 27, (4, 7, 2), 3),
    "orsogufo": ("4", 47, (10, 5, 2), 5),
    "grifone": ("4", 42, (7, 6, 4), 2),
    "manticora": ("5", 57, (9, 7, 3), 2),
    "idra": ("4", 47, (8, 7, 3), 1),
    "viverna": ("6", 73, (9, 6, 8), 5),
    "verme-purpureo": ("12", 200, (17, 8, 4), -2),
    "segugio-infernale": ("3", 30, (6, 5, 1), 5),
    "soffocatore": ("2", 16, (2, 3, 4), 6),
    "cubo-gelatinoso": ("3", 50, (9, -4, -4), -5),
    "melma-grigia": ("4", 50, (9, -4, -4), -5),
    "budino-nero": ("7", 105, (9, -2, -2), -5),
    "treant": ("8", 114, (13, 3, 9), -1),
    "goblin": ("1/3", 6, (3, 2, -1), 6),
    "coboldo": ("1/4", 5, (2, 1, -1), 1),
    "orco": ("1/3", 6, (3, 0, -1), 0),
    "hobgoblin": ("1/2", 17, (5, 2, 1), 2),
    "gnoll": ("1", 11, (4, 0, 0), 0),
    "bugbear": ("2", 16, (2, 4, 1), 1),
    "arpia": ("4", 38, (4, 7, 6), 2),
    "gargoyle": ("4", 42, (4, 6, 4), 6),
    "doppelganger": ("3", 26, (4, 5, 6), 1),
    "minotauro": ("4", 45, (6, 5, 5), 0),
}


SPECIALS: dict[str, set[str]] = {
    # special attacks and qualities of the printed block that are acted on, apart from poison and senses
    "lupo": {"gettare-a-terra"}, "lupo-crudele": {"gettare-a-terra"}, "worg": {"gettare-a-terra"},
    "ratto-crudele": {"febbre-del-sudiciume"}, "ghoul": {"paralisi-del-ghoul", "febbre-del-ghoul"},
    "mummia": {"disperazione", "putrefazione-della-mummia"}, "arpia": {"canto-ammaliatore"},
    "tirannosauro": {"afferrare", "inghiottire", "morso-possente"}, "verme-purpureo": {"afferrare", "inghiottire"},
    "leopardo": {"afferrare", "balzo", "artigliare"}, "leone-crudele": {"afferrare", "balzo", "artigliare"},
    "coccodrillo": {"afferrare", "giro-della-morte"}, "manticora": {"scarica-di-aculei"},
    "minotauro": {"carica-possente"}, "soffocatore": {"afferrare", "stritolare", "rapidita", "strangolare"},
    "gigante-delle-colline": {"lancio-di-massi", "afferrare-massi"},
    "gigante-delle-pietre": {"lancio-di-massi-da-lontano", "afferrare-massi", "afferrare-massi-meglio"},
    "gigante-del-gelo": {"lancio-di-massi", "afferrare-massi"},
    "gigante-del-fuoco": {"lancio-di-massi-roventi", "afferrare-massi"},
    "troll": {"squartare"}, "orsogufo": {"afferrare"}, "grifone": {"balzo", "artigliare"}, "idra": {"balzo"},
    "budino-nero": {"dividersi", "afferrare", "stritolare", "acido-del-budino"},
    "melma-grigia": {"afferrare", "stritolare", "acido-della-melma"}, "elementale-del-fuoco": {"bruciare"},
    "cubo-gelatinoso": {"paralisi-del-cubo", "inglobare"}, "ombra": {"tocco-dell-ombra", "progenie-d-ombra"},
    "wight": {"risucchio-di-energia", "progenie-di-wight"}, "basilisco": {"sguardo-pietrificante"},
    "coccatrice": {"pietrificare"}, "cinghiale": {"ferocia"}, "elefante": {"travolgere"}, "treant": {"travolgere"},
    "quasit": {"paura-intorno", "mutare-forma"}, "imp": {"mutare-forma"},
    "presenza": {"tocco-della-presenza", "progenie-di-presenza", "impotente-al-sole"},
    "coboldo": {"sensibile-alla-luce"}, "orco": {"ferocia", "sensibile-alla-luce"},
    "drago-nero-giovane": {"soffio-acido"}, "segugio-infernale": {"soffio-di-fuoco"},
}  # fmt: skip


def test_creatures_do_what_their_blocks_print() -> None:
    missing = {id_: found - set(BOOK.monsters[id_].abilities) for id_, found in SPECIALS.items()}
    assert not any(missing.values()), missing
    likes = {id_: dict(BOOK.monsters[id_].casting[0].uses) for id_ in ("quasit", "imp")}
    assert likes == {"quasit": {"invisibilita": 0}, "imp": {"invisibilita": 0}}


def test_creatures_have_the_numbers_of_the_bestiary() -> None:
    read = {
        id_: (one.cr, one.hp, tuple(one.saves.values()), one.printed.initiative)
        for id_, one in BOOK.monsters.items()
        if id_ in PRINTED
    }
    assert read == PRINTED


def test_a_dire_lion_is_surer_with_its_claws_than_with_its_bite() -> None:
    assert BOOK.monsters["leone-crudele"].printed.attacks == {"morso": 12, "artiglio": 13}


def test_what_can_be_called_is_what_the_tables_of_summoning_list() -> None:
    listed = {spell: set(BOOK.spells[spell].calls) for spell in BOOK.spells if BOOK.spells[spell].calls}
    first = {"ratto-crudele", "cane", "scarabeo-di-fuoco", "pony", "vipera"}
    second = {"ragno-gigante", "cavallo", "lupo"}
    assert listed == {
        "evoca-mostri-i": first,
        "evoca-mostri-ii": {*second, "millepiedi-gigante"},
        "evoca-alleato-naturale-i": {*first, "millepiedi-gigante", "stirge"},
        "evoca-alleato-naturale-ii": second,
    }


def test_a_staff_of_fire_asks_one_two_and_three_charges() -> None:
    staff = BOOK.items["bastone-del-fuoco"]
    assert staff.spells == {"mani-brucianti": 1, "palla-di-fuoco": 2, "muro-di-fuoco": 3}
    assert (staff.caster_level, staff.charges, staff.price) == (8, 10, 18950)


@pytest.mark.parametrize(("worn", "squares"), [([], 12), (["cuoio"], 12), (["cotta-di-maglia"], 8)])
def test_one_flies_eighteen_metres_and_twelve_in_heavier_armour(worn: list[str], squares: int) -> None:
    field = cast("volare", [], "a2", a2={"items": worn})
    assert speed_of(field.game, "a2", "volo") == squares


def test_stone_skin_keeps_off_ten_points_unless_the_weapon_is_of_adamantine() -> None:
    foe = {"items": ["spada-lunga", {"thing": "pugnale", "qualities": ["adamantio"]}]}
    field = cast("pelle-di-pietra", [], "a2", b1=foe)

    def kept(weapon: str) -> int:
        return field.game.query(REDUCTION, target="a2", actor="b1", weapon=weapon).value

    assert (kept("spada-lunga"), kept("pugnale")) == (10, 0)


def against_fear(field: Field, it: str) -> tuple[int, int]:
    """A save against a spell of fear, and against another."""
    saves = [field.game.query(SAVE, it=it, save="volonta", cause=cause, actor="a1").value
             for cause in ("incuti-paura", "sonno")]  # fmt: skip
    return saves[0], saves[1]


def test_aid_and_bane_count_against_fear_too() -> None:
    assert against_fear(cast("aiuto", [4], "a2"), "a2") == (1, 0)
    assert against_fear(cast("anatema", [14], "b1"), "b1") == (-1, 0)


def test_grease_covers_four_squares() -> None:
    foes: dict[str, dict[str, Any]] = {"b1": {"at": "f5"}, "b2": {"at": "g6"}, "b3": {"at": "h5"}, "b4": {"at": "f7"}}
    field = Field({"a1": mage("unto")}, foes, dice=[1, 1])
    field.act("a1", "cast", "mago", "unto", "openly", "g6")
    assert [it for it in foes if field.figure(it).has("prono")] == ["b1", "b2"]
    field.done()


def test_spells_take_and_last_as_long_as_they_print() -> None:
    silence, web, entangle = (BOOK.spells[one] for one in ("silenzio", "ragnatela", "intralciare"))
    assert (silence.time, silence.duration, silence.lasts) == ("round", "rounds", "cl")
    assert (web.duration, web.lasts) == ("minutes", "cl * 10")
    assert entangle.components == BOOK.spells["anatema"].components == ["V", "S", "FD"]


def test_prayer_counts_on_skills_too() -> None:
    field = cast("preghiera", [], "a2", "b1")
    assert [field.game.query(SKILL, it=it, skill="percezione", target=None).value for it in ("a2", "b1")] == [1, -1]


def test_haste_adds_nine_metres_to_every_way_of_moving_and_at_most_doubles_it() -> None:
    ways = {"terra": 6, "volo": 18}
    field = cast("velocita", [], "a2", a2={"speeds": ways})
    assert [speed_of(field.game, "a2", way) for way in ("terra", "volo", "nuoto")] == [8, 18, 0]


def test_endurance_helps_to_hold_ones_breath_and_in_the_heat() -> None:
    field = Field({"a1": {"feats": ["resistenza-fisica"], "at": "c3"}}, {"b1": {"at": "e5"}})
    held = [field.game.query(CHECK, it="a1", ability="costituzione", cause=cause).value for cause in ("breath", "run")]
    warm = [
        field.game.query(SAVE, it="a1", save="tempra", cause=cause, actor="a1").value for cause in ("nel-caldo", "")
    ]
    assert (held, warm) == ([4, 4], [4, 0])


def test_two_weapons_defend_better_when_one_defends_itself() -> None:
    two = [{"thing": "spada-lunga", "held": True}, {"thing": "spada-corta", "held": True}]
    me = {"feats": ["difendere-con-due-armi"], "items": two, "at": "c3"}
    field = Field({"a1": me}, {"b1": {"at": "e5"}})
    field.act("a1", "total_defence")
    assert armour_class(field.game, "a1").value == 10 + 4 + 2


@pytest.mark.parametrize(("size", "dc"), [("piccola", 15), ("media", 11), ("grande", 7)])
def test_a_threat_weighs_more_from_somebody_bigger(size: str, dc: int) -> None:
    field = Field({"a1": {"at": "c3", "size": size}}, {"b1": {"at": "f3"}}, dice=[1])
    field.act("a1", "demoralise", "b1")
    assert field.the(CheckMade).dc == dc


SPELLS = """
    # levels; components; range (metres, or by caster level); save; spell resistance; how long
    raggio-di-gelo: mago 0 stregone 0; V S; close; -; yes; instant
    dardo-incantato: mago 1 stregone 1; V S; medium; -; yes; instant
    mani-brucianti: mago 1 stregone 1; V S; 4.5; riflessi half; yes; instant
    raggio-di-indebolimento: mago 1 stregone 1; V S; close; tempra half; yes; rounds cl
    raggio-rovente: mago 2 stregone 2; V S; close; -; yes; instant
    palla-di-fuoco: mago 3 stregone 3; V S M; long; riflessi half; yes; instant
    fulmine: mago 3 stregone 3; V S M; 36; riflessi half; yes; instant
    cono-di-freddo: mago 5 stregone 5; V S M; 18; riflessi half; yes; instant
    freccia-acida: mago 2 stregone 2; V S M F; long; -; no; rounds 1 + least(6, cl // 3)
    fragore: bardo 2 chierico 2; V S F; close; tempra partial; yes; instant
    sfera-infuocata: druido 2 mago 2 stregone 2; V S M; medium; riflessi negates; yes; rounds cl
    sonno: bardo 1 mago 1 stregone 1; V S M; medium; volonta negates; yes; minutes cl
    incuti-paura: bardo 1 chierico 1 mago 1 stregone 1; V S; close; volonta partial; yes; rounds 4
    blocca-persone: bardo 2 chierico 2 mago 3 stregone 3; V S F; medium; volonta negates; yes; rounds cl
    cecita: bardo 2 chierico 3 mago 2 stregone 2; V; medium; tempra negates; yes; permanent
    lentezza: bardo 3 mago 3 stregone 3; V S M; close; volonta negates; yes; rounds cl
    velocita: bardo 3 mago 3 stregone 3; V S M; close; tempra negates; yes; rounds cl
    armatura-magica: mago 1 stregone 1; V S F; touch; volonta negates; no; hours cl
    scudo: mago 1 stregone 1; V S; personal; -; no; minutes cl
    scudo-della-fede: chierico 1; V S M; touch; volonta negates; yes; minutes cl
    pelle-coriacea: druido 2 ranger 2; V S FD; touch; -; yes; minutes cl * 10
    benedizione: chierico 1 paladino 1; V S FD; 15; -; yes; minutes cl
    favore-divino: chierico 1 paladino 1; V S FD; personal; -; no; minutes 1
    preghiera: chierico 3 paladino 3; V S FD; 12; -; yes; rounds cl
    eroismo: bardo 2 mago 3 stregone 3; V S; touch; volonta negates; yes; minutes cl * 10
    invisibilita: bardo 2 mago 2 stregone 2; V S M; touch; volonta negates; yes; minutes cl
    volare: mago 3 stregone 3; V S F; touch; volonta negates; yes; minutes cl
    sfocatura: bardo 2 mago 2 stregone 2; V; touch; volonta negates; yes; minutes cl
    cura-ferite-leggere: bardo 1 chierico 1 druido 1 paladino 1 ranger 2; V S; touch; volonta half; yes; instant
    cura-ferite-moderate: bardo 2 chierico 2 druido 3 paladino 3 ranger 3; V S; touch; volonta half; yes; instant
    cura-ferite-gravi: bardo 3 chierico 3 druido 4 paladino 4 ranger 4; V S; touch; volonta half; yes; instant
    stabilizzare: chierico 0 druido 0; V S; close; volonta negates; yes; instant
    dissolvi-magie: bardo 3 chierico 3 druido 4 mago 3 paladino 3 stregone 3; V S; medium; -; no; instant
"""


@pytest.mark.parametrize("line", [line.strip() for line in SPELLS.splitlines() if ":" in line and "#" not in line])
def test_spells_have_the_levels_and_bounds_that_they_print(line: str) -> None:
    id_, _, rest = line.partition(":")
    levels, components, reach, save, resisted, long = (part.strip() for part in rest.split(";"))
    spell, words = BOOK.spells[id_], levels.split()
    assert spell.levels == dict(zip(words[::2], map(int, words[1::2]), strict=True))
    assert spell.components == components.split()
    assert str(spell.range).removesuffix(".0") == reach
    assert (f"{spell.save.type} {spell.save.effect}" if spell.save else "-") == save
    assert ("yes" if spell.resistance else "no") == resisted
    assert long in (spell.duration, f"{spell.duration} {spell.lasts}")


@pytest.mark.parametrize(("spell", "level", "dice"), [
    ("raggio-di-gelo", 5, (1, 3)), ("mani-brucianti", 3, (3, 4)), ("mani-brucianti", 9, (5, 4)),
    ("stretta-folgorante", 4, (4, 6)), ("stretta-folgorante", 9, (5, 6)), ("palla-di-fuoco", 7, (7, 6)),
    ("palla-di-fuoco", 15, (10, 6)), ("fulmine", 12, (10, 6)), ("cono-di-freddo", 11, (11, 6)),
    ("cono-di-freddo", 20, (15, 6)), ("raggio-rovente", 3, (4, 6)), ("fragore", 9, (1, 8)),
    ("sfera-infuocata", 9, (3, 6)),
])  # fmt: skip
def test_spells_hurt_with_as_many_dice_as_they_print(spell: str, level: int, dice: tuple[int, int]) -> None:
    assert damage_of(spell, level) == dice


@pytest.mark.parametrize(("spell", "level", "healed"), [
    ("cura-ferite-leggere", 3, (1, 3)), ("cura-ferite-leggere", 9, (1, 5)), ("cura-ferite-moderate", 7, (2, 7)),
    ("cura-ferite-moderate", 15, (2, 10)), ("cura-ferite-gravi", 12, (3, 12)), ("cura-ferite-gravi", 20, (3, 15)),
])  # fmt: skip
def test_cures_give_back_what_they_print(spell: str, level: int, healed: tuple[int, int]) -> None:
    """So many d8, and the caster level up to a limit."""
    assert amounts_of(spell, level, "cure", "plus") == healed


def damage_of(spell: str, level: int) -> tuple[int, int]:
    """The dice of a spell's damage at a caster level: how many of how many sides."""
    return amounts_of(spell, level, "damage", "sides", "dice")


def amounts_of(spell: str, level: int, verb: str, second: str, first: str = "") -> tuple[int, int]:
    """Two numbers of a line of a spell, worked out at a caster level; ``first``: "" for the verb's own."""
    line = next(found for found in lines_of(BOOK.spells[spell].do) if verb in found)
    game = Field({"a1": {"at": "c3"}}, {"b1": {"at": "d3"}}).game
    return number(game, str(line[first or verb]), level), number(game, str(line[second]), level)


def lines_of(parts: Any) -> Iterator[dict[str, Any]]:
    """All lines of a record, those inside others too."""
    for part in parts if isinstance(parts, list) else [parts]:
        if isinstance(part, dict):
            yield part
            for inner in part.values():
                yield from lines_of(inner)


@pytest.mark.parametrize(("id_", "rock", "hits", "slam"), [
    ("gigante-delle-colline", 6, 10, 7), ("gigante-delle-pietre", 11, 12, 8),
    ("gigante-del-gelo", 9, 13, 9), ("gigante-del-fuoco", 10, 15, 10),
])  # fmt: skip
def test_giants_throw_rocks_as_their_blocks_print(id_: str, rock: int, hits: int, slam: int) -> None:
    setup = {"ground": {"map": ["." * 12] * 10}, "sides": [
        {"seat": "a", "name": "A", "members": [{"id": "a1", "sheet": id_, "at": "b2"}]},
        {"seat": "b", "name": "B", "members": [{"id": "b1", "sheet": "goblin", "at": "j8"}]}]}  # fmt: skip
    game = Game.new(RULESET, setup, SeededDice.of_seed(1))
    what = {"gigante-del-fuoco": "masso-rovente", "gigante-delle-pietre": "masso-da-lontano"}.get(id_, "masso")
    roles = {"actor": "a1", "target": "b1", "action": "attack", "manner": "plain", "penalty": 0}
    thrown = {**roles, "weapon": what, "mode": "ranged", "hand": "primary"}
    assert game.query(ATTACK, **thrown).value == rock
    assert game.query(DAMAGE, **thrown).value == hits
    slams = {**roles, "weapon": "schianto", "mode": "melee", "hand": "primary"}
    assert game.query(DAMAGE, **slams).value == slam


def test_a_young_black_dragon_by_the_tables_of_ages_and_sizes() -> None:
    """Eight dice of d12 and +3, all saves good, Medium: bite 1d8 with half again Strength, claws 1d6, wings 1d4."""
    dragon = BOOK.monsters["drago-nero-giovane"]
    assert (dragon.cr, dragon.size, dragon.level, dragon.bab) == ("7", "media", 8, 8)
    assert dragon.hp == 8 * 13 // 2 + 8 * 3
    assert [attack.damage for attack in dragon.attacks] == ["1d8", "1d6", "1d4"]
    assert {"soffio-acido", "morso-di-drago"} <= set(dragon.abilities)
    assert {"acido", "sonno", "paralisi"} <= set(dragon.immune)
    line = next(found for found in lines_of(BOOK.abilities["soffio-acido"].do) if "damage" in found)
    assert (line["dice"], line["sides"], line["dc"]) == (3 * 2, 6, 10 + 8 // 2 + 3)

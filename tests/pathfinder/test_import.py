"""Stat blocks pasted as text and actors of Foundry become creatures of ours; what is not read is listed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec import convert, structs

from arbitro.content.errors import ContentError
from arbitro.content.losses import Losses
from arbitro.content.yamlfile import load
from arbitro.rulesets.pathfinder import RULESET
from arbitro.rulesets.pathfinder.content import BOOK, built_in, read_library
from arbitro.rulesets.pathfinder.interchange import foundry, import_text, recognises, statblock
from arbitro.rulesets.pathfinder.interchange.words import Names
from arbitro.rulesets.pathfinder.shapes import Printed, Sheet
from tests.pathfinder.printing import actor, printed

NAMES = Names(built_in())
MONSTERS = built_in().monsters
GARGOYLE = """Gargoyle of the Mill CR 4
XP 1,200
CE Medium monstrous humanoid (earth)
Init +6; Senses darkvision 60 ft.; Perception +5
DEFENSE
AC 16, touch 12, flat-footed 14 (+2 Dex, +4 natural)
hp 42 (5d10+15)
Fort +4, Ref +6, Will +4
DR 10/magic
OFFENSE
Speed 40 ft., fly 60 ft. (average)
Melee 2 claws +7 (1d6+2), bite +7 (1d4+2), gore +7 (1d4+2 plus curse)
STATISTICS
Str 15, Dex 14, Con 16, Int 6, Wis 11, Cha 7
Base Atk +5; CMB +7; CMD 19
Feats Hover, Improved Initiative, Skill
 Focus (Fly)
Skills Perception +5, Stealth +11 (+17 in stony areas)
SQ freeze
SPECIAL ABILITIES
Freeze (Ex) It may pass for a statue.
"""
CAPTAIN = """Capitano dei Predoni GS 4
Umano guerriero 5
NM Umanoide (umano) Medio
Iniz +1; Sensi Percezione +0
DIFESA
CA 20, contatto 11, impreparato 19 (+1 Des, +7 armatura, +2 scudo)
pf 42 (5d10+15)
Temp +6, Rif +2, Vol +1; +1 contro la paura
ATTACCO
Velocità 6 m
Mischia spada lunga perfetta +10 (1d8+6/19–20)
Distanza arco lungo +6 (1d8/×3)
STATISTICHE
For 17, Des 13, Cos 14, Int 10, Sag 10, Car 12
Att Base +5; BMC +8; DMC 19
Talenti Arma Focalizzata (spada lunga), Attacco Poderoso, Robustezza, Colpo Fulminante
Abilità Intimidire +9, Percezione +0
Equipaggiamento corazza di piastre +1, scudo pesante di metallo, spada lunga perfetta, arco lungo con 20 frecce
"""


def block(text: str) -> tuple[Sheet, list[str]]:
    """A text read: the creature, and the lines that say what is lost."""
    losses = Losses()
    draft = statblock.Block(text, "x.txt", NAMES, losses).read()
    return sheet_of(draft.record("altro", losses, NAMES, draft.name)), [loss.line("en") for loss in losses.told()]


def from_foundry(data: dict[str, Any]) -> tuple[Sheet, list[str]]:
    """An actor read."""
    losses = Losses()
    draft = foundry.Actor(data, "", NAMES, losses).read()
    return sheet_of(draft.record("altro", losses, NAMES, draft.name)), [loss.line("en") for loss in losses.told()]


def sheet_of(record: dict[str, Any]) -> Sheet:
    """A record as the loader checks it."""
    return convert(record, Sheet)


COMPARED = ("cr", "type", "size", "alignment", "classes", "level", "scores", "hp", "bab", "saves", "speeds", "natural",
            "deflection", "dodge", "feats", "senses", "legs", "reduction", "reduction_but", "resistances", "weak",
            "regeneration", "regeneration_but", "fast_healing", "initiative")  # fmt: skip


@pytest.mark.parametrize("lang", ["en", "it"])
def test_every_creature_of_ours_comes_back_from_its_stat_block(lang: str) -> None:
    for ours in MONSTERS.values():
        comes_back(ours, lang)


def comes_back(ours: Sheet, lang: str) -> None:
    """Printed and read, a creature is the same."""
    text = printed(ours, lang)
    read, lost = block(text)
    for name in COMPARED:
        if name != "legs" or "prono" not in ours.immune:
            assert getattr(read, name) == getattr(ours, name), (name, text, lost)
    assert read.name == (ours.name_en if lang == "en" else ours.name)
    assert set(read.abilities) >= set(ours.abilities)
    assert things(read) == things(ours)
    for got, right in zip(read.attacks, ours.attacks, strict=True):
        assert structs.replace(got, types=[], touch=False) == structs.replace(right, types=[], touch=False)
    assert structs.replace(read.printed, attacks={}) == structs.replace(ours.printed, attacks={})
    assert not [line for line in lost if "understood" in line], lost


def things(sheet: Sheet) -> set[str]:
    """What it carries, each kind once."""
    return {item if isinstance(item, str) else item.thing for item in sheet.items}


SAME = ("cr", "type", "size", "long", "classes", "level", "scores", "hp", "bab", "saves", "speeds", "natural", "feats",
        "reduction", "reduction_but")  # fmt: skip


def test_every_creature_of_ours_comes_back_from_foundry() -> None:
    for ours in MONSTERS.values():
        comes_back_from_foundry(ours)


def comes_back_from_foundry(ours: Sheet) -> None:
    """As an actor and back, a creature is the same."""
    read, lost = from_foundry(json.loads(json.dumps(actor(ours))))
    for name in SAME:
        assert getattr(read, name) == getattr(ours, name), (name, lost)
    assert set(read.abilities) >= set(ours.abilities) and things(read) == things(ours)
    for got, right in zip(read.attacks, ours.attacks, strict=True):
        bare = structs.replace(right, types=[], touch=False, hits=[])
        assert structs.replace(got, types=[], touch=False, hits=[]) == bare
    assert not [line for line in lost if "understood" in line or "not here" in line], lost


def test_a_block_in_english_with_a_line_for_each_thing_that_is_not_read() -> None:
    read, lost = block(GARGOYLE)
    assert (read.name, read.cr, read.type, read.size, read.alignment) == (
        "Gargoyle of the Mill", "4", "umanoide_mostruoso", "media", "CM",
    )  # fmt: skip
    assert (read.level, read.hp, read.bab, read.natural, read.reduction) == (5, 42, 5, 4, 10)
    assert read.speeds == {"terra": 12, "volo": 18} and read.reduction_but == ["magia"]
    assert [(a.id, a.count, a.damage) for a in read.attacks] == [
        ("artiglio", 2, "1d6"), ("morso", 1, "1d4"), ("incornata", 1, "1d4"),
    ]  # fmt: skip
    assert read.feats == ["volare-sul-posto", "iniziativa-migliorata", "abilita-focalizzata"]
    assert lost == [
        "x.txt:2 (1,200): has no place here",
        "x.txt:11 ((average)): has no place here",
        "x.txt:12 (curse): is not here: it does not count",
        "x.txt:18 ((+17 in stony areas)): is not here: it does not count",
        "x.txt:21 (Freeze (Ex) It may pass for a statue.): is a text: it is no rule here",
    ]


def test_a_block_in_italian_with_arms_and_armour() -> None:
    read, lost = block(CAPTAIN)
    assert (read.classes, read.level, read.natural) == ({"guerriero": 5}, 5, 0)
    assert [item if isinstance(item, str) else (item.thing, item.bonus, item.masterwork) for item in read.items] == [
        ("spada-lunga", 0, True), "arco-lungo", ("corazza-di-piastre", 1, False), "scudo-pesante-di-metallo",
    ]  # fmt: skip
    assert read.feats[0] == {"arma-focalizzata": "spada-lunga"}
    assert read.printed == Printed(
        ac=20, touch=11, flat_footed=19, cmb=8, cmd=19, initiative=1, attacks={"spada-lunga": 10, "arco-lungo": 6}
    )
    assert [line.partition(":")[2].partition(" ")[0] for line in lost] == ["8", "16"]
    assert "Colpo Fulminante" in lost[1] and "+1 contro la paura" in lost[0]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("(+2 Dex, +4 natural)", "(+2 Dex, +4 armor)", "counts as natural armour"),
        ("bite +7", "bite +9", "the rest makes +7, and in play that counts"),
        ("Init +6", "Init +8", "the rest makes +6: what is written stays"),
        ("darkvision 60 ft.", "blindsight 120 ft.", "the distance is the usual one here"),
        ("DR 10/magic", "DR 10/epic", "is not here"),
        ("fly 60 ft. (average)", "fly like a leaf", "is not here"),
        ("Fort +4", "Fort +4 (+8 vs. cold)", "is not here"),
        ("gore +7 (1d4+2 plus curse)", "gore with all its weight", "is not understood"),
        ("CMD 19", "CMD 19 (23 vs. disarm)", "is not here"),
    ],
)
def test_what_is_read_otherwise_is_said(old: str, new: str, said: str) -> None:
    assert old in GARGOYLE
    _, before = block(GARGOYLE)
    _, lost = block(GARGOYLE.replace(old, new))
    assert [line for line in lost if line not in before and said in line]


def test_a_secondary_attack_is_known_by_its_bonus() -> None:
    read, lost = block(GARGOYLE.replace("gore +7", "gore +2"))
    assert [attack.primary for attack in read.attacks] == [True, True, False]
    assert not [line for line in lost if "the rest makes" in line]


@pytest.mark.parametrize(
    ("line", "word"),
    [("Str 15, Dex", "scores"), ("hp 42", "hit points"), ("Base Atk", "base attack"), ("CE Medium", "size")],
)
def test_without_what_is_needed_there_is_no_creature(line: str, word: str) -> None:
    text = "\n".join(row for row in GARGOYLE.splitlines() if not row.startswith(line))
    with pytest.raises(ContentError) as caught:
        import_text(text.encode(), "x.txt", "prova", "en")
    assert word in str(caught.value)


def test_spells_of_a_block() -> None:
    text = CAPTAIN.replace("guerriero 5", "mago 5").replace(
        "STATISTICHE",
        "Incantesimi Preparati (LI 5°; concentrazione +9)\n3°—palla di fuoco (CD 17), desiderio\n"
        "1°—dardo incantato (2)\n"
        "STATISTICHE",
    )
    read, lost = block(text)
    (casting,) = read.casting
    assert (casting.source, casting.kind, casting.level, casting.ability) == ("mago", "prepared", 5, "intelligenza")
    assert casting.prepared == {"palla-di-fuoco": 1, "dardo-incantato": 2}
    assert [line for line in lost if "desiderio" in line]


def test_what_is_written_can_be_played(tmp_path: Path) -> None:
    done = import_text(GARGOYLE.encode(), "x.txt", "mulino", "it")
    for name, text in done.files.items():
        path = tmp_path / ("mulino.yaml" if name == "party" else name)
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert (done.n, done.pack) == (1, "mulino-pack")
    library = read_library((BOOK, tmp_path / "mulino-pack"))
    assert library.monsters["altrove-gargoyle-of-the-mill"].hp == 42
    scenario = RULESET.read_scenario(tmp_path / "mulino.yaml")
    assert scenario.ruleset == "pathfinder" and load(tmp_path / "mulino.yaml").data["packs"] == ["mulino-pack"]


def test_several_actors_go_into_one_pack() -> None:
    both = [actor(MONSTERS["lupo"]), actor(MONSTERS["lupo"])]
    done = import_text(json.dumps(both).encode(), "x.json", "branco", "en")
    assert done.n == 2
    assert done.files["branco-pack/monsters.yaml"].count('id: "altrove-wolf') == 2


def test_older_actors_keep_totals_and_say_data() -> None:
    data = actor(MONSTERS["orsogufo"])
    system = data.pop("system")
    system["attributes"] |= {"bab": {"total": 5}, "init": {"total": 5}, "cmd": {"total": 21}}
    system["attributes"]["savingThrows"] = {"fort": {"total": 9}, "ref": {"total": 5}, "will": {"total": 2}}
    data["data"] = system
    for item in data["items"]:
        item["data"] = item.pop("system")
    read, lost = from_foundry(data)
    assert (read.bab, read.saves["tempra"], read.printed.initiative) == (5, 9, 5)
    assert [line for line in lost if "savingThrows.fort" in line and "the rest makes 10" in line]


def test_an_actor_says_what_has_no_place() -> None:
    data = actor(MONSTERS["lupo"])
    data["system"]["details"]["biography"] = {"value": "A wolf."}
    data["system"]["traits"]["di"] = ["fire", "moonlight"]
    data["items"] += [
        {"type": "feat", "name": "Wolf's Wit", "system": {"subType": "feat"}},
        {"type": "buff", "name": "Rage", "system": {}},
        {"type": "spell", "name": "Wish", "system": {}},
        {"type": "attack", "name": "Howl", "system": {"subType": "natural"}},
    ]
    read, lost = from_foundry(data)
    assert read.immune == ["fuoco"]
    for word in ("A wolf.", "moonlight", "Wolf's Wit", "Rage", "Wish", "Howl"):
        assert [line for line in lost if word in line], word


@pytest.mark.parametrize("raw", [b"", b"[]", b"{}", b"ciao", b"\xff\xfe", b'{"type": "npc", "system": {}}', b"[1]"])
def test_what_is_no_creature_is_not_recognised_and_gets_a_sentence(raw: bytes) -> None:
    assert not recognises(raw)
    with pytest.raises(ContentError) as caught:
        import_text(raw, "x.txt", "prova", "it")
    assert caught.value.problems[0].message_it and caught.value.problems[0].message_en


def test_files_are_recognised() -> None:
    assert recognises(GARGOYLE.encode()) and recognises(CAPTAIN.encode())
    assert recognises(json.dumps(actor(MONSTERS["lupo"])).encode())
    assert RULESET.pasted and RULESET.recognises(b"\xef\xbb\xbf" + GARGOYLE.encode())


@pytest.mark.parametrize("junk", [7, "goblin"])
def test_lists_and_tables_of_the_wrong_kind_are_listed_and_stop_nothing(junk: Any) -> None:
    """In place of a list of things, of attacks' actions and damage, and of a table of speeds and skills."""
    given = actor(MONSTERS["goblin"])
    ours = {"type": "attack", "name": "Morso", "system": {"subType": "natural", "actions": junk}}
    parts = {**ours, "system": {"subType": "natural", "actions": [{"attackParts": junk, "damage": {"parts": junk}}]}}
    for item, wrong in ((ours, ".actions"), (parts, ".damage.parts")):
        lost = lost_of({**given, "items": [*given["items"], item]})
        assert any(f"items[{len(given['items'])}]" in line and wrong in line for line in lost), lost
    with pytest.raises(ContentError):
        lost_of({**given, "items": junk})
    system = {**given["system"], "skills": junk}
    system["attributes"] = {**system["attributes"], "speed": junk}
    lost = "\n".join(lost_of({**given, "system": system}))
    assert all(path in lost for path in ("system.skills", "system.attributes.speed")), lost
    with pytest.raises(ContentError):  # the size stands there
        lost_of({**given, "system": {**given["system"], "traits": junk}})


def lost_of(data: dict[str, Any]) -> tuple[str, ...]:
    """What the import of an actor lists."""
    return import_text(json.dumps(data).encode(), "f.json", "prova", "it").lost

"""Foundry and Kettlewright: ours -> theirs -> ours, theirs -> ours -> theirs, and files that are none of them.

The foreign files here are written from the formats' descriptions (see ``docs/interchange.md``), with names of our own.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from arbitro.content.errors import ContentError
from arbitro.content.losses import Losses
from arbitro.content.yamlfile import Document, Place
from arbitro.rulesets.cairn import RULESET
from arbitro.rulesets.cairn.interchange import foundry, kettlewright
from arbitro.rulesets.cairn.interchange.being import Being, dice_of, foundry_dice
from arbitro.rulesets.cairn.interchange.exchange import import_text, members_of
from arbitro.rulesets.cairn.interchange.inward import Found, Reader
from arbitro.rulesets.cairn.interchange.outward import being_of
from arbitro.rulesets.cairn.setup import creature_of
from arbitro.rulesets.cairn.state import Creature

LIBRARY = RULESET.library
ROOT = Path(__file__).resolve().parents[2]
CARRIED = sorted(t.id for t in LIBRARY.things.values() if t.type not in ("attack", "gift", "carrier", "service"))
CARRIERS = sorted(t.id for t in LIBRARY.things.values() if t.type == "carrier")
WRITE = {"foundry": foundry.actor_of, "kettlewright": kettlewright.sheet_of}
both = pytest.mark.parametrize("to", ["foundry", "kettlewright"])


def read(data: Any) -> tuple[Found, Reader, list[str]]:
    """What foreign data turn into, and the lines about what is lost."""
    losses = Losses()
    document = Document("file.json", json.loads(json.dumps(data)), Place(0, 0), b"")
    found = members_of(document, losses)
    reader = Reader(LIBRARY, Losses())
    reader.found = found
    return found, reader, [loss.line("en") for loss in losses.told()]


def creatures(data: Any) -> list[Creature]:
    """Foreign data as creatures."""
    found, reader, _ = read(data)
    return [creature_of({"id": "x", **member}, "a", reader.whole()) for member in found.members]


def sent(creature: Creature, to: str, lang: str = "en") -> tuple[dict[str, Any], list[str]]:
    """A creature in a foreign shape, and the lines about what is lost."""
    losses = Losses()
    sheet = WRITE[to](being_of(creature, LIBRARY, lang), lang, losses)
    return sheet, [loss.line("en") for loss in losses.told()]


def made(**data: Any) -> Creature:
    return creature_of({"id": "x", "name": "Nives", "kind": "pc", "pf": 4, **data}, "a", LIBRARY)


def refused(data: Any, word: str) -> None:
    """Data that cannot be used: a sentence in both languages that holds a word, and nothing comes of it."""
    raw = data if isinstance(data, bytes) else json.dumps(data).encode()
    with pytest.raises(ContentError) as caught:
        import_text(raw, "file.json", "prova", "en")
    assert word in caught.value.render("en") and "file.json" in caught.value.render("it")


# --- ours -> theirs -> ours


@st.composite
def characters(draw: st.DrawFn) -> Creature:
    """A character with everything that both formats can hold."""
    scores: dict[str, int] = {}
    for name, most in (("forza", 18), ("des", 18), ("vol", 18), ("pf", 30)):
        scores[f"{name}_max"] = draw(st.integers(1, most))
        scores[name] = draw(st.integers(0, scores[f"{name}_max"]))
    carriers = draw(st.lists(st.sampled_from(CARRIERS), max_size=1))
    items: list[dict[str, Any]] = [{"thing": thing} for thing in carriers]
    for thing in draw(st.lists(st.sampled_from(CARRIED), max_size=4)):
        item: dict[str, Any] = {"thing": thing}
        shape = LIBRARY.things[thing]
        if shape.doses:
            item["uses"] = draw(st.integers(0, shape.doses))
        if shape.charges:
            item["charges"] = draw(st.integers(0, shape.charges))
        item["on"] = draw(st.integers(0, len(carriers)))
        if shape.type == "armour":
            item["worn"] = draw(st.booleans()) and not item["on"]
        items.append(item)
    scars = draw(st.lists(st.sampled_from(sorted(LIBRARY.scars)), max_size=2))
    return made(
        **scores,
        items=items,
        coins=draw(st.integers(0, 99)),
        fatigue=draw(st.integers(0, 3)),
        age=draw(st.integers(0, 90)),
        armour=draw(st.integers(0, 3)),
        conditions=draw(st.lists(st.sampled_from(["esausto", "panico"]), unique=True)),
        background=draw(st.sampled_from(["", *LIBRARY.backgrounds])),
        traits=draw(st.dictionaries(st.sampled_from(sorted(LIBRARY.traits)), st.integers(1, 10))),
        bonds=draw(st.lists(st.sampled_from(sorted(LIBRARY.bonds)), max_size=2, unique=True)),
        omens=draw(st.lists(st.sampled_from(sorted(LIBRARY.omens)), max_size=1)),
        marks=draw(st.lists(st.sampled_from(sorted(LIBRARY.marks)), max_size=2, unique=True)),
        scars=[(scar, draw(st.integers(0, len(LIBRARY.scars[scar].places)))) for scar in scars],
    )


def same(one: Creature, other: Creature) -> None:
    """Whether two creatures are the same in everything that a party file says; a place of a scar is its word."""
    for name in one.__struct_fields__:
        a, b = getattr(one, name), getattr(other, name)
        if name in ("conditions", "traits"):
            a, b = sorted(a), sorted(b)
        if name == "scars":
            a, b = ([(row, LIBRARY.scars[row].places[place - 1 :][:1]) for row, place in it if place] for it in (a, b))
        assert a == b, (name, a, b)


@both
@pytest.mark.parametrize("lang", ["it", "en"])
@settings(max_examples=15)
@given(creature=characters())
def test_a_character_comes_back_as_it_went(to: str, lang: str, creature: Creature) -> None:
    sheet, lost = sent(creature, to, lang)
    assert lost == []
    found, _, unread = read(sheet)
    assert found.things == {} and found.monsters == {}
    assert [line for line in unread if "only serve" not in line] == []
    same(creature, creatures(sheet)[0])


@both
@pytest.mark.parametrize("lang", ["it", "en"])
@pytest.mark.parametrize("id_", sorted(LIBRARY.monsters))
def test_a_monster_of_ours_comes_back_as_itself(to: str, lang: str, id_: str) -> None:
    creature = creature_of({"id": "x", "monster": id_, "kind": "foe"}, "a", LIBRARY)
    sheet, lost = sent(creature, to, lang)
    found, _, unread = read(sheet)
    assert found.monsters == {} and unread == []
    back = creatures(sheet)[0]
    if to == "kettlewright":  # a printed monster has no inventory and no ranks: each is listed
        items = [f"x: items ({LIBRARY.name(i.thing, 'en')})" for i in creature.items]
        assert len([line for line in lost if ": items" in line]) == len(items)
        back = structs.replace(back)
        back.items, back.hands = creature.items, creature.hands
    same(creature, back)


def test_foundry_keeps_what_it_has_no_field_for() -> None:
    creature = creature_of({"id": "x", "monster": "goblin", "kind": "foe", "name": "Zanna", "name_en": "Fang", "pf": 2,
                            "pf_max": 4, "group": "nord", "at": 12, "hidden": True, "leader": True, "armour": 1,
                            "needs": ["cibo"], "conditions": ["legato"], "items": [{"thing": "spada",
                                "note": "vibra"}]},
                           "a", LIBRARY)  # fmt: skip
    for lang in ("it", "en"):
        sheet, lost = sent(creature, "foundry", lang)
        assert lost == []
        same(creature, creatures(sheet)[0])


def test_kettlewright_says_what_it_cannot_hold() -> None:
    hireling = creature_of({"id": "x", "name": "Bruno", "name_en": "Brown", "kind": "hireling", "pf": 3, "armour": 1,
                            "needs": ["cibo"], "conditions": ["legato", "panico"], "leader": True,
                            "items": [{"thing": "spada", "note": "vibra"}]}, "a", LIBRARY)  # fmt: skip
    sheet, lost = sent(hireling, "kettlewright", "it")
    assert sheet["kind"] == "hireling" and sheet["armor"] == 1
    for word in (
        "name_en (Brown)",
        'needs (["cibo"])',
        'conditions (["legato"])',
        "leader",
        "Spada (vibra)",
        "panicked",
    ):
        assert any(word in line for line in lost), (word, lost)
    assert len(lost) == 6
    back = creatures(sheet)[0]
    assert (back.kind, back.armour, [i.thing for i in back.items]) == ("hireling", 1, ["spada"])


# --- theirs -> ours -> theirs

WORDS = st.text("abcdefghilmnoprstuvz", min_size=3, max_size=12).map(lambda word: f"Zz{word}q")
DICE = st.sampled_from([(4,), (6,), (8,), (12,), (6, 6), (8, 6)])


@st.composite
def foundry_items(draw: st.DrawFn) -> dict[str, Any]:
    kind = draw(st.sampled_from(["item", "weapon", "armor"]))
    most = draw(st.integers(0, 6))
    bulky = draw(st.booleans())
    system: dict[str, Any] = {
        "description": draw(st.sampled_from(["", "<p>Odora di mare</p>"])),
        "bulky": bulky, "weightless": not bulky and draw(st.booleans()), "quantity": 1,
        "uses": {"value": draw(st.integers(0, most)), "max": most}, "cost": {"value": draw(st.integers(0, 900))},
    }  # fmt: skip
    if kind == "armor":
        system["armor"] = draw(st.integers(1, 3))
    if kind == "weapon":
        system |= {"damageFormula": foundry_dice(draw(DICE)), "blast": draw(st.booleans())}
    return {"name": draw(WORDS), "type": kind, "system": system}


@st.composite
def foundry_actors(draw: st.DrawFn) -> dict[str, Any]:
    most = {name: draw(st.integers(1, 18)) for name in ("STR", "DEX", "WIL", "hp")}
    pairs = {name: {"value": draw(st.integers(0, n)), "max": n} for name, n in most.items()}
    kind = draw(st.sampled_from(["character", "npc"]))
    system: dict[str, Any] = {"hp": pairs.pop("hp"), "abilities": pairs, "gold": draw(st.integers(0, 99)),
                              "deprived": draw(st.booleans()), "panicked": draw(st.booleans())}  # fmt: skip
    if kind == "npc":
        system |= {
            "armor": draw(st.integers(0, 3)),
            "description": draw(st.sampled_from(["", "<p>Dorme nel fango</p>"])),
        }
    return {"name": draw(WORDS), "type": kind, "system": system,
            "items": draw(st.lists(foundry_items(), max_size=4, unique_by=lambda item: item["name"]))}  # fmt: skip


def covered(given_: Any, back: Any, path: str = "") -> None:
    """Everything that was given stands in what came back."""
    if isinstance(given_, dict):
        for key, value in given_.items():
            covered(value, back[key], f"{path}.{key}")
    else:
        assert given_ == back, (path, given_, back)


def again(data: dict[str, Any], to: str) -> tuple[dict[str, Any], list[str]]:
    """Foreign data read, and written again with the records that were made for them."""
    found, reader, lost = read(data)
    creature = creature_of({"id": "x", **found.members[0]}, "a", reader.whole())
    being: Being = being_of(creature, reader.whole(), "en")
    return WRITE[to](being, "en", Losses()), lost


@settings(max_examples=25)
@given(actor=foundry_actors())
def test_an_actor_of_foundry_is_written_again_as_it_was(actor: dict[str, Any]) -> None:
    back, lost = again(actor, "foundry")
    assert lost == []
    items, returned = actor.pop("items"), back["items"]
    covered(actor, back)
    assert len(items) == len(returned)
    for item in items:
        (twin,) = [one for one in returned if one["name"] == item["name"]]
        price = item["system"].pop("cost") if item["type"] == "weapon" and actor["type"] == "npc" else None
        if price is not None:  # an attack by nature: only its dice count
            item["system"] = {key: item["system"][key] for key in ("damageFormula", "blast")}
        covered(item, twin)


@st.composite
def kettlewright_things(draw: st.DrawFn) -> dict[str, Any]:
    tags = draw(st.sampled_from([[], ["d6"], ["d8+d8", "bulky"], ["2 Armor", "bulky"], ["1 Armor", "bonus defense"],
                                 ["petty"], ["d12", "blast"]]))  # fmt: skip
    thing: dict[str, Any] = {"name": draw(WORDS), "tags": list(tags), "location": 0, "description": ""}
    if not tags and draw(st.booleans()):
        most = draw(st.integers(1, 6))
        thing["tags"] = ["charges"]
        thing |= {"charges": draw(st.integers(0, most)), "max_charges": most}
    elif draw(st.booleans()):
        thing["tags"].append("uses")
        most = draw(st.integers(1, 6))
        thing |= {"uses": draw(st.integers(0, most)), "max_uses": most}
    if any("Armor" in tag for tag in tags):
        thing["armor_active"] = True
    return thing


@st.composite
def kettlewright_sheets(draw: st.DrawFn) -> dict[str, Any]:
    sheet: dict[str, Any] = {"name": draw(WORDS), "gold": draw(st.integers(0, 99)), "background": "Cutpurse",
                             "deprived": draw(st.booleans()), "panicked": draw(st.booleans())}  # fmt: skip
    for word in ("strength", "dexterity", "willpower", "hp"):
        sheet[f"{word}_max"] = draw(st.integers(1, 18))
        sheet[word] = draw(st.integers(0, sheet[f"{word}_max"]))
    sheet["items"] = draw(st.lists(kettlewright_things(), max_size=4, unique_by=lambda thing: thing["name"]))
    return sheet


@settings(max_examples=25)
@given(sheet=kettlewright_sheets())
def test_a_character_of_kettlewright_is_written_again_as_it_was(sheet: dict[str, Any]) -> None:
    back, lost = again(sheet, "kettlewright")
    assert [line for line in lost if "equipped" not in line] == []
    items, returned = sheet.pop("items"), {one["name"]: one for one in back["items"]}
    covered(sheet, back)
    assert len(items) == len(returned)
    for item in items:
        twin = returned[item["name"]]
        assert sorted(item.pop("tags")) == sorted(twin["tags"])
        covered(item, twin)


BEAST = {"Name": "Zampafonda", "HP": 7, "Armor": 1, "STR": 15, "DEX": 9, "WIL": 4,
         "Attack": "morso lungo (d8+d8), soffio (d6, blast)", "Traits": ["Dorme sotto i ponti."]}  # fmt: skip


def test_a_monster_of_kettlewright_is_written_again_as_it_was() -> None:
    back, lost = again(dict(BEAST), "kettlewright")
    assert (back, lost) == (BEAST, [])
    found, _, _ = read(BEAST)
    (monster,) = found.monsters.values()
    assert [(a.name, list(a.dice), a.blast) for a in monster.attacks] == [
        ("morso lungo", [8, 8], False),
        ("soffio", [6], True),
    ]


def test_a_hireling_brings_its_beasts_and_what_they_carry() -> None:
    pet = {"name": "Nebbia", "hp": 5, "hp_max": 5, "strength": 11, "strength_max": 11, "dexterity": 13,
           "dexterity_max": 13, "willpower": 8, "willpower_max": 8, "attack": "denti (d6)", "armor": 1}  # fmt: skip
    hireling = {**pet, "kind": "hireling", "name": "Elmo", "attack": "", "armor": 0, "role": "Tracker", "pets": [pet],
                "containers": [{"id": 0, "name": "Main", "slots": 10},
                               {"id": 3, "name": "Mule", "slots": 6}, {"id": 4, "name": "Slitta", "slots": 3,
                                "carried_by": 0, "load": 2}],
                "items": [{"id": "a", "name": "Sword", "tags": ["d8"], "location": 3},
                          {"id": "b", "name": "Carrying Slitta", "tags": [], "location": 0, "carrying": 4},
                          {"id": "c", "name": "Carrying Slitta", "tags": [], "location": 0, "carrying": 4},
                          {"id": "d", "name": "Fatigue", "tags": [], "location": 0}]}  # fmt: skip
    found, _, lost = read(hireling)
    master, beast = creatures(hireling)
    assert [item.thing for item in master.items] == ["mulo", "altrove-slitta", "spada"] and master.items[2].on == 1
    assert master.fatigue == 1 and found.things["altrove-slitta"].carries == 3 and found.things["altrove-slitta"].bulky
    assert (beast.kind, beast.armour, len(beast.attacks)) == ("hireling", 1, 1)
    assert lost == ["role (Tracker): has no place here"]


# --- what is not understood


def test_every_field_that_is_not_understood_is_listed_with_its_path() -> None:
    actor = {"name": "Iole", "type": "character", "_id": "abc", "img": "x.png", "items": [
        {"name": "Sword", "type": "weapon", "_id": "d", "system": {"damageFormula": "d8", "criticalDamage": "taglia",
         "cost": {"value": 99}, "uses": {"value": 1, "max": 0, "per": "day"}}},
        {"name": "Fulmine", "type": "weapon", "system": {"damageFormula": "1d6+1"}},
        {"name": "Artigli", "type": "weapon", "system": {"damageFormula": "d8+d8"}}],
        "system": {"hp": {"value": 3, "max": 3, "temp": 2}, "abilities": {"STR": {"value": 9}, "DEX": {"value": 9},
                   "WIL": {"value": 9}, "LUC": {"value": 3}}, "background": "Pirata", "gold": 1.5, "features": [],
                   "biography": "<p>Nata sul molo</p><p>Age: 20</p>", "notes": "Deve soldi", "slots": {"value": 12}},
        "effects": []}  # fmt: skip
    _, _, lost = read(actor)
    for word in (
        "system.hp.temp (2)", 'system.abilities.LUC ({"value": 3})', "system.slots",
         "system.background (Pirata)", "system.gold (1.5)",
        "items[0].system.criticalDamage (taglia)", "items[0].system.cost (99)", "items[0].system.uses.per (day)",
        "items[1].system.damageFormula (1d6+1): is not understood",
        "items[2].system.damageFormula (d8+d8): is read as the highest die",
        "_id ×2, img: only serve the program they come from",
    ):  # fmt: skip
        assert len([line for line in lost if word in line]) == 1, (word, lost)
    assert len(lost) == 11
    found, _, _ = read(actor)
    assert (found.members[0]["age"], found.members[0]["notes"]) == (20, "Nata sul molo\nDeve soldi")


def test_older_files_of_foundry_say_data_instead_of_system() -> None:
    data = {"hp": {"value": 4, "max": 4}, "abilities": {k: {"value": 9, "max": 9} for k in ("STR", "DEX", "WIL")}}
    items = [{"name": "Pugni*", "type": "item", "data": {"damageFormula": "2d6k", "quantity": 1, "equipped": True}},
             {"name": "Pelle dura", "type": "item", "data": {"armor": 2, "equipped": True,
                 "weightless": True}}]  # fmt: skip
    found, _, lost = read({"name": "Scimmione", "type": "npc", "data": {**data, "armor": None}, "items": items})
    (monster,) = found.monsters.values()
    assert [tuple(attack.dice) for attack in monster.attacks] == [(6, 6)] and lost == []
    assert [thing.armour for thing in found.things.values()] == [2]


def test_things_of_the_same_name_and_other_numbers_are_made_anew() -> None:
    sheet = {"name": "Ada", "strength": 9, "dexterity": 9, "willpower": 9, "hp": 3,
             "items": [{"name": "Sword", "tags": ["d10"], "location": 0}, {"name": "rations", "tags": ["uses"],
                 "uses": 2},
                       {"name": "Short sword", "tags": ["d8"]}, {"name": "Sword", "tags": ["d10"],
                           "location": 0}]}  # fmt: skip
    found, _, lost = read(sheet)
    things = [item if isinstance(item, str) else item["thing"] for item in found.members[0]["items"]]
    assert things == ["altrove-sword", "razioni", "spada-corta-8", "altrove-sword"] and len(found.things) == 1
    assert found.members[0]["items"][1] == {"thing": "razioni", "uses": 2} and lost == []


def test_what_is_written_can_be_read_and_played(tmp_path: Path) -> None:
    text = import_text(json.dumps([BEAST, {**BEAST, "Name": "Zampafonda 2"}]).encode(), "x.json", "mostri", "en")
    assert text.n == 2 and set(text.files) == {"party", "mostri-pack/pack.yaml", "mostri-pack/monsters.yaml"}
    for name, content in text.files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(content, encoding="utf-8")
    assert RULESET.check_roster(tmp_path / "party").legal
    done = RULESET.export_party(tmp_path / "party", "kettlewright", "en")
    assert [json.loads(sheet)["Name"] for _, sheet in done.sheets] == ["Zampafonda", "Zampafonda 2"]
    assert json.loads(done.sheets[0][1]) == BEAST and done.lost == ()


@both
@pytest.mark.parametrize("name", ["compagnia-del-guado", "goblin-del-bosco"])
def test_the_example_parties(to: str, name: str) -> None:
    done = RULESET.export_party(ROOT / f"examples/cairn/rosters/{name}.yaml", to, "it")
    data = json.dumps([json.loads(text) for _, text in done.sheets])
    back = RULESET.import_sheet(data.encode(), "x.json", "di-ritorno", "it")
    assert back.n == len(done.sheets) and list(back.files) == ["party"] and back.lost == ()


@both
def test_notes_go_and_come_back(to: str, tmp_path: Path) -> None:
    head = "party: prova\nname: Prova\nruleset: cairn\nmembers:\n"
    (tmp_path / "p.yaml").write_text(
        head + '  - {name: Ada, pf: 4, notes: "Deve soldi.\\nTeme 3 gatti (< 4) & i cani."}\n'
    )
    done = RULESET.export_party(tmp_path / "p.yaml", to, "en")
    found, _, lost = read(json.loads(done.sheets[0][1]))
    assert found.members[0]["notes"] == "Deve soldi.\nTeme 3 gatti (< 4) & i cani." and lost == [] and done.lost == ()
    long = {**SHEET, "notes": "\n".join(str(n) * 90 for n in range(10, 40))}
    found, _, lost = read(long)
    assert len(found.members[0]["notes"]) <= 2000 and len(found.members[0]["notes"].split("\n")) + len(lost) == 30


# --- bad files

ACTOR: dict[str, Any] = {"name": "Iole", "type": "character", "system": {
    "hp": {"value": 3, "max": 3}, "abilities": {key: {"value": 9, "max": 9} for key in ("STR", "DEX",
        "WIL")}}}  # fmt: skip
SHEET: dict[str, Any] = {"name": "Ada", "strength": 9, "dexterity": 9, "willpower": 9, "hp": 3, "hp_max": 3}


def with_(data: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """Data with one value in another's place."""
    copy = json.loads(json.dumps(data))
    *above, last = path.split(".")
    place = copy
    for key in above:
        place = place[key]
    place[last] = value
    return copy


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"{", "JSON cannot be read"),
        (b'{"name": NaN}', "no number"),
        (b"\xff\xfe\x00", "UTF-8"),
        (b"[" * 100_000, "nested"),
        (b"[" * 80 + b"]" * 80, "nested"),
        (b"9" * 6000, "too large"),
        (b" " * 4_000_001, "too large"),
        ([], "1 to 60"),
        ([SHEET] * 61, "1 to 60"),
        (17, "no creature"),
        ({"hello": "world"}, "no creature"),
        ([SHEET, "Ada"], "no creature"),
        ({"party": "x", "ruleset": "cairn", "members": []}, "Arbitro already"),
        ({"name": "G", "type": "character", "_stats": {"systemId": "dnd5e"},
          "system": {"abilities": {"str": {"value": 9}}}}, '"dnd5e"'),
        ({"name": "G", "type": "character", "system": {"abilities": {"str": {"value": 9}}}}, "lacks hp"),
        ({"name": "Sacco", "type": "container", "system": {"slots": {"value": 4}}}, "container"),
        ({"name": "G", "type": "npc", "system": None}, "lacks hp"),
        (with_(ACTOR, "system.hp.value", 4), "PF is 4, above 3"),
        (with_(ACTOR, "system.abilities.STR", {"value": -1, "max": 3}), "system.abilities.STR.value"),
        (with_(ACTOR, "system.abilities.STR", {"value": 99, "max": 99}), "system.abilities.STR.value"),
        (with_(ACTOR, "system.abilities.STR", {"value": 30, "max": 30}), "0 to 18"),
        (with_(ACTOR, "system.gold", -5), "system.gold"),
        (with_(ACTOR, "system.hp.value", "tre"), "system.hp.value"),
        (with_(ACTOR, "name", " "), "name is empty"),
        (with_(ACTOR, "name", ""), "name"),
        (with_(ACTOR, "items", [{"name": "Sasso", "type": "item", "system": {"quantity": 12}}]), "12 slots"),
        (with_(SHEET, "hp", 9), "PF is 9, above 3"),
        (with_(SHEET, "strength", 9.5), "strength"),
        (with_(SHEET, "items", "spada"), "items"),
        (with_(BEAST, "Armor", 7), "Armor"),
        (with_(BEAST, "HP", None), "HP"),
    ],
)  # fmt: skip
def test_a_bad_file_gets_a_clear_sentence(data: Any, word: str) -> None:
    refused(data, word)


KEYS = ["name", "type", "system", "data", "items", "hp", "abilities", "STR", "strength", "dexterity",
    "willpower", "pets",
        "flags", "_stats"]  # fmt: skip
PLAIN = st.none() | st.booleans() | st.integers() | st.text()
FLAGS = {"arbitro": {"kind": "pc", "more": {"needs": ["oro"], "at": 3, "monster": "nessuno"}}}
PATHS = ["name", "type", "system", "items", "system.hp", "system.abilities.DEX", "flags", "system.biography",
         "system.armor"]  # fmt: skip


def nested(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner)


@settings(max_examples=25)
@given(st.recursive(PLAIN, nested))
def test_whatever_the_file_holds_there_is_a_sentence_or_a_party(data: Any) -> None:
    try:
        import_text(json.dumps(data).encode(), "file.json", "prova", "it")
    except ContentError as error:
        assert error.problems


@settings(max_examples=25)
@given(st.sampled_from(PATHS), PLAIN | nested(PLAIN) | st.just(FLAGS))
def test_a_good_file_with_one_strange_value(path: str, value: Any) -> None:
    try:
        import_text(json.dumps(with_(ACTOR, path, value)).encode(), "file.json", "prova", "it")
    except ContentError as error:
        assert error.problems


@pytest.mark.parametrize("formula", ["", "d7", "0d6", "d", "2d6!", "d6-1", "99d6", "d6+", "d999999999999999999"])
def test_dice_that_are_none_of_ours(formula: str) -> None:
    assert dice_of(formula) is None

"""What a company can be built of: rows for a form that builds one, by the purchase rules of `company`.

Called by `screen.Screen.roster_kit`. Whether what was built is legal, `company.judge` says.

A row of ``fighters`` has ``id``, ``name``, ``text``, ``rule``, ``role``, ``icon``, ``cost``, ``stats`` (name to
number), ``has`` (ids of the goods it comes with), and what it may buy, each as ``[id, price]``: ``items``,
``upgrades``, ``abilities``.

A row of ``goods`` has ``id``, ``name``, ``kind`` (``weapon``, ``ranged``, ``armour``, ``shield``, ``gear``,
``upgrade``, ``ability``, ``power``, ``word``), ``marker``, ``text``, ``rule``. Items have ``replaces``: it takes the
place of the one of its kind that came before; upgrades ``on``, the goods they can be put on; abilities ``opens``, the
powers that each opens by itself, and ``needs``, the abilities that one must have to buy it.
"""

from __future__ import annotations

from typing import Any

from arbitro.content.tabletop import Kit
from arbitro.rulesets.crepuscolo._scene_card import RULE_OF_STAT, marked, summary
from arbitro.rulesets.crepuscolo._scene_figures import sign_of_classes
from arbitro.rulesets.crepuscolo._voice_words import Words
from arbitro.rulesets.crepuscolo.company import (
    WEAPONS,
    ability_price,
    is_put_on,
    is_sold,
    item_price,
    upgrade_fault,
)
from arbitro.rulesets.crepuscolo.content import Item, Library, Profile
from arbitro.rulesets.crepuscolo.crafts import powers_opened
from arbitro.rulesets.crepuscolo.gear import WORN
from arbitro.rulesets.crepuscolo.markers import power_marker

LIMIT = 150
"""The value of a company that the form begins with; the book leaves it to the players (CDC-CMP-02.1)."""
Row = dict[str, Any]


def kit(words: Words) -> Kit:
    """Everything on sale, with names and summaries in the language of ``words``."""
    library = words.library
    hired = [profile for profile in library.profiles.values() if profile.recruitable]
    fighters = tuple(_fighter(words, profile) for profile in hired)
    wanted = {id_ for row in fighters for kind in ("items", "upgrades", "abilities") for id_, _ in row[kind]}
    wanted |= {id_ for row in fighters for id_ in row["has"]}
    goods = [*(_item(words, item) for item in library.items.values() if item.id in wanted)]
    goods += [_ability(words, id_) for id_ in library.abilities if id_ in wanted]
    opened = {power for row in goods for power in row.get("opens", ())} | wanted
    goods += [_power(words, id_) for id_ in library.powers if id_ in opened]
    goods += [_word(words, id_) for id_ in library.keywords if id_ in wanted]
    return Kit(LIMIT, fighters, tuple(goods))


def _fighter(words: Words, profile: Profile) -> Row:
    library = words.library
    owned = tuple(ability.id for ability in profile.abilities)
    return {
        "id": profile.id,
        "name": words.thing(profile.id),
        "text": profile.text if words.lang == "it" else profile.text_en,
        "rule": profile.rule,
        "role": ", ".join(words.word("class", word, word) for word in profile.classes),
        "icon": sign_of_classes(profile.classes),
        "cost": profile.cr,
        "stats": {words.say(f"scene.stat.{stat}"): getattr(profile, stat) for stat in RULE_OF_STAT},
        "has": (*profile.items, *owned, *powers_opened(owned, library)),
        "items": _on_sale(profile, library, put_on=False),
        "upgrades": _on_sale(profile, library, put_on=True),
        "abilities": _taught(profile, library, owned),
    }


def _on_sale(profile: Profile, library: Library, *, put_on: bool) -> list[tuple[str, int]]:
    """Items that a fighter may buy, or upgrades for them, with their prices."""
    listed = {id_ for name in profile.weapon_lists if name in library.lists for id_ in library.lists[name].items}
    found = []
    for id_ in sorted(listed):
        item, price = library.items[id_], item_price(profile, id_, library)
        barred = profile.weapons_only and item.type not in (*WEAPONS, "weapon_upgrade")
        owned = id_ in profile.items and item.type not in WORN
        if price is not None and is_put_on(item) == put_on and not barred and (put_on or not owned):
            found.append((id_, price))
    return found


def _taught(profile: Profile, library: Library, owned: tuple[str, ...]) -> list[tuple[str, int]]:
    lists = [library.ability_lists[name] for name in profile.ability_lists if name in library.ability_lists]
    listed = {id_ for found in lists for id_ in found.abilities} - set(owned)
    prices = [(id_, ability_price(profile, id_, library)) for id_ in sorted(listed) if is_sold(id_, library)]
    return [(id_, price) for id_, price in prices if price is not None]


# --- goods --------------------------------------------------------------------------------------------------


def _row(words: Words, id_: str, kind: str, marker: str = "") -> Row:
    text = summary(words, id_)
    return {"id": id_, "name": words.thing(id_), "kind": kind, "marker": marker, "text": text, "rule": id_}


def _item(words: Words, item: Item) -> Row:
    kinds = {"melee": "weapon", "weapon_upgrade": "upgrade", "armour_upgrade": "upgrade"}
    kind = "upgrade" if is_put_on(item) else kinds.get(item.type, item.type)
    row = _row(words, item.id, kind)
    row["replaces"] = item.type in WORN
    if is_put_on(item):
        row["on"] = [to.id for to in words.library.items.values() if upgrade_fault(item, to) is None]
    return row


def _ability(words: Words, id_: str) -> Row:
    ability = words.library.abilities[id_]
    row = _row(words, id_, "ability", marked("", ability.kind, 0).strip(" ()"))
    row["opens"] = list(powers_opened((id_,), words.library))
    row["needs"] = list(ability.needs.get("ability", ()))
    return row


def _power(words: Words, id_: str) -> Row:
    found = power_marker(words.library.powers[id_].kind)
    assert found is not None
    marker = words.say("scene.card.points", n=found.rank, kind=words.word("points", found.points))
    return _row(words, id_, "power", marker)


def _word(words: Words, id_: str) -> Row:
    keyword = words.library.keywords[id_]
    return {**_row(words, id_, "word"), "text": keyword.note if words.lang == "it" else keyword.note_en, "rule": ""}

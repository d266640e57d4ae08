"""Creatures of one's own filled in as a form: what the form does not know stays as it was."""

from __future__ import annotations

import pytest

from arbitro.content.errors import ContentError
from arbitro.content.messages import LANGS
from arbitro.content.yamlfile import load
from arbitro.rulesets.cairn import RULESET

DESK = RULESET.desk()
FILE = """party: mie
name: Le mie
ruleset: cairn
members:
  - {name: Gilda, kind: foe, pf: 4, vol: 13, group: ladri,
     items: [pugnale, {thing: torcia, uses: 2}, corda, bende, sale]}
  - {name: Vecchio troll, kind: foe, monster: troll, fatigue: 2}
"""


def test_every_field_has_words_and_choices_in_both_languages() -> None:
    for lang in LANGS:
        fields = DESK.own_fields(lang)
        assert all(field.label for field in fields)
        assert all(choice.label for field in fields for choice in field.choices)
    italian, english = (next(f for f in DESK.own_fields(lang) if f.name == "monster").choices for lang in LANGS)
    assert {one.key for one in italian} == set(RULESET.library.monsters)
    assert [one.label for one in english] != [one.label for one in italian]


def test_what_the_form_does_not_know_stays() -> None:
    first, second = (dict(one) for one in DESK.own_values(FILE))
    assert first == {"name": "Gilda", "pf": 4, "vol": 13, "thing1": "pugnale", "thing2": "torcia", "thing3": "corda",
                     "thing4": "bende"}  # fmt: skip
    assert second == {"name": "Vecchio troll", "monster": "troll"}
    first["thing3"], first["armour"] = "spada", 1
    made = DESK.own_with(FILE, 0, first)
    gilda, troll = load(made, name="x").data["members"]
    assert gilda["items"] == ["pugnale", {"thing": "torcia", "uses": 2}, "spada", "bende", "sale"]
    assert (gilda["group"], gilda["armour"], troll) == ("ladri", 1, load(FILE, name="x").data["members"][1])
    assert load(made, name="x").data["name"] == "Le mie"


def test_what_is_emptied_goes_and_a_fault_names_its_field() -> None:
    made = DESK.own_with(FILE, 0, {"name": "Gilda", "pf": 4})
    assert load(made, name="x").data["members"][0] == {
        "name": "Gilda", "kind": "foe", "pf": 4, "group": "ladri", "items": ["sale"],
    }  # fmt: skip
    with pytest.raises(ContentError) as caught:
        DESK.own_with(FILE, 1, {"name": "Troll", "monster": "troll", "pf": 99})
    assert caught.value.render("en").startswith("pf: ")

"""Characters over HTTP: made, changed, gathered, exchanged and printed; what will not do is told at its field."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from arbitro.rulesets.cairn import RULESET
from arbitro.rulesets.cairn.characters import CairnCharacters
from arbitro.rulesets.cairn.sheetform import row_with, values_of
from tests.web.client import Trouble, http

Ask = Callable[..., Any]
LIVIA = """\
party: livia
name: Livia
ruleset: cairn
members:
  - {name: Livia, pf: 6, forza: 12, des: 11, vol: 9, fatigue: 2, items: [spadone, cuoio-bollito, torcia], coins: 12}
"""


@pytest.fixture
def ask(base: str) -> Ask:
    """A request about characters of Cairn, in English."""

    def asked(what: str, ruleset: str = "cairn", **wish: Any) -> Any:
        return http(base, f"/api/rulesets/{ruleset}/characters/{what}", wish, accept_language="en")

    return asked


def refused(ask: Ask, what: str, **wish: Any) -> Trouble:
    with pytest.raises(Trouble) as found:
        ask(what, **wish)
    return found.value


def test_a_party_is_judged_like_any_company(base: str) -> None:
    judged = http(base, "/api/rulesets/cairn/rosters/judge", {"file": LIVIA})
    assert judged["legal"] and judged["name"] == "Livia" and judged["file"] == LIVIA


# --- making


def test_the_same_wish_makes_the_same_character_and_what_is_chosen_counts(ask: Ask) -> None:
    made = ask("make", seed="7")
    assert ask("make", seed="7") == made
    assert [step["taken"] for step in made["steps"]] == [False] * len(made["steps"])
    chosen = ask("make", seed="7", choices={"forza.0": 15, "name.0": "  Ada   Rossi "})
    steps = {step["key"]: step for step in chosen["steps"]}
    assert steps["forza.0"]["value"] == 15 and steps["forza.0"]["taken"]
    assert chosen["sheet"]["name"] == "Ada Rossi" and chosen["sheet"]["scores"][0] == ["STR", 15, 15]


def test_a_new_seed_is_told_so_that_the_character_can_be_made_again(ask: Ask) -> None:
    made = ask("make")
    assert made["seed"] and ask("make", seed=made["seed"])["file"] == made["file"]


@pytest.mark.parametrize("key,value", [("forza.0", 19), ("forza.0", "x"), ("background.0", 21), ("forza.0", True)])
def test_what_a_step_does_not_offer_is_told_there_and_left_to_the_dice(ask: Ask, key: str, value: Any) -> None:
    rolled, made = ask("make", seed="7"), ask("make", seed="7", choices={key: value})
    assert [fault["key"] for fault in made["faults"]] == [key]
    assert made["file"] == rolled["file"]


def test_things_are_bought_as_long_as_the_coins_last(ask: Ask) -> None:
    made = ask("make", seed="7", choices={"coins.0": 18}, further=["buy", "torcia", "buy", "carro"])
    coins = dict(made["sheet"]["facts"])["Coins"]
    assert made["further"] == ["buy", "torcia", "buy"]
    assert int(coins) < 18 and made["open"]["kind"] == "buy"


@pytest.mark.parametrize("kind", ["hireling", "guardia-del-corpo"])
def test_hirelings_are_made_too(ask: Ask, kind: str) -> None:
    made = ask("make", kind=kind, seed="1")
    assert ask("read", file=made["file"])["members"][0]["values"]["kind"] == "hireling"


def test_only_the_youngest_of_a_party_has_an_omen(ask: Ask) -> None:
    party = {"file": LIVIA.replace("coins: 12", "age: 12"), "packs": {}}
    made = ask("make", seed="7", party=party, choices={"background.0": 1, "age.0": 50})
    assert not [step for step in made["steps"] if step["kind"] == "omen"]


# --- changing


def test_every_value_of_the_form_goes_back_into_the_file_as_it_came() -> None:
    row = {"name": "Ivo", "forza": 9, "des": 10, "vol": 11, "pf": 2, "forza_max": 12, "kind": "hireling",
           "items": ["mulo", {"thing": "torcia", "uses": 1, "on": 1}], "traits": {"volto": 4},
           "scars": [["CRN-SCAR-04", 3]], "needs": ["cibo"], "notes": "due\nrighe", "coins": 3}  # fmt: skip
    assert row_with(row, values_of(row, RULESET.library), RULESET.library) == row


def test_a_change_is_judged_and_kept(ask: Ask) -> None:
    after = ask("change", file=LIVIA, who=0, values={"forza": 5, "items": [{"of": "torcia", "uses": 1}], "notes": "x"})
    assert after["faults"] == []
    livia = after["members"][0]
    assert (livia["values"]["forza"], livia["values"]["forza_max"]) == (5, 12)
    assert livia["values"]["items"] == [{"of": "torcia", "uses": 1, "on": 0, "note": ""}]
    assert ask("read", file=after["file"])["members"] == after["members"]


@pytest.mark.parametrize(
    "values,fault",
    [
        ({"forza": 25}, ("forza", -1, "")),
        ({"pf": "x"}, ("pf", -1, "")),
        ({"forza": 8, "forza_max": 5}, ("forza", -1, "")),
        ({"items": [{"of": "spadone"}, {"of": "spadne"}]}, ("items", 1, "")),
        ({"items": [{"of": "spadone"}, {"of": "torcia", "uses": 9}]}, ("items", 1, "uses")),
        ({"items": [{"of": "spadone"}] * 6}, ("items", -1, "")),
        ({"traits.volto": 44}, ("traits.volto", -1, "")),
        ({"background": "alchimista"}, ("background", -1, "")),
        ({"traits": [{}], "monster": "troll"}, ("", -1, "")),
    ],
)
def test_what_cannot_be_is_told_at_its_field_and_nothing_is_lost(
    ask: Ask, values: dict[str, Any], fault: tuple[str, int, str]
) -> None:
    after = ask("change", file=LIVIA, who=0, values=values)
    assert (after["faults"][0]["key"], after["faults"][0]["entry"], after["faults"][0]["part"]) == fault
    assert after["faults"][0]["who"] == 0 and after["faults"][0]["text"]
    assert after["file"] == LIVIA


def test_every_field_of_a_character_stands_in_the_form(ask: Ask) -> None:
    keys = {field["key"] for field in ask("form")["fields"]}
    assert ask("read", file=LIVIA)["members"][0]["values"].keys() == keys


# --- gathering and exchanging


def test_a_party_is_gathered_and_parted(ask: Ask) -> None:
    made = ask("make", seed="3")
    party = ask("join", name="La compagnia", joining={"file": LIVIA})
    party = ask("join", party={"file": party["file"]}, joining={"file": made["file"]})
    assert [member["name"] for member in party["members"]] == ["Livia", made["sheet"]["name"]]
    parted = ask("part", file=party["file"], who=0)
    assert [member["name"] for member in parted["rest"]["members"]] == [made["sheet"]["name"]]
    assert ask("read", **parted["taken"])["members"][0]["name"] == "Livia"
    assert ask("part", file=parted["rest"]["file"], who=0)["rest"] is None


@pytest.mark.parametrize("to", ["foundry", "kettlewright"])
def test_characters_go_to_another_program_and_come_back(ask: Ask, to: str) -> None:
    gone = ask("export", file=LIVIA, to=to)
    back = ask("import", text=gone["files"]["livia.json"], name="livia.json")
    before = ask("read", file=LIVIA)["members"][0]["values"]
    assert {**back["members"][0]["values"]} == before


def test_what_our_packs_do_not_have_comes_along_in_a_pack(ask: Ask) -> None:
    sheet = json.loads(ask("export", file=LIVIA, to="kettlewright")["files"]["livia.json"])
    items = json.loads(sheet["items"]) if isinstance(sheet["items"], str) else sheet["items"]
    items.append({"name": "Lama di luna", "tags": ["d10"], "id": 99})
    sheet["items"] = json.dumps(items) if isinstance(sheet["items"], str) else items
    found = ask("import", text=json.dumps(sheet), name="Livia.json")
    assert found["packs"] and any("Lama di luna" in text for text in found["packs"].values())
    bundle = {"file": found["file"], "packs": found["packs"]}
    assert any(slot["label"] == "Lama di luna" for slot in ask("read", **bundle)["members"][0]["sheet"]["slots"])
    together = ask("join", party={"file": LIVIA}, joining=bundle)
    assert together["packs"] == found["packs"]
    assert "pack" in refused(ask, "read", file=found["file"]).text


@pytest.mark.parametrize(
    "text,said",
    [
        ("", "empty"),
        ("{", "JSON"),
        ("ruleset: crepuscolo\nroster: x\n", "another game: crepuscolo"),
        ('{"type": "npc", "system": {}, "_stats": {"systemId": "dnd5e"}}', "dnd5e"),
        (LIVIA.replace("forza: 12", "forza: 40"), "18"),
        (LIVIA.replace("torcia", "torca"), "torcia"),
        (LIVIA.replace("ruleset: cairn", "ruleset: cairn\npacks: [/etc]"), "/etc"),
    ],
)
def test_files_that_will_not_do_say_why(ask: Ask, text: str, said: str) -> None:
    why = refused(ask, "import", text=text, name="x.yaml")
    assert why.status == 400 and said in why.text and "/tmp" not in why.text


def test_a_pack_lies_nowhere_else(ask: Ask) -> None:
    for name in ("../x.yaml", "/x/things.yaml", "a/b/c.yaml", "x/pack.txt"):
        assert refused(ask, "read", file=LIVIA, packs={name: "things: []"}).code == "strange_pack"


def test_the_sheets_for_paper_are_the_command_lines_own(ask: Ask, tmp_path: Any) -> None:
    (tmp_path / "livia.yaml").write_text(LIVIA)
    page = ask("page", file=LIVIA, who=-1).decode()
    assert page == CairnCharacters(RULESET).page(tmp_path / "livia.yaml", "", "en")


def test_a_game_without_characters_says_so(ask: Ask, base: str) -> None:
    with pytest.raises(Trouble) as found:
        ask("form", ruleset="crepuscolo")
    assert (found.value.status, found.value.code) == (404, "no_characters")
    rulesets = {row["id"]: row["characters"] for row in http(base, "/api/meta")["rulesets"]}
    assert rulesets["cairn"] and not rulesets["crepuscolo"]

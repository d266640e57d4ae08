"""Law 16, second half: every record of the packs is reached in play, or listed here with the reason why it is not."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec import structs

from arbitro.dice.sources import SeededDice
from arbitro.engine.forms import Refusal
from arbitro.engine.game import Game
from arbitro.engine.tally import Tally
from arbitro.rulesets.crepuscolo.content import Item
from arbitro.rulesets.crepuscolo.events import TookPart
from arbitro.rulesets.crepuscolo.ruleset import Crepuscolo
from tests.crepuscolo.field import PLAIN, rules
from tests.crepuscolo.laws import play

UNREACHED: dict[str, str] = {
    "CDC-EQ-27": "armour: its numbers are in the figure from the start, its protection is in what is suffered",
    "CDC-EQ-33": "armour: as EQ-27",
    "CDC-EQ-57": "armour: as EQ-27",
    "CDC-EQ-65": "gives an ability, which is reached in its place",
    "CDC-EQ-75": "Resistenza: in the figure from the start",
    "CDC-EQ-69": "Resistenza of the armour: in the figure from the start",
    "CDC-EQ-88": "it moves where powers are measured from: no event names it",
    "CDC-AB-034": "used when figures are deployed: test_reinforcements and the soak reach it",
    "CDC-AB-035": "as AB-034",
    "CDC-AB-081": "it takes lines out of a number, and so stands in none",
    "CDC-AB-024": "Resistenza: in the figure from the start",
    "CDC-AB-059": "nobody can buy it: its rules are missing from the text",
    "CDC-AB-063": "does nothing: its rules are missing from the text",
    "CDC-AB-140": "the text only names it",
}
"""Records that need not show in a battle; `test_every_record_is_reached` fails too when one of them does."""
ROUNDS, DECISIONS, TOGETHER = 240, 300, 8
BLESSED = "CDC-EQ-78"
"""An upgrade that lowers the threshold of its attacks, which others answer."""
PLACES = {
    "a1": (15, 15), "a2": (12, 15), "a3": (15, 18), "a4": (22, 10),
    "b1": (18, 15), "b2": (26, 17), "b3": (18, 18), "b4": (24, 24),
}  # fmt: skip
CONDITIONS = {
    "a1": ["Veleno"], "a2": ["Fuoco"], "a3": ["Gelo"], "a4": [], "b1": ["Veleno", "Fuoco"], "b2": ["Gelo"],
    "b3": ["A Terra"], "b4": ["Terrorizzato"],
}  # fmt: skip
EXTRAS = ("CDC-AB-015", "CDC-PW-014", "CDC-PW-116", "CDC-PW-071", "CDC-PW-077", "CDC-AB-077", "CDC-AB-091")
"""What everybody can do besides: others' wards, auras and immunities need somebody to ward off."""
ITEMS = {
    "CDC-AB-037": ["CDC-EQ-40", "CDC-EQ-38"], "CDC-AB-061": ["CDC-EQ-11", "CDC-EQ-41"], "CDC-AB-135": ["CDC-EQ-11"],
    "CDC-AB-056": ["CDC-EQ-11", "CDC-EQ-41"],
}  # fmt: skip
LEVELS = ("CDC-IN-004", "CDC-IN-007", "CDC-IN-010", "CDC-IN-013", "CDC-IN-016", "CDC-IN-017")
PARTNERS: dict[str, tuple[str, ...]] = {
    **{f"CDC-IN-{n:03d}": ("CDC-IN-018",) for n in range(2, 5)},
    "CDC-IN-017": ("CDC-IN-025",),
    **{f"CDC-IN-{n:03d}": LEVELS for n in range(18, 26)},
    "CDC-IN-026": ("CDC-IN-014",),
    "CDC-AB-130": ("CDC-AB-127",),
    "CDC-PW-007": ("CDC-PW-071", "CDC-PW-077", "CDC-PW-079"),
    "CDC-AB-056": ("CDC-AB-050", "CDC-AB-013"),
    "CDC-PW-057": ("CDC-PW-049",),
}
"""What an ability needs beside it to show: a level its domain, a domain its level."""
TERRAIN: list[dict[str, Any]] = [
    {"id": "w", "kinds": ["water"], "rect": [30, 2, 6, 6]},
    {"id": "m", "height": 4, "crossing": "vaultable", "rect": [13, 19.5, 8, 3], "dda": 1},
    {"id": "c", "kinds": ["covering"], "rect": [10, 12, 9, 7]},
    {"id": "d", "height": 6, "kinds": ["platform"], "drop": True, "rect": [27, 20, 8, 6]},
]


def able_rules() -> Crepuscolo:
    """The rules with a profile that can do a bit of everything."""
    made = rules()
    able = structs.replace(
        PLAIN,
        id="able",
        cmb=3,
        pre=3,
        vol=3,
        des=3,
        res=3,
        points={"arcano": 12, "concentrazione": 12, "ki": 12, "illusione": 12},
        classes=["Prova", "Paladino"],
    )
    made.library.profiles["able"] = able
    return made


RULES = able_rules()


def fighter(name: str, rule: str, rich: bool) -> dict[str, Any]:
    """A fighter that bears a record: an item carried or put on another, or an ability; ``rich`` ones can do more."""
    made: dict[str, Any] = {
        "id": name, "profile": "able", "at": list(PLACES[name]), "abilities": [],
        "items": ["CDC-EQ-11", "CDC-EQ-22", "CDC-EQ-33"],
        "upgrades": [{"item": BLESSED, "to": "CDC-EQ-11"}], "conditions": CONDITIONS[name],
    }  # fmt: skip
    if name in ("a4", "b4"):
        made["life"] = 1  # somebody must die
    library = RULES.library
    item: Item | None = library.items.get(rule)
    if item is None:
        known = rule in library.abilities or rule in library.powers
        made["abilities"] = list(
            dict.fromkeys((*((rule,) if known else ()), *PARTNERS.get(rule, ()), *(EXTRAS if rich else ())))
        )
        if rule in ITEMS:
            made["items"], made["upgrades"] = ITEMS[rule], []
        made["dice"] = [4, 6, 6, 8, 8] if rule in library.powers else []
        if not made["dice"]:
            del made["dice"]
    elif item.type == "weapon_upgrade" or item.needs_weapon:
        made["upgrades"].append({"item": rule, "to": "CDC-EQ-11"})
    elif item.type == "armour_upgrade":
        made["upgrades"].append({"item": rule, "to": "CDC-EQ-33"})
    else:
        made["items"] = [rule] if item.type == "melee" else ["CDC-EQ-11", rule]
        made["upgrades"] = [] if item.type == "melee" else made["upgrades"]
    return made


POISON, FLAMES = "CDC-PW-116", "CDC-PW-014"
THREATS = {
    "CDC-AB-093.1": "CDC-AB-093",
    "CDC-AB-016": FLAMES, "CDC-AB-017": POISON, "CDC-AB-018": FLAMES, "CDC-AB-019": "CDC-PW-075", "CDC-AB-020": POISON,
    "CDC-AB-033": POISON, "CDC-AB-109": FLAMES, "CDC-AB-110": POISON, "CDC-AB-112": FLAMES, "CDC-AB-113": "CDC-PW-075",
    "CDC-AB-123": FLAMES, "CDC-AB-129": POISON, "CDC-PW-007": "CDC-PW-071",
}  # fmt: skip
"""What everybody else can do where a record shows only against it."""


def trial(borne: list[str], seed: int) -> Game:
    """A battle in the middle of the table whose fighters bear these records, played for a while."""
    names = list(PLACES)
    Random(seed).shuffle(names)
    by_name = dict(zip(names, [*borne, *["CDC-EQ-11"] * TOGETHER], strict=False))
    sides = [
        {
            "seat": seat,
            "name": seat,
            "edge": edge,
            "fighters": [fighter(n, by_name[n], seed % 2 == 1) for n in PLACES if n[0] == seat],
        }
        for seat, edge in (("a", "south"), ("b", "north"))
    ]
    setup = {"table": {"width": 40, "depth": 30, "terrain": TERRAIN}, "sides": sides, "options": {}}
    threats = [THREATS[rule] for rule in borne if rule in THREATS]
    for one in (one for side in sides for one in side["fighters"]):
        one["abilities"] = list(dict.fromkeys((*one["abilities"], *threats)))
    game = Game.new(RULES, setup, SeededDice.of_seed(seed))
    return play(game, Random(seed), DECISIONS)


def cited(game: Game) -> Iterator[str]:
    """All records that the journal names: as a rule, in a number, as the weapon used."""
    for event in game.journal:
        yield from event.rules
        yield from (rule.split(".")[0] for rule in event.rules)
        for name in event.__struct_fields__:
            value = getattr(event, name)
            if isinstance(value, Tally):
                yield from (line.rule for line in value.lines)
            if name == "weapon" and value:
                yield value
        if isinstance(event, TookPart) and event.path in RULES.library.powers:
            held = game.state.figures[event.it].abilities  # type: ignore[attr-defined]
            abilities = (RULES.library.abilities.get(rule) for rule in held)
            yield from (a.id for a in abilities if a is not None and (a.opens or a.domain))


def test_every_record_is_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: set[str] = set()
    ask, forbid, immune = Game.query, Game.restricted, Game.immune

    def query(self: Game, *args: Any, **roles: Any) -> Tally:
        tally = ask(self, *args, **roles)
        seen.update(line.rule for line in tally.lines)
        return tally

    def restricted(self: Game, *args: Any, **roles: Any) -> Refusal | None:
        why = forbid(self, *args, **roles)
        seen.update(why.rules if why else ())
        return why

    def is_immune(self: Game, *args: Any) -> str:
        rule = immune(self, *args)
        seen.add(rule)
        return rule

    monkeypatch.setattr(Game, "query", query)
    monkeypatch.setattr(Game, "restricted", restricted)
    enable = Game.enabled

    def enabled(self: Game, *args: Any, **roles: Any) -> str:
        rule = enable(self, *args, **roles)
        seen.add(rule)
        return rule

    monkeypatch.setattr(Game, "immune", is_immune)
    monkeypatch.setattr(Game, "enabled", enabled)
    for number in range(ROUNDS):
        left = [rule for rule in RULES.records if rule not in seen and rule not in UNREACHED]
        for start in range(0, len(left), TOGETHER):
            seen.update(cited(trial(left[start : start + TOGETHER], number)))
        if not left:
            break
    left = [rule for rule in RULES.records if rule not in seen and rule not in UNREACHED]
    assert left == [], " ".join(left) + " reached by nobody: put them within reach, or list them with the reason"


def test_the_list_of_unreached_records_is_up_to_date() -> None:
    assert set(UNREACHED) <= set(RULES.records)

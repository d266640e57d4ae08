"""The smallest situations: a few creatures on squares, scripted dice, one turn or a few.

    field = Field({"a1": {"at": "c3", "items": ["spada-lunga"]}}, {"b1": {"at": "d3"}}, dice=[15, 6])
    field.act("a1", "attack", "spada-lunga", "b1")
    assert field.figure("b1").hp == 14
    field.done()

Plain creatures are Medium humanoids of level 1 with 10 in every ability, 20 hit points and base attack 0, on an open
board of 12 by 10. Whatever a sheet has may be overridden (``forza: 16``, ``size: grande``, ``attacks`` ...).
Initiative is rolled so that they act in the order in which they are written, unless ``order`` says otherwise; their
Dexterity does not matter for that. ``dice`` are the faces after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import structs

from arbitro.dice.sources import Dice, ScriptedDice
from arbitro.engine.events import Event, Rolled
from arbitro.engine.game import Game
from arbitro.rulesets.pathfinder.content import Library, built_in
from arbitro.rulesets.pathfinder.ruleset import Pathfinder
from arbitro.rulesets.pathfinder.shapes import Sheet, Weapon
from arbitro.rulesets.pathfinder.state import ABILITIES, Battle, Creature
from tests.staging import Staging

OPEN = ("............",) * 10
STEED = {"size": "grande", "long": True, "mount": True, "combat_trained": True, "speeds": {"terra": 15}, "legs": 4,
         "type": "animale", "hp": 30, "attacks": [{"id": "zoccolo", "name": "Zoccolo", "name_en": "Hoof",
                                                   "damage": "1d4", "types": ["contundente"]}]}  # fmt: skip
"""What makes a plain creature a trained horse of 30 hit points, with one hoof (``steed: true``)."""
MEMBER = (
    "at",
    "items",
    "hp_now",
    "nonlethal",
    "conditions",
    "hidden",
    "aware",
    "sneaks",
    "bleed",
    "mount",
    "name",
    "steed",
)


def sheet_of(id_: str, given: dict[str, Any]) -> Sheet:
    """A plain creature with what differs."""
    data = {**STEED} if given.get("steed") else {}
    data |= {key: value for key, value in given.items() if key == "items" or key not in (*MEMBER, *ABILITIES)}
    scores = {ability: given.get(ability, 10) for ability in ABILITIES}
    if given.get("steed"):
        scores["intelligenza"] = given.get("intelligenza", 2)
    data.setdefault("speeds", {"terra": 9})
    data.setdefault("saves", {"tempra": 0, "riflessi": 0, "volonta": 0})
    data.setdefault("attacks", [])
    base = {"id": f"prova-{id_}", "name": id_, "name_en": id_, "hp": 20, "bab": 0, "scores": scores}
    return msgspec.convert({**base, **data}, Sheet)


def library_with(sheets: Sequence[Sheet]) -> Library:
    """The built-in packs and some creatures more."""
    library = built_in()
    weapons = dict(library.weapons)
    for sheet in sheets:
        for attack in (*sheet.attacks, *sheet.hind):
            data = {name: getattr(attack, name) for name in attack.__struct_fields__}
            data |= {"id": f"{sheet.id}-{attack.id}", "group": "natural", "damage_small": attack.damage}
            weapons[data["id"]] = Weapon(**data)
    return structs.replace(library, monsters={**library.monsters, **{s.id: s for s in sheets}}, weapons=weapons)


class Field(Staging):
    """A board with creatures, at its first question.

    Args:
        party, foes: id to what differs from the plain creature; ``at`` is where it stands.
        dice: the faces that will fall after initiative, in order; a dice source instead of them is taken as it is.
        order: who acts in which order; as written where it is not given.
        rows: the board's map, top row first; ground: more of it (walls, heights, light).
        options: what the table agreed on.
        retreat: what part of side a, in per cent, may be lost before its computer leaves the field.
    """

    def __init__(
        self,
        party: dict[str, dict[str, Any]],
        foes: dict[str, dict[str, Any]],
        *,
        dice: Sequence[int] | Dice = (),
        order: Sequence[str] = (),
        rows: Sequence[str] = OPEN,
        ground: dict[str, Any] | None = None,
        options: dict[str, Any] | None = None,
        retreat: int = 0,
    ) -> None:
        everybody = {**party, **foes}
        order = tuple(order) or tuple(everybody)
        self.ridden = {given["mount"] for given in everybody.values() if given.get("mount")}
        sheets = []
        for id_, given in everybody.items():
            dexterity = (given.get("destrezza", 10) - 10) // 2
            sheets.append(sheet_of(id_, {"initiative": -dexterity, **given}))
        self.rules = Pathfinder(library_with(sheets))
        sides = [
            {"seat": seat, "name": seat.upper(), "retreat": told,
             "members": [self._member(i, m) for i, m in members.items()]}
            for seat, members, told in (("a", party, retreat), ("b", foes, 0))
        ]  # fmt: skip
        self.setup = {"ground": {"map": list(rows), **(ground or {})}, "sides": sides, "options": options or {}}
        self.dice: Any = dice
        if isinstance(dice, Sequence):
            first = [20 - order.index(id_) for id_ in sorted(everybody) if id_ not in self.ridden]
            self.dice = ScriptedDice([*first, *dice])
        self.game = Game.new(self.rules, self.setup, self.dice)

    def _member(self, id_: str, given: dict[str, Any]) -> dict[str, Any]:
        data = {key: given[key] for key in MEMBER if key in given and key not in ("hp_now", "steed")}
        if "hp_now" in given:
            data["hp"] = given["hp_now"]
        return {"id": id_, "sheet": f"prova-{id_}", **data}

    @property
    def state(self) -> Battle:
        assert isinstance(self.game.state, Battle)
        return self.game.state

    def figure(self, name: str) -> Creature:
        """A creature as it is now."""
        return self.state.figures[name]

    def at(self, name: str) -> str:
        """The square somebody stands on."""
        from arbitro.rulesets.pathfinder.state import name_of_square

        return name_of_square((self.figure(name).x, self.figure(name).y))

    def act(self, actor: str, action: str, *params: Any) -> list[Event]:
        """Do something in one's turn."""
        return self.answer((actor, action, *params))

    def end(self, *actors: str) -> None:
        """End turns; those named must be the ones whose turn it is."""
        for actor in actors:
            self.answer((actor, "end"))

    def strike(self, *who: str) -> list[Event]:
        """Take the opportunity that stands: the one asked for, or those named."""
        return self.answer(("PF-CORE", *who))

    def let_go(self) -> list[Event]:
        """Let an opportunity, or an occasion, go by."""
        return self.answer(("pass",))

    def actions(self, actor: str) -> tuple[Any, ...]:
        """What somebody may do now."""
        return self.offered(actor)

    def rolled(self) -> list[tuple[str, int, tuple[int, ...]]]:
        """All dice after initiative: who, sides, faces."""
        rolls = [(e.by, e.sides, e.faces) for e in self.all(Rolled)]
        return rolls[len(self.state.figures) - len(self.ridden) :]

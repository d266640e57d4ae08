"""The smallest situations: a few figures on a table, scripted dice, one hand.

    field = Field({"a1": {"at": (10, 10), "items": ["CDC-EQ-11"]}, "b1": {"at": (13.5, 10)}}, dice=[5])
    field.act("a1", "melee", "b1", die=8)
    assert field.the(Hurt).amount == 1
    field.done()

Figures are of a plain profile (`PLAIN`): Resistenza 5, Danno 1, everything else 0, round base 2.5 cm, height
3 cm, and hold d4, d6, d8; any field of `Figure` can be given instead (``cmb=3``, ``dice=(8,)``, ``life=2``).
Re-rolls by Combattimento are switched off (``options={}`` switches them on); with Volontà and Destrezza 0
nobody is asked about other re-rolls.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from arbitro.dice.sources import ScriptedDice
from arbitro.engine.events import Event
from arbitro.engine.game import Game
from arbitro.engine.state import Step
from arbitro.geometry.units import cm
from arbitro.rulesets.crepuscolo import RULESET
from arbitro.rulesets.crepuscolo.content import BaseShape, Profile
from arbitro.rulesets.crepuscolo.ruleset import Crepuscolo
from arbitro.rulesets.crepuscolo.state import Battle, Figure
from tests.staging import Staging

PLAIN = Profile(
    id="plain", name="Prova", name_en="Plain", cr=10, classes=["Prova"], res=5, cmb=0, pre=0, dan=1, vol=0, des=0,
    base=BaseShape(round=2.5),
)  # fmt: skip
SETUP_KEYS = ("profile", "name", "at", "z", "items", "upgrades", "abilities", "dice", "conditions", "life", "in_water")


def rules() -> Crepuscolo:
    """The ruleset with the plain profile added."""
    library = RULESET.library
    twin = type(library)(*(getattr(library, name) for name in library.__struct_fields__))
    twin.profiles = {**library.profiles, "plain": PLAIN}
    return Crepuscolo(twin)


RULES = rules()


class Field(Staging):
    """A table with figures, whose seat ``hand`` may act next.

    Args:
        fighters: id (its first letter is the seat) to what differs from the plain figure; ``at`` in cm.
        terrain: pieces of scenery as scenarios write them, in cm.
        dice: the faces that will fall, in order.
        hand: whose hand it is; "" starts with deployment, "bid" with the bidding.
        size: width and depth of the table in cm.
        start: more of the scenario's ``start`` (``turn``, ``total``).
        rules: the rules to play by, if not the usual ones.
        setup: more of the setup (``options``, ``tokens``, ``zones``).
    """

    def __init__(
        self,
        fighters: dict[str, dict[str, Any]],
        *,
        terrain: Sequence[dict[str, Any]] = (),
        dice: Sequence[int] = (),
        hand: str = "a",
        size: tuple[float, float] = (60, 60),
        start: dict[str, Any] | None = None,
        rules: Crepuscolo | None = None,
        **setup: Any,
    ) -> None:
        rules = rules or RULES
        sides = []
        for seat in ("a", "b"):
            mine = [(i, f) for i, f in fighters.items() if i[0] == seat]
            rows = [{"id": i, "profile": "plain", **{k: f[k] for k in SETUP_KEYS if k in f}} for i, f in mine]
            access = [size[0] / 2, 0] if seat == "a" else [size[0] / 2, size[1]]
            sides.append({"seat": seat, "name": seat.upper(), "access": access, "fighters": rows})
        begin = dict(start or {})
        if hand in ("a", "b"):
            begin.setdefault("hand", hand)
        setup.setdefault("options", {"combat_rerolls": False})
        whole = {
            "table": {"width": size[0], "depth": size[1], "terrain": list(terrain)},
            "sides": sides,
            "start": begin,
            **setup,
        }
        self.dice = ScriptedDice(dice)
        state = rules.setup(whole)
        assert isinstance(state, Battle)
        for name, given in fighters.items():
            for field, value in given.items():
                if field not in SETUP_KEYS or field in ("life", "dice"):
                    setattr(state.figures[name], field, value)
            if "res" in given and "life" not in given:
                state.figures[name].life = state.figures[name].life_max = given["res"]
        self.game = Game(rules, state, self.dice, setup=whole)

    @property
    def state(self) -> Battle:
        assert isinstance(self.game.state, Battle)
        self.game.now, self.game.near = {}, {}  # tests write into the state by hand
        return self.game.state

    def figure(self, name: str) -> Figure:
        """A figure as it stands now."""
        return self.state.figures[name]

    def act(
        self, actor: str, action: str, *params: Any, die: Any = None, others: tuple[int, ...] | None = None
    ) -> list[Event]:
        """An action of the hand: its choices, the die rolled (or spent), the other dice spent with it."""
        path: tuple[Any, ...] = (actor, action, *params)
        if die is not None:
            path += (die,)
        if others is not None:
            path += (others,)
        return self.answer(path)

    def to(self, x: float, y: float) -> list[Event]:
        """Answer a question for a place, in cm."""
        return self.answer((cm(x), cm(y)))

    @property
    def about(self) -> dict[str, Any]:
        """What the pending question is about."""
        assert self.game.pending is not None
        return self.game.pending.about

    def at(self, name: str) -> tuple[float, float]:
        """Where a figure stands, in cm."""
        figure = self.figure(name)
        return figure.x / 1000, figure.y / 1000

    def next_step(self, *steps: Step) -> None:
        """Put Steps on the agenda before the next one (to reach the end of a turn, for instance)."""
        self.state.agenda = (*steps, *self.state.agenda)

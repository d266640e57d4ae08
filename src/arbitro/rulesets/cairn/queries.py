"""Numbers that rules may change, and how they are made before anything changes them."""

from __future__ import annotations

from typing import Any

from arbitro.engine.game import Game
from arbitro.engine.tally import Line, Tally
from arbitro.engine.values import Id, RuleId
from arbitro.engine.vocabulary import Query, Roles
from arbitro.rulesets.cairn.state import MOST_ARMOUR, SLOTS, STEP, WEAKENED, Creature, Encounter, Item

NATURAL_SPELLS = ("gift",)


def encounter_of(game: Game) -> Encounter:
    """The state of an evening."""
    assert isinstance(game.state, Encounter)
    return game.state


def figure_of(game: Game, it: Id) -> Creature:
    """A creature by its id."""
    return encounter_of(game).figures[it]


def library_of(game: Game) -> Any:
    """The packs in play."""
    return game.ruleset.library  # type: ignore[attr-defined]


def thing_of(game: Game, thing: str) -> Any:
    """A thing of the packs, None for what is no thing."""
    return library_of(game).things.get(thing)


def worn_armour(game: Game, figure: Creature) -> list[tuple[Item, Any]]:
    """What a creature wears or holds that protects it (CRN-ARM-02.2)."""
    found = []
    for item in figure.items:
        thing = thing_of(game, item.thing)
        if thing is not None and thing.armour and (item.no in figure.hands if thing.type == "shield" else item.worn):
            found.append((item, thing))
    return found


def _armour(game: Game, roles: Roles) -> int:
    figure = figure_of(game, roles["target"])
    worn = worn_armour(game, figure)
    plain = max((int(thing.armour) for _, thing in worn if not thing.plus), default=0)
    return figure.armour + plain + sum(int(thing.armour) for _, thing in worn if thing.plus)


def _score(game: Game, roles: Roles) -> int:
    return figure_of(game, roles["it"]).score(roles["attribute"])


def impaired_by(game: Game, roles: Roles) -> tuple[RuleId, ...]:
    """The rules of the book that make an attack impaired: against a formation, or from very far off."""
    actor, target = figure_of(game, roles["actor"]), figure_of(game, roles["target"])
    thing = thing_of(game, roles["weapon"])
    alone = target.formation and not actor.formation
    many = alone and not game.query(BLAST, actor=actor.id, target=target.id, weapon=roles["weapon"]).value
    state = encounter_of(game)
    far = state.options.track and abs(actor.at - target.at) >= state.options.distant
    return (*(("CRN-DET-03.1",) if many else ()),
            *(("CRN-RNG-01.2",) if far and thing is not None and thing.ranged else ()))  # fmt: skip


def enhanced_by(game: Game, roles: Roles) -> tuple[RuleId, ...]:
    """The rules of the book that make an attack enhanced.

    A formation attacks an individual (CRN-DET-04.1), unless it has been weakened (our ruling there); whoever has lost
    all DES or VOL cannot act and is helpless (CRN-MOD-03.1).
    """
    actor, target = figure_of(game, roles["actor"]), figure_of(game, roles["target"])
    many = actor.formation and not target.formation and not actor.has(WEAKENED)
    lost = ("CRN-LOSS-03.1",) if target.des <= 0 else ("CRN-LOSS-04.1",) if target.vol < target.least_will else ()
    return (*(("CRN-DET-04.1",) if many else ()), *lost)


def _impaired(game: Game, roles: Roles) -> int:
    return len(impaired_by(game, roles))


def _enhanced(game: Game, roles: Roles) -> int:
    return len(enhanced_by(game, roles))


def _blast(game: Game, roles: Roles) -> int:
    actor, target = figure_of(game, roles["actor"]), figure_of(game, roles["target"])
    thing = thing_of(game, roles["weapon"])
    return int((thing is not None and thing.blast) or (actor.formation and not target.formation))


def _nothing(game: Game, roles: Roles) -> int:
    return 0


STEPS = (("set", "set"), ("add", "add"), ("floor", "floor"), ("cap", "cap"))
ARMOUR = Query("armour", ("target", "actor", "weapon", "cause"), _armour, STEPS)
SCORE = Query("score", ("it", "attribute", "cause"), _score, STEPS)
IMPAIRED = Query("impaired", ("actor", "target", "weapon"), _impaired, STEPS)
ENHANCED = Query("enhanced", ("actor", "target", "weapon"), _enhanced, STEPS)
BLAST = Query("blast", ("actor", "target", "weapon"), _blast, STEPS)
PIERCE = Query("pierce", ("actor", "target", "weapon"), _nothing, STEPS)
DIE = Query("die", ("actor", "weapon", "sides"), lambda game, roles: int(roles["sides"]), STEPS)
SLOTS_OF = Query("slots", ("it",), lambda game, roles: SLOTS, STEPS)
TAKEN = Query("taken", ("it",), _nothing, STEPS)
SPEED = Query("speed", ("actor",), lambda game, roles: STEP, STEPS)
QUERIES = {
    query.name: query for query in (ARMOUR, SCORE, IMPAIRED, ENHANCED, BLAST, PIERCE, DIE, SLOTS_OF, TAKEN, SPEED)
}


def armour_of(game: Game, target: Id, actor: Id | None = None, weapon: str = "", cause: str = "attack") -> Tally:
    """The Armatura that counts against a blow, never above 3 (CRN-ARM-03)."""
    tally = game.query(ARMOUR, target=target, actor=actor, weapon=weapon, cause=cause)
    value = min(MOST_ARMOUR, max(0, tally.value))
    if value == tally.value:
        return Tally(value, tally.base, tally.lines, "CRN-ARM-01.1")
    line = Line("CRN-ARM-03.2", target, "cap", value - tally.value)
    return Tally(value, tally.base, (*tally.lines, line), "CRN-ARM-03.1")

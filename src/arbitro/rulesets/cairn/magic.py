"""Spellbooks, scrolls, relics and things one uses: what they do, what they cost, and what may go wrong."""

from __future__ import annotations

from typing import Any

from arbitro.engine.asks import Flow
from arbitro.engine.forms import Option, Pick
from arbitro.engine.game import Game
from arbitro.engine.parts import run_parts
from arbitro.engine.records import UseSpec
from arbitro.engine.values import Id, RuleId, Value
from arbitro.engine.vocabulary import Subject
from arbitro.engine.windows import targets_of
from arbitro.rulesets.cairn.burden import add_fatigue, droppable, free_slots, spend_use
from arbitro.rulesets.cairn.events import Cast, HandsFilled, ItemLost
from arbitro.rulesets.cairn.harm import die, lose
from arbitro.rulesets.cairn.queries import encounter_of, figure_of, thing_of
from arbitro.rulesets.cairn.saves import custode, save
from arbitro.rulesets.cairn.state import CALM, DEPRIVED, FIGHT, FORZA, PC, VOL, Item

SPELLS = ("book", "scroll", "gift")
MISHAPS = ("fatigue", "book", "wound", "death")
MISHAP_DIE = 6  # what a magical wound rolls, our choice
USED: dict[str, tuple[RuleId, ...]] = {
    "book": ("CRN-CAST-01.1",), "scroll": ("CRN-SCRL-01.1",), "relic": ("CRN-REL-01.1",),
}  # fmt: skip
GIFT = 0
"""The number under which a spell at will is named: it is no item."""


def record_behind(game: Game, thing: str) -> str:
    """The record that says what using a thing does: its spell, or itself."""
    shape = thing_of(game, thing)
    return str(shape.spell or thing) if shape is not None else thing


def use_of(game: Game, thing: str) -> UseSpec | None:
    """What using a thing does, None if nothing is written."""
    record = game.ruleset.records.get(record_behind(game, thing))
    return next((use for use in record.uses if not use.moment), None) if record is not None else None


def scope_for(game: Game, it: Id, thing: str, stronger: bool) -> dict[str, Any]:
    """What the lines of a thing see when ``it`` uses it."""
    return {"me": it, "rule": record_behind(game, thing), "seat": game.controller(it), "stronger": stronger,
            "_subject": Subject()}  # fmt: skip


def usable(game: Game, it: Id, thing: str, item: Item | None) -> bool:
    """Whether somebody can use a thing now: uses, charges, hands, room for Fatica, limits."""
    shape, figure = thing_of(game, thing), figure_of(game, it)
    use = use_of(game, thing)
    if shape is None and use is None:
        return False
    if item is not None and shape.charges and item.charges < 1:
        return False
    if shape is not None and shape.type == "book" and not (free_slots(game, it) or droppable(game, it)):
        return False
    if use is None:
        return shape.type in (*SPELLS, "relic")
    scope = scope_for(game, it, thing, False)
    if use.when is not None and not use.when(game, scope):
        return False
    if use.limit is not None and not game.may_use(record_behind(game, thing), use.limit, scope):
        return False
    wanted = use.target is not None and use.target.kind == "one"
    return figure.present and not (wanted and not targets(game, it, thing))


def targets(game: Game, it: Id, thing: str) -> tuple[Value, ...]:
    """Whom the user of a thing may name; none where it names nobody."""
    use = use_of(game, thing)
    if use is None or use.target is None or use.target.kind != "one":
        return ()
    return tuple(targets_of(game, use, scope_for(game, it, thing, False)) or ())


def carry_out(game: Game, it: Id, thing: str, target: Id, stronger: bool) -> Flow[None]:
    """Do what a thing does."""
    use = use_of(game, thing)
    if use is None:
        return
    scope = scope_for(game, it, thing, stronger)
    if use.target is not None and use.target.kind == "one" and target not in targets(game, it, thing):
        return  # what was declared is no longer there
    if use.limit is not None and not game.count_use(record_behind(game, thing), use.limit, scope):
        return
    if use.target is not None:
        if use.target.kind == "one":
            scope[use.target.name] = target
        else:
            scope[use.target.name] = tuple(targets_of(game, use, scope) or ())
    yield from run_parts(game, use.parts, scope)


def use_thing(game: Game, it: Id, no: int, thing: str, target: Id = "", stronger: bool = False) -> Flow[None]:
    """Use a thing, read a scroll, or cast from a book, and pay what that costs."""
    shape, item = thing_of(game, thing), figure_of(game, it).item(no)
    kind = shape.type if shape is not None else "gift"
    if no != GIFT and item is None:
        return
    if kind == "book" and item is not None:
        game.do(HandsFilled(it=it, hands=(no,), rules=("CRN-CAST-01.2",)))
    rules = USED.get(kind, ("CRN-ACT-01.2",))
    more = ("CRN-CAST-02.1",) if stronger else ()
    game.do(Cast(it=it, thing=thing, target=target, stronger=stronger,
                 rules=(*rules, *more, record_behind(game, thing))))  # fmt: skip
    yield from carry_out(game, it, thing, target, stronger)
    if figure_of(game, it).status != "in":
        return
    if kind == "book":
        yield from add_fatigue(game, it, ("CRN-CAST-01.3",))
    item = figure_of(game, it).item(no)
    if kind == "scroll" and item is not None:
        game.do(ItemLost(it=it, no=no, thing=thing, why="burnt", rules=("CRN-SCRL-01.4",)))
    elif item is not None and kind not in SPELLS:
        spend_use(game, it, item, ("CRN-REL-01.3",) if kind == "relic" else ("CRN-MKT-06.1",))
    if kind in ("book", "scroll"):
        yield from _danger(game, it, no, thing)


def _danger(game: Game, it: Id, no: int, thing: str) -> Flow[None]:
    """Casting while deprived or in danger, a fight or a place that is not safe, may call for a VOL save (CRN-CAST-03).

    A scroll causes no Fatica and is gone already, so that nothing usual is left to fear: it takes a referee who wants
    the save (our ruling of CRN-SCRL-01).
    """
    state, figure = encounter_of(game), figure_of(game, it)
    if figure.kind != PC or not (state.mode == FIGHT or not state.safe or figure.has(DEPRIVED)):
        return
    scroll = thing_of(game, thing).type == "scroll"
    default = "save" if state.options.casting_save and not scroll else "none"
    options = tuple(Option(word, {}, ("CRN-CAST-03.1",)) for word in ("save", "none"))
    word = yield from custode(game, "casting_save", Pick(options, default=default), {"it": it, "thing": thing})
    if word == "none":
        return
    passed = yield from save(game, it, VOL, "cast", ("CRN-CAST-03.1", "CRN-ATR-04.2"))
    if not passed and figure_of(game, it).status == "in":
        yield from _mishap(game, it, no, thing)


def _mishap(game: Game, it: Id, no: int, thing: str) -> Flow[None]:
    """What a failed save costs: one more Fatica, unless the referee has something worse in mind."""
    words = ("wound", "death") if thing_of(game, thing).type == "scroll" else MISHAPS
    options = tuple(Option(word, {}, ("CRN-CAST-03.3",)) for word in words)
    word = yield from custode(game, "mishap", Pick(options, default=words[0]), {"it": it, "thing": thing})
    rules = ("CRN-CAST-03.2", "CRN-CAST-03.3")
    if word == "fatigue":
        yield from add_fatigue(game, it, rules)
    elif word == "book":
        if figure_of(game, it).item(no) is not None:
            game.do(ItemLost(it=it, no=no, thing=thing, why="burnt", rules=rules))
    elif word == "wound":
        (face,) = game.roll(MISHAP_DIE, by=it, rules=rules)
        lose(game, it, FORZA, face, rules)
    else:
        yield from die(game, it, "", "magic", rules)


def safe_to_enhance(game: Game, it: Id) -> bool:
    """Time and safety let a spell be made stronger, at no cost (CRN-CAST-02)."""
    state = encounter_of(game)
    return state.mode == CALM and state.safe and not figure_of(game, it).has(DEPRIVED)

"""Making characters and hirelings with dice (CRN-CHR, CRN-HIR, CRN-TRT, CRN-BND, CRN-OMN, CRN-BKG)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from arbitro.engine.asks import Flow, ask
from arbitro.engine.forms import Option, Pick
from arbitro.engine.game import Game
from arbitro.engine.values import Id, RuleId, Seat
from arbitro.rulesets.cairn.events import CoinsChanged, Joined
from arbitro.rulesets.cairn.queries import encounter_of, figure_of, library_of
from arbitro.rulesets.cairn.setup import creature_of
from arbitro.rulesets.cairn.state import ATTRIBUTES, HIRELING, PC, PF, Creature, Item

ANY = "roll"
SWAPS = ("none", "forza-des", "forza-vol", "des-vol")
RATIONS = "razioni"


def roll_sum(game: Game, seat: Seat, n: int, sides: int, *rules: RuleId) -> int:
    """The sum of dice that a seat rolls."""
    return game.sum(n, sides, by=seat, rules=rules)


def roll_attributes(game: Game, seat: Seat, rules: tuple[RuleId, ...]) -> list[int]:
    """3d6 for FOR, DES and VOL, in that order (CRN-CHR-02.1, CRN-HIR-02.2)."""
    return [roll_sum(game, seat, 3, 6, *rules) for _ in ATTRIBUTES]


def roll_traits(game: Game, seat: Seat) -> tuple[tuple[str, int], ...]:
    """A d10 on each of the eight tables (CRN-TRT-01.1)."""
    return tuple((trait, roll_sum(game, seat, 1, 10, "CRN-TRT-01.1")) for trait in library_of(game).traits)


def by_die(table: Any, face: int) -> Any:
    """The entry of a table of twenty that a d20 shows."""
    return next(entry for entry in table.values() if entry.d20 == face)


def create(game: Game, seat: Seat, background: str, kind: str = PC) -> Flow[Id]:
    """A new character: background, attributes, PF, traits, bonds, age, omen, and what it brings (CRN-CHR-01)."""
    library = library_of(game)
    if background == ANY:
        chosen = by_die(library.backgrounds, roll_sum(game, seat, 1, 20, "CRN-CHR-01.1", "CRN-BKG-00.1"))
    else:
        chosen = library.backgrounds[background]
    scores = roll_attributes(game, seat, ("CRN-CHR-02.1",) if kind == PC else ("CRN-HIR-03.3",))
    pf = roll_sum(game, seat, 1, 6, "CRN-CHR-03.1")
    traits = roll_traits(game, seat)
    rows = [table[roll_sum(game, seat, 1, 6, chosen.rule) - 1] for table in (chosen.first, chosen.second)]
    pf += sum(roll_sum(game, seat, 1, row.pf_die, chosen.rule) for row in rows if row.pf_die)
    bonds = _bonds(game, seat, chosen, rows) if kind == PC else []
    age = roll_sum(game, seat, 2, 20, "CRN-CHR-05.1") + 10
    coins = roll_sum(game, seat, 3, 6, "CRN-CHR-04.1") + sum(row.coins for row in rows)
    coins += sum(bond.coins for bond in bonds)
    omens = _omens(game, seat, chosen, rows, age) if kind == PC else ()
    if kind == PC:
        scores = yield from _swapped(game, scores, seat)
    name = _name(game, seat, chosen)
    things = [
        RATIONS,
        *chosen.items,
        *(i for row in rows for i in row.items),
        *(i for bond in bonds for i in bond.items),
    ]
    made = creature_of({"id": _free_id(game, seat), "name": name, "kind": kind, "pf": pf, "coins": coins, "age": age,
                        **dict(zip(ATTRIBUTES, scores, strict=True))}, seat, library)  # fmt: skip
    made.background, made.traits, made.omens = chosen.id, traits, omens
    made.bonds = tuple(bond.id for bond in bonds)
    made.marks = tuple(mark for row in rows for mark in row.marks)
    _equip(game, made, things)
    game.do(Joined(creature=made, rules=("CRN-CHR-01.1", chosen.rule)))
    for number, row in enumerate(rows):
        if row.companion:
            _companion(game, made, row.companion, f"{made.id}c{number + 1}", chosen.rule)
    return made.id


def _bonds(game: Game, seat: Seat, background: Any, rows: list[Any]) -> list[Any]:
    """One bond, and one more where the background says so (CRN-BND-01)."""
    count = background.bonds + sum(row.bond for row in rows)
    return [by_die(library_of(game).bonds, roll_sum(game, seat, 1, 20, "CRN-BND-01.1")) for _ in range(count)]


def _omens(game: Game, seat: Seat, background: Any, rows: list[Any], age: int) -> tuple[str, ...]:
    """The youngest character rolls an omen, and some backgrounds (CRN-CHR-01.3, CRN-OMN-01)."""
    state = encounter_of(game)
    others = [figure.age for figure in state.side(state.seats[0]) if figure.kind == PC and figure.age]
    youngest = not others or age < min(others)
    count = int(youngest) + int(background.omen) + sum(row.omen for row in rows)
    return tuple(by_die(library_of(game).omens, roll_sum(game, seat, 1, 20, "CRN-OMN-01.1")).id for _ in range(count))


def _swapped(game: Game, scores: list[int], seat: Seat) -> Flow[list[int]]:
    """Any two of the three may change places (CRN-CHR-02.2)."""
    facts = dict(zip(ATTRIBUTES, scores, strict=True))
    form = Pick(tuple(Option(word, {}, ("CRN-CHR-02.2",)) for word in SWAPS), default="none")
    word = yield from ask("swap", game.controller(seat), form, facts)
    if word == "none":
        return scores
    one, other = (ATTRIBUTES.index(part) for part in str(word).split("-"))
    made = list(scores)
    made[one], made[other] = made[other], made[one]
    return made


def _name(game: Game, seat: Seat, background: Any) -> str:
    names = background.names
    return str(names[roll_sum(game, seat, 1, len(names), background.rule) - 1])


def _free_id(game: Game, seat: Seat) -> Id:
    figures = encounter_of(game).figures
    return next(id_ for number in range(1, 1000) if (id_ := f"{seat}{number}") not in figures)


def _equip(game: Game, made: Creature, things: Iterable[str]) -> None:
    """Give things while there is room for them; armour is worn, weapon and shield are in hand."""
    library, used = library_of(game), 0
    items: list[Item] = []
    for thing in things:
        shape = library.things[thing]
        if used + shape.slots > 10:
            continue  # what does not fit stays behind (CRN-INV-01.1)
        used += shape.slots
        items.append(Item(len(items) + 1, thing, shape.doses, shape.charges, shape.type == "armour"))
    made.items = tuple(items)
    made.hands = tuple(item.no for item in items if library.things[item.thing].type == "shield")[:1]


def _companion(game: Game, owner: Creature, monster: str, id_: Id, rule: RuleId) -> None:
    """A creature that goes along; a twin has its owner's scores and PF (CRN-BKG-11)."""
    library = library_of(game)
    scores = {score: owner.highest(score) for score in (PF, *ATTRIBUTES)} if library.monsters[monster].twin else {}
    made = creature_of({"id": id_, "monster": monster, "kind": HIRELING, **scores}, owner.seat, library)
    game.do(Joined(creature=made, rules=(rule,)))


def hire(game: Game, payer: Id, role: str) -> Flow[Id]:
    """Take somebody on: the first day's wage, three attributes, PF, fitting gear, traits (CRN-HIR-02)."""
    library, seat = library_of(game), figure_of(game, payer).seat
    chosen = library.roles[role]
    game.do(CoinsChanged(it=payer, by=-chosen.wage, rules=("CRN-MKT-05.1", "CRN-HIR-02.1")))
    scores = roll_attributes(game, seat, ("CRN-HIR-02.2",))
    pf = roll_sum(game, seat, 1, 6, "CRN-HIR-02.3")
    traits = roll_traits(game, seat)
    made = creature_of({"id": _free_id(game, seat), "name": chosen.name, "kind": HIRELING, "pf": pf,
                        **dict(zip(ATTRIBUTES, scores, strict=True))}, seat, library)  # fmt: skip
    made.name_en, made.traits, made.profile = chosen.name_en, traits, role
    _equip(game, made, chosen.items)
    game.do(Joined(creature=made, rules=("CRN-HIR-01.1", "CRN-HIR-02.4")))
    yield from ()
    return made.id

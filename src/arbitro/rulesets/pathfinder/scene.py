"""The board and everybody on it as a screen draws them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from arbitro.content.messages import show
from arbitro.content.scene import (
    Badge,
    Board,
    Disc,
    FigureView,
    Legend,
    Mark,
    Meter,
    Note,
    Overlay,
    Piece,
    Point,
    Polygon,
    Scene,
    Side,
    Spotlight,
    Unit,
)
from arbitro.content.scene import Path as Line
from arbitro.engine.game import Game
from arbitro.geometry.grid import Space, Square
from arbitro.rulesets.pathfinder.arms import Arm, arms_of, dice_of
from arbitro.rulesets.pathfinder.burden import lifts
from arbitro.rulesets.pathfinder.content import rules
from arbitro.rulesets.pathfinder.deeds import Footprint
from arbitro.rulesets.pathfinder.ground import LOW_WALL
from arbitro.rulesets.pathfinder.lookups import able, battle_of, figure_of, suffers
from arbitro.rulesets.pathfinder.numbers import ATTACK, DAMAGE, armour_class, speed_of
from arbitro.rulesets.pathfinder.paths import reachable, stride_of, way_of
from arbitro.rulesets.pathfinder.sight import sees, sees_space
from arbitro.rulesets.pathfinder.state import (
    ASLEEP,
    MELEE,
    METRES_PER_SQUARE,
    PRONE,
    RANGED,
    TOUCH,
    UNCONSCIOUS,
    Battle,
    Creature,
    Ground,
    name_of_square,
)
from arbitro.rulesets.pathfinder.threat import threatened_squares
from arbitro.rulesets.pathfinder.words import Words, initials

SIDE = 3000
"""Units of a square's side on a screen."""
SENSELESS = (UNCONSCIOUS, ASLEEP)
"""Conditions in which nobody looks at anything, others among them that bring these along."""
BEASTS = ("animale", "bestia_magica", "parassita", "drago")
"""Types of creatures that a screen draws as beasts."""
INSET = 150
"""How much smaller than its squares a creature's base is drawn."""
SADDLE = SIDE * 6 // 10
"""A side of the base of a rider whose mount fills one square."""
METRE = Unit("m", int(SIDE / METRES_PER_SQUARE))
DRAWN = {
    "solid": ("impassable",), "wall": ("impassable",), "slit": ("impassable",), "door": ("impassable",),
    "bars": ("impassable",), "low": ("vaultable",), "low_wall": ("vaultable",), "pit": ("crevice",),
    "force": ("impassable",), "fire": ("covering",), "fog": ("covering",), "mist": ("covering",),
    "foliage": ("difficult", "covering"), "difficult": ("difficult",), "water": ("water",),
}  # fmt: skip
"""Kinds of ground, and the words by which a screen knows how to draw them."""
LEGEND = {"impassable": "solid", "vaultable": "low", "crevice": "pit", "covering": "hiding", "difficult": "difficult",
          "water": "water"}  # fmt: skip
KINDS = {"#": "solid", ",": "difficult", "o": "low", "^": "pit", "~": "water", "%": "fog", '"': "foliage",
         "*": "mist"}  # fmt: skip
RULE_OF = {
    "solid": "PF-GRID-24", "difficult": "PF-GRID-20", "low": "PF-GRID-23", "pit": "PF-GRID-08", "water": "PF-MOV-03",
    "fog": "PF-CON-01", "hiding": "PF-CON-01", "foliage": "PF-GRID-20", "wall": "PF-COV-12", "low_wall": "PF-COV-05",
    "slit": "PF-COV-13", "mist": "PF-CON-10", "force": "PF-COV-12", "fire": "PF-SPX-08", "door": "PF-TAB-21",
    "bars": "PF-TAB-21",
}  # fmt: skip


def middle(square: Square) -> Square:
    """The middle of a square, in units."""
    return square[0] * SIDE + SIDE // 2, square[1] * SIDE + SIDE // 2


def box(x: int, y: int, span: int, inset: int = 0) -> Polygon:
    """Squares as a closed area, drawn a little smaller."""
    lo_x, lo_y = x * SIDE + inset, y * SIDE + inset
    hi_x, hi_y = (x + span) * SIDE - inset, (y + span) * SIDE - inset
    return Polygon(((lo_x, lo_y), (hi_x, lo_y), (hi_x, hi_y), (lo_x, hi_y)))


def drawn(battle: Battle) -> list[Creature]:
    """Everybody in the order in which they are drawn: riders over their mounts."""
    return sorted(battle.figures.values(), key=lambda figure: bool(figure.mount))


def base_of(figure: Creature) -> Polygon:
    """A creature's base; a rider's is small, in the middle of its mount's, whose rim it leaves free (PF-MNT-05.2)."""
    if not figure.mount:
        return box(figure.x, figure.y, figure.span, INSET)
    side = SADDLE if figure.shares == 1 else SIDE - 4 * INSET
    lo = [axis * SIDE + (figure.shares * SIDE - side) // 2 for axis in (figure.x, figure.y)]
    hi = [edge + side for edge in lo]
    return Polygon(((lo[0], lo[1]), (hi[0], lo[1]), (hi[0], hi[1]), (lo[0], hi[1])))


def place_of(figure: Creature) -> str:
    """The name of the square a creature stands on."""
    return name_of_square((figure.x, figure.y))


# --- the board ----------------------------------------------------------------------------------------


def board(ground: Ground, words: Words) -> Board:
    """The board with its terrain; the same object again for the same ground and language."""
    known: dict[str, Board] = ground.__dict__.setdefault("boards", {})
    found = known.get(words.lang)
    if found is None:
        pieces = tuple(_pieces(ground, words))
        kinds = dict.fromkeys(kind for piece in pieces for kind in piece.kinds)
        found = known[words.lang] = Board(
            width=ground.width * SIDE, depth=ground.depth * SIDE, unit=METRE, grid=SIDE, pieces=pieces,
            legend=tuple(Legend(kind, words.say(f"ground.{LEGEND[kind]}"), _summary(words, RULE_OF[LEGEND[kind]]))
                         for kind in kinds),
        )  # fmt: skip
    return found


def _pieces(ground: Ground, words: Words) -> Iterator[Piece]:
    for square, sign in sorted(ground.signs.items()):
        kind = KINDS[sign]
        yield _piece(words, f"{kind}-{name_of_square(square)}", kind, box(*square, 1), name_of_square(square))
    for a, b, c, d, sort in ground.walls:
        kind = "low_wall" if sort == LOW_WALL else sort
        x, y = max(a, c) * SIDE, max(b, d) * SIDE
        ends = ((x, y), (x, y + SIDE)) if a != c else ((x, y), (x + SIDE, y))
        where = f"{name_of_square((a, b))}/{name_of_square((c, d))}"
        yield _piece(words, f"{kind}-{where}", kind, Line(ends), where)


def _piece(words: Words, id_: str, kind: str, shape: Any, where: str) -> Piece:
    name = words.say(f"ground.{kind}")
    note = Note(words.say("ground.is"), name, _summary(words, RULE_OF[kind]), (RULE_OF[kind],))
    return Piece(id=id_, name=name, shape=shape, kinds=DRAWN[kind], notes=(note,), aria=f"{name} · {where}")


def _summary(words: Words, rule: str) -> str:
    entry = rules().get(rule)
    return entry.summary(words.lang) if entry is not None else ""


# --- everybody ----------------------------------------------------------------------------------------


def scene_of(ruleset: Any, words: Words, standing: str) -> Scene:
    """Everything a screen needs of a moment; of the referee's desk, which has no board, only where it is."""
    battle = words.battle
    if battle.book is not None:
        return Scene(standing=standing, sides=(), figures=(), result=standing if battle.result else "")
    game = Game(ruleset, battle, _NoDice(), log=False, start=False)
    turn = battle.figures.get(battle.turn)
    sides = tuple(Side(seat, words.seat(seat), turn is not None and turn.seat == seat) for seat in battle.seats)
    chips: tuple[Note, ...] = ()
    if battle.order:
        name = words.say("chip.surprise") if battle.surprise else str(battle.round)
        chips += (Note(words.say("chip.round"), name, rules=("PF-SEQ-02.1",)),)
        first = battle.order.index(battle.turn) if battle.turn in battle.order else 0
        coming = (*battle.order[first:], *battle.order[:first])  # whoever has the turn, then who follows
        order = ", ".join(words.who(it) for it in coming if battle.figures[it].present)
        chips += (Note(words.say("chip.order"), order, rules=("PF-SEQ-03.1",)),)
    return Scene(
        standing=standing, sides=sides, figures=tuple(_view(words, game, f) for f in drawn(battle)),
        chips=chips, board=board(battle.ground, words), result=words.outcome(),
        marks=(*zone_marks(words), *lying(words)),
    )  # fmt: skip


def zone_marks(words: Words) -> Iterator[Mark]:
    """Ground that spells have changed, by its rims."""
    for number, zone in enumerate(words.battle.zones):
        for part, rim in enumerate(rims(zone.squares)):
            shape = Polygon(tuple((x * SIDE, y * SIDE) for x, y in rim))
            yield Mark(id=f"zone-{number}-{part}", kind="zone", label=words.thing(zone.spell), shape=shape)


def zone(found: Footprint, words: Words) -> tuple[Overlay, ...]:
    """The squares that a spell or a breath would cover, drawn before it is cast; one of them says of what they are."""
    first = min(found.squares, key=lambda square: (-square[1], square[0]))
    return tuple(
        Overlay(kind="zone", shape=box(*square, 1), label=words.thing(found.shape) if square == first else "")
        for square in sorted(found.squares)
    )


def rims(squares: Iterable[Square]) -> list[tuple[Square, ...]]:
    """The closed lines of corners around squares: about each part that hangs together, and about each hole in it.

    >>> rims([(0, 0), (1, 0)])
    [((0, 0), (1, 0), (2, 0), (2, 1), (1, 1), (0, 1))]
    """
    inside, ways = set(squares), dict[Square, list[Square]]()
    for x, y in sorted(inside):
        corners = ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))
        beside = ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))
        for i, neighbour in enumerate(beside):
            if neighbour not in inside:
                ways.setdefault(corners[i], []).append(corners[(i + 1) % 4])
    found: list[tuple[Square, ...]] = []
    while ways:
        line = [min(ways)]
        while (ends := ways.get(line[-1])) is not None:
            line.append(ends.pop())
            if not ends:
                del ways[line[-2]]
        found.append(tuple(line[:-1]))
    return found


def lying(words: Words) -> Iterator[Mark]:
    """Things on the ground."""
    for number, (x, y, item) in enumerate(words.battle.lying):
        centre = middle((x, y))
        yield Mark(id=f"lying-{number}", kind="token", label=words.thing(item.thing), shape=Disc(*centre, SIDE // 6))


class _NoDice:
    """Drawing a scene throws no dice."""

    def faces(self, place: tuple[int, int, int], n: int, sides: int) -> tuple[int, ...]:
        raise AssertionError("a scene throws no dice")

    def with_nonces(self, nonces: tuple[str, ...]) -> _NoDice:
        return self


def _view(words: Words, game: Game, figure: Creature) -> FigureView:
    battle = words.battle
    name = words.name_of(figure)
    meters = [Meter(words.say("meter.hp"), max(0, figure.hp), figure.hp_max)]
    if figure.nonlethal:
        meters.append(Meter(words.say("meter.nonlethal"), figure.nonlethal, figure.hp_max))
    badges = [
        Badge("condition", condition, words.thing(condition), words.condition_text(condition))
        for condition in figure.conditions
    ]
    effects = dict.fromkeys(e.rule for e in battle.effects.values() if e.bearer == figure.id)
    badges += [Badge("effect", "effect", words.thing(rule), "") for rule in effects if words.library.shape(rule)]
    badges += (
        [Badge("points", "initiative", words.say("badge.initiative"), count=figure.initiative)]
        if figure.id in battle.order
        else []  # mounts have none, PF-MNT-04.1
    )
    marks = [] if figure.present else ["dead" if figure.status == "dead" else "away"]
    marks += ["prone"] if figure.present and figure.has(PRONE) else []
    marks += ["active"] if battle.turn == figure.id else []
    marks += ["riding"] if figure.present and figure.mount else []
    marks += ["ridden"] if figure.present and figure.rider else []
    said = ", ".join((*(f"{m.label} {m.now}/{m.full}" for m in meters), *words.saddle(figure), *words.ailments(figure)))
    return FigureView(
        id=figure.id, seat=figure.seat, name=name, short=initials(name), role=words.role(figure),
        icon=icon_of(words, figure),
        shape=base_of(figure) if figure.present and not figure.inside else None,
        z=figure.z * SIDE, meters=tuple(meters), badges=tuple(badges), marks=tuple(marks),
        notes=card(words, game, figure) if figure.present else (),
        aria=words.say("aria", name=name, role=words.role(figure), at=place_of(figure), said=said),
    )  # fmt: skip


def icon_of(words: Words, figure: Creature) -> str:
    """A word for what a creature is."""
    sheet = words.library.sheet(figure.profile)
    if sheet is not None and sheet.casting and sheet.casting[0].kind != "like":
        return "caster"
    if sheet is not None and sheet.type in BEASTS:
        return "beast"
    if figure.span > 1:
        return "brute"
    return "soldier" if sheet is not None and sheet.classes else "fighter"


def card(words: Words, game: Game, figure: Creature) -> tuple[Note, ...]:
    """The numbers of a creature as they are now."""
    whole, touch = armour_class(game, figure.id), armour_class(game, figure.id, against=TOUCH)
    metres = speed_of(game, figure.id, way_of(game, figure)) * METRES_PER_SQUARE
    notes = [
        Note(words.say("card.ac"), words.say("card.ac_value", ac=whole.value, touch=touch.value), "", ("PF-AC-02.1",)),
        Note(words.say("card.speed"), words.say("card.metres", m=metres), "", ("PF-SPD-01.1",)),
    ]
    overhead, ground, pushed = lifts(game, figure)
    if overhead:
        told = words.say("card.lifts_value", overhead=overhead, ground=ground, pushed=pushed)
        notes.append(Note(words.say("card.lifts"), told, "", ("PF-TAB-13.3",)))
    if able(game, figure.id):
        notes += [
            Note(words.arm(figure.id, arm.key), _strike(words, game, figure.id, arm), "", ("PF-STD-02.1",))
            for arm in arms_of(game, figure.id)
        ]
    return tuple(notes)


def _strike(words: Words, game: Game, it: str, arm: Arm) -> str:
    """What an attack adds to its d20 and deals, before whatever depends on the target: "+6, 1d8+3"."""
    about = {"actor": it, "target": None, "weapon": arm.key, "mode": MELEE if arm.melee else RANGED,
             "action": "attack", "manner": "plain", "hand": "primary", "penalty": 0}  # fmt: skip
    number, sides = dice_of(game, it, arm)
    more = game.query(DAMAGE, **about).value if number else 0
    if sides > 1:
        dice = f"{number}d{sides}" + (show(words.lang, more, "signed") if more else "")
    else:
        dice = str(max(1, number + more) if number else 0)
    return words.say("card.strike", bonus=game.query(ATTACK, **about).value, dice=dice)


def spotlight(game: Game, words: Words, id_: str) -> Spotlight:
    """Where a creature gets with a move (whoever rides: its mount), what it threatens, whom it sees."""
    battle = words.battle
    figure = battle.figures.get(id_)
    if figure is None or not figure.present:
        return Spotlight(id_)
    overlays = []
    if able(game, id_):
        mover = battle.figures[figure.mount or id_]
        own = battle.turn in (id_, figure.rider) and not mover.stepped
        budget = stride_of(game, mover) if own and mover.stride else speed_of(game, mover.id, way_of(game, mover))
        for square, reach in sorted(reachable(game, mover.id, budget, way_of(game, mover)).items()):
            label = words.say("hint.struck", by=words.who(reach.by)) if reach.by else ""
            overlays.append(Overlay(kind="threat" if reach.by else "reach", shape=box(*square, 1, INSET), label=label,
                                    rules=("PF-MOV-02.1",)))  # fmt: skip
        overlays += [
            Overlay(kind="aura", shape=box(*square, 1, 2 * INSET), rules=("PF-AOO-02.1",))
            for square in sorted(threatened_squares(game, id_)) if battle.ground.inside(square)
        ]  # fmt: skip
    seen = tuple(f.id for f in battle.here() if f.id != id_ and not f.hidden and sees(game, id_, f.id))
    return Spotlight(id_, tuple(overlays), seen, card(words, game, figure_of(game, id_)))


def gaze(game: Game, id_: str) -> Callable[[Point], bool] | None:
    """Whether a creature sees the square of a spot; None for one that is not here, inside another or senseless."""
    figure = battle_of(game).figures.get(id_)
    if figure is None or not figure.present or figure.inside or any(suffers(game, id_, one) for one in SENSELESS):
        return None
    return lambda spot: sees_space(game, id_, Space(spot[0] // SIDE, spot[1] // SIDE))


__all__ = ["Battle", "board", "gaze", "middle", "place_of", "scene_of", "spotlight"]

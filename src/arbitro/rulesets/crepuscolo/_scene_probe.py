"""What the rules say of a place or a direction while it is being dragged: legal or why not, and what it would lead to.

Called by `screen.Screen.probe`, many times a second: everything that a drag does not change is remembered in the game
until its next event. Nothing here changes the game or draws a die.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from arbitro.content.scene import Note, Overlay, Path, Polygon, Probe
from arbitro.engine.asks import Refused
from arbitro.engine.forms import Form, Refusal
from arbitro.engine.game import Game
from arbitro.engine.values import Id, Seat, Value, plain
from arbitro.geometry.arcs import sector
from arbitro.geometry.measure import within
from arbitro.geometry.shapes import Base, Point, ceil_sqrt, moved
from arbitro.geometry.trig import heading, scaled, unit
from arbitro.geometry.units import CM
from arbitro.rulesets.crepuscolo import ground
from arbitro.rulesets.crepuscolo._scene_board import base_of
from arbitro.rulesets.crepuscolo._voice_words import Words
from arbitro.rulesets.crepuscolo.deploying import ARRIVE, DEPLOY
from arbitro.rulesets.crepuscolo.facts_table import in_arc, near
from arbitro.rulesets.crepuscolo.flames import in_flames
from arbitro.rulesets.crepuscolo.movement import GROUND_KIND, JUMP, MOVEMENTS
from arbitro.rulesets.crepuscolo.queries import PACE, battle_of
from arbitro.rulesets.crepuscolo.state import TABLE, Figure
from arbitro.rulesets.crepuscolo.voice import reason

SNAP = 3 * CM // 2
"""So near to the base of somebody a place is drawn into contact with it."""
SNAP_TURN = 4000
"""So near to the direction of somebody, in milli-degrees, a direction is drawn to it."""
RINGS = (CM // 4, CM // 2, CM, 2 * CM)
AROUND = tuple(unit(k * 22_500, CM) for k in range(16))
"""How far about a place, and in which directions, a legal one is looked for."""
PARTS, HALVINGS = 24, 8
LEADS = 30
"""How finely a straight way is searched, and how many places that the question itself offers are weighed."""
FALLS = {"crevice": "CDC-TAB-16.2", "drop": "CDC-TAB-17.2"}
DANGERS = {ground.DANGEROUS: "CDC-TAB-13.1", ground.EXTREMELY_DANGEROUS: "CDC-TAB-14.1"}


def probe(words: Words, game: Game, seat: Seat, value: Value) -> Probe:
    """The verdict on an answer that is only being tried; one of a seat that is not asked is refused as well."""
    try:
        form, value = game.form(seat), plain(value)
    except Refused as refused:
        return _refused(words, refused.refusal)
    except TypeError:
        return _refused(words, Refusal("not_plain", {}))
    why = form.refusal(value)
    about = game.pending.about if game.pending is not None else {}
    figure = battle_of(game).figures.get(str(about.get("actor", "")))
    if figure is None or (why is not None and why.code == f"not_a_{form.kind}"):
        return Probe(legal=True) if why is None else _refused(words, why)
    if form.kind == "place":
        return _place(words, game, form, figure, about, value, why)
    if form.kind == "arc":
        return _arc(words, game, form, figure, about, value, why)
    return Probe(legal=True) if why is None else _refused(words, why)


def _refused(words: Words, why: Refusal, suggest: Value = None, length: int = -1) -> Probe:
    return Probe(legal=False, reason=reason(words, why), rules=why.rules, suggest=suggest, length=length)


def outline_of(game: Game, form: Form) -> dict[str, Any]:
    """What a screen needs of a form, worked out once for each question."""
    key = ("outline", id(form))
    found: dict[str, Any] | None = game.now.get(key)
    if found is None:
        found = game.now[key] = form.outline()
    return found


# --- places -------------------------------------------------------------------------------------------------


def _place(
    words: Words, game: Game, form: Form, figure: Figure, about: dict[str, Any], point: Point, why: Refusal | None
) -> Probe:
    named = "as" in about  # a point that a rule names, not a place to stand
    length = -1 if figure.status != TABLE else _apart((figure.x, figure.y), point)
    contact = None if named else _contact(game, form, figure, point)
    if why is not None:
        suggest = contact if contact is not None else _nearest(game, form, figure, point)
        return _refused(words, why, suggest, length)
    notes = _named(words, game, about, point) if named else _there(words, game, form, figure, about, point)
    suggest = contact if contact != point else None
    return Probe(legal=True, suggest=suggest, length=length, notes=tuple(notes))


def _apart(a: Point, b: Point) -> int:
    return ceil_sqrt((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2)


def _contact(game: Game, form: Form, figure: Figure, point: Point) -> Value:
    """The place in contact with the enemy next to a point, on that side of it, if one may go there."""
    state = battle_of(game)
    there = moved(figure, *point)
    foes = [foe for foe in state.enemies(figure) if within(there, foe, SNAP)]
    if not foes:
        return None
    shape = outline_of(game, form)
    kind = GROUND_KIND.get(str(shape.get("action", "")))
    if kind is None:
        return None
    foe = min(foes, key=lambda foe: ground.distance(there, foe))
    loose = bool(game.enabled("CDC-MOV-04.1", actor=figure.id, action=str(shape["action"])))
    end = ground.contact_end(
        state.ground, state.on_table(), figure, foe, kind, int(shape["budget"]), loose, point
    )  # fmt: skip
    return end if end is not None and form.refusal(end) is None else None


def _nearest(game: Game, form: Form, figure: Figure, point: Point) -> Value:
    """A legal place near one that is not: about it, else on the straight way to it; None if none was found."""
    for ring in RINGS:
        for ux, uy in AROUND:
            spot = (point[0] + ux * ring // CM, point[1] + uy * ring // CM)
            if form.refusal(spot) is None:
                return spot
    state = battle_of(game)
    start = (figure.x, figure.y)
    if figure.status != TABLE:
        start = state.access[state.seats.index(figure.company)]
    found = _back(form, start, point)
    return found if found is not None else min(form.leads(LEADS), key=lambda spot: _apart(spot, point), default=None)


def _back(form: Form, start: Point, end: Point) -> Value:
    """The farthest legal place on a straight way, as far as a coarse look finds one."""
    dx, dy = end[0] - start[0], end[1] - start[1]

    def at(part: int, whole: int) -> Point:
        return start[0] + dx * part // whole, start[1] + dy * part // whole

    part = next((n for n in range(PARTS - 1, -1, -1) if form.refusal(at(n, PARTS)) is None), None)
    if part is None:
        return None
    whole = PARTS
    for _ in range(HALVINGS):
        part, whole = 2 * part, 2 * whole
        part += form.refusal(at(part + 1, whole)) is None
    return at(part, whole)


def _there(words: Words, game: Game, form: Form, figure: Figure, about: dict[str, Any], point: Point) -> Iterator[Note]:
    """What it would mean to stand at a place: whom it engages, falls and dangers on the way, cover."""
    state, action = battle_of(game), str(about.get("action", ""))
    end, z = point, figure.z
    if action in GROUND_KIND and point != (figure.x, figure.y):
        budget = int(outline_of(game, form)["budget"]) if "budget" in outline_of(game, form) else 0
        if budget:
            kind = GROUND_KIND[action]
            done = ground.walk(state.ground, state.on_table(), figure, point, kind, budget)
            yield from _on_the_way(words, done, action)
            end, z = done.end, done.z
    elif action in (DEPLOY, ARRIVE):
        z = ground.elevation_at(state.ground, point)
    there = moved(figure, *end)
    engages = tuple(words.name_of(foe.id) for foe in state.enemies(figure) if within(there, foe, ground.ENGAGED))
    if engages:
        yield Note(words.say("scene.probe.engages"), words.say("scene.light.dice", dice=engages), "", ("CDC-MOV-04",))
    if z:
        yield Note(words.say("scene.probe.height"), words.say("scene.card.cm", cm=words.cm(z)))
    inside = ground.in_cover(state.ground, end, z)
    outside = figure.status == TABLE and ground.in_cover(state.ground, (figure.x, figure.y), figure.z)
    if inside != outside:
        yield Note(words.say(f"scene.probe.{'enters_cover' if inside else 'leaves_cover'}"), "", "", ("CDC-TAB-12",))


def _on_the_way(words: Words, done: ground.Walk, action: str) -> Iterator[Note]:
    if done.stopped_by in FALLS:
        height = words.say("scene.card.cm", cm=words.cm(done.fall_height)) if done.fall_height else ""
        yield Note(words.say(f"scene.probe.{done.stopped_by}"), height, "", (FALLS[done.stopped_by],))
    if action in MOVEMENTS:
        for kind in dict.fromkeys(danger.kind for danger in done.damaged_by):
            yield Note(words.say("scene.probe.danger"), words.word("terrain", kind), "", (DANGERS[kind],))
    if done.in_water:
        yield Note(words.say("scene.probe.water"), "", "", ("CDC-TAB-21",))


def _named(words: Words, game: Game, about: dict[str, Any], point: Point) -> Iterator[Note]:
    """Whom a power would cover that is aimed at a point."""
    area = _area(game, about)
    if "about" in area:
        yield from _caught(words, near(game, (*point, 0), area["about"]))


def _area(game: Game, about: dict[str, Any]) -> dict[str, int]:
    """What a power covers, in cm (see `content.Power`)."""
    record = game.ruleset.records.get(about.get("rule", ""))
    return (record.data.get("area") or {}) if record is not None else {}


def _caught(words: Words, caught: tuple[Id, ...]) -> Iterator[Note]:
    names = tuple(words.name_of(it) for it in caught)
    value = words.say("scene.light.dice", dice=names) if names else words.say("scene.probe.nobody")
    yield Note(words.say("scene.probe.catches"), value)


# --- directions ---------------------------------------------------------------------------------------------


def _arc(
    words: Words, game: Game, form: Form, figure: Figure, about: dict[str, Any], way: int, why: Refusal | None
) -> Probe:
    suggest = _toward(game, form, figure, way)
    if why is not None:
        return _refused(words, why, suggest if suggest is not None else form.default())
    action = str(about.get("action", ""))
    if action == JUMP:
        notes, overlays = _jump(words, game, figure, way, int(about["sides"]))
    elif "weapon" in about:
        area = game.ruleset.records[about["weapon"]].data["area"]
        notes = tuple(_caught(words, tuple(in_flames(game, figure.id, about["weapon"], way))))
        overlays = (fan(figure, way, area["degrees"], area["cm"] * CM),)
    else:
        notes, overlays = _fanned(words, game, figure, about, way)
    return Probe(legal=True, suggest=suggest if suggest != way else None, notes=notes, overlays=overlays)


def fan(figure: Figure, way: int, degrees: int, radius: int) -> Overlay:
    """What lies within ``radius`` of a base in a direction, as `arcs.in_arc` measures it."""
    points = sector((figure.x, figure.y), unit(way), degrees, radius + (figure.r or max(figure.w, figure.d) // 2))
    return Overlay(kind="threat", shape=Polygon(points))


def _fanned(
    words: Words, game: Game, figure: Figure, about: dict[str, Any], way: int
) -> tuple[tuple[Note, ...], tuple[Overlay, ...]]:
    """Whom a power would cover in a direction."""
    area, table = _area(game, about), battle_of(game).ground
    if "arc" not in area:
        dx, dy = scaled(*unit(way), table.width + table.depth)
        line = Path(((figure.x, figure.y), (figure.x + dx, figure.y + dy)))
        return (), (Overlay(kind="line", shape=line),)
    radius = area["arc"] * CM or table.width + table.depth
    caught = in_arc(game, figure.id, way, area["degrees"], area["arc"] or None)
    return tuple(_caught(words, caught)), (fan(figure, way, area["degrees"], radius),)


def _toward(game: Game, form: Form, figure: Figure, way: int) -> Value:
    """The direction of somebody's middle, where it is so near that it was meant."""
    best: tuple[int, int] | None = None
    for other in battle_of(game).on_table():
        dx, dy = other.x - figure.x, other.y - figure.y
        if other is not figure and (dx or dy):
            there = heading(dx, dy) % 360_000
            off = min((way - there) % 360_000, (there - way) % 360_000)
            best = min(best or (off, there), (off, there))
    if best is None or best[0] > SNAP_TURN or form.refusal(best[1]) is not None:
        return None
    return best[1]


def _jump(
    words: Words, game: Game, figure: Figure, way: int, sides: int
) -> tuple[tuple[Note, ...], tuple[Overlay, ...]]:
    """Where each face of the die would bring a jump down."""
    state = battle_of(game)
    notes: list[Note] = []
    overlays: list[Overlay] = []
    for face in range(1, sides + 1):
        far = game.query(PACE, actor=figure.id, action=JUMP, face=face).value * CM
        done = ground.jump_landing(state.ground, state.on_table(), figure, unit(way), far)
        there: Base = moved(figure, *done.end)
        overlays.append(Overlay(kind="line", shape=base_of(there), label=str(face)))
        if done.stopped_by in FALLS:
            text = words.say(f"scene.probe.{done.stopped_by}")
            notes.append(Note(words.say("scene.probe.face", face=face), text, "", (FALLS[done.stopped_by],)))
    dx, dy = scaled(*unit(way), sides * CM)
    line = Path(((figure.x, figure.y), (figure.x + dx, figure.y + dy)))
    return tuple(notes), (Overlay(kind="line", shape=line), *overlays)

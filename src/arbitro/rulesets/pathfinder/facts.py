"""What expressions of records may ask. A creature is named by its id; distances are metres as printed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from arbitro.engine.game import Game
from arbitro.geometry.grid import adjacent as touching
from arbitro.geometry.grid import distance, ring
from arbitro.rulesets.pathfinder import arms, burden, lookups, sight, threat
from arbitro.rulesets.pathfinder.ground import FOLIAGE, SOLID, WATER, ZONES, height_of, zone_squares
from arbitro.rulesets.pathfinder.lookups import battle_of, figure_of, library_of, sheet_of
from arbitro.rulesets.pathfinder.numbers import denied
from arbitro.rulesets.pathfinder.state import SIZES, Creature, squares_of

FACTS: dict[str, Callable[..., Any]] = {}
FIGHTING = frozenset({"attack", "attack_switched", "full_attack_switched", "swing_switched",
                      "full_attack", "swing", "charge", "trip", "disarm", "sunder",
                      "cleave", "vital_strike", "spring_attack"})  # fmt: skip
"""Actions that are blows in melee."""
ATTACKING = FIGHTING | {"shoot", "vital_shot", "trip_thrown", "hurl", "strike_square", "ride_charge", "bull_rush",
                        "awesome_blow",                        "overrun", "grapple", "touch"}  # fmt: skip
"""Actions that attack somebody in any way."""

POISONS = ("veleno", "avvelenato")
EDGES = frozenset({"perforante", "tagliente"})
COVERTS = {"undergrowth": FOLIAGE, "water": WATER}
"""Signs of the ground in which some creatures are hard to make out."""


def fact(function: Callable[..., Any]) -> Callable[..., Any]:
    """Register a fact under the name of its function."""
    FACTS[function.__name__.rstrip("_")] = function
    return function


def _figure(game: Game, it: Any) -> Creature | None:
    return battle_of(game).figures.get(it)


# --- who ----------------------------------------------------------------------------------------------


@fact
def enemy(game: Game, it: str, other: str) -> bool:
    """On the other side."""
    a, b = _figure(game, it), _figure(game, other)
    return a is not None and b is not None and a.seat != b.seat


@fact
def ally(game: Game, it: str, other: str) -> bool:
    """Another one of the same side."""
    a, b = _figure(game, it), _figure(game, other)
    return a is not None and b is not None and a.seat == b.seat and it != other


@fact
def enemies(game: Game, it: str) -> tuple[str, ...]:
    """Foes who are here and seen."""
    battle = battle_of(game)
    return tuple(foe.id for foe in battle.foes_of(battle.figures[it]) if not foe.hidden)


@fact
def allies(game: Game, it: str) -> tuple[str, ...]:
    """The others of one's side who are here."""
    battle = battle_of(game)
    return tuple(friend.id for friend in battle.friends_of(battle.figures[it]))


@fact
def everybody(game: Game) -> tuple[str, ...]:
    """Everybody who is here and seen."""
    return tuple(f.id for f in battle_of(game).here() if not f.hidden)


@fact
def is_type(game: Game, it: str, kind: str) -> bool:
    """Of a creature type or subtype (``non_morto``, ``umanoide``, ``goblinoide`` ...)."""
    figure = _figure(game, it)
    if figure is None:
        return False
    sheet = sheet_of(game, figure)
    return kind == sheet.type or kind in sheet.subtypes


@fact
def of_class(game: Game, it: str, name: str) -> int:
    """Levels of a class, 0 for none."""
    figure = _figure(game, it)
    return sheet_of(game, figure).classes.get(name, 0) if figure is not None else 0


@fact
def level(game: Game, it: str) -> int:
    """Hit Dice, or levels in all."""
    return figure_of(game, it).level


@fact
def size(game: Game, it: str) -> int:
    """-4 for Fine, 0 for Medium, 4 for Colossal."""
    return figure_of(game, it).size


@fact
def sized(game: Game, it: str, name: str) -> bool:
    """Of a size by its name."""
    return SIZES[figure_of(game, it).size + 4] == name


@fact
def mod(game: Game, it: str, ability: str) -> int:
    """An ability modifier as it counts now."""
    return lookups.modifier(game, it, ability)


@fact
def knows(game: Game, it: str, what: str) -> bool:
    """Whether somebody has a feat or an ability ; ids with hyphens are written as texts."""
    return arms.has_feat(game, it, what)


@fact
def chosen(game: Game, it: str, feat: str, what: str) -> bool:
    """Whether somebody took a feat for something, such as a weapon: the id of its record, or an arm of ``it``."""
    if not what or arms.chosen(game, it, feat, what):
        return bool(what)
    return arms.chosen(game, it, feat, arms.arm_named(game, it, what).weapon.id)


@fact
def immune_to(game: Game, it: str, what: str) -> bool:
    """Immune by its sheet or by a rule in force."""
    return what in sheet_of(game, figure_of(game, it)).immune or bool(game.immune(it, what))


# --- how somebody is ----------------------------------------------------------------------------------


@fact
def present(game: Game, it: str) -> bool:
    """Here, and not dead."""
    figure = _figure(game, it)
    return figure is not None and figure.present


@fact
def able(game: Game, it: str) -> bool:
    """Here, and able to act."""
    return _figure(game, it) is not None and lookups.able(game, it)


@fact
def has(game: Game, it: str, condition: str) -> bool:
    """In a condition, by itself or because another one brings it along."""
    return _figure(game, it) is not None and lookups.suffers(game, it, condition)


@fact
def helpless(game: Game, it: str) -> bool:
    """At the mercy of others."""
    return lookups.helpless(game, it)


@fact
def flat_footed(game: Game, it: str) -> bool:
    """Caught before it could act, or helpless."""
    return lookups.flat_footed(game, it)


@fact
def denied_dex(game: Game, target: str, actor: str, weapon: str, mode: str) -> bool:
    """Whether a target has no Dexterity bonus to AC against an attack."""
    return bool(denied(game, target, actor, weapon, mode))


@fact
def flanked(game: Game, target: str, actor: str) -> bool:
    """Whether the actor flanks the target with somebody."""
    return bool(threat.flanks(game, actor, target))


@fact
def sees(game: Game, it: str, other: str) -> bool:
    """Line of sight, with all that hides or blinds."""
    return sight.sees(game, it, other)


@fact
def concealed(game: Game, target: str, actor: str, mode: str) -> bool:
    """Whether anything conceals the target."""
    return sight.concealment(game, actor, target, mode) > 0


@fact
def within(game: Game, it: str, other: str, metres: int) -> bool:
    """Within so many metres, nearest square to nearest."""
    return distance(figure_of(game, it).space, figure_of(game, other).space) <= squares_of(metres)


@fact
def adjacent(game: Game, it: str, other: str) -> bool:
    """On neighbouring squares."""
    return touching(figure_of(game, it).space, figure_of(game, other).space)


@fact
def threatens(game: Game, it: str, other: str) -> bool:
    """Whether somebody threatens another."""
    return threat.threatens(game, it, other)


@fact
def higher(game: Game, it: str, other: str) -> bool:
    """On higher ground."""
    return height_of(game, figure_of(game, it)) > height_of(game, figure_of(game, other))


@fact
def mounted(game: Game, it: str) -> bool:
    """In the saddle."""
    return bool(figure_of(game, it).mount)


@fact
def grappling(game: Game, it: str, other: str) -> bool:
    """Whether one holds the other in a grapple, or is held by it."""
    figure = figure_of(game, it)
    return other in (figure.holds, figure.held_by)


@fact
def did(game: Game, it: str, action: str) -> bool:
    """Whether somebody has done something in its last turn."""
    return action in figure_of(game, it).did


@fact
def fought(game: Game, it: str) -> bool:
    """Whether somebody has attacked in melee, or tried a manoeuvre, in its last turn."""
    return bool(threat.threatening_arms(game, it)) and not FIGHTING.isdisjoint(figure_of(game, it).did)


@fact
def has_attacked(game: Game, it: str) -> bool:
    """Whether somebody has attacked in its last turn, from near or from afar (PF-STD-18.1)."""
    return not ATTACKING.isdisjoint(figure_of(game, it).did)


@fact
def heft(game: Game, actor: str, weapon: str, hand: str) -> int:
    """Halves of the base by which a blow gains from power: 3 with two hands, 1 with the off hand, 0 for a touch."""
    arm = arms.arm_named(game, actor, weapon)
    if arm.weapon.touch:
        return 0
    if arm.natural:
        own = sheet_of(game, figure_of(game, actor)).attacks
        if hand == "natural" or not arm.weapon.primary:
            return 1
        return 3 if len(own) == 1 and own[0].count == 1 else 2
    if hand in ("off", "second"):
        return 1
    both = hand != "double" and not arms.is_light(arm) and arms.hands_for(game, actor, arm) == 2
    return 3 if both else 2


@fact
def gazes(game: Game, it: str) -> bool:
    """Whether somebody has a gaze that others look away from."""
    return any(one.startswith("sguardo") for one in sheet_of(game, figure_of(game, it)).abilities)


@fact
def surrounded_by(game: Game, it: str, what: str) -> bool:
    """Whether somebody stands in ``undergrowth``, in ``water`` or in ``webs`` altogether, or beside bare ``rock``."""
    space, battle = figure_of(game, it).space, battle_of(game)
    if what == "rock":
        return any(battle.ground.signs.get(cell) == SOLID for cell in ring(space, 1, 1))
    covert = next((zone_squares(battle, kind) for kind in ZONES if kind == what), frozenset())
    return all(cell in covert or battle.ground.signs.get(cell) == COVERTS.get(what, "") for cell in space.squares())


@fact
def lit(game: Game, it: str) -> str:
    """How well lit somebody stands: ``normal``, ``dim`` or ``dark``."""
    return sight.light_on(game, it, it)


@fact
def marked(game: Game, it: str, mark: str) -> bool:
    """Whether an effect of that mark is on somebody."""
    return game.marked(it, mark)


@fact
def marks(game: Game, it: str, mark: str) -> int:
    """How many effects of that mark are on somebody."""
    return sum(one.bearer == it and ("mark", mark) in one.keep for one in game.state.effects.values())


@fact
def warded(game: Game, it: str, rule: str) -> bool:
    """Whether what keeps damage off somebody by a rule is not used up yet."""
    return rule in dict(figure_of(game, it).wards)


# --- arms ---------------------------------------------------------------------------------------------


@fact
def is_arm(game: Game, actor: str, weapon: str, record: str) -> bool:
    """Whether an arm of somebody is of a record."""
    return bool(weapon) and arms.arm_named(game, actor, weapon).weapon.id == record


@fact
def tagged(game: Game, actor: str, weapon: str, tag: str) -> bool:
    """Whether an arm has a tag, a damage type or a special word (``reach``, ``trip``, ``perforante`` ...)."""
    if not weapon:
        return False
    shape = arms.arm_named(game, actor, weapon).weapon
    return tag in shape.tags or tag in shape.types or tag in shape.special or tag == shape.group


@fact
def light(game: Game, actor: str, weapon: str) -> bool:
    """A light arm."""
    return arms.is_light(arms.arm_named(game, actor, weapon))


@fact
def edged(game: Game, actor: str, weapon: str) -> bool:
    """Whether an arm pierces or cuts."""
    return not EDGES.isdisjoint(arms.arm_named(game, actor, weapon).weapon.types)


@fact
def natural(game: Game, actor: str, weapon: str) -> bool:
    """An attack with the body, bare hands left out."""
    return arms.arm_named(game, actor, weapon).natural


@fact
def unarmed(game: Game, actor: str, weapon: str) -> bool:
    """Bare hands."""
    return arms.arm_named(game, actor, weapon).unarmed


@fact
def quality(game: Game, actor: str, weapon: str, name: str) -> bool:
    """Whether the arm in hand has a special quality."""
    item = arms.arm_named(game, actor, weapon).item
    return item is not None and name in item.qualities


@fact
def magic(game: Game, actor: str, weapon: str) -> bool:
    """Whether an arm has an enhancement bonus of magic, or a special quality."""
    item = arms.arm_named(game, actor, weapon).item if weapon else None
    return item is not None and (item.bonus > 0 or bool(item.qualities))


@fact
def hits_with(game: Game, actor: str, weapon: str, ability: str) -> bool:
    """Whether an ability acts when that arm hits (``hits`` of a natural attack)."""
    return bool(weapon) and ability in arms.arm_named(game, actor, weapon).weapon.hits


@fact
def wears(game: Game, it: str, type_: str) -> bool:
    """Whether somebody wears armour of a type (``light``, ``medium``, ``heavy``, ``shield``, ``tower``)."""
    return any(armour.type == type_ for _, armour in arms.worn_armour(game, figure_of(game, it)))


@fact
def burdened(game: Game, it: str) -> bool:
    """Whether somebody is in medium or heavy armour, or under such a load."""
    return burden.burden(game, figure_of(game, it)) > burden.LIGHT


@fact
def spent(game: Game, it: str, ability: str) -> bool:
    """Whether damage has reached an ability's score (PF-CND-20.2)."""
    figure = figure_of(game, it)
    return 0 <= figure.score(ability) <= figure.damage_to(ability)


@fact
def two_weapons(game: Game, it: str) -> bool:
    """Whether somebody has a weapon in each hand, or a double one in both."""
    armed = [arm for arm in arms.arms_of(game, it) if arm.item is not None]
    return len(armed) > 1 or any("double" in arm.weapon.special for arm in armed)


@fact
def guarded(game: Game, it: str) -> bool:
    """Whether somebody fights defensively, or does nothing but defend itself (PF-STD-18, -19)."""
    return any(e.bearer == it and e.rule in ("PF-STD-18", "PF-STD-19") for e in battle_of(game).effects.values())


@fact
def own_speed(game: Game, it: str, way: str) -> int:
    """The speed that somebody has by itself in one way of moving, in squares; 0 where it has none."""
    return burden.printed_speed(game, it, way)


@fact
def spoilt(game: Game, it: str, thing: str) -> bool:
    """Whether a thing that somebody carries is broken."""
    record = library_of(game).thing(thing)
    return any(item.thing == thing and arms.is_broken(item, record) for item in figure_of(game, it).items)


@fact
def charged(game: Game, it: str) -> bool:
    """Whether somebody holds the charge of a touch spell."""
    return bool(figure_of(game, it).charge)


# --- spells and numbers -------------------------------------------------------------------------------


@fact
def described(game: Game, spell: str, word: str) -> bool:
    """Whether a spell has a school, subschool or descriptor (``ammaliamento``, ``paura``, ``mente`` ...)."""
    shape = library_of(game).spells.get(spell)
    if shape is None:
        return False
    return word in shape.descriptors or word in (shape.school, shape.subschool) or (word == "mente" and shape.mind)


@fact
def cast_from(game: Game, cause: str) -> bool:
    """Whether what a save is against is a spell."""
    return cause in library_of(game).spells


@fact
def poisonous(game: Game, cause: str) -> bool:
    """Whether what a save is against is a poison, at the first dose or as it works on."""
    return cause.startswith(POISONS)


@fact
def least(game: Game, a: int, b: int) -> int:
    """The smaller of two numbers."""
    return min(a, b)


@fact
def most(game: Game, a: int, b: int) -> int:
    """The greater of two numbers."""
    return max(a, b)


@fact
def half(game: Game, a: int) -> int:
    """Half, rounded down."""
    return a // 2


@fact
def hp(game: Game, it: str) -> int:
    """Hit points."""
    return figure_of(game, it).hp


@fact
def round_(game: Game) -> int:
    """The number of the round."""
    return battle_of(game).round


@fact
def option(game: Game, name: str) -> bool:
    """Whether the table plays with an option."""
    return bool(getattr(battle_of(game).options, name))

"""Numbers that rules may change: what the book makes of them (`Given`), and what records add by bonus type.

Bonus types are English words: ``armour shield natural deflection dodge enhancement luck morale insight sacred profane
circumstance competence resistance racial size ability alchemical``; only ``dodge``, ``circumstance``, ``racial`` and
bonuses without a type add up (PF-TAB-17).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from arbitro.engine.game import Game
from arbitro.engine.tally import Tally
from arbitro.engine.values import Id, RuleId
from arbitro.engine.vocabulary import TYPED, Given, Query, Roles
from arbitro.geometry.grid import Space, distance
from arbitro.rulesets.pathfinder.arms import (
    FINESSE,
    HANDS,
    SHIELDS,
    Arm,
    ability_for,
    arm_named,
    bare_strike,
    behind_a_shield,
    hands_for,
    has_feat,
    is_broken,
    is_light,
    is_secondary,
    only_attack,
    overcomes,
    proficient,
    range_of,
    saddle_of,
    secondary_penalty,
    small_bodied,
    worn_armour,
)
from arbitro.rulesets.pathfinder.burden import (
    begun,
    check_penalty,
    faster,
    load_cap,
    printed_speed,
    speed_left,
)
from arbitro.rulesets.pathfinder.ground import height_of
from arbitro.rulesets.pathfinder.lookups import (
    SCORE,
    STEPS,
    battle_of,
    conditions_of,
    figure_of,
    flat_footed,
    helpless,
    library_of,
    modifier,
    shapes_on,
    sheet_of,
    suffers,
)
from arbitro.rulesets.pathfinder.shapes import aimed
from arbitro.rulesets.pathfinder.sight import (
    COVER,
    COVER_BONUS,
    COVER_RULE,
    IMPROVED,
    REFLEX_BONUS,
    REFLEX_RULE,
    TOTAL,
    concealment,
    cover,
    sees,
    shelter,
)
from arbitro.rulesets.pathfinder.state import (
    CARISMA,
    CLIMBING,
    COSTITUZIONE,
    DESTREZZA,
    FORZA,
    HANGING,
    INCORPOREAL,
    INCORPOREAL_BODY,
    INTELLIGENZA,
    INVISIBLE,
    MEDIUM,
    MELEE,
    NORMAL,
    PINNED,
    RANGED,
    RIFLESSI,
    SAGGEZZA,
    SAVES,
    SIZE_MODIFIER,
    SIZES,
    SPECIAL_SIZE_MODIFIER,
    STEALTH_BY_SIZE,
    STUNNED,
    TOUCH,
    Creature,
    Item,
    ability_modifier,
)
from arbitro.rulesets.pathfinder.threat import engaged_with, flanks

DEX = "dexterity"
"""Type of the Dexterity bonus to AC, so that it can be denied as a whole."""
CMD = "cmd"
TO_CMD = ("circumstance", "deflection", "dodge", "insight", "morale", "profane", "sacred")  # PF-CMB-11.1
BONUS_TYPES = ("armour", "shield", "natural", "deflection", "dodge", "enhancement", "luck", "morale", "insight",
               "sacred", "profane", "circumstance", "competence", "resistance", "racial", "size", "ability",
               "alchemical", "flanking", "cover", DEX)  # fmt: skip
FLAT_MANNER, CHARGE, SWITCHED = "plain", "charge", "switched"
MANOEUVRE = "manoeuvre"
"""As an attack's ``action``: what else helps or hinders an attack roll counts for a manoeuvre too (PF-CMB-08.2)."""
STUNNED_TARGET, TWO_LEGS, BY_LEGS = 4, 2, ("trip", "overrun")
FROM_ABOVE, PACES = 1, {"gallop": -4, "run": -8}  # PF-MNT-07.1, PF-MNT-12
BAREBACK = -5  # PF-SKL-04.2
INTO_MELEE, UNPROFICIENT, SWITCH = -4, -4, -4  # PF-STD-17.1, PF-TAB-10.4, PF-NL-02.1
SHIELD_ARM = -1  # a buckler on the arm that strikes (open content)
UNFOLDED, WEAK_DRAW = -4, -2  # PF-EQP-02.2, PF-EQP-01.2
TOUCHING, IRON = "PF-SPL-14", 10  # the rule of touches and rays, and the hardness of metal
FREE_OF_ALLY = 3  # squares from the nearest ally, PF-STD-17.4
SKILLS = {
    "percezione": SAGGEZZA, "furtivita": DESTREZZA, "acrobazia": DESTREZZA, "scalare": FORZA, "nuotare": FORZA,
    "cavalcare": DESTREZZA, "guarire": SAGGEZZA, "artista_della_fuga": DESTREZZA, "raggirare": "carisma",
    "intuizione": SAGGEZZA, "sapienza_magica": INTELLIGENZA, "addestrare_animali": "carisma",
    "intimidire": "carisma", "volare": DESTREZZA, "diplomazia": "carisma",
}  # fmt: skip
"""Skills and their abilities (PF-SKL)."""
STEALTH = "furtivita"
WELL_COVERED = 10  # PF-COV-13.3
UNSEEN_MOVING, UNSEEN_STILL = 20, 40  # PF-SKL-06.4, PF-CON-09.2


def _nothing(game: Game, roles: Roles) -> int:
    return 0


# --- attack -------------------------------------------------------------------------------------------


def _bab(game: Game, roles: Roles) -> int:
    return figure_of(game, roles["actor"]).bab


def _attack(game: Game, roles: Roles) -> Iterator[Given]:
    """Everything the book adds to an attack roll (PF-ATK-05, -06)."""
    actor, mode = roles["actor"], roles["mode"]
    figure = figure_of(game, actor)
    arm = arm_named(game, actor, roles["weapon"])
    if roles.get("action") != MANOEUVRE:
        ability = ability_for(game, actor, arm, mode)
        yield Given("PF-ATK-05.1" if mode == MELEE else "PF-ATK-06.1", modifier(game, actor, ability), "", ability)
        yield Given("PF-TAB-02.1", SIZE_MODIFIER[figure.size + 4], "", "size")
        if mode == MELEE and ability == DESTREZZA and (hindered := behind_a_shield(game, figure)):
            yield Given(FINESSE, hindered)
    if arm.enhancement:
        yield Given("PF-TAB-17.1", arm.enhancement, "enhancement", arm.weapon.id)
    if arm.broken():
        yield Given("PF-CND-16.1", -2)
    if arm.item is not None and not arm.item.loaded and "entangle" in arm.weapon.special:
        yield Given("PF-EQP-02.2", UNFOLDED)
    if short_of_rating(game, actor, arm):
        yield Given("PF-EQP-01.2", WEAK_DRAW)
    if not proficient(game, actor, arm):
        yield Given("PF-TAB-10.4", UNPROFICIENT)
    if mode == MELEE and (shield := _shield_arm(game, figure, arm, str(roles.get("hand")))):
        yield Given(shield, SHIELD_ARM)
    if roles.get("penalty"):
        yield Given("PF-TAB-16.2", roles["penalty"], "", "order")
    elif roles.get("action") != MANOEUVRE and roles.get("hand") == "primary" and is_secondary(game, actor, arm):
        yield Given("PF-STD-13.1", secondary_penalty(game, actor), "", "secondary")
    if roles.get("manner") == SWITCHED:
        yield Given("PF-NL-03.1" if "nonlethal" in arm.weapon.special else "PF-NL-02.1", SWITCH)
    if roles.get("action") == CHARGE and mode == MELEE:
        yield Given("PF-CHG-09.1", 2)
    if roles["target"]:
        yield from _against(game, figure, roles, mode)
        if arm.weapon.rule == TOUCHING:
            yield from _drawn_to_metal(game, arm.weapon.id, roles["target"])


def _shield_arm(game: Game, figure: Creature, arm: Arm, hand: str) -> RuleId:
    """The buckler on the arm that a weapon needs, for a second weapon or for both hands; "" for none (open content)."""
    needed = hand in ("off", "second") or hands_for(game, figure.id, arm) == HANDS
    worn = worn_armour(game, figure) if needed else ()
    return next((armour.id for _, armour in worn if armour.hand_free), "")


def _drawn_to_metal(game: Game, weapon: str, target: Id) -> Iterator[Given]:
    """What the touch of a spell gains against whoever wears metal or has it in hand (Shocking Grasp; open content)."""
    library, figure = library_of(game), figure_of(game, target)
    shape = library.spells.get(weapon.removesuffix(aimed("")))
    if shape is None or not shape.metal:
        return
    things = (library.thing(item.thing) for item in figure.items if item.worn or item.no in figure.held)
    if any(getattr(thing, "hardness", 0) >= IRON for thing in things):
        yield Given(shape.id, shape.metal)


def _against(game: Game, figure: Creature, roles: Roles, mode: str) -> Iterator[Given]:
    """What depends on how attacker and target stand."""
    target = figure_of(game, roles["target"])
    if mode == MELEE:
        if flanks(game, figure.id, target.id):
            yield Given("PF-FLK-01.1", 2, "flanking")
        if height_of(game, figure) > height_of(game, target):
            yield Given("PF-TAB-05.1", 1, "", "height")
        elif figure.mount and not target.mount and target.size <= MEDIUM:
            yield Given("PF-MNT-07.1", FROM_ABOVE, "", "height")
        return
    if figure.mount and (loss := pace_of(game, figure)):
        yield Given(
            "PF-MNT-12.1" if figure_of(game, figure.mount).gait == "gallop" else "PF-MNT-12.2", loss, "", "pace"
        )
    arm = arm_named(game, figure.id, roles["weapon"])
    step, _ = range_of(arm)
    further = max(0, (distance(figure.space, target.space) - 1) // step) if step else 0
    if further:
        yield Given("PF-STD-09.3", (-1 if has_feat(game, figure.id, "tiro-lontano") else -2) * further)
    yield from _into_melee(game, figure, target)


def pace_of(game: Game, rider: Creature) -> int:
    """What the speed of the mount takes off a rider's shots (PF-MNT-12); half of it with the feat."""
    loss = PACES.get(figure_of(game, rider.mount).gait, 0)
    return loss // 2 if has_feat(game, rider.id, "tirare-in-sella") else loss


def _into_melee(game: Game, figure: Creature, target: Creature) -> Iterator[Given]:
    """Shooting at somebody whom friends fight hand to hand (PF-STD-17)."""
    friends = engaged_with(game, figure.id, target.id)
    if not friends or has_feat(game, figure.id, "tiro-preciso"):
        return
    bigger = min(target.size - friend.size for friend in friends)
    if bigger < 3 and not _part_apart(game, figure, target):
        yield Given("PF-STD-17.5" if bigger == 2 else "PF-STD-17.1", -2 if bigger == 2 else INTO_MELEE)


def _part_apart(game: Game, figure: Creature, target: Creature) -> bool:
    """Whether some part of a target to aim at is farther than 3 m from each friend of the shooter (PF-STD-17.4)."""
    spaces = [friend.space for friend in battle_of(game).friends_of(figure)]
    parts = (Space(*square) for square in target.space.squares())
    return any(all(distance(space, part) >= FREE_OF_ALLY for space in spaces) for part in parts)


def short_of_rating(game: Game, actor: Id, arm: Arm) -> bool:
    """Whether a composite bow is too strong for somebody (PF-EQP-01.2)."""
    rated = arm.weapon.strength == "composite" and arm.item is not None
    return rated and arm.item is not None and modifier(game, actor, FORZA) < arm.item.rating


# --- armour class -------------------------------------------------------------------------------------


def _armour_class(game: Game, roles: Roles) -> Iterator[Given]:
    """Everything the book adds to AC (PF-AC-02); ``against`` says to what kind of attack."""
    target, actor, mode = roles["target"], roles["actor"], roles["mode"]
    figure, against = figure_of(game, target), roles["against"]
    sheet = sheet_of(game, figure)
    if actor and figure_of(game, actor).inside == target:
        yield Given("inghiottire", sheet.natural // 2, "natural")  # from within
        return
    worn = worn_armour(game, figure)
    bodiless = suffers(game, target, INCORPOREAL_BODY)
    if against != CMD:
        yield Given("PF-AC-09.1", SIZE_MODIFIER[figure.size + 4], "", "size")
        yield Given("PF-AC-02.1", dexterity_to_ac(game, figure), DEX)
        for item, armour in worn:
            bonus = (
                armour.bonus // 2 if is_broken(item, armour) else armour.bonus
            ) + item.bonus  # PF-CND-16.2, PF-AC-05
            sort = "shield" if armour.type in SHIELDS else "armour"
            through = against == INCORPOREAL and armour.force
            yield Given("PF-AC-02.1", bonus, "force" if through else sort, armour.id)
        for item, bonus in armour_of_force(game, figure):
            yield Given("PF-ITX-01.1", bonus, "force" if against == INCORPOREAL else "armour", item.thing)
        if sheet.natural and not bodiless:
            yield Given("PF-AC-07.1", sheet.natural, "natural")
    if bodiless:
        turned = max(sheet.deflection, 1, modifier(game, target, CARISMA))
        yield Given("PF-CND-12.2", turned, "deflection")
    elif sheet.deflection:
        yield Given("PF-AC-06.1", sheet.deflection, "deflection")
    if sheet.dodge:
        yield Given("PF-AC-08.2", sheet.dodge, "dodge")
    if actor and against not in (CMD, INCORPOREAL):
        kind = cover(game, actor, target, mode)
        if COVER_BONUS[kind]:
            yield Given(COVER_RULE[kind], COVER_BONUS[kind], "cover")
        elif figure.mount and figure.has(HANGING):
            yield Given("PF-SKL-04.1", COVER_BONUS[COVER], "cover")


def armour_of_force(game: Game, figure: Creature) -> list[tuple[Item, int]]:
    """Bracers and their like, with the armour bonus that they give (PF-ITX-01.1)."""
    items = library_of(game).items
    worn = (item for item in figure.items if item.worn and item.thing in items)
    return [(item, items[item.thing].armour) for item in worn if items[item.thing].armour]


def dexterity_to_ac(game: Game, figure: Creature) -> int:
    """The Dexterity modifier to AC, capped by what is worn (PF-AC-03.1, PF-TAB-03.1)."""
    value = modifier(game, figure.id, DESTREZZA)
    caps = [armour.max_dex for _, armour in worn_armour(game, figure) if armour.max_dex is not None]
    laden = load_cap(game, figure) if value > 0 else None
    return min([value, *caps, *(() if laden is None else (laden,))]) if value > 0 else value


def _not_to_ac(game: Game, roles: Roles) -> Mapping[str, RuleId]:
    """Types of bonuses that do not count: armour against a touch, Dexterity and dodge where one cannot react."""
    found: dict[str, RuleId] = {}
    if roles["against"] in (TOUCH, INCORPOREAL):
        found.update(dict.fromkeys(("armour", "shield", "natural"), "PF-AC-10.3"))
    if roles["against"] == CMD:
        found.update({sort: "PF-CMB-11.1" for sort in BONUS_TYPES if sort not in _to_cmd(game)})
    if figure_of(game, roles["target"]).has(CLIMBING):
        found["shield"] = "PF-SKL-02.4"
    rule = denied(game, roles["target"], roles["actor"], roles["weapon"], roles["mode"])
    if rule:
        found.update({DEX: rule, "dodge": "PF-AC-08.1"})
    return found


def _to_cmd(game: Game) -> tuple[str, ...]:
    return (*TO_CMD, "luck") if battle_of(game).options.luck_to_cmd else TO_CMD


def denied(game: Game, target: Id, actor: Id | None, weapon: str = "", mode: str = MELEE) -> RuleId:
    """The rule by which a creature has no Dexterity bonus to AC now, "" if it has it (PF-AC-04)."""
    figure = figure_of(game, target)
    if flat_footed(game, target):
        return "PF-INI-04.1"
    if figure.conditions:
        shape = next((shape for shape in shapes_on(game, target) if shape.no_dex), None)
        if shape is not None:
            return shape.rule or shape.id
    if figure.holds and suffers(game, figure.holds, PINNED):
        return "PF-GRP-08.2"
    used_to = mode == MELEE and has_feat(game, target, "combattere-alla-cieca")
    if actor and not used_to and not game.immune(target, "impreparato") and not sees(game, target, actor):
        return "PF-TAB-05.2"
    tally = game.query(DENIED, target=target, actor=actor, weapon=weapon, mode=mode)
    if tally.value > 0:
        return tally.lines[0].rule if tally.lines else "PF-AC-04.1"
    return ""


# --- damage -------------------------------------------------------------------------------------------


def _damage(game: Game, roles: Roles) -> Iterator[Given]:
    """What the book adds to each roll of weapon damage (PF-DMG-03 to -06, PF-STD-12, -13)."""
    actor, mode = roles["actor"], roles["mode"]
    arm = arm_named(game, actor, roles["weapon"])
    bonus, rule = strength_to_damage(game, actor, roles["weapon"], mode, roles.get("hand", "primary"))
    if bonus:
        yield Given(rule, bonus, "", FORZA)
    if arm.item is not None and arm.item.bonus:
        yield Given("PF-TAB-17.1", arm.item.bonus, "enhancement", arm.weapon.id)
    if arm.broken():
        yield Given("PF-CND-16.1", -2)


def strength_to_damage(game: Game, actor: Id, weapon: str, mode: str, hand: str) -> tuple[int, RuleId]:
    """What Strength adds to damage, and by which rule."""
    arm = arm_named(game, actor, weapon)
    value = modifier(game, actor, FORZA)
    if mode == RANGED and (arm.weapon.projectile or arm.weapon.splash):
        if arm.weapon.strength == "none" or (arm.weapon.strength == "penalty" and value > 0):
            return 0, "PF-DMG-04.1"
        if arm.weapon.strength == "composite" and value > 0:
            return min(value, arm.item.rating if arm.item else 0), "PF-EQP-01.1"
        return value, "PF-DMG-03.1"
    if value <= 0:
        return value, "PF-DMG-05.2" if hand == "off" else "PF-DMG-03.1"
    if arm.natural:
        if hand == "natural" or is_secondary(game, actor, arm):
            return value // 2, "PF-STD-13.1"
        return (value * 3 // 2, "PF-STD-12.1") if only_attack(game, actor) else (value, "PF-DMG-03.1")
    if arm.unarmed and bare_strike(game, actor) is not None:
        return value, "PF-CLS-06.2"
    if hand in ("off", "second"):
        return value // 2, "PF-DMG-05.1"
    both = mode == MELEE and hands_for(game, actor, arm) == 2 and hand != "double"
    if both and not is_light(arm) and not arm.weapon.nimble:
        return value * 3 // 2, "PF-DMG-06.1"
    return value, "PF-DMG-03.1"


# --- manoeuvres ---------------------------------------------------------------------------------------


def _manoeuvre(game: Game, roles: Roles) -> Iterator[Given]:
    """What the book adds to a manoeuvre roll (PF-CMB-02, -03)."""
    figure = figure_of(game, roles["actor"])
    ability = DESTREZZA if small_bodied(figure.size) else FORZA
    yield Given("PF-CMB-03.1" if ability == DESTREZZA else "PF-CMB-02.1", modifier(game, figure.id, ability), "",
                ability)  # fmt: skip
    yield Given("PF-CMB-02.2", SPECIAL_SIZE_MODIFIER[figure.size + 4], "", "size")
    more = game.query(ATTACK, actor=figure.id, target=roles["target"], weapon=roles["weapon"], mode=MELEE,
                      action=MANOEUVRE, manner=FLAT_MANNER, hand="primary", penalty=0)  # fmt: skip
    if more.value != more.base:
        yield Given("PF-CMB-08.2", more.value - more.base, "", "attack")
    if roles["target"] and suffers(game, roles["target"], STUNNED):
        yield Given("PF-CMB-07.2", STUNNED_TARGET)
    for rule, by, sort in roles.get("also") or ():
        yield Given(rule, by, sort)


def _manoeuvre_defence(game: Game, roles: Roles) -> Iterator[Given]:
    """What the book adds to the defence against manoeuvres (PF-CMB-10 to -12)."""
    figure = figure_of(game, roles["target"])
    yield Given("PF-CMB-10.1", figure.bab, "", "bab")
    yield Given("PF-CMB-10.1", modifier(game, figure.id, FORZA), "", FORZA)
    dexterity = modifier(game, figure.id, DESTREZZA)
    yield Given("PF-CMB-10.1", dexterity, DEX)
    yield Given("PF-CMB-10.2", SPECIAL_SIZE_MODIFIER[figure.size + 4], "", "size")
    if roles["manoeuvre"] in BY_LEGS:
        legs = sheet_of(game, figure).legs
        if legs > TWO_LEGS:
            yield Given("PF-TRP-02.3" if roles["manoeuvre"] == "trip" else "PF-OVR-03.3", 2 * (legs - TWO_LEGS))
    more = game.query(AC, target=figure.id, actor=roles["actor"], weapon="", mode=MELEE, against=CMD, cause="")
    if more.value != more.base:
        yield Given("PF-CMB-11.1", more.value - more.base, "", "ac")


def _not_to_cmd(game: Game, roles: Roles) -> Mapping[str, RuleId]:
    rule = denied(game, roles["target"], roles["actor"])
    return {DEX: "PF-CMB-12.1" if rule == "PF-INI-04.1" else rule} if rule else {}


# --- everything else ----------------------------------------------------------------------------------


def _save_base(game: Game, roles: Roles) -> int:
    sheet = sheet_of(game, figure_of(game, roles["it"]))
    save = roles["save"]
    return sheet.saves.get(save, 0) - ability_modifier(_printed(sheet.scores.get(SAVES[save])))  # type: ignore[call-overload]


def _printed(score: int | None) -> int:
    return -1 if score is None else score


def _save(game: Game, roles: Roles) -> Iterator[Given]:
    ability = SAVES[roles["save"]]
    yield Given("PF-SAVE-02.1", modifier(game, roles["it"], ability), "", ability)
    if roles["save"] == RIFLESSI and roles.get("origin"):
        kind = shelter(game, roles["origin"], roles["it"])
        if kind in REFLEX_BONUS:
            yield Given(REFLEX_RULE[kind], REFLEX_BONUS[kind], "cover")


def _initiative(game: Game, roles: Roles) -> Iterator[Given]:
    figure = figure_of(game, roles["it"])
    yield Given("PF-INI-01.1", modifier(game, figure.id, DESTREZZA), "", DESTREZZA)
    if extra := sheet_of(game, figure).initiative:
        yield Given("PF-INI-01.1", extra)


def _skill_base(game: Game, roles: Roles) -> int:
    sheet = sheet_of(game, figure_of(game, roles["it"]))
    ability = SKILLS[roles["skill"]]
    printed = sheet.skills.get(roles["skill"])
    return 0 if printed is None else printed - ability_modifier(_printed(sheet.scores.get(ability)))  # type: ignore[call-overload]


def _skill(game: Game, roles: Roles) -> Iterator[Given]:
    """What the book adds to a skill check; a printed total has armour and size as they began in it (PF-SKL-01.1)."""
    what = roles["skill"]
    ability = SKILLS[what]
    figure = figure_of(game, roles["it"])
    sheet = sheet_of(game, figure)
    yield Given("PF-SKL-01.1", modifier(game, figure.id, ability), "", ability)
    printed = what in sheet.skills
    if ability in (FORZA, DESTREZZA) and figure.items:
        hindered = check_penalty(game, figure) - (begun(game, sheet).penalty if printed else 0)
        if hindered:
            yield Given("PF-TAB-03.4", hindered, "", "armour")
    if what == STEALTH:
        smaller = STEALTH_BY_SIZE[figure.size + 4] - (STEALTH_BY_SIZE[SIZES.index(sheet.size)] if printed else 0)
        if smaller:
            yield Given("PF-SKL-06.2", smaller, "", "size")
        if _well_covered(game, figure):
            yield Given("PF-COV-13.3", WELL_COVERED, "", "cover")
        if suffers(game, figure.id, INVISIBLE):
            yield Given("PF-SKL-06.4", UNSEEN_MOVING if figure.walked or figure.stride else UNSEEN_STILL, "", INVISIBLE)
    if what == "cavalcare" and figure.mount and not saddle_of(game, figure.id):
        yield Given("PF-SKL-04.2", BAREBACK, "", "bareback")


def _well_covered(game: Game, figure: Creature) -> bool:
    """Whether somebody has improved cover from every foe who has a line to it at all (PF-COV-13.3)."""
    if not battle_of(game).ground.walls:
        return False
    kinds = [cover(game, foe.id, figure.id, RANGED) for foe in battle_of(game).foes_of(figure)]
    return IMPROVED in kinds and all(kind in (IMPROVED, TOTAL) for kind in kinds)


def _speed(game: Game, roles: Roles) -> int:
    return printed_speed(game, roles["it"], roles["way"])


def _speed_of_class(game: Game, roles: Roles) -> Iterator[Given]:
    for rule, squares, sort in faster(game, roles["it"], roles["way"]):
        yield Given(rule, squares, sort)


def _opportunities(game: Game, roles: Roles) -> Iterator[Given]:
    it = roles["it"]
    if has_feat(game, it, "riflessi-in-combattimento"):
        yield Given("PF-AOO-11.1", max(0, modifier(game, it, DESTREZZA)))


def _threat(game: Game, roles: Roles) -> int:
    """How many faces of the d20 threaten a critical hit: 1 for 20, 2 for 19-20 (PF-CRIT-05, -07)."""
    arm = arm_named(game, roles["actor"], roles["weapon"])
    return 1 if arm.broken() else 21 - arm.weapon.threat


def _multiplier(game: Game, roles: Roles) -> int:
    arm = arm_named(game, roles["actor"], roles["weapon"])
    return 2 if arm.broken() else arm.weapon.multiplier


def _miss(game: Game, roles: Roles) -> int:
    return concealment(game, roles["actor"], roles["target"], roles["mode"])


def _reduction(game: Game, roles: Roles) -> int:
    """Its own damage reduction, unless the weapon overcomes it."""
    target, weapon = roles["target"], roles["weapon"]
    own = sheet_of(game, figure_of(game, target)).reduction
    return 0 if own and weapon and overcomes(game, roles["actor"], weapon, target) else own


def _resistance(game: Game, roles: Roles) -> int:
    sheet = sheet_of(game, figure_of(game, roles["it"]))
    return sheet.resistances.get(roles["type"], 0)


def _concentration(game: Game, roles: Roles) -> int:
    figure = figure_of(game, roles["it"])
    caster = next((one for one in figure.casters if one.source == roles["source"]), None)
    if caster is None:
        return figure.level
    return caster.level + modifier(game, figure.id, caster.ability)


def _caster_level(game: Game, roles: Roles) -> int:
    figure = figure_of(game, roles["it"])
    caster = next((one for one in figure.casters if one.source == roles["source"]), None)
    return figure.level if caster is None else caster.level


_ATTACK_ROLES = ("actor", "target", "weapon", "mode", "action", "manner", "hand", "penalty")
ATTACK = Query("attack", _ATTACK_ROLES, _bab, STEPS, TYPED, given=_attack)
DENIED = Query("denied", ("target", "actor", "weapon", "mode"), _nothing, STEPS)
AC = Query("ac", ("target", "actor", "weapon", "mode", "against", "cause"), lambda game, roles: 10, STEPS, TYPED,
           given=_armour_class, barred=_not_to_ac)  # fmt: skip
DAMAGE = Query("damage", _ATTACK_ROLES, _nothing, STEPS, TYPED, given=_damage)
CMB = Query("cmb", ("actor", "target", "manoeuvre", "weapon", "also"), _bab, STEPS, TYPED, given=_manoeuvre)
CMD_OF = Query("cmd", ("target", "actor", "manoeuvre"), lambda game, roles: 10, STEPS, TYPED, given=_manoeuvre_defence,
               barred=_not_to_cmd)  # fmt: skip
SAVE = Query("save", ("it", "save", "cause", "actor"), _save_base, STEPS, TYPED, given=_save)
INITIATIVE = Query("initiative", ("it",), _nothing, STEPS, TYPED, given=_initiative)
SKILL = Query("skill", ("it", "skill", "target"), _skill_base, STEPS, TYPED, given=_skill)
CHECK = Query("check", ("it", "ability", "cause"), lambda game, roles: modifier(game, roles["it"], roles["ability"]),
              STEPS, TYPED)  # fmt: skip
SPEED = Query("speed", ("it", "way"), _speed, STEPS, TYPED, down=True, given=_speed_of_class)
OPPORTUNITIES = Query("opportunities", ("it",), lambda game, roles: 1, STEPS, TYPED, given=_opportunities)
THREAT = Query("threat", ("actor", "weapon", "target"), _threat, STEPS)
MULTIPLIER = Query("multiplier", ("actor", "weapon", "target"), _multiplier, STEPS)
CONFIRM = Query("confirm", ("actor", "target", "weapon", "mode"), _nothing, STEPS, TYPED)
MISS = Query("miss", ("target", "actor", "mode"), _miss, STEPS)
PRECISION = Query("precision", ("actor", "target", "weapon", "mode"), _nothing, STEPS)
REDUCTION = Query("reduction", ("target", "actor", "weapon"), _reduction, STEPS)
RESISTANCE = Query("resistance", ("it", "type"), _resistance, STEPS)
CONCENTRATION = Query("concentration", ("it", "source", "cause"), _concentration, STEPS, TYPED)
CASTER_LEVEL = Query("caster_level", ("it", "source", "spell"), _caster_level, STEPS, TYPED)
SPELL_DC = Query("spell_dc", ("it", "source", "spell", "base"), lambda game, roles: int(roles["base"]), STEPS, TYPED)
QUERIES = {
    query.name: query
    for query in (SCORE, ATTACK, DENIED, AC, DAMAGE, CMB, CMD_OF, SAVE, INITIATIVE, SKILL, CHECK, SPEED, OPPORTUNITIES,
                  THREAT, MULTIPLIER, CONFIRM, MISS, PRECISION, REDUCTION, RESISTANCE, CONCENTRATION, CASTER_LEVEL,
                  SPELL_DC)
}  # fmt: skip


def armour_class(game: Game, target: Id, actor: Id | None = None, weapon: str = "", mode: str = MELEE,
                 against: str = NORMAL) -> Tally:  # fmt: skip
    """The AC of a creature against an attack."""
    return game.query(AC, target=target, actor=actor, weapon=weapon, mode=mode, against=against, cause="")


def speed_of(game: Game, it: Id, way: str) -> int:
    """Squares of one move, never below 0; armour and load slow what all else has made of it (PF-SPD-07.1)."""
    key = ("speed", it, way)
    known: int | None = game.now.get(key)
    if known is None:
        known = game.now[key] = speed_left(game, it, way, max(0, game.query(SPEED, it=it, way=way).value))
    return known


__all__ = [
    "AC", "ATTACK", "CMB", "CMD_OF", "COSTITUZIONE", "DAMAGE", "DENIED", "MEDIUM", "QUERIES", "SAVE", "armour_class",
    "conditions_of", "helpless", "library_of", "speed_of",
]  # fmt: skip

"""What a creature can attack with: weapons in hand, natural attacks, bare hands."""

from __future__ import annotations

from msgspec import Struct

from arbitro.engine.game import Game
from arbitro.engine.values import Id
from arbitro.rulesets.pathfinder.lookups import figure_of, library_of, modifier, sheet_of, suffers
from arbitro.rulesets.pathfinder.shapes import Ability, Armour, Weapon
from arbitro.rulesets.pathfinder.state import (
    DESTREZZA,
    FORZA,
    GRAPPLED,
    HEADS,
    MEDIUM,
    MELEE,
    RANGED,
    SMALL,
    TINY,
    UNARMED,
    Creature,
    Item,
    squares_of,
)

HANDS = 2
FROM_HORSEBACK = "da-cavaliere"
"""Tag of weapons made for the saddle: one hand will do there, and a charge doubles their damage (PF-TAB-10.5)."""
ONE_HAND = "one_hand"
"""In ``did`` of a rider that has to guide its mount with one hand (PF-MNT-06.1)."""
MILITARY_SADDLE = "sella-militare"
TIMES_THROWN, TIMES_SHOT = 5, 10  # increments, PF-STD-09.2
BIGGER = {"1": "1d2", "1d2": "1d3", "1d3": "1d4", "1d4": "1d6", "1d6": "1d8", "1d8": "2d6", "1d10": "2d8",
          "1d12": "3d6", "2d4": "2d6", "2d6": "3d6", "2d8": "3d8", "2d10": "4d8", "3d6": "4d6", "3d8": "4d8",
          "4d6": "6d6", "4d8": "6d8"}  # fmt: skip
SMALLER = {"1d2": "1", "1d3": "1", "1d4": "1d2", "1d6": "1d3", "1d8": "1d4", "1d10": "1d6", "1d12": "1d8",
           "2d4": "1d4", "2d6": "1d8", "2d8": "1d10", "2d10": "2d6"}  # fmt: skip
"""Damage of Large and Tiny weapons by that of a Medium one (PF-TAB-11)."""
MAGIC = "magia"
FINESSE = "arma-accurata"
SHIELDS = ("shield", "tower")
"""Types of armour that are carried on the arm."""
BROKEN_HALF = 2
SECONDARY, SECONDARY_TRAINED = -5, -2  # PF-STD-13.1, PF-FEAT-04.1


class Arm(Struct, frozen=True):
    """Something to attack with: ``key`` names it in answers, ``weapon`` is its record, ``item`` the thing in hand."""

    key: str
    weapon: Weapon
    item: Item | None = None

    @property
    def natural(self) -> bool:
        """Part of the body, bare hands left out."""
        return self.weapon.group == "natural"

    @property
    def unarmed(self) -> bool:
        """Bare hands and feet."""
        return self.weapon.group == "unarmed"

    @property
    def melee(self) -> bool:
        """Whether it strikes in melee."""
        return not self.weapon.projectile and not (self.weapon.thrown and self.weapon.group == "ranged")

    @property
    def ranged(self) -> bool:
        """Whether it is thrown or shot."""
        return self.weapon.range > 0

    @property
    def reaching(self) -> bool:
        """A reach weapon (PF-STD-04)."""
        return "reach" in self.weapon.special

    @property
    def enhancement(self) -> int:
        """Its enhancement bonus to attack; masterwork gives 1."""
        if self.item is None:
            return 0
        return max(self.item.bonus, 1 if self.item.masterwork else 0)

    def broken(self) -> bool:
        """Half its hit points or less are left (PF-SND-02.2)."""
        return self.item is not None and is_broken(self.item, self.weapon)


def hit_points_of(item: Item, thing: Weapon | Armour | object) -> int:
    """Hit points of a thing: 10 more for each +1, an armour 5 for each point of its bonus (PF-TAB-12.5, .6)."""
    base = getattr(thing, "hp", 0)
    if not base and isinstance(thing, Armour):
        base = thing.bonus * 5
    return int(base) + 10 * item.bonus


def is_broken(item: Item, thing: Weapon | Armour | object) -> bool:
    """Half its hit points or less are left (PF-SND-02.2)."""
    whole = hit_points_of(item, thing)
    return item.lost > 0 and whole > 0 and (whole - item.lost) * BROKEN_HALF <= whole


# --- what there is ------------------------------------------------------------------------------------


def key_of(figure: Creature, item: Item) -> str:
    """How answers call a thing: its record's id, with its number where it carries several."""
    alike = sum(other.thing == item.thing for other in figure.items)
    return item.thing if alike == 1 else f"{item.thing}#{item.no}"


def item_called(figure: Creature, key: object) -> Item | None:
    """The thing of an answer, whatever became of its like since; None if it is gone."""
    return next((item for item in figure.items if key in (item.thing, f"{item.thing}#{item.no}")), None)


def arms_of(game: Game, it: Id) -> tuple[Arm, ...]:
    """All that a creature can attack with now; bare hands last, and only where it has nothing else by nature."""
    key = ("arms", it)
    known: tuple[Arm, ...] | None = game.now.get(key)
    if known is None:
        known = game.now[key] = tuple(_arms(game, figure_of(game, it)))
    return known


def _arms(game: Game, figure: Creature) -> list[Arm]:
    library = library_of(game)
    found = []
    for no in dict.fromkeys(figure.held):
        item = figure.item(no)
        weapon = library.weapons.get(item.thing) if item is not None else None
        if item is not None and weapon is not None:
            found.append(Arm(key_of(figure, item), weapon, item))
    sheet = sheet_of(game, figure)
    for attack in sheet.attacks if figure.heads or HEADS not in sheet.abilities else ():
        found.append(Arm(attack.id, library.weapons[f"{figure.profile}-{attack.id}"]))
    if UNARMED in library.weapons and not any(arm.natural for arm in found):
        found.append(Arm(UNARMED, library.weapons[UNARMED]))
    return found


def arm_named(game: Game, it: Id, key: str) -> Arm:
    """What a creature attacks with under that name; bare hands for what it no longer has."""
    for arm in arms_of(game, it):
        if arm.key == key:
            return arm
    figure = figure_of(game, it)
    item = item_called(figure, key)
    weapon = library_of(game).weapons.get(item.thing) if item is not None else None
    if item is not None and weapon is not None:
        return Arm(key, weapon, item)
    weapon = library_of(game).weapons.get(key) or library_of(game).weapons[UNARMED]
    return Arm(key, weapon)


def overcomes(game: Game, it: Id, key: str, target: Id) -> bool:
    """Whether an arm ignores somebody's own damage reduction: by its damage type, its magic or what it is made of.

    The body of whoever only magic wounds is magic itself (open content).
    """
    but = sheet_of(game, figure_of(game, target)).reduction_but
    if not but:
        return False
    arm = arm_named(game, it, key)
    known = {*(arm.weapon.types if arm.weapon.both else arm.weapon.types[:1]), *arm.weapon.tags}
    known |= set(arm.item.qualities if arm.item is not None else ())
    by_nature = arm.natural and MAGIC in sheet_of(game, figure_of(game, it)).reduction_but
    if by_nature or (arm.item is not None and arm.item.bonus):
        known.add(MAGIC)
    return any(word in known for word in but)


def still_has(game: Game, it: Id, key: str) -> bool:
    """Whether somebody has an arm of that name still, or again: none was struck from its hand (PF-AOO-10.2)."""
    own = f"{figure_of(game, it).profile}-"  # what it only rakes with
    return key in ("", UNARMED) or key.startswith(own) or any(arm.key == key for arm in arms_of(game, it))


def melee_arms(game: Game, it: Id) -> tuple[Arm, ...]:
    """What it strikes with in melee."""
    one = suffers(game, it, GRAPPLED) or guides(figure_of(game, it))
    return tuple(
        arm for arm in arms_of(game, it) if arm.melee and not (one and hands_for(game, it, arm) > 1)
    )  # fmt: skip


def guides(figure: Creature) -> bool:
    """Whether a rider needs one hand for its mount this turn (PF-MNT-06.1)."""
    return bool(figure.mount) and ONE_HAND in figure.did


def ranged_arms(game: Game, it: Id) -> tuple[Arm, ...]:
    """What it throws or shoots; bows and their like take two hands (PF-CND-08.3)."""
    one = guides(figure_of(game, it)) or suffers(game, it, GRAPPLED)
    return tuple(arm for arm in arms_of(game, it)
                 if arm.ranged and not (one and arm.weapon.projectile and arm.item is not None))  # fmt: skip


def counts_as_armed(game: Game, it: Id, arm: Arm) -> bool:
    """Bare hands count as armed only for some (PF-STD-06.2); a held touch spell arms too."""
    return strikes_armed(game, it, arm) or bool(figure_of(game, it).charge)


def strikes_armed(game: Game, it: Id, arm: Arm) -> bool:
    """Whether a blow with an arm is that of somebody armed; a held spell is no help to bare hands (PF-SPL-18.2)."""
    trained = has_feat(game, it, "colpo-senz-armi-migliorato") or bare_strike(game, it) is not None
    return not arm.unarmed or trained  # PF-CLS-06.2


def armed(game: Game, it: Id) -> bool:
    """Whether a creature counts as armed in melee."""
    return any(counts_as_armed(game, it, arm) for arm in melee_arms(game, it))


def has_feat(game: Game, it: Id, feat: str) -> bool:
    """Whether a creature has a feat (or an ability of that name)."""
    return feat in library_of(game).gifts(figure_of(game, it).profile)


def chosen(game: Game, it: Id, feat: str, what: str) -> bool:
    """Whether a creature took a feat for something (a weapon, a school)."""
    sheet = sheet_of(game, figure_of(game, it))
    return any(isinstance(one, dict) and one.get(feat) == what for one in sheet.feats)


# --- hands and dice -----------------------------------------------------------------------------------


def hands_for(game: Game, it: Id, arm: Arm) -> int:
    """Hands an arm takes as it is held: 2 for a two-handed weapon, or for a one-handed one held in both."""
    figure = figure_of(game, it)
    if arm.item is None:
        return 0
    if figure.mount and FROM_HORSEBACK in arm.weapon.tags:
        return figure.held.count(arm.item.no) or 1  # PF-TAB-10.5
    return 2 if arm.weapon.group == "two-handed" else figure.held.count(arm.item.no) or 1


def free_hands(game: Game, figure: Creature) -> int:
    """Hands with nothing in them; a buckler leaves its hand free."""
    armours = library_of(game).armours
    busy = [no for no in figure.held if not _hand_free(armours.get(thing_of(figure, no)))]
    return HANDS - len(busy)


def _hand_free(armour: object) -> bool:
    return bool(getattr(armour, "hand_free", False))


def thing_of(figure: Creature, no: int) -> str:
    """The record of a thing by its number."""
    item = figure.item(no)
    return item.thing if item is not None else ""


def is_light(arm: Arm, *, off_hand: bool = False) -> bool:
    """A light weapon; bare hands and natural attacks count as light (PF-STD-07.3, PF-STD-14.5)."""
    return arm.weapon.group in ("light", "unarmed", "natural") or (off_hand and arm.weapon.light_for_two)


def only_attack(game: Game, it: Id) -> bool:
    """Whether a creature has one natural attack and no other; a pair of claws are two (PF-STD-12)."""
    attacks = sheet_of(game, figure_of(game, it)).attacks
    return len(attacks) == 1 and attacks[0].count == 1


def is_secondary(game: Game, it: Id, arm: Arm) -> bool:
    """A tail, a wing and their like, unless there is nothing else to strike with (PF-STD-12.1, PF-STD-13.1)."""
    return arm.natural and not arm.weapon.primary and not only_attack(game, it)


def secondary_penalty(game: Game, it: Id) -> int:
    """What a secondary natural attack takes off the roll (PF-STD-13.1), less with Multiattacco (PF-FEAT-04.1)."""
    return SECONDARY_TRAINED if has_feat(game, it, "multiattacco") else SECONDARY


def dice_of(game: Game, it: Id, arm: Arm, *, second: bool = False) -> tuple[int, int]:
    """Number and sides of an arm's damage dice for the size of who uses it; sides 1 for a fixed number (PF-TAB-11)."""
    size = figure_of(game, it).size
    weapon = arm.weapon
    text = weapon.second if second and weapon.second else weapon.damage
    trained = bare_strike(game, it) if arm.unarmed else None
    if trained is not None:
        level = sheet_of(game, figure_of(game, it)).classes[trained.by_class]
        table = trained.unarmed_small if size <= SMALL else trained.unarmed
        text = table[max(n for n in table if n <= level)]
        for _ in range(size - MEDIUM):
            text = BIGGER.get(text, text)
    elif weapon.group != "natural" and not weapon.splash:
        if size == SMALL:
            text = weapon.second_small if second and weapon.second_small else weapon.damage_small
        elif size < SMALL:
            text = SMALLER.get(text, text)
        else:
            for _ in range(size - MEDIUM):
                text = BIGGER.get(text, text)
    number, _, sides = text.partition("d")
    return (int(number), int(sides)) if sides else (int(number), 1)


def bare_strike(game: Game, it: Id) -> Ability | None:
    """The ability by which somebody's bare hands wound like weapons (PF-CLS-06)."""
    found = library_of(game).abilities
    sheet = sheet_of(game, figure_of(game, it))
    mine = (found[one] for one in sheet.abilities if one in found and found[one].unarmed)
    return next((one for one in mine if sheet.classes.get(one.by_class, 0)), None)


def reach_of(game: Game, it: Id, arm: Arm) -> tuple[int, int]:
    """Least and most squares at which an arm strikes in melee (PF-STD-03, -04, PF-SIZE-03, -08)."""
    natural = figure_of(game, it).reach
    if arm.weapon.reach is not None:
        natural = squares_of(arm.weapon.reach)
    if arm.reaching and not arm.weapon.lash:
        return natural + 1, 2 * natural
    return 0, natural


def range_of(arm: Arm) -> tuple[int, int]:
    """Squares of an increment, and the most squares it can be thrown or shot (PF-STD-09.2, .4)."""
    step = squares_of(arm.weapon.range)
    times = TIMES_SHOT if arm.weapon.projectile else TIMES_THROWN
    most = squares_of(arm.weapon.most_range) if arm.weapon.most_range else step * times
    return step, most


def proficient(game: Game, it: Id, arm: Arm) -> bool:
    """Whether a creature knows how to use an arm (PF-TAB-10.4)."""
    known = sheet_of(game, figure_of(game, it)).proficient
    if not known or arm.natural or arm.unarmed or arm.weapon.splash:
        return True  # PF-SPW-01.3
    if arm.weapon.in_two in known and hands_for(game, it, arm) == HANDS:
        return True
    return arm.weapon.category in known or arm.weapon.id in known


def ability_for(game: Game, it: Id, arm: Arm, mode: str) -> str:
    """The ability of an attack roll: Strength in melee, Dexterity at range, or with Finesse (PF-ATK-05, -06)."""
    if mode == RANGED or figure_of(game, it).score(FORZA) < 0:
        return DESTREZZA  # what has no body to speak of strikes with Dexterity
    fine = is_light(arm) or arm.weapon.finesse
    if mode == MELEE and fine and has_feat(game, it, FINESSE):
        deft = modifier(game, it, DESTREZZA) + behind_a_shield(game, figure_of(game, it))
        return DESTREZZA if deft > modifier(game, it, FORZA) else FORZA
    return FORZA


def behind_a_shield(game: Game, figure: Creature) -> int:
    """What the shield of whoever strikes with Finesse takes off the roll: its check penalty (open content)."""
    if not has_feat(game, figure.id, FINESSE):
        return 0
    return sum(armour.check for _, armour in worn_armour(game, figure) if armour.type in SHIELDS)


def small_bodied(size: int) -> bool:
    """Tiny or smaller (PF-CMB-03)."""
    return size <= TINY


def saddle_of(game: Game, it: Id) -> Item | None:
    """The saddle that a rider sits in, among its own things or its mount's; a military one first (PF-EQP-03)."""
    rider = figure_of(game, it)
    items = library_of(game).items
    carried = (*rider.items, *(figure_of(game, rider.mount).items if rider.mount else ()))
    saddles = [item for item in carried if item.thing in items and items[item.thing].type == "saddle"]
    return next((one for one in saddles if one.thing == MILITARY_SADDLE), next(iter(saddles), None))


def worn_armour(game: Game, figure: Creature) -> list[tuple[Item, Armour]]:
    """Armour worn and shields in hand."""
    found = []
    for item in figure.items:
        thing = library_of(game).armours.get(item.thing)
        strapped = item.no in figure.held and not (guides(figure) and not thing.hand_free) if thing else False
        if thing is not None and (item.worn or strapped):
            found.append((item, thing))
    return found

"""What a stat block must say by its Hit Dice, scores, size, armour and feats: worked out here, from the book alone.

The tables are typed a second time; nothing of the ruleset's own arithmetic is used.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

from arbitro.rulesets.pathfinder.shapes import Armour, Sheet, Weapon

FULL, MEDIUM, SLOW = "full", "medium", "slow"
F, R, W = "tempra", "riflessi", "volonta"
KINDS: dict[str, tuple[int, str, tuple[str, ...], int]] = {
    "aberrazione": (8, MEDIUM, (W,), 1),
    "animale": (8, MEDIUM, (F, R), 2),
    "bestia_magica": (10, FULL, (F, R), 2),
    "costrutto": (10, FULL, (), 0),
    "drago": (12, FULL, (F, R, W), 3),
    "esterno": (10, FULL, (), 2),
    "melma": (8, MEDIUM, (), 0),
    "non_morto": (8, MEDIUM, (W,), 1),
    "parassita": (8, MEDIUM, (F,), 1),
    "umanoide": (8, MEDIUM, (), 1),
    "umanoide_mostruoso": (10, FULL, (R, W), 2),
    "vegetale": (8, MEDIUM, (F,), 1),
}
"""Type: Hit Die, base attack, its good saves, and how many there are (those not named are free to choose)."""
CLASSES: dict[str, tuple[int, str, tuple[str, ...]]] = {
    "barbaro": (12, FULL, (F,)),
    "bardo": (8, MEDIUM, (R, W)),
    "chierico": (8, MEDIUM, (F, W)),
    "combattente": (10, FULL, (F,)),
    "druido": (8, MEDIUM, (F, W)),
    "guerriero": (10, FULL, (F,)),
    "ladro": (8, MEDIUM, (R,)),
    "mago": (6, SLOW, (W,)),
    "monaco": (8, MEDIUM, (F, R, W)),
    "paladino": (10, FULL, (F, W)),
    "ranger": (10, FULL, (F, R)),
    "stregone": (6, SLOW, (W,)),
}
"""Class: Hit Die, base attack, good saves (PF-TAB-16)."""
SIZES = ("piccolissima", "minuta", "minuscola", "piccola", "media", "grande", "enorme", "mastodontica", "colossale")
SIZE = dict(zip(SIZES, (8, 4, 2, 1, 0, -1, -2, -4, -8), strict=True))
SPECIAL = dict(zip(SIZES, (-8, -4, -2, -1, 0, 1, 2, 4, 8), strict=True))
BODY = dict(zip(SIZES, (0, 0, 0, 10, 20, 30, 40, 60, 80), strict=True))
"""Hit points that a construct has for its size."""
ABILITY = {F: "costituzione", R: "destrezza", W: "saggezza"}
RAISES = {F: "tempra-possente", R: "riflessi-fulminei", W: "volonta-di-ferro"}


def modifier(sheet: Sheet, ability: str) -> int:
    """The modifier of a score, 0 for one the creature has not."""
    score = sheet.scores.get(ability)  # type: ignore[call-overload]
    return 0 if score is None else (score - 10) // 2


def feats(sheet: Sheet) -> list[tuple[str, str]]:
    """Feats and what they were taken for."""
    return [(f, "") if isinstance(f, str) else next(iter(f.items())) for f in sheet.feats]


def has(sheet: Sheet, feat: str, what: str = "") -> bool:
    """Whether the sheet has a feat, taken for something."""
    return (feat, what) in feats(sheet)


def base_attack(speed: str, level: int) -> int:
    """Base attack bonus of a level (PF-TAB-16.1)."""
    return {FULL: level, MEDIUM: level * 3 // 4, SLOW: level // 2}[speed]


def base_save(good: bool, level: int) -> int:
    """Base save of a level (PF-TAB-16.3)."""
    return 2 + level // 2 if good else level // 3


def attack_bonus(sheet: Sheet) -> int:
    """Base attack bonus by type or classes."""
    if sheet.classes:
        return sum(base_attack(CLASSES[name][1], level) for name, level in sheet.classes.items())
    return base_attack(KINDS[sheet.type][1], sheet.level)


def save_choices(sheet: Sheet) -> list[dict[str, int]]:
    """The base saves a sheet may have; a type that leaves some free has several."""
    if sheet.classes:
        rows = [(CLASSES[name][2], level) for name, level in sheet.classes.items()]
        return [{save: sum(base_save(save in good, level) for good, level in rows) for save in ABILITY}]
    _, _, fixed, number = KINDS[sheet.type]
    free = number - len(fixed)
    return [
        {save: base_save(save in (*fixed, *more), sheet.level) for save in ABILITY}
        for more in combinations([save for save in ABILITY if save not in fixed], free)
    ]


def save_of(sheet: Sheet, save: str, base: int) -> int:
    """A saving throw: base, ability (an undead's Charisma for Fortitude), feats, class features, items."""
    ability = "carisma" if save == F and sheet.type == "non_morto" else ABILITY[save]
    total = base + modifier(sheet, ability) + 2 * has(sheet, RAISES[save])
    if "grazia-divina" in sheet.abilities:
        total += modifier(sheet, "carisma")
    return total + cloak(sheet) + (sheet.race == "halfling")


def cloak(sheet: Sheet) -> int:
    """The resistance bonus of a cloak."""
    return max((int(thing.rsplit("-", 1)[1]) for thing in things(sheet) if thing.startswith("mantello-")), default=0)


def things(sheet: Sheet) -> list[str]:
    """Ids of what it carries."""
    return [item if isinstance(item, str) else item.thing for item in sheet.items]


def hit_points(sheet: Sheet) -> list[int]:
    """Hit points a sheet may have: the average; with levels of a hero the first die whole, and a point each level."""
    con = modifier(sheet, "carisma" if sheet.type == "non_morto" else "costituzione")
    more = con * sheet.level + max(3, sheet.level) * has(sheet, "robustezza")
    if sheet.type == "costrutto":
        more += BODY[sheet.size]
    if not sheet.classes:
        return [int((KINDS[sheet.type][0] + 1) / 2 * sheet.level) + more]
    dice = [CLASSES[name][0] for name, level in sheet.classes.items() for _ in range(level)]
    if "combattente" in sheet.classes:
        return [int(sum((die + 1) / 2 for die in dice)) + more]
    first = dice[0] + int(sum((die + 1) / 2 for die in dice[1:])) + more
    return list(range(first, first + sheet.level + 1))


def armour_class(sheet: Sheet, armours: dict[str, Armour]) -> dict[str, int]:
    """AC, touch AC and flat-footed AC by their parts (PF-AC-02, PF-AC-10, PF-INI-04)."""
    worn = [
        (armours[item if isinstance(item, str) else item.thing], 0 if isinstance(item, str) else item.bonus)
        for item in sheet.items
        if (item if isinstance(item, str) else item.thing) in armours
    ]
    most = min((piece.max_dex for piece, _ in worn if piece.max_dex is not None), default=99)
    dex = min(modifier(sheet, "destrezza"), most)
    dodge = sheet.dodge + has(sheet, "schivare")
    wise = "ca-del-monaco" in sheet.abilities
    monk = modifier(sheet, "saggezza") + sheet.level // 4 if wise else 0
    touch = 10 + dex + SIZE[sheet.size] + sheet.deflection + dodge + monk + ring(sheet)
    torn = sum(armours[thing].bonus - armours[thing].bonus // 2 for thing in broken(sheet) if thing in armours)
    whole = touch + sheet.natural + sum(piece.bonus + plus for piece, plus in worn) - torn + amulet(sheet)
    lost = 0 if "schivare-prodigioso" in sheet.abilities else max(dex, 0) + dodge
    return {"ac": whole, "touch": touch, "flat_footed": whole - lost}


def broken(sheet: Sheet) -> list[str]:
    """Ids of what is broken: half the armour (PF-CND-16.2), or -2 on blows (PF-CND-16.1)."""
    return [item.thing for item in sheet.items if not isinstance(item, str) and item.broken]


def ring(sheet: Sheet) -> int:
    """The deflection bonus of a ring."""
    return max((int(t.rsplit("-", 1)[1]) for t in things(sheet) if t.startswith("anello-di-protezione-")), default=0)


def amulet(sheet: Sheet) -> int:
    """Natural armour by an amulet."""
    return max((int(t.rsplit("-", 1)[1]) for t in things(sheet) if t.startswith("amuleto-")), default=0)


def manoeuvres(sheet: Sheet) -> dict[str, int]:
    """CMB and CMD (PF-CMB-02, -03, -10, -11)."""
    small = SIZES.index(sheet.size) <= SIZES.index("minuscola")
    strength, dex = modifier(sheet, "forza"), modifier(sheet, "destrezza")
    bab = sheet.level if "manovre-del-monaco" in sheet.abilities else sheet.bab
    wise = modifier(sheet, "saggezza") + sheet.level // 4 if "ca-del-monaco" in sheet.abilities else 0
    extra = sheet.deflection + ring(sheet) + sheet.dodge + has(sheet, "schivare") + wise
    return {
        "cmb": bab + (dex if small else strength) + SPECIAL[sheet.size],
        "cmd": 10 + bab + strength + dex + SPECIAL[sheet.size] + extra,
    }


def strikes(sheet: Sheet, weapons: dict[str, Weapon]) -> dict[str, int]:
    """The bonus of one attack with each thing it strikes or shoots with, in the hand it begins in."""
    fine = has(sheet, "arma-accurata")
    strength, dex = modifier(sheet, "forza"), modifier(sheet, "destrezza")
    if sheet.scores.get("forza") is None:
        strength = dex
    found: dict[str, int] = {}
    for attack in sheet.attacks:
        best = max(strength, dex) if fine else strength
        focus = has(sheet, "arma-focalizzata", attack.id)
        found[attack.id] = sheet.bab + best + SIZE[sheet.size] + focus - 5 * (not attack.primary)
    for item in sheet.items:
        thing, plus = (item, 0) if isinstance(item, str) else (item.thing, item.bonus or item.masterwork)
        weapon = weapons.get(thing)
        if weapon is not None:
            found[thing] = sheet.bab + SIZE[sheet.size] + plus + _skill(sheet, weapon, fine, strength, dex)
            found[thing] -= 2 * (thing in broken(sheet))
    if "senz-armi" in sheet.printed.attacks:
        best = max(strength, dex) if fine else strength
        found["senz-armi"] = sheet.bab + best + SIZE[sheet.size] + has(sheet, "arma-focalizzata", "senz-armi")
    return found


def _skill(sheet: Sheet, weapon: Weapon, fine: bool, strength: int, dex: int) -> int:
    ranged = weapon.projectile or (weapon.thrown and weapon.group == "ranged")
    handy = fine and (weapon.group == "light" or weapon.finesse)
    best = dex if ranged else max(strength, dex - behind(sheet)) if handy else strength
    return best + has(sheet, "arma-focalizzata", weapon.id) + training(sheet, weapon)


def behind(sheet: Sheet) -> int:
    """What a shield takes off whoever strikes with Finesse: its check penalty."""
    penalties = {"buckler": 1, "scudo-leggero-di-legno": 1, "scudo-leggero-di-metallo": 1, "scudo-pesante-di-legno": 2,
                 "scudo-pesante-di-metallo": 2, "scudo-torre": 10}  # fmt: skip
    return sum(penalties.get(thing, 0) for thing in things(sheet))


def training(sheet: Sheet, weapon: Weapon) -> int:
    """What a fighter's training adds with the weapons of a group."""
    return sum(
        bonus
        for ability, ids, bonus in (
            ("addestramento-lame-pesanti", ("spada-lunga", "spadone", "scimitarra", "falchion"), 1),
            ("addestramento-lance", ("lancia-da-cavaliere", "lancia", "lancia-lunga"), 2),
        )
        if ability in sheet.abilities and weapon.id in ids
    )


def faults(sheet: Sheet, weapons: dict[str, Weapon], armours: dict[str, Armour]) -> list[str]:
    """Everything in a stat block that does not follow from the rest of it."""
    said: list[str] = []

    def compare(what: str, printed: Any, right: Any) -> None:
        if printed is not None and printed != right:
            said.append(f"{sheet.id}: {what} {printed}, by the book {right}")

    compare("bab", sheet.bab, attack_bonus(sheet))
    if sheet.hp not in hit_points(sheet):
        said.append(f"{sheet.id}: hp {sheet.hp}, by the book {hit_points(sheet)}")
    choices = [{save: save_of(sheet, save, base[save]) for save in ABILITY} for base in save_choices(sheet)]
    if dict(sheet.saves) not in choices:
        said.append(f"{sheet.id}: saves {dict(sheet.saves)}, by the book {choices}")
    for what, right in armour_class(sheet, armours).items():
        compare(what, getattr(sheet.printed, what), right)
    for what, right in manoeuvres(sheet).items():
        compare(what, getattr(sheet.printed, what), right)
    quick = 4 * has(sheet, "iniziativa-migliorata")
    compare("initiative", sheet.printed.initiative, modifier(sheet, "destrezza") + quick + sheet.initiative)
    right_attacks = strikes(sheet, weapons)
    for what, printed in sheet.printed.attacks.items():
        compare(f"attack with {what}", printed, right_attacks.get(what))
    return said

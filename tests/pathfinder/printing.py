"""Our creatures printed as stat blocks, in either language, and as actors of Foundry: what the readers must read back.

Written from the layout alone; nothing of the readers is used.
"""

from __future__ import annotations

from typing import Any

from arbitro.rulesets.pathfinder.content import built_in
from arbitro.rulesets.pathfinder.shapes import Carried, NaturalAttack, Sheet
from tests.pathfinder.blocks import CLASSES, KINDS, SIZES, base_save, modifier

EN = {
    "cr": "CR", "init": "Init", "senses": "Senses", "per": "Perception", "ac": "AC", "touch": "touch",
    "flat": "flat-footed", "hp": "hp", "tempra": "Fort", "riflessi": "Ref", "volonta": "Will", "dr": "DR", "or": " or ",
    "immune": "Immune", "resist": "Resist", "weak": "Weaknesses", "weakness": "vulnerability to ", "speed": "Speed",
    "melee": "Melee", "ranged": "Ranged", "space": "Space", "reach": "Reach", "bab": "Base Atk", "cmb": "CMB",
    "cmd": "CMD", "trip": "vs. trip", "cannot": "can't be tripped", "feats": "Feats", "skills": "Skills", "sq": "SQ",
    "gear": "Gear", "plus": " plus ", "fast": "fast healing", "regen": "regeneration", "defence": "DEFENSE",
    "offence": "OFFENSE", "statistics": "STATISTICS",
}  # fmt: skip
IT = {
    "cr": "GS", "init": "Iniz", "senses": "Sensi", "per": "Percezione", "ac": "CA", "touch": "contatto",
    "flat": "impreparato", "hp": "pf", "tempra": "Temp", "riflessi": "Rif", "volonta": "Vol", "dr": "RD", "or": " o ",
    "immune": "Immunità", "resist": "Resistenze", "weak": "Debolezze", "weakness": "vulnerabilità a ",
    "speed": "Velocità", "melee": "Mischia", "ranged": "Distanza", "space": "Spazio", "reach": "Portata",
    "bab": "Att Base", "cmb": "BMC", "cmd": "DMC", "trip": "contro sbilanciare",
    "cannot": "non può essere sbilanciata", "feats": "Talenti", "skills": "Abilità", "sq": "CS",
    "gear": "Equipaggiamento", "plus": " più ", "fast": "guarigione rapida", "regen": "rigenerazione",
    "defence": "DIFESA", "offence": "ATTACCO", "statistics": "STATISTICHE",
}  # fmt: skip
WORDS: dict[str, tuple[str, str]] = {
    "aberrazione": ("aberration", "aberrazione"), "animale": ("animal", "animale"),
    "bestia_magica": ("magical beast", "bestia magica"), "costrutto": ("construct", "costrutto"),
    "drago": ("dragon", "drago"), "esterno": ("outsider", "esterno"), "melma": ("ooze", "melma"),
    "non_morto": ("undead", "non morto"), "parassita": ("vermin", "parassita"), "umanoide": ("humanoid", "umanoide"),
    "umanoide_mostruoso": ("monstrous humanoid", "umanoide mostruoso"), "vegetale": ("plant", "vegetale"),
    "piccolissima": ("Fine", "Piccolissima"), "minuta": ("Diminutive", "Minuta"), "minuscola": ("Tiny", "Minuscola"),
    "piccola": ("Small", "Piccola"), "media": ("Medium", "Media"), "grande": ("Large", "Grande"),
    "enorme": ("Huge", "Enorme"), "mastodontica": ("Gargantuan", "Mastodontica"),
    "colossale": ("Colossal", "Colossale"),
    "volo": ("fly", "volo"), "nuoto": ("swim", "nuoto"), "scalata": ("climb", "scalata"), "scavo": ("burrow", "scavo"),
    "scurovisione": ("darkvision 60 ft.", "scurovisione 18 m"),
    "scurovisione:36": ("darkvision 120 ft.", "scurovisione 36 m"),
    "vista_nel_buio": ("see in darkness", "vista nel buio"),
    "crepuscolare": ("low-light vision", "visione crepuscolare"),
    "vista_cieca": ("blindsight 60 ft.", "vista cieca 18 m"),
    "percezione_cieca": ("blindsense 60 ft.", "percezione cieca 18 m"),
    "percezione_cieca:6": ("blindsense 20 ft.", "percezione cieca 6 m"), "fiuto": ("scent", "fiuto"),
    "percezione_tellurica": ("tremorsense 60 ft.", "percezione tellurica 18 m"),
    "percezione_della_vita": ("lifesense", "percezione della vita"),
    "fuoco": ("fire", "fuoco"), "freddo": ("cold", "freddo"), "acido": ("acid", "acido"),
    "elettricita": ("electricity", "elettricità"), "contundente": ("bludgeoning", "contundente"),
    "tagliente": ("slashing", "tagliente"), "magia": ("magic", "magia"), "ferro-freddo": ("cold iron", "ferro freddo"),
    "bene": ("good", "bene"), "argento": ("silver", "argento"), "adamantio": ("adamantine", "adamantio"),
    "mente": ("mind-affecting effects", "effetti di influenza mentale"), "veleno": ("poison", "veleno"),
    "sonno": ("sleep", "sonno"), "paralisi": ("paralysis", "paralisi"), "critici": ("critical hits", "colpi critici"),
    "malattia": ("disease", "malattia"), "stordimento": ("stunning", "stordimento"),
    "forza": ("Str", "For"), "destrezza": ("Dex", "Des"), "costituzione": ("Con", "Cos"),
    "intelligenza": ("Int", "Int"),
    "saggezza": ("Wis", "Sag"), "carisma": ("Cha", "Car"),
    "furtivita": ("Stealth", "Furtività"), "acrobazia": ("Acrobatics", "Acrobazia"), "scalare": ("Climb", "Scalare"),
    "nuotare": ("Swim", "Nuotare"), "raggirare": ("Bluff", "Raggirare"), "intuizione": ("Sense Motive", "Intuizione"),
    "cavalcare": ("Ride", "Cavalcare"), "volare": ("Fly", "Volare"), "intimidire": ("Intimidate", "Intimidire"),
}  # fmt: skip
ALIGNMENT = {"LB": "LG", "NB": "NG", "CB": "CG", "LM": "LE", "NM": "NE", "CM": "CE"}
MANY = {"Claw": "claws", "Hoof": "hooves", "Wing": "wings", "Slam": "slams", "Bite": "bites", "Tentacle": "tentacles"}
TRAITS = ("mente", "veleno", "sonno", "paralisi", "critici", "malattia", "stordimento")
"""Immunities that a stat block can name one by one."""


def printed(sheet: Sheet, lang: str) -> str:
    """A creature as its stat block, in the published order."""
    side, word = (0, EN) if lang == "en" else (1, IT)
    print_ = sheet.printed
    lines = [f"{sheet.name_en if lang == 'en' else sheet.name} {word['cr']} {sheet.cr}"]
    lines += [f"{one} {level}" for one, level in _classes(sheet, side)]
    subtypes = f" ({', '.join(sheet.subtypes)})" if sheet.subtypes else ""
    alignment = ALIGNMENT.get(sheet.alignment, sheet.alignment) if lang == "en" else sheet.alignment
    size, kind = WORDS[sheet.size][side], WORDS[sheet.type][side]
    lines.append(f"{alignment} {size} {kind}{subtypes}" if lang == "en" else f"{alignment} {kind} {size}{subtypes}")
    senses = [WORDS[sense][side] for sense in sheet.senses]
    if "percezione" in sheet.skills:
        senses.append(f"{word['per']} {sheet.skills['percezione']:+d}")
    lines.append(f"{word['init']} {print_.initiative:+d}; {word['senses']} {', '.join(senses)}".replace("-", "–"))
    lines.append(word["defence"])
    ac = f"{word['ac']} {print_.ac}, {word['touch']} {print_.touch}, {word['flat']} {print_.flat_footed}"
    lines.append(f"{ac} ({', '.join(_parts(sheet, side))})".replace(" ()", ""))
    lines.append(_hit_points(sheet, side, word))
    lines.append(", ".join(f"{word[save]} {bonus:+d}" for save, bonus in sheet.saves.items()))
    lines += _defences(sheet, side, word)
    lines.append(word["offence"])
    lines.append(f"{word['speed']} {', '.join(_speeds(sheet, side))}")
    lines += _attacks(sheet, side, word)
    if sheet.space is not None or sheet.reach is not None:
        lines.append(f"{word['space']} {_far(sheet.space or 3, side)}; {word['reach']} {_far(sheet.reach or 0, side)}")
    lines.append(word["statistics"])
    scores = (f"{WORDS[name][side]} {'—' if score is None else score}" for name, score in sheet.scores.items())
    lines.append(", ".join(scores))
    cmb = f"; {word['cmb']} {print_.cmb:+d}" if print_.cmb is not None else ""
    lines.append(f"{word['bab']} {sheet.bab:+d}{cmb}; {word['cmd']} {print_.cmd}{_tripped(sheet, word)}")
    if sheet.feats:
        lines.append(f"{word['feats']} {', '.join(_feat(sheet, feat, side) for feat in sheet.feats)}")
    skills = [f"{WORDS[s][side]} {bonus:+d}" for s, bonus in sheet.skills.items() if s in WORDS]
    if skills:
        lines.append(f"{word['skills']} {', '.join(skills)}")
    own = [built_in().abilities[one] for one in sheet.abilities]
    if own:
        lines.append(f"{word['sq']} {', '.join((one.name_en, one.name)[side] for one in own)}")
    gear = [_thing(item, side) for item in sheet.items]
    if gear:
        lines.append(f"{word['gear']} {', '.join(gear)}")
    return "\n".join(lines) + "\n"


def _classes(sheet: Sheet, side: int) -> list[tuple[str, int]]:
    names = {"combattente": "warrior", "guerriero": "fighter"}
    return [(names[one] if side == 0 else one, level) for one, level in sheet.classes.items()]


def _parts(sheet: Sheet, side: int) -> list[str]:
    """The parts of AC in brackets."""
    armours = built_in().armours
    worn = [armours[item] for item in sheet.items if isinstance(item, str) and item in armours]
    shield = sum(piece.bonus for piece in worn if piece.type in ("shield", "tower"))
    dodge = sheet.dodge + ("schivare" in sheet.feats)
    size = (8, 4, 2, 1, 0, -1, -2, -4, -8)[SIZES.index(sheet.size)]
    rows = (
        (sum(piece.bonus for piece in worn) - shield, ("armor", "armatura")), (shield, ("shield", "scudo")),
        (modifier(sheet, "destrezza"), ("Dex", "Des")), (dodge, ("dodge", "schivare")),
        (sheet.deflection, ("deflection", "deviazione")), (sheet.natural, ("natural", "naturale")),
        (size, ("size", "taglia")),
    )  # fmt: skip
    return [f"{bonus:+d} {name[side]}" for bonus, name in rows if bonus]


def _hit_points(sheet: Sheet, side: int, word: dict[str, str]) -> str:
    die = CLASSES[next(iter(sheet.classes))][0] if sheet.classes else KINDS[sheet.type][0]
    text = f"{word['hp']} {sheet.hp} ({sheet.level}d{die}+{sheet.hp})"
    if sheet.fast_healing:
        text += f"; {word['fast']} {sheet.fast_healing}"
    if sheet.regeneration:
        but = word["or"].join(WORDS[one][side] for one in sheet.regeneration_but)
        text += f"; {word['regen']} {sheet.regeneration} ({but})"
    return text


def _defences(sheet: Sheet, side: int, word: dict[str, str]) -> list[str]:
    found = []
    if sheet.reduction:
        but = word["or"].join(WORDS[one][side] for one in sheet.reduction_but) or "—"
        found.append(f"{word['dr']} {sheet.reduction}/{but}")
    immune = [
        WORDS[one][side] for one in sheet.immune if one in TRAITS or one in ("fuoco", "freddo", "acido", "elettricita")
    ]
    if immune:
        found.append(f"{word['immune']} {', '.join(immune)}")
    if sheet.resistances:
        found.append(f"{word['resist']} " + ", ".join(f"{WORDS[k][side]} {n}" for k, n in sheet.resistances.items()))
    lines = ["; ".join(found)] if found else []
    if sheet.weak:
        lines.append(f"{word['weak']} {', '.join(word['weakness'] + WORDS[one][side] for one in sheet.weak)}")
    return lines


def _far(length: float, side: int) -> str:
    return f"{length / 0.3:g} ft." if side == 0 else f"{length:g} m".replace(".", ",")


def _speeds(sheet: Sheet, side: int) -> list[str]:
    return [f"{'' if way == 'terra' else WORDS[way][side] + ' '}{_far(far, side)}" for way, far in sheet.speeds.items()]


def _attacks(sheet: Sheet, side: int, word: dict[str, str]) -> list[str]:
    melee, shot, weapons = [], [], built_in().weapons
    for item in sheet.items:
        thing = item if isinstance(item, str) else item.thing
        if thing in weapons and thing in sheet.printed.attacks:
            weapon = weapons[thing]
            far = weapon.projectile or (weapon.thrown and weapon.group == "ranged")
            name = (weapon.name_en.lower(), weapon.name.lower())[side]
            (shot if far else melee).append(f"{name} {sheet.printed.attacks[thing]:+d} ({_dice(sheet, thing)})")
    melee += [_body(sheet, attack, side, word) for attack in sheet.attacks]
    lines = [f"{word['melee']} {', '.join(dict.fromkeys(melee))}"] if melee else []
    return lines + ([f"{word['ranged']} {', '.join(dict.fromkeys(shot))}"] if shot else [])


def _dice(sheet: Sheet, thing: str) -> str:
    """The dice of a weapon for the size, by the printed table (PF-TAB-11)."""
    large = {"1d4": "1d6", "1d6": "1d8", "1d8": "2d6", "1d10": "2d8", "1d12": "3d6", "2d6": "3d6"}
    weapon = built_in().weapons[thing]
    if sheet.size == "piccola":
        return weapon.damage_small
    return large[weapon.damage] if sheet.size == "grande" else weapon.damage


def _body(sheet: Sheet, attack: NaturalAttack, side: int, word: dict[str, str]) -> str:
    name = (attack.name_en, attack.name)[side].lower()
    if attack.count > 1:
        name = f"{attack.count} {MANY.get(attack.name_en, name) if side == 0 else name}"
    low = 21 - (21 - attack.threat) * (1 + ({"critico-migliorato": attack.id} in sheet.feats))
    damage = attack.damage + (f"/{low}–20" if low < 20 else "")
    for more in [f"{attack.extra} {WORDS[attack.extra_type][side]}"] if attack.extra else []:
        damage += word["plus"] + more
    for hit in attack.hits:
        ability = built_in().abilities[hit]
        damage += word["plus"] + (ability.name_en, ability.name)[side].lower()
    return f"{name} {sheet.printed.attacks[attack.id]:+d} ({damage})".replace(" -", " –")


def _tripped(sheet: Sheet, word: dict[str, str]) -> str:
    assert sheet.printed.cmd is not None
    if "prono" in sheet.immune:
        return f" ({word['cannot']})"
    return f" ({sheet.printed.cmd + 2 * (sheet.legs - 2)} {word['trip']})" if sheet.legs > 2 else ""


def _feat(sheet: Sheet, feat: str | dict[str, str], side: int) -> str:
    if isinstance(feat, str):
        return (built_in().feats[feat].name_en, built_in().feats[feat].name)[side]
    ((name, what),) = feat.items()
    body = next((attack for attack in sheet.attacks if attack.id == what), None)
    thing = body or built_in().weapons[what]
    return f"{_feat(sheet, name, side)} ({(thing.name_en, thing.name)[side].lower()})"


def _thing(item: str | Carried, side: int) -> str:
    thing = built_in().thing(item if isinstance(item, str) else item.thing)
    return str((thing.name_en, thing.name)[side]).lower()


# --- Foundry


FOUNDRY_SIZE = dict(zip(SIZES, ("fine", "dim", "tiny", "sm", "med", "lg", "huge", "grg", "col"), strict=True))
ENERGY = {"fuoco": "fire", "freddo": "cold", "acido": "acid", "elettricita": "electric"}


def actor(sheet: Sheet) -> dict[str, Any]:
    """A creature as an actor of Foundry keeps it: classes instead of totals."""
    words = ("str", "dex", "con", "int", "wis", "cha")
    scores = dict(zip(words, sheet.scores.values(), strict=True))
    system = {
        "abilities": {word: {"value": score, "damage": 0, "drain": 0} for word, score in scores.items()},
        "attributes": {
            "naturalAC": sheet.natural,
            "speed": {_way(way): {"base": round(far / 0.3)} for way, far in sheet.speeds.items()},
            "hp": {"base": sheet.hp, "max": sheet.hp, "temp": 0, "offset": 0},
            "quadruped": sheet.legs == 4,
        },
        "details": {"cr": {"base": _decimal(sheet.cr)}, "alignment": ALIGNMENT.get(sheet.alignment, "tn").lower()},
        "skills": {"per": {"rank": 1, "mod": sheet.skills.get("percezione", 0)}},
        "traits": {
            "size": FOUNDRY_SIZE[sheet.size],
            "stature": "long" if sheet.long else "tall",
            "senses": {
                "dv": {"value": 60 * ("scurovisione" in sheet.senses)},
                "ll": {"enabled": "crepuscolare" in sheet.senses},
            },
            "di": [ENERGY[one] if one != "elettricita" else "electricity" for one in sheet.immune if one in ENERGY],
            "dr": {"value": [{"amount": sheet.reduction, "types": [WORDS[w][0] for w in sheet.reduction_but]}]},
        },
    }
    return {"name": sheet.name_en, "type": "npc", "system": system, "items": _items(sheet)}


def _way(way: str) -> str:
    return "land" if way == "terra" else WORDS[way][0]


def _decimal(cr: str) -> float:
    above, _, below = cr.partition("/")
    return round(int(above) / int(below or 1), 3)


def _items(sheet: Sheet) -> list[dict[str, Any]]:
    rows = [_class(sheet)]
    for feat in sheet.feats:
        rows.append({"type": "feat", "name": _feat(sheet, feat, 0), "system": {"subType": "feat"}})
    for one in sheet.abilities:
        rows.append({"type": "feat", "name": built_in().abilities[one].name_en, "system": {"subType": "racial"}})
    for item in sheet.items:
        thing = item if isinstance(item, str) else item.thing
        kind = "weapon" if thing in built_in().weapons else "equipment" if thing in built_in().armours else "loot"
        rows.append({"type": kind, "name": _thing(item, 0), "system": {"equipped": True}})
    for attack in sheet.attacks:
        number, _, sides = attack.damage.partition("d")
        formula = f"sizeRoll({number}, {sides}, @size)" if sides else f"{number}"
        parts: list[dict[str, Any]] = [{"formula": formula, "types": list(attack.types)}]
        if attack.extra:
            parts.append({"formula": attack.extra, "types": [WORDS[attack.extra_type][0]]})
        action = {
            "damage": {"parts": parts},
            "ability": {"critRange": attack.threat},
            "attackParts": [["0", ""]] * (attack.count - 1),
            "naturalAttack": {"primaryAttack": attack.primary},
        }
        rows.append(
            {"type": "attack", "name": attack.name_en, "system": {"subType": "natural", "actions": [action]}}
        )  # fmt: skip
    return rows


def _class(sheet: Sheet) -> dict[str, Any]:
    """Levels of a class or of a kind of creature, with the saves that make those of the sheet."""
    if sheet.classes:
        ((name, level),) = sheet.classes.items()
        speed, good = CLASSES[name][1], CLASSES[name][2]
        title, kind = _classes(sheet, 0)[0][0].title(), "base"
    else:
        speed, good, level = KINDS[sheet.type][1], _good(sheet), sheet.level
        title, kind = WORDS[sheet.type][0].title(), "racial"
    keys = {"tempra": "fort", "riflessi": "ref", "volonta": "will"}
    data = {
        "level": level, "subType": kind, "bab": {"full": "high", "medium": "med", "slow": "low"}[speed], "hp": 1,
        "savingThrows": {keys[save]: {"value": "high" if save in good else "low"} for save in keys},
    }  # fmt: skip
    return {"type": "class", "name": title, "system": data}


def _good(sheet: Sheet) -> tuple[str, ...]:
    ability = {"tempra": "costituzione", "riflessi": "destrezza", "volonta": "saggezza"}
    raises = {"tempra": "tempra-possente", "riflessi": "riflessi-fulminei", "volonta": "volonta-di-ferro"}
    found = []
    for save, total in sheet.saves.items():
        own = "carisma" if save == "tempra" and sheet.type == "non_morto" else ability[save]
        if total - modifier(sheet, own) - 2 * (raises[save] in sheet.feats) == base_save(True, sheet.level):
            found.append(save)
    return tuple(found)

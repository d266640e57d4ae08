"""What records of Pathfinder packs look like: weapons, armour, conditions, feats, creatures, spells.

Lengths are metres as printed (multiples of 1.5); the game counts squares of 1.5 m (PF-GRID-01.1).
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from arbitro.content.marked import Described
from arbitro.content.shape import Record as Shape

Natural = Annotated[int, Meta(ge=0, le=10_000)]
Small = Annotated[int, Meta(ge=-60, le=60)]
Metres = Annotated[float, Meta(ge=0, le=600, multiple_of=1.5)]
Score = Annotated[int, Meta(ge=0, le=60)] | None
DiceText = Annotated[str, Meta(pattern=r"^([0-9]{1,2}d[0-9]{1,3}|[0-9]{1,2})$")]
SizeName = Literal["piccolissima", "minuta", "minuscola", "piccola", "media", "grande", "enorme", "mastodontica",
                   "colossale"]  # fmt: skip
DamageType = Literal["contundente", "perforante", "tagliente", "fuoco", "freddo", "acido", "elettricita", "sonoro",
                     "forza", "positiva", "negativa"]  # fmt: skip
AbilityName = Literal["forza", "destrezza", "costituzione", "intelligenza", "saggezza", "carisma"]
SaveName = Literal["tempra", "riflessi", "volonta"]
Cost = Literal["standard", "move", "full", "swift", "immediate", "free", "none"]


class Thing(Described, frozen=True, kw_only=True):
    """Something one can carry. ``price`` in gold pieces, ``weight`` in pounds as printed for Medium size.

    ``hardness`` and ``hp`` (PF-TAB-12); armour without ``hp`` has its bonus times 5.
    """

    price: float = 0
    weight: float = 0
    hardness: Natural = 0
    hp: Natural = 0
    tags: list[str] = []


class Weapon(Thing, frozen=True, kw_only=True):
    """A weapon (PF-TAB-10), numbers for Medium size.

    ``damage``: dice for a Medium wielder, ``damage_small`` for a Small one, ``second`` and ``second_small``: the other
    end of a double weapon; ``threat``: lowest face that threatens; ``types``: damage types, of which the wielder
    chooses one unless ``both``; ``range``: increment in metres, 0 for none; ``thrown`` weapons have 5 increments,
    ``projectile`` ones 10, ``most_range`` another limit. ``load``: what loading costs. ``strength``: what the user's
    Strength adds for a projectile weapon (``penalty``: only a penalty). ``light_for_two``: counts as light in the off
    hand (PF-TWF-05.2); ``finesse``: Finesse helps it though it is not light. ``extra``: dice on a hit that are never
    multiplied. ``splash``: what creatures beside the target take from a flask that breaks, ``only``: creature types it
    harms. The rest is for natural attacks (see `NaturalAttack`).
    """

    category: Literal["simple", "martial", "exotic"] = "simple"
    group: Literal["unarmed", "natural", "light", "one-handed", "two-handed", "ranged"] = "one-handed"
    damage: DiceText = "1d3"
    damage_small: DiceText = "1d2"
    second: DiceText | None = None
    second_small: DiceText | None = None
    threat: Annotated[int, Meta(ge=2, le=20)] = 20
    multiplier: Annotated[int, Meta(ge=2, le=4)] = 2
    second_multiplier: Annotated[int, Meta(ge=0, le=4)] = 0
    types: list[DamageType]
    both: bool = False
    range: Metres = 0
    thrown: bool = False
    projectile: bool = False
    most_range: Metres = 0
    special: list[Literal["brace", "disarm", "double", "monk", "nonlethal", "reach", "trip", "entangle"]] = []
    strength: Literal["full", "penalty", "none", "composite"] = "full"
    ammunition: str = ""
    load: Literal["none", "free", "move", "full"] = "none"
    light_for_two: bool = False
    finesse: bool = False
    in_two: Literal["", "martial"] = ""
    """Whoever knows weapons of this category can use it in both hands."""
    nimble: bool = False
    """Both hands on it add nothing to Strength (rapiers)."""
    lash: bool = False
    """A whip: it strikes near and far, threatens nothing, provokes like a shot and hurts nobody in armour."""
    strapped: bool = False
    """It is fixed to the body: nobody strikes it out of the hand."""
    prone: bool = False
    """It can be used lying down without a penalty (crossbows, shuriken)."""
    extra: DiceText | None = None
    extra_type: DamageType = "fuoco"
    count: Annotated[int, Meta(ge=1, le=12)] = 1
    primary: bool = True
    reach: Metres | None = None
    touch: bool = False
    hits: list[str] = []
    splash: Natural = 0
    only: list[str] = []


class Armour(Thing, frozen=True, kw_only=True):
    """Armour and shields (PF-TAB-03). ``force``: also against incorporeal touch (PF-AC-11.3)."""

    type: Literal["light", "medium", "heavy", "shield", "tower"]
    bonus: Annotated[int, Meta(ge=0, le=20)]
    max_dex: Annotated[int, Meta(ge=0, le=20)] | None = None
    check: Annotated[int, Meta(ge=-20, le=0)] = 0
    spell_failure: Annotated[int, Meta(ge=0, le=100)] = 0
    force: bool = False
    hand_free: bool = False
    """A buckler: the hand behind it can still hold something."""


class Item(Thing, frozen=True, kw_only=True):
    """Everything else. ``spell``: what a potion, scroll, wand or staff casts, at ``caster_level``; ``charges`` it has;
    ``spells``: of a staff, each with the charges it takes.

    ``splash``: direct damage dice of a splash weapon, ``splash_around`` what creatures beside it take, ``only``: the
    creature types it harms, none for all (PF-EQP-04); what it does beside that to whomever it strikes stands in ``do``.
    ``burst``: Strength check to tear what it binds free, ``slip``: to slip out of it, 0: by who tied it (PF-TAB-21).
    ``armour``: the armour bonus of force that it gives while worn (PF-ITX-01).
    ``light`` and ``dim``: metres of bright and of dim light it gives in a hand (PF-TAB-18); ``flame``: with open fire.
    ``worn``: its ``always`` lines hold while it is worn. ``bundle``: how many alike make one entry of a sheet.
    """

    type: Literal["gear", "potion", "oil", "scroll", "wand", "staff", "splash", "wondrous", "ammunition", "saddle",
                  "pouch", "holy-symbol"] = "gear"  # fmt: skip
    spell: str = ""
    spells: dict[str, Annotated[int, Meta(ge=1, le=9)]] = {}
    caster_level: Annotated[int, Meta(ge=0, le=20)] = 0
    charges: Natural = 0
    splash: DiceText | None = None
    splash_around: Natural = 0
    splash_type: DamageType = "acido"
    only: list[str] = []
    bundle: Annotated[int, Meta(ge=1, le=100)] = 1
    range: Metres = 0
    light: Metres = 0
    dim: Metres = 0
    flame: bool = False
    burst: Natural = 0
    slip: Natural = 0
    armour: Natural = 0
    worn: bool = False
    slot: str = ""


class Quality(Described, frozen=True, kw_only=True):
    """A special quality of one weapon or armour (Infuocata ...): its lines hold for the bearer of that item.

    Lines about a weapon ask ``quality(actor, weapon, "infuocata")``.
    """

    extra: DiceText | None = None
    extra_type: DamageType = "fuoco"


class Core(Described, frozen=True, kw_only=True):
    """A rule of the book that every creature bears."""


class NaturalAttack(Shape, frozen=True, kw_only=True):
    """An attack with the body (PF-STD-10 to -13). ``count`` alike; ``hits``: abilities that act when it hits."""

    id: str
    name: str
    name_en: str
    damage: DiceText
    types: list[DamageType]
    both: bool = False
    count: Annotated[int, Meta(ge=1, le=12)] = 1
    primary: bool = True
    threat: Annotated[int, Meta(ge=2, le=20)] = 20
    multiplier: Annotated[int, Meta(ge=2, le=4)] = 2
    extra: DiceText | None = None
    extra_type: DamageType = "fuoco"
    reach: Metres | None = None
    touch: bool = False
    hits: list[str] = []


class Carried(Shape, frozen=True, kw_only=True):
    """Something carried, where its id alone does not say enough.

    ``bonus``: enhancement; ``masterwork``; ``qualities``: ids; ``worn``/``held``: whether it begins worn or in hand
    (armour is worn, the first weapon and a shield are in hand); ``rating``: of a composite bow; ``count``: alike, as
    many as a bundle holds where it is not given; ``broken``: half its hit points are gone (PF-SND-02.2).
    """

    thing: str
    bonus: Annotated[int, Meta(ge=0, le=10)] = 0
    masterwork: bool = False
    qualities: list[str] = []
    worn: bool | None = None
    held: bool | None = None
    rating: Annotated[int, Meta(ge=0, le=20)] = 0
    charges: Natural | None = None
    count: Annotated[int, Meta(ge=1, le=200)] | None = None
    broken: bool = False


class Casting(Shape, frozen=True, kw_only=True):
    """How somebody casts: a class's list, or spell-like abilities (``kind: like``).

    ``source``: whose list it is (``mago``, ``chierico`` ...); ``prepared``: spell to how many times; ``known`` and
    ``slots`` (how many of each level, from 0) for spontaneous casters;
    ``uses`` for spell-like abilities (spell to uses a day, 0: at will). ``dc``: instead of 10 + level + ability.
    """

    source: str = ""
    kind: Literal["prepared", "spontaneous", "like"] = "prepared"
    tradition: Literal["arcane", "divine"] = "arcane"
    ability: AbilityName = "intelligenza"
    level: Annotated[int, Meta(ge=1, le=30)]
    prepared: dict[str, Natural] = {}
    known: list[str] = []
    slots: list[Natural] = []
    uses: dict[str, Natural] = {}


class Printed(Shape, frozen=True, kw_only=True):
    """Totals as a stat block prints them: the tests compare them with what the rules work out."""

    ac: int | None = None
    touch: int | None = None
    flat_footed: int | None = None
    cmb: int | None = None
    cmd: int | None = None
    initiative: int | None = None
    attacks: dict[str, int] = {}
    """Attack bonus of one attack by weapon or natural attack id."""


class Sheet(Described, frozen=True, kw_only=True):
    """A creature as its stat block prints it: a monster, or a ready character (with ``classes``).

    ``scores``: None where it has none; ``hp`` and ``level`` (Hit Dice or sum of classes); ``bab``; ``saves`` and
    ``skills``: printed totals, with everything permanent in them (so feats that only raise them need no lines).
    ``space`` and ``reach`` in metres where they differ from the size's (PF-TAB-07); ``long``: a long creature of its
    size. ``speeds``: way to metres: ``terra``, ``volo``, ``nuoto``, ``scalata``, ``scavo``, already as in its armour.
    ``natural``, ``deflection``, ``dodge``: bonuses to AC of its own. ``reduction``: points, and what overcomes it.
    ``resistances``: type to points; ``immune``, ``weak``: damage types, conditions or words (``critici``, ``mente``,
    ``precisione``, ``veleno`` ...). ``feats``: ids, or ``{arma-focalizzata: spada-lunga}``. ``abilities``: ids.
    ``proficient``: ``simple``, ``martial``, ids of weapons; empty: with all that it has. ``hind``: attacks that it only
    rakes with; ``light`` and ``dim``: metres of bright and of dim light that its body gives.
    """

    cr: str = ""
    type: str = "umanoide"
    subtypes: list[str] = []
    alignment: str = "N"
    size: SizeName = "media"
    long: bool = False
    race: str = ""
    classes: dict[str, Annotated[int, Meta(ge=1, le=20)]] = {}
    level: Annotated[int, Meta(ge=1, le=40)] = 1
    scores: dict[AbilityName, Score]
    hp: Annotated[int, Meta(ge=1, le=2000)]
    bab: Annotated[int, Meta(ge=0, le=40)]
    saves: dict[SaveName, Small]
    skills: dict[str, Small] = {}
    initiative: Small = 0
    """What adds to initiative besides Dexterity and feats with lines."""
    speeds: dict[str, Metres]
    space: Metres | None = None
    reach: Metres | None = None
    natural: Annotated[int, Meta(ge=0, le=60)] = 0
    deflection: Annotated[int, Meta(ge=0, le=20)] = 0
    dodge: Annotated[int, Meta(ge=0, le=20)] = 0
    attacks: list[NaturalAttack] = []
    hind: list[NaturalAttack] = []
    light: Metres = 0
    dim: Metres = 0
    items: list[str | Carried] = []
    feats: list[str | dict[str, str]] = []
    abilities: list[str] = []
    proficient: list[str] = []
    casting: list[Casting] = []
    senses: list[str] = []
    """``scurovisione`` (``scurovisione:36``: to so many metres), ``vista_nel_buio`` in any darkness, ``crepuscolare``,
    ``vista_cieca``, ``percezione_della_vita``, and those of `scenting`."""
    legs: Annotated[int, Meta(ge=0, le=100)] = 2
    reduction: Natural = 0
    reduction_but: list[str] = []
    resistances: dict[DamageType, Natural] = {}
    immune: list[str] = []
    weak: list[str] = []
    regeneration: Natural = 0
    regeneration_but: list[DamageType] = []
    fast_healing: Natural = 0
    spell_resistance: Natural = 0
    mount: bool = False
    combat_trained: bool = False
    forms: list[str] = []
    """Monsters whose shape it can take."""
    gullet: DiceText | None = None
    """Dice, with its Strength, that it deals to what it has swallowed; else those of its bite, and half again."""
    printed: Printed = Printed()


class Condition(Described, frozen=True, kw_only=True):
    """What a condition does while it lasts. ``implies``: conditions that hold with it; ``bars``: what one cannot do.

    ``acts``: what one can do at all: ``all``, ``one`` (one standard or move action), ``move`` (only a move action),
    ``mind`` (purely mental), ``none``. ``no_dex``: no Dexterity bonus to AC. ``outdoes``: lesser ones that do not count
    beside it. ``bars`` holds names of actions and words: ``move``, ``run``, ``charge``, ``opportunity``, ``threaten``,
    ``two_hands``, ``somatic``, ``verbal``, ``see``. ``stopped_by``: words of ``immune`` that keep it off beside its id.
    ``drops``: whatever is in hand falls. ``flees``: one has to get away from foes one sees, if one can. ``again``: what
    a second cause makes of it; ``rest``: hours of complete rest after which it ends, ``becomes`` what is left then.
    ``roused``: another's standard action ends it. ``heavy``: its squares cost two to pass.
    """

    implies: list[str] = []
    stopped_by: list[str] = []
    outdoes: list[str] = []
    acts: Literal["all", "one", "move", "mind", "none"] = "all"
    no_dex: bool = False
    bars: list[str] = []
    drops: bool = False
    flees: bool = False
    again: str = ""
    rest: Natural = 0
    becomes: str = ""
    roused: bool = False
    heavy: bool = False


class Aim(Shape, frozen=True, kw_only=True):
    """Whom a spell reaches.

    ``kind``: ``self``, ``touch`` (melee touch), ``ray`` (ranged touch), ``creature`` (one), ``creatures`` (several, at
    most ``count``, no two farther apart than ``apart`` metres), ``burst``, ``spread``, ``emanation`` (``radius``
    about a point in range, or about the caster with ``own``), ``cone``, ``line`` (``length``), ``wall``, ``body``,
    ``square``. ``count``: an expression of ``cl`` (of a ``touch``: how many touches, of a ``wall``: squares of length);
    ``who``: ``any``, ``ally``, ``enemy``; ``types``: creature types it
    works on.
    """

    kind: Literal["self", "touch", "ray", "creature", "creatures", "burst", "spread", "emanation", "cone", "line",
                  "wall", "body", "square"]  # fmt: skip
    count: str = "1"
    apart: Metres = 0
    radius: Metres = 0
    length: Metres = 0
    own: bool = False
    repeat: bool = False
    """``creatures``: the same one may be chosen more than once."""
    who: Literal["any", "ally", "enemy"] = "any"
    types: list[str] = []
    wall: Literal["", "wall", "force", "fire"] = ""
    """What a wall is of."""
    walls: bool = False
    """``creature``: a wall of a spell will do as well."""
    hd: str = ""
    """Expression of ``cl``: Hit Dice it reaches in all (sleep), nearest and weakest first."""
    hd_dice: DiceText | None = None
    """What is rolled to that as it is cast; the mean of it counts beforehand."""


class Feat(Described, frozen=True, kw_only=True):
    """A feat. ``chooses``: it is taken for one weapon, spell school ...: fact ``chosen(me, rule, weapon)``.

    ``needs``: prerequisites in words that the checks know: ``{destrezza: 13}``, ``{bab: 6}``, ``{attacks: 3}`` (natural
    attacks), ``{feats: [..]}``. ``cost``: where it is declared, what that takes. Lines say the rest.
    """

    chooses: str = ""
    needs: dict[str, int | list[str]] = {}
    cost: Cost = "none"
    raises: Annotated[int, Meta(ge=0, le=9)] = 0
    """Levels by which a metamagic feat raises the slot of a spell; 0 for other feats."""


class Ability(Described, frozen=True, kw_only=True):
    """A class feature or a creature's special ability. ``kind``: Str, Sop or Mag (``ex``, ``su``, ``sp``).

    ``cost``: where it is an action, what it takes; ``uses_day``: how often, 0 for at will; ``aim``: the area of a
    breath (``cone``, ``line``, ``emanation`` with ``own``), whose ``targets`` its lines name. Lines say the rest.
    ``unarmed``: the dice of bare hands from a level of ``by_class`` on, for Medium and (``unarmed_small``) Small size.
    """

    by_class: str = ""
    unarmed: dict[Annotated[int, Meta(ge=1, le=20)], DiceText] = {}
    unarmed_small: dict[Annotated[int, Meta(ge=1, le=20)], DiceText] = {}
    kind: Literal["ex", "su", "sp"] = "ex"
    cost: Cost = "none"
    uses_day: Natural = 0
    provokes: bool = False
    aim: Aim | None = None


class Save(Shape, frozen=True, kw_only=True):
    """The save a spell allows: against what, and what it does: ``negates``, ``half``, ``partial``; ``harmless``."""

    type: SaveName
    effect: Literal["negates", "half", "partial", "disbelief"] = "negates"
    harmless: bool = False


class Spell(Described, frozen=True, kw_only=True):
    """A spell. ``levels``: list (``mago``, ``chierico`` ...) to level; ``time``: casting time; ``range``: ``personal``,
    ``touch``, ``close``, ``medium``, ``long``, ``unlimited`` or metres.

    ``duration``: ``instant``, ``rounds``, ``minutes``, ``hours``, ``concentration``, ``permanent``, ``until_used``,
    with ``lasts`` an expression of ``cl`` (``cl``, ``1 + cl // 3``). ``do``: what it does; roles ``me`` (caster),
    ``targets`` (all it reaches after spell resistance), ``cl``, ``level`` and ``dc`` are known (see `verbs`).
    ``components``: V, S, M, F, FD; ``cost``: gold of a component, 0 for what a pouch holds (PF-SPL-05.3).
    """

    school: str
    subschool: str = ""
    descriptors: list[str] = []
    levels: dict[str, Annotated[int, Meta(ge=0, le=9)]]
    components: list[Literal["V", "S", "M", "F", "FD"]]
    cost: Natural = 0
    time: Literal["standard", "full", "round", "minute", "swift", "immediate", "free", "move"] = "standard"
    range: Literal["personal", "touch", "close", "medium", "long", "unlimited"] | Metres = "close"
    aim: Aim
    save: Save | None = None
    resistance: bool = False
    duration: Literal["instant", "rounds", "minutes", "hours", "concentration", "permanent", "until_used"] = "instant"
    lasts: str = "1"
    dismissible: bool = False
    concentration: bool = False
    redirect: bool = False
    mind: bool = False
    unspoken: list[str] = []
    """Lists whose casters need no voice for it, whatever ``components`` says."""
    metal: Small = 0
    """What its touch gains against whoever wears metal or has it in hand."""
    calls: list[str] = []
    """Creatures of which it calls one."""
    family: Literal["", "cura", "infliggi", "alleato"] = ""
    """Spells into which others can be turned (PF-SPX-09)."""
    answers: str = ""
    """The window at which an immediate spell is cast out of turn (``falling``)."""


def aimed(spell: str) -> str:
    """The name of a spell's touch or ray as an arm."""
    return f"{spell}-aimed"


class Race(Described, frozen=True, kw_only=True):
    """A race of the text: size, sight, and speed in metres without and with medium or heavy armour (PF-TAB-08, -22)."""

    size: SizeName
    speed: Metres
    speed_laden: Metres
    senses: list[str] = []


class Load(Shape, frozen=True, kw_only=True):
    """A row of the table of loads: the most of a light, medium and heavy load, in pounds (PF-TAB-13)."""

    id: str
    strength: Annotated[int, Meta(ge=1, le=29)]
    light: Natural
    medium: Natural
    heavy: Natural


KINDS: dict[str, type[Any]] = {
    "weapons": Weapon,
    "armours": Armour,
    "items": Item,
    "qualities": Quality,
    "conditions": Condition,
    "feats": Feat,
    "abilities": Ability,
    "monsters": Sheet,
    "characters": Sheet,
    "spells": Spell,
    "races": Race,
    "loads": Load,
    "core": Core,
}
"""Kinds of records in packs of Pathfinder, and the files they stand in."""
RECORD_KINDS = ("weapons", "armours", "items", "qualities", "conditions", "feats", "abilities", "monsters",
                 "characters", "spells", "races", "core")  # fmt: skip
"""Kinds whose records have lines to compile."""

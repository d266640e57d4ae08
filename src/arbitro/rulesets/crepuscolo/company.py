"""What a company costs and whether it is legal (CDC-CMP-02, -15, CDC-EQ-01, -06, -08, CDC-AB-003)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Annotated

from msgspec import Meta, Struct, structs, to_builtins

from arbitro.content.shape import Record as Shape
from arbitro.content.tabletop import Charge, Fault
from arbitro.engine.values import RuleId, Value
from arbitro.rulesets.crepuscolo.content import Item, Library, Profile
from arbitro.rulesets.crepuscolo.crafts import powers_opened
from arbitro.rulesets.crepuscolo.gear import WORN, clashes
from arbitro.rulesets.crepuscolo.setup import carried_items

WEAPONS = ("melee", "ranged")
MISFITS = (
    "two_hands_and_shield", "forbidden_with", "upgrade_needs_item", "not_an_upgrade", "upgrade_item_missing",
    "upgrade_wrong_item", "melee_only", "not_on_pair", "not_on_that",
)  # fmt: skip
"""Faults of what is carried together, whoever sells it: true even where no limit was agreed."""
UPGRADES = {"weapon_upgrade": WEAPONS, "armour_upgrade": ("armour",)}
CLAUSES = {
    ("CDC-EQ-59", "not_on_that"): "CDC-EQ-59.3",
    ("CDC-EQ-59", "not_on_pair"): "CDC-EQ-59.4",
    ("CDC-EQ-59", "upgrade_wrong_item"): "CDC-EQ-59.1",
    ("CDC-EQ-70", "forbidden_with"): "CDC-EQ-70.2",
    ("CDC-EQ-71", "forbidden_with"): "CDC-EQ-71.2",
    ("CDC-AB-035", "too_many_bearers"): "CDC-AB-035.2",
    ("CDC-AB-055", "ability_needs_ranged"): "CDC-AB-055.1",
    ("CDC-AB-059", "ability_never_sold"): "CDC-AB-059.1",
    ("CDC-AB-130", "ability_needs"): "CDC-AB-130.1",
    ("CDC-AB-140", "ability_never_sold"): "CDC-AB-140.2",
}
"""The clause that forbids something for an item or ability of the book; for others it is the thing itself."""


class Upgrade(Shape, frozen=True, kw_only=True):
    """An upgrade bought for an item: ``to`` is what it is put on."""

    item: str
    to: str


class Recruit(Shape, frozen=True, kw_only=True):
    """A fighter of a company as roster files write it: a profile and what was bought for it."""

    profile: str
    id: Annotated[str, Meta(pattern="^[A-Za-z][A-Za-z0-9_-]{0,30}$")] | None = None
    name: Annotated[str, Meta(max_length=60)] = ""
    items: tuple[str, ...] = ()
    upgrades: tuple[Upgrade, ...] = ()
    abilities: tuple[str, ...] = ()


class Account(Struct):
    """One fighter's bill: what each thing costs, and what is wrong with it."""

    label: str
    charges: list[Charge]
    faults: list[Fault]

    @property
    def cost(self) -> int:
        """Recruitment and purchases, in PR."""
        return sum(charge.cost for charge in self.charges)


class Judgement(Struct):
    """A company's bill, fighter by fighter, and what is wrong with it as a whole."""

    accounts: list[Account]
    limit: int
    whole: list[Fault]

    @property
    def total(self) -> int:
        """The company's value in PR (CDC-CMP-02.2)."""
        return sum(account.cost for account in self.accounts)

    @property
    def charges(self) -> tuple[Charge, ...]:
        """All lines of the bill, in the order of the fighters."""
        return tuple(charge for account in self.accounts for charge in account.charges)

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Everything that is wrong: with the company first, then with each fighter."""
        return (*self.whole, *(fault for account in self.accounts for fault in account.faults))


def judge(recruits: Sequence[Recruit], limit: int, library: Library) -> Judgement:
    """What a company costs and every reason why it is not legal.

    Args:
        recruits: its fighters; every id in them must be known to the library (see `unknown_ids`).
        limit: the agreed value in PR; 0: none was agreed (CDC-CMP-02.1).
        library: the packs in play.
    """
    named = zip(recruits, labels(recruits, library), strict=True)
    accounts = [_Clerk(recruit, label, library).account() for recruit, label in named]
    found = Judgement(accounts, limit, [])
    if not recruits:
        found.whole.append(Fault("empty_company", {}, "CDC-CMP-02.8"))
    if limit and found.total > limit:
        found.whole.append(Fault("over_limit", {"total": found.total, "limit": limit}, "CDC-CMP-02.3"))
    for ability, most in _too_many(recruits, library):
        facts: dict[str, Value] = {"ability": ability, "most": most}
        found.whole.append(Fault("too_many_bearers", facts, _clause(ability, "too_many_bearers", ability)))
    return found


def _too_many(recruits: Sequence[Recruit], library: Library) -> Iterator[tuple[str, int]]:
    """Abilities that only a part of a company may have, where more have them; with how many may (CDC-AB-035.2)."""
    for ability, shape in library.abilities.items():
        if shape.one_in:
            most = len(recruits) // shape.one_in
            if sum(ability in _owned(recruit, library) for recruit in recruits) > most:
                yield ability, most


def _owned(recruit: Recruit, library: Library) -> tuple[str, ...]:
    """All abilities of a recruit by its profile and its purchases."""
    return (*(ability.id for ability in library.profiles[recruit.profile].abilities), *recruit.abilities)


def labels(recruits: Sequence[Recruit], library: Library) -> list[str]:
    """What each fighter is called in a bill: its own name, else its profile's, numbered where that is not enough."""
    names = [recruit.name or library.profiles[recruit.profile].name for recruit in recruits]
    got: list[str] = []
    for place, name in enumerate(names):
        got.append(f"{name} ({names[: place + 1].count(name)})" if names.count(name) > 1 else name)
    return got


def unknown_ids(recruit: Recruit, library: Library) -> Iterator[tuple[tuple[str | int, ...], str, str]]:
    """Ids of a recruit that no pack holds: where, the kind (``profiles``, ``items``, ``abilities``), the id."""
    if recruit.profile not in library.profiles:
        yield ("profile",), "profiles", recruit.profile
    for i, item in enumerate(recruit.items):
        if item not in library.items:
            yield ("items", i), "items", item
    for i, upgrade in enumerate(recruit.upgrades):
        if upgrade.item not in library.items:
            yield ("upgrades", i, "item"), "items", upgrade.item
        if upgrade.to not in library.items:
            yield ("upgrades", i, "to"), "items", upgrade.to
    known = known_abilities(library)
    for i, ability in enumerate(recruit.abilities):
        if ability not in known:
            yield ("abilities", i), "abilities", ability


def known_abilities(library: Library) -> dict[str, str]:
    """All abilities with their names."""
    return {id_: ability.name for id_, ability in library.abilities.items()}


def item_price(profile: Profile, item: str, library: Library) -> int | None:
    """The lowest price of an item among the lists open to a profile (CDC-EQ-28.5), None if none sells it."""
    lists = (library.lists[name] for name in profile.weapon_lists if name in library.lists)
    return min((found.items[item] for found in lists if item in found.items), default=None)


def ability_price(profile: Profile, ability: str, library: Library) -> int | None:
    """The price of an ability in the lists open to a profile (CDC-AB-003.2, .3), None if none sells it.

    A price below 0 lowers the cost of recruitment, but not under what the ability says (CDC-AB-035.1).
    """
    lists = (library.ability_lists[name] for name in profile.ability_lists if name in library.ability_lists)
    price = min((found.abilities[ability] for found in lists if ability in found.abilities), default=None)
    shape = library.abilities.get(ability)
    if price is None or price >= 0 or shape is None:
        return price
    return max(price, min(0, shape.least_cost - profile.cr))


def printed_price(item: str, library: Library) -> int:
    """The lowest price of an item or ability in any list, 0 if none sells it; for figures that no competence binds."""
    of_items = [found.items[item] for found in library.lists.values() if item in found.items]
    of_abilities = [found.abilities[item] for found in library.ability_lists.values() if item in found.abilities]
    return min((*of_items, *of_abilities), default=0)


class _Clerk:
    """Goes through the purchases of one fighter."""

    def __init__(self, recruit: Recruit, label: str, library: Library) -> None:
        self.recruit, self.library = recruit, library
        self.profile = library.profiles[recruit.profile]
        self.carried = carried_items(self.profile, tuple(recruit.items), library)
        self.result = Account(label, [Charge(label, self.profile.id, self.profile.cr)], [])

    def account(self) -> Account:
        if not self.profile.recruitable:
            self._fault("not_recruitable", self.profile.rule or "CDC-CMP-19.1", profile=self.profile.id)
        self._items()
        self._hands()
        self._upgrades()
        self._abilities()
        return self.result

    def _fault(self, code: str, rule: str, **facts: Value) -> None:
        fault = Fault(code, facts, rule, self.result.label)
        if fault not in self.result.faults:
            self.result.faults.append(fault)

    def _charge(self, what: str, price: int | None) -> None:
        cost = printed_price(what, self.library) if price is None else price
        self.result.charges.append(Charge(self.result.label, what, cost))

    def _items(self) -> None:
        seen: set[str] = set()
        for name in self.recruit.items:
            item = self.library.items[name]
            self._buy(item)
            if name in seen:
                self._fault("item_twice", "CDC-CMP-02.10", item=name)
            elif name in self.profile.items and item.type not in WORN:
                self._fault("item_owned", "CDC-EQ-01.3", item=name)
            seen.add(name)
            if is_put_on(item):
                self._fault("upgrade_needs_item", "CDC-EQ-06.4", item=name)

    def _buy(self, item: Item) -> None:
        """Charge an item; it must stand in an open list, and be a weapon where only weapons are allowed."""
        price = item_price(self.profile, item.id, self.library)
        self._charge(item.id, price)
        if price is None:
            self._fault("item_not_open", "CDC-CMP-15.2", item=item.id)
        elif self.profile.weapons_only and item.type not in (*WEAPONS, "weapon_upgrade"):
            self._fault("weapons_only", "CDC-CMP-15.3", item=item.id)

    def _hands(self) -> None:
        """A shield beside two-handed weapons and pairs, and what an item forbids (CDC-EQ-01.4, CDC-EQ-70.2)."""
        for code, item, other in clashes(self.library.items[name] for name in self.carried):
            rule = _clause(item.id, code, item.id) if code == "forbidden_with" else "CDC-EQ-01.4"
            self._fault(code, rule, item=item.id, other=other.id)

    def _upgrades(self) -> None:
        done: set[tuple[str, str]] = set()
        for bought in self.recruit.upgrades:
            item, to = self.library.items[bought.item], self.library.items[bought.to]
            self._buy(item)
            if not is_put_on(item):
                self._fault("not_an_upgrade", "CDC-EQ-06.1", item=item.id)
                continue
            if (item.id, to.id) in done:
                self._fault("upgrade_twice", "CDC-EQ-06.3", item=item.id, other=to.id)
            done.add((item.id, to.id))
            if to.id not in self.carried:
                self._fault("upgrade_item_missing", "CDC-EQ-06.4", item=item.id, other=to.id)
            why = upgrade_fault(item, to)
            if why is not None:
                self._fault(why[0], why[1], item=item.id, other=to.id)

    def _abilities(self) -> None:
        seen: set[str] = set()
        owned = {ability.id for ability in self.profile.abilities}
        for ability in self.recruit.abilities:
            price = ability_price(self.profile, ability, self.library)
            self._charge(ability, price)
            if not is_sold(ability, self.library):
                rule = _clause(ability, "ability_never_sold", "CDC-AB-003.4")
                self._fault("ability_never_sold", rule, ability=ability)
            elif price is None:
                self._fault("ability_not_open", "CDC-AB-003.2", ability=ability)
            if ability in seen:
                self._fault("ability_twice", "CDC-CMP-02.10", ability=ability)
            elif ability in owned:
                self._fault("ability_owned", "CDC-AB-003", ability=ability)
            seen.add(ability)
            self._needs(ability)

    def _needs(self, ability: str) -> None:
        """What a fighter must have to buy an ability: another one, or a ranged weapon (CDC-AB-055.1, CDC-AB-130.1)."""
        shape = self.library.abilities.get(ability)
        if shape is None:
            return
        for wanted in shape.needs.get("ability", ()):
            if wanted not in _owned(self.recruit, self.library):
                rule = _clause(ability, "ability_needs", ability)
                self._fault("ability_needs", rule, ability=ability, other=wanted)
        unfit = shape.needs.get("ranged_but")
        if unfit is None:
            return
        weapons = [self.library.items[i] for i in self.carried if self.library.items[i].type == "ranged"]
        if not any(weapon.id not in unfit and weapon.base not in unfit for weapon in weapons):
            self._fault("ability_needs_ranged", _clause(ability, "ability_needs_ranged", ability), ability=ability)


def is_sold(ability: str, library: Library) -> bool:
    """True if some list sells an ability and it is neither innate nor kept from sale (CDC-AB-003.4)."""
    shape = library.abilities.get(ability)
    listed = any(ability in found.abilities for found in library.ability_lists.values())
    return listed and (shape is None or not (shape.innate or shape.not_sold))


def is_put_on(item: Item) -> bool:
    """True for upgrades, and for gear that is put on a weapon (CDC-EQ-59.1)."""
    return item.type in UPGRADES or bool(item.needs_weapon)


def upgrade_fault(item: Item, to: Item) -> tuple[str, str] | None:
    """Why an upgrade cannot be put on an item: code and clause; None if it can."""
    allowed = UPGRADES.get(item.type, (item.needs_weapon,))
    if to.type not in allowed:
        return "upgrade_wrong_item", _clause(item.id, "upgrade_wrong_item", "CDC-EQ-06.4")
    if item.melee_only and to.type != "melee":
        return "melee_only", "CDC-EQ-06.5"
    if item.single and to.hands == "pair":
        return "not_on_pair", _clause(item.id, "not_on_pair", "CDC-EQ-06.7")
    if to.id in item.excludes:
        return "not_on_that", _clause(item.id, "not_on_that", item.id)
    return None


def _clause(item: str, code: str, otherwise: str) -> str:
    return CLAUSES.get((item, code), otherwise)


# --- random companies ---------------------------------------------------------------------------------


def random_company(rng: Random, library: Library, limit: int, *, sought: Sequence[RuleId] = ()) -> tuple[Recruit, ...]:
    """A random legal company within a limit in PR, the same for the same state of ``rng``.

    ``sought``: abilities, powers and items; as far as the limit goes, a fighter who has each of them comes first.

    Raises ValueError when no profile is as cheap as the limit.
    """
    found: list[Recruit] = []
    left = limit
    for rule in sought:  # first what each needs, so that all may find theirs
        bearer = _bare_bearer(rng, rule, left, library)
        if bearer is not None and not any(_too_many((*found, bearer[0]), library)):
            found.append(bearer[0])
            left -= bearer[1]
    for number, bare in enumerate(found):
        profile, others = library.profiles[bare.profile], [*found[:number], *found[number + 1 :]]
        bill = _Clerk(bare, profile.id, library).account().cost
        found[number], cost = _random_recruit(rng, profile, left + bill, library, _barred(others, library), bare)
        left -= cost - bill
    while True:
        cheap = [p for p in library.profiles.values() if p.recruitable and p.cr <= left]
        if not cheap or (found and rng.random() < 0.1):
            break
        weights = [
            1 + len(one.abilities) for one in cheap
        ]  # those with abilities of their own are dear, and rare enough
        profile = rng.choices(cheap, weights)[0]
        recruit, cost = _random_recruit(rng, profile, left, library, _barred(found, library))
        found.append(recruit)
        left -= cost
    if not found:
        raise ValueError(f"no profile costs {limit} PR or less")
    return tuple(found)


def _barred(found: Sequence[Recruit], library: Library) -> frozenset[str]:
    """Abilities of which one more bearer in one more fighter would be too many."""
    barred = set()
    for ability, shape in library.abilities.items():
        bearers = sum(ability in _owned(recruit, library) for recruit in found) if shape.one_in else 0
        if shape.one_in and bearers >= (len(found) + 1) // shape.one_in:
            barred.add(ability)
    return frozenset(barred)


def as_data(recruit: Recruit) -> dict[str, Value]:
    """A recruit as roster and scenario files write it, without what is empty."""
    return {key: value for key, value in to_builtins(recruit).items() if value not in ("", [], (), None)}


def _bare_bearer(rng: Random, rule: RuleId, left: int, library: Library) -> tuple[Recruit, int] | None:
    """A random fighter within what is left who has an ability, a power or an item, and its cost; None if none can."""
    able = [p for p in library.profiles.values() if p.recruitable and p.cr <= left and may_have(p, rule, library)]
    for profile in rng.sample(able, len(able)):
        for bare in _bare_bearers(rng, profile, rule, library):
            account = _Clerk(bare, profile.id, library).account()
            if not account.faults and account.cost <= left:
                return bare, account.cost
    return None


def may_have(profile: Profile, rule: RuleId, library: Library) -> bool:
    """Whether fighters of a profile have an ability, a power or an item, or may buy it."""
    own = [ability.id for ability in profile.abilities]
    if rule in own or rule in profile.items or rule in powers_opened(own, library):
        return True
    if rule in library.items:
        return item_price(profile, rule, library) is not None
    return is_sold(rule, library) and ability_price(profile, rule, library) is not None


def _bare_bearers(rng: Random, profile: Profile, rule: RuleId, library: Library) -> Iterator[Recruit]:
    """Fighters of a profile with an ability, power or item and what it needs alone, legal or not."""
    own, item = {ability.id for ability in profile.abilities}, library.items.get(rule)
    bare = Recruit(profile=profile.id)
    if item is not None and is_put_on(item):
        for to in rng.sample(profile.items, len(profile.items)):
            yield structs.replace(bare, upgrades=(Upgrade(item=rule, to=to),))
    elif item is not None:
        yield bare if rule in profile.items else structs.replace(bare, items=(rule,))
    else:
        needs = library.abilities[rule].needs if rule in library.abilities else {}
        bought = () if rule in library.powers else (*needs.get("ability", ()), rule)
        bare = structs.replace(bare, abilities=tuple(ability for ability in bought if ability not in own))
        yield bare
        if "ranged_but" in needs:
            wares = sorted({i for name in profile.weapon_lists for i in library.lists[name].items})
            arms = [ware for ware in wares if library.items[ware].type == "ranged"]
            yield from (structs.replace(bare, items=(arm,)) for arm in rng.sample(arms, len(arms)))


def _random_recruit(
    rng: Random, profile: Profile, left: int, library: Library, barred: frozenset[str], bare: Recruit | None = None
) -> tuple[Recruit, int]:
    """A fighter of a profile with a few random purchases that keep it legal and within what is left.

    ``bare``: what it has already.
    """
    recruit = bare or Recruit(profile=profile.id)
    account = _Clerk(recruit, profile.id, library).account()
    wares = sorted({i for name in profile.weapon_lists for i in library.lists[name].items})
    taught = {a for name in profile.ability_lists for a in library.ability_lists[name].abilities}
    skills = sorted((taught & library.abilities.keys()) - barred)
    for _ in range(rng.randrange(7)):
        changed = _one_more(rng, recruit, wares, skills, library)
        judged = _Clerk(changed, profile.id, library).account()
        if not judged.faults and judged.cost <= left:
            recruit, account = changed, judged
    return recruit, account.cost


def _one_more(rng: Random, recruit: Recruit, wares: Sequence[str], skills: Sequence[str], library: Library) -> Recruit:
    items, upgrades, abilities = list(recruit.items), list(recruit.upgrades), list(recruit.abilities)
    if skills and rng.random() < 0.5:
        abilities.append(rng.choice(skills))
    elif wares:
        ware = library.items[rng.choice(wares)]
        if is_put_on(ware):
            carried = carried_items(library.profiles[recruit.profile], tuple(items), library)
            upgrades += [Upgrade(item=ware.id, to=rng.choice(carried))] if carried else []
        elif not any(ware.type in WORN and library.items[item].type == ware.type for item in items):
            items.append(ware.id)
    return Recruit(profile=recruit.profile, items=tuple(items), upgrades=tuple(upgrades), abilities=tuple(abilities))

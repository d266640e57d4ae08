"""From a checked setup (plain data) to the first state of a battle."""

from __future__ import annotations

from typing import Any

from arbitro.content.shape import units
from arbitro.engine.state import Step
from arbitro.geometry.shapes import Disc, polygon, rectangle
from arbitro.rulesets.crepuscolo.access import NORTH, SOUTH, middle_of, opposite_access
from arbitro.rulesets.crepuscolo.content import Library, Profile
from arbitro.rulesets.crepuscolo.crafts import powers_opened
from arbitro.rulesets.crepuscolo.dice import DEAL
from arbitro.rulesets.crepuscolo.gear import arms_and_all
from arbitro.rulesets.crepuscolo.ground import COVERING, Ground, Ledge, Piece, elevation_at
from arbitro.rulesets.crepuscolo.markers import power_marker
from arbitro.rulesets.crepuscolo.names import english_names
from arbitro.rulesets.crepuscolo.queries import plain_bonus
from arbitro.rulesets.crepuscolo.reinforcements import reserve_of
from arbitro.rulesets.crepuscolo.scenery import suggested_dda
from arbitro.rulesets.crepuscolo.state import PRONE, RESERVE, TABLE, Battle, Figure, Options, Token, Zone


def battle_of_setup(setup: dict[str, Any], library: Library) -> Battle:
    """The state before the first Step. The setup is trusted: `scenario` has checked it."""
    table = setup["table"]
    ground = Ground(units(table["width"]), units(table["depth"]), tuple(piece_of(p) for p in table.get("terrain", ())))
    sides = setup["sides"]
    seats = tuple(side["seat"] for side in sides)
    figures: dict[str, Figure] = {}
    for side in sides:
        for number, fighter in enumerate(side["fighters"], 1):
            figure = figure_of_fighter(fighter, side["seat"], number, library, ground)
            figures[figure.id] = figure
    start = setup.get("start", {})
    options = Options(**setup.get("options", {}))
    state = Battle(
        figures=figures,
        ground=ground,
        seats=(seats[0], seats[1]),
        names=(sides[0].get("name", ""), sides[1].get("name", "")),
        english=english_names(setup),
        access=_access_points(sides, ground),
        tokens=tuple(Token(t["id"], t["name"], *_point(t["at"])) for t in setup.get("tokens", ())),
        zones=tuple(Zone(z["id"], z["name"], *_point(z["at"]), units(z["radius"])) for z in setup.get("zones", ())),
        options=options,
    )
    for figure in figures.values():
        outfit(figure, library)
    _begin(state, start, library, agreed=any(_access_point(side, ground) for side in sides))
    return state


def _access_point(side: dict[str, Any], ground: Ground) -> tuple[int, int] | None:
    if "access" in side:
        return _point(side["access"])
    return middle_of(ground, side["edge"]) if side.get("edge") else None


def _access_points(sides: list[dict[str, Any]], ground: Ground) -> tuple[tuple[int, int], tuple[int, int]]:
    """The points agreed on; where only one is, the other lies opposite; where none is, a die decides (CDC-DEP-01)."""
    first, second = (_access_point(side, ground) for side in sides)
    if first is None and second is None:
        return middle_of(ground, SOUTH), middle_of(ground, NORTH)
    if first is None or second is None:
        given = first or second
        assert given is not None
        return first or opposite_access(ground, given), second or opposite_access(ground, given)
    return first, second


def _begin(state: Battle, start: dict[str, Any], library: Library, *, agreed: bool) -> None:
    """The agenda: from deployment, or in the middle of a turn where the scenario says so.

    ``agreed``: the scenario gives access points, so that nobody rolls for them.
    """
    waiting = [f for f in state.figures.values() if f.status == RESERVE]
    deployed = all(reserve_of(f, library.records) is not None for f in waiting)
    if start.get("hand"):
        seat = start["hand"]
        state.phase, state.hand, state.turn = "play", seat, int(start.get("turn", 1))
        state.scopes = {"turn": 1, "hand": 1}
        state.in_hand, state.hand_total = True, int(start.get("total", 0))
        state.had_hand = (seat,)
        for figure in state.figures.values():
            if figure.dice == () and figure.status == TABLE and not start.get("no_deal"):
                figure.dice = DEAL
            figure.wet = figure.in_water
        state.agenda = (Step("action"),)
    elif start.get("first"):
        for figure in state.figures.values():
            figure.dice = figure.dice or DEAL
        won = Step("bid_won", (start["first"],))
        state.agenda = (Step("muster"), won) if _something_musters(state, library) else (won,)
    elif deployed:
        state.first_deployer = state.seats[0]
        state.agenda = (Step("bidding"),)
    else:
        state.agenda = (Step("deploy_roll" if agreed else "access_roll"),)


def _something_musters(state: Battle, library: Library) -> bool:
    """Whether a rule of somebody on the table acts before the battle, once the first dice are dealt."""
    borne = (rule for f in state.on_table() for rule in (*f.abilities, *f.powers, *f.items))
    return any("mustered" in library.records[rule].at for rule in borne if rule in library.records)


def _point(at: Any) -> tuple[int, int]:
    return units(at[0]), units(at[1])


def piece_of(data: dict[str, Any]) -> Piece:
    """A piece of scenery from its data, lengths in cm. A ``wood`` is covering terrain (CDC-TAB-12.4).

    ``dda`` is what the players agreed on; where it is missing, ``slope`` (degrees), ``handholds`` and ``stairs`` give
    it by the book's table (CDC-TAB-06).
    """
    dda, slope, sheer = data.get("dda"), data.get("slope"), bool(data.get("sheer", False))
    if dda is None and slope is not None:
        dda = suggested_dda(slope, bool(data.get("handholds")), stairs=bool(data.get("stairs")))
        sheer = sheer or dda is None
    kinds = tuple(data.get("kinds", ()))
    if data.get("wood") and COVERING not in kinds:
        kinds = (*kinds, COVERING)
    return Piece(
        id=data["id"],
        area=area_of(data),
        name=data.get("name", ""),
        height=units(data.get("height", 0)),
        crossing=data.get("crossing", "passable"),
        kinds=kinds,
        dda=dda or 0,
        sheer=sheer,
        drop=data.get("drop"),
        blocks_sight=data.get("blocks_sight"),
        ledges=tuple(Ledge(area_of(ledge), units(ledge["height"])) for ledge in data.get("ledges", ())),
        base_z=units(data.get("base_height", 0)),
    )


def area_of(data: dict[str, Any]) -> Any:
    """An area: ``rect: [x, y, width, depth]``, ``disc: [x, y, radius]`` or ``polygon: [[x, y], ...]``, in cm."""
    if "rect" in data:
        x, y, w, d = (units(n) for n in data["rect"])
        return rectangle(x, y, w, d)
    if "disc" in data:
        x, y, r = (units(n) for n in data["disc"])
        return Disc(x, y, r)
    return polygon(tuple(_point(p) for p in data["polygon"]))


def figure_of_fighter(fighter: dict[str, Any], seat: str, number: int, library: Library, ground: Ground) -> Figure:
    """A figure as its profile and its purchases make it (CDC-CMP-02, CDC-EQ-01)."""
    profile = library.profiles[fighter["profile"]]
    base = profile.base
    bought = tuple(fighter.get("items", ()))
    upgrades = tuple((u["item"], u["to"]) for u in fighter.get("upgrades", ()))
    carried = carried_items(profile, bought, library)
    weapon, items = arms_and_all(carried, upgrades, library)
    placed = fighter.get("at")
    x, y = _point(placed) if placed else (0, 0)
    granted = [ability for item in items for ability in library.items[item].grants]
    own = [a.id for a in profile.abilities if a.id in library.records]
    abilities = tuple(dict.fromkeys((*own, *fighter.get("abilities", ()), *granted)))
    powers = powers_opened(abilities, library)
    return Figure(
        id=fighter.get("id") or f"{seat}{number}",
        profile=profile.id,
        name=fighter.get("name") or profile.name,
        company=seat,
        classes=tuple(profile.classes),
        res=profile.res,
        cmb=profile.cmb,
        pre=profile.pre,
        dan=profile.dan,
        vol=profile.vol,
        des=profile.des,
        x=x,
        y=y,
        z=units(fighter["z"]) if "z" in fighter else elevation_at(ground, (x, y)) if placed else 0,
        r=units(base.round) // 2,
        w=units(base.rect[0]) if base.rect else 0,
        d=units(base.rect[1]) if base.rect else 0,
        height=units(profile.height),
        crouched=profile.crouched,
        status=TABLE if placed else RESERVE,
        weapon=weapon,
        ranged=tuple(i for i in carried if library.items[i].type == "ranged"),
        items=items,
        upgrades=upgrades,
        abilities=abilities,
        powers=powers,
        tokens=starting_tokens(abilities, library),
        thresholds=tuple((a.id, a.threshold) for a in profile.abilities if a.threshold and a.id not in granted),
        dice=tuple(fighter.get("dice", ())),
        conditions=tuple(fighter.get("conditions", ())),
        points=starting_points(profile, (*abilities, *powers), library, fighter.get("points", {})),
        in_water=bool(fighter.get("in_water", False)),
        life=int(fighter.get("life", 0)),
        cost=int(fighter.get("cost", profile.cr)),
    )


def carried_items(profile: Profile, bought: tuple[str, ...], library: Library) -> tuple[str, ...]:
    """What a fighter carries: a second melee weapon, armour or shield replaces the first (CDC-EQ-01.6)."""
    carried: list[str] = []
    for item in (*profile.items, *bought):
        found = library.items.get(item)
        if found is None:
            continue  # printed words without rules, such as the spare magazine
        if found.type in ("melee", "armour", "shield"):
            carried = [i for i in carried if library.items[i].type != found.type]
        if item not in carried:
            carried.append(item)
    return tuple(carried)


def starting_points(
    profile: Profile, abilities: tuple[str, ...], library: Library, given: dict[str, int]
) -> tuple[tuple[str, int], ...]:
    """Power points at the start: the roster's, else the profile's, else 3 of each kind it uses (CDC-ACT-13.5, .6)."""
    powers = (power_marker(library.records[a].kind) for a in abilities if a in library.records)
    each = library.setting("start_points")
    points: dict[str, int] = {power.points: each for power in powers if power is not None}
    points.update({str(kind): n for kind, n in profile.points.items()})
    points.update(given)
    return tuple(sorted(points.items()))


def starting_tokens(abilities: tuple[str, ...], library: Library) -> tuple[tuple[str, int], ...]:
    """The tokens with which abilities let their bearer begin (CDC-AB-007)."""
    held = [library.abilities[a].tokens for a in abilities if a in library.abilities]
    return tuple(sorted((name, n) for tokens in held for name, n in tokens.items()))


def bonus_of(figure: Figure, library: Library, number: str) -> int:
    """What the items and abilities of a figure add to a number of its own, whatever happens."""
    return sum(plain_bonus(library.records, rule, number) for rule in (*figure.items, *figure.abilities))


def outfit(figure: Figure, library: Library) -> None:
    """Resistenza and armour with all bonuses; a figure begins unhurt unless the scenario says otherwise."""
    figure.life_max = figure.res + bonus_of(figure, library, "res")
    figure.life = figure.life or figure.life_max
    figure.prone = PRONE in figure.conditions
    worn = next((library.items[i] for i in figure.items if library.items[i].type == "armour"), None)
    figure.armour = (worn.resistance if worn is not None else 0) + bonus_of(figure, library, "armour")

"""Random battles: legal companies on a table with scenery of every kind, the same for the same random generator.

They serve property tests, soak runs and anybody who wants something to play at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import cos, sin
from random import Random
from types import MappingProxyType
from typing import Any

from arbitro.engine.values import RuleId
from arbitro.geometry.units import CM
from arbitro.rulesets.crepuscolo.company import Recruit, as_data, judge, random_company
from arbitro.rulesets.crepuscolo.content import Library
from arbitro.rulesets.crepuscolo.ground import elevation_at, is_free
from arbitro.rulesets.crepuscolo.setup import battle_of_setup
from arbitro.rulesets.crepuscolo.state import FIRE, FRIGHTENED, FROST, POISON, PRONE, TERRIFIED, Figure

CLEAR = 8.0
"""Nothing stands so near to an access point, in cm, that a company could not deploy."""
CONDITIONS = (POISON, FIRE, FROST, PRONE, FRIGHTENED, TERRIFIED)
"""What a fighter may suffer where a battle is under way."""
SOUTH, NORTH = "south", "north"
NOBODY: Mapping[str, Sequence[RuleId]] = MappingProxyType({})


def random_battle(
    rng: Random,
    library: Library,
    *,
    limit: int = 60,
    size: tuple[int, int] = (50, 40),
    pieces: int = 9,
    turns: int = 0,
    sought: Mapping[str, Sequence[RuleId]] = NOBODY,
    kinds: Sequence[dict[str, Any]] = (),
    joined: bool = False,
) -> dict[str, Any]:
    """The setup of a random battle.

    Args:
        rng: where everything random comes from.
        library: the packs in play.
        limit: the most a company may cost, in PR.
        size: width and depth of the table, in cm.
        pieces: how many pieces of scenery there are.
        turns: the agreed last turn, 0 for a battle to the last company.
        sought: what fighters of a seat's company shall have, as far as the limit goes (see `random_company`).
        kinds: what the pieces may be, all `KINDS` if nothing is said.
        joined: the battle is under way: fighters stand close together in the middle, and some suffer conditions.
    """
    width, depth = size
    access = ((width / 2, 0.0), (width / 2, float(depth)))
    sides = [
        {
            "seat": seat,
            "name": seat.upper(),
            "edge": edge,
            "fighters": random_fighters(rng, library, limit, sought.get(seat, ())),
        }
        for seat, edge in (("a", SOUTH), ("b", NORTH))
    ]
    terrain = [random_piece(rng, number, size, access, kinds or KINDS) for number in range(pieces)]
    options: dict[str, Any] = {"limit": limit, "combat_rerolls": rng.random() < 0.8, "turn_limit": turns}
    setup: dict[str, Any] = {
        "table": {"width": width, "depth": depth, "terrain": terrain},
        "sides": sides,
        "options": options,
    }
    if rng.random() < 0.3:
        options["hold_points"] = 1
        setup["zones"] = [{"id": "z1", "name": "Z", "at": [width / 2, depth / 2], "radius": 6}]
    if rng.random() < 0.3:
        options["token_points"] = 2
        setup["tokens"] = [{"id": f"t{n}", "name": "T", "at": [5 + n * 7, depth / 2]} for n in range(2)]
    if joined:
        _join(rng, setup, library)
    return setup


def _join(rng: Random, setup: dict[str, Any], library: Library) -> None:
    """Put fighters near the middle of the table, as many as find room there; the others are still to be deployed."""
    state = battle_of_setup(setup, library)
    fighters = [fighter for side in setup["sides"] for fighter in side["fighters"]]
    pairs = list(zip(fighters, state.figures.values(), strict=True))
    reach = int((3 + 1.5 * len(pairs) ** 0.5) * CM)
    standing: list[Figure] = []
    for fighter, figure in rng.sample(pairs, len(pairs)):
        if any(library.abilities[a].reserve for a in figure.abilities if a in library.abilities):
            continue
        for _ in range(50):
            x, y = (
                end // 2 + rng.randint(-reach, reach) // 10 * 10 for end in (state.ground.width, state.ground.depth)
            )
            z = elevation_at(state.ground, (x, y))
            if is_free(state.ground, standing, figure, x, y, z):
                figure.x, figure.y, figure.z = x, y, z
                standing.append(figure)
                fighter["at"] = [x / CM, y / CM]
                break
        if rng.random() < 0.25:
            fighter["conditions"] = [rng.choice(CONDITIONS)]


def random_fighters(rng: Random, library: Library, limit: int, sought: Sequence[RuleId] = ()) -> list[dict[str, Any]]:
    """The fighters of a random legal company, as setups hold them, with what each cost."""
    company: tuple[Recruit, ...] = random_company(rng, library, limit, sought=sought)
    accounts = judge(company, limit, library).accounts
    return [{**as_data(recruit), "cost": account.cost} for recruit, account in zip(company, accounts, strict=True)]


KINDS: tuple[dict[str, Any], ...] = (
    {"height": 6, "crossing": "impassable", "dda": 3},
    {"height": 5, "crossing": "impassable", "sheer": True},
    {"height": 1.5, "crossing": "vaultable", "dda": 1},
    {"height": 3, "crossing": "vaultable"},
    {"height": 4, "kinds": ["platform"]},
    {"height": 6, "kinds": ["platform"], "drop": True},
    {"height": 3, "kinds": ["covering"]},
    {"kinds": ["difficult"]},
    {"kinds": ["very_difficult", "covering"]},
    {"kinds": ["difficult", "dangerous"]},
    {"kinds": ["extremely_dangerous"]},
    {"kinds": ["water"]},
    {"kinds": ["crevice"], "drop": True},
    {"kinds": ["intransitable"]},
    {"height": 7, "crossing": "vaultable", "dda": 2, "ledge": 3},
    {"height": 3, "crossing": "vaultable", "base_height": 2},
)
"""What a random piece may be; ``ledge`` stands for one of that height along the piece's side."""


def random_piece(
    rng: Random,
    number: int,
    size: tuple[int, int],
    access: tuple[tuple[float, float], ...],
    kinds: Sequence[dict[str, Any]] = KINDS,
) -> dict[str, Any]:
    """A piece of scenery of a random kind, shape and place, clear of the access points."""
    width, depth = size
    kind = dict(rng.choice(kinds))
    ledge = kind.pop("ledge", 0)
    for _ in range(50):
        x, y = rng.uniform(3, width - 3), rng.uniform(3, depth - 3)
        reach = rng.uniform(1.5, 5)
        if all((x - ax) ** 2 + (y - ay) ** 2 > (CLEAR + reach + 3) ** 2 for ax, ay in access):
            break
    else:
        x, y, reach = 4.0, depth / 2, 1.5
    piece: dict[str, Any] = {"id": f"p{number}", **kind, **_shape(rng, x, y, reach, size, round_ok=not ledge)}
    if ledge:
        x0, y0, w, d = piece["rect"]
        piece["ledges"] = [{"rect": [x0, round(y0 + d, 2), w, 2], "height": ledge}]
    return piece


def _shape(rng: Random, x: float, y: float, reach: float, size: tuple[int, int], *, round_ok: bool) -> dict[str, Any]:
    draw = rng.random() if round_ok else 1.0
    if draw < 0.3:
        return {"disc": [_inside(x, reach, size[0]), _inside(y, reach, size[1]), round(reach, 2)]}
    if draw < 0.6:
        points, turn = rng.randint(3, 6), rng.uniform(0, 6.28)
        around = [turn + 6.2832 * n / points for n in range(points)]
        cx, cy = _inside(x, reach, size[0]), _inside(y, reach, size[1])
        return {"polygon": [[round(cx + reach * cos(a), 2), round(cy + reach * sin(a), 2)] for a in around]}
    w, d = round(reach * rng.uniform(0.5, 2), 2), round(reach * rng.uniform(0.4, 1.4), 2)
    return {"rect": [_inside(x, w / 2, size[0], w / 2), _inside(y, d / 2 + 1, size[1], d / 2), w, d]}


def _inside(at: float, reach: float, most: int, back: float = 0.0) -> float:
    """A coordinate that keeps a reach within the table, less what the shape is measured from."""
    return round(min(max(at, reach + 0.05), most - reach - 0.05) - back, 2)


__all__ = ["random_battle", "random_fighters", "random_piece"]

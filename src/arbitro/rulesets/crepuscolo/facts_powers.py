"""Facts: powers and tokens."""

from __future__ import annotations

from typing import Any

from arbitro.engine.game import Game
from arbitro.geometry.units import CM
from arbitro.rulesets.crepuscolo import ground
from arbitro.rulesets.crepuscolo.attacks import can_see
from arbitro.rulesets.crepuscolo.crafts import level_opened
from arbitro.rulesets.crepuscolo.dice import all_dice
from arbitro.rulesets.crepuscolo.facts import fact, has, is_a, reached, remembered, same_name, within
from arbitro.rulesets.crepuscolo.markers import marker, power_marker
from arbitro.rulesets.crepuscolo.queries import battle_of, figure_of
from arbitro.rulesets.crepuscolo.state import tokens_of


@fact
def tokens(game: Game, a: str, token: str) -> int:
    """How many tokens of that name lie on a figure."""
    return tokens_of(figure_of(game, a), token)


@fact
def discipline(game: Game, rule: str | None) -> str:
    """The discipline of a power (``stregoneria``, ``psionico``, ...), or "" for anything else."""
    record = game.ruleset.records.get(rule or "")
    found = power_marker(record.kind) if record is not None else None
    return found.discipline if found is not None else ""


@fact
def printed(game: Game, a: str, name: str) -> int:
    """A characteristic as the profile prints it, without what was bought or lost (``res``, ``cmb`` ...)."""
    profile = game.ruleset.library.profiles[figure_of(game, a).profile]  # type: ignore[attr-defined]
    return int(getattr(profile, name))


@fact
@remembered
def seen(game: Game, a: str, cm: int | None) -> tuple[str, ...]:
    """Other figures in the line of sight of ``a`` within so many cm (``none``: at any distance).

    Who is immune to ``sight`` counts as out of it (CDC-PW-062).
    """
    state = battle_of(game)
    viewer = state.figures[a]
    hides = any("sight" in index.immunes for index in game.indexes())
    return tuple(
        f.id
        for f in state.fighters()
        if f.id != a
        and (cm is None or ground.within(viewer, f, cm * CM))
        and can_see(game, viewer, f)
        and not (hides and game.immune(f.id, "sight"))
    )


@fact
def besides(game: Game, a: str, members: tuple[str, ...]) -> tuple[str, ...]:
    """Several figures but for one."""
    return tuple(it for it in members if it != a)


@fact
@remembered
def bearing(game: Game, token: str) -> tuple[str, ...]:
    """All figures on the table with a token of that name."""
    return tuple(f.id for f in battle_of(game).on_table() if tokens_of(f, token))


@fact
def first(game: Game, members: tuple[str, ...]) -> str | None:
    """The first of several, or none."""
    return members[0] if members else None


@fact
def controller(game: Game, a: str) -> str:
    """The seat that orders a figure now."""
    return game.controller(a)


@fact
def joined(game: Game, *parts: Any) -> tuple[Any, ...]:
    """Several figures or sets of them as one set, each once."""
    flat: list[Any] = []
    for part in parts:
        flat += part if isinstance(part, tuple) else () if part is None else (part,)
    return tuple(dict.fromkeys(flat))


@fact
@remembered
def minds(game: Game, a: str, cm: int) -> tuple[str, ...]:
    """Whom a psionic power may be aimed at: seen within so many cm of where it is measured from, or under Controllo.

    CDC-PW-008.2; measured from other bases too where an item allows it (CDC-EQ-88.2).
    """
    near = set(seen(game, a, None))
    reach = tuple(f.id for f in battle_of(game).on_table() if f.id in near and reached(game, a, f.id, cm))
    return joined(game, reach, tuple(it for it in bearing(game, "Controllo") if it != a))


@fact
def bearing_near(game: Game, a: str, token: str, cm: int) -> tuple[str, ...]:
    """The other figures within so many cm of a base that bear a token of that name."""
    return tuple(it for it in bearing(game, token) if it != a and within(game, a, it, cm))


@fact
def namesakes(game: Game, a: str) -> tuple[str, ...]:
    """All other figures on the table, of both companies, whose profile prints the same name."""
    return tuple(f.id for f in battle_of(game).fighters() if f.id != a and same_name(game, a, f.id))


@fact
@remembered
def watching(game: Game, a: str, point: tuple[int, ...]) -> tuple[str, ...]:
    """All figures but ``a`` that have a point in line of sight."""
    state = battle_of(game)
    bodies = state.on_table()
    spot, z = (point[0], point[1]), point[2]
    return tuple(f.id for f in bodies if f.id != a and ground.sees_point(state.ground, bodies, f, spot, z))


@fact
def necromancy(game: Game, craft: str, domain: str) -> int:
    """The levels of a discipline and domain that all figures on the table command, each its highest (CDC-IN-027)."""
    library = game.ruleset.library  # type: ignore[attr-defined]
    return sum(level_opened(f.abilities, library, craft, domain) for f in battle_of(game).on_table())


@fact
def opponent(game: Game, a: str) -> str:
    """The other player's seat, as seen from a figure's controller."""
    return battle_of(game).other(game.controller(a))


@fact
def afflicted(game: Game, members: tuple[str, ...], condition: str) -> tuple[str, ...]:
    """Those of several figures that are under a condition."""
    figures = battle_of(game).figures
    return tuple(it for it in members if condition in figures[it].conditions)


@fact
def exposed(game: Game, members: tuple[str, ...], craft: str) -> tuple[str, ...]:
    """Those of several figures that are not immune to the powers of a discipline."""
    return tuple(it for it in members if not game.immune(it, craft))


@fact
def immune(game: Game, a: str | None, craft: str) -> bool:
    """A figure is immune to the powers of a discipline."""
    return a is not None and bool(game.immune(a, craft))


@fact
def suffering(game: Game, condition: str) -> tuple[str, ...]:
    """All figures on the table under a condition."""
    return tuple(f.id for f in battle_of(game).on_table() if condition in f.conditions)


@fact
def repeat(game: Game, value: int, times: int) -> tuple[int, ...]:
    """A value several times over."""
    return (value,) * max(0, times)


@fact
def bearers(game: Game, rule: str) -> tuple[str, ...]:
    """All figures on the table that bear an ability or item."""
    return tuple(f.id for f in battle_of(game).on_table() if has(game, f.id, rule))


@fact
def unlike_rule(game: Game, members: tuple[str, ...], rule: str) -> tuple[str, ...]:
    """Those of several figures that do not bear a rule."""
    return tuple(it for it in members if not has(game, it, rule))


@fact
def without_dice(game: Game, members: tuple[str, ...]) -> tuple[str, ...]:
    """Those of several figures that have no dice left."""
    return tuple(it for it in members if not all_dice(game, it))


@fact
def by_distance(game: Game, a: str, members: tuple[str, ...]) -> tuple[str, ...]:
    """Several figures from the nearest to the farthest of one; equals in the order of their ids."""
    one, figures = figure_of(game, a), battle_of(game).figures
    return tuple(sorted(members, key=lambda it: (ground.distance(one, figures[it]), it)))


@fact
def closer(game: Game, a: str, b: str, cm: int) -> bool:
    """Two figures are less than so many cm apart."""
    one, two = figure_of(game, a), figure_of(game, b)
    return ground.within(one, two, cm * CM - 1)


@fact
def comrades(game: Game, a: str, members: tuple[str, ...]) -> tuple[str, ...]:
    """Those of several figures that are allies of one."""
    company = figure_of(game, a).company
    return tuple(it for it in members if it != a and figure_of(game, it).company == company)


@fact
def active(game: Game, rule: str | None) -> bool:
    """Using a rule is an action by its printed marker: any with A (CDC-PW-067)."""
    record = game.ruleset.records.get(rule or "")
    if record is None or power_marker(record.kind) is not None:
        return False
    found = marker(record.data.get("printed") or record.kind)
    return found is not None and not found.passive


@fact
def bought(game: Game, a: str) -> tuple[str, ...]:
    """The abilities of a figure that are not innate ones."""
    abilities = game.ruleset.library.abilities  # type: ignore[attr-defined]
    return tuple(rule for rule in figure_of(game, a).abilities if rule in abilities and not abilities[rule].innate)


@fact
def built_on(game: Game, item: str | None, *rules: str) -> bool:
    """An item is one of several, or built on one of them."""
    return any(is_a(game, item, rule) for rule in rules)

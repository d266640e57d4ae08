"""Who can use which powers: disciplines, levels and domains (CDC-PW-003)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from arbitro.engine.values import RuleId
from arbitro.rulesets.crepuscolo.markers import power_marker

if TYPE_CHECKING:
    from arbitro.rulesets.crepuscolo.content import Library


def level_opened(abilities: Iterable[RuleId], library: Library, craft: str, domain: str = "") -> int:
    """The highest level of a discipline that abilities open, 0 for none; of a domain, if one is named."""
    held = [library.abilities[rule] for rule in abilities if rule in library.abilities]
    if domain and not any(ability.domain == domain for ability in held):
        return 0
    return max((level for ability in held for name, level in ability.opens.items() if name == craft), default=0)


def powers_opened(abilities: Iterable[RuleId], library: Library) -> tuple[RuleId, ...]:
    """Every power that abilities open, in the order of the packs. Powers without a level need but the discipline."""
    held = [library.abilities[rule] for rule in abilities if rule in library.abilities]
    levels: dict[str, int] = {}
    for craft, level in (pair for ability in held for pair in ability.opens.items()):
        levels[craft] = max(level, levels.get(craft, 0))
    domains = {ability.domain for ability in held}
    found = []
    for rule, power in library.powers.items() if levels else ():
        marker = power_marker(power.kind)
        if marker is None or (power.domain and power.domain not in domains):
            continue
        level = levels.get(marker.discipline, 0)
        if level and level >= power.level:
            found.append(rule)
    return tuple(found)

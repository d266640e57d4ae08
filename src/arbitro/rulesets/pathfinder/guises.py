"""Creatures in the shape of others (Change Shape; open content), as sheets of their own.

Our ruling on what goes with the body: size, space and reach, natural armour and attacks, ways of moving, senses, legs,
and all that the creature whose shape it is can do. Its own are scores, hit points, base attack, saves, skills, feats,
spells, and what wounds it or does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import structs

from arbitro.rulesets.pathfinder.shapes import Printed, Sheet
from arbitro.rulesets.pathfinder.state import PRONE, SIZES, STEALTH_BY_SIZE

STEALTH = "furtivita"


def guise_id(own: str, form: str) -> str:
    """What the sheet of a creature in another's shape is called."""
    return f"{own}@{form}"


def own_id(profile: str) -> str:
    """The sheet of a creature's own shape."""
    return profile.partition("@")[0]


def guise(own: Sheet, form: Sheet) -> Sheet:
    """The sheet of a creature in the shape of another."""
    of_body = {ability for attack in (*own.attacks, *own.hind) for ability in attack.hits}
    body = {name: getattr(form, name) for name in ("size", "long", "space", "reach", "natural", "attacks", "hind",
                                                   "speeds", "senses", "legs", "light", "dim", "gullet")}  # fmt: skip
    lying = PRONE in form.immune
    return structs.replace(
        own, **body, id=guise_id(own.id, form.id), name=f"{own.name} ({form.name.lower()})",
        name_en=f"{own.name_en} ({form.name_en.lower()})", skills=_skills(own, form), printed=Printed(),
        abilities=[*form.abilities, *(one for one in own.abilities if one not in of_body)],
        immune=[one for one in own.immune if one != PRONE] + [PRONE] * lying,
    )  # fmt: skip


def _skills(own: Sheet, form: Sheet) -> dict[str, int]:
    """Its own skills; hiding is easier for a smaller body (PF-SKL-06.2)."""
    if STEALTH not in own.skills:
        return own.skills
    smaller = STEALTH_BY_SIZE[SIZES.index(form.size)] - STEALTH_BY_SIZE[SIZES.index(own.size)]
    return {**own.skills, STEALTH: own.skills[STEALTH] + smaller}


def guises(monsters: Mapping[str, Sheet], sheets: Iterable[Sheet]) -> dict[str, Sheet]:
    """Every shape that these creatures can take, by the id of its sheet; unknown ones are left out."""
    made = (guise(own, monsters[form]) for own in sheets for form in own.forms if form in monsters)
    return {sheet.id: sheet for sheet in made}

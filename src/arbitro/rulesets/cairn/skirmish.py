"""Random evenings: a party of all kinds against creatures, the same for the same random generator.

They serve property tests, soak runs and anybody who wants something to play at once.
"""

from __future__ import annotations

from random import Random
from typing import Any

from arbitro.engine.values import REFEREE
from arbitro.rulesets.cairn.content import BOOK_OF, SCROLL_OF, Library
from arbitro.rulesets.cairn.state import SLOTS

ARMS = ("spada", "pugnale", "lancia", "ascia", "spadone", "arco", "fionda", "balestra", "alabarda", "mazza")
WEAR = ("scudo", "elmo", "gambesone", "brigantina", "cotta-di-maglia", "piastre")
STRONGEST = 14


def random_evening(rng: Random, library: Library, *, calm: float = 0.2, referee: float = 0.25) -> dict[str, Any]:
    """The setup of a random evening.

    Args:
        rng: where everything random comes from.
        library: the packs in play.
        calm: how likely it begins outside a fight.
        referee: how likely somebody sits in the referee's chair.
    """
    track = rng.random() < 0.3
    sides: list[dict[str, Any]] = [
        {"seat": "a", "name": "A", "members": random_party(rng, library), "refuge": rng.random() < 0.8,
         "ready": rng.random() < 0.2},
        {"seat": "b", "name": "B", "members": random_foes(rng, library), "refuge": rng.random() < 0.8,
         "at": rng.choice([5, 15, 40]) if track else 0},
    ]  # fmt: skip
    if rng.random() < referee:
        sides.append({"seat": REFEREE, "name": "Custode"})
    options = {
        "published_scars": rng.random() < 0.3,
        "full_inventory": rng.random() < 0.3,
        "hireling_morale": rng.random() < 0.3,
        "casting_save": rng.random() < 0.7,
        "armour_outside": rng.random() < 0.3,
        "round_limit": rng.choice([12, 20]),
        "after": rng.choice(["end", "end", "calm"]),
    }
    start = {"mode": "calm"} if rng.random() < calm else {}
    return {"sides": sides, "options": options, "start": start}


def random_party(rng: Random, library: Library) -> list[dict[str, Any]]:
    """Two to five characters and perhaps somebody who came along."""
    members = [random_character(rng, library, f"a{n}") for n in range(1, rng.randint(2, 5) + 1)]
    if rng.random() < 0.4:
        hired = random_character(rng, library, f"a{len(members) + 1}")
        members.append({**hired, "kind": "hireling"})
    if rng.random() < 0.2:
        members.append({"id": f"a{len(members) + 1}", "monster": rng.choice(["falco", "corvo", "lupo-fedele"])})
    return members


def random_character(rng: Random, library: Library, id_: str) -> dict[str, Any]:
    """Somebody with dice for scores and a pack full of things."""
    scores = {name: sum(rng.randint(1, 6) for _ in range(3)) for name in ("forza", "des", "vol")}
    spells = sorted(library.spells)
    wanted = [rng.choice(ARMS), rng.choice(ARMS), rng.choice(WEAR)]
    if rng.random() < 0.5:
        wanted.append(BOOK_OF + rng.choice(spells))
    if rng.random() < 0.4:
        wanted.append(SCROLL_OF + rng.choice(spells))
    pool = sorted(id_ for id_, thing in library.things.items() if thing.type in ("gear", "relic", "weapon", "armour"))
    wanted += ["bende", "razioni", *rng.sample(pool, 3)]
    items, used = [], 0
    fatigue = rng.choice([0, 0, 0, 1, 2])
    for thing in wanted:
        if used + library.things[thing].slots + fatigue <= SLOTS:
            items.append(thing)
            used += library.things[thing].slots
    return {"id": id_, "pf": rng.randint(1, 8), **scores, "items": items, "fatigue": fatigue,
            "coins": rng.randint(0, 90), "marks": rng.sample(sorted(library.marks), rng.choice([0, 0, 1, 2])),
            "age": rng.randint(12, 50)}  # fmt: skip


def random_foes(rng: Random, library: Library) -> list[dict[str, Any]]:
    """Creatures of one or two kinds, sometimes led, sometimes lying in wait."""
    kinds = sorted(library.monsters)
    found: list[dict[str, Any]] = []
    for _ in range(rng.choice([1, 1, 2])):
        kind = rng.choice(kinds)
        strong = library.monsters[kind].pf >= STRONGEST or library.monsters[kind].formation
        for _ in range(1 if strong else rng.randint(1, 4)):
            found.append({"id": f"b{len(found) + 1}", "monster": kind, "hidden": rng.random() < 0.05})
    if rng.random() < 0.3:
        found[0]["leader"] = True
    return found

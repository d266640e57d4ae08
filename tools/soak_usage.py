"""What rules did in random battles: who bore them, how often they had an effect, and of which sort.

A moment is what happens from one decision to the next. A rule is counted once in each moment in which it had an effect
that the rules themselves worked out: an event names it or its line in a number, it changed a number that was asked for,
left a line out of one, forbade something, lifted a ban, warded something off, or opened the power that was used. What
adds to Resistenza or armour is counted once in each battle in which somebody bears it: there it is from the start.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from arbitro.engine.events import Event
from arbitro.engine.game import Game
from arbitro.engine.tally import Tally
from arbitro.rulesets import crepuscolo
from arbitro.rulesets.crepuscolo.crafts import powers_opened
from arbitro.rulesets.crepuscolo.events import TookPart
from arbitro.rulesets.crepuscolo.state import Battle

RULESET = crepuscolo.RULESET
NAMED, NUMBER, LEFT_OUT, FORBADE, LIFTED, WARDED, OPENED, FROM_START = SORTS = (
    "named", "number", "left_out", "forbade", "lifted", "warded", "opened", "from_start",
)  # fmt: skip
BORNE, BATTLES, MOMENTS = "borne", "battles", "moments"
"""Battles in which somebody had it, battles in which it had an effect, and moments in all of them."""
IGNORED = "ignored:"


class Watch:
    """What the rules of one battle did so far: by rule, how often of each sort."""

    def __init__(self) -> None:
        self.did: dict[str, Counter[str]] = {}
        self._now: set[tuple[str, str]] = set()
        self._told = 0

    def saw(self, sort: str, rules: Iterable[str]) -> None:
        """In this moment these rules had an effect."""
        self._now.update((rule, sort) for rule in rules if rule)

    def moment(self, game: Game) -> None:
        """A moment is over: its events are read, and all that was seen is counted."""
        for event in game.journal[self._told :]:
            self.saw(NAMED, cited(event))
            self.saw(OPENED, opened(game, event))
        self._told = len(game.journal)
        for rule, sort in self._now:
            self.did.setdefault(rule, Counter())[sort] += 1
        for rule in {rule for rule, _ in self._now}:
            self.did[rule][MOMENTS] += 1
        self._now.clear()

    def ends(self, game: Game) -> dict[str, dict[str, int]]:
        """All that was counted in a battle that is over."""
        had = {rule for _, rule in game.ruleset.bearers(game.state)}
        plain = [rule for rule in had if game.ruleset is RULESET and rule in RULESET.library.abilities]
        self.saw(FROM_START, (rule for rule in plain if is_plain(rule)))
        self.moment(game)
        for rule in self.did:
            self.did[rule][BATTLES] = 1
        for rule in had:
            self.did.setdefault(rule, Counter())[BORNE] = 1
        return {rule: dict(counts) for rule, counts in self.did.items()}


class Watched(Game):
    """A game that tells its watch of all that the rules look up."""

    def __init__(self, *args: Any, **more: Any) -> None:
        self.watch = Watch()
        super().__init__(*args, **more)

    def query(self, *args: Any, **roles: Any) -> Tally:
        tally = super().query(*args, **roles)
        self.watch.saw(NUMBER, (line.rule for line in tally.lines))
        if any(args[0].name in index.ignores for index in self.indexes()):
            lost = (line.why for line in self.explain(*args, **roles).lines)
            self.watch.saw(LEFT_OUT, (why.removeprefix(IGNORED) for why in lost if why.startswith(IGNORED)))
        return tally

    def restricted(self, *args: Any, **roles: Any) -> Any:
        why = super().restricted(*args, **roles)
        self.watch.saw(FORBADE, why.rules if why is not None else ())
        return why

    def enabled(self, *args: Any, **roles: Any) -> str:
        rule = super().enabled(*args, **roles)
        self.watch.saw(LIFTED, (rule,))
        return rule

    def immune(self, *args: Any) -> str:
        rule = super().immune(*args)
        self.watch.saw(WARDED, (rule,))
        return rule


def cited(event: Event) -> Iterable[str]:
    """The rules that an event names, or that count in a number of it."""
    yield from (rule.split(".")[0] for rule in event.rules)
    for name in event.__struct_fields__:
        value = getattr(event, name)
        if isinstance(value, Tally):
            yield from (line.rule for line in value.lines if line.counted)


def opened(game: Game, event: Event) -> Iterable[str]:
    """The abilities without which the power that an event tells of would not have been open to its user."""
    if (
        not isinstance(event, TookPart)
        or event.path not in RULESET.library.powers
        or not isinstance(game.state, Battle)
    ):
        return ()
    held = game.state.figures[event.it].abilities
    if event.path not in powers_opened(held, RULESET.library):
        return ()
    others = ((rule, [other for other in held if other != rule]) for rule in held)
    return [rule for rule, left in others if event.path not in powers_opened(left, RULESET.library)]


def is_plain(rule: str) -> bool:
    """Whether all that an ability does is to add to Resistenza or armour from the start."""
    lines = RULESET.records[rule].always
    return bool(lines) and all(line.kind == "modify" and line.name in ("res", "armour") for line in lines)


def without_effect() -> dict[str, str]:
    """The abilities of Crepuscolo that can do nothing in play, and why."""
    library, found = RULESET.library, {}
    for rule, shape in library.abilities.items():
        record = RULESET.records[rule]
        if shape.not_sold:
            found[rule] = f"nobody can have it: {shape.note}"
        elif shape.note and not (record.always or record.at or record.uses or shape.opens or shape.domain):
            found[rule] = f"it does nothing: {shape.note}"
    return found


def names(ruleset: Any) -> dict[str, str]:
    """The rules whose use is told: abilities and powers of Crepuscolo, all records of another game."""
    if ruleset is RULESET:
        library = RULESET.library
        return {rule: library.name(rule, "it") for rule in (*library.abilities, *library.powers)}
    return {rule: record.name for rule, record in ruleset.library.records.items()}


def report(found: Mapping[str, Mapping[str, int]], ruleset: Any) -> list[str]:
    """The lines of a report on all that could be used: the rarest first, then what has no effect, then the sum."""
    wanted, idle = names(ruleset), without_effect() if ruleset is RULESET else {}
    counts = {rule: found.get(rule, {}) for rule in wanted}
    playing = sorted((rule for rule in wanted if rule not in idle), key=lambda r: (counts[r].get(MOMENTS, 0), r))
    lines = [f"{MOMENTS:>8} {BATTLES:>8} {BORNE:>8}  rule"]
    for rule in playing:
        lines.append(f"{_numbers(counts[rule])}  {rule} {wanted[rule]} ({_sorts(counts[rule])})")
    lines += [f"{_numbers(counts[rule])}  {rule} {wanted[rule]}: {idle[rule]}" for rule in idle]
    never = [rule for rule in playing if not counts[rule].get(MOMENTS)]
    lines.append(f"{len(playing) - len(never)} of {len(playing)} had an effect, {len(idle)} more can have none")
    return [*lines, *(f"never: {rule} {wanted[rule]}" for rule in never)]


def _numbers(counts: Mapping[str, int]) -> str:
    return " ".join(f"{counts.get(number, 0):8}" for number in (MOMENTS, BATTLES, BORNE))


def _sorts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{sort} {counts[sort]}" for sort in SORTS if counts.get(sort)) or "nothing"


def added(total: dict[str, Counter[str]], more: Mapping[str, Mapping[str, int]]) -> None:
    """Add the counts of a battle to those of others."""
    for rule, counts in more.items():
        total.setdefault(rule, Counter()).update(counts)


def told(total: Mapping[str, Mapping[str, int]]) -> dict[str, dict[str, int]]:
    """Counts as a file keeps them."""
    return {rule: dict(sorted(total[rule].items())) for rule in sorted(total)}


__all__: Sequence[str] = ["Watch", "Watched", "added", "report", "told", "without_effect"]

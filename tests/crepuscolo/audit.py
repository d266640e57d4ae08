"""A second referee: walks the journal of a battle and checks each line against the book by arithmetic of its own.

It knows the core of chapters I to IV and VIII and nothing of the code that made the journal: only the state that the
events before a line make. Figures with abilities or upgrades are let off what those may change.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import hypot

from arbitro.engine.events import Event
from arbitro.engine.fair import first_state
from arbitro.engine.game import Game
from arbitro.rulesets.crepuscolo import RULESET
from arbitro.rulesets.crepuscolo.events import (
    ConditionGained,
    ConditionWarded,
    CountRestarted,
    DiceRolled,
    DiceSpent,
    Died,
    Fell,
    HandBegan,
    HandEnded,
    HandGoesOn,
    HitLanded,
    Hurt,
    Missed,
    Moved,
    Placed,
    TestDeclined,
    TestEnded,
    TookPart,
    TurnBegan,
    Unharmed,
)
from arbitro.rulesets.crepuscolo.state import Battle, Figure

COST = {
    "move": 1, "careful": 1, "jump": 1, "melee": 1, "swim": 2, "cover": 2, "climb": 1, "descend": 1, "vault": 1,
    "throw_down": 1, "stand": 1, "flame": 3, "take": 1,
}  # fmt: skip
ON_FOOT = {"move": 3, "cover": 3, "careful": 1, "jump": 1}
"""Ways on foot, and cm for each point of the die on open ground."""
BY_DEXTERITY = ("move", "cover", "jump", "climb", "descend", "swim")
AGAIN = "CDC-RRL-01.3"
CHARMED = "CDC-PW-105"
"""Whose victim spends its dice one by one as its hand begins, before it acts by itself."""
HAIR = 2
"""Units (0.01 mm) that rounding to whole units may cost."""


def gap(a: Figure, b: Figure, x: int | None = None, y: int | None = None) -> float:
    """Distance of two round bases in units, ``a`` where it stands or at a point; far off where one is no disc."""
    if not a.r or not b.r:
        return 1e9
    return hypot((a.x if x is None else x) - b.x, (a.y if y is None else y) - b.y) - a.r - b.r


class Audit:
    """The faults of one journal: ``faults`` holds (number of the line, what is wrong, the event)."""

    def __init__(self, game: Game) -> None:
        state = first_state(RULESET, game.setup or {})
        assert isinstance(state, Battle)
        self.state, self.journal = state, game.journal
        self.faults: list[tuple[int, str, Event]] = []
        self.checked: Counter[str] = Counter()
        self.hand, self.total, self.endless = "", 0, False
        self.passed: set[str] = set()
        self.moved: Counter[str] = Counter()
        self.again: Counter[tuple[str, str]] = Counter()
        self.last: DiceRolled | None = None
        for number, event in enumerate(self.journal):
            self.number = number
            check: Callable[[Event], None] | None = getattr(self, f"_{type(event).__name__}", None)
            if check is not None:
                self.checked[type(event).__name__] += 1
                check(event)
            event.apply(self.state)

    def that(self, truth: object, otherwise: str) -> None:
        if not truth:
            self.faults.append((self.number, otherwise, self.journal[self.number]))

    def commander(self, figure: Figure) -> str:
        """Who orders a fighter now: its company, or whoever has power over it (CDC-PW-083, CDC-PW-087)."""
        effects = (effect for effect in self.state.effects.values() if effect.bearer == figure.id)
        return next((str(seat) for e in effects if (seat := dict(e.keep).get("control"))), figure.company)

    def after(self, lines: int) -> list[Event]:
        return self.journal[self.number + 1 : self.number + 1 + lines]

    # hands and turns

    def _TurnBegan(self, event: TurnBegan) -> None:
        self.passed, self.moved = set(), Counter()
        for figure in self.state.on_table():
            swum = self.state.uses.get(f"swim/{figure.id}")
            tried = swum is not None and swum.scope == self.state.scopes.get("turn", 0)
            self.that(tried or not (figure.wet and figure.in_water), f"{figure.id} should have drowned")

    def _HandBegan(self, event: HandBegan) -> None:
        self.that(event.seat not in self.passed, "a hand after passing")
        self.hand, self.total, self.endless = event.seat, 0, False
        if event.seat not in self.state.had_hand:
            burning = [f.id for f in self.state.of(event.seat) if "Fuoco" in f.conditions]
            following = self.after(200)
            deeds = (i for i, e in enumerate(following) if isinstance(e, TookPart) and CHARMED not in e.rules)
            acts = next(deeds, len(following))
            tested = {e.it for e in following[:acts] if isinstance(e, TestEnded) and "CDC-CND-01.1" in e.rules}
            self.that(set(burning) <= tested, "somebody burns untested")

    def _HandEnded(self, event: HandEnded) -> None:
        self.that(event.total == self.total, f"the count is {self.total}")
        self.that(event.why != "count" or (self.total >= 40 and not self.endless), "passed before 40")
        turns = next((e for e in self.after(400) if isinstance(e, HandBegan | TurnBegan)), None)
        self.that(turns is None or event.last is isinstance(turns, TurnBegan), "the last hand, or not")
        self.hand = ""
        if event.why == "pass":
            self.passed.add(event.seat)

    def _HandGoesOn(self, event: HandGoesOn) -> None:
        self.endless = True
        other = self.state.other(event.seat)
        able = [f.id for f in self.state.of(other) if f.dice and not (f.wet and f.in_water)]
        self.that(other in self.passed or not able, f"{able} could act")

    def _CountRestarted(self, event: CountRestarted) -> None:
        self.endless, self.total = False, 0

    # dice

    def _DiceSpent(self, event: DiceSpent) -> None:
        self.that(self.state.figures[event.it].status == "table", "the dead spend dice")

    def _DiceRolled(self, event: DiceRolled) -> None:
        figure = self.state.figures.get(event.by)
        seat = self.commander(figure) if figure is not None else event.by
        counts = sum(event.faces) if self.hand == seat else 0
        self.that(event.counted == counts, f"counts {counts}")
        self.total += counts
        self.that(all(1 <= face <= event.sides for face in event.faces), "no such face")
        if AGAIN in event.rules:
            self._thrown_again(event)
        self.last = event
        if figure is not None and event.action and event.faces[0] == 1 and "Veleno" in figure.conditions:
            hurt = [e for e in self.after(4) if isinstance(e, Hurt | Unharmed) and e.it == figure.id]
            self.that(hurt, "the poison does nothing")

    def _thrown_again(self, event: DiceRolled) -> None:
        first, rule, who = self.last, event.rules[0], event.wish or event.by
        sides = 6 if rule == "CDC-AB-088" else first.sides if first is not None else 0  # the aura's own die
        self.that(first is not None and (first.by, sides) == (event.by, event.sides), "again, but what?")
        if first is not None:
            self.that(AGAIN not in first.rules, "a third time")
            self.that(first.faces[0] != 1 or not rule.startswith("CDC-RRL"), "a 1 again")
        self.again[rule, who] += 1
        if rule == "CDC-RRL-04":
            self.that(event.action in BY_DEXTERITY and not event.wish, "not for Destrezza")
        if rule == "CDC-RRL-05":
            self.that(event.action == "melee", "not for Combattimento")
            if event.wish:
                near = gap(self.state.figures[event.wish], self.state.figures[event.by])
                self.that(event.wish == event.target and (near <= 1_000 + HAIR or near == 1e9), "not its concern")

    # actions

    def _TookPart(self, event: TookPart) -> None:
        figure, word = self.state.figures[event.it], event.action
        foes = [gap(figure, foe) for foe in self.state.enemies(figure)]
        free = word in ("ability", "power") or any("CDC-AB-" in rule for rule in event.rules)
        self.that(not figure.prone or word == "stand", "A Terra")
        self.that(not (figure.wet and figure.in_water) or word in ("swim", "stand"), "it must swim")
        self.that(free or self.commander(figure) == self.hand, "not its hand")
        self.that(free or self.total < 40 or self.endless, "the hand is over")
        compelled = CHARMED in event.rules
        self.that(free or compelled or len(event.dice) == COST.get(word, len(event.dice)), "the wrong number of dice")
        if not figure.abilities:
            locked = word in ON_FOOT or word == "shot" or (word == "swim" and not figure.in_water)
            self.that(not locked or all(foe > 1_000 for foe in foes), "engaged")
        if word in ("move", "cover"):
            self.moved[event.it] += 1
            self.that("Gelo" not in figure.conditions or self.moved[event.it] == 1, "frozen")
        if word == "shot" and not figure.abilities:
            target = self.state.figures[event.target]
            friends = [f for f in self.state.allies(figure) if f is not target]
            self.that(all(gap(friend, target) > 3_000 for friend in friends), "a friend beside the target")

    def _Moved(self, event: Moved) -> None:
        figure, ground = self.state.figures[event.it], self.state.ground
        self.that((event.from_x, event.from_y) == (figure.x, figure.y), "it stood elsewhere")
        inside = figure.r <= event.x <= ground.width - figure.r and figure.r <= event.y <= ground.depth - figure.r
        self.that(inside, "off the table")
        falls = isinstance(next(iter(self.after(1)), None), Fell)
        length = hypot(event.x - event.from_x, event.y - event.from_y)
        if falls or not length:
            return
        others = [f for f in self.state.on_table() if f.id != event.it]
        self.that(all(gap(figure, f, event.x, event.y) > -HAIR for f in others), "on top of somebody")
        if event.how in ON_FOOT and not figure.abilities and "CDC-TAB-14.3" not in event.rules:
            assert self.last is not None
            if not figure.items:
                self.that(length <= ON_FOOT[event.how] * self.last.faces[0] * 1_000 + HAIR, "too far")
            enemies = self.state.enemies(figure)
            foes = [gap(figure, foe, event.x, event.y) for foe in enemies]
            touches = any(foe <= HAIR for foe in foes) or not all(foe.r for foe in enemies)  # it may touch one no disc
            self.that(touches or all(foe > 2_000 - HAIR for foe in foes), "beside an enemy")

    def _Placed(self, event: Placed) -> None:
        figure = self.state.figures[event.it]
        x, y = self.state.access[self.state.seats.index(figure.company)]
        self.that(hypot(event.x - x, event.y - y) - figure.r <= 20_000 + HAIR, "too far from the access point")
        foes = [gap(figure, foe, event.x, event.y) for foe in self.state.enemies(figure)]
        self.that(all(foe > 2_000 - HAIR for foe in foes), "placed beside an enemy")

    # blows and harm

    def _HitLanded(self, event: HitLanded) -> None:
        if event.need is None:
            return
        edge = event.edge.value if event.edge is not None else 0
        plain = event.face != 1 and (event.face == event.sides or event.face + edge >= event.need.value)
        self.that(plain or event.automatic or event.critical, "it should have missed")
        actor = self.state.figures[event.actor]
        if not actor.upgrades and not actor.abilities:
            self.that(not event.critical or event.face == event.sides, "not critical")

    def _Missed(self, event: Missed) -> None:
        if event.action not in ("melee", "shot") or event.need is None:
            return
        edge = event.edge.value if event.edge is not None else 0
        hits = event.face == event.sides or (event.face != 1 and event.face + edge >= event.need.value)
        self.that(not hits, "it should have hit")
        lies = self.state.figures[event.target].prone
        self.that(not (lies and event.action == "melee"), "who lies is always hit")

    def _Hurt(self, event: Hurt) -> None:
        figure = self.state.figures[event.it]
        self.that(figure.status == "table", "hurt off the table")
        self.that(event.left is None or event.left == max(0, figure.life - event.amount), "another Resistenza is left")
        if event.parts is not None:
            added = event.parts.base + sum(line.amount for line in event.parts.lines)
            self.that(added == event.amount, "the parts do not add up")
        if event.amount >= figure.life:
            self.that(any(isinstance(e, Died) and e.it == event.it for e in self.after(40)), "it should have died")

    def _Fell(self, event: Fell) -> None:
        if event.where != "drop" or self.state.figures[event.it].profile == "simulacro":
            return  # an image is no fighter (CDC-PW-102)
        told = (ConditionGained, ConditionWarded, Died)
        self.that(any(isinstance(e, told) and e.it == event.it for e in self.after(12)), "neither A Terra nor dead")
        figure = self.state.figures[event.it]
        if figure.abilities or figure.items:
            return
        share = 4 if "CDC-ACT-15.3" in event.rules else 2
        less = 1 if event.rules[0] in ("CDC-ACT-14.6", "CDC-ACT-20.9") else 0
        points = max(0, 2 * event.height // (figure.height * (3 if figure.crouched else 2) * share // 2) - less)
        hurt = next(iter(self.after(1)))
        self.that((hurt.amount if isinstance(hurt, Hurt) else 0) == points, f"a fall of {points}")

    def _TestDeclined(self, event: TestDeclined) -> None:
        dice = self.state.figures[event.it].dice
        self.that(event.why != "no_dice" or not dice, "it had dice")

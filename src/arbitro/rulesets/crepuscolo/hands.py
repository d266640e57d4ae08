"""The form of a hand's next action, and of what may be done in the other player's hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from random import Random
from typing import TypeVar

from arbitro.engine.forms import Branch, Option, Tree
from arbitro.engine.game import Game
from arbitro.engine.values import Seat, Value
from arbitro.geometry.shapes import extent
from arbitro.rulesets.crepuscolo import cover
from arbitro.rulesets.crepuscolo.abilities import (
    ability_keys,
    affordable_abilities,
    boon_keys,
    has_boon,
    has_free_ability,
    has_target,
    marker_of,
    open_targets,
    usable,
    uses_of,
)
from arbitro.rulesets.crepuscolo.actions import (
    ACTIVE,
    CURE,
    DISPLACEMENTS,
    IN_HAND,
    KINDS,
    STAND,
    TAKE,
    THROW_DOWN,
    available,
    bound,
    dice_for,
    has_use,
    levels_of,
    payable,
    possible,
    refusal,
    shot_cost,
)
from arbitro.rulesets.crepuscolo.advance import ADVANCE, can_advance, sample_advance
from arbitro.rulesets.crepuscolo.attacks import engaged, ranged_weapons, shot_refusal, weapon_refusal
from arbitro.rulesets.crepuscolo.conditions import CURES
from arbitro.rulesets.crepuscolo.dice import Die, any_obliged, companions, dice_at_hand, granted, obliged
from arbitro.rulesets.crepuscolo.ground import AT_EDGE, AT_OBSTACLE, COVERING, CREVICE, WATER, Ground, within
from arbitro.rulesets.crepuscolo.heights import CLIMB, DESCEND, VAULT
from arbitro.rulesets.crepuscolo.movement import CAREFUL, COVER, JUMP, MOVE, SWIM
from arbitro.rulesets.crepuscolo.powers import affordable_powers
from arbitro.rulesets.crepuscolo.queries import MELEE_REACH, REACH, battle_of, commanded
from arbitro.rulesets.crepuscolo.state import TABLE, Figure
from arbitro.rulesets.crepuscolo.subjects import ABILITY, BOON, FLAME, MELEE, POWER, SHOT

T = TypeVar("T")
PASS: tuple[Value, ...] = ("pass",)
PASS_CHANCE = 0.02
FREE_WORDS = (CURE, ABILITY, BOON)
"""What may be done outside one's own hand (CDC-ACT-11.2, CDC-CND-08.5)."""


AFFORDABLE = {ABILITY: affordable_abilities, POWER: affordable_powers}
"""What tells of each kind of use whether a figure has what it costs."""


def _drawn(rng: Random, items: Sequence[T]) -> Iterator[T]:
    """The items in a random order, drawn one by one."""
    left = list(items)
    while left:
        yield left.pop(int(rng.random() * len(left)))


def _paid(rng: Random, dice: tuple[Die, ...], cost: int) -> tuple[Value, ...] | None:
    """A random way to pay so many dice: the one that is rolled, and those spent with it."""
    if not dice:
        return None
    rolled = _one_of(rng, tuple(dict.fromkeys(dice)))
    if cost == 1:
        return (rolled,)
    rest = companions(dice, rolled, cost)
    return (rolled, _one_of(rng, rest)) if rest else None


def _one_of(rng: Random, items: Sequence[T]) -> T:
    return items[int(rng.random() * len(items))]


def _turned(items: Sequence[T], draw: float) -> Sequence[T]:
    """The items from a random one on, and round to it."""
    start = int(draw * len(items))
    return (*items[start:], *items[:start])


SCENERY_WORDS = frozenset((COVER, SWIM, CLIMB, DESCEND, VAULT, THROW_DOWN))
"""Actions that need scenery at hand."""
NEAREST = max(AT_EDGE, AT_OBSTACLE)  # the farthest that any of them reaches for it
REMEMBERED = 4096


def out_of_reach(table: Ground, figure: Figure) -> frozenset[str]:
    """Actions of `SCENERY_WORDS` for which nothing stands near enough; remembered for each place on a table."""
    known = table.memory
    place = (figure.x, figure.y, figure.z, figure.r, figure.w, figure.d)
    found = known.get(place)
    if found is None:
        if len(known) > REMEMBERED:
            known.clear()
        found = known[place] = _one_and_the_same(SCENERY_WORDS - _within_reach(table, figure))
    return found


@cache
def _one_and_the_same(words: frozenset[str]) -> frozenset[str]:
    return words


def _within_reach(table: Ground, figure: Figure) -> set[str]:
    words: set[str] = set()
    reach = NEAREST + (figure.r or extent(figure))
    for x0, y0, x1, y1, piece in table.all_rows:
        if not (x0 - reach <= figure.x <= x1 + reach and y0 - reach <= figure.y <= y1 + reach):
            continue
        words |= {COVER} if COVERING in piece.kinds else set()
        words |= {SWIM} if WATER in piece.kinds else set()
        words |= {THROW_DOWN} if CREVICE in piece.kinds else set()
        words |= {CLIMB, DESCEND, VAULT, THROW_DOWN} if piece.solid or piece.hill or piece.ledges else set()
    return words | ({DESCEND, THROW_DOWN} if figure.z else set())


def without_means(game: Game, figure: Figure) -> frozenset[str]:
    """Actions for which a figure has no weapon or ability; remembered as long as what figures bear."""
    index = game.indexes()[0]
    found = index.memo.get(figure.id)
    if found is None:
        words = {STAND}
        words |= set() if figure.ranged else {SHOT, FLAME}
        words |= set() if can_advance(figure) else {ADVANCE}
        words |= {word for word in (ABILITY, POWER, BOON) if not uses_of(game, figure, word)}
        found = index.memo[figure.id] = frozenset(words)
    return found


def possible_words(game: Game, figure: Figure, words: tuple[str, ...]) -> list[str]:
    """The actions worth asking about for a figure: those it has the means for. Never leaves a legal one out."""
    state = battle_of(game)
    if not figure.dice and not state.effects:
        return [w for w in words if w in (ABILITY, BOON) and w not in without_means(game, figure)]
    if figure.prone:
        return [word for word in words if word in PRONE_WORDS and (word != CURE or len(figure.conditions) > 1)]
    if figure.image:
        words = tuple(word for word in words if word in DISPLACEMENTS)
    far = out_of_reach(state.ground, figure)
    if cover.by_rule(game):
        far -= {COVER}
    held_up = NOTHING
    if engaged(game, figure):
        if not any(index.enables for index in game.indexes()):
            held_up = ON_FOOT
    elif not reaches_beyond(game, figure):
        held_up = STRIKES
    left_out = _left_out(without_means(game, figure), far, held_up, bool(figure.conditions), bool(state.tokens))
    return [word for word in words if word not in left_out]


@lru_cache(maxsize=REMEMBERED)
def _left_out(
    means: frozenset[str], far: frozenset[str], held_up: frozenset[str], conditions: bool, tokens: bool
) -> frozenset[str]:
    """All that is not worth asking about, from the reasons for it."""
    cures, takes = NOTHING if conditions else {CURE}, NOTHING if tokens else {TAKE}
    return means.union(far, held_up, cures, takes)


NOTHING: frozenset[str] = frozenset()
STRIKES = frozenset((MELEE,))
ON_FOOT = frozenset((MOVE, COVER, CAREFUL, JUMP, SHOT, ADVANCE))
"""What a figure within 1 cm of an enemy cannot do unless a rule lets it."""


def reaches_beyond(game: Game, figure: Figure) -> bool:
    """True unless a figure that is not engaged can reach nobody: with a reach of 1 cm and no ally near."""
    if game.state.effects or game.modified(REACH.name):
        return True
    record = game.ruleset.records.get(figure.weapon)
    if record is None or record.data["reach"] > MELEE_REACH:
        return True
    for other in battle_of(game).figures.values():
        if other.company != figure.company or other.status != TABLE or other is figure or other.image:
            continue
        if within(figure, other, MELEE_REACH):
            return True
    return False


PRONE_WORDS = (STAND, CURE, BOON)


class HandForm:
    """Grows the tree of a seat's next action, remembering what it has already worked out."""

    def __init__(
        self, game: Game, seat: Seat, words: tuple[str, ...], *, may_pass: bool, only: Figure | None = None
    ) -> None:
        self.game, self.seat, self.words, self.may_pass, self.only = game, seat, words, may_pass, only
        self._known: dict[tuple[Value, ...], Branch | None] = {}
        self._free = words is FREE_WORDS

    def grow(self, path: tuple[Value, ...]) -> Branch | None:
        """The next choices after a path."""
        if path not in self._known:
            self._known[path] = self._grow(path)
        return self._known[path]

    def _grow(self, path: tuple[Value, ...]) -> Branch | None:
        if not path:
            figures = [Option(f.id) for f in self._figures() if self._words(f)]
            passing = [Option("pass", {}, ("CDC-TRN-05.1",))] if self.may_pass else []
            return Branch("actor", (*passing, *figures))
        if path[0] == "pass":
            return None
        figure = battle_of(self.game).figures[path[0]]
        if len(path) == 1:
            return Branch("action", tuple(Option(w, {}, (KINDS[w].clause,)) for w in self._words(figure)))
        word, params = path[1], path[2:]
        kind = KINDS[word]
        levels = levels_of(self.game, figure, word, params)
        if len(params) < len(levels):
            keys = self._keys(figure, word, params)
            return Branch(levels[len(params)], tuple(Option(key) for key in keys))
        return self._dice(
            figure, word, params[: len(levels)], params[len(levels) :], kind.cost(self.game, figure, params)
        )

    def _figures(self) -> Sequence[Figure]:
        return commanded(self.game, self.seat) if self.only is None else (self.only,)

    def _words(self, figure: Figure) -> list[str]:
        found = []
        for word in possible_words(self.game, figure, self.words):
            if not available(self.game, figure, word):
                continue
            if word == ABILITY and self._free and not self._keys(figure, ABILITY, ()):
                continue
            found.append(word)
        return found

    def _keys(self, figure: Figure, word: str, params: tuple[Value, ...]) -> list[Value]:
        keys = list(KINDS[word].keys(self.game, figure, params))
        if bound(self.game, figure, word):
            keys = [key for key in keys if payable(self.game, figure, word, (*params, key))]
        if word == ABILITY and not params and self._free:
            return [key for key in keys if marker_of(self.game, figure, key).free]
        return keys

    def _dice(
        self, figure: Figure, word: str, params: tuple[Value, ...], chosen: tuple[Value, ...], cost: int
    ) -> Branch | None:
        keys = self._die_keys(figure, word, params, chosen, cost)
        return None if keys is None else Branch("others" if chosen else "die", tuple(map(Option, keys)))

    def _die_keys(
        self, figure: Figure, word: str, params: tuple[Value, ...], chosen: tuple[Value, ...], cost: int
    ) -> Sequence[Value] | None:
        """The dice to choose from, then those to spend with the one chosen; None once all are named."""
        if len(chosen) >= min(cost, 2):
            return None
        dice = dice_for(self.game, figure, word, params)
        return tuple(dict.fromkeys(dice)) if not chosen else companions(dice, chosen[0], cost)

    def sample(self, rng: Random) -> tuple[Value, ...]:
        """A random legal path, without working out all others."""
        draw = rng.random
        if self.may_pass and draw() < PASS_CHANCE:
            return PASS
        for figure in _turned(self._figures(), draw()):
            words = possible_words(self.game, figure, self.words)
            for word in _turned(words, draw()):
                path = self._try(rng, figure, word)
                if path is not None:
                    return path
        return PASS if self.may_pass else self._any(rng)

    def _any(self, rng: Random) -> tuple[Value, ...]:
        path: tuple[Value, ...] = ()
        while (branch := self.grow(path)) is not None:
            path = (*path, rng.choice(branch.options).key)
        return path

    def _try(self, rng: Random, figure: Figure, word: str) -> tuple[Value, ...] | None:
        tied = bound(self.game, figure, word)
        if word == ADVANCE and not tied:
            if refusal(self.game, figure, word) is not None or not dice_at_hand(self.game, figure.id, word):
                return None
            aim = sample_advance(rng, self.game, figure, refusal)
            if aim is None:
                return None
            params: tuple[Value, ...] = aim
        elif word in AFFORDABLE and not tied:
            found = self._try_use(rng, figure, word)
            if found is None:
                return None
            params = found
        elif not tied and not KINDS[word].levels:
            return self._try_plain(rng, figure, word)
        elif word != SHOT or tied:
            if not possible(self.game, figure, word, tied):
                return None
            params = ()
            for _ in levels_of(self.game, figure, word, ()):
                keys = self._keys(figure, word, params)
                if not keys:
                    if not params:
                        return None
                    break
                params = (*params, _one_of(rng, keys))
        else:
            found = self._try_shot(rng, figure)
            if found is None:
                return None
            params = found
        cost = KINDS[word].cost(self.game, figure, params)
        paid = _paid(rng, dice_for(self.game, figure, word, params), cost) if cost else ()
        return None if paid is None else (figure.id, word, *params, *paid)

    def _try_plain(self, rng: Random, figure: Figure, word: str) -> tuple[Value, ...] | None:
        """An action without choices but the dice."""
        game, kind = self.game, KINDS[word]
        dice, cost = dice_at_hand(game, figure.id, word), kind.cost(game, figure, ())
        if len(dice) < cost or refusal(game, figure, word) is not None or not kind.ready(game, figure):
            return None
        paid = _paid(rng, dice, cost)
        return None if paid is None else (figure.id, word, *paid)

    def _try_use(self, rng: Random, figure: Figure, word: str) -> tuple[Value, ...] | None:
        """A random ability or power and a random target of it: the others are not worked out."""
        game = self.game
        if refusal(game, figure, word) is not None:
            return None
        pays = AFFORDABLE[word](game, figure)
        for held in _drawn(rng, uses_of(game, figure, word)):
            if not pays(held.rule) or not usable(game, figure, held, word):
                continue
            if word == ABILITY and self._free and not marker_of(game, figure, held.rule).free:
                continue
            if not has_target(game, figure, held.rule):
                return (held.rule,)
            return (held.rule, _one_of(rng, open_targets(game, held, word)))
        return None

    def _try_shot(self, rng: Random, figure: Figure) -> tuple[Value, ...] | None:
        """A random weapon and the first legal target in a random order: sight is asked for few of them."""
        weapons = list(ranged_weapons(self.game, figure))
        if not weapons or refusal(self.game, figure, SHOT) is not None:
            return None
        weapon = _one_of(rng, weapons)
        dice = dice_at_hand(self.game, figure.id, SHOT)
        if len(dice) < shot_cost(self.game, weapon) or weapon_refusal(self.game, figure.id, weapon) is not None:
            return None
        for target in _drawn(rng, battle_of(self.game).on_table()):
            if shot_refusal(self.game, figure.id, target.id, weapon) is None:
                return (weapon, target.id)
        return None


def hand_form(game: Game, seat: Seat) -> Tree:
    """What the player with the hand may do next: an action of any figure, or pass (the default)."""
    free = not must_go_on(game, seat)
    form = HandForm(game, seat, IN_HAND, may_pass=free)
    return Tree(form.grow, default=PASS if free else None, sampler=form.sample)


def order_form(game: Game, seat: Seat, figure: Figure) -> Tree | None:
    """Any one action of a figure that a seat may order now, or None where it has none (CDC-PW-083)."""
    form = HandForm(game, seat, ACTIVE, may_pass=False, only=figure)
    first = form.grow(())
    return Tree(form.grow, sampler=form.sample) if first is not None and first.options else None


def must_go_on(game: Game, seat: Seat) -> bool:
    """True while a figure is obliged to something: a forced swim (CDC-ACT-22.6) or a die that must be used."""
    figures = commanded(game, seat)
    for figure in figures:
        if figure.wet and figure.in_water and available(game, figure, SWIM):
            return True
    if not game.state.effects or not any_obliged(game):
        return False
    return any(has_use(game, figure, die) for figure in figures for die in obliged(game, figure.id))


def free_form(game: Game, seat: Seat) -> Tree | None:
    """What a seat may do in the other's hand, or None: tests against conditions, free abilities."""
    if not any(_may_speak_up(game, figure) for figure in commanded(game, seat)):
        return None
    form = HandForm(game, seat, FREE_WORDS, may_pass=False)
    return Tree(form.grow, sampler=form.sample)


def _may_speak_up(game: Game, figure: Figure) -> bool:
    """True if a figure has something it may do in the other's hand."""
    if figure.conditions and any(c in CURES for c in figure.conditions) and available(game, figure, CURE):
        return True
    if BOON not in without_means(game, figure) and has_boon(game, figure) and boon_keys(game, figure):
        return True
    if figure.prone or (ABILITY in without_means(game, figure) and not game.state.effects):
        return False
    if not has_free_ability(game, figure) or not available(game, figure, ABILITY):
        return False
    free = [key for key in ability_keys(game, figure) if marker_of(game, figure, key).free]
    if game.state.effects and granted(game, figure.id):
        return any(payable(game, figure, ABILITY, (key,)) for key in free)
    return bool(free)

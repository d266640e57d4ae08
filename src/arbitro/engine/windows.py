"""Timing windows: what happens by itself, what may be used, and who is asked in which order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from arbitro.engine.asks import Flow, ask
from arbitro.engine.effects import end_effect, outlives, part_of, pass_moment, scope_of
from arbitro.engine.events import TooDeep
from arbitro.engine.expr import Scope, seat_of
from arbitro.engine.forms import Branch, Option, Order, Tree
from arbitro.engine.index import Door, Held, Shelf
from arbitro.engine.parts import run_part, run_parts
from arbitro.engine.records import Part, UseSpec
from arbitro.engine.values import Seat, Value
from arbitro.engine.vocabulary import Subject, Window

if TYPE_CHECKING:
    from arbitro.engine.game import Game

DEEPEST = 64
PASS = ("pass",)


class Offer(Struct):
    """A use that its bearer's seat may make now."""

    held: Held
    use: UseSpec
    scope: Scope
    pay: Sequence[Option]
    targets: Sequence[Value] | None
    others: Callable[[Value], Sequence[Option]]


class Due(Struct):
    """A part that happens by itself at a window; ``sort``: rank of the seat, bearer, rule.

    ``delayed``: a ``later`` whose moment has come, so that its body runs.
    """

    sort: tuple[int, str, str]
    part: Part
    scope: Scope
    delayed: bool = False

    @property
    def key(self) -> tuple[str, str]:
        """Rule and bearer, by which it is named in a question of order."""
        return self.sort[2], self.sort[1]

    def happens(self, game: Game) -> bool:
        """Whether its condition holds as things stand."""
        return self.delayed or self.part.when is None or bool(self.part.when(game, self.scope))


def open_window(game: Game, door: Door, subject: Any) -> Iterable[Any]:
    """Open a window on a subject: ends and delayed parts, automatic parts, then offers.

    Nothing is opened, and no flow made, where nothing can happen and nobody has anything to offer.
    """
    window = door.window
    roles = dict(zip(window.roles, window.read(subject), strict=True))
    if window.noun:
        roles[window.noun] = subject
    else:
        roles["_subject"] = Subject()  # where limits per subject are counted
    offers = None
    if window.public and not door.triggers and not door.waits:
        offers = _gather(game, roles, door.uses, set())
        if not offers:
            return ()
    return _opened(game, door, roles, offers)


def _opened(game: Game, door: Door, roles: Scope, offers: dict[Seat, list[Offer]] | None) -> Flow[None]:
    window = door.window
    if game.depth >= DEEPEST:
        game.do(TooDeep(at=window.name))
        return
    game.depth += 1
    if offers is None:
        yield from _automatic(game, window, roles, door.triggers)
    if door.uses or not window.public:
        yield from _offers(game, window, roles, door.uses, offers)
    game.depth -= 1


def _automatic(game: Game, window: Window, roles: Scope, shelves: tuple[Shelf, ...]) -> Flow[None]:
    first = roles[window.roles[0]] if window.roles else None
    work: list[Due] = []
    order = game.ruleset.seat_order(game.state)
    waiting = pass_moment(game, window.name, first, window=True) if game.waits_for(window.name) else ()
    for effect in waiting:
        part = part_of(game, effect)
        if part.verb == "later":
            scope = {**roles, **scope_of(effect)}
            work.append(Due((_rank(order, effect.seat), effect.bearer, effect.rule), part, scope, delayed=True))
        end_effect(game, effect, "done" if part.verb == "later" else "end")
    triggers = [(held, {**roles, **held.own}) for shelf in shelves for held in shelf.found(roles)]
    if not work and not any(held.thing.acts(game, scope) for held, scope in triggers):
        return  # none of them changes anything, so none will once the others have had their turn
    for held, scope in triggers:
        away = not window.absent and game.ruleset.gone(game.state, held.bearer)
        if away and held.bearer not in roles.values() and not outlives(game, held):
            continue
        work.append(Due((_rank(order, seat_of(game, scope)), held.bearer, held.rule), held.thing, scope))
    if len(work) > 1:
        work.sort(key=lambda due: due.sort)
    if sum([due.part.ordered for due in work]) > 1:
        yield from _put_in_order(game, window, roles, work)
    for due in work:
        part, scope = due.part, due.scope
        if due.delayed:
            yield from run_parts(game, part.body, scope)
        else:
            yield from run_part(game, part, scope)


def _put_in_order(game: Game, window: Window, roles: Scope, work: list[Due]) -> Flow[None]:
    """Ask in which order those parts happen whose order matters; the others keep their places.

    Parts of one rule on one bearer stay together. Nobody is asked where fewer than two would happen.
    """
    places = [i for i, due in enumerate(work) if due.part.ordered and due.happens(game)]
    groups: dict[tuple[str, str], list[Due]] = {}
    for i in places:
        groups.setdefault(work[i].key, []).append(work[i])
    if len(groups) < 2:
        return
    about = {"window": window.name, **{role: roles[role] for role in window.roles}}
    chosen = yield from ask("order", game.ruleset.orders(game.state, window.name), Order(tuple(groups)), about)
    for i, due in zip(places, [due for key in chosen for due in groups[key]], strict=True):
        work[i] = due


def _rank(order: tuple[Seat, ...], seat: Seat) -> int:
    return order.index(seat) if seat in order else len(order)


def _offers(
    game: Game, window: Window, roles: Scope, shelves: tuple[Shelf, ...], offers: dict[Seat, list[Offer]] | None
) -> Flow[None]:
    """Ask each seat in order; after a use everybody is asked again, after a pass only the others.

    ``offers`` are those that stand at the opening, where they are known already.
    """
    used: set[tuple[str, str, str]] = set()
    passed: set[Seat] = set()
    subject = roles.get(window.noun)
    while not _closed(subject):
        if offers is None:
            offers = _gather(game, roles, shelves, used)
        if not window.public:
            offers |= {
                s: []
                for s in _asked(game, window, roles)
                if s not in offers and game.ruleset.bluffs(game.state, window.name, s)
            }
        seat = next((s for s in _asked(game, window, roles) if s not in passed and s in offers), None)
        if seat is None:
            return
        told = {name: getattr(subject, name) for name in getattr(subject, "facts", ())}
        about = {"window": window.name, **{role: roles[role] for role in window.roles}, **told}
        path = yield from ask("respond", seat, offer_form(offers[seat]), about)
        if path == PASS:
            passed.add(seat)
            continue
        passed.clear()
        offer, rest = _chosen(offers[seat], path)
        used.add((offer.held.rule, offer.use.place, offer.held.bearer))
        yield from carry_out_use(game, offer, rest)
        offers = None


def _asked(game: Game, window: Window, roles: Scope) -> tuple[Seat, ...]:
    """The seats in the order in which they are asked at a window."""
    order = game.ruleset.seat_order(game.state)
    if not window.first:
        return order
    owner = game.controller(roles[window.first])
    return (owner, *(seat for seat in order if seat != owner))


def _closed(subject: Any) -> bool:
    return subject is not None and bool(getattr(subject, "closed", False))


def _gather(
    game: Game, roles: Scope, shelves: tuple[Shelf, ...], used: set[tuple[str, str, str]]
) -> dict[Seat, list[Offer]]:
    offers: dict[Seat, list[Offer]] = {}
    cannot_use = game.ruleset.cannot_use
    for shelf in shelves:
        for held in shelf.found(roles):
            if cannot_use(game, held, roles):
                continue
            use: UseSpec = held.thing
            if used and use.limit is None and (held.rule, use.place, held.bearer) in used:
                continue
            offer = offer_of(game, held, roles)
            if offer is not None:
                offers.setdefault(seat_of(game, offer.scope), []).append(offer)
    for many in offers.values():
        if len(many) > 1:
            many.sort(key=lambda o: o.held.sort)
    return offers


def offer_of(game: Game, held: Held, roles: Scope) -> Offer | None:
    """The offer of a use not out of the question, or None where condition, limit, cost, target or worth forbid it."""
    use: UseSpec = held.thing
    scope = {**roles, **held.own}
    if use.when is not None and not use.when(game, scope):
        return None
    if not _worth(game, use, scope):
        return None
    if use.limit is not None and not game.may_use(held.rule, use.limit, scope):
        return None
    if game.ruleset.use_refusal(game, held, scope) is not None:
        return None
    pay = game.ruleset.use_options(game, held)
    targets = targets_of(game, use, scope)
    if targets is not None and not targets and use.target is not None and use.target.needed:
        return None
    return Offer(held, use, scope, pay, targets, lambda die: game.ruleset.use_others(game, held, die))


def _worth(game: Game, use: UseSpec, scope: Scope) -> bool:
    if use.worth is not None:
        return bool(use.worth(game, scope))
    judged = False
    for part in use.parts:
        if part.worth is not None:
            if part.worth(game, scope):
                return True
            judged = True
    return not judged


def targets_of(game: Game, use: UseSpec, scope: Scope) -> Sequence[Value] | None:
    """The members a use may target, or None where it asks for none."""
    target = use.target
    if target is None or target.members is None:
        return None
    got = []
    for member in target.members(game, scope):
        if target.when is None or target.when(game, {**scope, "it": member}):
            got.append(member)
    return got


def offer_form(offers: list[Offer]) -> Tree:
    """Pass, or a rule, its bearer, which of its uses if there are several, the die it costs, its target."""

    def grow(path: tuple[Value, ...]) -> Branch | None:
        if not path:
            rules = tuple(Option(rule, {}, (rule,)) for rule in dict.fromkeys(o.held.rule for o in offers))
            return Branch("use", (Option("pass"), *rules))
        if path == PASS:
            return None
        if len(path) == 1:
            bearers = dict.fromkeys(o.held.bearer for o in offers if o.held.rule == path[0])
            return Branch("actor", tuple(Option(bearer) for bearer in bearers))
        same = _same(offers, path)
        if len(same) > 1 and len(path) == 2:
            return Branch("choice", tuple(Option(place) for place in same))
        offer, rest = _chosen(offers, path)
        return use_branch(offer, rest)

    return Tree(grow, default=PASS)


def _same(offers: list[Offer], path: tuple[Value, ...]) -> dict[str, Offer]:
    """The offers of one rule and bearer, by the place of the use in its record; mostly there is one."""
    return {o.use.place: o for o in offers if (o.held.rule, o.held.bearer) == path[:2]}


def _chosen(offers: list[Offer], path: tuple[Value, ...]) -> tuple[Offer, tuple[Value, ...]]:
    """The offer that a path names, and what of the path is left for it."""
    same = _same(offers, path)
    if len(same) > 1:
        return same[path[2]], path[3:]
    return next(iter(same.values())), path[2:]


def use_branch(offer: Offer, path: tuple[Value, ...]) -> Branch | None:
    """The levels after the rule and its bearer: the die to pay with, the others spent with it, then the target."""
    levels: list[Branch] = []
    if offer.pay:
        levels.append(Branch("die", tuple(offer.pay)))
        others = tuple(offer.others(path[0])) if path else ()
        if others:
            levels.append(Branch("others", others))
    if offer.use.target is not None and offer.use.target.kind == "one":
        levels.append(Branch("target", tuple(Option(member) for member in offer.targets or ())))
    return levels[len(path)] if len(path) < len(levels) else None


def carry_out_use(game: Game, offer: Offer, path: tuple[Value, ...]) -> Flow[None]:
    """Count the use, pay for it, and carry its parts out completely."""
    use, scope = offer.use, dict(offer.scope)
    scope.setdefault("seat", seat_of(game, scope))
    if use.limit is not None:
        game.count_use(offer.held.rule, use.limit, scope)
    rest = list(path)
    paid: tuple[Value, ...] = (rest.pop(0),) if offer.pay else ()
    if paid and offer.others(paid[0]):
        paid = (*paid, *rest.pop(0))
    if use.target is not None:
        if use.target.kind == "one":
            scope[use.target.name] = rest.pop(0)
        elif use.target.members is not None:
            scope[use.target.name] = tuple(offer.targets or ())
    works = yield from game.ruleset.use(game, offer.held, scope, paid)
    if works:
        yield from run_parts(game, use.parts, scope)


__all__ = [
    "DEEPEST",
    "PASS",
    "Offer",
    "Subject",
    "carry_out_use",
    "offer_form",
    "offer_of",
    "open_window",
    "use_branch",
]

"""Effects: how they begin, come nearer to their end, and end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arbitro.engine.events import EffectBegan, EffectEnded, EffectNearer
from arbitro.engine.expr import Scope, seat_of
from arbitro.engine.records import EndSpec, Part
from arbitro.engine.state import Effect, End
from arbitro.engine.values import Id, Value

if TYPE_CHECKING:
    from arbitro.engine.game import Game
    from arbitro.engine.index import Held


def begin_effect(game: Game, part: Part, scope: Scope, bearer: Id, extra: tuple[tuple[str, Value], ...] = ()) -> None:
    """Put what ``part`` says into force on ``bearer``, with what it keeps and when it ends."""
    if bearer is None:
        return
    if part.renews:
        mine = (part.rule, part.place, bearer)
        for old in [e for e in game.state.effects.values() if (e.rule, e.part, e.bearer) == mine]:
            end_effect(game, old, "renewed")
    handed = tuple(scope.get("_kept", ()))
    kept = tuple((name, value(game, scope)) for name, value in part.keep.items())
    stamp = max((e.stamp for e in game.state.effects.values()), default=0) + 1
    effect = Effect(
        id=game.new_id("eff"),
        rule=part.rule,
        part=part.place,
        bearer=bearer,
        seat=seat_of(game, scope),
        keep=(*(pair for pair in handed if pair[0] not in dict(kept)), *kept, *extra),
        ends=tuple(_end(game, spec, scope) for spec in part.ends),
        stamp=stamp,
    )
    game.do(EffectBegan(effect=effect, rules=(part.rule,)))


def _end(game: Game, spec: EndSpec, scope: Scope) -> End:
    of = spec.who(game, scope) if spec.who else None
    if spec.word == "while":
        return End(cond=True)
    if spec.word == "after":
        return End(hours=game.state.clock + spec.number)
    if spec.word in ("until", "moment"):
        left = max(1, int(spec.times(game, scope))) if spec.times is not None else spec.number
        return End(at=spec.at, of=of, left=left, window=True)
    running = game.ruleset.running(game.state, spec.at)
    inside = running is not None and (of is None or running == of)
    return End(at=spec.at, of=of, left=2 if spec.word == "next" and inside else 1)


def part_of(game: Game, effect: Effect) -> Part:
    """The compiled part that an effect stands for."""
    return game.ruleset.records[effect.rule].places[effect.part]


def scope_of(effect: Effect) -> Scope:
    """What an effect's own lines see: ``me``, ``seat``, ``rule`` and what it kept."""
    scope: dict[str, Any] = dict(effect.keep)
    scope.update(me=effect.bearer, seat=effect.seat, rule=effect.rule, _kept=effect.keep, _effect=effect.id)
    return scope


def outlives(game: Game, held: Held) -> bool:
    """Whether a held line belongs to an effect that stays in force when its bearer is gone."""
    effect = game.state.effects.get(held.own.get("_effect", ""))
    return effect is not None and part_of(game, effect).survives


def end_effect(game: Game, effect: Effect, why: str) -> None:
    """Take an effect out of force."""
    if effect.id in game.state.effects:
        game.do(EffectEnded(effect=effect.id, rule=effect.rule, bearer=effect.bearer, why=why, part=effect.part,
                            rules=(effect.rule,)))  # fmt: skip


def pass_moment(game: Game, at: str, of: Value, *, window: bool) -> list[Effect]:
    """Count a scope's closing or a window's opening for all effects; the ones now due are returned, not ended."""
    due = []
    for effect in sorted(game.state.effects.values(), key=lambda e: e.stamp):
        for number, end in enumerate(effect.ends):
            if end.at != at or end.window != window or (end.of is not None and end.of != of):
                continue
            if end.left <= 1:
                due.append(effect)
            else:
                nearer = End(end.at, end.of, end.left - 1, end.hours, end.cond, end.window)
                game.do(
                    EffectNearer(
                        effect=effect.id,
                        ends=(*effect.ends[:number], nearer, *effect.ends[number + 1 :]),
                        rules=(effect.rule,),
                    )
                )
            break
    return due


def drop_lapsed(game: Game) -> bool:
    """End effects whose ``while`` is false, whose hour has come, or whose bearer is gone for good. True if any was."""
    every, restless = _watched(game)
    # since nobody has gone, nor has an effect begun
    all_here = game.near.get(_WATCHED) is every and game.forces.get(_WATCHED) is every
    lapsed = []
    for one in restless if all_here else every:
        effect, survives, timed, lasting = one
        if not (survives or all_here) and game.ruleset.gone_for_good(game.state, effect.bearer):
            lapsed.append((effect, "gone"))
        elif timed and any(end.hours and end.hours <= game.state.clock for end in effect.ends):
            lapsed.append((effect, "end"))
        elif lasting and any(not _holds(game, spec, effect) for spec in lasting):
            lapsed.append((effect, "while"))
    if not lapsed:
        game.near[_WATCHED] = game.forces[_WATCHED] = every
    for effect, why in lapsed:
        end_effect(game, effect, why)
    return bool(lapsed)


_WATCHED = ("watched",)
_Watched = tuple[Effect, bool, bool, tuple[EndSpec, ...]]


def _watched(game: Game) -> tuple[list[_Watched], list[_Watched]]:
    """All effects in their order: whether each outlives its bearer, has an hour to end at, and its ``while``.

    Beside them those that may end by themselves: at an hour, or by a ``while``.
    """
    known = game.indexes()[-1].memo  # of what effects put in force
    found: tuple[list[_Watched], list[_Watched]] | None = known.get(_WATCHED)
    if found is None:
        every: list[_Watched] = []
        for effect in sorted(game.state.effects.values(), key=lambda e: e.stamp):
            part = part_of(game, effect)
            timed = any(end.hours for end in effect.ends)
            every.append((effect, part.survives, timed, tuple(spec for spec in part.ends if spec.word == "while")))
        found = known[_WATCHED] = every, [one for one in every if one[2] or one[3]]
    return found


def _holds(game: Game, spec: EndSpec, effect: Effect) -> bool:
    return spec.test is None or bool(spec.test(game, scope_of(effect)))

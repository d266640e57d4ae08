"""A few words beside an option: what it costs, gives or means.

Called by `screen.Screen.hint` for each option that the page shows.
"""

from __future__ import annotations

from arbitro.engine.forms import Option
from arbitro.engine.game import Game
from arbitro.engine.values import Value
from arbitro.geometry.units import CM
from arbitro.rulesets.crepuscolo import ground
from arbitro.rulesets.crepuscolo._scene_card import summary
from arbitro.rulesets.crepuscolo._voice_words import Words
from arbitro.rulesets.crepuscolo.abilities import marker_of
from arbitro.rulesets.crepuscolo.actions import KINDS
from arbitro.rulesets.crepuscolo.advance import MOVE_DIE
from arbitro.rulesets.crepuscolo.dice import COMPLETE, all_dice, sides_of
from arbitro.rulesets.crepuscolo.ground import distance
from arbitro.rulesets.crepuscolo.markers import power_marker
from arbitro.rulesets.crepuscolo.movement import GROUND_KIND, JUMP, SWIM
from arbitro.rulesets.crepuscolo.queries import ATTACK_DIE, PACE, RANGE, STRIDE, battle_of
from arbitro.rulesets.crepuscolo.state import Figure
from arbitro.rulesets.crepuscolo.subjects import ABILITY, BOON, POWER
from arbitro.rulesets.crepuscolo.ways import budget_for

VARIOUS = (ABILITY, POWER, BOON)
"""Actions whose cost depends on the rule that is used."""


def hint(words: Words, game: Game, level: str, option: Option, path: tuple[Value, ...]) -> str:
    """The words beside an option at a level; ``path``: what was chosen before it in the same form."""
    key, figure = option.key, _actor(game, path)
    if level in ("actor", "figure") and key in words.state.figures:
        dice = tuple(words.die(die) for die in all_dice(game, key))
        return words.say("hint.dice", dice=dice) if dice else ""
    if level == "action" and figure is not None and key in KINDS:
        return "" if key in VARIOUS else _action(words, game, figure, str(key))
    if level in ("rule", "use") and words.known(key):
        return _use(words, game, figure, str(key))
    if level == "target" and key in words.state.figures:
        return _target(words, game, figure, words.state.figures[key])
    if level == "weapon" and key in words.library.items:
        return _weapon(words, game, figure, key)
    if level == "die" and figure is not None and len(path) > 1:
        return _die(words, game, figure, str(path[1]), sides_of(key))
    if level == "piece":
        return _piece(words, key)
    return ""


def _actor(game: Game, path: tuple[Value, ...]) -> Figure | None:
    """Who acts: the figure chosen first, or the one that the question is about."""
    state = battle_of(game)
    about = game.pending.about if game.pending is not None else {}
    named = path[0] if path else about.get("actor", "")
    return state.figures.get(named) if isinstance(named, str) else None


def _action(words: Words, game: Game, figure: Figure, action: str) -> str:
    """What an action costs; of those that lead somewhere, how far the largest die leads."""
    told = [_cost(words, KINDS[action].cost(game, figure, ()))]
    largest = max((sides_of(die) for die in all_dice(game, figure.id)), default=0)
    if largest:
        told.append(_die(words, game, figure, action, largest))
    return ", ".join(part for part in told if part)


def _cost(words: Words, dice: int) -> str:
    return words.say("hint.whole") if dice == COMPLETE else words.say("hint.cost", n=dice) if dice else ""


def _use(words: Words, game: Game, figure: Figure | None, rule: str) -> str:
    """What using a rule costs, and what it does in one sentence."""
    record = words.library.records.get(rule)
    power = power_marker(record.kind) if record is not None else None
    told, text = [], summary(words, rule)
    if power is not None:
        points = words.say("scene.card.points", n=power.rank, kind=words.word("points", power.points))
        told += [words.say("hint.cost", n=power.rank), points]
        text = text.partition(". ")[2] or text  # what comes first repeats its cost
    elif figure is not None and rule in figure.abilities:
        marker = marker_of(game, figure, rule)
        told += [_cost(words, marker.dice)]
        told += [words.say("hint.threshold", n=marker.threshold)] if marker.threshold else []
    cost = ", ".join(part for part in told if part)
    return ". ".join(part for part in (cost, first_sentence(text)) if part)


def first_sentence(text: str) -> str:
    """A text up to its first full stop.

    >>> first_sentence("Arma a una mano, Combattimento +2. Con un Colpo Critico ...")
    'Arma a una mano, Combattimento +2.'
    """
    head, stop, _ = text.partition(". ")
    return f"{head}." if stop else head


def _target(words: Words, game: Game, figure: Figure | None, target: Figure) -> str:
    """How far off somebody is, and what is left of it."""
    told = [words.say("hint.life", now=target.life, full=target.life_max)]
    if figure is not None and figure is not target:
        apart = distance(figure, target)
        told.insert(0, words.say("hint.apart", apart=words.cm(apart)) if apart else words.say("hint.contact"))
    return ", ".join(told)


def _weapon(words: Words, game: Game, figure: Figure | None, item: str) -> str:
    reach = game.query(RANGE, actor=figure.id, weapon=item).value if figure is not None else 0
    told = words.say("scene.card.cm", cm=words.cm(reach)) if reach else words.say("scene.far")
    return words.say("hint.weapon", range=told, damage=words.library.items[item].damage)


def _die(words: Words, game: Game, figure: Figure, action: str, sides: int) -> str:
    """How far a die leads at the most; nothing for dice that are thrown for something else."""
    if action == "advance":
        action, sides = "move", MOVE_DIE
    if action == SWIM or (action not in GROUND_KIND and action != JUMP):
        return ""
    return words.say("hint.far", far=farthest(game, figure, action, sides))


def farthest(game: Game, figure: Figure, action: str, sides: int) -> int:
    """How far a die of so many sides may lead a figure at the most in open ground, in units."""
    die = game.query(ATTACK_DIE, actor=figure.id, action=action, weapon="", sides=sides).value
    pace = game.query(PACE, actor=figure.id, action=action, face=die).value
    if action == JUMP:
        return pace * CM + max(0, game.query(STRIDE, actor=figure.id, action=JUMP, toward=None).value)
    return ground.farthest_reach(GROUND_KIND[action], budget_for(game, figure.id, action, pace))


def _piece(words: Words, key: Value) -> str:
    piece = next((p for p in words.state.ground.pieces if p.id == key), None)
    if piece is None or not piece.height:
        return ""
    told = words.say("hint.height", height=piece.top)
    return f"{told}, {words.say('hint.climb', dda=piece.dda)}" if piece.dda else told

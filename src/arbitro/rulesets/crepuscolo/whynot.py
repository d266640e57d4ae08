"""Why an action is not offered: forms list only what is legal, so the reason is found by asking the rules again."""

from __future__ import annotations

from arbitro.engine.forms import Refusal
from arbitro.engine.game import Game
from arbitro.engine.values import Seat, Value
from arbitro.rulesets.crepuscolo.actions import KINDS, refusal
from arbitro.rulesets.crepuscolo.attacks import melee_refusal, shot_refusal, weapon_refusal
from arbitro.rulesets.crepuscolo.dice import dice_at_hand, sides_of
from arbitro.rulesets.crepuscolo.queries import battle_of
from arbitro.rulesets.crepuscolo.state import TABLE, Figure
from arbitro.rulesets.crepuscolo.subjects import MELEE, SHOT


def why_not(game: Game, seat: Seat, wanted: dict[str, Value]) -> Refusal | None:
    """The rule that keeps a seat from an action, named by level (``actor``, ``action``, ``target``, ``weapon``).

    None where no rule in particular forbids it (an unknown id, a question of another kind).
    """
    state = battle_of(game)
    figure = state.figures.get(str(wanted.get("actor", "")))
    if figure is None:
        return None
    if figure.status != TABLE:
        return Refusal("not_on_table", {"target": figure.id}, ("CDC-CMP-19.5",))
    if game.controller(figure.id) != seat:
        return Refusal("not_yours", {"actor": figure.id}, ("CDC-TRN-02.1",))
    word = str(wanted.get("action", ""))
    if word not in KINDS:
        return None
    return (
        refusal(game, figure, word)
        or _about_target(game, figure, word, wanted)
        or _about_dice(game, figure, word, wanted)
    )


def _about_target(game: Game, figure: Figure, word: str, wanted: dict[str, Value]) -> Refusal | None:
    state = battle_of(game)
    target = str(wanted.get("target", ""))
    known = target in state.figures
    if word == MELEE:
        return melee_refusal(game, figure.id, target) if known else None
    if word != SHOT:
        return None
    weapon = str(wanted.get("weapon", "")) or (figure.ranged[0] if figure.ranged else "")
    if weapon not in figure.ranged:
        return Refusal("no_such_weapon", {"actor": figure.id, "weapon": weapon}, ("CDC-ACT-05.1",))
    return weapon_refusal(game, figure.id, weapon) or (shot_refusal(game, figure.id, target, weapon) if known else None)


def _about_dice(game: Game, figure: Figure, word: str, wanted: dict[str, Value]) -> Refusal | None:
    dice = [sides_of(die) for die in dice_at_hand(game, figure.id, word)]
    cost = KINDS[word].cost(game, figure, ())
    if len(dice) < cost:
        return Refusal("too_few_dice", {"actor": figure.id, "dice": tuple(dice), "cost": cost}, ("CDC-ACT-01.2",))
    return None

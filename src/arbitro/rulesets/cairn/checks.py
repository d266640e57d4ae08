"""What follows by itself from how things stand."""

from __future__ import annotations

from arbitro.engine.asks import Flow
from arbitro.engine.game import Game
from arbitro.rulesets.cairn.burden import weigh
from arbitro.rulesets.cairn.events import ConditionBegan, ConditionEnded, TimeUp
from arbitro.rulesets.cairn.harm import die
from arbitro.rulesets.cairn.queries import encounter_of
from arbitro.rulesets.cairn.state import DEPRIVED, Creature, name_rule


def checks(game: Game) -> Flow[bool]:
    """Conditions whose time is up, deprivation, full packs, and deaths; True if something was done."""
    changed = False
    for figure in list(encounter_of(game).figures.values()):
        changed = _times(game, figure) or changed
        changed = _need(game, figure) or changed
        if figure.present and figure.forza <= 0 and figure.forza_max > 0:
            rule = "CRN-DET-02.2" if figure.formation else "CRN-LOSS-02.1"
            yield from die(game, figure.id, "", "forza", (rule,))
            changed = True
    return weigh(game) or changed


def _times(game: Game, figure: Creature) -> bool:
    """Conditions that an effect held, once it is over."""
    over = [pair for pair in figure.timed if pair[1] not in game.state.effects]
    for condition, effect in over:
        game.do(TimeUp(it=figure.id, condition=condition, effect=effect, rules=name_rule(condition)))
        held = any(c == condition for c, _ in figure.timed) or (condition == DEPRIVED and bool(figure.needs))
        if not held:
            game.do(ConditionEnded(it=figure.id, condition=condition, rules=name_rule(condition)))
    return bool(over)


def _need(game: Game, figure: Creature) -> bool:
    """Whoever lacks something is deprived, and no longer once nothing is lacking (CRN-DEP-01)."""
    held = any(condition == DEPRIVED for condition, _ in figure.timed)
    if figure.needs and not figure.has(DEPRIVED):
        game.do(ConditionBegan(it=figure.id, condition=DEPRIVED, rules=("CRN-DEP-01.1",)))
        return True
    if not figure.needs and figure.has(DEPRIVED) and not held:
        game.do(ConditionEnded(it=figure.id, condition=DEPRIVED, rules=("CRN-DEP-01.2",)))
        return True
    return False

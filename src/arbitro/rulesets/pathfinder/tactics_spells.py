"""What a spell may be expected to do to those whom it reaches: damage by its dice, saves and resistances; what its
conditions keep them from doing. All in hundredths of a hit point, as blows are valued."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import Any

from msgspec import Struct

from arbitro.engine.expr import Compiled, ExprError, compile_expr
from arbitro.engine.game import Game
from arbitro.engine.values import Id, Value
from arbitro.rulesets.pathfinder.areas import reached
from arbitro.rulesets.pathfinder.attacks import Attempt, bonus_of, defence_of
from arbitro.rulesets.pathfinder.ground import SILENCE
from arbitro.rulesets.pathfinder.lookups import able, figure_of, library_of, sheet_of
from arbitro.rulesets.pathfinder.metamagic import EMPOWERED, changes, plain, spell_of
from arbitro.rulesets.pathfinder.numbers import RESISTANCE, SAVE
from arbitro.rulesets.pathfinder.prowess import FACES, FRIENDLY, POINT, ROUNDS, chances, harm_worth, round_of
from arbitro.rulesets.pathfinder.shapes import aimed
from arbitro.rulesets.pathfinder.spellbook import difficulty, number
from arbitro.rulesets.pathfinder.state import MELEE, PRONE, RANGED, RIFLESSI, SAVES, TOUCH
from arbitro.rulesets.pathfinder.tactics_worth import FRAILTY, Appraiser, of_line
from arbitro.rulesets.pathfinder.workings import TOUCHING
from arbitro.rulesets.pathfinder.zones import HELD, SILENCED

Path = tuple[Value, ...]
PERCENT = 100
SOME_ROUNDS = 2
"""Rounds that dice decide."""
WEAKENED = 150  # per cent, as vulnerable bodies take it
_LASTS = re.compile(r"until \(?(\d+|cl)\b")


class Strike(Struct, frozen=True):
    """A spell on its way to one creature: what its lines need to be read."""

    it: Id
    spell: str
    cl: int
    dc: int
    target: Id


def promise_of(game: Game, it: Id, source: str, word: str, cl: int, path: Path) -> int:
    """What a spell that goes there does to foes, less twice what it does to friends."""
    seat, total = figure_of(game, it).seat, 0
    for one, times in Counter(reached(game, it, spell_of(game, word), cl, path)).items():
        if able(game, one):
            sign = 1 if figure_of(game, one).seat != seat else FRIENDLY
            total += sign * _on(game, it, source, word, cl, one, times)
    return total


def _on(game: Game, it: Id, source: str, word: str, cl: int, target: Id, times: int) -> int:
    """What a spell is worth against one creature; worked out once for each moment."""
    key = ("spell_on", it, source, word, cl, target, times)
    known: int | None = game.now.get(key)
    if known is None:
        shape = spell_of(game, word)
        strike = Strike(it, shape.id, cl, difficulty(game, it, source, word), target)
        hurt, kept = _lines(game, strike, shape.do)
        hurt = hurt * times * (150 if EMPOWERED in changes(word) else 100) // PERCENT
        share = _struck(game, strike, word) * _unresisted(game, strike) // PERCENT
        known = game.now[key] = (harm_worth(figure_of(game, target), hurt) + kept) * share // PERCENT
    return known


def _struck(game: Game, strike: Strike, word: str) -> int:
    """Per cent by which a ray or a touch strikes; 100 for what needs no roll."""
    kind = spell_of(game, word).aim.kind
    if kind not in ("ray", "touch") or figure_of(game, strike.target).seat == figure_of(game, strike.it).seat:
        return PERCENT
    a = Attempt(actor=strike.it, target=strike.target, weapon=aimed(plain(word)),
                mode=RANGED if kind == "ray" else MELEE, action=TOUCHING, against=TOUCH)  # fmt: skip
    return chances(defence_of(game, a).value - bonus_of(game, a).value, FACES)[0] * PERCENT // FACES


def _unresisted(game: Game, strike: Strike) -> int:
    """Per cent by which spell resistance is overcome (PF-SPL-08.1)."""
    target = figure_of(game, strike.target)
    resistance = sheet_of(game, target).spell_resistance
    if not resistance or not spell_of(game, strike.spell).resistance:
        return PERCENT
    return max(0, min(FACES, FACES + 1 - (resistance - strike.cl))) * PERCENT // FACES


def _failing(game: Game, strike: Strike, save: str, dc: int) -> int:
    """Per cent by which somebody fails a save: 1 always does, 20 never (PF-SAVE-07, -08)."""
    bonus = game.query(SAVE, it=strike.target, save=save, cause=strike.spell, actor=strike.it, origin=()).value
    return max(1, min(FACES - 1, dc - bonus - 1)) * PERCENT // FACES


# --- reading lines ------------------------------------------------------------------------------------


def _lines(game: Game, strike: Strike, lines: Iterable[Any]) -> tuple[int, int]:
    """Mean damage of some lines, and what they keep somebody from doing."""
    found = [_line(game, strike, line) for line in lines if isinstance(line, dict) and _holds(game, strike, line)]
    return sum(hurt for hurt, _ in found), sum(kept for _, kept in found)


def _line(game: Game, strike: Strike, line: dict[str, Any]) -> tuple[int, int]:
    if "unless_saved" in line:
        fails = _failing(game, strike, str(line["unless_saved"]), strike.dc)
        failed, saved = _lines(game, strike, line.get("do", ())), _lines(game, strike, line.get("saved", ()))
        hurt, kept = ((a * fails + b * (PERCENT - fails)) // PERCENT for a, b in zip(failed, saved, strict=True))
        return hurt, kept
    if "each" in line:
        return _lines(game, strike, line["do"])
    fails = _failing(game, strike, str(line["save"]), strike.dc) if line.get("save") in SAVES else PERCENT
    if "damage" in line:
        half = PERCENT - fails if line.get("effect") == "half" else 0
        return _damage(game, strike, line) * (2 * fails + half) // (2 * PERCENT), 0
    if "ability_damage" in line:
        return 0, FRAILTY * _mean(game, strike, line) * fails // (PERCENT * PERCENT)
    if "spread_zone" in line:
        if line["spread_zone"] == SILENCE:
            return 0, _kept(game, strike, SILENCED) * SOME_ROUNDS
        held = HELD.get(str(line["spread_zone"]), PRONE)
        fails = _failing(game, strike, RIFLESSI, strike.dc)
        return 0, _kept(game, strike, held) * (SOME_ROUNDS if held != PRONE else 1) * fails // PERCENT
    if "inflict" in line:
        lost = _kept(game, strike, str(line["inflict"]))
    else:
        lost = -of_line(line) * round_of(figure_of(game, strike.target)) // PERCENT
    return 0, lost * _rounds(strike, line) * fails // PERCENT


def _kept(game: Game, strike: Strike, condition: str) -> int:
    """What a condition takes from a round of somebody's blows: nothing of one who has it or is immune."""
    target = figure_of(game, strike.target)
    if target.has(condition) or _immune(game, strike, condition):
        return 0
    return -known_to(game).of_condition(condition) * round_of(target) // PERCENT


def _holds(game: Game, strike: Strike, line: dict[str, Any]) -> bool:
    """Whether a line's condition holds for whom it is about, where it asks for nothing else."""
    if "when" not in line or "modify" in line:
        return True
    test = _asked(str(line["when"]))
    return test is None or bool(test(game, {"me": strike.it, "it": strike.target, "cl": strike.cl}))


@cache
def _asked(text: str) -> Compiled | None:
    from arbitro.rulesets.pathfinder.vocabulary import VOCABULARY  # it names what chapters register

    try:
        return compile_expr(text, VOCABULARY.names(("it", "cl")))
    except ExprError:
        return None


def _mean(game: Game, strike: Strike, line: dict[str, Any]) -> int:
    """A hundred times the mean of a line's dice and what is added to them."""
    dice, sides, plus = (number(game, str(line.get(key, 0)), strike.cl) for key in ("dice", "sides", "plus"))
    return POINT * dice * (sides + 1) // 2 + POINT * plus


def _damage(game: Game, strike: Strike, line: dict[str, Any]) -> int:
    """The mean damage of a line, immunity, weakness and resistance counted."""
    sheet, kind = sheet_of(game, figure_of(game, strike.target)), str(line["damage"])
    if kind in sheet.immune or game.immune(strike.target, kind):
        return 0
    mean = _mean(game, strike, line) * (WEAKENED if kind in sheet.weak else PERCENT) // PERCENT
    return max(0, mean - POINT * game.query(RESISTANCE, it=strike.target, type=kind).value)


def _immune(game: Game, strike: Strike, condition: str) -> bool:
    """Whether nothing of the kind befalls somebody."""
    sheet, shape = sheet_of(game, figure_of(game, strike.target)), library_of(game).conditions[condition]
    return any(word in sheet.immune or game.immune(strike.target, word) for word in (condition, *shape.stopped_by))


def _rounds(strike: Strike, line: dict[str, Any]) -> int:
    """How many of the rounds that are counted a line lasts."""
    text = str(line.get("for", ""))
    found = _LASTS.search(text)
    if found is None:
        return SOME_ROUNDS if text.startswith("until") else ROUNDS
    return min(ROUNDS, strike.cl if found[1] == "cl" else int(found[1]))


def known_to(game: Game) -> Appraiser:
    """What conditions and lines mean, as worked out so far."""
    return game.ruleset.appraiser  # type: ignore[attr-defined, no-any-return]

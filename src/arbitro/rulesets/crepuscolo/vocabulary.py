"""What records of Cronache del Crepuscolo may name: windows, words, facts, verbs, numbers."""

from __future__ import annotations

from typing import Any

from arbitro.engine.game import Game
from arbitro.engine.vocabulary import Vocabulary, Window
from arbitro.rulesets.crepuscolo import (  # noqa: F401  (they register their words)
    facts_company,
    facts_control,
    facts_dice,
    facts_numbers,
    facts_powers,
    facts_strikes,
    facts_table,
    verbs_company,
    verbs_control,
    verbs_dice,
    verbs_powers,
    verbs_shares,
    verbs_strikes,
    verbs_summons,
    verbs_table,
)
from arbitro.rulesets.crepuscolo.actions import ACTIVE, DISPLACEMENTS, KINDS
from arbitro.rulesets.crepuscolo.dice import SIZES
from arbitro.rulesets.crepuscolo.facts import FACTS
from arbitro.rulesets.crepuscolo.proofs import TEST_KINDS
from arbitro.rulesets.crepuscolo.queries import QUERIES, STATS, figure_of, stat
from arbitro.rulesets.crepuscolo.state import CONDITIONS, POINT_KINDS
from arbitro.rulesets.crepuscolo.subjects import CHANCE, POWER, TEST, THRESHOLD
from arbitro.rulesets.crepuscolo.verbs import VERBS
from arbitro.rulesets.crepuscolo.verbs_table import STEP

_AIMED = ("actor", "target", "action", "weapon")
_THROW = frozenset(
    {"face", "sides", "success", "critical", "rerolled", "last", "distance", "test_kind", "need", "natural", "targets"}
)
_HIT = frozenset({"face", "sides", "damage", "critical", "thrown_critical", "inflicted"})

_CAST = frozenset({"level", "face", "sides"})

WINDOWS = {
    window.name: window
    for window in (
        Window("battle_start", ("it",), absent=True),
        Window("deployed", ("it",)),
        Window("mustered", ("it",)),
        Window("turn_start", ("turn",)),
        Window("turn_end", ("turn",)),
        Window("hand_start", ("player",)),
        Window("hand_end", ("player",)),
        Window("first_hand", ("player",)),
        Window("declared", _AIMED, "said", frozenset({"rule"}), open=()),
        Window("aimed", _AIMED, "throw", _THROW, ("auto", "auto_crit", "bonus", "sides", "crit_from", "crits")),
        Window(
            "rolled",
            _AIMED,
            "throw",
            _THROW,
            ("again", "auto", "auto_crit", "bonus", "sides", "crit_from"),
            first="actor",
        ),
        Window("annulling", _AIMED, "throw", _THROW),
        Window("landing", _AIMED, "throw", _THROW),
        Window("hit", _AIMED, "hit", _HIT, ("damage", "critical")),
        Window("struck", _AIMED, "hit", _HIT),
        Window("missed", _AIMED, "throw", _THROW),
        Window("acted", ("actor", "target", "action"), "deed", frozenset({"success", "inflicted"})),
        Window("damage", ("it", "actor", "action", "weapon", "cause"), "harm", frozenset({"amount"}), ("amount",)),
        Window("damaged", ("it", "actor", "action", "weapon", "cause"), "harm", frozenset({"amount"})),
        Window("killed", ("it", "actor", "action", "weapon")),
        Window("power_declared", ("actor", "power", "target"), "cast", _CAST, ("level",)),
        Window("reaching", ("it", "actor", "power"), "reach", open=()),
        Window("lost", ("it",)),
        Window("token_placed", ("it", "token")),
        Window("inflicting", ("it", "actor", "condition"), "blow"),
        Window("received", ("it", "actor", "condition")),
        Window("inflicted", ("it", "actor", "condition")),
        Window("testing", ("it", "test_kind")),
        Window("tested", ("it", "test_kind"), "proof", frozenset({"passed"}), ("passed",)),
        Window("test_over", ("it", "test_kind"), "proof", frozenset({"passed"}), open=()),
        Window("moved", ("actor", "action"), "motion"),
        Window("attempt", ("actor", "path"), "attempt"),
        Window("crossed", ("actor", "action", "piece")),
    )
}
"""The moments of a battle at which rules may act, in the order of the book."""

_CAUSES = ("kill", "own", "item", "condition", "fall", "terrain")
_PLAIN = ("shift", "step", "attacked", "shield", "armour", "armour_upgrade", "deal", "table", "movement")
WORDS = frozenset((*CONDITIONS, *KINDS, POWER, TEST, THRESHOLD, CHANCE, *TEST_KINDS, *POINT_KINDS, *_CAUSES, *_PLAIN))
ACTIONS = frozenset((*KINDS, STEP, "reroll", "reroll_combattimento", "forced_reroll", POWER, TEST))


def stat_of(game: Game, it: str, name: str) -> Any:
    """``role.stat``: a characteristic with its bonuses, or a plain field of the figure."""
    return stat(game, it, name) if name in STATS else getattr(figure_of(game, it), name)


VOCABULARY = Vocabulary(
    queries=QUERIES,
    windows=WINDOWS,
    verbs=VERBS,
    facts=FACTS,
    words=WORDS,
    stats=frozenset((*STATS, "life", "life_max", "armour", "company", "height", "prone", "in_water")),
    stat=stat_of,
    scopes=("hand", "turn", "game"),
    actions=ACTIONS,
    groups={"anything": (*ACTIVE,), "displacement": (*DISPLACEMENTS, STEP)},
    dice=SIZES,
    known=("spent",),
    plain_use=Window("use", (), "cast", _CAST),
)

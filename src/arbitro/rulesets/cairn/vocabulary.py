"""What records of Cairn may name: windows, words, facts, verbs, numbers."""

from __future__ import annotations

from typing import Any

from arbitro.engine.game import Game
from arbitro.engine.vocabulary import Vocabulary, Window
from arbitro.rulesets.cairn.facts import FACTS
from arbitro.rulesets.cairn.queries import QUERIES, figure_of
from arbitro.rulesets.cairn.state import ATTRIBUTES, CAUSES, PF
from arbitro.rulesets.cairn.verbs import VERBS

ACTIONS = ("attack", "dual", "cast", "use", "flee", "run", "compose", "crawl", "attempt", "wait")
_HARM = frozenset({"amount", "lost", "forza"})
_BODY = ("it", "actor", "weapon", "cause")

WINDOWS = {
    window.name: window
    for window in (
        Window("fight_start", ("fight",)),
        Window("fight_end", ("fight",)),
        Window("round_start", ("round",)),
        Window("round_end", ("round",)),
        Window("turn_start", ("player",)),
        Window("turn_end", ("player",)),
        Window("declared", ("actor", "action", "target", "weapon"), "deed"),
        Window("saving", ("it", "attribute", "cause"), "save", frozenset({"auto"}), ("auto",)),
        Window("saved", ("it", "attribute", "cause"), "save", frozenset({"passed", "score"}), ("passed",)),
        Window("damage", _BODY, "harm", _HARM, ("amount",)),
        Window("damaged", _BODY, "harm", _HARM),
        Window("scar", ("it", "lost"), "wound"),
        Window("critical", ("it", "actor", "weapon"), "felling", frozenset({"spared"}), ("spared",)),
        Window("killed", ("it", "actor")),
        Window("breather", ("it",)),
        Window("rest", ("it",)),
        Window("night", ("it",)),
        Window("mended", ("it",)),
        Window("miracle", ("it",)),
        Window("day_start", ("day",)),
        Window("day_end", ("day",)),
    )
}
"""The moments at which rules may act."""

STATS = (*ATTRIBUTES, PF, *(f"{score}_max" for score in (*ATTRIBUTES, PF)), "armour", "fatigue", "coins", "seat",
         "dying", "leader", "name")  # fmt: skip


def stat_of(game: Game, it: str, name: str) -> Any:
    """``role.stat``: a field of a creature."""
    return getattr(figure_of(game, it), name)


VOCABULARY = Vocabulary(
    queries=QUERIES,
    windows=WINDOWS,
    verbs=VERBS,
    facts=FACTS,
    words=frozenset((*ACTIONS, *CAUSES, *ATTRIBUTES, PF)),
    stats=frozenset(STATS),
    stat=stat_of,
    scopes=("turn", "round", "fight", "day", "game"),
    actions=frozenset(ACTIONS),
    groups={"anything": ACTIONS, "violence": ("attack", "dual")},
    action_roles=("actor", "target", "action", "weapon", "path"),
    known=("stronger",),
    plain_use=Window("use", (), "", frozenset()),
)

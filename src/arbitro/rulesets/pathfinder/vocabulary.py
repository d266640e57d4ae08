"""What records of Pathfinder may name: windows, words, facts, verbs, numbers."""

from __future__ import annotations

from typing import Any

from arbitro.engine.game import Game
from arbitro.engine.vocabulary import Vocabulary, Window
from arbitro.rulesets.pathfinder import at_once as _at_once
from arbitro.rulesets.pathfinder import clinging as _clinging
from arbitro.rulesets.pathfinder import grapple as _grapple
from arbitro.rulesets.pathfinder import heads as _heads
from arbitro.rulesets.pathfinder import heights as _heights
from arbitro.rulesets.pathfinder import magic as _magic
from arbitro.rulesets.pathfinder import nets as _nets
from arbitro.rulesets.pathfinder import rousing as _rousing
from arbitro.rulesets.pathfinder import sustaining as _sustaining
from arbitro.rulesets.pathfinder import zones as _zones
from arbitro.rulesets.pathfinder.facts import FACTS
from arbitro.rulesets.pathfinder.lookups import figure_of
from arbitro.rulesets.pathfinder.numbers import BONUS_TYPES, CHARGE, CMD, QUERIES, SKILLS, SWITCHED
from arbitro.rulesets.pathfinder.occasions import OCCASIONS
from arbitro.rulesets.pathfinder.opportunities import OPPORTUNITY
from arbitro.rulesets.pathfinder.state import (
    ABILITIES,
    FLY,
    INCORPOREAL,
    LAND,
    MELEE,
    NORMAL,
    RANGED,
    SAVES,
    SIZES,
    SWIM,
    TOUCH,
)
from arbitro.rulesets.pathfinder.verbs import DAMAGE_TYPES, VERBS

ACTIONS = (
    "attack", "attack_switched", "full_attack_switched", "swing_switched",
    "shoot", "full_attack", "swing", "defensive", "total_defence", OPPORTUNITY, "charge",
    "move", "step", "run", "withdraw", "stand", "crawl", "drop_prone", "leave", "ready", "delay", "aid", "feint",
    "trip", "disarm", "grapple", "bull_rush", "overrun", "sunder", "cast", "hold", "tie",
    "release", "escape", "touch", "use", "ability", "mount", "cleave", "vital_strike", "vital_shot", "spring_attack",
    "trample", "engulf", "avert", "dismount", "mount_fast", "dismount_fast", "control", "ride_charge", "gallop",
    "ride_on", "spur", "leap", "hang", "sit_up",
    "coup", "stabilise", "slog", "draw", "sheathe", "drop", "pick_up", "ready_shield", "load", "grip", "find",
    "rouse", "aid_skill", "hurl", "trip_thrown", "slip_net", "cut_net", "fold_net", "extinguish",
    "behind_shield", "break_down", "strike_square",
    "tumble", "hide", "sneak", "search", "jump", "jump_down", "climb", "swim", "demoralise", "slip", "wriggle",
    "begin_long", "complete_long", "tear_free", "detach", "pluck", "sever", "rouse_tree", "awesome_blow",
    "burn_web", "change_shape",
)  # fmt: skip
MANOEUVRES = ("awesome_blow", "bull_rush", "disarm", "grapple", "overrun", "sunder", "trip", "halt")
HANDS = ("primary", "off", "second", "double")
BARRED = ("threaten", "two_hands", "somatic", "verbal", "see", "hear", "hide", "immediate")
"""What conditions bar that is no action."""
IMMUNITIES = ("critici", "precisione", "fianchi", "mente", "paura", "sonno", "charme", "paralisi", "stordimento",
              "veleno", "malattia", "metamorfosi", "morte", "vista", "danno-caratteristiche")  # fmt: skip
"""What creatures are immune to beside damage types and conditions."""
_BODY = ("it", "actor", "weapon", "type")

assert _at_once and _grapple and _heights and _magic and _sustaining and _zones
assert _clinging and _heads and _nets and _rousing, "their verbs are registered with them"

WINDOWS = {
    window.name: window
    for window in (
        Window("fight_start", ("fight",)),
        Window("fight_end", ("fight",)),
        Window("round_start", ("round",)),
        Window("round_end", ("round",)),
        Window("turn_start", ("it",), absent=True),
        Window("turn_end", ("it",)),
        Window("hour", ("it",)),
        Window("declared", ("actor", "action", "target", "weapon"), "deed"),
        Window("opening", ("it", "action"), "opening", frozenset({"by"})),
        Window("cue", ("it", "action"), "cue", frozenset({"by", "target"})),
        Window("attacked", ("actor", "target", "mode")),
        Window("offended", ("it",)),
        Window("hit", ("actor", "target", "weapon", "mode"), "blow", frozenset({"critical", "hand", "dealt"})),
        Window("damage", _BODY, "harm", frozenset({"amount"}), ("amount",)),
        Window("damaged", _BODY, "harm", frozenset({"amount"})),
        Window("dropped", ("it",)),
        Window("killed", ("it", "actor")),
        Window("healed", ("it",)),
        Window("saving", ("it", "save", "cause", "actor"), "saving_throw", frozenset({"auto"}), ("auto",)),
        Window("saved", ("it", "save", "cause", "actor"), "saving_throw", frozenset({"passed"}), ("passed",)),
        Window("casting", ("actor", "spell"), "casting", frozenset({"level"})),
        Window("moved", ("it",)),
        Window("bumped", ("it", "actor")),
        Window("falling", ("it",), "fall", frozenset({"squares"})),
    )
}
"""The moments at which rules may act. ``turn_start`` opens on everybody's count, of the fallen too."""

STATS = (*ABILITIES, "hp", "hp_max", "nonlethal", "level", "bab", "size", "reach", "seat", "name", "bleed", "walked",
         "stride", "mount", "rider", "holds", "held_by", "z")  # fmt: skip


def stat_of(game: Game, it: str, name: str) -> Any:
    """``role.stat``: a field of a creature."""
    return getattr(figure_of(game, it), name)


WORDS = frozenset((
    *ACTIONS, *OCCASIONS, *ABILITIES, *SAVES, *SKILLS, *SIZES, *DAMAGE_TYPES, *MANOEUVRES, *HANDS, *BONUS_TYPES,
    LAND, FLY, SWIM, MELEE, RANGED, NORMAL, TOUCH, INCORPOREAL, CMD, CHARGE, SWITCHED, "plain",
))  # fmt: skip

VOCABULARY = Vocabulary(
    queries=QUERIES,
    windows=WINDOWS,
    verbs=VERBS,
    facts=FACTS,
    words=WORDS,
    stats=frozenset(STATS),
    stat=stat_of,
    scopes=("turn", "round", "fight", "game"),
    actions=frozenset(ACTIONS),
    groups={"violence": ("attack", "full_attack", "charge", "opportunity")},
    action_roles=("actor", "target", "action", "weapon", "path"),
    known=("targets", "cl", "level", "dc", "spell", "foe", "ally", "kind"),
    plain_use=Window("use", (), "", frozenset()),
)

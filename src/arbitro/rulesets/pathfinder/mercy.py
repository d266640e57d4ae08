"""The fallen: the coup de grâce (PF-HLP-03 to -05), and hands that stop the bleeding (PF-HEAL-04)."""

from __future__ import annotations

from arbitro.engine.asks import Flow
from arbitro.engine.forms import Branch, Option
from arbitro.engine.game import Game
from arbitro.engine.values import Id
from arbitro.geometry.grid import distance
from arbitro.rulesets.pathfinder.aiming import aims, arms_for
from arbitro.rulesets.pathfinder.arms import arm_named
from arbitro.rulesets.pathfinder.attacks import Attempt, attack
from arbitro.rulesets.pathfinder.charges import discharge
from arbitro.rulesets.pathfinder.deeds import Path, deed
from arbitro.rulesets.pathfinder.events_blows import BleedChanged
from arbitro.rulesets.pathfinder.events_mending import Found, Tended
from arbitro.rulesets.pathfinder.harm import die, stabilise
from arbitro.rulesets.pathfinder.lookups import battle_of, figure_of, helpless, sheet_of
from arbitro.rulesets.pathfinder.manoeuvres import hurts
from arbitro.rulesets.pathfinder.numbers import MISS
from arbitro.rulesets.pathfinder.saves import save, skill
from arbitro.rulesets.pathfinder.state import DYING, FULL, IN, MELEE, RANGED, STANDARD, TEMPRA, Creature

COUP, FIND, STABILISE = "coup", "find", "stabilise"
DEATH_DC, AID_DC = 10, 15  # PF-HLP-03.4, PF-HEAL-04.1
TOTAL_MISS = 50  # PF-HLP-05.2


# --- the coup de grâce --------------------------------------------------------------------------------


def _victims(game: Game, it: Id) -> dict[str, list[Id]]:
    """Arms of melee, and bows and crossbows from beside, with the helpless whom they can finish (PF-HLP-03.1, .2)."""
    key = ("coups", it)
    known: dict[str, list[Id]] | None = game.now.get(key)
    if known is None:
        known = {}
        for mode in (MELEE, RANGED):
            for arm in arms_for(game, it, mode):
                if mode == RANGED and not arm.weapon.projectile:
                    continue
                found = [foe for foe in aims(game, it, arm, mode, blindly=True) if _at_mercy(game, it, foe, mode)]
                if found:
                    known[arm.key] = found
        game.now[key] = known
    return known


def _at_mercy(game: Game, it: Id, foe: Id, mode: str) -> bool:
    """Whether somebody can be finished: helpless, not immune to critical hits, and found (PF-HLP-05)."""
    figure = figure_of(game, foe)
    immune = game.immune(foe, "critici") or "critici" in sheet_of(game, figure).immune
    near = mode == MELEE or distance(figure_of(game, it).space, figure.space) == 1
    return helpless(game, foe) and not immune and near and (_seen(game, it, foe, mode) or _in_hand(game, it, foe))


def _seen(game: Game, it: Id, foe: Id, mode: str) -> bool:
    """Whether nothing conceals somebody wholly."""
    return game.query(MISS, target=foe, actor=it, mode=mode).value < TOTAL_MISS


def _in_hand(game: Game, it: Id, foe: Id) -> bool:
    """Whether the full action of the round before was spent on finding somebody (PF-HLP-05.2)."""
    return figure_of(game, it).groped == (foe, battle_of(game).round - 1)


def _coup_branch(game: Game, it: Id, path: Path) -> Branch | None:
    found = _victims(game, it)
    if not path:
        return Branch("weapon", tuple(Option(key) for key in found))
    return Branch("target", tuple(Option(foe) for foe in found.get(str(path[0]), ()))) if len(path) == 1 else None


def _finishes(game: Game, it: Id) -> bool:
    figure = figure_of(game, it)
    fallen = any(helpless(game, foe.id) for foe in battle_of(game).foes_of(figure))
    return fallen and not figure.swings and bool(_victims(game, it))


@deed(COUP, FULL, ("PF-HLP-03.1", "PF-HLP-04.1"), offered=_finishes, grow=_coup_branch, provokes=True)
def coup_de_grace(game: Game, it: Id, path: Path) -> Flow[None]:
    """A critical hit that cannot miss; who survives it must save or die (PF-HLP-03)."""
    weapon, target = str(path[0]), str(path[1])
    mode = RANGED if arm_named(game, it, weapon).weapon.projectile else MELEE
    before = hurts(figure_of(game, target))
    yield from attack(game, Attempt(actor=it, target=target, weapon=weapon, mode=mode, action=COUP, sure=True))
    dealt = hurts(figure_of(game, target)) - before
    if figure_of(game, target).status != IN or dealt < 1:
        return
    if not (yield from save(game, target, TEMPRA, DEATH_DC + dealt, COUP, it, ("PF-HLP-03.4",))):
        yield from die(game, target, it, COUP, ("PF-HLP-03.4",))


def _unseen(game: Game, it: Id) -> list[Id]:
    """The helpless within reach whom total concealment hides: one feels for them first (PF-HLP-05.2)."""
    return [
        foe
        for foe in dict.fromkeys(
            foe for arm in arms_for(game, it, MELEE) for foe in aims(game, it, arm, MELEE, blindly=True)
        )
        if helpless(game, foe) and not _seen(game, it, foe, MELEE) and not _in_hand(game, it, foe)
    ]  # fmt: skip


def _may_find(game: Game, it: Id) -> bool:
    figure = figure_of(game, it)
    fallen = any(helpless(game, foe.id) for foe in battle_of(game).foes_of(figure))
    return fallen and not figure.swings and bool(_unseen(game, it))


@deed(FIND, FULL, ("PF-HLP-05.2",), offered=_may_find,
      grow=lambda game, it, path: None if path else Branch(
          "target", tuple(Option(foe) for foe in _unseen(game, it))))  # fmt: skip
def find(game: Game, it: Id, path: Path) -> Flow[None]:
    """Feel for somebody helpless whom one does not see; the next round's full action may finish it (PF-HLP-05.2)."""
    yield from ()
    game.do(Found(it=it, target=str(path[0]), rules=("PF-HLP-05.2",)))


# --- first aid ----------------------------------------------------------------------------------------


def _patients(game: Game, it: Id) -> list[Id]:
    """Friends beside a creature who are dying or bleed."""
    figure = figure_of(game, it)
    return [
        friend.id for friend in battle_of(game).friends_of(figure)
        if needs_hands(friend) and distance(figure.space, friend.space) <= 1
    ]  # fmt: skip


def needs_hands(figure: Creature) -> bool:
    """Whether somebody loses hit points that hands could stop."""
    return figure.has(DYING) or figure.bleed > 0


def _aid_branch(game: Game, it: Id, path: Path) -> Branch | None:
    return None if path else Branch("target", tuple(Option(friend) for friend in _patients(game, it)))


@deed(STABILISE, STANDARD, ("PF-HEAL-04.1",), grow=_aid_branch, provokes=True,
      offered=lambda game, it: not figure_of(game, it).swings and bool(_patients(game, it)))  # fmt: skip
def first_aid(game: Game, it: Id, path: Path) -> Flow[None]:
    """A Heal check stops the dying and the bleeding (PF-HEAL-04.1, PF-CND-17.2); hands with a spell pass it on."""
    friend = str(path[0])
    yield from discharge(game, it, friend)  # PF-SPL-17.1
    if figure_of(game, friend).status != IN:
        return
    if not skill(game, it, "guarire", AID_DC, ("PF-HEAL-04.1",), target=friend, cause=STABILISE):
        return
    if figure_of(game, friend).bleed:
        game.do(BleedChanged(it=friend, amount=0, rules=("PF-CND-17.2",)))
    game.do(Tended(it=friend, tended=True, by=it, rules=("PF-HEAL-06.1",)))
    yield from stabilise(game, friend, ("PF-HEAL-04.1",))

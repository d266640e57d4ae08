"""Morale of bands, and flight (CRN-MOR, CRN-RET)."""

from __future__ import annotations

from arbitro.engine.asks import Flow
from arbitro.engine.game import Game
from arbitro.engine.values import Id, RuleId
from arbitro.rulesets.cairn.events import Fled, MoralePast, MoraleTested
from arbitro.rulesets.cairn.queries import encounter_of, figure_of
from arbitro.rulesets.cairn.saves import save
from arbitro.rulesets.cairn.state import DEAD, DES, FOE, HIRELING, VOL, Band, Creature, Encounter

FIRST, HALF, ALONE = "first", "half", "alone"
WHY: dict[str, RuleId] = {FIRST: "CRN-MOR-01.1", HALF: "CRN-MOR-01.2", ALONE: "CRN-MOR-03.1"}


def bands_of(state: Encounter) -> tuple[Band, ...]:
    """Who will test morale together: foes by their group, and hirelings where the table wants it (CRN-MOR-04)."""
    groups: dict[str, list[Creature]] = {}
    for figure in state.figures.values():
        if figure.kind in kinds_of(state) and figure.present:
            groups.setdefault(f"{figure.seat}:{figure.group}", []).append(figure)
    return tuple(
        Band(id_, group[0].seat, len(group), led=any(figure.leader for figure in group))
        for id_, group in sorted(groups.items())
    )


def kinds_of(state: Encounter) -> tuple[str, ...]:
    """Who tests morale at all: foes, and hirelings where the table wants it; characters never."""
    return (FOE, HIRELING) if state.options.hireling_morale else (FOE,)


def members(state: Encounter, band: Band) -> list[Creature]:
    """Everybody of a band, the fallen too."""
    return [f for f in state.figures.values() if f.kind in kinds_of(state) and f"{f.seat}:{f.group}" == band.id]


def due(state: Encounter, band: Band) -> tuple[str, ...]:
    """The tests that a band now owes: its first loss, half its number, or a lone one at 0 PF."""
    group = members(state, band)
    if not group:
        return ()
    if band.start == 1:
        (one, *_) = group
        owed = [ALONE] if one.pf <= 0 and one.pf_max > 0 and not one.formation else []
    else:
        fallen = sum(figure.status == DEAD or (figure.present and not figure.standing) for figure in group)
        owed = [FIRST] if fallen >= 1 else []
        owed += [HALF] if fallen * 2 >= band.start else []
    return tuple(why for why in owed if why not in band.tested)


def roller_of(state: Encounter, band: Band) -> Id:
    """Whose VOL counts: a leader's who is there (CRN-MOR-02), else the lowest of those left."""
    here = [figure for figure in members(state, band) if figure.standing]
    leaders = [figure for figure in here if figure.leader] if band.led else []
    return min(leaders or here, key=lambda figure: (figure.vol, figure.id)).id


def check_morale(game: Game) -> Flow[None]:
    """Let every band test that has reason to; one roll for all of it, whatever the reasons (our ruling)."""
    for name in [band.id for band in encounter_of(game).bands]:
        owed = due(encounter_of(game), band_of(encounter_of(game), name))
        if owed:
            yield from try_band(game, name, owed)


def band_of(state: Encounter, name: str) -> Band:
    """A band by its id."""
    return next(band for band in state.bands if band.id == name)


def try_band(game: Game, name: str, owed: tuple[str, ...]) -> Flow[None]:
    """One roll of a band for all the reasons it has; if it fails, all who stand and can flee do (CRN-MOR-01.3)."""
    state = encounter_of(game)
    band = band_of(state, name)
    if not any(figure.standing for figure in members(state, band)):
        return
    roller, why = roller_of(state, band), owed[-1]
    for other in owed[:-1]:
        game.do(MoralePast(band=name, why=other, rules=(WHY[other],)))
    fearless = game.immune(roller, "morale")
    reason = WHY.get(why, "CRN-MOR-01.1")
    rules = (reason, "CRN-MOR-02.1") if figure_of(game, roller).leader and band.led else (reason,)
    passed = True if fearless else (yield from save(game, roller, VOL, "morale", rules))
    game.do(MoraleTested(band=name, why=why, passed=passed, rules=(fearless,) if fearless else rules))
    if not passed:
        standing = [figure.id for figure in members(encounter_of(game), band) if figure.standing]
        for figure in [it for it in standing if game.restricted("flee", actor=it) is None]:
            game.do(Fled(it=figure, why="morale", rules=("CRN-MOR-01.3",)))


def retreat(game: Game, it: Id) -> Flow[bool]:
    """Flight always takes a DES save, and somewhere to go (CRN-RET-01)."""
    sure = game.immune(it, "retreat")
    passed = True if sure else (yield from save(game, it, DES, "retreat", ("CRN-RET-01.1", "CRN-ATR-03.2")))
    if passed:
        game.do(Fled(it=it, why="retreat", rules=("CRN-RET-01.1", "CRN-RET-01.2")))
    return passed

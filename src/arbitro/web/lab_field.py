"""What a game has for the lab, and who sees what at the beginning of its battles. It runs in a worker."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from arbitro.analysis.sightmap import SightMap, sight_map, told
from arbitro.analysis.sightplot import lookout_plot, sight_plot
from arbitro.content.errors import ContentError, Lang
from arbitro.content.messages import show
from arbitro.content.tabletop import TabletopRuleset
from arbitro.content.yamlfile import load
from arbitro.dice.sources import SeededDice
from arbitro.engine.game import Game
from arbitro.engine.values import Seat
from arbitro.players import player, step
from arbitro.players.strengths import PLAIN
from arbitro.web.bodies import NewGame
from arbitro.web.drawing import KINDS, saved
from arbitro.web.labview import LabField, LabPack, ReadyList, SightFound, SightSide, SightWish, Watcher
from arbitro.web.library import chosen, ready, rules_called
from arbitro.web.refusals import Unwilling

QUICK: Final = tuple(PLAIN)
"""Players whose battles take seconds, not minutes."""
ROSTERS: Final = "rosters"
"""Where the companies of the library lie, beside the battles that are ready."""
DEPLOYING: Final = 600
"""So many decisions are made for those who have to deploy."""
SEED: Final = "1"


def field(ruleset: str, lang: Lang) -> LabField:
    """What can be tried with a game. Raises Unwilling ``no_ruleset``."""
    rules = rules_called(ruleset)
    contenders = [one for one in rules.contenders() if not one.led] if rules.offers("contest") else []
    packs = Counter(Path(one.pack).name for one in contenders if not one.fixed)
    boards = (rules.scene(rules.setup(one.scenario.setup), "", "it").board for one in ready(ruleset).values())
    return LabField(
        ruleset=ruleset,
        players=QUICK,
        random=rules.offers("skirmish"),
        profiles=len(contenders),
        packs=tuple(LabPack(id=name, profiles=count) for name, count in packs.items()),
        lists=tuple(_lists(rules, lang)),
        sees=any(board is not None for board in boards),
    )


def _lists(rules: TabletopRuleset, lang: Lang) -> Sequence[ReadyList]:
    """The companies that lie beside the ready battles."""
    folders = dict.fromkeys(path.parent / ROSTERS for path in rules.ready())
    found = []
    for path in (path for folder in folders for path in sorted(folder.glob("*.yaml"))):
        text = path.read_text(encoding="utf-8")
        try:
            data = load(text, name=path.name).data
        except ContentError:
            continue
        names = [data.get(key) for key in (("name_en",) if lang == "en" else ()) + ("name", "roster")]
        found.append(ReadyList(name=next((str(name) for name in names if name), path.stem), file=text))
    return found


# --- who sees what --------------------------------------------------------------------------------------


class _Looked:
    """A battle at its first turn, and what its sides see."""

    def __init__(self, ruleset: str, wish: SightWish, lang: Lang) -> None:
        base = rules_called(ruleset)
        scenario, _ = chosen(base, NewGame(ruleset=ruleset, scenario=wish.scenario, file=wish.file), lang)
        self.rules, self.lang = base.playing(scenario), lang
        self.title = scenario.name_en if lang == "en" and scenario.name_en else scenario.name
        self.game = Game.new(self.rules, scenario.setup, SeededDice.of_seed(SEED))
        self.deployed = self._deploy()
        self.scene = self.rules.scene(self.game.state, "", lang)
        if self.scene.board is None:
            raise Unwilling("no_table")

    def _deploy(self) -> bool:
        """Whether somebody had to be put on the table before the first turn."""
        seats = self.rules.seat_order(self.game.state)
        players = {seat: player("instinct", place) for place, seat in enumerate(seats)}
        for number in range(DEPLOYING):
            if self.game.over or any(self.rules.turn_of(event) for event in self.game.journal):
                return number > 0
            step(self.game, players)
        return True

    def maps(self, seats: Sequence[str]) -> list[SightMap]:
        return [sight_map(self.game, self.rules, seat, self.lang) for seat in seats]


def sight(ruleset: str, wish: SightWish, lang: Lang) -> SightFound:
    """Who sees how much of a battle's table, and whom. Raises Unwilling ``no_table``, and as `library.chosen`."""
    looked = _Looked(ruleset, wish, lang)
    maps = looked.maps([side.seat for side in looked.scene.sides])
    return SightFound(
        title=looked.title,
        standing=looked.rules.standing(looked.game.state, lang),
        deployed=looked.deployed,
        sides=tuple(_side(looked, found) for found in maps),
    )


def _side(looked: _Looked, found: SightMap) -> SightSide:
    rules, state = looked.rules, looked.game.state
    return SightSide(
        seat=found.seat,
        name=found.name,
        told=told(found, looked.lang),
        watchers=tuple(
            Watcher(
                id=one.id,
                name=one.name,
                share=show(looked.lang, one.share, "pct"),
                whom=tuple(
                    rules.called(state, id, looked.lang) for id in one.whom if rules.controller(state, id) != found.seat
                ),
            )
            for one in found.lookouts
        ),
    )


def sight_file(ruleset: str, wish: SightWish, lang: Lang) -> bytes:
    """The map of a side, of a figure, or of all sides; or the numbers of it as ``json``.

    Raises Unwilling ``no_table``, ``no_watcher``, ``no_picture_kind``.
    """
    looked = _Looked(ruleset, wish, lang)
    seats = [side.seat for side in looked.scene.sides]
    if wish.seat and wish.seat not in seats:
        raise Unwilling("no_watcher", who=wish.seat[:40])
    maps = looked.maps([wish.seat] if wish.seat else seats)
    if wish.figure and not any(one.id == wish.figure for side in maps for one in side.lookouts):
        raise Unwilling("no_watcher", who=wish.figure[:40])
    if wish.kind == "json":
        import msgspec

        return msgspec.json.format(msgspec.json.encode(maps), indent=2)
    if wish.kind not in KINDS:
        raise Unwilling("no_picture_kind")
    return saved(_map(looked, maps, wish.figure), wish.kind)


def _map(looked: _Looked, maps: Sequence[SightMap], figure: str) -> Any:
    if not figure:
        return sight_plot(looked.scene, maps, (), looked.lang)
    side = next(side for side in maps if any(one.id == figure for one in side.lookouts))
    return lookout_plot(looked.scene, side, figure, looked.lang)


def game_map(game: Game, rules: TabletopRuleset, asker: Seat, kind: str, lang: Lang) -> bytes:
    """The map of who sees what as a game stands, as far as a seat may know it ("": a spectator).

    Raises Unwilling ``no_table``, ``no_picture_kind``.
    """
    scene = rules.scene(rules.view(game.state, asker), asker, lang)
    if scene.board is None:
        raise Unwilling("no_table")
    if kind not in KINDS:
        raise Unwilling("no_picture_kind")
    maps = [sight_map(game, rules, side.seat, lang, known_to=asker) for side in scene.sides]
    return saved(sight_plot(scene, maps, (), lang), kind)


__all__ = ["QUICK", "field", "game_map", "sight", "sight_file"]

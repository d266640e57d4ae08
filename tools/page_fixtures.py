"""Writes moments of real battles for the board's gallery, into web/dev/fixtures/ (which git does not keep).

    .venv/bin/python tools/page_fixtures.py

For each example it plays on with computers until a figure is asked where it goes after some turns, and writes the
scene, the question and what selecting the figure shows. See web/dev/gallery.tsx.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec

from arbitro.dice.sources import SeededDice
from arbitro.engine.game import Game
from arbitro.players import KeenPlayer, Player, step
from arbitro.rulesets.crepuscolo import RULESET
from arbitro.web.questions import questions

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "web" / "dev" / "fixtures"
MOST = 20_000
"""So many answers are given before a battle is left alone."""


def moment(path: Path, turn: int, kinds: tuple[str, ...]) -> dict[str, Any]:
    """The first moment after the start of a turn at which a form of one of the kinds is asked for."""
    scenario = RULESET.read_scenario(path)
    rules = RULESET.playing(scenario)
    game = Game.new(rules, scenario.setup, SeededDice.of_seed(7))
    players: dict[str, Player] = {seat: KeenPlayer(place) for place, seat in enumerate("ab")}
    for _ in range(MOST):
        if game.pending is None:
            break
        seat = (*game.pending.seats, *game.pending.free)[0]
        if getattr(game.state, "turn", 0) >= turn and game.form(seat).kind in kinds:
            return shown(game, rules, seat)
        step(game, players)
    return shown(game, rules, "a")


def shown(game: Game, rules: Any, seat: str) -> dict[str, Any]:
    """What a screen of a seat shows at this moment."""
    scene = rules.scene(rules.view(game.state, seat), seat, "it")
    asked = questions(rules, game, (seat,), "it") if not game.over else ()
    figure = (asked[0].form.figure if asked else "") or next((f.id for f in scene.figures if f.shape), "")
    light = rules.spotlight(game, seat, figure, "it")
    return {"scene": scene, "question": asked[0] if asked else None, "light": light}


def main() -> int:
    """Write them all."""
    TARGET.mkdir(parents=True, exist_ok=True)
    for path in sorted((ROOT / "examples" / "crepuscolo").glob("*.yaml")):
        for name, turn, kinds in (("start", 0, ("place",)), ("middle", 3, ("place",)), ("choose", 4, ("tree",))):
            told = moment(path, turn, kinds)
            file = TARGET / f"{path.stem}-{name}.json"
            file.write_bytes(msgspec.json.encode(told))
            print(file.relative_to(ROOT), file.stat().st_size)
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Draws docs/images/battle.svg for the READMEs: the first battle, played by the computer, at a lively moment.

Run it again when the look of the table changes: `.venv/bin/python tools/draw_battle.py`.
"""

import argparse
from pathlib import Path

from arbitro.cli._shelf import tabletop
from arbitro.content.scenarios import read
from arbitro.dice.sources import SeededDice
from arbitro.engine.game import Game
from arbitro.engine.journal import journal_of
from arbitro.players import play_out, player
from arbitro.reports.film import Film

ROOT = Path(__file__).resolve().parent.parent


def main() -> None:
    """Play, look for the moment, draw."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--battle", type=Path, default=ROOT / "examples/crepuscolo/agguato-al-guado.yaml")
    ask.add_argument("--seed", type=int, default=7)
    ask.add_argument("--moment", default="3.2", help="turn.hand, as in `arbitro replay --to` (default 3.2)")
    ask.add_argument("--out", type=Path, default=ROOT / "docs/images/battle.svg")
    asked = ask.parse_args()
    scenario = read(asked.battle)
    rules = tabletop(scenario.ruleset).playing(scenario)
    game = Game.new(rules, scenario.setup, SeededDice.of_seed(asked.seed))
    play_out(game, {side["seat"]: player("quick") for side in scenario.setup["sides"]})
    film = Film(journal_of(game, scenario=scenario.id, seed=asked.seed), rules, "en")
    place = film.find(asked.moment)
    if place is None:
        raise SystemExit(f"this battle has no moment {asked.moment}")
    asked.out.parent.mkdir(parents=True, exist_ok=True)
    asked.out.write_text(film.ruleset.map_svg(film.state_at(place + 1), "en") + "\n", encoding="utf-8")
    print(f"{asked.out}: turn and hand {asked.moment} of {film.title}")


if __name__ == "__main__":
    main()

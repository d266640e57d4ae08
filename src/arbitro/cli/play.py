"""``arbitro play``: a battle at the terminal, between people, against the computer, or played by it alone."""

from __future__ import annotations

import errno
import re
import secrets
import shlex
import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer
from platformdirs import user_data_path

from arbitro.cli._help import Command
from arbitro.cli._kept import Beside, Told
from arbitro.cli._language import language
from arbitro.cli._session import BOT, COMPUTER, PERSON, Session
from arbitro.cli._shelf import tabletop
from arbitro.cli._talk import Misuse, Screen, helped, say
from arbitro.content import scenarios
from arbitro.content.errors import Lang
from arbitro.content.tabletop import Scenario, TabletopRuleset
from arbitro.dice.sources import Dice, SeededDice, TypedDice
from arbitro.engine.game import Game
from arbitro.engine.journal import journal_json
from arbitro.engine.save import SaveError, load, read_file
from arbitro.engine.save import read as read_save
from arbitro.engine.values import Seat
from arbitro.players import MOST_TURNS, NAMES
from arbitro.players.bots import SECONDS, BotFailed, BotPlayer

WHO = (PERSON, *NAMES)
PEOPLE = (PERSON, "persona", "people")
KEPT = 20
"""How many files written by themselves are kept."""


class Setting:
    """A game ready to be played, and what its save has to remember."""

    def __init__(self, game: Game, ruleset: TabletopRuleset, scenario: Scenario, seed: int | str, typed: bool) -> None:
        self.game, self.ruleset, self.scenario, self.seed, self.typed = game, ruleset, scenario, seed, typed
        self.sides: dict[Seat, str] = {}
        self.bots: dict[Seat, BotPlayer] = {}

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats, in the order of the setup."""
        rows = (self.game.setup or {}).get("sides", ())
        return tuple(row["seat"] for row in rows) or tuple(sorted(self.ruleset.seat_order(self.game.state)))

    def meta(self) -> dict[str, Any]:
        """What a save keeps beside the game, to go on with it."""
        told = {name: getattr(self.scenario, name) for name in Told.__struct_fields__}
        return {
            "typed": self.typed,
            "scenario": {**told, "packs": [str(Path(pack).absolute()) for pack in self.scenario.packs]},
        }


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("play", cls=Command, help=helped("play"))(play)


def play(
    file: Annotated[Path | None, typer.Argument(help=helped("file"), show_default=False)] = None,
    side: Annotated[list[str] | None, typer.Option(help=helped("side", names=WHO), show_default=False)] = None,
    auto: Annotated[bool, typer.Option("--auto", help=helped("auto"))] = False,
    bot: Annotated[list[str] | None, typer.Option(help=helped("bot"), show_default=False)] = None,
    bot_seconds: Annotated[float, typer.Option(help=helped("bot_seconds"), min=0.1, max=3600)] = SECONDS,
    seed: Annotated[str, typer.Option(help=helped("seed"), show_default=False)] = "",
    my_dice: Annotated[bool, typer.Option("--my-dice", help=helped("my_dice"))] = False,
    as_json: Annotated[bool, typer.Option("--json", help=helped("json"))] = False,
    save: Annotated[Path | None, typer.Option(help=helped("save"), show_default=False)] = None,
    resume: Annotated[Path | None, typer.Option(help=helped("resume"), show_default=False)] = None,
    rules: Annotated[bool, typer.Option("--rules", help=helped("rules"))] = False,
    lang: Annotated[str, typer.Option(help=helped("lang"), show_default=False)] = "",
) -> int:
    """Read what is asked for, play it, report."""
    speech = spoken(lang)
    if (file is None) == (resume is None):
        raise Misuse(say(speech, "usage.file_or_resume" if file is None else "usage.file_and_resume"))
    if resume is not None and (seed or my_dice):
        raise Misuse(say(speech, "usage.seed_resume"))
    if save is not None:
        writable(save)
    setting = resumed(resume) if resume is not None else begun(file or Path(), seed, my_dice)
    setting.sides = seated(setting, side or [], speech, auto=auto, alone=as_json)
    setting.bots = started(setting, bot or [], speech, bot_seconds)
    try:
        if as_json:
            return _journal(setting, save, speech)
        return _at_terminal(setting, save, resume, speech, with_rules=rules)
    finally:
        for player in setting.bots.values():
            player.close(setting.game.state.result if setting.game.over else None)


def writable(file: Path) -> None:
    """Find out before the battle whether a save has a place. Raises OSError that names the file or its folder."""
    if file.is_dir():
        raise IsADirectoryError(errno.EISDIR, "", str(file))
    if not file.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, "", str(file.parent))


def spoken(lang: str) -> Lang:
    """The language of the output. Raises Misuse for one there is not."""
    speech = language(lang or None)
    if lang and lang not in ("it", "en"):
        raise Misuse(say(speech, "usage.lang", value=lang))
    return speech


# --- the game -----------------------------------------------------------------------------------------


def begun(file: Path, seed: str, typed: bool) -> Setting:
    """A new game of a scenario file. Raises ContentError or OSError."""
    scenario = scenarios.read(file)
    ruleset = tabletop(scenario.ruleset).playing(scenario)
    chosen = _seed(seed)
    dice: Dice = TypedDice() if typed else SeededDice.of_seed(chosen)
    return Setting(Game.new(ruleset, scenario.setup, dice), ruleset, scenario, chosen, typed)


def _seed(text: str) -> int | str:
    if not text:
        return secrets.randbelow(1_000_000)
    return int(text) if re.fullmatch(r"-?[0-9]{1,15}", text) else text


def resumed(file: Path) -> Setting:
    """A saved game, where it stood. Raises SaveError (which names the file) or OSError."""
    try:
        kept = read_save(read_file(file))
        beside = Beside.of(kept)
        scenario = beside.scenario.of(kept)
        ruleset = tabletop(kept.ruleset).playing(scenario)
        if (desk := ruleset.desk()) is not None and desk.is_desk(kept.setup):
            raise SaveError("is_a_desk")
        typed, seed = beside.typed, beside.seed if beside.seed is not None else 0
        dice: Dice = TypedDice() if typed else SeededDice.of_seed(seed)
        game = load(kept, ruleset, dice)
    except SaveError as error:
        error.facts["file"] = str(file)
        raise
    setting = Setting(game, ruleset, scenario, seed, typed)
    setting.sides = beside.sides
    return setting


def seated(setting: Setting, given: Sequence[str], lang: Lang, *, auto: bool, alone: bool) -> dict[Seat, str]:
    """Who plays which seat: as given, as saved, or a person first and the computer second.

    Raises:
        Misuse: for a side or a player there is not, or a person where the computer must play alone.
    """
    seats = setting.seats
    if auto or alone:
        sides = dict.fromkeys(seats, COMPUTER)
        sides.update({seat: who for seat, who in setting.sides.items() if seat in seats and who in NAMES})
    else:
        sides = {seat: setting.sides.get(seat, PERSON if seat == seats[0] else COMPUTER) for seat in seats}
        sides = {seat: COMPUTER if who == BOT else who for seat, who in sides.items()}
    for word in given:
        seat, _, who = word.partition("=")
        who = PERSON if who in PEOPLE else who
        if seat not in seats or who not in WHO:
            raise Misuse(say(lang, "usage.side", value=word, seats=seats, names=WHO))
        if who == PERSON and alone:
            raise Misuse(say(lang, "usage.json_people"))
        sides[seat] = who
    return sides


def started(setting: Setting, given: Sequence[str], lang: Lang, seconds: float) -> dict[Seat, BotPlayer]:
    """The programs that play seats, started; they take the place of whoever sat there.

    Raises:
        Misuse: for a seat there is not, or where no program is named.
        BotFailed: for a program that cannot be started.
    """
    commands: dict[Seat, str] = {}
    for word in given:
        seat, _, command = word.partition("=")
        if seat not in setting.seats or not command.strip():
            raise Misuse(say(lang, "usage.bot", value=word, seats=setting.seats))
        commands[seat] = command
    bots: dict[Seat, BotPlayer] = {}
    try:
        for seat, command in commands.items():
            bots[seat] = BotPlayer(command, seat, seconds=seconds)
            setting.sides[seat] = BOT
    except BotFailed:
        for bot in bots.values():
            bot.close()
        raise
    return bots


# --- playing it ---------------------------------------------------------------------------------------


def _journal(setting: Setting, file: Path | None, lang: Lang) -> int:
    """The computer plays and nothing is written but the journal."""
    quiet = Screen(lang, error=True)
    session = Session(
        setting.game, setting.ruleset, quiet, setting.sides, seed=setting.seed, meta=setting.meta(), silent=True,
        bots=setting.bots, file=file, autosave=_autosave(setting) if setting.bots else None,
    )  # fmt: skip
    session.run()
    if session.endless:
        quiet.say("play.endless", turns=MOST_TURNS)
    kept = file is None or session.save_to(file)
    game = setting.game
    texts = [setting.ruleset.sentence(game.state, event, lang) for event in game.journal]
    told = setting.scenario
    data = journal_json(game, scenario=told.id, packs=told.packs, seed=setting.seed, texts=texts)
    sys.stdout.write(data.decode() + "\n")
    return 0 if kept else 2


def _at_terminal(setting: Setting, file: Path | None, resume: Path | None, lang: Lang, *, with_rules: bool) -> int:
    screen = Screen(lang)
    kept_by_itself = _autosave(setting) if {PERSON, BOT} & set(setting.sides.values()) else None
    session = Session(
        setting.game, setting.ruleset, screen, setting.sides, seed=setting.seed, meta=setting.meta(),
        file=file, autosave=kept_by_itself, with_rules=with_rules, bots=setting.bots,
    )  # fmt: skip
    _greet(session, setting, resume)
    if not session.run():
        screen.say("play.stopped")
        return 0
    session.end()
    screen.raw()
    if session.endless:
        screen.say("play.endless", turns=MOST_TURNS)
    if not setting.typed:
        screen.say("play.seed", style="dim", seed=shlex.quote(str(setting.seed)))
    if file is not None and not session.save_to(file):
        return 2
    return 0


def _greet(session: Session, setting: Setting, resume: Path | None) -> None:
    screen, lang, scenario = session.screen, session.lang, setting.scenario
    name, text = (scenario.name, scenario.text) if lang == "it" else (scenario.name_en, scenario.text_en)
    screen.heading(name or scenario.name or scenario.id)
    if resume is not None:
        screen.say("play.resumed", file=str(resume))
        session.told = len(session.game.journal)
    elif text:
        screen.line(text, hang=0)
    people = len(session.persons)
    for seat in setting.seats:
        who = session.sides[seat]
        key = "bot" if who == BOT else "computer" if who != PERSON else "person" if people == 1 else "people"
        name = setting.bots[seat].command if who == BOT else who
        screen.say("play.sides", indent=2, seat=session.name(seat), who=say(lang, f"play.{key}", name=name))
    if people:
        screen.say("play.start_help", style="dim")


def _autosave(setting: Setting) -> Path:
    """The file in the user's data folder to which this game is written at each hand; old ones are cleared away."""
    folder = user_data_path("arbitro", appauthor=False) / "partite"
    name = re.sub(r"[^\w-]+", "-", setting.scenario.id or "partita")
    kept = sorted(folder.glob("*.arbitro"), key=lambda path: path.name.rsplit("-", 2)[1:]) if folder.is_dir() else []
    for old in kept[: -KEPT + 1]:
        old.unlink(missing_ok=True)
    return folder / f"{name}-{datetime.now():%Y%m%d-%H%M%S}.arbitro"

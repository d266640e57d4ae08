"""The folder of a campaign: its party, creatures of one's own and encounters, as files.

``campaign.yaml`` names the rest; ``encounters/NAME.arbitro`` are saved games. Every file is written whole or not at
all.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from arbitro.cli._desktalk import say
from arbitro.cli._kept import rules_with
from arbitro.cli._shelf import tabletop
from arbitro.cli._talk import Misuse
from arbitro.content.catalogue import fold
from arbitro.content.desk import Desk
from arbitro.content.deskview import Newcomer
from arbitro.content.errors import ContentError, Lang, Problem, nearest, raise_if_any
from arbitro.content.shape import Record as Shape
from arbitro.content.shape import check
from arbitro.content.tabletop import TabletopRuleset
from arbitro.content.yamlfile import load, text_of
from arbitro.dice.sources import Dice, SeededDice, TypedDice
from arbitro.engine.game import Game
from arbitro.engine.ruleset import installed
from arbitro.engine.save import UNFINISHED, SaveError, read, read_file, save, write_atomically
from arbitro.engine.save import load as load_save
from arbitro.engine.values import REFEREE

HEAD, ENCOUNTERS, ENDING = "campaign.yaml", "encounters", ".arbitro"
OLD = 3600
"""Seconds after which nobody is still writing a file."""


class Head(Shape, frozen=True, kw_only=True):
    """What ``campaign.yaml`` says: the game, the name, where party and creatures are, and folders of packs."""

    ruleset: str
    name: Annotated[str, Meta(min_length=1, max_length=100)]
    party: str = "party.yaml"
    creatures: str = "creatures.yaml"
    notes: Annotated[str, Meta(max_length=20_000)] = ""
    packs: tuple[str, ...] = ()


class Beside(msgspec.Struct, frozen=True):
    """What an encounter's file keeps beside the game."""

    typed: bool = False
    seed: int | str = 0
    packs: tuple[str, ...] = ()


class Campaign:
    """A campaign's folder. Raises Misuse where there is none, ContentError where a file will not do."""

    def __init__(self, folder: Path, lang: Lang) -> None:
        if not (folder / HEAD).is_file():
            raise Misuse(say(lang, "not_there", folder=str(folder)))
        head, problems = check(load(folder / HEAD), Head)
        raise_if_any(problems)
        assert head is not None
        self.folder, self.head, self.lang = folder, head, lang
        self._sweep()
        self.rules, self.desk = desk_called(head.ruleset, head.packs, folder, lang)
        for name in (head.party, head.creatures):
            if Path(name).is_absolute() or ".." in Path(name).parts:
                it, en = "i file stanno in questa cartella", "its files are in this folder"
                raise ContentError([Problem(str(folder / HEAD), 0, 0, name, it, en)])

    def _sweep(self) -> None:
        """Take away halves of files that a program which was killed has left behind."""
        for folder in (self.folder, self.folder / ENCOUNTERS):
            for left in folder.glob(f"{UNFINISHED}*"):
                with suppress(OSError):  # another program has taken it away, or it may not be touched
                    if time.time() - left.stat().st_mtime > OLD:
                        left.unlink()

    @property
    def party_file(self) -> Path:
        """The party's file."""
        return self.folder / self.head.party

    def sheets(self, path: Path) -> tuple[Newcomer, ...]:
        """Those whom a file of the campaign holds; none where it is not there."""
        return self.desk.sheets(text_of(path), str(path)) if path.is_file() else ()

    def party(self) -> tuple[Newcomer, ...]:
        """The party."""
        return self.sheets(self.party_file)

    def hour(self) -> int:
        """The hour of the campaign, which its party keeps."""
        return self.desk.hour(text_of(self.party_file)) if self.party_file.is_file() else 0

    def own(self) -> tuple[Newcomer, ...]:
        """Creatures of one's own."""
        return self.sheets(self.folder / self.head.creatures)

    def encounters(self) -> dict[str, Path]:
        """The encounters by name, the last changed first."""
        found = sorted((self.folder / ENCOUNTERS).glob(f"*{ENDING}"), key=lambda file: -file.stat().st_mtime)
        return {file.stem: file for file in found}

    def file_of(self, name: str) -> Path:
        """Where an encounter is kept, by its name as people write it."""
        letters = "".join(c if c.isascii() and c.isalnum() else "-" for c in fold(name))
        slug = "-".join(filter(None, letters.split("-")))[:60] or "scontro"
        return self.folder / ENCOUNTERS / f"{slug}{ENDING}"

    def bring_home(self, game: Game) -> Path:
        """Write the party as it is in an encounter."""
        old = text_of(self.party_file) if self.party_file.is_file() else ""
        write_atomically(self.party_file, self.desk.party(game, old).encode())
        return self.party_file


class Encounter:
    """An encounter with its file and its dice."""

    def __init__(self, game: Game, rules: TabletopRuleset, desk: Desk, file: Path, beside: Beside) -> None:
        self.game, self.rules, self.desk, self.file, self.beside = game, rules, desk, file, beside

    def keep(self) -> None:
        """Write the file."""
        self.file.parent.mkdir(exist_ok=True)
        write_atomically(self.file, save(self.game, msgspec.to_builtins(self.beside)))


def desk_called(name: str, packs: Sequence[str], folder: Path, lang: Lang) -> tuple[TabletopRuleset, Desk]:
    """A ruleset with a desk, with the packs of a campaign's folder.

    Raises ContentError for a pack there is not, Misuse for one there is not or without a desk.
    """
    if name not in installed():
        known = with_desk()
        near = nearest(name, known)
        raise Misuse(say(lang, "no_game_near" if near else "no_game", name=name, near=near, known=known))
    rules = rules_with(name, packs, folder / HEAD)
    desk = rules.desk()
    if desk is None:
        raise Misuse(say(lang, "no_desk", ruleset=rules.label(lang), known=with_desk()))
    return rules, desk


def with_desk() -> tuple[str, ...]:
    """The games that have a desk."""
    return tuple(name for name in installed() if tabletop(name).desk() is not None)


def make(folder: Path, name: str, ruleset: str, party: Path | None, lang: Lang) -> Campaign:
    """A new campaign's folder; a party file is copied once it is found good."""
    _, desk = desk_called(ruleset, (), folder, lang)
    if (folder / HEAD).exists():
        raise Misuse(say(lang, "there", folder=str(folder)))
    text = text_of(party) if party is not None else ""
    if party is not None:
        desk.sheets(text, str(party))
    folder.mkdir(parents=True, exist_ok=True)
    (folder / ENCOUNTERS).mkdir(exist_ok=True)
    if text:
        write_atomically(folder / Head.__struct_defaults__[0], text.encode())
    lines = {"ruleset": ruleset, "name": name}
    head = "".join(f"{key}: {msgspec.json.encode(value).decode()}\n" for key, value in lines.items())
    write_atomically(folder / HEAD, head.encode())
    return Campaign(folder, lang)


def begin(campaign: Campaign, file: Path, seed: int | str, typed: bool) -> Encounter:
    """A new encounter: the campaign's party stands on the desk."""
    setup = campaign.desk.setup(campaign.party(), secrets.token_hex(8), {}, campaign.hour())
    game = Game.new(campaign.rules, setup, _dice(seed, typed))
    return Encounter(game, campaign.rules, campaign.desk, file, Beside(typed, seed, campaign.head.packs))


def opened(file: Path, lang: Lang) -> Encounter:
    """An encounter where it stood. Raises SaveError (which names the file), OSError, Misuse for another game's file."""
    try:
        kept = read(read_file(file))
        told: dict[str, Any] = {name: kept.dice[name] for name in Beside.__struct_fields__ if name in kept.dice}
        beside = msgspec.convert(told, Beside)
        rules = rules_with(kept.ruleset, beside.packs, file.parent)
        desk = rules.desk()
        if desk is None or not desk.is_desk(kept.setup):
            raise Misuse(say(lang, "not_a_desk", file=str(file)))
        game = load_save(kept, rules, _dice(beside.seed, beside.typed))
    except msgspec.ValidationError as error:
        raise SaveError("damaged", file=str(file)) from error
    except SaveError as error:
        error.facts["file"] = str(file)
        raise
    try:
        desk.view(game, REFEREE, lang)
    except Exception as error:  # a file that somebody wrote by hand, with what there is not
        raise SaveError("damaged", file=str(file)) from error
    return Encounter(game, rules, desk, file, beside)


def _dice(seed: int | str, typed: bool) -> Dice:
    return TypedDice() if typed else SeededDice.of_seed(seed)

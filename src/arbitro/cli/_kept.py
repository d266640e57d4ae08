"""What a save keeps beside the game, and the rules with the packs that a game was played with."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct, ValidationError, convert, structs

from arbitro.cli._shelf import tabletop
from arbitro.content.tabletop import Scenario, TabletopRuleset
from arbitro.engine.save import Save, SaveError
from arbitro.engine.values import Seat


class Told(Struct, frozen=True):
    """What a save keeps of its scenario."""

    file: str = ""
    id: str = ""
    name: str = ""
    name_en: str = ""
    text: str = ""
    text_en: str = ""
    packs: tuple[str, ...] = ()

    def of(self, kept: Save) -> Scenario:
        """The scenario again, as far as playing on needs it."""
        return Scenario(ruleset=kept.ruleset, setup=kept.setup, **structs.asdict(self))


class Beside(Struct, frozen=True):
    """What a save keeps beside the game, to go on with it."""

    typed: bool = False
    scenario: Told = Told()
    seed: int | str | None = None
    sides: dict[Seat, str] = {}

    @staticmethod
    def of(kept: Save) -> Beside:
        """What a save holds. Raises SaveError ``damaged``, ``no_dice``."""
        try:
            beside = convert(kept.dice, Beside)
            convert(kept.setup.get("sides", ()), tuple[_Side, ...])
        except ValidationError as error:
            raise SaveError("damaged") from error
        if beside.seed is None and not beside.typed:
            raise SaveError("no_dice")
        return beside


class _Side(Struct, frozen=True):
    """What of a side's setup this module reads."""

    seat: str
    name: str = ""


def packs_of(kept: Save) -> tuple[str, ...]:
    """The folders of the packs that a saved game was played with; none where the save does not tell."""
    try:
        return convert(kept.dice.get("scenario", {}), Told).packs
    except ValidationError:
        return ()


def rules_with(name: str, packs: Sequence[str], beside: Path) -> TabletopRuleset:
    """A game's rules with its packs, found from here or from the folder of the file that names them.

    Raises:
        SaveError: for a game there is not.
        ContentError: for a pack there is not.
    """
    rules = tabletop(name)
    if not packs:
        return rules
    found = tuple(pack if Path(pack).is_dir() else str(beside.parent / pack) for pack in packs)
    return rules.playing(Scenario(file="", id="", name="", name_en="", ruleset=name, setup={}, packs=found))

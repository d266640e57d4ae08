"""What every scenario file has, whatever game it is for, and the checks of its script and expectations.

A ruleset's own shape extends `ScenarioHead` with its table and sides; `scenarios` runs what was read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, Final

from msgspec import Meta, Struct, structs

from arbitro.content.errors import ContentError, Problem, nearest
from arbitro.content.shape import Record
from arbitro.content.shapewords import NAME
from arbitro.content.tabletop import Scenario
from arbitro.content.yamlfile import DataPath, Document
from arbitro.engine import events as engine_events
from arbitro.engine.events import Event
from arbitro.engine.ruleset import Ruleset

DIE: Final = re.compile(r"d([1-9][0-9]?)(\*?)")
LEVELS: Final = (
    "actor", "action", "target", "weapon", "die", "others", "piece", "rule", "condition", "use", "token", "item",
    "square", "style", "spell", "occasion", "foe", "to", "way", "number", "choice", "order", "share", "word", "face",
)  # fmt: skip
"""What a step may name; a choice is found by the word that its form uses for it."""
LATER: Final = ("to", "way", "number", "choice", "order", "share", "word")
"""What may answer a question that the game asks only after the step's first answer."""
SHORT: Final = ("pass", "decline", "test", "deploy")
BESIDES: Final = ("seat", "refused", "expect", "note")
EXPECTED: Final = ("figure", "thing", "event", "state", "result", "asked")
"""The kinds of expectations, by the key that names them."""
MOST_STEPS: Final = 2000
ROSTERS: Final = "rosters"
"""Where ready companies lie beside the battles that name them."""
NO_FILES: Final = ("qui non si possono nominare altri file", "no other files can be named here")
NOT_THERE: Final = (
    "qui si possono nominare solo le compagnie degli esempi: {there}",
    "only the companies of the examples can be named here: {there}",
)
_DICE_KEYS: Final = ("die", "test")


class ScenarioHead(Record, frozen=True, kw_only=True):
    """The part of a scenario file that all games share."""

    scenario: Annotated[str, Meta(pattern=NAME)]
    name: Annotated[str, Meta(min_length=1, max_length=100)]
    name_en: Annotated[str, Meta(min_length=1, max_length=100)]
    text: str = ""
    text_en: str = ""
    ruleset: str
    packs: tuple[str, ...] = ()
    dice: Annotated[tuple[Annotated[int, Meta(ge=1, le=100)], ...], Meta(max_length=10_000)] = ()
    script: Annotated[tuple[dict[str, Any], ...], Meta(max_length=MOST_STEPS)] = ()
    expect: Annotated[tuple[dict[str, Any], ...], Meta(max_length=MOST_STEPS)] = ()


def other_game(document: Document, name: str) -> list[Problem]:
    """The fault of a file that names another game than ``name``; its shape says whether it must name one."""
    data = document.data
    if not isinstance(data, dict) or not isinstance(data.get("ruleset"), str) or data["ruleset"] == name:
        return []
    it, en = f"queste sono le regole di «{name}»", f'these are the rules of "{name}"'
    return [document.problem(("ruleset",), it, en, name)]


def no_packs(document: Document, packs: Sequence[str], folder: Path | None) -> list[Problem]:
    """The fault of a text that names packs where there is no folder in which to look for them."""
    if folder is not None or not packs:
        return []
    it, en = "qui non si possono nominare pacchetti", "no packs may be named here"
    return [document.problem(("packs",), it, en)]


def scenario_of(document: Document, file: ScenarioHead, folder: Path | None, setup: dict[str, Any]) -> Scenario:
    """What was read: the plain setup, and what every scenario has."""
    data = document.data
    return Scenario(
        file=document.file, id=file.scenario, name=file.name, name_en=file.name_en, ruleset=file.ruleset, setup=setup,
        text=file.text, text_en=file.text_en, dice=file.dice, script=tuple(data.get("script") or ()),
        expect=tuple(data.get("expect") or ()), packs=tuple(str((folder or Path()) / pack) for pack in file.packs),
    )  # fmt: skip


def roster_file(document: Document, at: DataPath, named: str, folder: Path | None) -> Path:
    """The roster file that a text which somebody brings may name: one of the ready ones, and nothing else.

    Args:
        document: the text, for the place of a fault.
        at: where it names the file.
        named: what it names, such as ``rosters/lupi-del-guado.yaml``.
        folder: where the ready battles lie, and beside them their rosters; None: no file may be named.

    Raises ContentError.
    """
    if folder is None:
        raise ContentError([document.problem(at, *NO_FILES)])
    known = {f"{ROSTERS}/{path.name}": path for path in sorted((folder / ROSTERS).glob("*.yaml"))}
    if named not in known:
        it, en = (text.format(there=", ".join(known)) for text in NOT_THERE)
        raise ContentError([document.problem(at, it, en, nearest(named, known))])
    return known[named]


def script_problems(document: Document, ruleset: Ruleset) -> list[Problem]:
    """Everything wrong with ``script`` and ``expect`` that can be seen without playing."""
    data = document.data
    problems: list[Problem] = []
    for i, step in enumerate(data.get("script") or ()):
        problems += _step_problems(document, ("script", i), step, ruleset)
    for i, wanted in enumerate(data.get("expect") or ()):
        problems += expectation_problems(document, ("expect", i), wanted, ruleset)
    return problems


def fine_problems(document: Document, path: DataPath = ()) -> list[Problem]:
    """A problem for each decimal with more than three places: 0.01 mm, or a thousandth of a degree, is the finest."""
    found: list[Problem] = []
    for here, number in _decimals(document.data, path):
        if Decimal(str(number)) * 1000 != int(Decimal(str(number)) * 1000):
            it = "al massimo tre decimali: 0,001 cm è la misura più fine"
            en = "three decimals at most: 0.001 cm is the finest length"
            found.append(document.problem(here, it, en))
    return found


def _decimals(data: Any, path: DataPath) -> Iterable[tuple[DataPath, float]]:
    if isinstance(data, float):
        yield path, data
    elif isinstance(data, dict):
        for key, value in data.items():
            yield from _decimals(value, (*path, key))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from _decimals(value, (*path, index))


def _step_problems(document: Document, path: DataPath, step: dict[str, Any], ruleset: Ruleset) -> list[Problem]:
    known = (*LEVELS, *SHORT, *BESIDES)
    problems: list[Problem] = []
    for key, value in step.items():
        here = (*path, key)
        if key not in known:
            it, en = f"«{key}» non dice nulla in un passo", f'"{key}" says nothing in a step'
            problems.append(document.problem(here, it, en, nearest(key, known), key=True))
        elif key == "expect":
            several = isinstance(value, list)
            for number, wanted in enumerate(value if several else [value]):
                place = (*here, number) if several else here
                problems += expectation_problems(document, place, wanted, ruleset)
        else:
            wrong = _wrong_value(key, value)
            if wrong:
                problems.append(document.problem(here, *wrong))
    if not any(key in (*LEVELS, *SHORT, "expect") for key in step):
        it = "un passo dice che cosa si sceglie, o che cosa ci si aspetta"
        en = "a step says what is chosen, or what is expected"
        problems.append(document.problem(path, it, en))
    return problems


def _wrong_value(key: str, value: Any) -> tuple[str, str] | None:
    """What was expected where a step's value is of the wrong kind."""
    if key in ("pass", "decline"):
        return None if value is True else ("scrivi true", "write true")
    if key in _DICE_KEYS:
        return None if is_die(value) else ("un dado si scrive d4, d6 o d8", "a die is written d4, d6 or d8")
    if key == "others":
        good = isinstance(value, list) and all(map(is_die, value))
        return None if good else ("una lista di dadi: [d4, d6]", "a list of dice: [d4, d6]")
    if key == "to":
        good = isinstance(value, list) and len(value) == 2 and all(map(_number, value))
        return None if good else ("un punto in cm: [x, y]", "a point in cm: [x, y]")
    if key == "way":
        good = _number(value) and 0 <= value < 360
        return None if good else ("i gradi da 0 a 360, escluso", "degrees from 0 to below 360")
    if key in ("number", "face"):
        return None if _number(value) and not isinstance(value, float) else ("un numero intero", "a whole number")
    if key in ("order", "share"):
        return None if isinstance(value, list) else ("una lista", "a list")
    if key == "choice":
        return None
    return None if isinstance(value, str) else ("un nome", "a name")


def is_die(value: Any) -> bool:
    """True for a die as people write it: d8, 8, or d8* for one whose use a rule restricts.

    >>> is_die("d8"), is_die(6), is_die("d4*"), is_die("8d"), is_die(True)
    (True, True, True, False, False)
    """
    if isinstance(value, str):
        return DIE.fullmatch(value) is not None
    return isinstance(value, int) and not isinstance(value, bool) and value > 1


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


# --- expectations ---------------------------------------------------------------------------------------


def expectation_problems(document: Document, path: DataPath, wanted: Any, ruleset: Ruleset) -> list[Problem]:
    """What is wrong with one expectation before it is tried: its kind, and the names in it."""
    if not isinstance(wanted, dict):
        it, en = "una mappa, come {figure: b1, life: 3}", "a mapping, such as {figure: b1, life: 3}"
        return [document.problem(path, it, en)]
    kinds = [key for key in EXPECTED if key in wanted]
    if len(kinds) != 1:
        words = ", ".join(EXPECTED)
        near = next((near for key in wanted if (near := nearest(key, EXPECTED))), "") if not kinds else ""
        it, en = f"serve una sola di queste chiavi: {words}", f"one of these keys is needed, and only one: {words}"
        return [document.problem(path, it, en, near)]
    kind = kinds[0]
    if kind == "event":
        return _event_problems(document, path, wanted, ruleset)
    if kind == "state":
        if not isinstance(wanted["state"], dict):
            return [document.problem((*path, kind), "una mappa: {turn: 2}", "a mapping: {turn: 2}")]
        return _names(document, (*path, kind), wanted[kind], _fields(ruleset.state_type))
    allowed = {"result": (), "asked": ("seat",)}.get(kind)
    rest = {key: value for key, value in wanted.items() if key != kind}
    return _names(document, path, rest, allowed) if allowed is not None else []


def _event_problems(document: Document, path: DataPath, wanted: Mapping[str, Any], ruleset: Ruleset) -> list[Problem]:
    known = event_types(ruleset)
    name = wanted["event"]
    if not isinstance(name, str) or name not in known:
        it, en = f"nessun fatto si chiama «{name}»", f'no event is called "{name}"'
        return [document.problem((*path, "event"), it, en, nearest(str(name), known))]
    fields = _fields(known[name])
    more = ("count", "at") if "x" in fields else ("count",)
    rest = {key: value for key, value in wanted.items() if key != "event"}
    return _names(document, path, rest, (*fields, *more))


def _names(document: Document, path: DataPath, given: Mapping[str, Any], known: Iterable[str]) -> list[Problem]:
    problems = []
    for key in given:
        if key not in known:
            it, en = f"«{key}» qui non esiste", f'"{key}" does not exist here'
            problems.append(document.problem((*path, key), it, en, nearest(key, known), key=True))
    return problems


def event_types(ruleset: Ruleset) -> dict[str, type[Event]]:
    """All events of a ruleset and of the engine, by name."""
    own = [kind for kind in vars(engine_events).values() if isinstance(kind, type) and issubclass(kind, Event)]
    return {kind.__name__: kind for kind in (*own, *ruleset.event_types) if kind is not Event}


def _fields(kind: type[Struct]) -> tuple[str, ...]:
    return tuple(field.name for field in structs.fields(kind))

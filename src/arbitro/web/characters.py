"""Characters on the page: made, read, changed, gathered, exchanged and printed by the code of ``arbitro character``.

Nothing of them is kept here: every request brings the party's file, with the packs it wants, and takes another one
home. The files lie in a folder of their own while a request lasts. What will not do is told as faults with the field
they belong to, and what was there before stays as it was.
"""

from __future__ import annotations

import json
import re
import secrets
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from arbitro.content.characters import Characters, Making, Party, Step
from arbitro.content.errors import ContentError, Lang, Problem, raise_if_any
from arbitro.content.tabletop import TabletopRuleset
from arbitro.content.yamlfile import load
from arbitro.engine.values import Value
from arbitro.web.charview import (
    Bundle,
    ChangeWish,
    CharacterForm,
    Exchanged,
    ExportWish,
    FieldFault,
    ImportWish,
    JoinWish,
    MadeView,
    MakeWish,
    Parted,
    PartWish,
    PartyView,
)
from arbitro.web.library import rules_called
from arbitro.web.refusals import Unwilling
from arbitro.web.words import say

PARTY, JOINING = "party.yaml", "joining.yaml"
PACK_FILE = re.compile(r"([a-z0-9][a-z0-9-]{0,80})/[a-z]{1,40}\.yaml")
"""Where a file of a pack may lie."""
MOST_FILES = 40
MOST_STEPS = 200
LONGEST_SEED = 80
LONGEST_NAME = 80
_PLACE = re.compile(r"members\[([^\]]*)\](?:\.(.*))?", re.DOTALL)
_ENTRY = re.compile(r"\[(\d+)\](?:\.([a-z_]+))?")


# --- files ---------------------------------------------------------------------------------------------


def characters_of(ruleset: str) -> tuple[TabletopRuleset, Characters]:
    """A ruleset and what it does with characters. Raises Unwilling."""
    rules = rules_called(ruleset)
    found = rules.characters()
    if found is None:
        raise Unwilling("no_characters")
    return rules, found


def _lay_packs(folder: Path, packs: Mapping[str, str]) -> set[str]:
    """Write packs, and say which they are. Raises Unwilling where a name leads elsewhere."""
    found = [PACK_FILE.fullmatch(name) for name in packs]
    if len(packs) > MOST_FILES or not all(found):
        raise Unwilling("strange_pack")
    for path, text in packs.items():
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    return {match[1] for match in found if match}


def _lay(folder: Path, name: str, file: str, packs: Mapping[str, str]) -> Path:
    """Write a party and its packs; the party may name none that did not come along. Raises ContentError, Unwilling."""
    brought = _lay_packs(folder, packs)
    document = load(file, name=name)
    wanted = document.data.get("packs") if isinstance(document.data, dict) else None
    problems = [
        document.problem(("packs", i), f"il pacchetto «{pack}» qui non c'è", f'the pack "{pack}" is not here')
        for i, pack in enumerate(wanted if isinstance(wanted, list) else ())
        if pack not in brought
    ]
    raise_if_any(problems)
    (folder / name).write_text(file, encoding="utf-8")
    return folder / name


@contextmanager
def _folder(ruleset: str, lang: Lang) -> Iterator[tuple[Path, TabletopRuleset, Characters]]:
    """A folder for a request, with the game it is about. Raises Unwilling ``faulty`` for faults that nobody caught."""
    rules, characters = characters_of(ruleset)
    with tempfile.TemporaryDirectory(prefix="arbitro-") as name:
        try:
            yield Path(name), rules, characters
        except ContentError as error:
            raise Unwilling("faulty", why="\n".join(_told(problem, lang) for problem in error.problems)) from error


def _told(problem: Problem, lang: Lang) -> str:
    """A fault without the name of a file that nobody has seen."""
    file = Path(problem.file).name
    place = Problem(file, problem.line, problem.column, problem.path, "", "").render(lang).removesuffix(": ")
    place = place.removeprefix(PARTY).removeprefix(":").strip()
    said = _said(problem, lang)
    return f"{place}: {said}" if place else said


def _said(problem: Problem, lang: Lang) -> str:
    return Problem("", 0, 0, "", problem.message_it, problem.message_en, problem.suggestion).render(lang)[2:]


def fault_of(problem: Problem, labels: Sequence[str], keys: Sequence[str], lang: Lang) -> FieldFault:
    """A fault at the field it belongs to. ``labels``: how the members are called in problems, ``keys``: the fields'.

    >>> fault_of(Problem("", 0, 0, "members[a2].items[3].uses", "", "at most 6"), ["a1", "a2"], ["items"], "en")
    FieldFault(text='at most 6', who=1, key='items', entry=2, part='uses')
    """
    text = _said(problem, lang)
    found = _PLACE.fullmatch(problem.path)
    if found is None or found[1] not in labels:
        return FieldFault(text=_told(problem, lang))
    rest = found[2] or ""
    key = max((key for key in keys if rest == key or rest.startswith((f"{key}.", f"{key}["))), key=len, default="")
    entry = _ENTRY.match(rest[len(key) :])
    return FieldFault(
        text=text if key or not rest else f"{rest}: {text}",
        who=labels.index(found[1]),
        key=key,
        entry=int(entry[1]) - 1 if entry else -1,
        part=(entry[2] or "") if entry else "",
    )


def _view(characters: Characters, path: Path, packs: Mapping[str, str], lang: Lang, **more: Any) -> PartyView:
    party: Party = characters.read(path, lang)
    used = load(path).data.get("packs") or ()
    kept = {name: text for name, text in packs.items() if name.partition("/")[0] in used}
    file = path.read_text(encoding="utf-8")
    return PartyView(name=party.name, file=file, packs=kept, members=party.members, **more)


# --- what is asked -------------------------------------------------------------------------------------


def form(ruleset: str, packs: Mapping[str, str], lang: Lang) -> CharacterForm:
    """How characters are made and changed, where these packs are in play."""
    with _folder(ruleset, lang) as (folder, rules, characters):
        names = sorted(_lay_packs(folder, packs))
        return CharacterForm(
            fields=characters.form(folder, names, lang), kinds=characters.kinds(lang), formats=rules.formats
        )


def read(ruleset: str, bundle: Bundle, lang: Lang) -> PartyView:
    """A party as it stands."""
    with _folder(ruleset, lang) as (folder, _, characters):
        path = _lay(folder, PARTY, bundle.file, bundle.packs)
        return _view(characters, path, bundle.packs, lang)


def change(ruleset: str, wish: ChangeWish, lang: Lang) -> PartyView:
    """A party with other values in somebody's fields; if they will not do: as it was, with the faults."""
    with _folder(ruleset, lang) as (folder, _, characters):
        path = _lay(folder, PARTY, wish.file, wish.packs)
        try:
            text = characters.change(path, wish.who, wish.values)
        except ContentError as error:
            before = _view(characters, path, wish.packs, lang)
            labels = [member.id or str(number) for number, member in enumerate(before.members, 1)]
            keys = [field.key for field in characters.form(folder, _wanted(path), lang)]
            faults = tuple(fault_of(problem, labels, keys, lang) for problem in error.problems)
            return PartyView(
                name=before.name, file=before.file, packs=before.packs, members=before.members, faults=faults
            )
        path.write_text(text, encoding="utf-8")
        return _view(characters, path, wish.packs, lang)


def _wanted(path: Path) -> Sequence[str]:
    return load(path).data.get("packs") or ()


def join(ruleset: str, wish: JoinWish, lang: Lang) -> PartyView:
    """A party with others in it."""
    with _folder(ruleset, lang) as (folder, _, characters):
        packs = dict(wish.party.packs) if wish.party else {}
        if any(packs.get(name, text) != text for name, text in wish.joining.packs.items()):
            raise Unwilling("pack_twice")
        packs |= wish.joining.packs
        joining = _lay(folder, JOINING, wish.joining.file, wish.joining.packs)
        if wish.party is not None:
            path = _lay(folder, PARTY, wish.party.file, wish.party.packs)
        else:
            path = folder / f"{named(wish.name)}.yaml"
        text = characters.join(path, [joining])
        path.write_text(text, encoding="utf-8")
        return _view(characters, path, packs, lang)


def named(text: str) -> str:
    """A name that can be a file's: on one line, not endless."""
    name = " ".join(text.replace("/", " ").replace("\\", " ").split()).strip(". ")
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise Unwilling("bad_name", most=LONGEST_NAME)
    return name


def part(ruleset: str, wish: PartWish, lang: Lang) -> Parted:
    """A party without somebody, and that one alone."""
    with _folder(ruleset, lang) as (folder, _, characters):
        path = _lay(folder, PARTY, wish.file, wish.packs)
        rest, taken = characters.part(path, wish.who)
        alone = folder / JOINING
        alone.write_text(taken, encoding="utf-8")
        one = _view(characters, alone, wish.packs, lang)
        if not rest:
            return Parted(rest=None, taken=Bundle(one.file, one.packs))
        path.write_text(rest, encoding="utf-8")
        return Parted(rest=_view(characters, path, wish.packs, lang), taken=Bundle(one.file, one.packs))


def take_in(ruleset: str, wish: ImportWish, lang: Lang) -> PartyView:
    """A file of this game as it is, or one of another program turned into one of this game."""
    with _folder(ruleset, lang) as (folder, rules, characters):
        if wish.text.lstrip("\ufeff \t\r\n").startswith(("{", "[")) and not _ours(wish.text):
            if not rules.formats:
                raise Unwilling("no_formats")
            found = rules.import_sheet(wish.text.encode("utf-8", "surrogatepass"), "", _slug(wish.name), lang)
            packs = {name: text for name, text in found.files.items() if name != "party"}
            path = _lay(folder, PARTY, found.files["party"], packs)
            return _view(characters, path, packs, lang, lost=found.lost)
        path = _lay(folder, PARTY, wish.text, {})
        return _view(characters, path, {}, lang)


def _ours(text: str) -> bool:
    """Whether a text in JSON is a party of ours."""
    try:
        data = json.loads(text.lstrip("\ufeff"))
    except (ValueError, RecursionError):
        return False
    return isinstance(data, dict) and "ruleset" in data


def _slug(name: str) -> str:
    letters = re.sub(r"[^a-z0-9]+", "-", name.rpartition(".")[0].lower() or name.lower()).strip("-")
    return letters[:40].strip("-") or "import"


def give_out(ruleset: str, wish: ExportWish, lang: Lang) -> Exchanged:
    """A party, or one of them, as files of another program."""
    with _folder(ruleset, lang) as (folder, rules, characters):
        if wish.to not in rules.formats:
            raise Unwilling("no_format", known=", ".join(rules.formats))
        path = _lay(folder, PARTY, wish.file, wish.packs)
        if wish.who >= 0:
            path.write_text(characters.part(path, wish.who)[1], encoding="utf-8")
        done = rules.export_party(path, wish.to, lang)
        files: dict[str, str] = {}
        for name, text in done.sheets:
            bare = _slug(f"{name}.")
            free = (f"{bare}.json", *(f"{bare}-{number}.json" for number in range(2, len(done.sheets) + 2)))
            files[next(one for one in free if one not in files)] = text
        return Exchanged(files=files, lost=done.lost)


def page(ruleset: str, wish: PartWish, lang: Lang) -> str:
    """The sheets of a party, or of one of them (``who`` -1: all), as one page of HTML."""
    with _folder(ruleset, lang) as (folder, _, characters):
        path = _lay(folder, PARTY, wish.file, wish.packs)
        if wish.who >= 0:
            path.write_text(characters.part(path, wish.who)[1], encoding="utf-8")
        return characters.page(path, "", lang)


# --- making --------------------------------------------------------------------------------------------


def make(ruleset: str, wish: MakeWish, lang: Lang) -> MadeView:
    """A character, as far as the wish says how; the dice say the rest."""
    seed = wish.seed.strip()[:LONGEST_SEED] or str(secrets.randbelow(10**9))
    with _folder(ruleset, lang) as (folder, _, characters):
        party = _lay(folder, JOINING, wish.party.file, wish.party.packs) if wish.party else None
        making = characters.begin(seed, party, {"kind": wish.kind} if wish.kind else {})
        faults = _choose(making, wish.choices, lang)
        steps = making.steps(lang)
        then = _go_on(making, wish.then, lang)
        open_ = making.step(lang)
        path = folder / PARTY
        path.write_text(making.file(), encoding="utf-8")
        view = _view(characters, path, wish.party.packs if wish.party else {}, lang)
        sheet = view.members[0].sheet if view.members else None
        return MadeView(
            seed=seed, steps=steps, open=open_, then=then, file=view.file, packs=view.packs, sheet=sheet, faults=faults
        )


def _choose(making: Making, choices: Mapping[str, Value], lang: Lang) -> tuple[FieldFault, ...]:
    """Take every step that has a key, as chosen or as the dice say; what is not offered is left to the dice."""
    faults = []
    for _ in range(MOST_STEPS):
        step = making.step(lang)
        if step is None or not step.key:
            break
        wanted = choices.get(step.key)
        if wanted is not None and not offered(step, wanted):
            faults.append(FieldFault(text=_not_offered(step, lang), key=step.key))
            wanted = None
        making.take(" ".join(wanted.split()) if isinstance(wanted, str) else wanted)
    return tuple(faults)


def _go_on(making: Making, then: Sequence[Value], lang: Lang) -> tuple[Value, ...]:
    """Answer the steps without a key, as long as they offer what is wanted."""
    taken: list[Value] = []
    for wanted in then[:MOST_STEPS]:
        step = making.step(lang)
        if step is None or (wanted is not None and not offered(step, wanted)):
            break
        making.take(wanted)
        taken.append(wanted)
    return tuple(taken)


def offered(step: Step, value: Value) -> bool:
    """Whether a step can be answered so."""
    if any(choice.value == value and type(choice.value) is type(value) for choice in step.choices):
        return True
    if isinstance(value, str):
        return step.free and value.isprintable() and 1 <= len(" ".join(value.split())) <= LONGEST_NAME
    whole = isinstance(value, int) and not isinstance(value, bool)
    return whole and not step.choices and step.lowest <= value <= step.highest


def _not_offered(step: Step, lang: Lang) -> str:
    key = "name" if step.free else "choice" if step.choices else "number"
    return say(lang, f"step.{key}", lowest=step.lowest, highest=step.highest, most=LONGEST_NAME)

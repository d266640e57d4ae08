"""Characters on the page: made, read, changed, gathered, exchanged and printed by the code of ``arbitro character``.

Nothing of them is kept here: every request brings the party's file, with the packs it wants, and takes another one
home. The files lie in a folder of their own while a request lasts, the packs in one that a few requests share, for
packs are slow to read. What will not do is told as faults with the field they belong to, and what was there before
stays as it was.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from msgspec import structs

from arbitro.content.characters import Characters, Making, Step
from arbitro.content.errors import ContentError, Lang, Problem, raise_if_any
from arbitro.content.tabletop import TabletopRuleset
from arbitro.content.yamlfile import Document, load
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
from arbitro.web.packs import pack_names, shelf
from arbitro.web.refusals import Unwilling
from arbitro.web.words import say

PARTY, JOINING = ".party.yaml", ".joining.yaml"
"""Names of files that nobody can choose."""
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


class Desktop:
    """The folder of one request, and the packs that lie in it. Raises Unwilling where these cannot be.

    Args:
        ruleset: a ruleset's name.
        packs: files by relative name.
    """

    def __init__(self, ruleset: str, packs: Mapping[str, str]) -> None:
        self.rules, self.characters = characters_of(ruleset)
        self.packs = dict(packs)
        self.names = pack_names(packs)
        self.folder = shelf(packs)

    def lay(self, name: str, file: str) -> Path:
        """Write a party; it may want no pack that did not come along. Raises ContentError."""
        document = load(file, name=name)
        problems = [
            document.problem(("packs", i), f"il pacchetto «{pack}» qui non c'è", f'the pack "{pack}" is not here')
            for i, pack in enumerate(_wanted(document))
            if pack not in self.names
        ]
        raise_if_any(problems)
        path = self.folder / name
        path.write_text(file, encoding="utf-8")
        return path

    def view(self, path: Path, lang: Lang, lost: tuple[str, ...] = ()) -> PartyView:
        """A party as it stands, with the packs it wants. Raises ContentError."""
        party = self.characters.read(path, lang)
        wanted = _wanted(load(path))
        kept = {name: text for name, text in self.packs.items() if name.partition("/")[0] in wanted}
        file = path.read_text(encoding="utf-8")
        return PartyView(name=party.name, file=file, packs=kept, members=party.members, lost=lost)


def _wanted(document: Document) -> list[Any]:
    """The packs that a party names, if it names them as a party does."""
    data = document.data
    found = data.get("packs") if isinstance(data, dict) else None
    return found if isinstance(found, list) else []


@contextmanager
def _desktop(ruleset: str, packs: Mapping[str, str], lang: Lang) -> Iterator[Desktop]:
    """What a request works with. Raises Unwilling ``faulty`` for faults that nobody caught."""
    desk = Desktop(ruleset, packs)
    try:
        yield desk
    except ContentError as error:
        raise Unwilling("faulty", why="\n".join(_told(problem, lang) for problem in error.problems)) from error
    finally:
        for file in desk.folder.glob("*.yaml"):
            file.unlink()


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


# --- what is asked -------------------------------------------------------------------------------------


def form(ruleset: str, packs: Mapping[str, str], lang: Lang) -> CharacterForm:
    """How characters are made and changed, where these packs are in play."""
    with _desktop(ruleset, packs, lang) as desk:
        fields = desk.characters.form(desk.folder, sorted(desk.names), lang)
        return CharacterForm(fields=fields, kinds=desk.characters.kinds(lang), formats=desk.rules.formats)


def read(ruleset: str, bundle: Bundle, lang: Lang) -> PartyView:
    """A party as it stands."""
    with _desktop(ruleset, bundle.packs, lang) as desk:
        return desk.view(desk.lay(PARTY, bundle.file), lang)


def change(ruleset: str, wish: ChangeWish, lang: Lang) -> PartyView:
    """A party with other values in somebody's fields; if they will not do: as it was, with the faults."""
    with _desktop(ruleset, wish.packs, lang) as desk:
        path = desk.lay(PARTY, wish.file)
        try:
            text = desk.characters.change(path, wish.who, wish.values)
        except ContentError as error:
            before = desk.view(path, lang)
            labels = [member.id or str(number) for number, member in enumerate(before.members, 1)]
            keys = [field.key for field in desk.characters.form(desk.folder, sorted(desk.names), lang)]
            return structs.replace(
                before, faults=tuple(fault_of(problem, labels, keys, lang) for problem in error.problems)
            )
        path.write_text(text, encoding="utf-8")
        return desk.view(path, lang)


def join(ruleset: str, wish: JoinWish, lang: Lang) -> PartyView:
    """A party with others in it."""
    packs = dict(wish.party.packs) if wish.party else {}
    if any(packs.get(name, text) != text for name, text in wish.joining.packs.items()):
        raise Unwilling("pack_twice")
    with _desktop(ruleset, packs | wish.joining.packs, lang) as desk:
        joining = desk.lay(JOINING, wish.joining.file)
        if wish.party is not None:
            path = desk.lay(PARTY, wish.party.file)
        else:
            path = desk.folder / f"{named(wish.name)}.yaml"
        text = desk.characters.join(path, [joining])
        path.write_text(text, encoding="utf-8")
        return desk.view(path, lang)


def named(text: str) -> str:
    """A name that can be a file's: on one line, not endless."""
    name = " ".join(text.replace("/", " ").replace("\\", " ").split()).strip(". ")
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise Unwilling("bad_name", most=LONGEST_NAME)
    return name


def part(ruleset: str, wish: PartWish, lang: Lang) -> Parted:
    """A party without somebody, and that one alone."""
    with _desktop(ruleset, wish.packs, lang) as desk:
        path = desk.lay(PARTY, wish.file)
        rest, taken = desk.characters.part(path, wish.who)
        path.write_text(taken, encoding="utf-8")
        alone = desk.view(path, lang)
        if rest:
            path.write_text(rest, encoding="utf-8")
        return Parted(rest=desk.view(path, lang) if rest else None, taken=Bundle(alone.file, alone.packs))


def take_in(ruleset: str, wish: ImportWish, lang: Lang) -> PartyView:
    """A file of this game as it is, or one of another program turned into one of this game."""
    rules, _ = characters_of(ruleset)
    packs: dict[str, str] = {}
    file, lost = wish.text, tuple[str, ...]()
    if wish.text.lstrip("\ufeff \t\r\n").startswith(("{", "[")) and not _ours(wish.text):
        if not rules.formats:
            raise Unwilling("no_formats")
        try:
            found = rules.import_sheet(wish.text.encode("utf-8", "surrogatepass"), "", _slug(wish.name), lang)
        except ContentError as error:
            raise Unwilling("faulty", why="\n".join(_told(problem, lang) for problem in error.problems)) from error
        file, lost = found.files["party"], found.lost
        packs = {name: text for name, text in found.files.items() if name != "party"}
    with _desktop(ruleset, packs, lang) as desk:
        return desk.view(desk.lay(PARTY, file), lang, lost)


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
    with _desktop(ruleset, wish.packs, lang) as desk:
        if wish.to not in desk.rules.formats:
            raise Unwilling("no_format", known=", ".join(desk.rules.formats))
        done = desk.rules.export_party(_alone(desk, wish), wish.to, lang)
        files: dict[str, str] = {}
        for name, text in done.sheets:
            bare = _slug(f"{name}.")
            free = (f"{bare}.json", *(f"{bare}-{number}.json" for number in range(2, len(done.sheets) + 2)))
            files[next(one for one in free if one not in files)] = text
        return Exchanged(files=files, lost=done.lost)


def _alone(desk: Desktop, wish: ExportWish | PartWish) -> Path:
    """The file of a party, or of the one that is wanted. Raises ContentError."""
    path = desk.lay(PARTY, wish.file)
    if wish.who >= 0:
        path.write_text(desk.characters.part(path, wish.who)[1], encoding="utf-8")
    return path


def page(ruleset: str, wish: PartWish, lang: Lang) -> str:
    """The sheets of a party, or of one of them (``who`` -1: all), as one page of HTML."""
    with _desktop(ruleset, wish.packs, lang) as desk:
        return desk.characters.page(_alone(desk, wish), "", lang)


# --- making --------------------------------------------------------------------------------------------


def make(ruleset: str, wish: MakeWish, lang: Lang) -> MadeView:
    """A character, as far as the wish says how; the dice say the rest."""
    seed = wish.seed.strip()[:LONGEST_SEED] or str(secrets.randbelow(10**9))
    with _desktop(ruleset, wish.party.packs if wish.party else {}, lang) as desk:
        party = desk.lay(JOINING, wish.party.file) if wish.party else None
        making = desk.characters.begin(seed, party, {"kind": wish.kind} if wish.kind else {})
        faults = _choose(making, wish.choices, lang)
        steps = making.steps(lang)
        further = _go_on(making, wish.further, lang)
        view = desk.view(desk.lay(PARTY, making.file()), lang)
        return MadeView(
            seed=seed, steps=steps, open=making.step(lang), further=further, file=view.file, packs=view.packs,
            sheet=view.members[0].sheet, faults=faults,
        )  # fmt: skip


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


def _go_on(making: Making, answers: Sequence[Value], lang: Lang) -> tuple[Value, ...]:
    """Answer the steps without a key, as long as they offer what is wanted."""
    taken: list[Value] = []
    for wanted in answers[:MOST_STEPS]:
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

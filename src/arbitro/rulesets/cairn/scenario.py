"""Reads scenarios and parties: every fault at its place, and the plain setup from which an evening is made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from arbitro.content.errors import ContentError, Problem, nearest, raise_if_any
from arbitro.content.scenariofile import no_packs, other_game, roster_file, scenario_of, script_problems
from arbitro.content.shape import check, check_ids
from arbitro.content.tabletop import Charge, Fault, RosterReport, Scenario
from arbitro.content.yamlfile import DataPath, Document, load
from arbitro.engine.ruleset import Ruleset
from arbitro.engine.values import REFEREE, Seat
from arbitro.rulesets.cairn.content import Library
from arbitro.rulesets.cairn.scenariofile import ItemShape, MemberShape, PartyFile, ScenarioFile, SideShape, WaitShape
from arbitro.rulesets.cairn.setup import encounter_of_setup
from arbitro.rulesets.cairn.state import ATTRIBUTES, PF, PURSE, SLOTS
from arbitro.rulesets.cairn.waiting import possible

NAME = "cairn"
LibraryOf = Callable[[tuple[str, ...], Path], Library]


def read_scenario(path: Path, ruleset: Ruleset, library_of: LibraryOf) -> Scenario:
    """Read and check a scenario file. Raises ContentError with every fault."""
    return read_document(load(path), path.parent, ruleset, library_of)


def read_document(document: Document, folder: Path | None, ruleset: Ruleset, library_of: LibraryOf) -> Scenario:
    """Check a scenario that was loaded; ``folder`` is where other files are found, None: it may name none.

    Raises ContentError with every fault.
    """
    found, problems = check(document, ScenarioFile)
    raise_if_any(problems)
    assert found is not None
    raise_if_any(other_game(document, NAME))
    raise_if_any(no_packs(document, found.packs, folder))
    library = library_of(found.packs, folder or Path())
    return _Reader(folder, document, found, library, ruleset).scenario()


def self_contained(text: str, rosters: Mapping[Seat, str], folder: Path | None, name: str) -> str:
    """A scenario's text with its parties, or others, written out in it. Raises ContentError."""
    document = load(text, name=name)
    found, problems = check(document, ScenarioFile)
    raise_if_any(problems)
    assert found is not None
    raise_if_any(other_game(document, NAME))
    data = msgspec.json.decode(msgspec.json.encode(document.data))
    for number, side in enumerate(found.sides):
        party: PartyFile | None = None
        if side.seat in rosters:
            party, _ = party_of(load(rosters[side.seat], name=f"{name}: {side.seat}"))
        elif side.roster:
            party, _ = read_party(roster_file(document, ("sides", number, "roster"), side.roster, folder))
        if party is not None:
            data["sides"][number].pop("roster", None)
            data["sides"][number]["members"] = [as_written(member) for member in party.members]
            data["sides"][number].setdefault("name", party.name)
    return msgspec.json.format(msgspec.json.encode(data), indent=2).decode()


class _Reader:
    """One file of the right shape, checked piece by piece."""

    def __init__(
        self, folder: Path | None, document: Document, file: ScenarioFile, library: Library, ruleset: Ruleset
    ) -> None:
        self.folder, self.document, self.file, self.library, self.ruleset = folder, document, file, library, ruleset
        self.problems: list[Problem] = []

    def scenario(self) -> Scenario:
        self._seats()
        sides = [self._side(number, side) for number, side in enumerate(self.file.sides)]
        raise_if_any(self.problems)
        data = self.document.data
        more = {key: data[key] for key in ("options", "start") if data.get(key)}
        setup: dict[str, Any] = msgspec.json.decode(msgspec.json.encode({"sides": sides, **more}))
        self._ids(setup)
        raise_if_any(self.problems)
        state = encounter_of_setup(setup, self.library)
        self.problems += script_problems(self.document, self.ruleset)
        self._named({figure.id: figure.name for figure in state.figures.values()})
        raise_if_any(self.problems)
        return scenario_of(self.document, self.file, self.folder, setup)

    def _report(self, path: DataPath, it: str, en: str, near: str = "") -> None:
        self.problems.append(self.document.problem(path, it, en, near))

    def _seats(self) -> None:
        seats = [side.seat for side in self.file.sides]
        if sorted(seat for seat in seats if seat != REFEREE) != ["a", "b"]:
            self._report(("sides",), "le parti sono a (il gruppo) e b (gli avversari), e se vuoi referee",
                         "the sides are a (the party) and b (the opponents), and referee if you like")  # fmt: skip
        elif seats[:2] != ["a", "b"]:
            self._report(("sides",), "prima a, poi b, poi referee", "first a, then b, then referee")

    def _side(self, number: int, side: SideShape) -> dict[str, Any]:
        here: DataPath = ("sides", number)
        data: dict[str, Any] = {k: v for k, v in self.document.data["sides"][number].items() if k != "roster"}
        if side.seat == REFEREE:
            if side.members or side.roster:
                self._report(here, "il Custode non ha membri", "the referee has no members")
            return {"seat": REFEREE, "name": side.name or "Custode"}
        members: Sequence[MemberShape] = side.members
        document: Document | None = self.document
        place: DataPath = (*here, "members")
        if side.roster and side.members:
            self._report((*here, "roster"), "o roster o members, non tutti e due", "roster or members, not both")
        elif side.roster:
            document, members, place = self._party((*here, "roster"), side.roster)
        start = self.file.start.mode == "calm" and side.seat == "b"
        if not members and not start and not self.problems:
            it = "una parte senza nessuno: serve roster: file.yaml, o members: con almeno uno"
            self._report(here, it, "a side without anybody: roster: file.yaml is needed, or members: with at least one")
        if document is not None:
            self.problems += member_problems(document, place, members, self.library)
        data["members"] = [as_written(member) for member in members]
        data.setdefault("name", side.seat.upper())
        return data

    def _party(self, path: DataPath, name: str) -> tuple[Document | None, Sequence[MemberShape], DataPath]:
        if Path(name).is_absolute() or "\\" in name:
            self._report(
                path, "il percorso parte dalla cartella di questo file", "the path starts from this file's folder"
            )
            return None, (), path
        if self.folder is None:
            self._report(path, "qui i membri si scrivono per esteso", "members are written out here")
            return None, (), path
        try:
            party, document = read_party(self.folder / name)
        except ContentError as error:
            self.problems += error.problems
            return None, (), path
        return document, party.members, ("members",)

    def _ids(self, setup: dict[str, Any]) -> None:
        seen: set[str] = set()
        for number, side in enumerate(setup["sides"]):
            for member in side.get("members", ()):
                id_ = member.get("id")
                if id_ and (id_ in seen or id_ in ("a", "b", REFEREE)):
                    it, en = f"l'id «{id_}» c'è già", f'the id "{id_}" is there already'
                    self._report(("sides", number), it, en)
                seen.add(id_)

    def _named(self, known: dict[str, str]) -> None:
        """Creatures that the script and the expectations name."""
        used: list[tuple[DataPath, str]] = []
        for kind in ("script", "expect"):
            for i, line in enumerate(self.document.data.get(kind) or ()):
                keys = ("actor", "target", "figure") if line.get("action") in ("attack", "dual") else ("figure",)
                used += [((kind, i, key), line[key]) for key in keys if isinstance(line.get(key), str)]
        self.problems += check_ids(self.document, used, known, ("personaggio", "creature"))


def as_written(member: MemberShape) -> dict[str, Any]:
    """What a member's lines say, and nothing that they leave out."""
    data: dict[str, Any] = msgspec.to_builtins(member)
    found = {key: value for key, value in data.items() if value is not None}
    if "waits" in found:
        found["waits"] = [{k: v for k, v in wait.items() if v is not None} for wait in found["waits"]]
    if "items" in found:
        found["items"] = [
            item if isinstance(item, str) else {k: v for k, v in item.items() if v is not None}
            for item in found["items"]
        ]
    return found


def read_party(path: Path) -> tuple[PartyFile, Document]:
    """A party file of the right shape. Raises ContentError."""
    return party_of(load(path))


def party_of(document: Document) -> tuple[PartyFile, Document]:
    """A party of the right shape in a document. Raises ContentError."""
    found, problems = check(document, PartyFile)
    raise_if_any([*problems, *other_game(document, NAME)])
    assert found is not None
    return found, document


def member_problems(
    document: Document, place: DataPath, members: Sequence[MemberShape], library: Library
) -> list[Problem]:
    """Whatever cannot be: unknown things, scores above their maximum, more than ten slots."""
    found: list[Problem] = []

    def unknown(path: DataPath, wanted: str, known: Iterable[str]) -> None:
        names = {**dict.fromkeys(known, "")}
        if wanted not in names:
            it, en = f"«{wanted}» non esiste", f'"{wanted}" does not exist'
            found.append(document.problem(path, it, en, nearest(wanted, names)))

    for number, member in enumerate(members):
        here = (*place, number)
        if member.monster is not None:
            unknown((*here, "monster"), member.monster, library.monsters)
        elif member.pf is None:
            it, en = "a chi non è un mostro servono i PF (pf: 4)", "who is no monster needs PF (pf: 4)"
            found.append(document.problem(here, it, en))
        for i, item in enumerate(member.items or ()):
            unknown((*here, "items", i), item.thing if isinstance(item, ItemShape) else item, library.things)
        for kind in ("conditions", "bonds", "omens", "marks"):
            for i, id_ in enumerate(getattr(member, kind) or ()):
                unknown((*here, kind, i), id_, getattr(library, kind))
        if member.background is not None:
            unknown((*here, "background"), member.background, library.backgrounds)
        for i, wait in enumerate(member.waits or ()):
            found += _wait_problems(document, (*here, "waits", i), wait, library)
        found += _number_problems(document, here, member, library)
    return found


def _wait_problems(document: Document, here: DataPath, wait: WaitShape, library: Library) -> list[Problem]:
    """What cannot wait: nothing of that record does, or not until then, or it holds another condition."""
    ways = possible(wait.of, library)
    if not ways:
        known = [rule for rule in library.scars if possible(rule, library)]
        it, en = f"«{wait.of}» non lascia niente in sospeso", f'nothing of "{wait.of}" can wait'
        return [document.problem((*here, "of"), it, en, nearest(wait.of, known))]
    if (wait.until is None) == (wait.hours is None):
        it, en = "serve until: oppure hours:, uno dei due", "until: or hours: is needed, one of them"
        return [document.problem(here, it, en)]
    if (wait.until or "", wait.condition or "") not in {(until, held) for until, held, _ in ways}:
        told = "; ".join(
            ", ".join((f"until: {until}" if until else "hours: N", *([f"condition: {held}"] if held else ())))
            for until, held, _ in ways
        )
        return [document.problem(here, f"di {wait.of} può aspettare: {told}", f"of {wait.of} there may wait: {told}")]
    return []


def _number_problems(document: Document, here: DataPath, member: MemberShape, library: Library) -> list[Problem]:
    found = []
    for score in (*ATTRIBUTES, PF):
        now, most = getattr(member, score), getattr(member, f"{score}_max")
        if now is not None and most is not None and now > most:
            it, en = f"{score} supera il suo massimo ({most})", f"{score} is above its maximum ({most})"
            found.append(document.problem((*here, score), it, en))
        if member.monster is None and member.kind in (None, "pc") and score != PF and now is not None and now > 18:
            it, en = "un PG va da 0 a 18", "a PC runs from 0 to 18"
            found.append(document.problem((*here, score), it, en))
    slots = slots_of(member, library)
    if slots > SLOTS:
        it, en = f"occupa {slots} slot: al massimo {SLOTS}", f"it takes {slots} slots: at most {SLOTS}"
        found.append(document.problem((*here, "items") if member.items else here, it, en))
    return found


def slots_of(member: MemberShape, library: Library) -> int:
    """Slots that a member's own things, coins and Fatica take."""
    total = (member.fatigue or 0) + (member.coins or 0) // PURSE
    for item in member.items or ():
        thing = library.things.get(item if isinstance(item, str) else item.thing)
        if thing is not None and (isinstance(item, str) or not item.on):
            total += thing.slots
    return total


def party_report(document: Document, folder: Path | None, library_of: LibraryOf) -> RosterReport:
    """A party: what its things are worth in gold, and what cannot be. Raises ContentError."""
    party, document = party_of(document)
    raise_if_any(no_packs(document, party.packs, folder))
    library = library_of(party.packs, folder or Path())
    raise_if_any(
        [p for p in member_problems(document, ("members",), party.members, library) if "slot" not in p.message_it]
    )
    charges, faults = [], []
    for number, member in enumerate(party.members, 1):
        name = member.name or member.monster or str(number)
        for item in member.items or ():
            thing = library.things[item if isinstance(item, str) else item.thing]
            charges.append(Charge(name, thing.id, thing.price or 0))
        slots = slots_of(member, library)
        if slots > SLOTS:
            faults.append(Fault("too_many_slots", {"slots": slots, "most": SLOTS}, "CRN-INV-01.1", name))
    total = sum(charge.cost for charge in charges)
    return RosterReport(document.file, party.name, 0, total, tuple(charges), tuple(faults))

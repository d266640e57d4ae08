"""Reads scenarios: every fault at its place, and the plain setup from which a battle is made."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from arbitro.content.errors import nearest, raise_if_any
from arbitro.content.scenariofile import no_packs, other_game, scenario_of, script_problems
from arbitro.content.shape import check
from arbitro.content.tabletop import Scenario
from arbitro.content.yamlfile import DataPath, Document, load
from arbitro.engine.ruleset import Ruleset
from arbitro.engine.values import REFEREE
from arbitro.geometry.grid import Space, Square, adjacent
from arbitro.rulesets.pathfinder.content import Library
from arbitro.rulesets.pathfinder.ground import within
from arbitro.rulesets.pathfinder.scenariofile import MemberShape, ScenarioFile, SideShape
from arbitro.rulesets.pathfinder.setup import battle_of_setup
from arbitro.rulesets.pathfinder.state import SIZES, SMALL, Battle, name_of_square, square_named

NAME = "pathfinder"
LibraryOf = Callable[[tuple[str, ...], Path], Library]


def read_scenario(path: Path, ruleset: Ruleset, library_of: LibraryOf) -> Scenario:
    """Read and check a scenario file. Raises ContentError with every fault."""
    return read_document(load(path), path.parent, ruleset, library_of)


def read_document(document: Document, folder: Path | None, ruleset: Ruleset, library_of: LibraryOf) -> Scenario:
    """Check a scenario that was loaded; ``folder`` is where packs are found, None: it may name none.

    Raises ContentError with every fault.
    """
    found, problems = check(document, ScenarioFile)
    raise_if_any(problems)
    assert found is not None
    raise_if_any(other_game(document, NAME))
    raise_if_any(no_packs(document, found.packs, folder))
    return _Reader(folder, document, found, library_of(found.packs, folder or Path()), ruleset).scenario()


class _Reader:
    """One file of the right shape, checked piece by piece."""

    def __init__(
        self, folder: Path | None, document: Document, file: ScenarioFile, library: Library, ruleset: Ruleset
    ) -> None:
        self.folder, self.document, self.file, self.library, self.ruleset = folder, document, file, library, ruleset
        self.problems = script_problems(document, ruleset)
        self.ids: set[str] = set()

    def scenario(self) -> Scenario:
        self._seats()
        self._board()
        sides = [self._side(number, side) for number, side in enumerate(self.file.sides)]
        raise_if_any(self.problems)
        data = self.document.data
        setup: dict[str, Any] = {"ground": data["ground"], "sides": sides, "options": data.get("options") or {}}
        self._riders(sides)
        raise_if_any(self.problems)
        setup = msgspec.json.decode(msgspec.json.encode(setup))
        self._places(battle_of_setup(setup, self.library))
        raise_if_any(self.problems)
        return scenario_of(self.document, self.file, self.folder, setup)

    def _report(self, path: DataPath, it: str, en: str, near: str = "") -> None:
        self.problems.append(self.document.problem(path, it, en, near))

    def _seats(self) -> None:
        seats = [side.seat for side in self.file.sides]
        if seats not in (["a", "b"], ["a", "b", REFEREE]):
            it, en = "prima a, poi b, e se vuoi referee", "first a, then b, and referee if you like"
            self._report(("sides",), it, en)

    def _board(self) -> None:
        rows = self.file.ground.map
        for number, row in enumerate(rows):
            if len(row) != len(rows[0]):
                it = f"questa riga ha {len(row)} quadretti, la prima {len(rows[0])}"
                en = f"this row has {len(row)} squares, the first one {len(rows[0])}"
                self._report(("ground", "map", number), it, en)
        for name, thing in self.file.ground.lights.items():
            known = {id_: item for id_, item in self.library.items.items() if item.dim}
            if thing not in known:
                it, en = f"«{thing}» non fa luce", f'"{thing}" gives no light'
                self._report(("ground", "lights", name), it, en, nearest(thing, known))
        for number, wall in enumerate(self.file.ground.walls):
            a, b = (square_named(name) for name in wall.between)
            beside = a and b and adjacent(Space(*a), Space(*b)) and (a[0] == b[0] or a[1] == b[1])
            if not beside:
                it, en = "due quadretti che si toccano per un lato", "two squares that share a side"
                self._report(("ground", "walls", number, "between"), it, en)

    def _side(self, number: int, side: SideShape) -> dict[str, Any]:
        here: DataPath = ("sides", number, "members")
        if side.seat != REFEREE and not side.members:
            it, en = "una parte senza nessuno: serve members", "a side without anybody: members are needed"
            self._report(("sides", number), it, en)
        members: list[dict[str, Any]] = []
        for i, member in enumerate(side.members):
            members += self._member((*here, i), side, member, len(members))
        name = side.name or side.seat.upper()
        told = {"retreat": side.retreat} if side.retreat is not None else {}
        return {"seat": side.seat, "name": name, "name_en": side.name_en, "members": members, **told}

    def _member(self, here: DataPath, side: SideShape, member: MemberShape, before: int) -> list[dict[str, Any]]:
        """One entry of the list: one creature, or several alike with numbered names."""
        sheet = self.library.sheet(member.sheet)
        if sheet is None:
            known = {**self.library.monsters, **self.library.characters}
            it, en = f"«{member.sheet}» non esiste", f'"{member.sheet}" does not exist'
            self._report((*here, "sheet"), it, en, nearest(member.sheet, known))
        for i, condition in enumerate(member.conditions or ()):
            if condition not in self.library.conditions:
                it, en = f"«{condition}» non esiste", f'"{condition}" does not exist'
                self._report((*here, "conditions", i), it, en, nearest(condition, self.library.conditions))
        for i, item in enumerate(member.items or ()):
            thing = item if isinstance(item, str) else item.thing
            if self.library.thing(thing) is None:
                things = (*self.library.weapons, *self.library.armours, *self.library.items)
                it, en = f"«{thing}» non esiste", f'"{thing}" does not exist'
                self._report((*here, "items", i), it, en, nearest(thing, dict.fromkeys(things, "")))
        places = (member.at,) if isinstance(member.at, str) else member.at
        data = {k: v for k, v in msgspec.to_builtins(member).items() if v is not None and k != "at"}
        data.setdefault("aware", side.aware)
        data.setdefault("sneaks", side.sneaks)
        made = []
        for n, place in enumerate(places, 1):
            one = {**data, "at": place}
            if "id" not in data or len(places) > 1:
                one["id"] = f"{side.seat}{before + n}"
            if len(places) > 1 and sheet is not None:
                one["name"] = f"{data.get('name') or sheet.name} {n}"
                one["name_en"] = f"{data.get('name_en') or sheet.name_en} {n}"
            self._new_id(here, one["id"])
            made.append(one)
        return made

    def _new_id(self, here: DataPath, id_: str) -> None:
        if id_ in self.ids or id_ in ("a", "b", REFEREE):
            self._report(here, f"l'id «{id_}» c'è già", f'the id "{id_}" is there already')
        self.ids.add(id_)

    def _riders(self, sides: list[dict[str, Any]]) -> None:
        """Each rider on a mount of its own side: larger, free, and no rider itself (PF-MNT-05)."""
        for number, side in enumerate(sides):
            known = {member["id"]: member for member in side["members"]}
            taken: set[str] = set()
            for member in side["members"]:
                mount = member.get("mount")
                if not mount:
                    continue
                here: DataPath = ("sides", number, "members")
                if mount not in known or mount == member["id"] or known[mount].get("mount"):
                    it = f"{member['id']} monta «{mount}», che non è una cavalcatura della sua parte"
                    en = f'{member["id"]} rides "{mount}", which is no mount of its side'
                    self._report(here, it, en, nearest(mount, dict.fromkeys(known, "")))
                elif mount in taken:
                    it, en = f"{mount} porta due cavalieri", f"{mount} carries two riders"
                    self._report(here, it, en)
                elif not self._larger(known[mount], member):
                    it = f"{mount} non è più grande di {member['id']}"
                    en = f"{mount} is no larger than {member['id']}"
                    self._report(here, it, en)
                taken.add(mount)

    def _larger(self, mount: dict[str, Any], rider: dict[str, Any]) -> bool:
        one, other = self.library.sheet(mount["sheet"]), self.library.sheet(rider["sheet"])
        return one is None or other is None or SIZES.index(one.size) > SIZES.index(other.size)

    def _places(self, battle: Battle) -> None:
        """Everybody on the board, on open squares, and not on top of each other."""
        taken: dict[Square, str] = {}
        for figure in battle.figures.values():
            if figure.mount:
                continue
            if not within(battle, figure.space):
                place = name_of_square((figure.x, figure.y))
                it, en = f"{figure.id} non ha posto in {place}", f"{figure.id} has no room at {place}"
                self._report(("sides",), it, en)
            for square in figure.space.squares() if figure.size >= SMALL else ():
                if square in taken:
                    it = f"{figure.id} e {taken[square]} stanno nello stesso quadretto ({name_of_square(square)})"
                    en = f"{figure.id} and {taken[square]} stand on one square ({name_of_square(square)})"
                    self._report(("sides",), it, en)
                taken[square] = figure.id

"""Reads a scenario: every fault of it at its place, and the plain setup from which a battle is made."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from arbitro.content.errors import ContentError, Problem, raise_if_any
from arbitro.content.scenariofile import fine_problems, other_game, scenario_of, script_problems
from arbitro.content.shape import check, check_ids
from arbitro.content.tabletop import Fault, Scenario
from arbitro.content.yamlfile import DataPath, Document, load
from arbitro.engine.ruleset import Ruleset
from arbitro.geometry.measure import contains, overlaps
from arbitro.geometry.shapes import Disc, Polygon
from arbitro.geometry.units import CM
from arbitro.rulesets.crepuscolo import ground
from arbitro.rulesets.crepuscolo.company import MISFITS, Recruit, judge
from arbitro.rulesets.crepuscolo.content import Library
from arbitro.rulesets.crepuscolo.rosterfile import NAME, id_problems, read_roster
from arbitro.rulesets.crepuscolo.scenariofile import FighterShape, ScenarioFile, Shaped, SideShape
from arbitro.rulesets.crepuscolo.setup import area_of, battle_of_setup
from arbitro.rulesets.crepuscolo.state import TABLE, Battle, Figure

LibraryOf = Callable[[tuple[str, ...], Path], Library]
Says = Callable[[Fault], tuple[str, str]]
_NEW_ID: Final = re.compile(r"[a-z]+[0-9]+\.[0-9]+")
_STANDS: Final = {
    "obstacle": ("qui c'è un ostacolo", "there is an obstacle here"),
    ground.INTRANSITABLE: ("qui il terreno è intransitabile", "the terrain is impassable here"),
    ground.WATER: ("qui c'è acqua: chi è dentro ha in_water: true", "there is water here: in it means in_water: true"),
    ground.CREVICE: ("qui c'è un crepaccio", "there is a crevice here"),
}  # fmt: skip


def read_scenario(path: Path, ruleset: Ruleset, library_of: LibraryOf, says: Says) -> Scenario:
    """Read and check a scenario file.

    Args:
        path: the file; rosters and packs are found from its folder.
        ruleset: the rules, for the names of events and fields in expectations.
        library_of: the packs in play for the paths that a file names, from its folder.
        says: the sentences of a company's fault, Italian and English.

    Raises ContentError with every fault.
    """
    document = load(path)
    found, problems = check(document, ScenarioFile)
    problems += other_game(document, NAME)
    problems += fine_problems(document)
    raise_if_any(problems)
    assert found is not None
    return _Reader(path, document, found, library_of(found.packs, path.parent), ruleset, says).scenario()


class _Reader:
    """One file of the right shape, checked piece by piece; later checks need what earlier ones accept."""

    def __init__(
        self, path: Path, document: Document, file: ScenarioFile, library: Library, ruleset: Ruleset, says: Says
    ) -> None:
        self.path, self.document, self.file = path, document, file
        self.library, self.ruleset, self.says = library, ruleset, says
        self.problems: list[Problem] = []
        self.misfits: list[Problem] = []

    def scenario(self) -> Scenario:
        self._terrain()
        companies = [self._company(i, side) for i, side in enumerate(self.file.sides)]
        self._seats()
        self._ids(companies)
        self._start(companies)
        self._places()
        raise_if_any(self.problems)
        setup = self._setup(companies)
        state = battle_of_setup(setup, self.library)
        self._figures(state, companies)
        self.problems += script_problems(self.document, self.ruleset)
        self._named_figures(state)
        raise_if_any(self.problems)
        return self._made(setup, state)

    def _made(self, setup: dict[str, Any], state: Battle) -> Scenario:
        found = scenario_of(self.document, self.file, self.path.parent, setup)
        found.hints = tuple(self._hints(state))
        return found

    def _report(self, path: DataPath, it: str, en: str, near: str = "") -> None:
        self.problems.append(self.document.problem(path, it, en, near))

    # --- the table

    def _terrain(self) -> None:
        seen: set[str] = set()
        for i, piece in enumerate(self.file.table.terrain):
            here: DataPath = ("table", "terrain", i)
            if piece.id in seen:
                self._twice((*here, "id"), piece.id)
            seen.add(piece.id)
            self._area(here, piece)
            for j, ledge in enumerate(piece.ledges):
                self._area((*here, "ledges", j), ledge)
            if piece.ledges and not piece.height:
                it, en = "solo un ostacolo (height > 0) ha cornicioni", "only an obstacle (height > 0) has ledges"
                self._report((*here, "ledges"), it, en)

    def _area(self, path: DataPath, shape: Shaped) -> None:
        """Exactly one area, with a surface, that touches the table."""
        given = [name for name in ("rect", "disc", "polygon") if getattr(shape, name) is not None]
        if len(given) != 1:
            it = "serve un'area sola: rect: [x, y, larghezza, profondità], disc: [x, y, raggio], polygon: [[x, y], ...]"
            en = "one area is needed: rect: [x, y, width, depth], disc: [x, y, radius] or polygon: [[x, y], ...]"
            return self._report(path, it, en)
        try:
            area = area_of({given[0]: getattr(shape, given[0])})
        except ValueError:
            it = "l'area non ha superficie, o i suoi lati si incrociano"
            en = "the area has no surface, or its edges cross"
            return self._report((*path, given[0]), it, en)
        if isinstance(area, Disc) and not area.r:
            return self._report((*path, "disc", 2), "il raggio è maggiore di zero", "the radius is more than zero")
        x0, y0, x1, y1 = area.box
        width, depth = self.file.table.width * CM, self.file.table.depth * CM
        if x1 <= 0 or y1 <= 0 or x0 >= width or y0 >= depth:
            self._report((*path, given[0]), "è tutto fuori dal tavolo", "it lies wholly off the table")
        return None

    def _places(self) -> None:
        """Points of the scenario that lie on the table."""
        for i, side in enumerate(self.file.sides):
            if side.access is not None:
                self._point(("sides", i, "access"), side.access)
                if side.edge is not None:
                    it, en = "o access o edge, non tutti e due", "access or edge, not both"
                    self._report(("sides", i, "edge"), it, en)
        for i, token in enumerate(self.file.tokens):
            self._point(("tokens", i, "at"), token.at)
        for i, zone in enumerate(self.file.zones):
            self._point(("zones", i, "at"), zone.at)

    def _point(self, path: DataPath, at: tuple[float, float]) -> None:
        table = self.file.table
        if not (0 <= at[0] <= table.width and 0 <= at[1] <= table.depth):
            size = f"{table.width:g} x {table.depth:g} cm"
            self._report(path, f"il punto è fuori dal tavolo ({size})", f"the point is off the table ({size})")

    # --- the companies

    def _company(self, number: int, side: SideShape) -> list[tuple[DataPath, Recruit]]:
        """The fighters of a side, each with its place in this file (that of the roster's name if it comes from one)."""
        here: DataPath = ("sides", number)
        if side.roster and side.fighters:
            it, en = "o roster o fighters, non tutti e due", "roster or fighters, not both"
            self._report((*here, "roster"), it, en)
        if side.roster:
            return [((*here, "roster"), recruit) for recruit in self._roster((*here, "roster"), side.roster)]
        if not side.fighters:
            it = "una parte senza combattenti: serve roster: file.yaml, o fighters: con almeno uno"
            en = "a side without fighters: roster: file.yaml is needed, or fighters: with at least one"
            self._report((*here, "fighters") if "fighters" in self.document.data["sides"][number] else here, it, en)
        self.problems += id_problems(self.document, side.fighters, (*here, "fighters"), self.library)
        return [((*here, "fighters", i), fighter) for i, fighter in enumerate(side.fighters)]

    def _roster(self, path: DataPath, name: str) -> Sequence[Recruit]:
        if Path(name).is_absolute() or "\\" in name:
            it, en = "il percorso parte dalla cartella di questo file", "the path starts from this file's folder"
            self._report(path, it, en)
            return ()
        try:
            roster, document = read_roster(self.path.parent / name)
        except ContentError as error:
            for problem in error.problems:
                if problem.line:
                    self.problems.append(problem)
                else:  # the whole file: what names it stands here
                    both = (f"{problem.file}: {problem.message_it}", f"{problem.file}: {problem.message_en}")
                    self._report(path, *both)
            return ()
        self.problems += id_problems(document, roster.fighters, ("fighters",), self.library)
        if not roster.fighters:
            self._report(path, "la compagnia è senza combattenti", "the company has no fighters")
        return roster.fighters

    def _seats(self) -> None:
        if self.file.sides[0].seat == self.file.sides[1].seat:
            it, en = "le due parti sono a e b", "the two sides are a and b"
            self._report(("sides", 1, "seat"), it, en)

    def _ids(self, companies: Sequence[Sequence[tuple[DataPath, Recruit]]]) -> None:
        """Every figure, token and area of a scenario has an id of its own, and none is called like a seat."""
        named: list[tuple[DataPath, str]] = []
        for side, company in zip(self.file.sides, companies, strict=True):
            for number, (path, fighter) in enumerate(company, 1):
                named.append((path, fighter.id or f"{side.seat}{number}"))
        named += [(("tokens", i), token.id) for i, token in enumerate(self.file.tokens)]
        named += [(("zones", i), zone.id) for i, zone in enumerate(self.file.zones)]
        seen: set[str] = set()
        for path, id_ in named:
            if id_ in seen or id_ in ("a", "b"):
                self._twice((*path, "id"), id_)
            seen.add(id_)

    def _twice(self, path: DataPath, id_: str) -> None:
        it, en = f"l'id «{id_}» c'è già: ogni id è unico", f'the id "{id_}" is there already: each id is unique'
        self._report(path, it, en)

    def _start(self, companies: Sequence[Sequence[tuple[DataPath, Recruit]]]) -> None:
        """Who is said to act stands on the table."""
        start = self.file.start
        if start.hand and start.first:
            it, en = "o hand o first, non tutti e due", "hand or first, not both"
            self._report(("start", "first"), it, en)
        placed = {
            side.seat: [_placed(f) for _, f in company]
            for side, company in zip(self.file.sides, companies, strict=True)
        }
        if start.hand and not any(placed[start.hand]):
            it = f"nessun combattente di {start.hand} è sul tavolo: serve at: [x, y]"
            en = f"no fighter of {start.hand} is on the table: at: [x, y] is needed"
            self._report(("start", "hand"), it, en)
        absent = [f for company in companies for _, f in company if not _placed(f) and not self._waits(f)]
        if start.first and absent:
            it = "con first tutti i combattenti sono già sul tavolo: at: [x, y] per ognuno"
            en = "with first all fighters are on the table already: at: [x, y] for each"
            self._report(("start", "first"), it, en)

    def _waits(self, fighter: Recruit) -> bool:
        """A fighter that comes in later by an ability (CDC-AB-035)."""
        profile, known = self.library.profiles.get(fighter.profile), self.library.abilities
        owned = [ability.id for ability in profile.abilities] if profile is not None else []
        return any(known[ability].reserve is not None for ability in (*owned, *fighter.abilities) if ability in known)

    # --- the setup

    def _setup(self, companies: Sequence[Sequence[tuple[DataPath, Recruit]]]) -> dict[str, Any]:
        """Plain data for `battle_of_setup`: rosters inlined, the cost of each fighter filled in."""
        data = self.document.data
        sides = []
        for number, company in enumerate(companies):
            side = {key: value for key, value in data["sides"][number].items() if key != "roster"}
            side.setdefault("name", self.file.sides[number].seat.upper())
            judged = judge([fighter for _, fighter in company], self.file.options.limit, self.library)
            if self.file.options.limit:
                self._faults(number, company, judged.whole, [account.faults for account in judged.accounts])
            else:
                self._doubts(company, [account.faults for account in judged.accounts])
            side["fighters"] = [
                {**_as_written(fighter), "cost": account.cost}
                for (_, fighter), account in zip(company, judged.accounts, strict=True)
            ]
            sides.append(side)
        raise_if_any(self.problems)
        more = {key: data[key] for key in ("options", "tokens", "zones", "start") if data.get(key)}
        setup: dict[str, Any] = msgspec.json.decode(
            msgspec.json.encode({"table": data["table"], "sides": sides, **more})
        )
        return setup

    def _faults(
        self,
        number: int,
        company: Sequence[tuple[DataPath, Recruit]],
        whole: Sequence[Fault],
        each: Sequence[Sequence[Fault]],
    ) -> None:
        """A company that breaks the agreed limit or the purchase rules is no battle to begin."""
        side = self.file.sides[number]
        path: DataPath = ("sides", number, "roster" if side.roster else "fighters")
        for fault in whole:
            self._report(path, *self.says(fault))
        for (here, _), faults in zip(company, each, strict=True):
            for fault in faults:
                it, en = self.says(fault)
                self._report(here, f"{fault.fighter}: {it}", f"{fault.fighter}: {en}")

    def _doubts(self, company: Sequence[tuple[DataPath, Recruit]], each: Sequence[Sequence[Fault]]) -> None:
        """Where no limit was agreed, things that do not go together are for the author to look at again."""
        for (here, _), faults in zip(company, each, strict=True):
            for fault in faults:
                if fault.code in MISFITS:
                    it, en = self.says(fault)
                    self.misfits.append(self.document.problem(here, f"{fault.fighter}: {it}", f"{fault.fighter}: {en}"))

    # --- figures on the table

    def _figures(self, state: Battle, companies: Sequence[Sequence[tuple[DataPath, Recruit]]]) -> None:
        """Where each figure stands, and what the packs in play know of it."""
        figures = iter(state.figures.values())
        standing: list[Figure] = []
        for company in companies:
            for path, fighter in company:
                figure = next(figures)
                self._playable(path, fighter)
                if figure.status == TABLE and isinstance(fighter, FighterShape):
                    self._standing(path, fighter, figure, state, standing)
                    standing.append(figure)

    def _playable(self, path: DataPath, fighter: Recruit) -> None:
        for i, ability in enumerate(fighter.abilities):
            if ability not in self.library.records:
                here = (*path, "abilities", i) if path[-1] != "roster" else path
                it = f"l'abilità {ability} non è ancora giocabile: i pacchetti in uso ne sanno solo il prezzo"
                en = f"the ability {ability} cannot be played yet: the packs in use know only its price"
                self._report(here, it, en)

    def _standing(
        self, path: DataPath, fighter: FighterShape, figure: Figure, state: Battle, others: Sequence[Figure]
    ) -> None:
        at = (*path, "at")
        if figure.life > figure.life_max:
            most = figure.life_max
            self._report((*path, "life"), f"la sua Resistenza è {most}", f"its Resistenza is {most}")
        if not ground.on_table(state.ground, figure, figure.x, figure.y):
            return self._report(at, "la basetta esce dal tavolo", "the base is not wholly on the table")
        for other in others:
            if overlaps(figure, other):
                it, en = f"la basetta tocca quella di {other.id}", f"the base overlaps that of {other.id}"
                self._report(at, it, en)
        z = self._height(path, fighter, figure, state)
        near = ground.around(state.ground, figure, figure.x, figure.y)
        bar = ground.stands_clear(figure.x, figure.y, z, figure, figure.height, near, fighter.in_water)
        if not bar and ground.CREVICE in ground.kinds_at(state.ground, (figure.x, figure.y), figure.z):
            bar = ground.CREVICE
        if bar:
            self._report(at, *_STANDS[bar])
        elif fighter.in_water and not any(ground.WATER in piece.kinds for piece in near):
            self._report((*path, "in_water"), "qui non c'è acqua", "there is no water here")
        return None

    def _height(self, path: DataPath, fighter: FighterShape, figure: Figure, state: Battle) -> int:
        """The height a figure is meant to stand at: without ``z`` that of the ground or of a hill."""
        here = (figure.x, figure.y)
        if fighter.z is not None:
            if ground.elevation_at(state.ground, here, figure.z) != figure.z:
                it, en = "a questa altezza non c'è dove stare", "there is nothing to stand on at this height"
                self._report((*path, "z"), it, en)
            return figure.z
        low = ground.elevation_at(state.ground, here, 0)
        if low != figure.z and not any(p.solid and contains(p.area, *here) for p in state.ground.pieces):
            it = f"qui si può stare a più altezze: scrivi z: {low / CM:g} o z: {figure.z / CM:g}"
            en = f"one can stand at several heights here: write z: {low / CM:g} or z: {figure.z / CM:g}"
            self._report((*path, "at"), it, en)
        return low

    def _named_figures(self, state: Battle) -> None:
        """Figures that the script and the expectations name."""
        data = self.document.data
        named: list[tuple[DataPath, str]] = []
        for kind in ("script", "expect"):
            for i, line in enumerate(data.get(kind) or ()):
                named += [
                    ((kind, i, key), line[key])
                    for key in ("actor", "deploy", "figure")
                    if isinstance(line.get(key), str)
                ]
        used = [(path, id_) for path, id_ in named if not _NEW_ID.fullmatch(id_)]
        known = {figure.id: figure.name for figure in state.figures.values()}
        self.problems += check_ids(self.document, used, known, ("combattente", "fighter"))

    # --- hints

    def _hints(self, state: Battle) -> Iterator[Problem]:
        """What deserves a second look: misfits, covering areas (CDC-TAB-12.3), access points inland (CDC-DEP-01.2)."""
        yield from self.misfits
        pieces = state.ground.pieces
        obstacles = [piece.area for piece in pieces if piece.height > 0]
        for i, piece in enumerate(pieces):
            shape = self.file.table.terrain[i]
            if "covering" not in shape.kinds or shape.wood or shape.height or not isinstance(piece.area, Polygon):
                continue
            if not ground.is_covering_area(piece.area, obstacles):
                span = ground.COVERING_SPAN // CM
                it = f"coprente, ma con ostacoli a più di {span} cm (CDC-TAB-12.3); se è un bosco scrivi wood: true"
                en = f"covering, with obstacles over {span} cm apart (CDC-TAB-12.3); if it is a wood write wood: true"
                yield self.document.problem(("table", "terrain", i, "kinds"), it, en)
        width, depth = state.ground.width, state.ground.depth
        for i, (x, y) in enumerate(state.access):
            if self.file.sides[i].access is not None and x not in (0, width) and y not in (0, depth):
                it = "il punto di accesso di solito è su un bordo del tavolo (CDC-DEP-01.2)"
                en = "an access point usually lies on an edge of the table (CDC-DEP-01.2)"
                yield self.document.problem(("sides", i, "access"), it, en)


def _placed(fighter: Recruit) -> bool:
    return isinstance(fighter, FighterShape) and fighter.at is not None


def _as_written(fighter: Recruit) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.to_builtins(fighter)
    return {key: value for key, value in data.items() if value not in (None, "", (), False)}

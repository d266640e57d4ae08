"""What an evening shows and says to people: sentences, questions, choices, reasons, scenes and pictures."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import ClassVar

from arbitro.content.desklabels import DeskLabels
from arbitro.content.errors import Lang
from arbitro.content.scene import Badge, FigureView, Meter, Note, Scene, Side, Spotlight
from arbitro.content.telling import Telling
from arbitro.engine.events import Event
from arbitro.engine.forms import Option
from arbitro.engine.game import Game
from arbitro.engine.state import State
from arbitro.engine.values import Seat, Value
from arbitro.rulesets.cairn.burden import capacity, comfort, used_slots
from arbitro.rulesets.cairn.content import Library
from arbitro.rulesets.cairn.events import Declared, Died, FightBegan, Fled, Hurt, RoundBegan, SideBegan
from arbitro.rulesets.cairn.queries import armour_of
from arbitro.rulesets.cairn.referee import screen, veil
from arbitro.rulesets.cairn.referee.labels import Labels
from arbitro.rulesets.cairn.sentences import sentences
from arbitro.rulesets.cairn.state import ATTRIBUTES, PF, Creature, Encounter, Item
from arbitro.rulesets.cairn.words import Words

NAME, NUMBER, WIDTH = 24, 8, 78


class Stage(Telling[Library]):
    """Mixin of the ruleset: everything it shows and says."""

    headings: ClassVar[tuple[tuple[type[Event], int], ...]] = (
        (RoundBegan, 1),
        (FightBegan, 1),
        (SideBegan, 2),
        (Declared, 3),
    )
    desk_words: ClassVar[type[DeskLabels]] = Labels

    def words(self, state: State, lang: Lang) -> Words:
        """The words of a language about an evening."""
        assert isinstance(state, Encounter)
        return Words(sentences(), self.library, state, lang)

    # --- sentences

    def turn_of(self, event: Event) -> int | None:
        return event.number if isinstance(event, RoundBegan) else None

    def option_label(self, words: Words, level: str, key: Value, option: Option | None = None) -> str:
        if isinstance(key, bool):
            return words.say("choice.yes" if key else "choice.no")
        if isinstance(key, int):
            return f"d{key}" if level == "die" else str(key)
        if isinstance(key, tuple):
            return " · ".join(self.option_label(words, level, part) for part in key)
        if key in words.state.figures:
            return words.who(key)
        if option is not None and isinstance(option.facts.get("thing"), str):
            return words.thing(option.facts["thing"])
        if level == "item" and str(key).isdigit():
            return words.say("choice.item", number=key)
        known = words.word("choice", key) or words.order(key) or words.word("attribute", key)
        known = known or words.word("need", key) or words.word("procedure", key)
        if known:
            return known
        if key in words.state.seats:
            return words.seat(key)
        return words.thing(key)

    # --- how everybody stands

    def standing(self, state: State, lang: Lang) -> str:
        words = self.words(state, lang)
        current = words.state
        if current.book is not None:  # everybody may read this line
            return screen.standing(words, veil.view(current, ""))
        if current.result:
            return words.say("status.over")
        if current.mode == "calm":
            return words.say("status.calm", hours=current.clock)
        return words.say("status.fight", round=current.round, seat=words.seat(current.active))

    def status(self, state: State, lang: Lang) -> str:
        words = self.words(state, lang)
        lines = [self.standing(state, lang)]
        for seat in words.state.seats[:2]:
            heads = (words.seat(seat), *(words.attribute(name) for name in (PF, *ATTRIBUTES)))
            lines += ["", _columns(heads)]
            lines += [
                self._line(words, f) for f in words.state.side(seat) if not f.hidden or seat == words.state.seats[0]
            ]
        return "\n".join(lines)

    def _line(self, words: Words, figure: Creature) -> str:
        numbers = [f"{figure.score(name)}/{figure.highest(name)}" for name in (PF, *ATTRIBUTES)]
        row = _columns((f"  {figure.id} {words.name_of(figure)}", *numbers))
        more = ", ".join(words.ailments(figure))
        return f"{row.rstrip()}  {more}" if len(row) + len(more) < WIDTH else f"{row.rstrip()}\n{'':<{NAME}}{more}"

    def map_text(self, state: State, lang: Lang, width: int = 78) -> str:
        """There is no map: who stands against whom, and how far apart where that counts."""
        words = self.words(state, lang)
        lines = [self.status(state, lang)]
        if words.state.options.track:
            lines += ["", words.say("status.distances")]
            for figure in sorted((f for f in words.state.figures.values() if f.present), key=lambda f: (f.at, f.id)):
                lines.append(f"  {figure.at:>4} m  {words.name_of(figure)}"[:width])
        return "\n".join(line[:width] for line in "\n".join(lines).splitlines())

    def map_svg(self, state: State, lang: Lang) -> str:
        """Cards of both sides, drawn."""
        words = self.words(state, lang)
        parts, height = [], 40
        for column, seat in enumerate(words.state.seats[:2]):
            x = 20 + column * 400
            parts.append(f'<text x="{x}" y="28" font-weight="bold" class="cairn-ink">{escape(words.seat(seat))}</text>')
            for row, figure in enumerate(words.state.side(seat)):
                y = 40 + row * 64
                height = max(height, y + 70)
                parts.append(_card(words, figure, x, y))
        body, title = "".join(parts), escape(self.standing(state, lang))
        return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 820 {height}" font-family="sans-serif" '
                f'font-size="14" role="img"><title>{title}</title><style>{STYLE}</style>{body}</svg>')  # fmt: skip

    def summary(self, state: State, journal: Sequence[Event], lang: Lang) -> str:
        words = self.words(state, lang)
        lines = [words.say("summary.title")]
        number, hurt, lost = 0, dict.fromkeys(words.state.seats[:2], 0), dict.fromkeys(words.state.seats[:2], 0)
        rounds: list[tuple[int, dict[str, int], dict[str, int]]] = []
        for event in journal:
            if isinstance(event, RoundBegan):
                number, hurt, lost = event.number, dict.fromkeys(hurt, 0), dict.fromkeys(lost, 0)
                rounds.append((number, hurt, lost))
            elif isinstance(event, Hurt) and event.it in words.state.figures:
                hurt[words.state.figures[event.it].seat] += event.amount
            elif isinstance(event, Died | Fled) and event.it in words.state.figures:
                lost[words.state.figures[event.it].seat] += 1
        for number, harm, gone in rounds:
            told = "; ".join(words.say("summary.side", seat=words.seat(s), hurt=harm[s], lost=gone[s]) for s in harm)
            lines.append("  " + words.say("summary.round", round=number, told=told))
        for seat in words.state.seats[:2]:
            gone_ = tuple(words.name_of(f) for f in words.state.side(seat) if not f.standing)
            key = "summary.fallen" if gone_ else "summary.whole"
            lines.append("  " + words.say(key, seat=words.seat(seat), names=gone_))
        return "\n".join(lines)

    # --- scenes

    def scene(self, state: State, seat: Seat, lang: Lang) -> Scene:
        words = self.words(state, lang)
        current = words.state
        game = Game(self, current, _NoDice(), log=False, start=False)
        sides = tuple(
            Side(one, words.seat(one), current.mode == "fight" and current.active == one) for one in current.seats
        )
        chips: tuple[Note, ...] = (Note(words.say("chip.mode"), words.word("mode", current.mode)),)
        if current.round:
            chips += (Note(words.say("chip.round"), str(current.round), rules=("CRN-RND-01.1",)),)
        figures = tuple(self._view_of(words, game, figure) for figure in current.figures.values())
        return Scene(
            standing=self.standing(state, lang), sides=sides, figures=figures, chips=chips, result=words.outcome()
        )

    def _view_of(self, words: Words, game: Game, figure: Creature) -> FigureView:
        name = words.name_of(figure)
        meters = tuple(
            Meter(words.attribute(score), figure.score(score), figure.highest(score)) for score in (PF, *ATTRIBUTES)
        )
        badges = [
            Badge("condition", condition, words.thing(condition), words.text(condition))
            for condition in figure.conditions
        ]
        if figure.fatigue:
            badges.append(Badge("token", "fatigue", words.say("badge.fatigue"), count=figure.fatigue))
        armour = armour_of(game, figure.id).value if figure.present else 0
        if armour:
            badges.append(Badge("points", "armour", words.say("badge.armour"), count=armour))
        marks = [] if figure.present else ["dead" if figure.status == "dead" else "away"]
        marks += ["prone"] if figure.present and not figure.standing else []
        busy = words.state.active != figure.seat or bool(figure.plan) or not figure.standing
        marks += [] if busy else ["active"]
        notes = self.notes_of(words, game, figure)
        said = ", ".join((*(f"{m.label} {m.now}/{m.full}" for m in meters), *words.ailments(figure)))
        return FigureView(
            id=figure.id, seat=figure.seat, name=name, short=name[:3], role=words.role(figure), icon=figure.kind,
            meters=meters, badges=tuple(badges), marks=tuple(marks), notes=notes,
            aria=words.say("aria", name=name, role=words.role(figure), said=said),
        )  # fmt: skip

    def notes_of(self, words: Words, game: Game, figure: Creature) -> tuple[Note, ...]:
        """What somebody attacks with, carries and bears."""
        notes = []
        for attack in figure.attacks:
            notes.append(Note(words.thing(attack), _dice(words, attack), rules=("CRN-ATK-01.2",)))
        for item in figure.items:
            notes.append(_note_of(words, item))
        if figure.items or figure.fatigue:
            used, room = used_slots(game, figure.id), capacity(game, figure.id)
            hint = words.say("note.laden") if used > comfort(game, figure.id) else ""
            notes.append(Note(words.say("note.slots"), f"{used}/{room}", hint, ("CRN-INV-01.1",)))
        if figure.coins:
            notes.append(Note(words.say("note.coins"), str(figure.coins)))
        for row, place in figure.scars:
            scar = words.library.scars[row]
            places = scar.places if words.lang == "it" else scar.places_en
            notes.append(Note(words.thing(row), places[place - 1] if place and places else "", words.text(row), (row,)))
        for id_ in (*figure.abilities, *figure.marks, *figure.bonds):
            text = words.text(id_)
            if text and words.library.name(id_, words.lang) != id_:
                notes.append(Note(words.thing(id_), "", text))
        return tuple(notes)

    def spotlight(self, game: Game, seat: Seat, figure: str, lang: Lang) -> Spotlight:
        words = self.words(self.view(game.state, seat), lang)
        found = words.state.figures.get(figure)
        return Spotlight(figure, notes=self.notes_of(words, game, found) if found is not None else ())


class _NoDice:
    """Drawing a scene throws no dice."""

    def faces(self, place: tuple[int, int, int], n: int, sides: int) -> tuple[int, ...]:
        raise AssertionError("a scene throws no dice")

    def with_nonces(self, nonces: tuple[str, ...]) -> _NoDice:
        return self


def _columns(cells: Sequence[str]) -> str:
    first = cells[0] if len(cells[0]) < NAME else cells[0][: NAME - 2] + "…"
    return f"{first:<{NAME}}" + "".join(f"{cell:<{NUMBER}}" for cell in cells[1:])


def _note_of(words: Words, item: Item) -> Note:
    """What a thing is, does, and draws upon whoever shows it (CRN-SPB-02, -03)."""
    thing = words.library.things[item.thing]
    text = words.text(item.thing)
    book = thing.type == "book"
    more = [item.note] if item.note else []
    more += [words.say("note.book")] if book else []
    rules = ("CRN-SPB-02.1", "CRN-SPB-03.1") if book else ()
    return Note(words.thing(item.thing), _amount(words, item), " ".join((text, *more)).strip(), rules)


def _dice(words: Words, thing: str) -> str:
    shape = words.library.things[thing]
    text = "+".join(f"d{sides}" for sides in shape.dice)
    return f"{text}, {words.say('note.blast')}" if shape.blast else text


def _amount(words: Words, item: Item) -> str:
    shape = words.library.things[item.thing]
    parts = [_dice(words, item.thing)] if shape.dice else []
    parts += [words.say("note.armour", n=shape.armour)] if shape.armour else []
    parts += [words.say("note.uses", n=item.uses)] if item.uses else []
    parts += [words.say("note.charges", n=item.charges, most=shape.charges)] if shape.charges else []
    return ", ".join(parts)


STYLE = (
    ".cairn-ink{fill:#1c1a17}.cairn-card{fill:#ffffff;stroke:#8f8672}.cairn-a{fill:#0072b2}.cairn-b{fill:#e69f00}"
    "@media (prefers-color-scheme:dark){.cairn-ink{fill:#f2efe9}.cairn-card{fill:#23262b;stroke:#6d7280}}"
)
"""Inks of the cards, in the light and in the dark."""


def _card(words: Words, figure: Creature, x: int, y: int) -> str:
    numbers = "  ".join(f"{words.attribute(s)} {figure.score(s)}/{figure.highest(s)}" for s in (PF, *ATTRIBUTES))
    ailing = escape(", ".join(words.ailments(figure)))
    side = "a" if figure.seat == words.state.seats[0] else "b"
    return (f'<g transform="translate({x},{y})" class="cairn-ink">'
            f'<rect width="380" height="58" rx="6" class="cairn-card"/>'
            f'<rect x="1" y="6" width="5" height="46" class="cairn-{side}"/>'
            f'<text x="16" y="20" font-weight="600">{escape(words.name_of(figure))}</text>'
            f'<text x="16" y="37">{escape(numbers)}</text>'
            f'<text x="16" y="52" font-style="italic">{ailing}</text></g>')  # fmt: skip

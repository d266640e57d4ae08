"""Names and numbers as people read them: fighters, things, dice, points, and sums with their parts."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from arbitro.content.messages import number
from arbitro.content.speech import Speech
from arbitro.engine.tally import Line, Tally
from arbitro.engine.values import Value
from arbitro.geometry.units import CM
from arbitro.rulesets.crepuscolo.content import Library, rules
from arbitro.rulesets.crepuscolo.names import piece_name, side_name, token_name
from arbitro.rulesets.crepuscolo.state import Battle

WHOLE = 100
"""Lengths are told in whole millimetres."""


class Words(Speech[Library, Battle]):
    """The words of one language about one battle; the battle gives the names."""

    # --- names --------------------------------------------------------------------------------------

    def who(self, id: Value) -> str:
        """A fighter by its name (with its id where another bears the same), or a company, or somebody."""
        figure = self.state.figures.get(id)
        if figure is None:
            return self.seat(id) if id in self.state.seats else self.say("word.someone")
        return self.apart(figure.id, figure.name, self.name_of(figure.id))

    def apart(self, id: str, own: str, name: str) -> str:
        """A fighter's name, with its id where another fighter has the same ``own`` name."""
        twins = any(other.name == own and other.id != id for other in self.state.figures.values())
        return self.say("part.who", name=name, id=id) if twins else name

    def name_of(self, id: str) -> str:
        """A fighter's own name; a printed profile's in the language asked for."""
        figure = self.state.figures[id]
        profile = self.library.profiles.get(figure.profile)
        if profile is not None and figure.name == profile.name:
            return profile.name if self.lang == "it" else profile.name_en
        return figure.name

    def seat(self, seat: Value) -> str:
        """The name of a company."""
        if seat in self.state.seats:
            return side_name(self.state, seat, self.lang) or self.say("part.company", seat=str(seat).upper())
        return self.say("word.someone")

    def thing(self, id: Value) -> str:
        """The name of an item, ability, condition or rule; never its id."""
        if not isinstance(id, str) or not id:
            return self.say("word.something")
        for kind in ("core", "conditions"):
            shape = self.library.content.records.get(kind, {}).get(id)
            if shape is not None:
                return str(shape.name if self.lang == "it" else shape.name_en)
        name = self.library.name(id, self.lang)
        if name != id:
            return name
        entry = rules().get(id)
        if entry is not None:
            return entry.name if self.lang == "it" else entry.name_en
        return self.condition(id, self.word("part", id, self.word("act", id, self.say("word.something"))))

    def known(self, id: Value) -> bool:
        """Whether a word is the id of something with a name."""
        return isinstance(id, str) and (self.library.name(id, self.lang) != id or rules().get(id) is not None)

    def is_thing(self, id: Value) -> bool:
        """Whether a word is the id of an item, an ability, a power or another record, and not only of a clause."""
        return isinstance(id, str) and (
            self.library.name(id, self.lang) != id
            or any(id in self.library.content.records.get(kind, {}) for kind in ("core", "conditions"))
        )

    def condition(self, name: str, default: str = "") -> str:
        """A condition: the book's word, in English its translation."""
        return self.word("condition", name, default or name)

    def act(self, action: str) -> str:
        """An action as a noun, or the name of the rule that is used."""
        return self.word("act", action) or self.thing(action)

    def piece(self, id: Value) -> str:
        """A piece of scenery: its own name, or what it is; one that is gone: by the rule that put it there, if any."""
        piece = next((p for p in self.state.ground.pieces if p.id == id), None)
        if piece is None:
            rule = str(id).partition(":")[0]
            return self.thing(rule) if self.known(rule) else self.say("word.scenery")
        name = piece_name(self.state, piece, self.lang)
        if name:
            return name
        kind = piece.crossing if piece.height else next(iter(piece.kinds), "open")
        return self.word("terrain", kind, self.say("word.scenery"))

    def token(self, id: Value) -> str:
        """A token of the scenario."""
        found = next((token for token in self.state.tokens if token.id == id), None)
        return (token_name(self.state, found, self.lang) if found is not None else "") or self.say("word.something")

    # --- numbers ------------------------------------------------------------------------------------

    def at(self, x: int, y: int) -> str:
        """A point of the table in cm."""
        return self.say("part.at", x=self.cm(x), y=self.cm(y))

    def cm(self, units: int) -> str:
        """A length in cm to the millimetre, without the unit."""
        return number(self.lang, Fraction(round_to(units), CM))

    def die(self, die: Value) -> str:
        """A die; one whose use a rule restricts names the rule."""
        if isinstance(die, tuple):
            effect = self.state.effects.get(die[1])
            rule = self.thing(effect.rule if effect is not None else "")
            return self.say("choice.extra_die", die=die[0], rule=rule)
        return f"d{die}"

    def roll(
        self, sides: int, faces: Value, edge: Tally | None = None, need: Tally | None = None, what: str = "attack"
    ) -> str:
        """Dice with what is added to them and what they need: "d8 → 6 + 1 contro SdS 4"."""
        text = self.say("part.roll", die=sides, faces=faces)
        if edge is not None:
            text += self.added(edge.base) + self.lines(edge.lines)
        if need is not None:
            parts = self.lines(need.lines)
            total = self.say("part.sum", value=need.value) if parts else ""
            kind = self.word("need", what, self.word("need", "attack"))
            text += self.say("part.need", what=kind, base=need.base, lines=parts + total)
        return text

    def throw(self, dice: Iterable[tuple[int, int]]) -> str:
        """Dice of several kinds that fell together, and their sum: "d8 7, d6 2, d4 4 = 13"."""
        fell = tuple(dice)
        told = ", ".join(self.say("part.fell", die=sides, face=face) for sides, face in fell)
        return told + self.say("part.sum", value=sum(face for _, face in fell))

    def added(self, amount: int) -> str:
        """A number that is added, without a reason: " + 1"; nothing for 0."""
        return self.say("part.bare_edge", by=signed(amount)) if amount else ""

    def lines(self, lines: Iterable[Line]) -> str:
        """The parts of a number: " + 1 Scudo − 1 Lancia"; what one rule gives twice is added up."""
        sums: dict[str, int] = {}
        for line in lines:
            if line.counted:
                sums[line.rule] = sums.get(line.rule, 0) + line.amount
        told = ((rule, amount) for rule, amount in sums.items() if amount)
        return "".join(self.say("part.edge", by=signed(amount), name=self.thing(rule)) for rule, amount in told)

    def damage(self, parts: Tally | None) -> str:
        """Where a damage comes from, if more than one thing made it: " (2 + 1 Ascia)"."""
        lines = self.lines(parts.lines) if parts is not None else ""
        return self.say("part.damage", base=parts.base, lines=lines) if lines and parts is not None else ""


def signed(amount: int) -> str:
    """A number with its sign set apart.

    >>> signed(1), signed(-2)
    ('+ 1', '− 2')
    """
    return f"+ {amount}" if amount >= 0 else f"− {-amount}"


def round_to(units: int, step: int = WHOLE) -> int:
    """The nearest multiple of a step.

    >>> round_to(12_349), round_to(-51)
    (12300, -100)
    """
    return (units + step // 2) // step * step

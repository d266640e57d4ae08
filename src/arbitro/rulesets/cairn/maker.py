"""A character made step by step: every die of the procedure ``create`` falls, or is laid as somebody chooses.

Called by `characters`. The rules are those of `creation`, played in a game of their own: this module lays the dice and
reads from the journal which step each of them was. What was not chosen falls as the seed says, so that the same
choices with the same seed make the same character. Then come the things, bought with the procedure ``buy``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct, structs

from arbitro.content.characters import Answer, Step
from arbitro.content.errors import ContentError, Lang, Problem, nearest
from arbitro.content.yamltext import text_of
from arbitro.dice.sources import Place, SeededDice
from arbitro.engine.asks import Refused
from arbitro.engine.events import Rolled
from arbitro.engine.game import Game
from arbitro.engine.ruleset import Ruleset
from arbitro.engine.values import Value
from arbitro.rulesets.cairn.charfile import ATTRIBUTION, Row, called, row_of, slug, without
from arbitro.rulesets.cairn.content import Background, Library
from arbitro.rulesets.cairn.creation import ANY, SWAPS
from arbitro.rulesets.cairn.events import Joined
from arbitro.rulesets.cairn.market import for_sale
from arbitro.rulesets.cairn.queries import encounter_of
from arbitro.rulesets.cairn.sentences import sentences
from arbitro.rulesets.cairn.sheetwords import attribute, say
from arbitro.rulesets.cairn.state import ATTRIBUTES, HIRELING, PARTY, PC, PF, Creature

SWAP, NAME, THINGS, BUY, LEAVE = "swap", "name", "things", "buy", "leave"
DONE = "done"
AGE_BASE = 10
"""What is added to the dice of the age (CRN-CHR-05.1)."""
LEAST, HIGHEST = 3, 18
"""What 3d6 can show."""
_BY_RULE = {"CRN-BKG-00.1": "background", "CRN-CHR-03.1": "pf", "CRN-HIR-02.3": "pf",
            "CRN-BND-01.1": "bond", "CRN-CHR-05.1": "age", "CRN-CHR-04.1": "coins", "CRN-OMN-01.1": "omen"}  # fmt: skip


def calm_setup(members: Sequence[Row]) -> dict[str, Any]:
    """The setup of an evening without foes, where procedures can be called."""
    sides = [{"seat": PARTY, "name": "", "members": list(members)}, {"seat": "b", "name": "", "members": []}]
    return {"sides": sides, "start": {"mode": "calm"}}


def spread(total: int, n: int, sides: int) -> tuple[int, ...]:
    """``n`` faces with this sum.

    >>> spread(12, 3, 6)
    (6, 5, 1)
    """
    faces = []
    for left in range(n - 1, -1, -1):
        face = min(sides, total - left)
        faces.append(face)
        total -= face
    return tuple(faces)


class Made(Struct, frozen=True):
    """One step as it went: its kind, its place among those of that kind, what its dice were and showed."""

    kind: str
    number: int = 0
    n: int = 0
    sides: int = 0
    total: int = 0

    @property
    def key(self) -> str:
        """What names it among the steps of one character."""
        return f"{self.kind}.{self.number}"


class _Laid:
    """Dice of a seed, but for those that were laid: by the number of the roll, a sum."""

    def __init__(self, seed: str, laid: Mapping[int, int]) -> None:
        self._dice, self._laid, self._rolls = SeededDice.of_seed(seed), laid, 0

    def with_nonces(self, nonces: tuple[str, ...]) -> _Laid:
        return self

    def faces(self, place: Place, n: int, sides: int) -> tuple[int, ...]:
        total = self._laid.get(self._rolls)
        self._rolls += 1
        return self._dice.faces(place, n, sides) if total is None else spread(total, n, sides)


class Maker:
    """One character in the making.

    Args:
        rules: the game; library: its packs.
        seed: of the dice that nobody lays.
        party: rows of those whom the character joins: the youngest alone rolls an omen.
        given: ``kind``: ``pc``, ``hireling`` or a hireling's role; and answers by kind of step: ``background`` an id,
            ``name`` a text, attributes and ``swap``.
        packs: what the file will name as its packs.
    """

    def __init__(
        self, rules: Ruleset, library: Library, seed: str, party: Sequence[Row], given: Mapping[str, Value],
        packs: Sequence[str] = (),
    ) -> None:  # fmt: skip
        self.rules, self.library, self.seed, self.party = rules, library, seed, list(party)
        self.given, self.packs = dict(given), packs
        self.kind = str(self.given.get("kind", PC))
        self._start = str(self.given.get("background", ANY))
        self._judge()
        self.answers: list[Value] = []
        self.made: list[Made] = []  # the steps as they went
        self.deals: list[tuple[str, str]] = []  # things bought and left, in order
        self.doing = ""  # buy or leave, while its list stands open
        self.over = False
        self._play()
        self._skip()

    def _judge(self) -> None:
        kinds = (PC, HIRELING, *self.library.roles)
        if self.kind not in kinds:
            it, en = f"«{self.kind}» non si può creare", f'"{self.kind}" cannot be made'
            raise ContentError([Problem("--kind", 0, 0, "", it, en, nearest(self.kind, kinds))])
        known = self.library.backgrounds
        if self._start != ANY and self._start not in known:
            by_name = {name: b.id for b in known.values() for name in (b.name, b.name_en)}
            near = nearest(self._start, known) or by_name.get(nearest(self._start, by_name), "")
            it, en = f"«{self._start}» non esiste", f'"{self._start}" does not exist'
            raise ContentError([Problem("--background", 0, 0, "", it, en, near)])
        scores = [self.given[name] for name in ATTRIBUTES if name in self.given]
        if wrong := [score for score in scores if not isinstance(score, int) or not LEAST <= score <= HIGHEST]:
            it, en = f"«{wrong[0]}»: tre dadi fanno da 3 a 18", f'"{wrong[0]}": three dice make 3 to 18'
            raise ContentError([Problem("--attributes", 0, 0, "", it, en)])

    # --- the procedure, played

    def _play(self) -> None:
        laid = {i: a for i, a in enumerate(self.answers) if isinstance(a, int) and not isinstance(a, bool)}
        swap = next((i for i, step in enumerate(self.made) if step.kind == SWAP), len(self.answers))
        laid = {i - (i > swap): total for i, total in laid.items()}  # the question of the swap is no roll
        role = self.library.roles.get(self.kind)
        payer = {"id": "a1", "pf": 1, **dict.fromkeys(ATTRIBUTES, 1), "coins": role.wage if role is not None else 0}
        game = Game.new(self.rules, calm_setup([payer] if role else self.party), _Laid(self.seed, laid))
        procedure = ("hire", "a1", self.kind) if role else ("create" if self.kind == PC else "companion", self._start)
        try:
            game.choose(procedure, PARTY)
        except Refused:
            it, en = "nel gruppo non c'è più posto", "there is no room in the party"
            raise ContentError([Problem("--party", 0, 0, "", it, en)]) from None
        at = None
        while game.pending is not None and game.pending.kind != "procedure":
            if game.pending.kind == SWAP:
                at = sum(isinstance(event, Rolled) for event in game.journal)
                chosen = self.answers[at] if at < len(self.answers) else None
                game.choose(chosen if chosen in SWAPS else "none", PARTY)
            else:  # rules that ask something else: their usual answer
                game.choose(game.form(PARTY).default(), PARTY)
        joined = [event.creature for event in game.journal if isinstance(event, Joined)]
        self.creature, self.companions = joined[0], joined[1:]
        self.background: Background | None = self.library.backgrounds.get(self.creature.background)
        self.made = self._read([event for event in game.journal if isinstance(event, Rolled)], at)

    def _read(self, rolls: Sequence[Rolled], swap_at: int | None) -> list[Made]:
        """Which step each roll was, the swap among them."""
        found: list[Made] = []
        seen: dict[str, int] = {}
        for roll in rolls:
            kind = self._kind(roll, seen)
            number = seen[kind] = seen.get(kind, -1) + 1
            name = ATTRIBUTES[number] if kind == "attribute" else kind
            found.append(Made(name, number, len(roll.faces), roll.sides, sum(roll.faces)))
        if swap_at is not None:
            found.insert(swap_at, Made(SWAP))
        return found

    def _kind(self, roll: Rolled, seen: Mapping[str, int]) -> str:
        if self.background is not None and self.background.rule in roll.rules:
            if seen.get("row", -1) < 1:
                return "row"
            return NAME if "age" in seen else "more_pf"
        if roll.rules[0] in ("CRN-CHR-02.1", "CRN-HIR-02.2", "CRN-HIR-03.3"):
            return "attribute"
        if roll.rules[0] == "CRN-TRT-01.1":
            return "trait"
        return next((kind for rule, kind in _BY_RULE.items() if rule in roll.rules), "other")

    # --- steps

    def take(self, value: Value = None) -> None:
        """Take the open step, with a value of its own or as the dice say."""
        if len(self.answers) < len(self.made):
            step = self.made[len(self.answers)]
            self.answers.append(int(value) - AGE_BASE if step.kind == "age" and value is not None else value)
            if step.kind != NAME and value is not None:
                self._play()
            self._skip()
        elif self.doing:
            if value is not None:
                self.deals.append((self.doing, str(value)))
            self.doing = ""
        elif value in (BUY, LEAVE):
            self.doing = str(value)
        else:
            self.over = True

    def _skip(self) -> None:
        """Steps that were answered beforehand."""
        while len(self.answers) < len(self.made):
            kind = self.made[len(self.answers)].kind
            if kind not in self.given:
                return
            self.answers.append(self.given[kind])
            self._play()

    def back(self) -> bool:
        """Open the step before again."""
        if self.doing:
            self.doing = ""
        elif self.deals:
            self.deals.pop()
        else:
            wanted = [i for i in range(len(self.answers)) if self.made[i].kind not in self.given]
            if not wanted:
                return False
            del self.answers[wanted[-1] :]
            self._play()
        return True

    def step(self, lang: Lang) -> Step | None:
        """The step that stands open; None at the end."""
        if len(self.answers) < len(self.made):
            return self._question(self.made[len(self.answers)], lang)
        return None if self.over else self._things(lang)

    def steps(self, lang: Lang) -> tuple[Step, ...]:
        """Every step of the procedure, with what stands now."""
        return tuple(self._standing(i, step, lang) for i, step in enumerate(self.made))

    def _standing(self, place: int, made: Made, lang: Lang) -> Step:
        step = self._question(made, lang)
        chosen = self.answers[place] if place < len(self.answers) else None
        base = AGE_BASE if made.kind == "age" else 0
        value = chosen if isinstance(chosen, str) else "none" if made.kind == SWAP else made.total + base
        return structs.replace(step, value=value, taken=chosen is not None)

    def _question(self, step: Made, lang: Lang) -> Step:
        choices = self._choices(step, lang)
        base = AGE_BASE if step.kind == "age" else 0
        rolled = next((c.label for c in choices if c.value == (step.total or "none")), str(step.total + base))
        title = self._title(step, lang)
        if choices:
            return Step(step.kind, title, choices, rolled, free=step.kind == NAME, key=step.key)
        return Step(step.kind, title, (), rolled, step.n + base, step.n * step.sides + base, key=step.key)

    def _title(self, step: Made, lang: Lang) -> str:
        names = list(self.library.traits.values())
        if step.kind in ATTRIBUTES:
            return say(lang, "ask.attribute", name=attribute(step.kind, lang))
        if step.kind == "trait":
            return self.library.name(names[step.number].id, lang)
        now = {a: self.made[self._first(a)].total for a in ATTRIBUTES}
        key = f"ask.row_{step.number + 1}" if step.kind == "row" else f"ask.{step.kind}"
        if step.kind == SWAP:
            return sentences().text(lang, "question.swap", **now)
        return say(lang, key, background=self.library.name(self.creature.background, lang), sides=step.sides)

    def _first(self, kind: str) -> int:
        return next(i for i, step in enumerate(self.made) if step.kind == kind)

    def _choices(self, step: Made, lang: Lang) -> tuple[Answer, ...]:
        """What a table offers, each by its face; nothing where a number is asked."""
        it = lang == "it"
        library, kind = self.library, step.kind
        if kind == SWAP:
            return tuple(Answer(word, self._swap(word, lang)) for word in SWAPS)
        if kind in ("background", "bond"):
            table: Any = library.backgrounds if kind == "background" else library.bonds
            told = {e.d20: e.name if it else e.name_en for e in table.values()}
            if kind == "bond":
                told = {e.d20: f"{told[e.d20]}: {e.text if it else e.text_en}" for e in table.values()}
        elif kind == "omen":
            told = {omen.d20: omen.text if it else omen.text_en for omen in library.omens.values()}
        elif kind == "trait":
            trait = list(library.traits.values())[step.number]
            told = dict(enumerate(trait.words if it else trait.words_en, 1))
        elif kind == "row" and self.background is not None:
            table = self.background.second if step.number else self.background.first
            told = {n: row.text if it else row.text_en for n, row in enumerate(table, 1)}
        elif kind == NAME and self.background is not None:
            told = dict(enumerate(self.background.names, 1))
        else:
            return ()
        return tuple(Answer(face, told[face], face) for face in sorted(told))

    @staticmethod
    def _swap(word: str, lang: Lang) -> str:
        if word == "none":
            return say(lang, "ask.no_swap")
        one, other = word.split("-")
        return say(lang, "ask.swap_two", one=attribute(one, lang), other=attribute(other, lang))

    # --- things

    def _things(self, lang: Lang) -> Step:
        row = self.row()
        if not self.doing:
            told = ", ".join(self.library.name(called(item), lang) for item in row.get("items", ())) or "-"
            title = say(lang, "ask.things", things=told, coins=row.get("coins", 0))
            choices = [Answer(DONE, say(lang, "ask.done"))]
            choices += [Answer(BUY, say(lang, "ask.buy"))] if self._wares(row) else []
            choices += [Answer(LEAVE, say(lang, "ask.leave"))] if row.get("items") else []
            return Step(THINGS, title, tuple(choices), choices[0].label)
        if self.doing == BUY:
            wares = [self.library.things[id_] for id_ in self._wares(row)]
            offered = [Answer(w.id, f"{self.library.name(w.id, lang)} ({w.price})") for w in wares]
        else:
            ids = dict.fromkeys(called(item) for item in row.get("items", ()))
            offered = [Answer(id_, self.library.name(id_, lang)) for id_ in ids]
        return Step(self.doing, say(lang, f"ask.which_{self.doing}"), tuple(offered), say(lang, "ask.nothing"))

    def _calm(self, row: Row) -> Game:
        return Game.new(self.rules, calm_setup([{**row, "id": "a1"}]), SeededDice.of_seed(self.seed))

    def _wares(self, row: Row) -> list[str]:
        return for_sale(self._calm(row), "a1") if row.get("coins") else []

    def row(self) -> Row:
        """The character as its file writes it, with what was bought and left."""
        row = row_of(self.creature, self.library)
        if (name := self._name()) is not None:
            row["name"] = name
        for what, thing in self.deals:
            if what == LEAVE:
                place = next(i for i, item in enumerate(row["items"]) if called(item) == thing)
                row["items"] = without(row["items"], place, "items")
            else:
                game = self._calm(row)
                game.choose((BUY, "a1", thing), PARTY)
                row = row_of(encounter_of(game).figures["a1"], self.library)
        return row

    def _name(self) -> str | None:
        places = [i for i, step in enumerate(self.made) if step.kind == NAME and i < len(self.answers)]
        chosen = self.answers[places[0]] if places else self.given.get(NAME)
        return chosen if isinstance(chosen, str) else None

    def _own_scores(self, companion: Creature) -> dict[str, int]:
        """The scores of a companion that are not those of its kind."""
        kind = self.library.monsters[companion.profile]
        scores = {score: companion.highest(score) for score in (PF, *ATTRIBUTES)}
        return {score: value for score, value in scores.items() if value != getattr(kind, score)}

    def file(self) -> str:
        """The character's file."""
        row = self.row()
        companions = [{"monster": c.profile, "kind": c.kind, **self._own_scores(c)} for c in self.companions]
        head = {"party": slug(row["name"]), "name": row["name"], "ruleset": "cairn",
                "packs": self.packs}  # fmt: skip
        return text_of(head, [row, *companions], f"# {ATTRIBUTION}")

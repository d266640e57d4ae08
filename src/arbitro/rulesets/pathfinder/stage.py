"""What a battle shows and says to people: sentences, questions, choices, reasons, scenes and pictures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from msgspec import structs

from arbitro.content.desklabels import DeskLabels
from arbitro.content.errors import Lang
from arbitro.content.scene import Entry, Point, Probe, Scene, Spotlight
from arbitro.content.scene import Part as NumberPart
from arbitro.content.telling import Telling
from arbitro.engine.events import Event
from arbitro.engine.forms import Option
from arbitro.engine.game import Game
from arbitro.engine.state import State
from arbitro.engine.tally import Tally
from arbitro.engine.values import Id, Seat, Value
from arbitro.rulesets.pathfinder import picture, scene
from arbitro.rulesets.pathfinder.content import Library
from arbitro.rulesets.pathfinder.deeds import Footprint, footprint_of
from arbitro.rulesets.pathfinder.events import Acted, BattleBegan, RoundBegan, TurnBegan
from arbitro.rulesets.pathfinder.events_blows import AttackRolled, CheckMade, Hurt, ManoeuvreRolled, SaveMade
from arbitro.rulesets.pathfinder.events_bonds import Died, Fled
from arbitro.rulesets.pathfinder.events_thrown import CornerAimed
from arbitro.rulesets.pathfinder.magic import aimed_footprint
from arbitro.rulesets.pathfinder.referee import screen
from arbitro.rulesets.pathfinder.referee.labels import Labels
from arbitro.rulesets.pathfinder.sentences import sentences
from arbitro.rulesets.pathfinder.state import METRES_PER_SQUARE, Battle, Creature, square_named
from arbitro.rulesets.pathfinder.walls import wall_named
from arbitro.rulesets.pathfinder.words import Words

NAME, WIDTH = 30, 78


class Stage(Telling[Library]):
    """Mixin of the ruleset: everything it shows and says."""

    headings: ClassVar[tuple[tuple[type[Event], int], ...]] = (
        (RoundBegan, 1),
        (BattleBegan, 1),
        (TurnBegan, 2),
        (Acted, 3),
    )
    desk_words: ClassVar[type[DeskLabels]] = Labels
    covering: ClassVar[frozenset[str]] = frozenset({"spell", "manner", "corner", "cone", "line", "item", "ability"})

    open_scene: ClassVar[bool] = True

    def words(self, state: State, lang: Lang) -> Words:
        """The words of a language about a battle."""
        assert isinstance(state, Battle)
        return Words(sentences(), self.library, state, lang)

    # --- sentences

    def turn_of(self, event: Event) -> int | None:
        return event.number if isinstance(event, RoundBegan) else None

    def entry(self, state: State, event: Event, at: int, lang: Lang) -> Entry | None:
        """A line of the journal, with the parts of the number it rests on."""
        words = self.words(state, lang)
        text = words.tell(event)
        if not text:
            return None
        need: int | None = None
        parts: tuple[NumberPart, ...] = ()
        added: tuple[NumberPart, ...] = ()
        if isinstance(event, AttackRolled):
            need, parts, added = event.ac.value, _parts(words, event.ac), _parts(words, event.bonus)
        elif isinstance(event, CornerAimed):
            need, added = event.ac, _parts(words, event.bonus)
        elif isinstance(event, ManoeuvreRolled):
            need, parts, added = event.cmd.value, _parts(words, event.cmd), _parts(words, event.bonus)
        elif isinstance(event, SaveMade | CheckMade):
            need, added = event.dc, _parts(words, event.bonus)
        elif isinstance(event, Hurt) and event.bonus is not None:
            parts = _parts(words, event.bonus)
        figures = tuple(
            it for field in ("it", "actor", "target") if isinstance(it := getattr(event, field, None), str) and it
        )  # fmt: skip
        return Entry(at=at, rank=self.heading(event), text=text, rules=event.rules, need=need, parts=parts, added=added,
                     figures=tuple(dict.fromkeys(figures)))  # fmt: skip

    def option_label(self, words: Words, level: str, key: Value, option: Option | None = None) -> str:
        if isinstance(key, bool):
            return words.say("choice.sure" if key else "choice.not")
        if isinstance(key, int):
            return str(key)
        if isinstance(key, tuple):
            return " · ".join(self.option_label(words, level, part) for part in key)
        if level in ("square", "to", "corner", "line", "wall"):
            return str(key).replace(".", " → ")
        if level == "source":
            return words.word("class", key) or words.word("choice", key)
        if level == "cone":
            way, _, corner = str(key).partition(".")
            return f"{words.word('choice', way)} ({corner})"
        if key in words.battle.figures:
            return words.in_turn(key) if level == "actor" else words.who(key)
        barrier = wall_named(words.battle, key)
        if barrier is not None:
            return words.wall(barrier)
        known = words.order(key) if level in ("action", "use") else words.word("choice", key)
        known = known or words.word("choice", key) or words.word("manoeuvre", key)
        if known:
            return known
        if level == "skill":
            return words.word("what", key)
        if level in ("weapon", "style", "item"):
            return words.arm(words.battle.turn, key)
        if key in words.battle.seats:
            return words.seat(key)
        return words.thing(key)

    def hint(self, game: Game, level: str, option: Option, path: tuple[Value, ...], lang: Lang) -> str:
        """What a square costs and asks for, who may strike on the way, the attacks of a style, what a deed is for."""
        words = self.words(game.state, lang)
        facts = option.facts
        cost, by = facts.get("cost"), facts.get("by")
        if facts.get("past"):
            pairs = zip(facts["past"], facts["dcs"], strict=True)
            return words.say("hint.past", cost=cost, checks=tuple(f"{words.who(foe)} {dc}" for foe, dc in pairs))
        more = {"by": words.who(by)} if by else {}
        if "dc" in facts:
            return words.say("hint.dc_provokes" if by else "hint.dc", dc=facts["dc"], **more)
        if "fall" in facts:
            metres = facts["fall"] * METRES_PER_SQUARE
            return words.say("hint.fall_provokes" if by else "hint.fall", metres=metres, **more)
        if by:
            return words.say("hint.struck" if cost is None else "hint.provokes", cost=cost, **more)
        if cost is not None:
            return words.say("hint.cost", cost=cost, n=cost)
        if "worth" in facts:
            return words.say("hint.worth", worth=facts["worth"], price=facts["price"])
        if facts.get("attacks"):
            return words.say("hint.attacks", n=facts["attacks"])
        if level in self.covering:
            found = _footprint(game, (*path, option.key))
            if found is not None:
                who = tuple(map(words.who, found.caught))
                return words.say("hint.catches", who=who) if who else words.say("hint.catches_none")
        return words.say_one_of((f"hint.deed.{option.key}",)) if level == "action" else ""

    def stands_for(self, state: State, level: str, option: Option) -> tuple[Id, Point | None]:
        """A creature, the middle of a square, or a corner, which is called after the square up and right of it."""
        assert isinstance(state, Battle)
        key = option.key
        if key in state.figures:
            return str(key), None
        square = square_named(key) if level in ("square", "corner") and isinstance(key, str) else None
        if square is None:
            return "", None
        return "", scene.middle(square) if level == "square" else (square[0] * scene.SIDE, square[1] * scene.SIDE)

    def sign(self, state: State, option: Option, lang: Lang) -> tuple[str, bool]:
        """What a square costs, or the DC to get there; dangerous where somebody may strike, or a check may fail."""
        facts = option.facts
        if "cost" in facts and facts["cost"] is not None:
            return str(facts["cost"]), bool(facts.get("by") or facts.get("past"))
        if "dc" in facts:
            return self.words(state, lang).say("hint.dc", dc=facts["dc"]), True
        return "", bool(facts.get("by"))

    def way(self, state: State, option: Option) -> tuple[Point, ...]:
        """The middles of the spaces that a mover goes through where an option says no more than where it ends."""
        half = option.facts.get("span", 1) * scene.SIDE // 2
        return tuple((x * scene.SIDE + half, y * scene.SIDE + half) for x, y in option.facts.get("way", ()))

    # --- how everybody stands

    def standing(self, state: State, lang: Lang) -> str:
        words = self.words(state, lang)
        battle = words.battle
        if battle.book is not None:
            return screen.standing(words, battle)
        if battle.result:
            return words.say("status.over")
        if not battle.order:
            return words.say("status.begins")
        if battle.calm:
            return words.say("status.calm", hours=battle.clock)
        key = "status.surprise" if battle.surprise else "status.round"
        if not battle.turn:  # nobody's, or that of somebody unseen, which is no different to see
            return words.say(f"{key}_runs", round=battle.round)
        return words.say(key, round=battle.round, who=words.who(battle.turn))

    def status(self, state: State, lang: Lang) -> str:
        words = self.words(state, lang)
        lines = [self.standing(state, lang)]
        for seat in words.battle.seats[:2]:
            lines += ["", words.seat(seat)]
            lines += [self._line(words, f) for f in words.battle.side(seat) if not f.hidden or seat == "a"]
        return "\n".join(lines)

    def _line(self, words: Words, figure: Creature) -> str:
        name = f"  {figure.id} {words.name_of(figure)}"[: NAME - 1]
        place = scene.place_of(figure) if figure.present else ""
        row = f"{name:<{NAME}}{place:<6}{words.say('meter.hp')} {figure.hp}/{figure.hp_max}"
        more = ", ".join((*words.saddle(figure), *words.ailments(figure)))
        return f"{row}  {more}"[:WIDTH] if more else row

    def map_text(self, state: State, lang: Lang, width: int = 78) -> str:
        """The board in characters, with its legend."""
        words = self.words(state, lang)
        return picture.text(words, width)

    def map_svg(self, state: State, lang: Lang) -> str:
        """The board as a drawing."""
        return picture.svg(self.words(state, lang), self.standing(state, lang))

    def summary(self, state: State, journal: Sequence[Event], lang: Lang) -> str:
        """How the battle went, round by round: damage dealt to each side, and who fell."""
        words = self.words(state, lang)
        lines = [words.say("summary.title")]
        rounds: list[tuple[int, dict[str, int], dict[str, int]]] = []
        for event in journal:
            if isinstance(event, RoundBegan):
                rounds.append((event.number, {"a": 0, "b": 0}, {"a": 0, "b": 0}))
            figure = words.battle.figures.get(getattr(event, "it", ""))
            if figure is None or not rounds:
                continue
            if isinstance(event, Hurt):
                rounds[-1][1][figure.seat] += event.amount
            elif isinstance(event, Died | Fled):
                rounds[-1][2][figure.seat] += 1
        for number, hurt, lost in rounds:
            told = "; ".join(words.say("summary.side", seat=words.seat(s), hurt=hurt[s], lost=lost[s]) for s in hurt)
            lines.append("  " + words.say("summary.round", round=number, told=told))
        for seat in words.battle.seats[:2]:
            fallen = tuple(words.name_of(f) for f in words.battle.side(seat) if not f.present or f.hp <= 0)
            key = "summary.fallen" if fallen else "summary.whole"
            lines.append("  " + words.say(key, seat=words.seat(seat), names=fallen))
        return "\n".join(lines)

    # --- scenes

    def scene(self, state: State, seat: Seat, lang: Lang) -> Scene:
        return scene.scene_of(self, self.words(state, lang), self.standing(state, lang))

    def spotlight(self, game: Game, seat: Seat, figure: str, lang: Lang) -> Spotlight:
        return scene.spotlight(game, self.words(game.state, lang), figure)

    def probe(self, game: Game, seat: Seat, value: Value, lang: Lang) -> Probe:
        """As of any answer; of one that is only begun, too, the squares that it would cover."""
        found = _footprint(game, value) if isinstance(value, tuple) else None
        overlays = scene.zone(found, self.words(game.state, lang)) if found is not None else ()
        return structs.replace(super().probe(game, seat, value, lang), overlays=overlays)

    def gaze(self, game: Game, figure: Id) -> Callable[[Point], bool] | None:
        return scene.gaze(game, figure)


def _footprint(game: Game, path: tuple[Value, ...]) -> Footprint | None:
    """What an answer in course would cover on the board."""
    kind = game.pending.kind if game.pending is not None else ""
    if kind == "action":
        return footprint_of(game, path)
    return aimed_footprint(game, path) if kind == "aim" else None


def _parts(words: Words, tally: Tally) -> tuple[NumberPart, ...]:
    """The parts of a number: what it begins with, and every line."""
    first = NumberPart(words.say("number.base"), tally.base)
    return (first, *(
        NumberPart(words.thing(line.rule), line.amount, line.rule, line.counted, line.why)
        for line in tally.lines if line.amount or not line.counted
    ))  # fmt: skip

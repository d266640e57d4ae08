"""The journal as the page shows it: dice, needs with their parts, whom a line is about, also told again later."""

from typing import Any

import pytest

from arbitro.content.errors import Lang
from arbitro.content.messages import LANGS
from arbitro.content.scene import Die, Entry, Part
from arbitro.engine.events import Event
from arbitro.engine.tally import Line, Tally
from arbitro.rulesets.crepuscolo.events import (
    CorpseTaken,
    DiceRolled,
    Died,
    GroundChanged,
    Hurt,
    TookPart,
    TurnBegan,
    taken_away,
)
from tests.crepuscolo.field import RULES, Field

AXE = "CDC-EQ-12"


def entry(field: Field, event: Event, lang: Lang = "it") -> Entry:
    """The line of an event."""
    found = RULES.entry(field.state, event, 7, lang)
    assert found is not None
    return found


def duel(**more: Any) -> Field:
    """Two named fighters in contact, the first with an axe and the stronger arm."""
    strong = {"at": (10, 10), "items": [AXE], "cmb": 1, "name": "Grask"}
    return Field({"a1": strong, "b1": {"at": (12.5, 10), "name": "Nadia"}}, **more)


def test_a_roll_shows_its_die_what_is_added_and_what_it_needs() -> None:
    field = duel(dice=[6])
    field.act("a1", "melee", "b1", die=8)
    found = entry(field, field.the(DiceRolled))
    assert found.dice == (Die(8, 6),)
    assert (found.need, found.parts) == (4, (Part("SdS", 4),))
    assert found.added == (Part("Combattimento", 1, "CDC-ACT-03.5"),)
    assert (found.at, found.rank, found.figures, found.seat) == (7, 0, ("a1", "b1"), "a")
    assert found.text == RULES.sentence(field.state, field.the(DiceRolled), "it")


def test_a_need_names_the_rules_that_changed_it() -> None:
    field = duel()
    need = Tally(5, 4, (Line("CDC-EQ-97", "b1", "add", 2), Line(AXE, "a1", "add", -1)))
    rolled = DiceRolled(by="a1", sides=8, faces=(3,), need=need, action="melee", target="b1", weapon=AXE)
    shield = RULES.title("CDC-EQ-97", "it")
    assert entry(field, rolled).need == 5
    assert entry(field, rolled).parts == (Part("SdS", 4), Part(shield, 2, "CDC-EQ-97"), Part("Ascia", -1, AXE))


def test_a_die_thrown_again_shows_the_one_it_replaces() -> None:
    # Destrezza 1: one movement die in the game may be thrown again
    field = Field({"a1": {"at": (10, 10), "des": 1}, "b1": {"at": (40, 40)}}, dice=[2, 7])
    field.act("a1", "move", die=8)
    field.answer(("CDC-RRL-04", "a1"))
    first, second = field.all(DiceRolled)
    assert entry(field, first).dice == (Die(8, 2),)
    assert entry(field, second).dice == (Die(8, 2, counted=False), Die(8, 7))


def test_damage_is_told_with_its_parts() -> None:
    field = duel(dice=[8])  # a critical hit: 1 and 1 more, and one of the axe
    field.act("a1", "melee", "b1", die=8)
    found = entry(field, field.the(Hurt), "en")
    assert (found.need, found.dice) == (None, ())
    assert found.parts == (Part("damage", 2), Part("Axe", 1, AXE))
    assert found.figures == ("b1", "a1")


def test_headings_and_actions_have_their_rank() -> None:
    field = duel(dice=[1])
    field.act("a1", "melee", "b1", die=4)
    assert entry(field, TurnBegan(turn=3)).rank == 1
    assert entry(field, field.the(TookPart)).rank == 3


def test_what_only_keeps_the_books_has_no_line() -> None:
    field = duel(dice=[1])
    field.act("a1", "melee", "b1", die=4)
    quiet = [event for event in field.game.journal if not RULES.sentence(field.state, event, "it")]
    assert quiet
    assert all(RULES.entry(field.state, event, 0, "it") is None for event in quiet)


@pytest.mark.parametrize("lang", LANGS)
def test_the_dead_keep_their_names(lang: Lang) -> None:
    field = Field(
        {
            "a1": {"at": (10, 10), "name": "Grask"},
            "b1": {"at": (12.5, 10), "name": "Lupo", "life": 1},
            "b2": {"at": (40, 40)},
        },
        dice=[7],
    )
    field.act("a1", "melee", "b1", die=8)
    died = field.the(Died)
    assert entry(field, died, lang).figures == ("b1", "a1")
    taken = CorpseTaken(id="b1")
    field.game.do(taken)
    for event in (died, taken):
        assert "Lupo" in entry(field, event, lang).text


def test_what_a_rule_put_and_took_keeps_the_name_of_the_rule() -> None:
    field = duel()
    gone = GroundChanged(id="CDC-PW-016:t3", piece=None)
    assert entry(field, gone).text == f"Il campo si libera: {RULES.title('CDC-PW-016', 'it')} non c'è più."


@pytest.mark.parametrize(("name", "told"), [("Capanna", "Capanna"), ("", "ostacolo Inagibile")])
def test_a_piece_that_is_gone_keeps_its_name(name: str, told: str) -> None:
    hut = {"id": "hut", "name": name, "rect": [30, 30, 4, 4], "height": 3, "crossing": "impassable"}
    field = duel(terrain=[hut])
    gone = taken_away(field.state.ground.piece("hut"), ("CDC-AB-115",))
    field.game.do(gone)
    assert entry(field, gone).text == f"Il campo cambia per Distruttore di Civiltà: {told} non c'è più."

"""A whole Pathfinder fight with a spoilt spell and a bull rush: by mouse, and by keyboard."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Windows
from tests.browser.house import House
from tests.browser.person import OPTION, Person
from tests.browser.test_battle import tab_to

ALLEY = """
scenario: vicolo
name: Il vicolo
name_en: The alley
text: "Una maga, una guerriera e chi le disturba."
text_en: "A wizard, a warrior, and who disturbs them."
ruleset: pathfinder
ground:
  map: ["........", "........", "........", "........", "........", "........"]
sides:
  - seat: a
    name: Scuola
    name_en: School
    members:
      - {id: maga, sheet: lunaspina, name: Berta, name_en: Berta, at: c3}
      - {id: spada, sheet: valeria-guerriera, at: c4}
  - seat: b
    name: Vicolo
    name_en: Alley
    members:
      - {id: bruto, sheet: sgherro, name: Gino, name_en: Gino, at: d3, hp: 4}
"""
"""Both sides are played at one window, with dice that are thrown for real: what is typed here falls."""

FIRST = ["fine del turno", "lancia un incantesimo", "Dardo Incantato", "senza difendersi", "Gino",
         "basta così", "colpire", "Gino", 19, 5, 1]  # fmt: skip
"""Gino waits, Berta casts beside him, and he strikes: 19 hits, the club deals 5 and more, her mind fails on a 1."""
THEN = ["fine del turno", "spingi", 15, "0"]
"""Valeria drives him away."""
BALL = ["lancia un incantesimo", "Palla di Fuoco"]
"""Out of his reach Berta thinks of a fireball, and sees what it would burn."""
LAST = ["Dardo Incantato", "Gino", "basta così"]
"""She casts the darts again."""


class Hands(Person):
    """Somebody who plays both sides and throws the dice, with a mouse."""

    def pick(self, words: str) -> None:
        """Take an option."""
        self.option(words).click()

    def throw(self, face: int) -> None:
        """Say what fell."""
        self.faces().nth(face - 1).click()

    def faces(self) -> Locator:
        """The faces of the die that is asked for."""
        found = self.page.locator(".panel .faces button:not(:disabled)")
        found.first.wait_for()
        return found

    def do(self, steps: list[str | int]) -> None:
        """One thing after another: words are options, numbers are faces; each waits for what is asked next."""
        for step in steps:
            if isinstance(step, int):
                self.throw(step)
            else:
                self.pick(step)
            self.page.wait_for_timeout(120)
            self.until(lambda: self.over or self.asked, str(step))

    def point(self) -> None:
        """Point at an option without taking it."""
        self.page.locator(OPTION).first.hover()

    def sees_ground(self) -> None:
        """What is pointed at shows the squares it would cover; going back, nothing is drawn any more."""
        self.point()
        ground = self.page.locator(".b-over-zone")
        expect(ground).to_have_count(11)  # about corner a1 a quarter of the 44 squares of a fireball is on the board
        self.page.keyboard.press("Escape")
        expect(ground).to_have_count(0)

    def rest_of_dice(self, face: int) -> None:
        """Whatever dice are still asked for show the same face."""
        while not self.over:
            self.do([face])


class Keys(Hands):
    """The same by the keyboard alone."""

    def pick(self, words: str) -> None:
        wanted = self.option(words)
        wanted.wait_for()
        shortcut = wanted.get_attribute("aria-keyshortcuts")
        if shortcut:
            self.page.keyboard.press(shortcut.split(" ")[0])
        else:
            tab_to(self.page, wanted)
            self.page.keyboard.press("Enter")

    def point(self) -> None:
        self.page.keyboard.press("ArrowDown")

    def throw(self, face: int) -> None:
        tab_to(self.page, self.faces().nth(face - 1))
        self.page.keyboard.press("Enter")


def fight(me: Hands, told: tuple[str, str]) -> None:
    """The whole of it; ``told``: what the journal says of the spell that is lost, and of the push."""
    me.do([20, 8, 2, *FIRST])
    assert any(told[0] in line for line in me.lines()), me.lines()
    me.do([*THEN])
    assert any(told[1] in line for line in me.lines()), me.lines()
    me.do(["fine del turno", "fine del turno", *BALL])
    me.sees_ground()
    me.do([*LAST])
    me.rest_of_dice(4)
    expect(me.page.locator(".panel .question.over h2")).to_be_visible()


def table(house: House, windows: Windows, **more: Any) -> Page:
    """A window before the alley."""
    made = house.new_game({"a": "here", "b": "here"}, ruleset="pathfinder", file=ALLEY, typed_dice=True)
    return windows.open(made.mine, **more)


@pytest.mark.parametrize("hands", [Hands, Keys])
def test_a_fight_with_a_spoilt_spell_and_a_bull_rush(house: House, windows: Windows, hands: type[Hands]) -> None:
    fight(hands(table(house, windows)), ("la concentrazione cede", "spingere contro Gino riesce"))

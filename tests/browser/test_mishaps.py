"""What people do without meaning to, and what others do to annoy them: the page says why, and the table stays whole."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Windows
from tests.browser.house import House
from tests.browser.person import Person


def test_a_figure_dragged_too_early_says_what_comes_first(house: House, windows: Windows) -> None:
    me = Person(windows.open(house.new_game({"a": "here", "b": "random"}).mine))
    me.wait("Chi agisce?")
    before = me.spot("Remo")
    me.drag("Remo", 90, 10)
    expect(me.page.locator(".b-hint")).to_contain_text("Prima scegli che cosa fa")
    me.wait("Quale azione?")  # it is chosen, and the table has not moved under it
    assert me.spot("Remo") == pytest.approx(before, abs=1)
    me.click_figure("Remo")
    me.choose("Muovi")
    me.choose("d8")
    me.until(lambda: me.asked and "Quale" not in me.question, "what the die leads to")
    me.click_figure("Remo")
    me.page.keyboard.press("Enter")  # takes what the panel proposes: the figure clicked has no claim to it
    me.until(lambda: me.question.startswith(("Dove si muove", "Chi agisce")), "the next question")


def test_ones_own_is_never_struck_unasked(house: House, windows: Windows) -> None:
    made = house.new_game({"a": "here", "b": "random"}, scenario="alla-fontana")
    me = Person(windows.open(made.mine))
    me.wait("Chi agisce?")
    me.choose("Bruno")
    me.choose("Attacca in corpo a corpo")  # there is but Ilde, a companion, in reach
    me.wait("Contro chi?")
    expect(me.option("Ilde")).to_contain_text("dei tuoi")
    me.page.keyboard.press("Escape")
    me.wait("Quale azione?")


def test_a_touch_brings_the_figure_and_no_click_follows(house: House, windows: Windows) -> None:
    made = house.new_game({"a": "here", "b": "here"}, scenario="mercato-delle-ombre")
    page = windows.open(made.mine, wide=390, high=844, has_touch=True, is_mobile=True)
    me = Person(page)
    me.wait("Chi schieri?")
    page.locator(".panel .option").first.tap()
    me.wait("Dove schieri")
    page.wait_for_timeout(1500)  # the table has come near and is at rest
    for x, y in ((170, 400), (200, 90)):  # the words about it come up at the other end, not under the finger
        page.touchscreen.tap(x, y)
        page.wait_for_timeout(400)
        expect(page.locator(".b-tip")).to_have_count(1)
        box = page.locator(".b-tip").bounding_box()
        assert box is not None and not box["y"] < y < box["y"] + box["height"]


def chat(page: Page, words: str) -> None:
    page.locator(".panel h2").first.wait_for()  # nobody hears a key before the table is there
    page.keyboard.press("c")
    page.locator(".chat input").fill(words)
    page.locator(".chat input").press("Enter")


def test_a_word_without_end_breaks_no_table(house: House, windows: Windows) -> None:
    made = house.new_game({"a": "link", "b": "link"})
    anna, berto, guest = (
        windows.open(made.at(token)) for token in (made.tokens["a"], made.tokens["b"], made.spectator)
    )
    Person(anna).wait("Chi agisce?")
    chat(berto, "W" * 400)
    chat(guest, "<b>ciao</b>")
    anna.keyboard.press("c")
    expect(anna.locator(".chat")).to_contain_text("spettatore <b>ciao</b>")
    for page in (anna, berto, guest):
        wide = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert wide[0] <= wide[1]
        box = page.locator(".chat").bounding_box()
        assert box is not None and box["x"] + box["width"] <= wide[1] + 1


def test_a_proposal_is_taken_back_or_declined_in_words(house: House, windows: Windows) -> None:
    made = house.new_game({"a": "link", "b": "link"})
    anna, berto = (windows.open(made.at(made.tokens[seat])) for seat in ("a", "b"))
    Person(anna).wait("Chi agisce?")

    def offer() -> None:
        anna.keyboard.press("Shift+d")
        anna.locator("dialog button.primary").click()
        expect(berto.locator(".proposal")).to_contain_text("patta")

    offer()
    anna.get_by_role("button", name="Ritira").click()
    expect(berto.locator(".proposal")).to_have_count(0)
    expect(anna.locator(".banner")).to_have_count(0)
    offer()
    berto.get_by_role("button", name="Rifiuta").click()
    expect(anna.locator(".banner.bad")).to_contain_text("non è stata accettata")
    anna.keyboard.press("Shift+d")
    anna.locator("dialog button.primary").click()
    expect(anna.locator(".banner.bad")).to_contain_text("È già stato rifiutato")


def test_a_wrong_link_does_not_stick(house: House, windows: Windows) -> None:
    windows.allow_loss()
    made = house.new_game({"a": "here", "b": "random"})
    page = windows.open(made.mine)
    Person(page).wait("Chi agisce?")
    page.goto("about:blank")
    page.goto(made.at("wrong"))
    expect(page.locator("h1")).to_contain_text("non apre questa battaglia")
    page.evaluate(f"location.href = {made.mine!r}")  # the right one, pasted over it
    Person(page).wait("Chi agisce?")
    page.goto("about:blank")
    page.goto(made.at("wrong"))
    page.get_by_role("link", name="Vai all’inizio").click()
    page.locator(".game-card a").first.click()
    expect(page.locator(".panel h2").first).to_have_text(re.compile("Chi agisce"))

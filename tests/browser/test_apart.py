"""Two people far apart, each with a link: lost connections, consent, ghosts, talk, spectators, two tabs at once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from arbitro.web.opening import promise
from tests.browser.conftest import Windows
from tests.browser.house import House, Made
from tests.browser.person import OPTION, Person
from tests.web.client import Client, Trouble


@pytest.fixture
def own_house(house: House, tmp_path: Path) -> Iterator[House]:
    """A server that a test may kill."""
    running = House(tmp_path)
    yield running
    running.stop()


def sit(windows: Windows, made: Made, seat: str, **more: str) -> Person:
    """A person at a seat, in a browser of its own."""
    return Person(windows.open(made.at(made.tokens[seat]), **more))  # type: ignore[arg-type]


def test_both_end_with_the_same_journal(own_house: House, windows: Windows) -> None:
    windows.allow_loss()
    made = own_house.new_game({"a": "link", "b": "link"})
    anna, berto = sit(windows, made, "a"), sit(windows, made, "b")
    for _ in range(4):
        anna.play_on(berto, until=lambda: anna.question == "Chi agisce?")
    own_house.kill()
    for person in (anna, berto):
        expect(person.page.locator(".banner.network")).to_be_visible()
    own_house.start()
    berto.page.context.set_offline(True)  # he is away a while longer
    expect(anna.page.locator(".banner.network")).to_have_count(0)
    anna.play_on(until=lambda: anna.over or not anna.asked)
    berto.page.context.set_offline(False)
    expect(berto.page.locator(".banner.network")).to_have_count(0)
    anna.play_on(berto)
    assert anna.question == berto.question
    told = anna.lines()
    assert told == berto.lines()
    assert len(told) > 10


def first_move(me: Person) -> None:
    """Remo moves a little."""
    me.wait("Chi agisce?")
    me.choose("Remo")
    me.choose("Muovi")
    me.choose("d8")
    me.wait("Dove si muove")


def test_what_one_drags_the_other_sees_before_it_counts(house: House, windows: Windows) -> None:
    made = house.new_game({"a": "link", "b": "link"})
    anna, berto = sit(windows, made, "a"), sit(windows, made, "b", lang="en-GB")
    started(anna, berto)
    first_move(anna)
    anna.drag("Remo", 60, 20, hold=True)
    ghost = berto.page.locator(".b-ghosts .b-ghost-base")
    expect(ghost).to_have_count(1)
    before = berto.spot("Remo")
    anna.page.mouse.up()
    assert berto.spot("Remo") == before
    anna.confirm()
    expect(ghost).to_have_count(0)
    berto.until(lambda: berto.spot("Remo") != before, "Remo has moved here too")


def started(anna: Person, berto: Person) -> None:
    """Wait for the first hand, at both windows."""
    anna.wait("Chi agisce?")
    berto.wait_for_others()


def test_what_fell_is_taken_back_by_consent(house: House, windows: Windows) -> None:
    made = house.new_game({"a": "link", "b": "link"})
    anna, berto = sit(windows, made, "a"), sit(windows, made, "b")
    started(anna, berto)
    first_move(anna)  # a die has fallen
    if anna.page.get_by_role("button", name="Annulla", exact=False).filter(has_text="↶ Annulla").count():
        anna.page.keyboard.press("Control+z")  # what was decided after it is taken back freely
    asks = anna.page.get_by_role("button", name="Chiedi di annullare")
    asks.wait_for()
    asked = anna.question
    asks.click()
    expect(anna.page.locator(".proposal")).to_contain_text("Aspetti la risposta")
    berto.page.locator(".proposal").get_by_role("button", name="Rifiuta").click()
    expect(anna.page.locator(".proposal")).to_have_count(0)
    assert anna.question == asked
    anna.page.keyboard.press("Control+z")
    berto.page.locator(".proposal").get_by_role("button", name="Accetta").click()
    anna.until(lambda: anna.question == "Chi agisce?", "the choice is open again")
    for person in (anna, berto):
        expect(person.page.locator(".trace").first).to_contain_text("indietro")


def test_talk_at_the_table(house: House, windows: Windows) -> None:
    made = house.new_game({"a": "link", "b": "link"})
    anna, berto = sit(windows, made, "a"), sit(windows, made, "b")
    anna.page.get_by_role("tab", name="Parole").click()
    anna.page.get_by_label("Scrivi agli altri").fill("Buona partita! <b>")
    anna.page.keyboard.press("Enter")
    tab = berto.page.get_by_role("tab", name=re.compile("Parole"))
    expect(tab).to_contain_text("1")
    tab.click()
    expect(berto.page.locator("#record-body")).to_contain_text("Buona partita! <b>")


def test_a_spectator_sees_and_cannot_answer(house: House, windows: Windows) -> None:
    made = house.new_game({"a": "link", "b": "link"})
    anna, berto = sit(windows, made, "a"), sit(windows, made, "b")
    guest = Person(windows.open(made.at(made.spectator)))
    started(anna, berto)
    first_move(anna)
    anna.drag("Remo", 60, 20)
    anna.confirm()
    guest.until(lambda: guest.spot("Remo") == anna.spot("Remo"), "the move is seen")
    anna.wait("Chi agisce?")
    assert not guest.asked
    assert guest.page.locator(OPTION).count() == 0
    expect(guest.page.locator(".go-back")).to_have_count(0)
    with pytest.raises(Trouble) as refused:
        made.ask("/answers", made.spectator, body={"decision": "1", "seat": "a", "value": "pass"})
    assert refused.value.status == 403


def late(page: Page) -> list[bool]:
    """From now on what the server tells a window comes late: while the list's one member is True, not at all."""
    holding, kept = [False], list[tuple[WebSocketRoute, str | bytes]]()

    def follow(here: WebSocketRoute) -> None:
        there = here.connect_to_server()

        def hear(message: str | bytes) -> None:
            kept.append((here, message))
            if not holding[0]:
                for window, said in kept:
                    window.send(said)
                kept.clear()

        there.on_message(hear)

    page.route_web_socket(re.compile("/live$"), follow)
    return holding


def test_a_second_tab_that_answers_the_same_question_is_told(house: House, windows: Windows) -> None:
    made = house.new_game({"a": "here", "b": "link"})
    first = Person(windows.open(made.mine))
    berto = sit(windows, made, "b")
    started(first, berto)
    page = windows.open(beside=first.page)
    holding = late(page)
    page.goto(made.mine)
    second = Person(page)
    second.wait("Chi agisce?")
    holding[0] = True
    first.choose("Passa la mano")
    berto.wait("Chi agisce?")
    second.choose("Passa la mano")
    page.wait_for_timeout(300)
    holding[0] = False
    berto.choose("Passa la mano")
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_role("alert")).not_to_be_empty()


def test_each_page_proves_its_own_word(house: House, windows: Windows) -> None:
    made = house.new_game({"a": "link", "b": "link"})
    anna, berto = sit(windows, made, "a"), sit(windows, made, "b")
    anna.wait()
    with Client(made.base, made.id, made.tokens["b"]) as hand:
        assert hand.ask(type="ask", what="resign", seat="b")["type"] == "done"
    proof = made.ask("/proof")
    assert [word["pledge"] for word in proof["words"]] == [promise(word["word"]) for word in proof["words"]]
    for person, seat in ((anna, 0), (berto, 1)):
        page = person.page
        page.goto(f"{made.base}/g/{made.id}/prova")
        expect(page.locator(".verdict.good")).to_be_visible()
        expect(page.locator(".thrown.own")).to_contain_text(proof["words"][seat]["word"])
        expect(page.locator(".thrown").nth(1 - seat)).to_contain_text("promessa prima di conoscere le altre")
    # A server that says another word, with a promise to fit: Anna saw which one was promised.
    proof["words"][1].update(word="un'altra", pledge=promise("un'altra"))
    anna.page.route("**/proof*", lambda route: route.fulfill(json=proof))
    anna.page.reload()
    expect(anna.page.locator(".verdict.wrong")).to_be_visible()
    expect(anna.page.locator(".thrown").nth(1)).to_contain_text("non è quella promessa")


def test_watching_leaves_one_s_seat_alone(house: House, windows: Windows) -> None:
    made = house.new_game({"a": "here", "b": "here"})
    page = windows.open(made.mine)
    me = Person(page)
    me.wait("Chi agisce?")
    page.goto(house.base)
    page.goto(made.at(made.spectator))
    expect(page.locator(".banner")).to_contain_text("Qui guardi soltanto")
    assert not me.asked
    page.get_by_role("button", name="Torna al tuo posto").click()
    me.wait("Chi agisce?")
    expect(page.locator(".banner")).to_have_count(0)

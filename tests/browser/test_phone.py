"""A phone, 390 by 844, with fingers: hands are played, nothing is cut off, targets are large enough."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Windows
from tests.browser.house import House, Made
from tests.browser.person import OPTION, Person

PHONE = {"wide": 390, "high": 844, "has_touch": True, "is_mobile": True}
FINGER = 44  # pixels


def touch_drag(page: Page, start: tuple[float, float], dx: float, dy: float) -> None:
    """A finger goes down, moves, and is lifted."""
    hand = page.context.new_cdp_session(page)

    def finger(kind: str, points: list[dict[str, float]]) -> None:
        hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    finger("touchStart", [{"x": start[0], "y": start[1]}])
    for step in range(1, 9):
        finger("touchMove", [{"x": start[0] + dx * step / 8, "y": start[1] + dy * step / 8}])
        page.wait_for_timeout(20)
    finger("touchEnd", [])


def test_hands_are_played_by_fingers(house: House, windows: Windows) -> None:
    made = house.new_game({"a": "here", "b": "random"})
    page = windows.open(made.mine, **PHONE)  # type: ignore[arg-type]
    me = Person(page)
    me.wait("Chi agisce?")
    page.touchscreen.tap(*me.spot("Remo"))
    me.option("Muovi").tap()
    me.option("d8").tap()
    me.wait("Dove si muove")
    before = me.figure("Remo").get_attribute("aria-label")
    touch_drag(page, me.spot("Remo"), 30, 20)
    yes = page.locator(".b-yes")
    expect(yes).to_be_enabled()
    yes.tap()
    me.wait("Chi agisce?")
    assert me.figure("Remo").get_attribute("aria-label") != before
    page.get_by_role("button", name="Racconto").tap()
    expect(page.locator(".journal")).to_contain_text("Remo")
    page.get_by_role("button", name="Domanda").tap()
    for _ in range(3):
        me.until(lambda: me.over or page.locator(OPTION).count() > 0, "a question with options")
        if me.over:
            break
        page.locator(OPTION).first.tap()
        page.wait_for_timeout(150)
    no_sideways(page)


def no_sideways(page: Page) -> None:
    """Nothing stands out of the window at the side."""
    wide = page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1] == 390, f"{page.url}: {wide[0]} pixels wide"


def small(page: Page, wanted: str) -> list[str]:
    """Targets that are shown and smaller than a finger."""
    return page.locator(wanted).evaluate_all(  # type: ignore[no-any-return]
        """(all, least) => all.flatMap((one) => {
          const box = one.getBoundingClientRect();
          const shown = box.width > 0 && getComputedStyle(one).visibility !== "hidden";
          return shown && (box.height < least || box.width < least)
            ? [`${one.className} ${one.textContent.trim()} ${Math.round(box.width)}x${Math.round(box.height)}`] : [];
        })""",
        FINGER,
    )


@pytest.mark.parametrize("path", ["/", "/nuova", "/regole", "/regole/CDC-ACT-03", "/compagnie", "/informazioni", "/x"])
def test_no_page_is_cut_off(house: House, windows: Windows, path: str) -> None:
    page = windows.open(house.base + path, **PHONE)  # type: ignore[arg-type]
    page.wait_for_load_state("networkidle")
    no_sideways(page)
    assert small(page, "header.top a, header.top button, button.primary, a.button, .battle, .hire") == []


def test_no_table_is_cut_off(house: House, finished: Made, windows: Windows) -> None:
    made = house.new_game({"a": "here", "b": "here"})
    page = windows.open(made.mine, **PHONE)  # type: ignore[arg-type]
    Person(page).wait()
    no_sideways(page)
    assert small(page, ".option, .tabs button, .segments button, .b-tools button, header.top button") == []
    for part in ("", "/replica", "/prova"):
        page.goto(finished.at(finished.host, part))
        page.wait_for_load_state("networkidle")
        no_sideways(page)
        assert small(page, ".film-controls button, button.primary, a.button") == []

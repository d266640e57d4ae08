"""A phone, 390 by 844, with fingers: a whole battle is played, nothing is cut off, targets are large enough."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Windows
from tests.browser.house import SKIRMISH, House, Made
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


WATCH = """() => {
  window.hands = { touch: 0, others: [] };
  for (const kind of ["pointerdown", "keydown", "wheel"])
    addEventListener(kind, (event) => {
      if (event.pointerType === "touch") window.hands.touch += 1;
      else if (event.isTrusted) window.hands.others.push(`${kind} ${event.pointerType ?? event.key}`);
    }, { capture: true });
}"""
TINY = SKIRMISH.replace("turn_limit: 2", "turn_limit: 1")


class Thumb(Person):
    """Somebody with a phone: taps and drags with a finger, and has nothing else."""

    def tap_figure(self, name: str) -> None:
        """Tap a figure on the board."""
        self.page.touchscreen.tap(*self.spot(name))

    def choose(self, words: str) -> None:
        """Tap the first option with these words; whatever lies over it would be tapped instead."""
        self.option(words).tap()

    def move(self, dx: float, dy: float) -> str:
        """Drag whoever is asked to move, as far as it may go that way; what was said of it."""
        name = (self.page.locator(".b-mover").get_attribute("aria-label") or "").split(",")[0].split(" ")[0]
        touch_drag(self.page, self.spot(name), dx, dy)
        yes = self.page.locator(".b-yes")
        expect(yes).to_be_enabled()
        said = self.page.locator(".b-tip p").inner_text()
        apart(self.page, ".b-tip", ".b-carried")
        yes.tap()
        expect(self.page.locator(".b-tip")).to_have_count(0)
        return said

    def answer(self) -> None:
        """Step where a step is asked for; strike where one can; tap a figure on the board where it is a choice."""
        if self.page.locator(".b-mover").count():
            self.page.locator(".panel form button[type=submit]").tap()
            return
        for words in ("Attacca", "Tira a distanza", "Non usare nulla"):
            if self.option(words).count():
                self.choose(words)
                return
        figures = self.page.locator(".b-board .b-choice")
        if figures.count():
            box = figures.first.bounding_box()
            assert box is not None
            self.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            return
        self.page.locator(OPTION).first.tap(timeout=2_000)


def apart(page: Page, one: str, other: str) -> None:
    """Nothing of one thing lies over another."""
    boxes = [page.locator(name).first.bounding_box() for name in (one, other)]
    assert boxes[0] and boxes[1], f"{one} or {other} is not there"
    (ax, ay, aw, ah), (bx, by, bw, bh) = ((b["x"], b["y"], b["width"], b["height"]) for b in boxes if b)
    assert ax + aw <= bx or bx + bw <= ax or ay + ah <= by or by + bh <= ay, f"{one} lies over {other}"


def test_a_battle_by_fingers(house: House, windows: Windows) -> None:
    page = windows.open(**PHONE)  # type: ignore[arg-type]
    page.add_init_script(f"({WATCH})()")
    page.goto(house.new_game({"a": "here", "b": "random"}, file=TINY).mine)
    me = Thumb(page)
    me.wait("Chi agisce?")
    me.tap_figure("Remo")
    me.choose("Muovi")
    me.choose("d8")
    me.wait("Dove si muove")
    before = me.figure("Remo").get_attribute("aria-label")
    assert "cm" in me.move(30, 20)
    me.wait("Chi agisce?")
    assert me.figure("Remo").get_attribute("aria-label") != before
    page.get_by_role("button", name="Racconto").tap()
    expect(page.locator(".journal")).to_contain_text("Remo")
    page.get_by_role("button", name="Domanda").tap()
    me.play_on()
    expect(page.locator(".panel .question.over h2")).to_be_in_viewport()
    assert page.evaluate("() => scrollY") == 0, "the page slid away under the finger"
    hands = page.evaluate("() => window.hands")
    assert hands["touch"] > 12
    assert hands["others"] == []
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

"""What a person does at a table, in a few words: reads the question, chooses, drags, waits for the others."""

from __future__ import annotations

import time
from collections.abc import Callable

from playwright.sync_api import Error, Locator, Page, expect

PATIENCE = 20.0
OPTION = ".panel .option:not(:disabled)"


class Person:
    """Somebody before a window that shows a table.

    Args:
        page: the window.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        page.locator(".panel h2").first.wait_for()

    # --- reading ----------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether there is a verdict."""
        return self.page.locator(".panel .question.over").count() > 0

    @property
    def asked(self) -> bool:
        """Whether something is asked here, and can be answered now."""
        return self.page.locator(".panel .answering:not(.busy)").count() > 0

    @property
    def question(self) -> str:
        """What is asked, or for whom the table waits."""
        return self.page.locator(".panel h2").first.inner_text()

    def until(self, holds: Callable[[], bool], what: str, within: float = PATIENCE) -> None:
        """Wait until something holds."""
        end = time.monotonic() + within
        while not holds():
            assert time.monotonic() < end, f"it never came to this: {what}; it says: {self.question!r}"
            self.page.wait_for_timeout(40)

    def wait(self, words: str = "", *, by_keys: bool = False) -> None:
        """Wait until a question is asked here (with these words in it), or the battle is over.

        Whether to step in on a die just rolled may be asked on the way: that is declined.
        """

        def here() -> bool:
            if self.asked and words and "Vuoi intervenire" in self.question:
                if by_keys:
                    self.page.keyboard.press("1")
                else:
                    self.choose("Non usare nulla")
            return self.over or (self.asked and words in self.question)

        self.until(here, f"a question {words}")

    def wait_for_others(self) -> None:
        """Wait until the table waits for somebody else."""
        self.until(lambda: self.page.locator(".panel .question.waiting").count() > 0, "waiting for the others")

    def option(self, words: str) -> Locator:
        """The first option with these words."""
        return self.page.locator(OPTION).filter(has_text=words).first

    # --- answering --------------------------------------------------------------------------------------

    def choose(self, words: str) -> None:
        """Click an option."""
        self.option(words).click()

    def answer(self) -> None:
        """Take the first that is offered, whatever is asked."""
        for offer in (OPTION, ".panel .faces button", ".panel form button[type=submit]", ".panel .answering button"):
            if self.page.locator(offer).count():
                self.page.locator(offer).first.click(timeout=2_000)
                return

    def play_on(self, *others: Person, within: float = 240.0, until: Callable[[], bool] = lambda: False) -> None:
        """Answer the first that is offered, here and at the windows of others, until there is a verdict."""
        end = time.monotonic() + within
        everybody = (self, *others)
        while not until() and not all(person.over for person in everybody):
            assert time.monotonic() < end, f"no end in sight: {[person.question for person in everybody]}"
            for person in everybody:
                if person.asked:
                    try:
                        person.answer()
                    except Error as gone:  # the question changed under the hand
                        assert "Timeout" in gone.message or "detached" in gone.message, gone.message
            self.page.wait_for_timeout(30)

    # --- the board --------------------------------------------------------------------------------------

    def figure(self, name: str) -> Locator:
        """A figure on the board, by the first words that are said of it."""
        return self.page.locator(f'.b-board [data-figure][aria-label^="{name}"]').first

    def spot(self, name: str) -> tuple[float, float]:
        """The middle of a figure, in pixels of the window, once the table is at rest."""
        still, before = 0, None
        while still < 4:
            box = self.figure(name).bounding_box()
            still = still + 1 if box == before else 0
            before = box
            self.page.wait_for_timeout(30)
        assert before is not None
        return before["x"] + before["width"] / 2, before["y"] + before["height"] / 2

    def click_figure(self, name: str) -> None:
        """Click a figure in its middle."""
        self.page.mouse.click(*self.spot(name))

    def drag(self, name: str, dx: float, dy: float, *, hold: bool = False) -> None:
        """Drag a figure by so many pixels and let it go, or ``hold`` it there."""
        x, y = self.spot(name)
        mouse = self.page.mouse
        mouse.move(x, y)
        mouse.down()
        for step in range(1, 9):
            mouse.move(x + dx * step / 8, y + dy * step / 8)
            self.page.wait_for_timeout(20)
        if not hold:
            mouse.up()

    def confirm(self) -> None:
        """Say yes to what was let go on the board."""
        yes = self.page.locator(".b-yes")
        expect(yes).to_be_enabled()
        yes.click()
        expect(self.page.locator(".b-tip")).to_have_count(0)

    def lines(self) -> list[str]:
        """Every line of the journal, unfolded."""
        journal = self.page.locator(".journal")
        while journal.locator("details:not([open])").count():
            journal.locator("details:not([open])").evaluate_all("all => all.forEach((one) => { one.open = true })")
            self.page.wait_for_timeout(60)
        return [text.strip() for text in journal.locator(".line .told, summary").all_inner_texts()]

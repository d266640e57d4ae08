"""Characters by choice: the game's own procedure with its dice laid; files and sheets that hold what came of it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import sync_playwright

from arbitro.content.characters import Sheet
from arbitro.content.errors import ContentError
from arbitro.content.messages import LANGS, missing
from arbitro.content.yamlfile import load
from arbitro.content.yamltext import text_of
from arbitro.engine.events import Rolled
from arbitro.rulesets.cairn import RULESET
from arbitro.rulesets.cairn.characters import CairnCharacters
from arbitro.rulesets.cairn.charfile import open_file, row_of, rows, slug
from arbitro.rulesets.cairn.events import Joined
from arbitro.rulesets.cairn.maker import Maker, spread
from arbitro.rulesets.cairn.setup import creature_of
from arbitro.rulesets.cairn.sheet import as_text, sheet_of
from arbitro.rulesets.cairn.sheetpage import page
from arbitro.rulesets.cairn.sheetwords import words
from tests.cairn.table import Table
from tests.chromium import QUIET, chromium

rule = pytest.mark.rule
LIBRARY = RULESET.library
CHARACTERS = CairnCharacters(RULESET)
SEEDS = range(150)
SOME = range(40)


def maker(seed: int = 1, party: list[dict[str, Any]] | None = None, **given: Any) -> Maker:
    return Maker(RULESET, LIBRARY, str(seed), party or [], given)


def random_choices(seed: int) -> Maker:
    """A character of whom every step is chosen or rolled by chance, some of them twice."""
    rng, making = Random(seed), maker(seed)
    while (step := making.step("it")) is not None:
        if rng.random() < 0.1 and making.back():
            continue
        values = [choice.value for choice in step.choices] or list(range(step.lowest, step.highest + 1))
        making.take(rng.choice([None, rng.choice(values), rng.choice(values)]))
    return making


def sheet(row: dict[str, Any], lang: Any = "en") -> Sheet:
    return sheet_of(row, [], RULESET, LIBRARY, lang)


# --- making


@pytest.mark.parametrize("n,sides", [(3, 6), (2, 20), (1, 6)])
def test_laid_dice_have_the_sum_that_was_chosen(n: int, sides: int) -> None:
    for total in range(n, n * sides + 1):
        faces = spread(total, n, sides)
        assert sum(faces) == total and len(faces) == n and all(1 <= face <= sides for face in faces)


@rule("CRN-CHR-01.1", "CRN-CHR-02.1", "CRN-CHR-02.2")
def test_whatever_is_chosen_is_a_character_of_the_game() -> None:
    """The game's procedure, with the same faces falling at a table, makes the same character."""
    backgrounds = set()
    for seed in SEEDS:
        making = random_choices(seed)
        backgrounds.add(making.creature.background)
        faces: list[int] = []
        for step in making.made:
            faces += spread(step.total, step.n, step.sides) if step.n else ()
        table = Table({}, calm=True, dice=faces)
        table.call("create", "roll")
        swap = next(i for i, step in enumerate(making.made) if step.kind == "swap")
        table.answer(making.answers[swap] or "none")
        table.done()
        assert table.all(Joined)[0].creature == making.creature
        assert len(table.all(Rolled)) == len(making.made) - 1
    assert len(backgrounds) == 20


def test_every_file_is_a_good_party_and_reads_back_as_it_was() -> None:
    for seed in SOME:
        making = random_choices(seed)
        opened = open_file(load(making.file()), Path(), RULESET.library_for)
        assert len(opened.characters()) == 1 and len(opened.party.members) == 1 + len(making.companions)
        row = making.row()
        again = creature_of({**row, "id": "x"}, "a", LIBRARY)
        assert row_of(again, LIBRARY) == row


def test_a_twin_that_goes_along_keeps_its_scores_in_the_file() -> None:
    chosen = {"forza": 5, "pf": 2, "row": 3, "name": 1}
    making = maker(1, background="mezza-strega")
    while (step := making.step("it")) is not None:
        making.take(chosen.get(step.kind))
    (nightmare,) = making.companions
    assert (nightmare.pf, nightmare.forza) == (2, making.row()["forza"])
    written = rows(open_file(load(making.file()), Path(), RULESET.library_for))[1]
    assert creature_of({**written, "id": nightmare.id}, "a", LIBRARY) == nightmare


def test_back_through_everything_and_forth_again_changes_nothing() -> None:
    making, values = maker(3), []
    while (step := making.step("en")) is not None and step.kind != "things":
        values.append(step.choices[-1].value if step.choices else step.highest)
        making.take(values[-1])
    first = making.file()
    while making.back():
        pass
    assert making.answers == [] and making.step("en").kind == "background"  # type: ignore[union-attr]
    for value in values:
        making.take(value)
    assert making.file() == first


@rule("CRN-CHR-01.3")
def test_only_the_youngest_of_a_party_is_asked_for_an_omen() -> None:
    def kinds(party_age: int) -> list[str]:
        old = {"id": "a1", "name": "Nonna", "pf": 3, "forza": 9, "des": 9, "vol": 9, "age": party_age}
        return [step.kind for step in maker(2, [old], background="cerusico").made]

    assert "omen" in kinds(200) and "omen" not in kinds(1)


def test_what_is_given_is_never_asked() -> None:
    making = maker(4, background="arciere", name="Ada", forza=10, des=11, vol=12, swap="none")
    asked = []
    while (step := making.step("it")) is not None:
        asked.append(step.kind)
        making.take()
    assert not {"background", "name", "forza", "des", "vol", "swap"} & set(asked) and asked[0] == "pf"
    row = making.row()
    assert (row["name"], row["forza"], row["des"], row["vol"]) == ("Ada", 10, 11, 12)


@pytest.mark.parametrize("given", [{"background": "nessuno"}, {"forza": 2}, {"vol": 19}])
def test_what_no_dice_can_make_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(ContentError):
        maker(**given)


def test_a_full_party_has_no_room() -> None:
    crowd = [{"name": f"x{n}", "pf": 1} for n in range(60)]
    with pytest.raises(ContentError, match="no room"):
        maker(1, crowd)


@rule("CRN-MKT-06.1", "CRN-INV-01.1")
def test_nothing_is_sold_that_cannot_be_paid_or_carried() -> None:
    making = maker(5, background="cerusico")
    while (step := making.step("en")) is not None and step.kind != "things":
        making.take()
    making.take("buy")
    step = making.step("en")
    assert step is not None and step.kind == "buy" and step.choices
    coins = making.row()["coins"]
    for choice in step.choices:
        assert (LIBRARY.things[str(choice.value)].price or 0) <= coins


# --- files


@pytest.mark.parametrize(("name", "id_"), [("Ànna d'Oro", "anna-d-oro"), ("龍", "personaggio"), ("x" * 99, "x" * 60)])
def test_a_file_has_an_id_whatever_the_name(name: str, id_: str) -> None:
    assert slug(name) == id_


@pytest.mark.parametrize("word", ["no", "on", "null", "1e3", "a: b", "#", '"', "\\", "é\u2028x", "- x", "{", ""])
def test_any_text_survives_the_file(word: str) -> None:
    row = {"name": "x", "notes": word, "items": [{"thing": "corda", "on": 1, "note": word}]}
    assert load(text_of({"party": "x"}, [row])).data["members"] == [row]


# --- sheets


def test_both_languages_have_the_same_words() -> None:
    assert missing(words().templates["it"], words().templates["en"]) == []


@rule("CRN-ARM-01.1", "CRN-ARM-03.1", "CRN-INV-01.3", "CRN-FAT-01.2")
def test_a_sheet_counts_what_the_rules_count() -> None:
    row = {"name": "Ada", "pf": 3, "forza": 9, "des": 9, "vol": 9, "fatigue": 2, "coins": 130,
           "items": ["spadone", "cuoio-bollito", "elmo", "torcia", "spilla"]}  # fmt: skip
    shown = sheet(row)
    kinds = [slot.kind for slot in shown.slots]
    assert kinds == ["thing", "bulky", "thing", "thing", "thing", "thing", "fatigue", "fatigue", "free", "free"]
    assert shown.facts[0] == ("Armour", "2") and shown.heading == "Slots: 8 of 10"
    off = {**row, "items": ["spadone", {"thing": "cuoio-bollito", "worn": False}]}
    assert sheet(off).facts[0] == ("Armour", "0")


@pytest.mark.parametrize("lang", LANGS)
def test_no_sheet_lacks_a_word_or_is_too_wide(lang: Any) -> None:
    for seed in SOME:
        making = random_choices(seed)
        text = as_text(sheet(making.row(), lang), lang, 80)
        assert max(map(len, text.splitlines())) <= 80 and "CC-BY-SA 4.0" in text and "…" not in text
    assert words().gaps == {}


def crowded() -> dict[str, Any]:
    """A character with as much of everything as a sheet may have to show."""
    return {
        "name": "Livia Guglielmina Annunziata dei Conti di Acquasparta e del Guado Vecchio", "pf": 3, "forza": 9,
        "des": 9, "vol": 9, "background": "guardia-di-confine", "age": 31, "notes": "Una lunga nota. " * 124,
        "items": ["spadone", "cuoio-bollito", "torcia", "bende", "corda", "carretto", *["spilla"] * 12],
        "traits": dict.fromkeys(LIBRARY.traits, 9), "bonds": list(LIBRARY.bonds)[:5], "omens": list(LIBRARY.omens)[:4],
        "marks": list(LIBRARY.marks)[:10], "conditions": list(LIBRARY.conditions)[:9],
        "scars": [(scar, 1) for scar in LIBRARY.scars],
    }  # fmt: skip


def printed(path: Path) -> tuple[list[list[float]], int]:
    """How far what is on each sheet stands out below and at the right, and how many pages are printed."""
    with sync_playwright() as browsers:
        browser = browsers.chromium.launch(executable_path=chromium(), args=list(QUIET))
        tab = browser.new_page(viewport={"width": 794, "height": 1123})
        tab.goto(path.as_uri())
        tab.emulate_media(media="print")
        over = tab.evaluate(
            "[...document.querySelectorAll('article')].map(a => [a.scrollHeight - a.clientHeight,"
            " Math.max(...[...a.querySelectorAll('*')].map(e => e.getBoundingClientRect().right))"
            " - a.getBoundingClientRect().right])"
        )
        papers = tab.pdf(prefer_css_page_size=True).count(b"/Type /Page\n")
        browser.close()
    return over, papers


@pytest.mark.parametrize("lang", LANGS)
def test_every_sheet_prints_on_one_page_of_a4(tmp_path: Path, lang: Any) -> None:
    sheets = [sheet(crowded(), lang), *(sheet(random_choices(seed).row(), lang) for seed in range(12))]
    path = tmp_path / "sheets.html"
    path.write_text(page(sheets, lang), encoding="utf-8")
    with ThreadPoolExecutor(1) as aside:  # the tests of the page may have a browser of their own in this thread
        over, papers = aside.submit(printed, path).result()
    assert len(over) == papers == len(sheets)
    assert all(high <= 0 and wide <= 0 for high, wide in over), over

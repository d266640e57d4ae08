"""What waits on somebody goes home with it and acts in the next encounter as it would have in the same evening."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from arbitro.content.errors import ContentError
from arbitro.dice.sources import ScriptedDice
from arbitro.engine.events import Rolled
from arbitro.rulesets.cairn import RULESET
from arbitro.rulesets.cairn.sheet import as_text, sheet_of
from arbitro.rulesets.cairn.state import DEAD, IN, Creature
from tests.cairn.desk import DeskTable, Newcomer

DESK = RULESET.desk()
HERO = "{{name: Ada, forza: 10, des: 10, vol: 10, pf: {pf}}}"
Act = Callable[[DeskTable], None]


def hours(desk: DeskTable) -> None:
    desk.do("pass", what="hours")


def treated(desk: DeskTable) -> None:
    desk.do("procedure", what="treat")
    desk.answer((desk.id("Ada"), "free"))


def week(desk: DeskTable) -> None:
    desk.do("procedure", what="week")
    desk.answer(("healer",))


def miracle(desk: DeskTable) -> None:
    desk.do("procedure", what="miracle")
    desk.answer((desk.id("Ada"),))


def an_hour(desk: DeskTable) -> None:
    desk.do("pass", what="hour")


def felled_again(desk: DeskTable) -> None:
    """Critical damage and its save (CRN-SCAR-12.2)."""
    desk.do("next")
    desk.do("harm", who=desk.ids("Ada"), dice=str(desk.figure("Ada").pf + 3))


def wounded(row: int, dice: Sequence[int]) -> DeskTable:
    """Ada has lost exactly her PF, and with them has taken a row of the scars; the fight is over."""
    desk = DeskTable(Newcomer(side="a", sheet=HERO.format(pf=row)), dice=dice)
    desk.do("next")
    desk.do("harm", who=desk.ids("Ada"), dice=str(row))
    desk.do("calm")
    return desk


def home(desk: DeskTable) -> DeskTable:
    """The next encounter, with the dice that are left."""
    text = DESK.party(desk.game, "")
    return DeskTable(*DESK.sheets(text, "party.yaml"), dice=ScriptedDice(desk.dice.left()), clock=DESK.hour(text))


def state_of(desk: DeskTable) -> tuple[Any, ...]:
    """All that counts of Ada, and the hour."""
    ada: Creature = desk.figure("Ada")
    scores = tuple((ada.score(name), ada.highest(name)) for name in ("forza", "des", "vol", "pf"))
    waits = sorted((effect.rule, effect.ends[0].at, effect.part) for effect in desk.state.effects.values())
    timed = sorted(condition for condition, _ in ada.timed)
    return (scores, sorted(ada.conditions), timed, ada.needs, ada.status, ada.dying, ada.scars, waits,
            desk.state.clock)  # fmt: skip


CASES = [
    (3, [5], (hours,), (3 + 5, IN, ())),
    (3, [5], (week,), (3 + 5, IN, ())),
    (4, [3, 4, 5], (treated,), (9, IN, ())),
    (4, [3, 4, 5], (hours, week), (9, IN, ())),
    (5, [4, 5], (week,), (9, IN, ())),
    (7, [4, 5, 6], (treated,), (15, IN, ())),
    (8, [20], (hours, treated), (8, IN, ("sordo",))),
    (8, [20], (miracle,), (8, IN, ())),
    (11, [2, 3], (treated,), (5, IN, ())),
    (11, [], (an_hour,), (11, DEAD, ())),
    (12, [5, 4, 5, 6], (felled_again,), (15, IN, ())),
    (12, [20], (felled_again,), (12, DEAD, ())),
]


@pytest.mark.rule(
    "CRN-SCAR-03.2", "CRN-SCAR-03.3", "CRN-SCAR-04.2", "CRN-SCAR-05.2", "CRN-SCAR-07.2", "CRN-SCAR-11.2",
    "CRN-SCAR-11.3", "CRN-SCAR-12.1", "CRN-SCAR-12.2",
)  # fmt: skip
@pytest.mark.parametrize(("row", "dice", "acts", "ends"), CASES)
def test_every_row_ends_in_two_evenings_as_in_one(
    row: int, dice: list[int], acts: tuple[Act, ...], ends: tuple[int, str, tuple[str, ...]]
) -> None:
    one = wounded(row, dice)
    two = home(wounded(row, dice))
    assert state_of(two) == state_of(one)
    for act in acts:
        act(one)
        act(two)
        assert state_of(two) == state_of(one)
    later = [event.faces for event in two.all(Rolled)]
    assert later == [event.faces for event in one.all(Rolled)][-len(later) :] or not later
    for desk in (one, two):
        ada = desk.figure("Ada")
        assert (ada.pf_max, ada.status, tuple(sorted(ada.conditions))) == ends
        desk.done()


@pytest.mark.rule("CRN-CRIT-02.3")
def test_the_hour_of_death_and_the_clock_go_home_with_the_party() -> None:
    desk = DeskTable(Newcomer(side="a", sheet=HERO.format(pf=1)), dice=[20], clock=40)
    desk.do("hours", n=7)
    desk.do("next")
    desk.do("harm", who=desk.ids("Ada"), dice="3")
    desk.do("calm")
    text = DESK.party(desk.game, "party: noi\nname: Noi\nruleset: cairn\nclock: 12\nmembers: []\n")
    assert "clock: 47\n" in text and "dies_in: 1\n" in text
    again = home(desk)
    assert (again.state.clock, again.figure("Ada").dying) == (47, 48)
    again.do("pass", what="hour")
    assert again.figure("Ada").status == DEAD
    earlier = DeskTable(Newcomer(side="a", sheet=HERO.format(pf=1)), clock=30)
    assert "clock: 47\n" in DESK.party(earlier.game, text)  # the hour never goes back


def test_what_waits_is_written_for_people_and_comes_along_with_a_sheet() -> None:
    desk = wounded(11, [])
    text = DESK.party(desk.game, "")
    waits = (
        'waits: [{"of": "CRN-SCAR-11", "until": "mended", "condition": "esausto"}, '
        '{"of": "CRN-SCAR-11", "until": "mended", "condition": "mortale"}, {"of": "CRN-SCAR-11", "until": "mended"}]'
    )
    assert waits.replace('"of":', "of:").replace('"until":', "until:").replace('"condition":', "condition:") in text
    late = DeskTable(clock=9, dice=[2, 3])
    late.do("add", sheet=DESK.sheets(text, "party.yaml")[0].sheet, side="a")
    assert late.figure("Ada").dying == 10 and not late.figure("Ada").needs
    treated(late)
    assert (late.figure("Ada").pf_max, late.figure("Ada").dying, late.figure("Ada").conditions) == (5, 0, ())
    assert "waits" not in DESK.party(late.game, text)


@pytest.mark.parametrize(
    ("wait", "said"),
    [
        ("{of: CRN-SCAR-33, until: rest}", "CRN-SCAR-03"),
        ("{of: CRN-SCAR-02, until: rest}", "nothing of"),
        ("{of: CRN-SCAR-03}", "until: or hours:"),
        ("{of: CRN-SCAR-03, until: rest, hours: 3}", "until: or hours:"),
        ("{of: CRN-SCAR-03, until: mended}", "until: rest, condition: esausto; until: rest"),
        ("{of: CRN-SCAR-03, until: rest, condition: sordo}", "until: rest, condition: esausto; until: rest"),
        ("{of: CRN-SCAR-03, hours: 3}", "until: rest, condition: esausto; until: rest"),
        ("{of: CRN-SCAR-03, hours: -3}", "hours"),
        ("{until: rest}", "of"),
        ("3", "waits"),
    ],
)
def test_what_cannot_wait_is_told(wait: str, said: str) -> None:
    with pytest.raises(ContentError) as caught:
        DESK.sheets("{name: Ada, forza: 10, des: 10, vol: 10, pf: 3, waits: [" + wait + "]}", "ada")
    assert said in caught.value.render("en")


def test_the_sheet_says_what_is_still_to_come() -> None:
    row = {
        "name": "Ada", "forza": 10, "des": 10, "vol": 10, "pf": 3, "dies_in": 1, "scars": [["CRN-SCAR-04", 1]],
        "waits": [{"of": "CRN-SCAR-04", "until": "mended", "condition": "arto-rotto"},
                  {"of": "CRN-SCAR-04", "until": "mended"}],
    }  # fmt: skip
    told = as_text(sheet_of(row, (), RULESET, RULESET.library, "en"), "en", 80)
    assert "Still to come" in told and "Broken limb: a roll still to be made: a healer's care" in told
    assert "until a healer's care" in told and "dies within an hour" in told
    assert "un tiro ancora da fare: la cura di un guaritore" in as_text(
        sheet_of(row, (), RULESET, RULESET.library, "it"), "it", 80
    )


def test_what_waits_goes_to_foundry_and_back(tmp_path: Path) -> None:
    party = tmp_path / "party.yaml"
    party.write_text(DESK.party(wounded(3, []).game, ""), encoding="utf-8")
    ((_, sheet),) = RULESET.export_party(party, "foundry", "en").sheets
    back = RULESET.import_sheet(sheet.encode(), "ada.json", "ada", "en")
    desk = DeskTable(*DESK.sheets(back.files["party"], "ada"), dice=[4])
    hours(desk)
    assert (desk.figure("Ada").pf_max, desk.figure("Ada").conditions) == (7, ())
    lost = RULESET.export_party(party, "kettlewright", "en").lost
    assert any("waits" in line for line in lost)


def test_nobody_comes_along_dead() -> None:
    with pytest.raises(ContentError) as caught:
        DESK.sheets("{name: Ada, forza: 0, des: 10, vol: 10, pf: 3}", "ada")
    assert "with FOR 0 one is dead" in caught.value.render("en")

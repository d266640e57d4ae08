"""The runner of scenarios: steps by content, dice, refusals and expectations, each failure with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitro.content.errors import ContentError, Problem
from arbitro.content.scenarios import RunReport, read, run

HEAD = """\
scenario: prova
name: Prova
name_en: Trial
ruleset: crepuscolo
table: {width: 40, depth: 40}
sides:
  - seat: a
    edge: south
    fighters:
      - {profile: assaltatore, name: Lia, at: [20, 18]}
      - {profile: servo-non-morto, name: Ossa, at: [5, 5]}
  - seat: b
    edge: north
    fighters:
      - {profile: falco-di-strada, name: Vesk, at: [20, 21]}
options: {combat_rerolls: false}
start: {hand: a}
"""


def played(tmp_path: Path, tail: str, head: str = HEAD) -> RunReport:
    file = tmp_path / "prova.yaml"
    file.write_text(head + tail, encoding="utf-8")
    return run(read(file))


def failure(tmp_path: Path, tail: str, head: str = HEAD) -> Problem:
    report = played(tmp_path, tail, head)
    assert not report.ok and len(report.failures) == 1, [f.render("en") for f in report.failures]
    found = report.failures[0]
    assert found.message_it and found.message_it != found.message_en
    return found


def test_a_step_is_found_by_its_content_and_single_choices_fill_themselves(tmp_path: Path) -> None:
    # The sword of Lia (Combattimento 5 against 3): 3 + 1 reaches 4; the only target needs no naming.
    report = played(tmp_path, "dice: [3]\nscript:\n  - {actor: a1, action: melee, die: d8}\n")
    assert report.ok and report.steps[0].answers == (("a", ("a1", "melee", "b1", 8)),)
    assert [type(event).__name__ for event in report.steps[0].events][-1] == "Hurt"


def test_one_step_may_answer_the_place_that_follows(tmp_path: Path) -> None:
    report = played(tmp_path, "dice: [2]\nscript:\n  - {action: move, actor: a2, die: 4, to: [8, 5]}\n")
    assert [answer for _, answer in report.steps[0].answers] == [("a2", "move", 4), (8000, 5000)]
    later = played(
        tmp_path, "dice: [2]\nscript:\n  - {action: move, actor: a2, die: d4}\n  - {to: [8.5, 5]}\nexpect:\n"
        "  - {figure: a2, at: [8.5, 5]}\n"
    )  # fmt: skip
    assert later.ok, later.failures


def test_passing_has_to_be_said(tmp_path: Path) -> None:
    report = played(
        tmp_path, "script:\n  - {pass: true}\nexpect:\n  - {state: {hand: b}}\n  - {asked: action, seat: b}\n"
    )
    assert report.ok, report.failures


# --- failures -------------------------------------------------------------------------------------------


def test_an_ambiguous_step_names_the_level_and_what_was_offered(tmp_path: Path) -> None:
    found = failure(tmp_path, "script:\n  - {actor: a2, die: d8}\n")
    assert (found.line, found.path) == (19, "script[1]")
    assert found.message_en.startswith("step 1: action: it must be said which; there is move, jump")


def test_an_impossible_step_names_what_was_offered_and_the_rule(tmp_path: Path) -> None:
    found = failure(tmp_path, "script:\n  - {actor: a1, action: melee, target: a2, die: d8}\n")
    assert "step 1: target: a2 is not offered; there is b1" in found.message_en
    assert "out_of_reach" in found.message_en and "CDC-ACT-03.2" in found.message_en
    found = failure(tmp_path, "script:\n  - {actor: a2, action: shot, target: b1, die: d8}\n")
    assert "no_such_weapon" in found.message_en
    found = failure(tmp_path, "script:\n  - {actor: b1, action: melee, target: a1, die: d8}\n")
    assert "actor: b1 is not offered; there is pass, a1, a2" in found.message_en and "not_yours" in found.message_en


def test_a_near_word_is_suggested(tmp_path: Path) -> None:
    assert failure(tmp_path, "script:\n  - {actor: a1, action: mele, target: b1, die: d8}\n").suggestion == "melee"


def test_a_die_one_does_not_hold_is_refused(tmp_path: Path) -> None:
    found = failure(tmp_path, "script:\n  - {actor: a1, action: melee, target: b1, die: d12}\n")
    assert "die: d12 is not offered; there is d4, d6, d8" in found.message_en


def test_a_key_of_no_use_is_a_fault(tmp_path: Path) -> None:
    found = failure(tmp_path, "script:\n  - {actor: a1, action: melee, target: b1, die: d8, piece: muro}\n")
    assert found.message_en == "step 1: of no use here: piece"


def test_what_is_left_of_a_step_does_not_answer_about_somebody_else_or_nothing(tmp_path: Path) -> None:
    found = failure(tmp_path, "dice: [3]\nscript:\n  - {actor: a1, action: melee, target: b1, die: d8, to: [1, 2]}\n")
    assert 'now the question is "action" for a' in found.message_en


def test_the_wrong_kind_of_answer_is_a_fault(tmp_path: Path) -> None:
    found = failure(tmp_path, "dice: [2]\nscript:\n  - {action: move, actor: a2, die: d4}\n  - {action: melee}\n")
    assert (found.line, found.path) == (21, "script[2]")
    assert found.message_en == 'step 2: now the question is "place" for a: to answers it'


def test_a_seat_that_is_not_asked_is_a_fault(tmp_path: Path) -> None:
    found = failure(tmp_path, "script:\n  - {pass: true, seat: b}\n")
    assert found.message_en == "step 1: now a answers, not b"


def test_after_the_end_nothing_can_be_done(tmp_path: Path) -> None:
    weak = HEAD.replace("name: Vesk,", "name: Vesk, life: 1,")
    found = failure(tmp_path, "dice: [3]\nscript:\n  - {action: melee, actor: a1, die: d8}\n  - {pass: true}\n", weak)
    assert found.message_en == "step 2: the game is over"


# --- dice -----------------------------------------------------------------------------------------------

STRIKE = "  - {action: melee, actor: a1, target: b1, die: d8}\n"


def test_a_die_too_few_names_the_step(tmp_path: Path) -> None:
    found = failure(tmp_path, f"dice: [3]\nscript:\n{STRIKE}{STRIKE.replace('d8', 'd6')}")
    assert (found.line, found.path) == (21, "script[2]")
    assert found.message_en == 'in step 2 a d6 is needed, but the dice written in "dice" have run out (1 used)'


def test_dice_too_many_are_shown(tmp_path: Path) -> None:
    found = failure(tmp_path, f"dice: [3, 5, 6]\nscript:\n{STRIKE}")
    assert (found.line, found.column) == (18, 11)
    assert found.message_en == "too many dice: after the last step (1) 5, 6 are left"


def test_a_face_that_is_none_names_the_step_and_the_die(tmp_path: Path) -> None:
    found = failure(tmp_path, f"dice: [3, 7]\nscript:\n{STRIKE}{STRIKE.replace('d8', 'd6')}")
    assert (found.line, found.path) == (18, "dice[2]")
    assert found.message_en == "in step 2 a d6 falls: 7 is none of its faces"


def test_dice_missing_before_the_first_step(tmp_path: Path) -> None:
    waiting = HEAD.replace(", at: [20, 18]", "").replace("start: {hand: a}\n", "")
    found = failure(tmp_path, "dice: [1]\nscript:\n  - {pass: true}\n", waiting)
    assert found.message_en.startswith("before the first step a d6 is needed")


# --- refusals as assertions -----------------------------------------------------------------------------


def test_a_step_may_say_that_it_is_refused(tmp_path: Path) -> None:
    report = played(
        tmp_path,
        "dice: [1]\nscript:\n"
        "  - {actor: a2, action: melee, target: b1, die: d8, refused: out_of_reach}\n"
        "  - {actor: a1, action: move, die: d8, refused: restricted}\n"
        "  - {actor: a2, action: move, die: d4, to: [5, 20], refused: too_far}\n"
        "  - {to: [5, 8]}\n",
        HEAD.replace("at: [20, 21]}", "at: [20, 20.5]}"),
    )
    # engaged, Lia may not walk away: the rule's own code is what counts
    (found,) = report.failures
    assert found.message_en.startswith('step 2: refused, but for "locked_in_melee", not for "restricted"')


def test_a_refusal_that_does_not_come_is_a_fault(tmp_path: Path) -> None:
    found = failure(tmp_path, f"dice: [3]\nscript:\n{STRIKE.replace('d8', 'd8, refused: out_of_reach')}")
    assert found.message_en == "step 1: it should have been refused (out_of_reach), and it is allowed"


def test_after_a_refused_place_the_place_is_still_asked(tmp_path: Path) -> None:
    report = played(
        tmp_path,
        "dice: [1]\nscript:\n"
        "  - {actor: a2, action: move, die: d4, to: [5, 20], refused: too_far}\n"
        "  - {to: [5, 8], expect: {figure: a2, at: [5, 8], dice: [d6, d8]}}\n"
        "  - {expect: [{asked: action}, {event: Moved, it: a2, at: [5, 8], count: 1}]}\n",
    )
    assert report.ok, [found.render("en") for found in report.failures]
    assert [len(step.answers) for step in report.steps] == [1, 1, 0]


# --- expectations ---------------------------------------------------------------------------------------

UNMET = {
    "{figure: b1, life: 1}": ("expect[1].life", "1 was expected, and it is 2"),
    "{figure: b1, at: [1, 2.5]}": ("expect[1].at", "[1, 2.5] was expected, and it is [20, 21]"),
    "{figure: a1, dice: [d8]}": ("expect[1].dice", "['d8'] was expected, and it is [4, 6]"),
    "{figure: b1, lief: 2}": ("expect[1].lief", '"lief" does not exist (did you mean "life"?)'),
    "{figure: b1, z: 1}": ("expect[1].z", "1 was expected, and it is 0"),
    "{figure: b1, conditions: [Gelo]}": ("expect[1].conditions", "['Gelo'] was expected, and it is []"),
    "{event: Hurt, it: b1, amount: 2}": ("expect[1]", "Hurt did not happen like this (seen: it b1, amount 1)"),
    "{event: Hurt, it: b1, count: 2}": ("expect[1].count", "Hurt: 2 expected, there are 1"),
    "{event: Hurt, rules: [CDC-ACT-05.7]}": ("expect[1]", "Hurt did not happen like this (seen: rules [CDC-ACT-03.4"),
    "{event: Died}": ("expect[1]", "Died did not happen like this (seen: none)"),
    "{result: a}": ("expect[1].result", 'a was expected, and it is ""'),
    "{state: {hand: b}}": ("expect[1].hand", "b was expected, and it is a"),
    "{asked: respond}": ("expect[1].asked", "respond was expected, and it is action"),
    "{asked: action, seat: b}": ("expect[1].seat", "b was expected, and it is a"),
    "{thing: forziere}": ("expect[1]", 'there is no "forziere"'),
}


@pytest.mark.parametrize(("wanted", "path", "words"), [(key, *value) for key, value in UNMET.items()], ids=UNMET)
def test_what_does_not_hold_is_told(tmp_path: Path, wanted: str, path: str, words: str) -> None:
    found = failure(tmp_path, f"dice: [3]\nscript:\n{STRIKE}expect:\n  - {wanted}\n")
    assert (found.path, found.line) == (path, 22)
    assert words in found.message_en


def test_what_holds_is_not(tmp_path: Path) -> None:
    tail = f"dice: [3]\nscript:\n{STRIKE}expect:\n" + "".join(
        f"  - {wanted}\n"
        for wanted in (
            "{figure: b1, life: 2, status: table, at: [20, 21], z: 0, conditions: [], prone: false}",
            "{figure: a1, dice: [d6, d4], last_action: melee}",
            "{event: Hurt, it: b1, actor: a1, amount: 1, count: 1}",
            "{event: Died, count: 0}",
            '{result: ""}',
            "{state: {hand: a, hand_total: 3, scores: [0, 0]}}",
        )
    )
    assert played(tmp_path, tail).ok


# --- reading --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "near"),
    [("ruleset: crepuscoli\n", "crepuscolo"), ("scenario: x\n", ""), ("ruleset: 7\n", ""), ("- 1\n", "")],
)
def test_a_scenario_names_an_installed_game(tmp_path: Path, text: str, near: str) -> None:
    file = tmp_path / "x.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ContentError) as caught:
        read(file)
    (problem,) = caught.value.problems
    assert problem.suggestion == near and "crepuscolo" in problem.message_it


def test_a_scenario_without_a_file_runs_too(tmp_path: Path) -> None:
    file = tmp_path / "prova.yaml"
    file.write_text(HEAD + "script:\n  - {pass: true, seat: b}\n", encoding="utf-8")
    scenario = read(file)
    file.unlink()
    (found,) = run(scenario).failures
    assert (found.line, found.path) == (0, "script.1")

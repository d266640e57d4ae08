"""The referee's desk of Cairn: each command by the rules, reminders at the right moment, overruling, bad input."""

from __future__ import annotations

import pytest

from arbitro.content.errors import ContentError
from arbitro.dice.sources import SeededDice
from arbitro.engine.events import Event, Ruled
from arbitro.engine.history import redo, undo
from arbitro.engine.save import encode, load, save
from arbitro.engine.values import REFEREE
from arbitro.rulesets.cairn import RULESET
from arbitro.rulesets.cairn.events import BlowPrepared, Died, Fled, Hurt, MoraleTested, SaveMade, TurnLost, Warded
from arbitro.rulesets.cairn.state import Encounter
from tests.cairn.desk import ANNA, BRUNO, GOBLINS, PARTY, TROLL, DeskTable, Newcomer

KNIGHT = "{name: Ugo, kind: foe, forza: 12, des: 10, vol: 12, pf: 6, armour: 2}"


# --- harm -----------------------------------------------------------------------------------------------


@pytest.mark.rule("CRN-ATK-01.2", "CRN-ARM-01.1")
def test_damage_is_lessened_by_armour_unless_it_is_net() -> None:
    desk = DeskTable(Newcomer(side="b", sheet=KNIGHT), dice=[5])
    desk.do("harm", who=desk.ids("Ugo"), dice="d6")
    assert desk.figure("Ugo").pf == 6 - (5 - 2)
    desk.do("harm", who=desk.ids("Ugo"), dice="2", bare=True)
    assert desk.figure("Ugo").pf == 1
    desk.do("harm", who=desk.ids("Ugo"), dice="2")
    assert isinstance(desk.game.journal[-1], Warded) and desk.figure("Ugo").pf == 1
    desk.done()


@pytest.mark.rule("CRN-MOD-04.2")
def test_damage_to_many_is_one_roll_for_all_or_one_for_each() -> None:
    desk = DeskTable(GOBLINS, dice=[3, 1, 2, 3])
    who = desk.ids("Goblin", "Goblin 2", "Goblin 3")
    desk.do("harm", who=who, dice="d6")
    assert [event.amount for event in desk.all(Hurt)] == [3, 3, 3]
    undo(desk.game)
    desk.do("harm", who=who, dice="d6", each=True)
    assert [event.amount for event in desk.all(Hurt)] == [1, 2, 3]
    desk.done()


@pytest.mark.rule("CRN-LOSS-01.1")
def test_outside_fights_a_characters_harm_spares_its_protection() -> None:
    desk = DeskTable(*PARTY)
    desk.do("harm", who=desk.ids("Anna"), dice="3")
    desk.do("harm", who=desk.ids("Bruno"), dice="2", attribute="des")
    assert (desk.figure("Anna").pf, desk.figure("Anna").forza) == (4, 7)
    assert (desk.figure("Bruno").pf, desk.figure("Bruno").des) == (5, 6)


@pytest.mark.rule("CRN-CRIT-01.3", "CRN-CRIT-03.1")
def test_a_foe_that_fails_against_critical_damage_is_as_the_referee_says() -> None:
    desk = DeskTable(*PARTY, GOBLINS, dice=[20])
    desk.do("next")
    desk.do("harm", who=desk.ids("Goblin"), dice="5")
    assert desk.game.pending is not None and desk.game.pending.kind == "felled"
    assert desk.view().offers == ()
    desk.answer("down")
    assert desk.figure("Goblin").present and not desk.figure("Goblin").standing
    row = next(row for row in desk.view().rows if row.name == "Goblin")
    assert row.state == "down" and [tag.id for tag in row.tags] == ["critico"]


@pytest.mark.rule("CRN-ATK-02.1", "CRN-ATK-02.2")
def test_several_attackers_roll_together_and_the_highest_counts() -> None:
    desk = DeskTable(*PARTY, GOBLINS, dice=[2, 4])
    desk.do("next")
    desk.do("attack", who=desk.ids("Goblin", "Goblin 2"), target=desk.id("Bruno"))
    assert [(event.it, event.amount) for event in desk.all(Hurt)] == [(desk.id("Bruno"), 4)]
    desk.done()


# --- rounds, saves, morale --------------------------------------------------------------------------------


@pytest.mark.rule("CRN-RND-01.2", "CRN-RND-02.1", "CRN-RND-02.3")
def test_the_first_round_wants_a_save_of_each_character_with_one_command() -> None:
    desk = DeskTable(*PARTY, GOBLINS, dice=[13, 8])
    desk.do("next")
    assert desk.reminders() == [("surprise", ("Anna", "Bruno"))]
    desk.take()
    assert [(event.it, event.attribute, event.passed) for event in desk.all(SaveMade)] == [
        (desk.id("Anna"), "des", False), (desk.id("Bruno"), "des", True),
    ]  # fmt: skip
    assert [event.it for event in desk.all(TurnLost)] == [desk.id("Anna")]
    assert desk.reminders() == []
    assert [row.name for row in desk.view().rows if row.active] == ["Bruno"]
    desk.do("next")
    assert desk.state.active == "b" and desk.state.round == 1
    desk.do("next")
    assert desk.state.active == "a" and desk.state.round == 2
    assert desk.reminders() == []
    desk.done()


@pytest.mark.rule("CRN-RND-02.1")
def test_part_of_the_party_may_be_tested_first() -> None:
    desk = DeskTable(*PARTY, GOBLINS, dice=[1])
    desk.do("next")
    desk.do("surprise", who=desk.ids("Anna"))
    assert desk.reminders() == [("surprise", ("Bruno",))]


@pytest.mark.rule("CRN-MOR-01.1", "CRN-MOR-01.2", "CRN-MOR-01.3")
def test_morale_is_due_at_the_first_loss_and_at_half_and_said_right_then() -> None:
    foes = Newcomer(side="b", beast="goblin", count=4)
    desk = DeskTable(*PARTY, foes, dice=[8, 9])
    desk.do("next")
    desk.do("let", reminder=desk.view().reminders[0].id)
    desk.do("harm", who=desk.ids("Goblin"), dice="30", bare=True)
    assert [one.why for one in desk.all(Died)] == ["forza"]
    assert [kind for kind, _ in desk.reminders()] == ["morale"]
    desk.take()
    assert [(event.why, event.passed) for event in desk.all(MoraleTested)] == [("first", True)]
    assert desk.reminders() == []
    desk.do("harm", who=desk.ids("Goblin 2"), dice="30", bare=True)
    desk.take()
    assert [(event.why, event.passed) for event in desk.all(MoraleTested)][1:] == [("half", False)]
    assert {event.it for event in desk.all(Fled)} == set(desk.ids("Goblin 3", "Goblin 4"))
    assert desk.reminders() == [("over", ())]
    desk.take()
    assert desk.state.mode == "calm"
    desk.done()


@pytest.mark.rule("CRN-MOR-03.1")
def test_a_lone_foe_at_0_is_due_a_morale_test() -> None:
    desk = DeskTable(*PARTY, Newcomer(side="b", sheet=KNIGHT))
    desk.do("next")
    desk.do("let", reminder=desk.view().reminders[0].id)
    desk.do("harm", who=desk.ids("Ugo"), dice="5", bare=True)
    assert desk.reminders() == []
    desk.do("harm", who=desk.ids("Ugo"), dice="1", bare=True)
    assert desk.reminders() == [("morale", ("Ugo",))]


@pytest.mark.rule("CRN-MOR-02.1")
def test_a_fallen_leader_is_told_and_the_others_roll_by_their_own() -> None:
    leader = Newcomer(side="b", sheet="{name: Capo, monster: goblin, kind: foe, vol: 15, leader: true}")
    desk = DeskTable(*PARTY, leader, GOBLINS, dice=[9])
    desk.do("next")
    desk.do("let", reminder=desk.view().reminders[0].id)
    desk.do("harm", who=desk.ids("Capo"), dice="30", bare=True)
    assert desk.reminders()[1] == ("leader", ("Capo",))
    desk.take(0)
    assert [event.score for event in desk.all(SaveMade)] == [8]


@pytest.mark.rule("CRN-MOR-01.2")
def test_those_who_join_in_a_fight_count_for_half_the_number() -> None:
    desk = DeskTable(*PARTY, Newcomer(side="b", beast="goblin", count=2), dice=[1])
    desk.do("next")
    desk.do("let", reminder=desk.view().reminders[0].id)
    desk.do("add", beast="goblin", n=2)
    desk.do("harm", who=desk.ids("Goblin"), dice="30", bare=True)
    desk.take()
    assert [event.why for event in desk.all(MoraleTested)] == ["first"]
    assert desk.state.bands[0].start == 4


@pytest.mark.rule("CRN-SAV-02.1", "CRN-SAV-02.2")
def test_one_against_another_is_one_roll_of_the_one_named_first() -> None:
    desk = DeskTable(*PARTY, GOBLINS, dice=[11])
    desk.do("oppose", who=desk.id("Anna"), target=desk.id("Goblin"), attribute="forza")
    assert [(event.it, event.cause, event.passed) for event in desk.all(SaveMade)] == [
        (desk.id("Anna"), "opposed", False)
    ]
    desk.done()


@pytest.mark.rule("CRN-SAV-03.1", "CRN-SAV-03.2")
def test_all_together_the_one_most_at_risk_rolls() -> None:
    desk = DeskTable(*PARTY, dice=[8])
    desk.do("together", who=desk.ids("Anna", "Bruno"), attribute="des")
    assert [(event.it, event.passed) for event in desk.all(SaveMade)] == [(desk.id("Bruno"), True)]


# --- care, needs, time -----------------------------------------------------------------------------------


@pytest.mark.rule("CRN-DEP-01.1", "CRN-DEP-01.2", "CRN-DEP-03.1")
def test_who_is_deprived_is_told_and_gets_nothing_back() -> None:
    desk = DeskTable(*PARTY)
    desk.do("harm", who=desk.ids("Anna"), dice="2")
    desk.do("lack", who=desk.ids("Anna"), need="cibo")
    assert desk.reminders() == [("esausto", ("Anna",))]
    desk.do("heal", who=desk.ids("Anna"), n=2, attribute="forza")
    assert desk.figure("Anna").forza == 8
    desk.take()
    assert not desk.figure("Anna").conditions and desk.reminders() == []
    desk.do("heal", who=desk.ids("Anna"), n=5, attribute="forza")
    assert desk.figure("Anna").forza == 10


@pytest.mark.rule("CRN-CRIT-02.2", "CRN-CRIT-02.3")
def test_a_dying_character_is_told_and_seen_to_with_one_command() -> None:
    desk = DeskTable(*PARTY, GOBLINS, dice=[20])
    desk.do("next")
    desk.do("harm", who=desk.ids("Anna"), dice="6", bare=True)
    assert desk.reminders()[-1] == ("dying", ("Anna",))
    desk.take(-1)
    assert desk.figure("Anna").dying == 0 and desk.figure("Anna").has("stabile")
    undo(desk.game)
    desk.do("calm")
    desk.do("hours", n=1)
    assert desk.figure("Anna").status == "dead"


@pytest.mark.rule("CRN-SCAR-11.2", "CRN-SCAR-11.3")
def test_against_a_mortal_wound_the_desk_proposes_a_healer_not_bandages() -> None:
    carla = Newcomer(side="a", sheet="{name: Carla, forza: 10, des: 10, vol: 10, pf: 11}")
    desk = DeskTable(carla, GOBLINS, dice=[2, 5])
    desk.do("next")
    desk.do("harm", who=desk.ids("Carla"), dice="11", bare=True)
    assert desk.refusal("stabilise", who=desk.ids("Carla")) is not None, "it would do nothing"
    reminder = next(one for one in desk.view().reminders if one.id.startswith("dying"))
    assert [quick.value[0] for quick in reminder.commands] == ["let"], "no healer in the midst of a fight"
    desk.do("calm")
    reminder = next(one for one in desk.view().reminders if one.id.startswith("dying"))
    desk.game.choose(reminder.commands[0].value, REFEREE)
    desk.answer((desk.id("Carla"), "free"))
    carla_now = desk.figure("Carla")
    assert (carla_now.pf_max, carla_now.dying, carla_now.has("mortale")) == (7, 0, False)


@pytest.mark.rule("CRN-FAT-01.1", "CRN-FAT-01.3")
def test_fatigue_comes_and_goes() -> None:
    desk = DeskTable(*PARTY)
    desk.do("fatigue", who=desk.ids("Anna", "Bruno"), n=2)
    desk.do("fatigue", who=desk.ids("Anna"), n=-1)
    assert (desk.figure("Anna").fatigue, desk.figure("Bruno").fatigue) == (1, 2)


@pytest.mark.rule("CRN-HEAL-01.1", "CRN-PRC-01.2")
def test_a_rest_needs_a_safe_place_and_calm() -> None:
    desk = DeskTable(Newcomer(side="a", sheet="{name: Ida, forza: 9, des: 9, vol: 9, pf: 1, pf_max: 5}"))
    desk.do("place", how="danger")
    wrong = desk.refusal("pass", what="rest")
    assert wrong is not None and wrong.code == "desk_field"
    desk.do("place", how="safe")
    desk.do("pass", what="rest")
    assert desk.figure("Ida").pf == 5


def test_timers_run_out_in_rounds_and_in_hours() -> None:
    desk = DeskTable(*PARTY)
    desk.do("timer", text="la torcia", n=2)
    desk.do("timer", text="il veleno", n=3, unit="hour")
    desk.do("hours", n=3)
    assert [(one.text, one.left) for one in desk.view().timers] == [("la torcia", 2)]
    assert [kind for kind, _ in desk.reminders()] == ["timer"] and "il veleno" in desk.view().reminders[0].text
    desk.take()
    assert desk.reminders() == []
    desk.do("round")
    desk.do("let", reminder=desk.view().reminders[0].id)
    assert desk.reminders() == []
    desk.do("round")
    assert [one.left for one in desk.view().timers] == [1], "one of two rounds is over"
    desk.do("round")
    assert desk.view().timers == () and "la torcia" in desk.view().reminders[0].text


def test_a_timer_in_rounds_ends_with_its_fight_and_says_how_many_it_had_left() -> None:
    desk = DeskTable(*PARTY)
    for _ in range(2):
        desk.do("round")
    desk.do("let", reminder=desk.view().reminders[0].id)
    desk.do("timer", text="la nebbia", n=4, private=True)
    desk.do("round")
    told = desk.do("calm")
    assert desk.view().timers == ()
    assert [kind for kind, _ in desk.reminders()] == ["cut"]
    assert "«la nebbia» ne aveva ancora 3" in desk.view().reminders[0].text
    assert not any("nebbia" in str(event.shown_to("")) for event in told), "it was private"
    desk.take()
    for _ in range(7):
        desk.do("round")
    assert [kind for kind, _ in desk.reminders()] == ["surprise"], "it does not ring in another fight"


# --- secrets --------------------------------------------------------------------------------------------


def heard(events: list[Event]) -> list[str]:
    """The kinds of events that the players hear of."""
    return [type(shown).__name__ for event in events if (shown := event.shown_to("")) is not None]


def test_dice_thrown_at_nobody_who_is_seen_are_secret_by_themselves() -> None:
    desk = DeskTable(*PARTY, GOBLINS, TROLL, dice=[3, 2, 5, 4, 4, 1])
    troll, goblin, anna = desk.id("Troll"), desk.id("Goblin"), desk.id("Anna")
    assert heard(desk.do("harm", who=(troll,), dice="d6")) == []
    assert heard(desk.do("harm", who=(goblin, troll), dice="d6", each=True)).count("Thrown") == 1
    assert heard(desk.do("attack", who=(anna,), target=troll)) == []
    assert "Rolled" in heard(desk.do("attack", who=(anna,), target=desk.id("Goblin 2"))), "they see it"
    assert heard(desk.do("harm", who=(desk.id("Bruno"),), dice="d6")).count("Thrown") == 1
    desk.done()


def test_a_roll_against_whom_nobody_sees_and_the_mood_of_such_are_secret() -> None:
    desk = DeskTable(*PARTY, TROLL, dice=[12, 3, 4])
    assert heard(desk.do("oppose", who=desk.id("Anna"), target=desk.id("Troll"), attribute="des")) == []
    assert heard(desk.do("react")) == []
    desk.done()


# --- who is there, overruling, going back ------------------------------------------------------------------


def test_everybody_keeps_their_number_and_names_tell_only_of_those_who_are_seen() -> None:
    desk = DeskTable(*PARTY, GOBLINS)
    desk.do("add", beast="goblin", n=2, hidden=True)
    assert [row.number for row in desk.view().rows] == [1, 2, 3, 4, 5, 6, 7]
    desk.do("remove", who=desk.ids("Goblin 2"))
    desk.do("add", beast="goblin")
    assert [(row.number, row.name) for row in desk.view().rows] == [
        (1, "Anna"), (2, "Bruno"), (3, "Goblin"), (5, "Goblin 3"), (6, "Goblin"), (7, "Goblin"), (8, "Goblin 4"),
    ]  # fmt: skip
    hidden = desk.book.numbers[6]
    desk.do("show", who=(hidden,))
    assert desk.state.figures[hidden].name == "Goblin 5"
    desk.do("hide", who=(hidden,))
    desk.do("show", who=(hidden,))
    assert desk.state.figures[hidden].name == "Goblin 5"


def test_the_journal_goes_on_naming_whom_the_referee_took_off_the_desk() -> None:
    desk = DeskTable(*PARTY, GOBLINS)
    desk.do("harm", who=desk.ids("Goblin 2"), dice="2")
    desk.do("remove", who=desk.ids("Goblin 2"))
    told = [text for event in desk.game.journal if (text := RULESET.sentence(desk.state, event, "en"))]
    assert told[-2:] == ["Goblin 2 takes 2: 2 off HP.", "Goblin 2 is no longer here."]
    assert "Goblin 2" not in [name for _, name, _ in RULESET.view(desk.state, "").book.left]
    assert load(save(desk.game), RULESET, SeededDice.of_seed(1)).state.book == desk.book


def test_while_a_side_acts_of_which_nobody_shows_the_players_see_the_turn_before_it() -> None:
    ogre = Newcomer(side="c", beast="ogre", hidden=True)
    desk = DeskTable(*PARTY, GOBLINS, ogre)
    for turn in ("a", "b", "c"):
        desk.do("next")
        assert desk.state.active == turn
    shown = [side.seat for side in desk.view("").sides if side.active]
    assert shown == ["b"] and desk.view("").standing.endswith("gli avversari")
    desk.do("show", who=(desk.book.numbers[-1],))
    assert [side.seat for side in desk.view("").sides if side.active] == ["c"]


def test_the_referee_overrules_anything_with_a_reason_in_the_journal() -> None:
    desk = DeskTable(*PARTY, GOBLINS, dice=[20])
    desk.do("next")
    desk.do("harm", who=desk.ids("Goblin"), dice="5")
    desk.overrule("Goblin", "il colpo va di striscio", pf=3, forza=8)
    assert desk.game.pending is not None and desk.game.pending.kind == "desk"
    assert (desk.figure("Goblin").pf, desk.figure("Goblin").forza) == (3, 8)
    assert [event.note for event in desk.all(Ruled)] == ["il colpo va di striscio"]
    desk.overrule("Anna", "una pozione", pf=9)
    assert (desk.figure("Anna").pf, desk.figure("Anna").pf_max) == (9, 9)
    desk.overrule("Anna", "una maledizione", pf_max=2)
    assert (desk.figure("Anna").pf, desk.figure("Anna").pf_max) == (2, 2)
    undo(desk.game)
    assert desk.figure("Anna").pf == 9
    assert desk.why_not_overrule("Anna", pf=-1) == desk.why_not_overrule("Anna", pf=True) == "desk_number"
    assert desk.why_not_overrule("Anna", colour=1) == "desk_no_edit"
    assert desk.why_not_overrule("Anna", status="tired") == desk.why_not_overrule("Anna", leader=1) == "desk_edit"
    assert desk.why_not_overrule("Anna", name=" ") == "desk_edit_text"
    assert desk.why_not_overrule("Anna") == "desk_no_change"
    assert desk.why_not_overrule("", pf=1) == "desk_nobody"


def test_a_closed_encounter_wants_nothing_any_more() -> None:
    desk = DeskTable(*PARTY, GOBLINS)
    desk.do("round")
    assert desk.reminders() and any(side.active for side in desk.view().sides)
    desk.do("close", sure=True)
    view = desk.view()
    assert not view.reminders and not view.offers and not any(side.active for side in view.sides)


def test_the_referee_sees_what_may_be_overruled_as_it_is() -> None:
    desk = DeskTable(*PARTY, GOBLINS)
    desk.overrule("Goblin", "una pelle dura", armour=1, coins=7)
    desk.do("fatigue", who=desk.ids("Goblin"), n=1)
    now = dict(next(row for row in desk.view().rows if row.name == "Goblin").edits)
    assert (now["armour"], now["fatigue"], now["coins"], now["pf_max"], now["status"]) == (1, 1, 7, 4, "in")
    assert now.keys() == {field.name for field in desk.view().edits}
    assert not any(row.edits for row in desk.view("").rows), "the players see none of it"


def test_going_back_and_forth_and_resuming_from_bytes_is_the_same_desk() -> None:
    desk = DeskTable(*PARTY, GOBLINS, TROLL, dice=SeededDice.of_seed(5))
    desk.do("next")
    desk.take()
    desk.do("harm", who=desk.ids("Goblin", "Goblin 2"), dice="d6")
    while desk.game.pending is not None and desk.game.pending.kind != "desk":
        desk.answer("down")
    before = desk.view()
    steps = len(desk.game.moments)
    undo(desk.game, steps)
    assert desk.state.round == 0
    redo(desk.game)
    assert desk.view() == before
    again = load(save(desk.game), RULESET, SeededDice.of_seed(5))
    assert encode(again.state) == encode(desk.state)
    assert RULESET.desk().view(again, REFEREE, "it") == before


def test_the_party_goes_home_as_it_is() -> None:
    desk = DeskTable(*PARTY, GOBLINS)
    desk.do("harm", who=desk.ids("Anna"), dice="3", attribute="des")
    desk.overrule("Bruno", "cade dal ponte", status="dead")
    old = f"party: x\nname: X\nruleset: cairn\nmembers:\n  - {ANNA}\n  - {BRUNO}\n  - {{name: Ida, pf: 3}}\n"
    text = RULESET.desk().party(desk.game, old)
    names = [RULESET.desk().line(one, "it") for one in RULESET.desk().sheets(text.replace("pf: 3", IDA), "x")]
    assert names == [("Anna", "PF 4, FOR 10, DES 9, VOL 9"), ("Ida", "PF 3, FOR 9, DES 9, VOL 9")]
    again = DeskTable(*RULESET.desk().sheets(text.replace("pf: 3", IDA), "x"))
    assert (again.figure("Anna").des, again.figure("Anna").des_max) == (9, 12)
    assert "Anna" in RULESET.desk().party(desk.game, "")


IDA = "pf: 3\n    forza: 9\n    des: 9\n    vol: 9"


def test_the_players_see_how_a_foe_looks_not_which_number_is_low() -> None:
    desk = DeskTable(*PARTY, Newcomer(side="b", beast="troll"))
    troll = desk.figure("Troll")
    whole = troll.pf + troll.forza

    def seen() -> tuple[int, ...]:
        state = RULESET.view(desk.game.state, "")
        assert isinstance(state, Encounter)
        return tuple(state.figures[troll.id].score(name) for name in ("pf", "forza", "des", "vol"))

    assert seen() == (4, 4, 4, 4)
    for changes, pf in (({"pf": 0}, 2), ({"pf": troll.pf, "forza": troll.forza - 1}, 2), ({"vol": 1}, 2),
                        ({"pf": 0, "forza": whole // 2 - 1}, 1)):  # fmt: skip
        desk.overrule("Troll", "prova", **changes)
        assert seen() == (pf, 4, 4, 4)
    desk.overrule("Troll", "prova", des=0)
    assert seen()[0] == 0 and desk.view("").rows[2].state == "down"


# --- bad input ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sheet", "said"),
    [
        ("{name: Anna, pf: 4, forza: 19, des: 1, vol: 1}", "18"),
        ("{name: Anna, pf: 9, pf_max: 4, forza: 9, des: 9, vol: 9}", "massimo"),
        ("{name: Anna, pf: 4, forza: 9, des: 9, vol: 9, items: [spadaccia]}", "spadaccia"),
        ("{name: Anna, pf: quattro, forza: 9, des: 9, vol: 9}", "pf"),
        ("{monster: drago}", "drago"),
        ("party: x\nname: x\nruleset: crepuscolo\nmembers: [{name: Anna, pf: 4}]", "cairn"),
        ("[1, 2", ""),
        ("niente", ""),
        ("", ""),
    ],
)
def test_a_sheet_that_cannot_be_is_refused_with_its_faults_and_nothing_is_lost(sheet: str, said: str) -> None:
    with pytest.raises(ContentError) as caught:
        RULESET.desk().setup([Newcomer(side="a", sheet=sheet)], "salt", {})
    assert said in caught.value.render("it")
    desk = DeskTable(*PARTY)
    before = encode(desk.state)
    wrong = desk.refusal("add", sheet=sheet or " ")
    assert wrong is not None and wrong.code in ("desk_sheet", "desk_field")
    assert encode(desk.state) == before and said in RULESET.reason(desk.state, wrong, "it")


def test_commands_that_make_no_sense_are_refused_in_words() -> None:
    desk = DeskTable(*PARTY, GOBLINS)
    anna, goblin = desk.id("Anna"), desk.id("Goblin")
    cases = [
        (("dance", {}), "desk_unknown"),
        (("harm", {"who": (anna,)}), "desk_field"),
        (("harm", {"who": (), "dice": "d6"}), "desk_field"),
        (("harm", {"who": (anna, anna), "dice": "d6"}), "desk_field"),
        (("harm", {"who": ("a1",), "dice": "d6"}), "desk_who"),
        (("harm", {"who": (anna,), "dice": "d6x"}), "notation"),
        (("harm", {"who": (anna,), "dice": "-6"}), "notation"),
        (("harm", {"who": (anna,), "dice": "d6", "size": 3}), "desk_field"),
        (("attack", {"who": (anna,), "target": anna}), "desk_itself"),
        (("attack", {"who": (goblin,), "target": anna, "weapon": "spada"}), "desk_no_weapon"),
        (("add", {}), "desk_beast_or_sheet"),
        (("add", {"beast": "goblin", "n": 31}), "desk_field"),
        (("heal", {"who": (anna,), "n": 3}), "desk_no_effect"),
        (("note", {"text": "rosso \x1b[31m"}), "desk_text"),
        (("timer", {"text": "in\x00vano", "n": 3}), "desk_text"),
        (("add", {"beast": "goblin", "name": "a\u202eb"}), "desk_text"),
        (("close", {}), "desk_sure"),
    ]
    for (command, fields), code in cases:
        wrong = desk.refusal(command, **fields)
        assert wrong is not None and wrong.code == code, (command, wrong)
        for lang in ("it", "en"):
            text = RULESET.reason(desk.state, wrong, lang)
            assert text and "{" not in text and "…" not in text, (command, text)
    assert not RULESET.messages().gaps


# --- attacks with several weapons -------------------------------------------------------------------------

FENCER = "{name: Lia, kind: foe, forza: 12, des: 10, vol: 12, pf: 9, items: [spada, pugnale, pugnale]}"
ARCHER = "{name: Elmo, kind: foe, forza: 12, des: 10, vol: 12, pf: 9, items: [ascia, arco]}"


def against_the_troll(*dice: int) -> DeskTable:
    foes = Newcomer(side="a", sheet=FENCER), Newcomer(side="a", sheet=ARCHER)
    return DeskTable(*foes, TROLL, dice=dice)


def dice_of(desk: DeskTable) -> list[tuple[str, str, tuple[int, ...]]]:
    return [(event.blow.actor, event.blow.weapon, event.blow.dice) for event in desk.all(BlowPrepared)]


@pytest.mark.rule("CRN-ATK-02.1")
def test_each_attacker_has_the_weapon_that_the_referee_says_or_its_first() -> None:
    lia, elmo, troll = (against_the_troll().id(name) for name in ("Lia", "Elmo", "Troll"))
    desk = against_the_troll(5, 2)
    desk.do("attack", who=(lia, elmo), target=troll, weapon=("pugnale", "arco"))
    assert dice_of(desk) == [(lia, "pugnale", (6,)), (elmo, "arco", (6,))]
    desk.done()
    desk = against_the_troll(5, 2)
    desk.do("attack", who=(lia, elmo), target=troll, weapon=("", "arco"))
    assert dice_of(desk) == [(lia, "spada", (8,)), (elmo, "arco", (6,))]


@pytest.mark.rule("CRN-MOD-05.1")
def test_two_weapons_at_once_roll_both_dice_and_the_higher_counts() -> None:
    desk = against_the_troll(2, 6, 3)
    lia, elmo, troll = (desk.id(name) for name in ("Lia", "Elmo", "Troll"))
    before = desk.figure("Troll").pf
    desk.do("attack", who=(lia, elmo), target=troll, weapon=("spada+pugnale", ""))
    assert [dice for _, _, dice in dice_of(desk)] == [(8, 6), (8,)]
    assert before - desk.figure("Troll").pf == 6 - desk.figure("Troll").armour
    desk.done()


def test_weapons_that_do_not_fit_the_attackers_are_refused_with_the_reason() -> None:
    desk = against_the_troll()
    lia, elmo, troll = (desk.id(name) for name in ("Lia", "Elmo", "Troll"))
    refused = desk.refusal("attack", who=(lia, elmo), target=troll, weapon=("spada", "arco", "arco"))
    assert refused is not None and (refused.code, refused.facts["n"], refused.facts["wanted"]) == ("desk_each", 3, 2)
    refused = desk.refusal("attack", who=(lia, elmo), target=troll, weapon=("arco", "spada"))
    assert refused is not None and (refused.code, refused.facts["it"]) == ("desk_no_weapon", lia)
    refused = desk.refusal("attack", who=(elmo,), target=troll, weapon="spada+pugnale")
    assert refused is not None and (refused.code, refused.facts["it"]) == ("desk_no_weapon", elmo)
    refused = desk.refusal("attack", who=(elmo,), target=troll, weapon=("balestra di nessuno",))
    assert refused is not None and refused.code == "desk_field"

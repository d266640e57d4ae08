"""The referee's desk of Pathfinder: initiative, delays, readied actions, durations, hidden rolls, attacks."""

from __future__ import annotations

import pytest

from arbitro.content.desk import order
from arbitro.content.errors import ContentError
from arbitro.engine.history import undo
from arbitro.engine.save import load, save
from arbitro.engine.values import REFEREE
from arbitro.rulesets.pathfinder import RULESET
from arbitro.rulesets.pathfinder.events import InitiativeRolled
from arbitro.rulesets.pathfinder.events_blows import AttackRolled, ConditionEnded, Hurt, SaveMade
from arbitro.rulesets.pathfinder.referee.events import REFEREE_EVENTS
from tests.pathfinder.desk import DORNA, GOBLINS, ORC, TILLI, DeskTable, Newcomer

# --- the order ------------------------------------------------------------------------------------------


@pytest.mark.rule("PF-INI-01.1", "PF-INI-01.2", "PF-SEQ-01.5")
def test_a_fight_begins_with_everybodys_initiative_and_goes_from_the_highest_down() -> None:
    desk = DeskTable(DORNA, GOBLINS, dice=[10, 12, 3])  # by id: whatever order, the results make it
    desk.do("next")
    results = {desk.figures[one.it].name: one.face + one.bonus.value for one in desk.all(InitiativeRolled)}
    names = sorted(results, key=lambda name: -results[name])
    assert [desk.figures[it].name for it in desk.view().order] == names
    assert desk.turn == names[0] and desk.state.round == 1
    desk.do("next")
    assert desk.turn == names[1]
    desk.do("next")
    desk.do("next")
    assert (desk.turn, desk.state.round) == (names[0], 2)
    desk.done()


def test_results_that_people_rolled_themselves_are_typed_in_and_may_be_changed_in_the_midst_of_a_fight() -> None:
    desk = DeskTable(DORNA, TILLI, GOBLINS, dice=[4, 9])  # two goblins with the same result roll it out
    desk.do("initiative", who=desk.ids("Goblin", "Goblin 2"), n=9)
    desk.begin(Dorna=15, Tilli=20)
    names = [desk.figures[it].name for it in desk.view().order]
    assert names[:2] == ["Tilli Mezzopasso", "Dorna Pietrafessa"]
    desk.do("initiative", who=desk.ids("Dorna Pietrafessa"), n=25)
    assert desk.figures[desk.view().order[0]].name == "Dorna Pietrafessa"


@pytest.mark.rule("PF-SUR-04.1", "PF-SUR-07.1")
def test_those_who_are_surprised_have_no_turn_in_the_round_before_the_first() -> None:
    desk = DeskTable(DORNA, Newcomer(side="b", beast="goblin"))
    desk.do("surprise", who=desk.ids("Dorna Pietrafessa"))
    desk.begin(Dorna=20, Goblin=5)
    assert desk.state.surprise and desk.turn == "Goblin"
    desk.do("next")
    assert not desk.state.surprise and (desk.turn, desk.state.round) == ("Dorna Pietrafessa", 1)


@pytest.mark.rule("PF-DLY-01.1", "PF-DLY-02.1", "PF-DLY-04.1")
def test_whoever_delays_comes_in_after_another_and_keeps_that_count() -> None:
    desk = DeskTable(DORNA, TILLI, Newcomer(side="b", beast="goblin"))
    desk.begin(Dorna=20, Goblin=15, Tilli=5)
    desk.do("delay")
    assert desk.turn == "Goblin"
    assert ("waits", ("Dorna Pietrafessa",)) in desk.reminders()
    desk.do("come_in", who=desk.id("Dorna Pietrafessa"))
    assert desk.turn == "Dorna Pietrafessa"
    assert [desk.figures[it].name for it in desk.view().order] == ["Goblin", "Dorna Pietrafessa", "Tilli Mezzopasso"]
    desk.do("next")
    assert desk.turn == "Tilli Mezzopasso"
    assert desk.refusal("come_in", who=desk.id("Dorna Pietrafessa")) is not None


@pytest.mark.rule("PF-RDY-01.1", "PF-RDY-03.1")
def test_a_readied_action_waits_for_its_occasion_and_moves_its_owner_right_before_it() -> None:
    desk = DeskTable(DORNA, TILLI, Newcomer(side="b", beast="goblin"))
    desk.begin(Tilli=20, Goblin=15, Dorna=5)
    desk.do("ready", who=desk.id("Tilli Mezzopasso"), text="se il goblin tira, colpisce")
    desk.do("next")
    assert desk.turn == "Goblin"
    place = [kind for kind, _ in desk.reminders()].index("ready")
    desk.take(place)
    names = [desk.figures[it].name for it in desk.view().order]
    assert names == ["Tilli Mezzopasso", "Goblin", "Dorna Pietrafessa"]
    assert desk.figure("Tilli Mezzopasso").initiative == 15
    assert "ready" not in [kind for kind, _ in desk.reminders()]


def test_what_was_readied_is_gone_when_its_owners_next_turn_comes() -> None:
    desk = DeskTable(DORNA, TILLI)
    desk.begin(Tilli=20, Dorna=5)
    desk.do("ready", who=desk.id("Tilli Mezzopasso"), text="una freccia")
    desk.do("next")
    assert "ready" in [kind for kind, _ in desk.reminders()]
    desk.do("next")
    assert desk.turn == "Tilli Mezzopasso" and "ready" not in [kind for kind, _ in desk.reminders()]
    assert desk.refusal("trigger", who=desk.id("Tilli Mezzopasso")) is not None


# --- durations ------------------------------------------------------------------------------------------


@pytest.mark.rule("PF-SEQ-05.2")
def test_a_condition_of_so_many_rounds_ends_right_before_the_count_on_which_it_began() -> None:
    desk = DeskTable(DORNA, Newcomer(side="b", beast="goblin"))
    desk.begin(Dorna=20, Goblin=10)
    desk.do("set", who=desk.ids("Goblin"), condition="scosso", rounds=2)
    (tag,) = next(row.tags for row in desk.view().rows if row.name == "Goblin")
    assert (tag.id, tag.count) == ("scosso", 2)
    for _ in range(2):
        desk.do("next")
    assert (desk.turn, desk.state.round) == ("Dorna Pietrafessa", 2) and desk.figure("Goblin").has("scosso")
    desk.do("next")
    assert desk.figure("Goblin").has("scosso")
    new = desk.do("next")
    assert [event.condition for event in new if isinstance(event, ConditionEnded)] == ["scosso"]
    assert (desk.turn, desk.state.round) == ("Dorna Pietrafessa", 3)


def test_without_a_turn_to_count_from_a_duration_is_refused() -> None:
    desk = DeskTable(DORNA)
    refusal = desk.refusal("set", who=desk.ids("Dorna Pietrafessa"), condition="scosso", rounds=2)
    assert refusal is not None and refusal.code == "desk_no_count"


def test_a_timer_ends_with_its_fight_and_the_referee_hears_how_many_rounds_it_had() -> None:
    desk = DeskTable(DORNA, Newcomer(side="b", beast="goblin"))
    desk.begin(Dorna=20, Goblin=10)
    desk.do("timer", text="la miccia", n=5)
    desk.do("next")
    desk.do("next")
    desk.do("calm")
    assert desk.reminders() == [("cut", ())] and "4" in desk.view().reminders[0].text
    assert desk.view().order == () and desk.state.round == 0


# --- attacks, harm, rolls -------------------------------------------------------------------------------


@pytest.mark.rule("PF-ATK-01.1", "PF-DMG-01.1")
def test_an_attack_at_the_desk_is_rolled_by_the_rules_and_takes_what_the_board_would_say_as_a_bonus() -> None:
    desk = DeskTable(DORNA, Newcomer(side="b", beast="goblin"), dice=[6, 7, 5])
    desk.begin(Dorna=20, Goblin=10)
    who, goblin = desk.ids("Dorna Pietrafessa"), desk.id("Goblin")
    desk.do("attack", who=who, target=goblin)
    missed = desk.all(AttackRolled)[-1]
    assert missed.outcome == "miss" and missed.bonus.value == 6 + 1, "a dwarf hates goblinoids"
    assert missed.ac.value == 16 - 2  # flat-footed: no +2 Dex
    desk.do("attack", who=who, target=goblin, bonus=2)
    hit = desk.all(AttackRolled)[-1]
    assert hit.outcome == "hit" and hit.bonus.value == 9
    assert desk.all(Hurt)[-1].amount == 5 + 3 and desk.figure("Goblin").hp == 6 - 8
    desk.done()


@pytest.mark.rule("PF-SAVE-06.2", "PF-DMG-01.1")
def test_a_blast_is_rolled_once_and_whoever_passes_its_save_takes_half() -> None:
    desk = DeskTable(GOBLINS, dice=[2, 3, 20, 1])
    desk.do("harm", who=desk.ids("Goblin", "Goblin 2"), dice="2d6", type="fuoco", save="riflessi", dc=15)
    assert [(event.passed, event.dc) for event in desk.all(SaveMade)] == [(True, 15), (False, 15)]
    assert [event.amount for event in desk.all(Hurt)] == [2, 5]
    desk.done()


def test_a_save_without_its_dc_is_refused_and_nothing_falls() -> None:
    desk = DeskTable(GOBLINS)
    refusal = desk.refusal("harm", who=desk.ids("Goblin"), dice="2d6", save="riflessi")
    assert refusal is not None and refusal.code == "desk_save_dc"
    desk.done()


def test_a_monster_plays_by_itself_against_the_foe_from_whom_it_may_expect_most() -> None:
    desk = DeskTable(DORNA, TILLI, Newcomer(side="b", beast="goblin"), dice=[18, 3])
    desk.begin(Goblin=20, Dorna=10, Tilli=5)
    assert desk.reminders()[0] == ("play", ("Goblin",))
    desk.overrule("Tilli Mezzopasso", "ferita", hp=2)
    desk.take()
    attack = desk.all(AttackRolled)[-1]
    assert desk.figures[attack.target].name == "Tilli Mezzopasso"  # two hit points left: nearest to falling
    desk.done()


@pytest.mark.rule("PF-HEAL-04.1")
def test_the_dying_are_reminded_of_until_somebody_sees_to_them() -> None:
    desk = DeskTable(DORNA, GOBLINS)
    desk.do("harm", who=desk.ids("Goblin"), dice="8")
    assert desk.reminders() == [("dying", ("Goblin",))]
    desk.take()
    assert desk.reminders() == [] and desk.figure("Goblin").stable


# --- secrets --------------------------------------------------------------------------------------------


def test_what_is_hidden_is_in_no_view_of_the_players_and_its_rolls_are_the_referees() -> None:
    desk = DeskTable(DORNA, ORC, dice=[10, 10])
    desk.do("next")
    players = desk.view("")
    assert [row.name for row in players.rows] == ["Dorna Pietrafessa"] and len(players.order) == 1
    assert not players.offers and not players.reminders
    orc = desk.id("Orco")
    shown = [event.shown_to("") for event in desk.game.journal]
    assert orc not in str([event for event in shown if event is not None])
    desk.do("show", who=(orc,))
    assert [row.name for row in desk.view("").rows] == ["Dorna Pietrafessa", "Orco"]


def test_the_players_hear_of_blows_but_not_the_numbers_of_their_opponents_unless_these_are_opened() -> None:
    desk = DeskTable(DORNA, Newcomer(side="b", beast="goblin"), dice=[6, 6])
    desk.begin(Dorna=20, Goblin=10)
    desk.do("attack", who=desk.ids("Dorna Pietrafessa"), target=desk.id("Goblin"))
    told = desk.all(AttackRolled)[-1].shown_to("")
    assert isinstance(told, AttackRolled) and (told.ac.value, told.bonus.value) == (0, 0)
    assert RULESET.sentence(desk.state, told, "it") == "Dorna Pietrafessa manca Goblin (Ascia da guerra nanica)."
    assert next(row.tracks for row in desk.view("").rows if row.name == "Goblin") == ()
    desk.do("open")
    desk.do("attack", who=desk.ids("Dorna Pietrafessa"), target=desk.id("Goblin"))
    told = desk.all(AttackRolled)[-1].shown_to("")
    assert isinstance(told, AttackRolled) and told.ac.value == 14


@pytest.mark.parametrize("seat", [REFEREE, "", "a"])
def test_what_a_screen_draws_of_a_desk_tells_nobody_more_than_where_it_is(seat: str) -> None:
    desk = DeskTable(DORNA, ORC)
    scene = RULESET.scene(RULESET.view(desk.state, seat), seat, "it")
    assert scene.figures == () and scene.standing == desk.view().standing


# --- keeping --------------------------------------------------------------------------------------------


def test_somebody_who_joins_in_the_midst_of_a_fight_rolls_for_a_place_in_the_order() -> None:
    desk = DeskTable(DORNA, Newcomer(side="b", beast="goblin"), dice=[20])
    desk.begin(Dorna=20, Goblin=10)
    desk.do("add", beast="orco")
    assert desk.figures[desk.view().order[1]].name == "Orco"
    assert desk.turn == "Dorna Pietrafessa"
    desk.done()


def test_the_party_goes_home_as_it_is_and_comes_back_so() -> None:
    desk = DeskTable(DORNA, TILLI)
    desk.do("harm", who=desk.ids("Tilli Mezzopasso"), dice="9")
    desk.do("set", who=desk.ids("Dorna Pietrafessa"), condition="affaticato")
    text = desk.desk.party(desk.game, "")
    again = DeskTable(*desk.desk.sheets(text, "gruppo.yaml"))
    assert again.figure("Tilli Mezzopasso").hp == desk.figure("Tilli Mezzopasso").hp == 25 - 9
    assert again.figure("Dorna Pietrafessa").has("affaticato")


def test_the_hour_of_the_campaign_goes_on_in_the_next_encounter() -> None:
    desk = DeskTable(DORNA, clock=5)
    desk.do("hours", n=3)
    text = desk.desk.party(desk.game, "")
    assert "clock: 8\n" in text and desk.desk.hour(text) == 8
    again = DeskTable(*desk.desk.sheets(text, "gruppo.yaml"), clock=desk.desk.hour(text))
    assert again.game.state.clock == 8


def test_an_evening_is_saved_resumed_and_taken_back() -> None:
    desk = DeskTable(DORNA, GOBLINS, dice=[4, 9])
    desk.do("initiative", who=desk.ids("Goblin", "Goblin 2"), n=3)
    desk.begin(Dorna=20)
    desk.do("harm", who=desk.ids("Goblin"), dice="3")
    again = load(save(desk.game), RULESET, desk.dice)
    assert again.state == desk.state and again.pending == desk.game.pending
    undo(again)
    again.choose(order("harm", who=desk.ids("Goblin"), dice="1"), REFEREE)
    assert again.state.figures[desk.id("Goblin")].hp == 5  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{sheet: gobblin}", "goblin"),
        ("{sheet: goblin, hp: 99999}", "hp"),
        ("{sheet: goblin, items: [spada-lungaa]}", "spada-lunga"),
        ("{party: x, name: x, ruleset: cairn, members: []}", "cairn"),
        ("[", ""),
    ],
)
def test_a_sheet_that_cannot_be_says_where_and_what_to_do(text: str, said: str) -> None:
    with pytest.raises(ContentError) as caught:
        RULESET.desk().sheets(text, "foglio.yaml")
    assert said in caught.value.render("it")


def test_every_event_of_the_desk_has_its_sentence_in_both_languages() -> None:
    for kind in REFEREE_EVENTS:
        for lang in ("it", "en"):
            keys = RULESET.messages().templates[lang]
            assert any(key.startswith(f"event.{kind.__name__}") for key in keys), (kind, lang)


def test_what_one_attacks_with_is_said_of_whom_it_is() -> None:
    desk = DeskTable(DORNA, Newcomer(side="b", beast="goblin"))
    (attack,) = [one for one in desk.view().offers if one.do == "attack"]
    weapon = attack.field("weapon")
    assert weapon is not None and weapon.whose == "who"
    (goblin,), (dorna,) = desk.ids("Goblin"), desk.ids("Dorna Pietrafessa")
    owners = {choice.key: choice.of for choice in weapon.choices}
    assert owners["spada-corta"] == (goblin,), owners
    assert {it for of in owners.values() for it in of} == {goblin, dorna}

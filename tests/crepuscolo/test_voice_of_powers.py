"""What a battle says of powers and abilities: which rule did it, what it cost, what is on the table."""

from __future__ import annotations

from arbitro.content.errors import Lang
from tests.crepuscolo.casting import caster, use
from tests.crepuscolo.field import RULES, Field
from tests.crepuscolo.trials import at


def last(field: Field, number: int, lang: Lang = "it") -> list[str]:
    """What is told last."""
    return [text for event in field.game.journal if (text := RULES.sentence(field.state, event, lang))][-number:]


def test_what_a_power_does_is_told_with_its_name() -> None:
    field = caster("CDC-PW-075", 6, b1=at(13))
    use(field, "CDC-PW-075", "b1")
    assert last(field, 1) == ["Prova (b1) finisce A Terra per Percossa Mentale."]
    field = caster("CDC-PW-091", 6, b1=at(13, abilities=["CDC-AB-024"]))
    use(field, "CDC-PW-091", "b1", rank=3)
    if field.asked == "choose":
        field.answer("CDC-AB-024")
    assert last(field, 1) == ["Prova (b1) perde l'abilità Pelle Dura per Azzerare la Mente."]
    assert last(field, 1, "en") == ["Plain (b1) loses the ability Tough Skin by Blank the Mind."]


def test_what_a_use_costs_is_told_after_the_use() -> None:
    field = caster("CDC-PW-014", 6, b1=at(13))
    use(field, "CDC-PW-014", "b1")
    assert last(field, 5) == [
        "Prova (a1) usa il potere Dardo di Fuoco, spendendo d6.", "Prova (a1) spende 1 punto Arcano.",
        "Prova (a1) tira d6 → 6 contro SdS 4.", "Prova (a1) riesce a usare Dardo di Fuoco.",
        "Prova (b1) subisce la condizione Fuoco per Dardo di Fuoco.",
    ]  # fmt: skip


def test_a_token_on_the_table_is_told_as_one_and_not_as_something_on_its_maker() -> None:
    field = caster("CDC-PW-016", 6, b1=at(40))
    use(field, "CDC-PW-016")
    field.to(10, 10)
    assert last(field, 2) == ["Prova (a1) riesce a usare Scia di Fuoco.", "Il segnalino Scia è in (10; 10)."]


def test_a_die_that_was_not_used_in_time_is_told_as_a_die() -> None:
    field = Field({"a1": at(10, abilities=["CDC-AB-027"]), "b1": at(40)})
    field.act("a1", "ability", "CDC-AB-027")
    field.answer(1)
    field.answer(("pass",))
    assert "Prova (a1) perde un dado di Frenesia, non usato in tempo." in last(field, 4)


def test_tokens_of_ones_own_are_spent_and_the_others_taken_away() -> None:
    field = Field(
        {"a1": at(10, abilities=["CDC-AB-089"], conditions=["Fuoco"], tokens=(("Debello", 3),)), "b1": at(40)}
    )
    field.act("a1", "boon", "CDC-AB-089", "Fuoco")
    assert last(field, 2) == [
        "Prova (a1) spende 1 segnalino Debello.",
        "Prova (a1) si libera della condizione Fuoco per Debello.",
    ]


def test_a_hit_in_any_case_says_why() -> None:
    field = Field({"a1": at(10), "b1": at(13, conditions=["A Terra"])}, dice=[2])
    field.act("a1", "melee", "b1", die=8)
    assert "riesce in ogni caso (A Terra)." in last(field, 2)[0]
    pressing = Field({"a1": at(10, abilities=["CDC-AB-044"]), "b1": at(12.6)}, dice=[2])
    pressing.act("a1", "melee", "b1", die=8)
    pressing.answer(0)
    assert "riesce in ogni caso (Incalzare)." in last(pressing, 2)[0]


def test_the_dice_of_a_deviation_say_what_they_are_for() -> None:
    field = caster("CDC-PW-137", 6, 6, b1=at(40))
    use(field, "CDC-PW-137", rank=3)
    field.to(20, 20)
    assert last(field, 2) == [
        "Prova (a1) tira per la Deviazione: d6 → 6.", "Deviazione nulla: il punto resta in (20; 20).",
    ]  # fmt: skip


def test_a_doctrine_that_ends_is_no_die() -> None:
    field = caster("CDC-PW-096", 6, me={"points": (("ki", 3),), "dice": (4, 6)}, b1=at(40))
    use(field, "CDC-PW-096")
    field.answer(("pass",))
    assert "Dottrina della Fenice non ha più effetto su Prova (a1)." in last(field, 4)


def test_a_power_that_is_undone_is_named() -> None:
    field = caster("CDC-PW-014", 4, b1=at(13, abilities=["CDC-PW-061"], points=(("arcano", 3),)))
    field.state.figures["a1"].points = (("arcano", 1),)
    use(field, "CDC-PW-014", "b1")
    field.answer(("CDC-PW-061", "b1", 4))
    assert last(field, 1) == [
        "L'azione di Prova (a1) (Dardo di Fuoco) è annullata da Disincanto; i dadi restano spesi."
    ]

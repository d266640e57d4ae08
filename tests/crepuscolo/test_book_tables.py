"""The tables of the book, typed a second time from the print and compared with the shipped data.

Everything below was read off chapters I, V, VI and VII. Ids follow the order in which chapter V first
prints an item and chapter VI an ability, so the order of the lists is data too.
"""

from pathlib import Path
from typing import Any, cast

import pytest
from ruamel.yaml import YAML

BOOK = Path(__file__).parents[2] / "src/arbitro/rulesets/crepuscolo/content/book"


def records(kind: str) -> dict[str, dict[str, Any]]:
    """The records of one kind in the book's pack (``kind.yaml``, ``kind-more.yaml``), by id."""
    files = [BOOK / f"{kind}.yaml", *sorted(BOOK.glob(f"{kind}-*.yaml"))]
    read = [YAML(typ="safe", pure=True).load(file)[kind] for file in files]
    rows = [row for part in read for row in cast("list[dict[str, Any]]", part)]
    found = {row["id"]: row for row in rows}
    assert len(found) == len(rows), f"an id stands twice in {kind}"
    return found


LISTS = records("lists")
ABILITY_LISTS = records("ability_lists")
ITEMS = records("items")
PROFILES = records("profiles")
KEYWORDS = records("keywords")

# Heading: items and prices as chapter V prints them. A "!" marks the three prices that are rulings of ours.
EQUIPMENT = {
    "Armi da corpo a corpo comuni": "Arma improvvisata 0, Spada 2, Ascia 3, Mazza 1, Martello 3, Asta 2, Pugnale 1,"
    " Spadone 5, Maglio 5",
    "Armi a distanza comuni": "Pugnale da lancio 1, Ascia da lancio 5, Giavellotto 3, Arco 5",
    "Equipaggiamenti da Barbaro": "Grande Ascia 6, Randello 8, Rostro 4, Mazzafrusto 5, Armatura Leggera 3,"
    " Brocchiere 2",
    "Equipaggiamenti da Guerriero": "Alabarda 7, Partigiana 6, Lancia 3, Grande Ascia 6, Roncone 6, Armatura Leggera 3,"
    " Armatura Media 5, Brocchiere 2, Scudo da pugna 5, Balestra 7",
    "Equipaggiamenti da Guerriero Tecnofero": "Maglio Termico 10, Spadone Termico 10, Armatura Leggera 3,"
    " Scudo da pugna 5, Proto-Pistola 4, Schioppo 7, Cingomaglio 10",
    "Equipaggiamenti da Cercatore": "Grande Ascia 6, Armatura Leggera 3, Armatura Media 5, Pistola 5,"
    " Fucile a canne mozze 10, Fucile a pompa 10",
    "Equipaggiamenti da Assassino Tecnofero": "Armi avvelenate 3, Balestra 7",
    "Equipaggiamenti da Assassino": "Armi avvelenate 3, Balestra 7, Fucile di precisione 10",
    "Equipaggiamenti da Predone Barbaro": "Sciabola 3, Brocchiere 3, Rampino 1",
    "Equipaggiamenti da Predone": "Sciabola 3, Pistola 5, Pistola malconcia 1, Mitragliatrice 8,"
    " Mitragliatrice malconcia 3, Rampino 1",
    "Equipaggiamenti da Assaltatore Tecnofero": "Proto-Mitragliatrice 6, Proto-Pistola 4, Schioppo 7,"
    " Proto-Lanciafiamme 7, Granata fumogena 1, Cingolama 10, Cingoascia 10",
    "Equipaggiamenti da Assaltatore": "Mitragliatrice 8, Mitragliatrice Pesante 10, Pistola 5, Fucile a pompa 10",
    "Equipaggiamenti da Difensore": "Armatura Leggera 3, Armatura Media 5, Armatura Pesante 8, Brocchiere 2,"
    " Scudo da pugna 5, Pavese 8",
    "Equipaggiamenti da Esploratore": "Balestra 7, Brocchiere 3, Rampino 1",
    "Equipaggiamenti da Avventuriero Barbaro": "Sciabola 3, Grande Ascia 6, Balestra 7",
    "Equipaggiamenti da Avventuriero Tecnofero": "Spadone Termico 10, Cingolama 10, Proto-Pistola 4, Schioppo 7,"
    " Pistola integrata 3, Frusta 2",
    "Equipaggiamenti da Avventuriero": "Pistola 5, Fucile a canne mozze 10, Mitragliatrice 8, Granata fumogena 1,"
    " Frusta 2",
    "Equipaggiamenti da Seguace Oscuro": "Armi Maledette 1, Armi Crudeli 5, Armi Nere 5, Scettro 1, Armi d’Ossa 3!",
    "Equipaggiamenti da Caotico": "Cingolama 10, Cingomaglio 10, Armi Migliorate 1, Scudo da pugna 5",
    "Equipaggiamenti da Esiliato": "Partigiana 6, Lama Cerimoniale 6!",
    "Equipaggiamenti da Rinnegato": "Sciabola 3, Armi avvelenate 3, Artigli da Mischia 1",
    "Equipaggiamenti da Campione": "Armi Migliorate 1, Armatura migliorata 3",
    "Equipaggiamenti da Alfiere": "Stendardo 10, Dotazioni da Musico 5",
    "Equipaggiamenti da Comandante": "Armi Migliorate 1, Talismano di Fortuna 1, Talismano di Protezione 10,"
    " Bracciali della Forza 5, Ciondolo della Possanza 3, Amuleto della Ferocia 3",
    "Equipaggiamenti da Paladino": "Armi Incantate 10, Armi Consacrate 5, Armi Migliorate 1, Armatura migliorata 3,"
    " Armatura Incantata 5, Armatura Consacrata 5",
    "Equipaggiamenti da Leggenda": "Armi Incantate 10, Armi Consacrate 5, Armi Migliorate 1, Armi Infuocate 5!,"
    " Armi leggendarie 10, Armatura migliorata 3, Armatura Incantata 5, Armatura Consacrata 5,"
    " Armatura Leggendaria 10",
    "Equipaggiamenti da Flagello": "Armi Incantate 10, Armi Nere 5, Armi Migliorate 1, Armi del Flagello 10,"
    " Armatura migliorata 3, Armatura Incantata 5",
    "Equipaggiamenti da Semidio": "Armi Incantate 10, Armi Consacrate 5, Armi Migliorate 1, Armi Infuocate 5,"
    " Armi leggendarie 10, Armi divine 15, Armatura migliorata 3, Armatura Incantata 5, Armatura Divina 15",
    "Equipaggiamenti da Mentalista": "Neuro-acceleratore 3, Neuro-trasmettitore 6, Neuro-ricevitore 3,"
    " Armi Psico-Potenziate 3",
    "Equipaggiamenti da Mago": "Armi Stregate 3, Armi Infuocate 5, Scettro 1, Scettro del Potere 6,"
    " Scettro del Dominio 12",
    "Equipaggiamenti da Illusionista": "Armi dei Sogni 3, Tarocchi 1, Portafortuna 1",
    "Equipaggiamenti da Umano": "Armatura Leggera 3, Scudo da pugna 5, Armatura migliorata 3",
    "Equipaggiamenti da Elfo": "Sventratrice 3, Proto-Pistola 4, Armi Migliorate 1, Pistola integrata 3,"
    " Artigli da scalatore 1, Arcolama 7, Balestra-Fucile elfico 8",
    "Equipaggiamenti da Sciacallo": "Frusta 2, Pistola 5",
    "Equipaggiamenti da Mutante": "Catene da combattimento 2, Armi avvelenate 3, Artigli da Mischia 1",
}

# Heading: abilities and prices as chapter VI prints them; Rinforzi lowers a cost by 3. Fuga, bare in the
# list of the Sciacallo, is not for sale and not here.
ABILITIES = {
    "comuni": "Duellante Esperto 5, Tiratore Esperto 5, Sviluppo Mentale 5, Schivare 10, Resistenza al Fuoco 3,"
    " Resistenza al Veleno 3, Resistenza alla Stregoneria 6, Resistenza allo Psionismo 7, Diffidenza 5,"
    " Forza Prodigiosa 3, Agilità Sorprendente 3, Volontà di Ferro 3, Pelle Dura 4",
    "Barbaro": "Furia 5, Ira 3, Frenesia 3, Sete di Sangue 3, Berserker 5, Vendetta 3, Odio 5, Astio 5, Avversione 5,"
    " Ricognizione 10, Rinforzi -3, Grido di Guerra 5",
    "Tecnofero": "Affinità alla Tecnologia 1",
    "Guerriero": "Duellante Supremo 3, Tiratore Supremo 3, Colpo di Guardia 5, Colpo del Veterano 3, Contrattacco 10,"
    " Prontezza Guerriera 3, Incalzare 5",
    "Cercatore": "Recupero 5, Tiratore Supremo 3, Fuoco di copertura 5, Tiro in Avanzata 3, Ricognizione 10,"
    " Aura di Rapidità 5",
    "Assassino": "Colpo Mortale 5, Tiro Letale 5, Finire nell’Ombra 5, Movimento in Copertura 3, Corsa 5,"
    " Arrampicatore 3, Duellante Supremo 3, Fuoco Ravvicinato 6",
    "Predone": "Colpo Mortale 5, Fuoco Ravvicinato 6, Tiro in Avanzata 3, Ricognizione 10, Incalzare 5,"
    " Movimento in Copertura 3, Fuoco Rapido 6, Toccata e Fuga 3, Agilità 4, Presa Salda 2",
    "Assaltatore": "Indomito 5, Tiro in Avanzata 3, Familiarità con le Armi da Fuoco 1, Grido di Richiamo 1,"
    " Distruttore 5, Ritirata Rapida 5, Correre al Riparo 5",
    "Difensore": "Difesa Stoica 5, Fuoco Ravvicinato 6, Contrattacco 10, Incalzare 5, Duellante Supremo 3,"
    " Combattimento Difensivo 3, Tiro in Copertura 5, Aura di Cautela 6",
    "Esploratore": "Ricognizione 10, Toccata e Fuga 3, Ritirata Rapida 5, Correre al Riparo 5,"
    " Movimento in Copertura 3, Tiro in Copertura 5, Eludere 15, Tiratore Supremo 3",
    "Avventuriero": "Incalzare 5, Colpo Mortale 5, Duellante Supremo 3, Ricognizione 10, Movimento in Copertura 3,"
    " Colpo del Veterano 3, Perizia dell’Avventuriero 3, Riflessi Fulminei 9",
    "Seguace Oscuro": "Odio 5, Aura di Caligine 10, Aura di Avversione 10, Aura di Dolore 15, Finire nell’Ombra 5,"
    " Forza delle Tenebre 5, Intimidire 3, Terrore 10",
    "Caotico": "Maglio del Caos 5, Forza delle Tenebre 5, Ira 3, Frenesia 3, Vendetta 3, Duellante Supremo 3,"
    " Colpo del Veterano 3, Contrattacco 10, Distruttore 5, Circolo del Caos 10",
    "Esiliato": "Vendetta 3, Odio 5, Arti Esotiche 5, Danza di Lame 10, Parata Armata 3, Circolo della Legge 10,"
    " Ricognizione 10",
    "Rinnegato": "Odio 5, Ira 3, Frenesia 3, Sete di Sangue 3, Aura di Ferocia 5, Lacerare 3, Forza Inumana 6, Corsa 5,"
    " Rinforzi -3",
    "Campione": "Aura di Ispirazione 5, Debello 1, Danza di Lame 10, Chiamata dell’Orgoglio 3, Indomito 5",
    "Alfiere": "Aura di Coraggio 5",
    "Comandante": "Aura di Comando 5, Grido di Richiamo 1, Debello 1",
    "Paladino": "Aura di Fede 10, Vero Credente 3, Mano della Fede 1, Forza della Fede 5, Benedizione degli Dei 3,"
    " Martirio 1",
    "Leggenda": "Aura di Devozione 5, Intangibilità 10, Forza delle Leggende 5, Invitto 5",
    "Flagello": "Aura di Disperazione 5, Forza Inumana 6, Debello 1, Servo del Fato 1, Respingere 3,"
    " Circolo della Legge 10, Campo Runico 1, Distruttore 5",
    "Semidio": "Aura di Divinità 5, Aura di Fervore 10, Intangibilità 10, Immunità al Fuoco 3, Immunità al Veleno 3,"
    " Immunità ai Colpi Critici 16, Immunità alla Magia 10, Immunità allo Psionismo 12, Plasmatore di Mondi 15,"
    " Distruttore di Civiltà 20",
    "Mentalista": "Mente Prodigiosa 8, Immunità allo Psionismo 12, Campo Psionico 10, Guerriero Psionico 3,"
    " Meditazione 1",
    "Mago": "Talento Prodigioso 8, Mago Guerriero 3, Invocazione 1, Immunità alla Magia 10, Campo Magico 5",
    "Illusionista": "Maestro delle Maschere 4, Supremazia 1, Campo Runico 1",
    "Umano": "Rinforzi -3, Indomito 5, Suscettibile 1",
    "Elfo": "Tiratore Supremo 3, Duellante Supremo 3, Danza di Lame 10",
    "Sciacallo": "Intimidire 3, Sete di Sangue 3",
    "Mutante": "Mutazione Rampante 1, Sete di Sangue 3, Secrezione Viscida 1, Secrezione Tossica 1,"
    " Secrezione Caotica 2, Presenza Terrificante 3, Accelerazione Genetica: Forza 3,"
    " Accelerazione Genetica: Agilità 3, Accelerazione Genetica: Velocità 3, Placche Ossee 4, Carapace 5,"
    " Derma Uncinato 1, Zanne 5, Arti Addizionali 6",
}


def prices(line: str) -> dict[str, int]:
    """Names and prices of one typed list."""
    pairs = [part.strip().rstrip("!").rsplit(" ", 1) for part in line.split(",")]
    return {name: int(price) for name, price in pairs}


def numbered(lists: dict[str, str], form: str, first: int) -> dict[str, str]:
    """The id of every name: numbers rise in the order in which the names first appear."""
    names = dict.fromkeys(name for line in lists.values() for name in prices(line))
    return {name: form.format(number) for number, name in enumerate(names, first)}


ITEM_IDS = numbered(EQUIPMENT, "CDC-EQ-{}", 10)
ABILITY_IDS = numbered(ABILITIES, "CDC-AB-{:03}", 12)

# Clauses that a list's prices prove, beside the table's own.
LIST_RULES = {
    "Equipaggiamenti da Barbaro": ["CDC-EQ-28.3"],
    "Equipaggiamenti da Guerriero": ["CDC-EQ-28.3"],
    "Equipaggiamenti da Difensore": ["CDC-EQ-28.3"],
    "Equipaggiamenti da Predone Barbaro": ["CDC-EQ-28.4"],
    "Equipaggiamenti da Esploratore": ["CDC-EQ-28.4"],
    "Equipaggiamenti da Seguace Oscuro": ["CDC-EQ-65.3"],
    "Equipaggiamenti da Esiliato": ["CDC-EQ-67.7"],
    "Equipaggiamenti da Leggenda": ["CDC-EQ-81.3"],
}


def of_name(lists: dict[str, dict[str, Any]], name: str) -> dict[str, Any]:
    """The one list with this name or alias."""
    (found,) = [row for row in lists.values() if name == row["name"] or name in row["aliases"]]
    return found


@pytest.mark.rule("CDC-EQ-08.1")
def test_chapter_v_has_35_lists_in_this_order() -> None:
    shipped = [row["name"] for row in LISTS.values() if row["rule"] == "CDC-EQ-08"]
    assert shipped == list(EQUIPMENT)
    assert len(shipped) == 35


@pytest.mark.parametrize(
    "heading",
    [
        pytest.param(heading, marks=pytest.mark.rule("CDC-EQ-08.2", "CDC-EQ-08.3", *LIST_RULES.get(heading, [])))
        for heading in EQUIPMENT
    ],
)
def test_equipment_list_offers_these_items_at_these_prices(heading: str) -> None:
    typed = {ITEM_IDS[name]: price for name, price in prices(EQUIPMENT[heading]).items()}
    assert of_name(LISTS, heading)["items"] == typed


@pytest.mark.rule("CDC-CMP-18.2")
def test_salvaged_firearms_are_the_two_battered_ones() -> None:
    assert of_name(LISTS, "Armi da Fuoco di Recupero")["items"] == {
        ITEM_IDS["Pistola malconcia"]: 1,
        ITEM_IDS["Mitragliatrice malconcia"]: 3,
    }


@pytest.mark.rule("CDC-CMP-18.1")
@pytest.mark.parametrize(
    ("lists", "named", "heading"),
    [
        (LISTS, "Armi da Corpo a Corpo Comuni", "Armi da corpo a corpo comuni"),
        (LISTS, "Armi a Distanza Comuni", "Armi a distanza comuni"),
        (LISTS, "Armi degli Sciacalli", "Equipaggiamenti da Sciacallo"),
        (LISTS, "Armi dei Cercatori", "Equipaggiamenti da Cercatore"),
        (ABILITY_LISTS, "Abilità Comuni", "Abilità comuni"),
        (ABILITY_LISTS, "Abilità dei Guerrieri", "Abilità da Guerriero"),
        (ABILITY_LISTS, "Abilità dei Predoni", "Abilità da Predone"),
        (ABILITY_LISTS, "Abilità degli Sciacalli", "Abilità da Sciacallo"),
        (ABILITY_LISTS, "Abilità degli Umani", "Abilità da Umano"),
    ],
)
def test_profiles_name_the_lists_in_another_form(lists: dict[str, dict[str, Any]], named: str, heading: str) -> None:
    assert of_name(lists, named)["name"] == heading


def test_chapter_vi_has_29_lists_in_this_order() -> None:
    headings = ["Abilità comuni" if word == "comuni" else f"Abilità da {word}" for word in ABILITIES]
    assert [row["name"] for row in ABILITY_LISTS.values()] == headings
    assert len(headings) == 29
    # 195 lines and 129 names with Fuga, which has no price and is not for sale
    assert sum(len(row["abilities"]) for row in ABILITY_LISTS.values()) == 195 - 1
    assert len({ability for row in ABILITY_LISTS.values() for ability in row["abilities"]}) == 129 - 1


@pytest.mark.parametrize("word", ABILITIES)
def test_ability_list_offers_these_abilities_at_these_prices(word: str) -> None:
    typed = {ABILITY_IDS[name]: price for name, price in prices(ABILITIES[word]).items()}
    shipped = of_name(ABILITY_LISTS, "Abilità comuni" if word == "comuni" else f"Abilità da {word}")
    assert shipped["abilities"] == typed


def test_fuga_is_not_for_sale() -> None:
    assert all("CDC-AB-140" not in row["abilities"] for row in ABILITY_LISTS.values())


Fields = dict[str, Any]
STATIC = (
    *("type", "hands", "reach", "range", "damage", "criticals", "shots", "complete", "once_per_game", "base"),
    *("resistance", "protection", "heavy", "bonus", "sds_melee_against", "sds_ranged_against", "dda"),
    *("melee_only", "single", "needs_weapon", "excludes", "forbids"),
)
NO_CRITICALS: Fields = {"criticals": "never"}
ONE_SHOT: Fields = {"shots": 1}
BANNED_BY_BANNERS: Fields = {"forbids": ["two_handed", "pair", "ranged", "shield"]}


def melee(hands: int | str, reach: int, *more: Fields, **bonus: int) -> Fields:
    """A melee weapon: hands, reach in cm, other fields, bonuses to characteristics."""
    fields: Fields = {"type": "melee", "hands": hands, "reach": reach}
    for extra in more:
        fields |= extra
    return fields | ({"bonus": bonus} if bonus else {})


def ranged(reach: int | str, damage: int, *more: Fields) -> Fields:
    """A ranged weapon: range in cm, damage, other fields."""
    fields: Fields = {"type": "ranged", "range": reach, "damage": damage}
    for extra in more:
        fields |= extra
    return fields


def armour(resistance: int, protection: int, **more: Any) -> Fields:
    """An armour with its two values."""
    return {"type": "armour", "resistance": resistance, "protection": protection, **more}


def other(kind: str, **more: Any) -> Fields:
    """An item of another type."""
    return {"type": kind, **more}


MELEE_UPGRADE = other("weapon_upgrade", melee_only=True)

# Name, fields, numbers of the item's clauses that these fields prove.
TYPED: list[tuple[str, Fields, str]] = [
    ("Arma improvvisata", melee(1, 1), "1 2"),
    ("Spada", melee(1, 1, cmb=2), "1 2"),
    ("Ascia", melee(1, 1, dan=1), "1 2"),
    ("Mazza", melee(1, 1), "1 2"),
    ("Martello", melee(1, 1, NO_CRITICALS, cmb=1, dan=1), "1 2 3"),
    ("Asta", melee(1, 4, NO_CRITICALS), "1 2"),
    ("Pugnale", melee(1, 1), "1 2"),
    ("Spadone", melee(2, 3, cmb=2), "1 2 3"),
    ("Maglio", melee(2, 1, cmb=1, dan=1), "1 2 3 4"),
    ("Pugnale da lancio", ranged(20, 1, NO_CRITICALS), "1 2 3"),
    ("Ascia da lancio", ranged(18, 2, NO_CRITICALS), "1 2 3"),
    ("Giavellotto", ranged(40, 1, NO_CRITICALS), "1 2 3"),
    ("Arco", ranged(60, 1, NO_CRITICALS), "1 2 3"),
    ("Grande Ascia", melee(2, 3, dan=1), "1 2 3"),
    ("Randello", melee(2, 3), "1 2"),
    ("Rostro", melee(1, 1), "1 2"),
    ("Mazzafrusto", melee(1, 1, cmb=1, dan=1), "1 2 3"),
    ("Armatura Leggera", armour(1, 1), "1"),
    ("Brocchiere", other("shield", bonus={"cmb": 1}), "1 2"),
    ("Alabarda", melee(2, 6, NO_CRITICALS, dan=1), "1 2 3"),
    ("Partigiana", melee(2, 6, NO_CRITICALS, cmb=1), "1 2 3"),
    ("Lancia", melee(2, 6), "1 2"),
    ("Roncone", melee(2, 6), "1 2"),
    ("Armatura Media", armour(2, 1), "1"),
    ("Scudo da pugna", other("shield", sds_melee_against=1), "1"),
    ("Balestra", ranged(55, 2, NO_CRITICALS, ONE_SHOT), "1 2 3"),
    ("Maglio Termico", melee(2, 1, {"base": "CDC-EQ-18"}, cmb=1, dan=1), ""),
    ("Spadone Termico", melee(2, 3, {"base": "CDC-EQ-17"}, cmb=2), ""),
    ("Proto-Pistola", ranged(40, 1, ONE_SHOT), "1 2 3"),
    ("Schioppo", ranged(80, 1), "1 2 3"),
    ("Cingomaglio", melee(2, 1, {"base": "CDC-EQ-18"}, cmb=1, dan=1), ""),
    ("Pistola", ranged(45, 1), "1 2 3"),
    ("Fucile a canne mozze", ranged(55, 2, ONE_SHOT), "1 2 3"),
    ("Fucile a pompa", ranged(55, 2, ONE_SHOT), "1 2 3"),
    ("Armi avvelenate", other("weapon_upgrade"), "1"),
    ("Fucile di precisione", ranged("unlimited", 2, {"complete": True}), "1 3"),
    ("Sciabola", melee(1, 1, NO_CRITICALS, cmb=3), "1 2"),
    ("Rampino", other("gear", dda=-2), "1"),
    ("Pistola malconcia", ranged(45, 1), "1 2 3"),
    ("Mitragliatrice", ranged(45, 1, ONE_SHOT), "1 2 3"),
    ("Mitragliatrice malconcia", ranged(45, 1, ONE_SHOT), "1 2 3"),
    ("Proto-Mitragliatrice", ranged(45, 1, {"complete": True}), "1 2 3"),
    ("Proto-Lanciafiamme", other("ranged", complete=True), ""),
    ("Granata fumogena", ranged(25, 0, {"once_per_game": True}), "1 2 5"),
    ("Cingolama", melee(2, 3, {"base": "CDC-EQ-17"}, cmb=2), ""),
    ("Cingoascia", melee(2, 3, {"base": "CDC-EQ-23"}, dan=1), "1"),
    ("Mitragliatrice Pesante", ranged(40, 2, ONE_SHOT), "1 2 3"),
    ("Armatura Pesante", armour(3, 1, heavy=True), "1"),
    ("Pavese", other("shield", sds_melee_against=1, sds_ranged_against=1), "1"),
    ("Pistola integrata", other("gear", needs_weapon="melee", single=True, excludes=["CDC-EQ-60"]), ""),
    ("Frusta", melee(2, 1, NO_CRITICALS), "1 2"),
    ("Armi Maledette", MELEE_UPGRADE, "1"),
    ("Armi Crudeli", MELEE_UPGRADE, "1"),
    ("Armi Nere", MELEE_UPGRADE, "1"),
    ("Scettro", melee(1, 1, NO_CRITICALS, vol=2), "1 2"),
    ("Armi d’Ossa", MELEE_UPGRADE, "1"),
    ("Armi Migliorate", other("weapon_upgrade", bonus={"cmb": 1}), "1 2"),
    ("Lama Cerimoniale", melee(2, 1), "1 2"),
    ("Artigli da Mischia", melee("pair", 1, NO_CRITICALS, cmb=1), "1 2"),
    ("Armatura migliorata", other("armour_upgrade", resistance=1), "1"),
    ("Stendardo", other("gear", **BANNED_BY_BANNERS), "1"),
    ("Dotazioni da Musico", other("gear", **BANNED_BY_BANNERS), "1"),
    ("Talismano di Fortuna", other("gear", once_per_game=True), "1"),
    ("Talismano di Protezione", other("gear"), "1"),
    ("Bracciali della Forza", other("gear"), "1"),
    ("Ciondolo della Possanza", other("gear", bonus={"res": 1}), "1 2"),
    ("Amuleto della Ferocia", other("gear", bonus={"cmb": 2}), "1 2"),
    ("Armi Incantate", MELEE_UPGRADE, "1"),
    ("Armi Consacrate", MELEE_UPGRADE, "1"),
    ("Armatura Incantata", other("armour_upgrade", protection=1), "1"),
    ("Armatura Consacrata", other("armour_upgrade"), ""),
    ("Armi Infuocate", other("weapon_upgrade"), "1"),
    ("Armi leggendarie", other("weapon_upgrade"), "1"),
    ("Armatura Leggendaria", other("armour_upgrade"), ""),
    ("Armi del Flagello", other("weapon_upgrade", bonus={"dan": 1}), "1 3"),
    ("Armi divine", MELEE_UPGRADE, "1"),
    ("Armatura Divina", other("armour_upgrade"), ""),
    ("Neuro-acceleratore", other("gear"), "1"),
    ("Neuro-trasmettitore", other("gear"), "1"),
    ("Neuro-ricevitore", other("gear"), "1"),
    ("Armi Psico-Potenziate", MELEE_UPGRADE, "1"),
    ("Armi Stregate", MELEE_UPGRADE, "1"),
    ("Scettro del Potere", melee(1, 1, vol=2), "1 2"),
    ("Scettro del Dominio", melee(1, 1, NO_CRITICALS, vol=2), "1 2"),
    ("Armi dei Sogni", MELEE_UPGRADE, "1"),
    ("Tarocchi", other("gear"), "1"),
    ("Portafortuna", other("gear", once_per_game=True), "1"),
    ("Sventratrice", melee(1, 1, cmb=2), "1 2"),
    ("Artigli da scalatore", other("gear", dda=-1), "1"),
    ("Arcolama", ranged(60, 1, {"base": "CDC-EQ-22"}), "1"),
    ("Balestra-Fucile elfico", ranged(55, 2, {"base": "CDC-EQ-35"}, ONE_SHOT), ""),
    ("Catene da combattimento", melee(2, 8, NO_CRITICALS), "1 2"),
]


def marks_of(name: str, clauses: str) -> list[pytest.MarkDecorator]:
    """The clauses of an item that its static fields prove."""
    return [pytest.mark.rule(*(f"{ITEM_IDS[name]}.{n}" for n in clauses.split()))] if clauses else []


@pytest.mark.parametrize(
    ("name", "fields"),
    [pytest.param(name, fields, id=ITEM_IDS[name], marks=marks_of(name, clauses)) for name, fields, clauses in TYPED],
)
def test_item_has_the_printed_fields(name: str, fields: Fields) -> None:
    shipped = ITEMS[ITEM_IDS[name]]
    assert shipped["name"] == name
    assert {key: shipped[key] for key in STATIC if key in shipped} == fields


def test_the_items_are_the_92_of_chapter_v() -> None:
    assert list(ITEMS) == [f"CDC-EQ-{number}" for number in range(10, 102)]
    assert sorted(ITEMS) == sorted(ITEM_IDS[name] for name, _, _ in TYPED)


def test_ten_upgrades_are_for_melee_weapons_only() -> None:
    upgrades = {row["name"]: row.get("melee_only", False) for row in ITEMS.values() if row["type"] == "weapon_upgrade"}
    words = ["Maledette", "Crudeli", "Nere", "d’Ossa", "Incantate", "Consacrate", "divine", "Psico-Potenziate"]
    melee_only = {f"Armi {word}" for word in [*words, "Stregate", "dei Sogni"]}
    any_weapon = {f"Armi {word}" for word in ["Migliorate", "Infuocate", "leggendarie", "del Flagello"]}
    assert {name for name, only in upgrades.items() if only} == melee_only
    assert {name for name, only in upgrades.items() if not only} == any_weapon | {"Armi avvelenate"}


CHARACTERISTICS = ("cr", "res", "cmb", "pre", "dan", "vol", "des")


def characteristics(profile: str) -> list[int]:
    """CR, Resistenza, Combattimento, Precisione, Danno, Volontà, Destrezza."""
    return [PROFILES[profile][key] for key in CHARACTERISTICS]


def started_with(profile: str) -> list[str]:
    """Names of the starting items, from the items or, without rules, from the keywords."""
    return [(ITEMS.get(item) or KEYWORDS[item])["name"] for item in PROFILES[profile]["items"]]


def named_lists(profile: str, key: str, lists: dict[str, dict[str, Any]], printed: list[str]) -> None:
    """The lists a profile is offered are those its print names, in that order."""
    assert PROFILES[profile][key] == [of_name(lists, name)["id"] for name in printed]


@pytest.mark.rule("CDC-CMP-16.1", "CDC-CMP-16.2", "CDC-CMP-16.3", "CDC-CMP-16.4", "CDC-CMP-16.5", "CDC-CMP-16.7")
def test_razziatore_as_printed() -> None:
    row = PROFILES["razziatore"]
    assert row["name"] == "Razziatore"
    assert characteristics("razziatore") == [20, 5, 4, 0, 2, 0, 4]
    assert row["classes"] == ["Guerriero", "Predone", "Sciacallo"]
    assert started_with("razziatore") == ["Ascia"]
    assert row["dan"] + sum(ITEMS[item]["bonus"]["dan"] for item in row["items"]) == 3
    printed = ["Guerriero [AC](P)", "Predone [AC](A)", "Sciacallo [AC](P)", "Intimorire (AL5)", "Massiccio (P)"]
    assert [ability["printed"] for ability in row["abilities"]] == printed
    assert {a["id"]: a["threshold"] for a in row["abilities"] if "threshold" in a} == {ABILITY_IDS["Intimidire"]: 5}
    assert set(KEYWORDS["massiccio"]) == {"id", "name", "name_en", "rule", "note", "note_en"}
    weapons = ["Armi da Corpo a Corpo Comuni", "Armi a Distanza Comuni", "Armi da Fuoco di Recupero"]
    named_lists("razziatore", "weapon_lists", LISTS, [*weapons, "Armi degli Sciacalli"])
    assert row["weapons_only"] is True
    abilities = ["Abilità Comuni", "Abilità dei Guerrieri", "Abilità dei Predoni", "Abilità degli Sciacalli"]
    named_lists("razziatore", "ability_lists", ABILITY_LISTS, abilities)


@pytest.mark.rule("CDC-CMP-17.1", "CDC-CMP-17.2", "CDC-CMP-17.3", "CDC-CMP-17.4", "CDC-CMP-17.5", "CDC-CMP-17.7")
def test_assaltatore_as_printed() -> None:
    row = PROFILES["assaltatore"]
    assert row["name"] == "Assaltatore"
    assert characteristics("assaltatore") == [15, 3, 3, 2, 1, 1, 3]
    assert row["classes"] == ["Guerriero", "Umano"]
    assert started_with("assaltatore") == ["Spada", "Pistola", "Granata fumogena", "Caricatore di riserva"]
    assert row["cmb"] + ITEMS[ITEM_IDS["Spada"]]["bonus"]["cmb"] == 5
    assert set(KEYWORDS["caricatore-di-riserva"]) == {"id", "name", "name_en", "rule", "note", "note_en"}
    printed = ["Guerriero [AC](P)", "Umano [AC](P)", "Tiro in assalto (A)"]
    assert [ability["printed"] for ability in row["abilities"]] == printed
    assert row["abilities"][-1]["id"] == ABILITY_IDS["Tiro in Avanzata"]
    weapons = ["Armi da Corpo a Corpo Comuni", "Armi a Distanza Comuni", "Armi da Fuoco di Recupero"]
    named_lists("assaltatore", "weapon_lists", LISTS, [*weapons, "Armi dei Cercatori"])
    assert row["weapons_only"] is True
    abilities = ["Abilità Comuni", "Abilità dei Guerrieri", "Abilità degli Umani"]
    named_lists("assaltatore", "ability_lists", ABILITY_LISTS, abilities)


@pytest.mark.rule("CDC-PW-010.1", "CDC-PW-010.2")
def test_servo_non_morto_as_printed() -> None:
    row = PROFILES["servo-non-morto"]
    assert row["name"] == "Servo Non Morto"
    assert row["classes"] == ["Servo Non Morto"]
    assert characteristics("servo-non-morto") == [0, 3, 0, 0, 1, 0, 0]
    assert started_with("servo-non-morto") == ["Arma improvvisata"]
    assert row["abilities"] == [{"id": "CDC-IN-027", "printed": "Rianimato"}]
    assert row["weapon_lists"] == row["ability_lists"] == []

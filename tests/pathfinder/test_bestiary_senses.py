"""Senses, defences and feats of the bestiary as the open content prints them, typed by hand from there."""

from __future__ import annotations

from arbitro.rulesets.pathfinder.content import built_in
from arbitro.rulesets.pathfinder.feats import named
from arbitro.rulesets.pathfinder.shapes import Sheet

BOOK = built_in()
DARK, LOW, SCENT, TREMOR = "scurovisione", "crepuscolare", "fiuto", "percezione_tellurica"

SENSES: dict[tuple[str, ...], str] = {
    (LOW,): "corvo scarabeo-di-fuoco coccodrillo roc ettin gigante-delle-colline gigante-del-gelo gigante-del-fuoco "
            "treant",
    (LOW, SCENT): "rospo topo gatto vipera ratto-crudele lupo lupo-crudele cane cane-da-galoppo pony cavallo "
                  "cavallo-da-guerra cinghiale cinghiale-crudele leopardo leone-crudele orso-grizzly elefante "
                  "tirannosauro",
    (LOW, "percezione_cieca:6"): "pipistrello",
    (DARK,): "millepiedi-gigante scheletro zombi ghoul wight ombra mummia quasit elementale-del-fuoco soffocatore "
             "goblin coboldo orco hobgoblin gnoll arpia gargoyle doppelganger minotauro",
    (DARK, TREMOR): "ragno-gigante scorpione-gigante verme-purpureo",
    (DARK, LOW): "ogre gigante-delle-pietre basilisco coccatrice",
    (DARK, LOW, SCENT): "troll stirge worg orsogufo grifone manticora idra viverna",
    (DARK, SCENT): "segugio-infernale bugbear",
    (DARK, "percezione_della_vita"): "presenza",
    (DARK, "vista_nel_buio"): "imp",
    ("scurovisione:36", LOW, "percezione_cieca"): "drago-nero-giovane",
    ("vista_cieca",): "cubo-gelatinoso melma-grigia budino-nero",
}  # fmt: skip

DEFENCES = """
    # damage reduction; resistances; immune beside what the type gives; vulnerable; healing
    scheletro: 5 contundente; -; freddo; -; -
    zombi: 5 tagliente; -; -; -; -
    mummia: 5; -; -; fuoco; -
    quasit: 5 ferro-freddo bene; acido 10 freddo 10 fuoco 10; elettricita veleno; -; fast 2
    imp: 5 bene argento; acido 10 freddo 10; fuoco veleno; -; fast 2
    gargoyle: 10 magia; -; -; -; -
    treant: 10 tagliente; -; -; fuoco; -
    troll: -; -; -; -; regeneration 5 acido fuoco
    idra: -; -; -; -; fast 5
    gigante-del-gelo: -; -; freddo; fuoco; -
    gigante-del-fuoco: -; -; fuoco; freddo; -
    viverna: -; -; sonno paralisi; -; -
    drago-nero-giovane: -; -; acido sonno paralisi; -; -
    segugio-infernale: -; -; fuoco; freddo; -
    elementale-del-fuoco: -; -; fuoco; freddo; -
    cubo-gelatinoso: -; -; elettricita; -; -
    melma-grigia: -; -; freddo fuoco; -; -
    doppelganger: -; -; charme sonno; -; -
    minotauro: -; -; impreparato; -; -
"""
TYPES: dict[str, set[str]] = {
    # what creatures of a type are immune to, as far as it is a word of its own here
    "non_morto": {"mente", "veleno", "sonno", "paralisi", "stordimento", "malattia", "morte", "danno-caratteristiche",
                  "affaticato", "esausto"},
    "parassita": {"mente"},
    "vegetale": {"mente", "veleno", "sonno", "paralisi", "stordimento", "metamorfosi"},
    "melma": {"mente", "veleno", "sonno", "paralisi", "stordimento", "metamorfosi", "critici", "precisione", "fianchi",
              "vista"},
    "elementale": {"veleno", "sonno", "paralisi", "stordimento", "critici", "precisione", "fianchi"},
}  # fmt: skip

FEATS = """
    lupo-crudele: correre arma-focalizzata
    cavallo: resistenza-fisica correre
    cinghiale: robustezza
    cinghiale-crudele: iniziativa-migliorata robustezza
    leone-crudele: iniziativa-migliorata correre arma-focalizzata
    elefante: resistenza-fisica tempra-possente spingere-migliorato volonta-di-ferro attacco-poderoso
    roc: attacco-in-volo critico-migliorato iniziativa-migliorata volonta-di-ferro riflessi-fulminei attacco-poderoso \
        arma-focalizzata
    tirannosauro: critico-sanguinante critico-focalizzato duro-a-morire resistenza-fisica critico-migliorato \
        iniziativa-migliorata volonta-di-ferro correre
    ogre: volonta-di-ferro robustezza
    ettin: incalzare iniziativa-migliorata oltrepassare-migliorato volonta-di-ferro attacco-poderoso
    gigante-delle-colline: incalzare attacco-poderoso arma-focalizzata
    gigante-delle-pietre: volonta-di-ferro tiro-ravvicinato attacco-poderoso tiro-preciso estrazione-rapida
    gigante-del-gelo: incalzare incalzare-potenziato oltrepassare-migliorato spezzare-migliorato attacco-poderoso
    gigante-del-fuoco: incalzare incalzare-potenziato oltrepassare-migliorato spezzare-migliorato volonta-di-ferro \
        attacco-poderoso arma-focalizzata
    wight: combattere-alla-cieca
    ombra: schivare
    presenza: combattere-alla-cieca riflessi-in-combattimento iniziativa-migliorata
    mummia: attacco-poderoso robustezza arma-focalizzata
    quasit: iniziativa-migliorata arma-accurata
    imp: schivare arma-accurata
    basilisco: combattere-alla-cieca tempra-possente volonta-di-ferro
    coccatrice: schivare arma-accurata
    orsogufo: iniziativa-migliorata tempra-possente
    grifone: volonta-di-ferro arma-focalizzata
    manticora: attacco-in-volo volare-sul-posto
    idra: riflessi-in-combattimento volonta-di-ferro riflessi-fulminei
    viverna: attacco-in-volo iniziativa-migliorata volonta-di-ferro
    drago-nero-giovane: allerta iniziativa-migliorata arma-focalizzata
    verme-purpureo: colpo-possente critico-focalizzato spingere-migliorato critico-migliorato attacco-poderoso \
        critico-barcollante arma-focalizzata
    segugio-infernale: iniziativa-migliorata correre
    elementale-del-fuoco: schivare iniziativa-migliorata mobilita arma-accurata
    treant: allerta critico-migliorato spezzare-migliorato volonta-di-ferro attacco-poderoso arma-focalizzata
    hobgoblin: robustezza arma-focalizzata
    arpia: schivare attacco-in-volo tempra-possente
    gargoyle: volare-sul-posto iniziativa-migliorata
    doppelganger: schivare tempra-possente
    minotauro: tempra-possente spingere-migliorato attacco-poderoso
"""
UNTOLD = {"abilita-focalizzata"}
"""Feats whose numbers the printed skills have in them already."""


def table(text: str) -> dict[str, str]:
    lines = (line.strip() for line in text.replace("\\\n", " ").splitlines())
    return dict(line.split(": ", 1) for line in lines if line and not line.startswith("#"))


def test_everybody_of_the_book_sees_hears_and_smells_as_printed() -> None:
    wrong = {
        id_: BOOK.monsters[id_].senses
        for senses, ids in SENSES.items() for id_ in ids.split() if set(BOOK.monsters[id_].senses) != set(senses)
    }  # fmt: skip
    assert wrong == {}


def defences(sheet: Sheet) -> str:
    """A line of the table, as the sheet has it; what the type brings along is not said."""
    given = set().union(*(TYPES.get(one, set()) for one in (sheet.type, *sheet.subtypes)))
    immune = [one for one in sheet.immune if one not in given and one not in ("prono", "in-lotta")]
    healing = f"fast {sheet.fast_healing}" if sheet.fast_healing else ""
    if sheet.regeneration:
        healing = " ".join(["regeneration", str(sheet.regeneration), *sheet.regeneration_but])
    parts = (
        " ".join([str(sheet.reduction), *sheet.reduction_but]) if sheet.reduction else "",
        " ".join(f"{kind} {points}" for kind, points in sheet.resistances.items()),
        " ".join(sorted(immune)), " ".join(sheet.weak), healing,
    )  # fmt: skip
    return "; ".join(part or "-" for part in parts)


def test_defences_are_those_of_the_block_and_of_the_type() -> None:
    told = table(DEFENCES)
    plain = "-; -; -; -; -"
    for id_ in " ".join(SENSES.values()).split():
        wanted = [part.strip() for part in told.get(id_, plain).split(";")]
        wanted[2] = " ".join(sorted(wanted[2].split()))
        assert defences(BOOK.monsters[id_]) == "; ".join(wanted), id_
        lacking = TYPES.get(BOOK.monsters[id_].type, set()) - set(BOOK.monsters[id_].immune)
        assert not lacking, (id_, lacking)


def test_feats_that_count_in_a_fight_are_there() -> None:
    wrong = {
        id_: set(named(BOOK.monsters[id_].feats)) ^ set(wanted.split()) - UNTOLD
        for id_, wanted in table(FEATS).items()
        if set(named(BOOK.monsters[id_].feats)) - UNTOLD != set(wanted.split())
    }  # fmt: skip
    assert wrong == {}

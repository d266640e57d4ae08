"""What a battle says: no key is missing in either language, no code shows, numbers come with their parts."""

import ast
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from arbitro.content.errors import Lang
from arbitro.content.messages import LANGS, missing
from arbitro.dice.sources import SeededDice
from arbitro.engine.events import Committed, EffectBegan, Event, Finished, Fizzled, Ruled
from arbitro.engine.forms import Option, Refusal
from arbitro.engine.game import Game
from arbitro.engine.save import ENGINE_EVENTS
from arbitro.rulesets.crepuscolo import RULESET
from arbitro.rulesets.crepuscolo._voice_events import QUIET, SAME_AS
from arbitro.rulesets.crepuscolo.actions import KINDS
from arbitro.rulesets.crepuscolo.company import as_data, random_company
from arbitro.rulesets.crepuscolo.dice import DEPLOY_DICE
from arbitro.rulesets.crepuscolo.events import (
    EVENTS,
    ConditionLost,
    ConditionWarded,
    Deviated,
    DiceRolled,
    FigureSet,
    Healed,
    HitLanded,
    Hurt,
    Moved,
    PointsChanged,
    Scored,
    TestDeclined,
)
from arbitro.rulesets.crepuscolo.ground import CROSSINGS
from arbitro.rulesets.crepuscolo.ground import KINDS as TERRAIN
from arbitro.rulesets.crepuscolo.proofs import TEST_KINDS
from arbitro.rulesets.crepuscolo.state import CONDITIONS, POINT_KINDS
from arbitro.rulesets.crepuscolo.voice import catalogue
from tests.crepuscolo.casting import caster, use
from tests.crepuscolo.field import RULES, Field
from tests.crepuscolo.trials import at

SOURCES = Path(__file__).resolve().parents[2] / "src" / "arbitro"
GAME = SOURCES / "rulesets" / "crepuscolo"
CODE = re.compile(r"CDC-|[a-z]+_[a-z]+|…|None|\bword\.|\bevent\.|[{}]|testo mancante|missing text")
NOBODY = re.compile(r"qualcosa|qualcuno|something|somebody")
CLAUSE = re.compile(r"[A-Z]{3}-[A-Z]+-\d+(\.\d+)?")
AXE = "CDC-EQ-12"
SEEN_ON_THE_TABLE = [f"CDC-PW-{n:03}" for n in (16, 21, 31, 66, 102, 103, 128)]
"""Powers that put something on the table, which is told in place of the effect."""


def say(field: Field, event: Event, lang: Lang = "it") -> str:
    """The sentence of an event."""
    return RULES.sentence(field.state, event, lang)


def duel(**more: Any) -> Field:
    """Two named fighters in contact, the first with an axe and the stronger arm."""
    strong = {"at": (10, 10), "items": [AXE], "cmb": 1, "name": "Grask"}
    return Field({"a1": strong, "b1": {"at": (12.5, 10), "name": "Nadia"}}, **more)


# --- nothing is missing ---------------------------------------------------------------------------------


def test_both_languages_have_the_same_messages_with_the_same_facts() -> None:
    templates = catalogue().templates
    assert missing(templates["it"], templates["en"]) == []


@pytest.mark.parametrize("kind", [*ENGINE_EVENTS, *EVENTS], ids=lambda kind: kind.__name__)
def test_every_event_has_a_sentence_or_is_known_to_be_quiet(kind: type[Event]) -> None:
    name = SAME_AS.get(kind.__name__, kind.__name__)
    keys = [key for key in catalogue().templates["it"] if key == f"event.{name}" or key.startswith(f"event.{name}.")]
    assert bool(keys) != (kind.__name__ in QUIET)


def strings_at(tree: ast.AST) -> set[str]:
    """Codes of refusals in a module: ``Refusal("code", ...)`` and bars ``("code", {facts}, "CDC-...")``."""
    codes: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal" and node.args:
            first = node.args[0]
            if isinstance(first, ast.Constant):
                codes.add(str(first.value))
        pair = node.value if isinstance(node, ast.Return) else node
        long = 2 if isinstance(node, ast.Return) else 3
        if isinstance(pair, ast.Tuple) and len(pair.elts) == long:
            first, last = pair.elts[0], pair.elts[-1]
            if isinstance(first, ast.Constant) and isinstance(last, ast.Constant) and CLAUSE.fullmatch(str(last.value)):
                codes.add(str(first.value))
    return codes


def test_every_refusal_in_the_rules_has_a_reason() -> None:
    codes = {"not_a_place", "not_a_route", "not_a_arc", "obstacle", "intransitable", "water", "crevice"}
    for path in (*sorted(GAME.glob("*.py")), *sorted((SOURCES / "engine").glob("*.py"))):
        if path.name not in ("company.py", "content.py", "rosterfile.py", "scenario.py"):
            codes |= strings_at(ast.parse(path.read_text(encoding="utf-8")))
    codes = {code for code in codes if re.fullmatch(r"[a-z_]+", code)}
    assert len(codes) > 50
    assert sorted(code for code in codes if not catalogue().has(f"refusal.{code}")) == []


def test_every_question_of_the_rules_has_its_words() -> None:
    kinds: set[str] = set()
    for path in (*GAME.glob("*.py"), *(SOURCES / "engine").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            name = getattr(getattr(node, "func", None), "id", "")
            if isinstance(node, ast.Call) and name in ("ask", "Ask", "pick", "ask_all"):
                first = node.args[0]
                kinds |= {str(first.value)} if isinstance(first, ast.Constant) else set()
    assert {"action", "place", "arc", "bid", "deploy", "test", "respond"} <= kinds
    templates = catalogue().templates["it"]
    assert sorted(kind for kind in kinds if not any(key.startswith(f"question.{kind}") for key in templates)) == []


def test_every_moment_at_which_the_book_lets_one_act_has_a_question_of_its_own() -> None:
    moments = {use.moment for record in RULESET.records.values() for use in record.uses if use.moment}
    assert {"moved", "killed", "damage", "tested"} <= moments
    assert sorted(moment for moment in moments if not catalogue().has(f"question.respond.{moment}")) == []
    field = caster("CDC-PW-014", 6, b1=at(20, abilities=["CDC-AB-018"]))
    use(field, "CDC-PW-014", "b1")
    pending = field.game.pending
    assert pending is not None
    asked = [RULES.question(field.state, pending.kind, pending.about, lang) for lang in LANGS]
    assert asked == [
        "Dardo di Fuoco sta per avere effetto su Prova (b1). Vuoi intervenire?",
        "Fire Dart is about to have its effects on Plain (b1). Do you want to act on it?",
    ]


def test_every_word_of_the_game_has_its_name() -> None:
    wanted = [f"word.action.{word}" for word in KINDS] + [f"word.act.{word}" for word in KINDS]
    wanted += [f"word.condition.{name.replace(' ', '_')}" for name in CONDITIONS]
    wanted += [f"word.test.{kind}" for kind in TEST_KINDS] + [f"word.points.{kind}" for kind in POINT_KINDS]
    wanted += [f"word.terrain.{kind}" for kind in (*TERRAIN, *CROSSINGS)]
    levels = {level for kind in KINDS.values() for level in kind.levels} | {"actor", "action", "die", "others", "use"}
    wanted += [f"level.{level}" for level in levels]
    assert sorted(key for key in wanted if not catalogue().has(key)) == []


def test_points_that_others_take_are_lost_and_not_spent() -> None:
    field = caster("CDC-PW-084", 6, b1=at(13, points=(("arcano", 2),)))
    use(field, "CDC-PW-084", "b1", rank=2)
    paid, taken = field.all(PointsChanged)
    assert [say(field, paid, lang) for lang in LANGS] == [
        "Prova (a1) spende 2 punti Concentrazione.", "Plain (a1) spends 2 Concentration points.",
    ]  # fmt: skip
    assert [say(field, taken, lang) for lang in LANGS] == [
        "Prova (b1) perde 2 punti Arcano per Ripulire.", "Plain (b1) loses 2 Arcane points by Cleanse.",
    ]  # fmt: skip


def test_what_lasts_for_one_blow_is_not_told() -> None:
    strong = {"at": (10, 10), "abilities": ["CDC-AB-132"]}
    field = Field({"a1": strong, "b1": {"at": (13, 10), "abilities": ["CDC-AB-100"]}}, dice=[5, 2])
    field.act("a1", "melee", "b1", die=8)
    told = [text for event in field.game.journal if (text := say(field, event))]
    assert told[-2:] == [
        "Prova (a1) tira per Accelerazione Genetica: Forza: d2 → 2.",
        "Prova (b1) subisce 1 danno (2 − 1 Intangibilità): Resistenza 4.",
    ]  # fmt: skip


def test_dice_that_come_and_go_are_told_with_their_reason() -> None:
    field = caster("CDC-PW-074", 6, b1=at(13, dice=(8, 8)))
    use(field, "CDC-PW-074", "b1", rank=2)
    told = [text for event in field.game.journal if (text := say(field, event))]
    assert told[-3:] == [
        "Prova (b1) perde d8 per Deprimere.",
        "Prova (b1) perde d8 per Deprimere.",
        "Prova (b1) riceve d4 per Deprimere.",
    ]


def test_equipment_left_on_the_ground_is_told_once() -> None:
    strong = {"at": (10, 10), "dan": 9, "abilities": ["CDC-AB-045"]}
    field = Field({"a1": strong, "b1": {"at": (13, 10), "items": [AXE]}, "b2": {"at": (40, 40)}}, dice=[5])
    field.act("a1", "melee", "b1", die=8)
    told = [text for event in field.game.journal if (text := say(field, event))]
    assert told[-2:] == ["Prova (a1) uccide Prova (b1).", "L'equipaggiamento di Prova (b1) resta a terra."]


def test_every_token_of_the_book_has_its_name() -> None:
    game = duel().game
    parts = [part for record in RULESET.records.values() for part in record.places.values()]
    tokens = {part.head(game, {}) for part in parts if part.verb in ("token", "storm") and part.head is not None}
    tokens |= {token for ability in RULESET.library.abilities.values() for token in ability.tokens}
    assert {"Carica", "Debello", "Fede donata"} <= tokens
    assert sorted(t for t in tokens if not catalogue().has(f"word.token.{t.replace(' ', '_')}")) == []


# --- whole battles --------------------------------------------------------------------------------------

TERRAIN_OF_A_BATTLE = [
    {"id": "wood", "rect": [18, 20, 12, 10], "kinds": ["covering", "difficult"]},
    {"id": "wall", "rect": [34, 24, 8, 1], "height": 2.5, "crossing": "vaultable", "dda": 2},
    {"id": "hill", "name": "Colle", "rect": [5, 24, 10, 10], "height": 6, "crossing": "vaultable", "dda": 1},
    {"id": "pond", "rect": [45, 22, 10, 8], "kinds": ["water"]},
    {"id": "gap", "rect": [30, 33, 6, 2], "kinds": ["crevice"]},
    {"id": "thorns", "rect": [18, 32, 8, 6], "kinds": ["dangerous"]},
]


def battle(seed: int) -> Game:
    """A battle of two random companies, played at random for at most two turns."""
    rng = Random(seed)
    sides = []
    for seat, y in (("a", 0), ("b", 50)):
        recruits = random_company(rng, RULESET.library, 60)
        fighters = [{"id": f"{seat}{n}", **as_data(recruit)} for n, recruit in enumerate(recruits, 1)]
        sides.append(
            {"seat": seat, "name": {"a": "Predoni", "b": "Guardia"}[seat], "access": [30, y], "fighters": fighters}
        )
    table = {"width": 60, "depth": 50, "terrain": TERRAIN_OF_A_BATTLE}
    game = Game.new(RULESET, {"table": table, "sides": sides, "options": {"turn_limit": 2}}, SeededDice.of_seed(seed))
    while not game.over:
        game.play_sample(rng)
    return game


@pytest.mark.parametrize("seed", range(30))
def test_no_code_or_key_shows_in_a_battle(seed: int) -> None:
    game = battle(seed)
    catalogue().gaps.clear()
    for event in game.journal:
        for lang in LANGS:
            text = RULESET.sentence(game.state, event, lang)
            later = isinstance(event, DiceRolled) and 0 < len(event.throw) < len(DEPLOY_DICE)  # told with the last
            quiet = later or type(event).__name__ in (*QUIET, "DiceGained", "DiceLost", "EffectEnded")
            quiet = quiet or (isinstance(event, ConditionLost) and event.why == "shifted")
            quiet = quiet or (isinstance(event, EffectBegan) and event.effect.rule in SEEN_ON_THE_TABLE)
            assert bool(text) or quiet, event
            assert not CODE.search(text), (event, text)
            assert not NOBODY.search(text), (event, text)
    assert catalogue().gaps == {}


# --- sentences ------------------------------------------------------------------------------------------


def test_a_hit_tells_its_die_and_what_was_added() -> None:
    field = duel(dice=[6])
    field.act("a1", "melee", "b1", die=8)
    hit = field.the(HitLanded)
    assert say(field, hit) == "Grask colpisce Nadia con Ascia: d8 → 6 + 1 contro SdS 4."
    assert say(field, hit, "en") == "Grask hits Nadia with Axe: d8 → 6 + 1 against SdS 4."
    field.done()


def test_a_threshold_tells_its_parts() -> None:
    shield = next(i for i, item in RULES.library.items.items() if item.sds_melee_against == 1 and item.type == "shield")
    name = RULES.library.items[shield].name
    field = Field({"a1": {"at": (10, 10)}, "b1": {"at": (12.5, 10), "items": [shield]}}, dice=[2])
    field.act("a1", "melee", "b1", die=8)
    said = say(field, field.the(DiceRolled))
    assert said == f"Prova (a1) tira per colpire Prova (b1): d8 → 2 contro SdS 4 + 1 {name} = 5."
    field.done()


def test_damage_tells_what_made_it_and_what_is_left() -> None:
    field = duel(dice=[8])
    field.act("a1", "melee", "b1", die=8)
    hurt = field.the(Hurt)
    assert (hurt.amount, hurt.left) == (3, 2)  # Danno 1, +1 of the axe, +1 more for its critical
    assert say(field, hurt) == "Nadia subisce 3 danni (2 + 1 Ascia): Resistenza 2."
    assert say(field, hurt, "en") == "Nadia suffers 3 damage (2 + 1 Axe): Resistance 2."
    field.done()


def test_one_point_of_damage_is_singular() -> None:
    field = duel()
    hurt = Hurt(it="b1", amount=1, actor="b1", action="fall", left=4, rules=("CDC-TAB-19.2",))
    assert say(field, hurt) == "Nadia subisce 1 danno per la caduta: Resistenza 4."


@pytest.mark.parametrize(
    ("event", "italian", "english"),
    [
        (
            Moved(it="a1", x=13000, y=14000, z=0, how="move", from_x=10000, from_y=10000),
            "Grask si muove di 5 cm, fino a (13; 14).",
            "Grask moves 5 cm, to (13; 14).",
        ),
        (
            Moved(it="a1", x=12500, y=10000, z=0, how="move", from_x=10000, from_y=10000),
            "Grask si muove di 2,5 cm, fino a (12,5; 10).",
            "Grask moves 2.5 cm, to (12.5; 10).",
        ),
        (
            Healed(it="b1", amount=1),
            "Nadia recupera 1 punto di Resistenza.",
            "Nadia recovers 1 point of Resistance.",
        ),
        (
            ConditionWarded(it="b1", condition="Fuoco", why="immune"),
            "Nadia è immune alla condizione Fuoco.",
            "Nadia is immune to the condition Fire.",
        ),
        (
            TestDeclined(it="b1", kind="spirito", why="declined"),
            "Nadia rinuncia alla prova di Spirito.",
            "Nadia declines the Spirit test.",
        ),
        (Scored(scores=(2, 1), why="objectives"), "Punti: A 2 e B 1.", "Points: A 2 and B 1."),
        (
            Finished(result="a", why="last_company"),
            "Vittoria: A. Nessun avversario è rimasto in campo.",
            "Victory: A. No enemy is left on the table.",
        ),
        (
            Finished(result="draw", why="last_company"),
            "Parità: nessuno è rimasto in campo.",
            "A draw: nobody is left on the table.",
        ),
        (
            Fizzled(kind="melee", actor="a1", code="no_longer_possible"),
            "L'azione di Grask (attacco in corpo a corpo) sfuma, perché così non si può più fare; "
            "i dadi restano spesi.",
            "The action of Grask (melee attack) fizzles, since it can no longer be done so; its dice stay spent.",
        ),
        (
            Fizzled(kind="shot", actor="a1", code="engaged"),
            "L'azione di Grask (attacco a distanza) sfuma, perché un avversario è entro 1 cm; i dadi restano spesi.",
            "The action of Grask (ranged attack) fizzles, since an enemy is within 1 cm; its dice stay spent.",
        ),
        (
            Deviated(actor="a1", face=2, distance=9000, from_x=0, from_y=0, x=9000, y=0),
            "Deviazione: il punto si sposta di 9 cm, in (9; 0).",
            "Deviation: the point shifts 9 cm, to (9; 0).",
        ),
        (
            FigureSet(it="a1", field="life", value=3),
            "L'arbitro corregge Grask: la Resistenza diventa 3.",
            "The referee corrects Grask: Resistance becomes 3.",
        ),
        (
            Ruled(ruling="edit", note="il masso era più in là"),
            "L'arbitro decide: il masso era più in là.",
            "The referee rules: il masso era più in là.",
        ),
        (
            Committed(commit="0123456789abcdef"),
            "I dadi sono sigillati: la loro impronta è 0123456789ab….",
            "The dice are sealed: their fingerprint is 0123456789ab….",
        ),
    ],
)
def test_sentence(event: Event, italian: str, english: str) -> None:
    field = duel()
    assert say(field, event) == italian
    assert say(field, event, "en") == english


def test_a_printed_profile_has_its_english_name() -> None:
    field = Field({"a1": {"at": (10, 10), "profile": "razziatore"}, "b1": {"at": (30, 30)}})
    assert RULES.choice(field.state, "actor", Option("a1"), "it") == "Razziatore"
    assert RULES.choice(field.state, "actor", Option("a1"), "en") == "Raider"


# --- choices, questions, reasons ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("level", "key", "italian", "english"),
    [
        ("actor", "a1", "Grask", "Grask"),
        ("action", "melee", "Attacca in corpo a corpo", "Attack in melee"),
        ("weapon", AXE, "Ascia", "Axe"),
        ("die", 8, "d8", "d8"),
        ("others", (4, 6), "insieme a d4 e d6", "together with d4 and d6"),
        ("others", (), "nessun altro dado", "no other die"),
        ("condition", "A Terra", "A Terra", "Prone"),
        ("use", "pass", "Non usare nulla", "Use nothing"),
        ("use", "CDC-RRL-05", "Combattimento: fai ritirare il dado", "Fighting: have the die rolled again"),
        ("to", (12500, 20000), "(12,5; 20)", "(12.5; 20)"),
        ("choice", True, "Sì", "Yes"),
        ("die", "decline", "Non fare la prova", "Do not take the test"),
        ("edge", "north", "bordo nord", "north edge"),
    ],
)
def test_label_of_a_choice(level: str, key: Any, italian: str, english: str) -> None:
    field = duel()
    assert RULES.choice(field.state, level, Option(key), "it") == italian
    assert RULES.choice(field.state, level, Option(key), "en") == english


def test_passing_is_called_by_what_is_passed() -> None:
    field = duel()
    assert RULES.choice(field.state, "actor", Option("pass", {}, ("CDC-TRN-05.1",)), "it") == "Passa la mano"
    assert RULES.choice(field.state, "actor", Option("pass"), "it") == "Lascia l'inizio all'avversario"


def test_a_question_for_a_place_says_how_far_the_die_reaches() -> None:
    field = Field({"a1": {"at": (10, 10), "name": "Grask"}, "b1": {"at": (40, 40)}}, dice=[3])
    field.act("a1", "move", die=4)
    assert field.asked == "place"
    assert RULES.question(field.state, "place", field.about, "it") == "Dove si muove Grask? Al massimo 9 cm."
    assert RULES.question(field.state, "place", field.about, "en") == "Where does Grask move? At most 9 cm."
    refused = field.refusal((20_000, 10_000))
    assert refused is not None
    assert RULES.reason(field.state, refused, "it") == "È troppo lontano: sono 10 cm, il limite è 9 cm."
    off = field.refusal((500, 10_000))
    assert off is not None
    assert RULES.reason(field.state, off, "en") == "The base would leave the table: choose a point further in."


def test_what_is_not_offered_is_told_with_what_is() -> None:
    field = duel()
    refused = field.refusal(("a1", "melee", "a1", 8))
    assert refused is not None
    italian, english = (RULES.reason(field.state, refused, lang) for lang in LANGS)
    assert italian == "Qui non puoi scegliere «Grask». Puoi scegliere: Nadia."
    assert english == 'You cannot choose "Grask" here. You can choose: Nadia.'


@pytest.mark.parametrize("lang", LANGS)
def test_reasons_show_no_codes(lang: Lang) -> None:
    field = duel()
    facts = {
        "actor": "a1",
        "target": "b1",
        "figure": "b1",
        "ally": "a1",
        "piece": "nowhere",
        "weapon": AXE,
        "rule": AXE,
        "limit": 2000,
        "range": 20000,
        "reach": 1000,
        "length": 9000,
        "lo": 1,
        "hi": 6,
        "most": 3,
        "total": 4,
        "longest": 9,
        "cost": 2,
        "dice": (4,),
        "offered": ("b1",),
        "value": "a1",
        "level": "target",
    }
    for key in catalogue().templates[lang]:
        if key.startswith("refusal.") and key.count(".") == 1:
            text = RULES.reason(field.state, Refusal(key.removeprefix("refusal."), dict(facts)), lang)
            assert text and not CODE.search(text), key


# --- tables and forecasts -------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGS)
def test_status_and_summary_fit_eighty_columns(lang: Lang) -> None:
    game = battle(3)
    for text in (RULESET.status(game.state, lang), RULESET.summary(game.state, game.journal, lang)):
        assert not CODE.search(text.replace("…", "")), text
    assert max(map(len, RULESET.status(game.state, lang).splitlines())) < 80


def test_status_tells_life_dice_place_and_conditions() -> None:
    field = Field(
        {"a1": {"at": (10, 12.5), "conditions": ["A Terra"], "life": 2, "dice": (4, 8)}, "b1": {"at": (30, 30)}}
    )
    row = next(line for line in RULES.status(field.state, "it").splitlines() if " a1 " in line)
    assert row.split() == ["a1", "Prova", "2/5", "d4", "d8", "(10;", "12,5)", "A", "Terra"]


@pytest.mark.parametrize(
    ("die", "hit", "critical"), [(4, "1 su 4", ""), (6, "1 su 2", " 1 su 6"), (8, "5 su 8", " 1 su 8")]
)
def test_forecast_of_an_attack(die: int, hit: str, critical: str) -> None:
    # SdS 4 without bonus: one face of four, three of six, five of eight; Resistenza 1 makes each wound a kill
    field = Field({"a1": {"at": (10, 10)}, "b1": {"at": (12.5, 10), "life": 1}})
    said = RULES.forecast(field.game, "a", ("a1", "melee", "b1", die), "it")
    assert said == f"{hit}: colpisce; 1 danno, Colpo Critico{critical}, uccide"


def test_forecast_leaves_the_game_alone() -> None:
    field = Field({"a1": {"at": (10, 10)}, "b1": {"at": (12.5, 10)}}, dice=[5])
    assert RULES.forecast(field.game, "a", ("a1", "move", 4), "it") == ""
    RULES.forecast(field.game, "a", ("a1", "melee", "b1", 8), "it")
    assert field.game.journal == []
    field.act("a1", "melee", "b1", die=8)
    field.done()


def test_contact_and_toward_mean_places() -> None:
    # contact of two bases of 2.5 cm: centres 2.5 cm apart; toward: more than 2 cm are left between them
    field = Field({"a1": {"at": (10, 10)}, "b1": {"at": (20, 10)}}, dice=[4])
    field.act("a1", "move", die=4)
    form = field.game.form("a")
    assert RULES.spot(field.game, form, field.about, "contact", "b1") == (17_500, 10_000)
    assert RULES.spot(field.game, form, field.about, "toward", "B1") == (15_499, 10_000)
    assert RULES.spot(field.game, form, field.about, "contact", "nobody") is None


def test_a_direction_toward_somebody() -> None:
    field = Field({"a1": {"at": (10, 10)}, "b1": {"at": (10, 30)}})
    field.act("a1", "jump", die=4)
    assert field.asked == "arc"
    assert RULES.spot(field.game, field.game.form("a"), field.about, "toward", "b1") == 90_000


def test_status_names_tokens_and_keeps_long_ids_apart() -> None:
    field = Field({"alunga": {"at": (10, 10), "tokens": (("Follia", 2),)}, "b1": {"at": (30, 30)}})
    row = next(line for line in RULES.status(field.state, "it").splitlines() if line.startswith("  alunga"))
    assert row.split()[:2] == ["alunga", "Prova"] and row.endswith("Follia 2")
    assert any(line.endswith("Madness 2") for line in RULES.status(field.state, "en").splitlines())


def test_a_declared_power_is_named_to_whoever_may_respond() -> None:
    field = Field({"a1": {"at": (10, 10)}, "b1": {"at": (20, 10)}})
    about = {"window": "declared", "actor": "a1", "target": None, "action": "power", "weapon": "", "rule": "CDC-PW-103"}
    said = RULES.question(field.state, "respond", about, "it")
    assert said == "Prova (a1) dichiara Muro di Nebbia. Rispondi?"
    said = RULES.question(field.state, "respond", {**about, "rule": "CDC-PW-105", "target": "b1"}, "it")
    assert said == "Prova (a1) dichiara Malia su Prova (b1). Rispondi?"
    said = RULES.question(field.state, "respond", {**about, "action": "move", "rule": ""}, "it")
    assert "dichiara: " in said


@pytest.mark.parametrize(
    ("name", "it", "en"), [("wound", "quanti danni", "how much"), ("spend", "quanti punti", "how many")]
)
def test_a_question_for_a_number_says_of_what(name: str, it: str, en: str) -> None:
    field = Field({"a1": {"at": (10, 10)}, "b1": {"at": (30, 30)}})
    about = {"rule": "CDC-AB-027", "me": "a1", "as": name}
    assert it in RULES.question(field.state, "choose", about, "it")
    assert en in RULES.question(field.state, "choose", about, "en")


def test_the_second_point_of_a_power_is_asked_for_as_the_second() -> None:
    """A wall of fire has two ends (CDC-PW-021): who is asked twice is told so."""
    field = caster("CDC-PW-021", 4, b1=at(40))
    use(field, "CDC-PW-021", rank=3)
    first = [RULES.question(field.state, field.asked, field.about, lang) for lang in ("it", "en")]
    assert first[0].endswith(": quale punto scegli?") and first[1].endswith(": which point do you choose?")
    field.to(12, 10)
    again = [RULES.question(field.state, field.asked, field.about, lang) for lang in ("it", "en")]
    assert again[0].endswith(": e quale altro punto (il 2º)?") and again[1].endswith(
        ": and which other point (number 2)?"
    )


def test_a_length_beyond_its_limit_is_told_apart_from_it() -> None:
    far = Refusal("too_far", {"length": 7_265, "limit": 7_250})
    assert RULES.reason(duel().state, far, "it") == "È troppo lontano: sono 7,27 cm, il limite è 7,25 cm."
    assert RULES.reason(duel().state, far, "en") == "That is too far: it is 7.27 cm, the limit is 7.25 cm."
    near = Refusal("too_far", {"length": 6_001, "limit": 6_000})
    assert RULES.reason(duel().state, near, "it") == "È troppo lontano: sono 6,01 cm, il limite è 6 cm."


def test_an_id_stands_only_beside_names_that_two_fighters_share() -> None:
    field = Field({"a1": {"name": "Grask", "at": (10, 10)}, "b1": {"name": "Lupo", "at": (20, 10)},
                   "b2": {"name": "Lupo", "at": (30, 10)}})  # fmt: skip
    shown = [RULES.choice(field.state, "actor", Option(key), "it") for key in ("a1", "b1", "b2")]
    assert shown == ["Grask", "Lupo (b1)", "Lupo (b2)"]


def test_who_gave_up_is_named() -> None:
    field = duel()
    given_up = Finished("b", "resigned")
    sides = {lang: [side.name for side in RULES.scene(field.state, "", lang).sides] for lang in LANGS}
    assert RULES.sentence(field.state, given_up, "it") == "Vittoria: {1}. Resa di: {0}.".format(*sides["it"])
    assert RULES.sentence(field.state, given_up, "en") == "Victory: {1}. Surrender of: {0}.".format(*sides["en"])

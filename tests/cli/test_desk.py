"""`arbitro desk`: a campaign's folder, short commands, scripts, the players' view, and bad input all along."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest
from tests.cairn.desk import GOBLINS, PARTY, TROLL, DeskTable

from arbitro.cli import _desktalk
from arbitro.cli._deskline import Reader, Unclear
from arbitro.cli._desktalk import all_spoken, desk_text
from arbitro.cli.main import run
from arbitro.content.desk import order
from arbitro.content.messages import missing
from arbitro.engine.save import MAGIC
from arbitro.engine.values import Value
from arbitro.rulesets.cairn import RULESET

ROOT = Path(__file__).resolve().parent.parent.parent
COMPANY = ROOT / "examples/cairn/rosters/compagnia-del-guado.yaml"
OTHER_GAME = ROOT / "examples/crepuscolo/rosters/strada-rossa.yaml"
Call = Callable[..., tuple[int, str, str]]


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    """The command line: exit code, output, complaints; ``typed`` are the lines of a person at the prompt."""
    monkeypatch.setenv("COLUMNS", "80")

    def called(*args: str | Path, typed: tuple[str, ...] = (), lang: str = "it") -> tuple[int, str, str]:
        lines = iter(typed)

        def line(prompt: str = "") -> str:
            try:
                return next(lines)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", line)
        code = run(["desk", *(str(arg) for arg in args), "--lang", lang])
        told = capsys.readouterr()
        return code, told.out, told.err

    return called


@pytest.fixture
def valley(call: Call, tmp_path: Path) -> Path:
    folder = tmp_path / "valle"
    assert call("new", folder, "--name", "La valle", "--party", COMPANY)[0] == 0
    return folder


def desk_of(call: Call, folder: Path, *more: str) -> dict[str, Any]:
    """The desk as JSON."""
    code, out, _ = call("show", folder, "ponte", "--json", *more)
    assert code == 0
    found: dict[str, Any] = json.loads(out)
    return found


def tracks(desk: dict[str, Any], name: str) -> dict[str, int]:
    row = next(row for row in desk["rows"] if row["name"] == name)
    return {track["name"]: track["now"] for track in row["tracks"]}


# --- an evening ---------------------------------------------------------------------------------------


def test_an_evening_at_the_prompt_is_paused_and_goes_on_next_week(call: Call, valley: Path) -> None:
    first = ("+ goblin 3", "+ troll nascosto", "n", "p 1", "d 5 6 2", "2 -3", "nota 5 ha la chiave", "esci")
    code, out, _ = call("open", valley, "Ponte", "--seed", "7", typed=first)
    assert code == 0 and "Arriva Goblin 2." in out and "(segreto) Arriva Troll, nascosto ai giocatori." in out
    assert "Goblin subisce 2: 2 dai PF." in out and "Salvato in" in out
    assert tracks(desk_of(call, valley), "Folco")["pf"] == 1
    code, out, _ = call("open", valley, "ponte", typed=("5 -1", "u", "6 -1", "r 1 2 des", "casa"))
    assert code == 0 and "Annullato." in out and "supera" in out + "fallisce"
    desk = desk_of(call, valley)
    assert (tracks(desk, "Goblin")["pf"], tracks(desk, "Goblin 2")["pf"]) == (2, 1)
    assert '"pf": 1' in (valley / "party.yaml").read_text() or "pf: 1" in (valley / "party.yaml").read_text()
    code, out, _ = call("list", valley)
    assert code == 0 and "Gruppo: Livia, Folco, Silvia e Morgana" in out and "ponte: Round 1" in out


def test_a_script_gives_commands_and_programs_read_the_desk(call: Call, valley: Path) -> None:
    code, out, err = call("open", valley, "ponte", "--do", "+ goblin 2", "--do", "n", "--do", "5 -2", "--json")
    assert code == 0 and "Goblin subisce 2" in err
    desk = json.loads(out)
    assert (desk["round"], desk["players"], tracks(desk, "Goblin")["pf"]) == (1, False, 2)
    offers = {offer["do"]: offer for offer in desk["offers"]}
    assert offers["harm"]["fields"][0]["kind"] == "creatures" and offers["harm"]["label"] == "Danno"


def test_the_players_view_has_no_secret(call: Call, valley: Path) -> None:
    call("open", valley, "ponte", "--do", "+ troll nascosto", "--do", "+ goblin", "--do", "nota sa tutto privata")
    code, out, _ = call("show", valley, "ponte", "--players")
    assert code == 0 and "Troll" not in out and "sa tutto" not in out and "illeso" in out
    assert "Troll" in call("show", valley, "ponte")[1]
    told = json.dumps(desk_of(call, valley, "--players"))
    assert "roll" not in told and "sa tutto" not in told


def test_a_question_in_the_midst_of_a_command_is_answered_or_the_command_taken_back(call: Call, valley: Path) -> None:
    call("open", valley, "ponte", "--seed", "1", "--do", "+ goblin", "--do", "n")
    typed = ("procedura compra", "livia", "torcia", "procedura compra", "1", "u", "i livia")
    call("open", valley, "ponte", "--do", "calma")
    code, out, _ = call("open", valley, "ponte", typed=typed)
    assert code == 0 and "Livia ora ha: Torcia." in out and "Annullato." in out
    code, out, _ = call("open", valley, "ponte", "--do", "procedura compra")
    assert code == 0 and "Resta una domanda aperta" in out
    code, out, _ = call("open", valley, "ponte", "--do", "1", "--do", "torcia", "--do", "fato")
    assert code == 0 and "ora ha: Torcia." in out and "destino" in out


def test_overruling_wants_a_reason(call: Call, valley: Path) -> None:
    typed = ("o 1 pf=3", "o 1 pf=99 perché sì", "o 1 pf=3 ha bevuto", "o 1 PF=2 For=9 e poi cade", "diario")
    _, out, _ = call("open", valley, "ponte", typed=typed)
    assert "il motivo, sempre" in out and "«PF» va da 0 a 60" in out
    assert "Il Custode decide: ha bevuto." in out and "Il Custode decide: e poi cade." in out
    assert tracks(desk_of(call, valley), "Livia") == {"pf": 2, "forza": 9, "des": 11, "vol": 9}


def test_real_dice_are_asked_for(call: Call, valley: Path) -> None:
    typed = ("+ goblin", "5 -d6", "3", "esci")
    code, _, _ = call("open", valley, "ponte", "--my-dice", typed=typed)
    assert code == 0 and tracks(desk_of(call, valley), "Goblin")["pf"] == 1


def test_creatures_of_ones_own_and_files_join(call: Call, valley: Path, tmp_path: Path) -> None:
    guide = (ROOT / "docs/desk.it.md").read_text(encoding="utf-8")
    (valley / "creatures.yaml").write_text(guide.split("```yaml\n")[1].split("```")[0], encoding="utf-8")
    lone = tmp_path / "lupo.yaml"
    lone.write_text("{name: Lupo solitario, kind: foe, pf: 2, forza: 9, des: 12, vol: 6}", encoding="utf-8")
    assert call("open", valley, "ponte", "--do", f"+ {lone} nascosto", "--do", "add sheet=x")[0] == 2
    assert "Lupo solitario" in call("show", valley, "ponte")[1]
    assert "Creature proprie: Il troll del mugnaio e Lupo zoppo" in call("list", valley)[1]
    assert call("open", valley, "ponte", "--do", "+ il troll del mugnaio nascosto")[0] == 0
    assert tracks(desk_of(call, valley), "Il troll del mugnaio")["pf"] == 9


def test_a_sheet_that_is_not_utf_8_is_told_so(call: Call, valley: Path, tmp_path: Path) -> None:
    old = tmp_path / "vecchio.yaml"
    old.write_bytes("name: Perché\n".encode("latin-1"))
    for line in (("new", tmp_path / "altra", "--party", old), ("open", valley, "ponte", "--do", f"+ {old}")):
        code, out, err = call(*line)
        assert code == 2 and "UTF-8" in out + err and "dentro Arbitro" not in out + err


def test_more_is_taken_back_than_there_is_changes_nothing(call: Call, valley: Path) -> None:
    call("open", valley, "ponte", "--do", "+ goblin 2", "--do", "n", "--do", "nota 1 ciao")
    before = desk_of(call, valley)
    code, out, err = call("open", valley, "ponte", "--do", "u 999")
    assert code == 2 and "annullare" in out + err
    assert desk_of(call, valley) == before


def test_commands_that_were_taken_back_together_are_put_back_together(call: Call, valley: Path) -> None:
    call("open", valley, "ponte", "--seed", "1", "--do", "+ goblin", "--do", "n", "--do", "t")
    before = desk_of(call, valley)
    call("open", valley, "ponte", "--do", "u 2", "--do", "rifai")
    assert desk_of(call, valley) == before


PACK = "id: mie\nname: Mie\nname_en: Mine\nruleset: cairn\nversion: '1'\n"
HERON = """\
monsters:
  - {id: airone-nero, name: Airone nero, name_en: Black heron, text: Becca., text_en: It pecks., pf: 3, forza: 7,
     des: 14, vol: 8, attacks: [{id: becco, name: Becco, name_en: Beak, dice: [10]}]}
"""


def test_monsters_of_a_pack_of_the_campaign_attack_and_the_evening_outlives_its_changes(
    call: Call, valley: Path
) -> None:
    pack = valley / "mie"
    pack.mkdir()
    (pack / "pack.yaml").write_text(PACK, encoding="utf-8")
    (pack / "monsters.yaml").write_text(HERON, encoding="utf-8")
    with (valley / "campaign.yaml").open("a", encoding="utf-8") as head:
        head.write("packs: [mie]\n")
    typed = ("+ airone", "n", "a 5 > 1", "esci")
    code, out, _ = call("open", valley, "ponte", "--my-dice", typed=(*typed[:3], "4", "esci"))
    assert code == 0 and "Airone nero colpisce Livia con Becco: d10." in out
    (pack / "monsters.yaml").write_text(HERON.replace("pf: 3", "pf: 9"), encoding="utf-8")
    assert call("open", valley, "ponte", "--do", "+ airone")[0] == 0
    desk = desk_of(call, valley)
    assert (tracks(desk, "Airone nero")["pf"], tracks(desk, "Airone nero 2")["pf"]) == (3, 9)
    assert tracks(desk, "Livia")["pf"] == 6 - (4 - 1)


# --- lines --------------------------------------------------------------------------------------------


def reader(lang: Any = "it") -> tuple[Reader, DeskTable]:
    desk = DeskTable(*PARTY, GOBLINS, TROLL, dice=[20])
    desk.do("next")
    return Reader(RULESET.desk().view(desk.game, "referee", lang), lang), desk


def test_lines_become_commands() -> None:
    read, desk = reader()
    anna, bruno, first, second = desk.ids("Anna", "Bruno", "Goblin", "Goblin 2")
    cases: dict[str, Value] = {
        "2 -6": order("harm", who=(bruno,), dice="6", bare=True),
        "3,4 -d8": order("harm", who=(first, second), dice="d8"),
        "3 4 -6 !": order("harm", who=(first, second), dice="6", bare=True, secret=True),
        "1 +3": order("heal", who=(anna,), n=3),
        "d 3 4 d8": order("harm", who=(first, second), dice="d8"),
        "d 3 6": order("harm", who=(first,), dice="6") if len(desk.book.numbers) < 6 else None,
        "d 3 3": order("harm", who=(first,), dice="3"),
        "d 3 3 4 d6": order("harm", who=(first, second), dice="d6"),
        "damage 3 2d6 net each": order("harm", who=(first,), dice="2d6", bare=True, each=True),
        "d 1 d4 for": order("harm", who=(anna,), dice="d4", attribute="forza"),
        "r 3 des": order("save", who=(first,), attribute="des"),
        "r anna vol veleno": order("save", who=(anna,), attribute="vol", cause="poison"),
        "a 3 4 > 1": order("attack", who=(first, second), target=anna),
        "a 3 4 > 1 pugnale, fionda": order(
            "attack", who=(first, second), target=anna, weapon=("goblin-pugnale", "goblin-fionda")
        ),
        "a 3 4 > 1 -,fionda": order("attack", who=(first, second), target=anna, weapon=("", "goblin-fionda")),
        "attack who=3,4 target=1 weapon=pugnale,fionda": order(
            "attack", who=(first, second), target=anna, weapon=("goblin-pugnale", "goblin-fionda")
        ),
        "a 3 1 pugnale": order("attack", who=(first,), target=anna, weapon="goblin-pugnale"),
        "n": order("round"),
        "t": order("next"),
        "h 3": order("hide", who=(first,)),
        "nota la porta è chiusa": order("note", text="la porta è chiusa"),
        "nota 3 ha la chiave privata": order("note", on=first, text="ha la chiave", private=True),
        "tempo 3 la torcia": order("timer", n=3, text="la torcia"),
        "f 1 +1": order("fatigue", who=(anna,), n=1),
        "f 1 2 -1": order("fatigue", who=(anna, bruno), n=-1),
        "c 1 panico": order("set", who=(anna,), condition="panico"),
        "+ orso bruno 2 nascosti": order("add", beast="orso-bruno", n=2, hidden=True),
        "contro 1 > 3 for": order("oppose", who=anna, target=first, attribute="forza"),
        "tira 4d6kh3": order("roll", dice="4d6kh3"),
        "tira 2d6 + 1": order("roll", dice="2d6 + 1"),
        "d 3 d6 + 1 for": order("harm", who=(first,), dice="d6 + 1", attribute="forza"),
        "m": order("morale", band="b:"),
        "harm who=3,4 dice=d8": order("harm", who=(first, second), dice="d8"),
    }
    for line, wanted in cases.items():
        if wanted is not None:
            assert read.command(line) == wanted, line


@pytest.mark.parametrize(("lang", "guide"), [("en", "desk.md"), ("it", "desk.it.md")])
def test_the_lines_of_the_guide_are_commands(lang: Any, guide: str) -> None:
    """Every line of the table about the terminal is one the prompt takes; the last rows are the prompt's own."""
    _, desk = reader()
    desk.do("add", beast="goblin")
    desk.do("add", sheet="{name: Lia, kind: foe, forza: 9, des: 9, vol: 9, pf: 4, items: [spada, pugnale]}")
    desk.do("harm", who=desk.ids("Anna"), dice="6", bare=True)
    read = Reader(RULESET.desk().view(desk.game, "referee", lang), lang)
    terminal = (ROOT / "docs" / guide).read_text(encoding="utf-8").split("\n## ")[1]
    table = [row for row in terminal.splitlines() if row.startswith("| `")]
    lines = [line for row in table for line in re.findall(r"`([^`]+)`", row.split("|")[1]) if "yaml" not in line]
    assert len(lines) > 30
    for line in lines:
        if line.split()[0] not in all_spoken("own"):
            assert read.command(line)[0] in read.offers, line


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("boh", "aiuto"),
        ("danni 1 d6", "danno"),
        ("d", "Manca: Chi"),
        ("d 1", "Manca: Dadi"),
        ("d 99 d6", "«99»"),
        ("r 1 forzz", "«forzz»"),
        ("tira 3d", "\n  3d\n    ^"),
        ("tira 4d6kh5", "\n  4d6kh5\n     ^^^"),
        ("d 1 2 3d", "\n  3d\n    ^"),
        ("r 1", "FOR, DES e VOL"),
        ("p", "aiuto"),
    ],
)
def test_lines_that_say_nothing_are_answered_in_words(line: str, said: str) -> None:
    read, _ = reader()
    with pytest.raises(Unclear) as caught:
        read.command(line)
    assert said in str(caught.value)


def test_every_command_has_words_in_both_languages_and_no_two_share_one() -> None:
    read, _ = reader()
    told = _desktalk.catalogue()
    assert missing(told.templates["it"], told.templates["en"]) == []
    words = set(all_spoken("verb").values())
    assert {offer.do for offer in read.view.offers} - words <= {"let"}
    for lang in ("it", "en"):
        own = [word for key in told.templates[lang] if key.startswith("own.") for word in told.text(lang, key).split()]
        verbs = [w for key in told.templates[lang] if key.startswith("verb.") for w in told.text(lang, key).split()]
        assert len(set(own + verbs)) == len(own + verbs), lang


@pytest.mark.parametrize("lang", ["it", "en"])
def test_the_desk_and_its_help_fit_80_columns(call: Call, valley: Path, lang: str) -> None:
    long = "Il Grande Guardiano della Porta d'Ossa, che dorme da mille anni sotto il ponte"
    typed = ("+ troll 2 name=Guardiano-della-Porta-d'Ossa-di-Sotto", "n", f"nota 5 {long} {long}", "p 1", "lack 1 cibo",
             "tempo 3 la torcia", "v", "g", "i 5", "help", "help d")  # fmt: skip
    _, out, _ = call("open", valley, "ponte", "--seed", "3", typed=typed, lang=lang)
    assert [line for line in out.splitlines() if len(line) > 80] == []
    desk = DeskTable(*PARTY, GOBLINS)
    assert max(map(len, desk_text(RULESET.desk().view(desk.game, "", lang), lang).splitlines())) <= 80  # type: ignore[arg-type]


def test_what_was_taken_back_can_be_put_back_another_evening(call: Call, valley: Path) -> None:
    call("open", valley, "ponte", "--do", "+ goblin 2", "--do", "n", "--do", "5 -2")
    before = desk_of(call, valley)
    call("open", valley, "ponte", "--do", "u", "--do", "u")
    assert desk_of(call, valley)["round"] == 0
    call("open", valley, "ponte", "--do", "redo")
    assert desk_of(call, valley)["round"] == 1
    code, out, _ = call("open", valley, "ponte", "--do", "redo", "--do", "redo")
    assert desk_of(call, valley) == before
    assert code == 2 and "nulla da" in out
    call("open", valley, "ponte", "--do", "u", "--do", "u", "--do", "redo 2")
    assert desk_of(call, valley) == before


# --- bad input ----------------------------------------------------------------------------------------


def test_a_party_that_cannot_be_makes_no_campaign(call: Call, tmp_path: Path) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text(COMPANY.read_text(encoding="utf-8").replace("pf: 6", "pf: 600"), encoding="utf-8")
    for party, said in ((bad, "pf"), (OTHER_GAME, "cairn"), (tmp_path / "none.yaml", "none.yaml")):
        code, _, err = call("new", tmp_path / "x", "--party", party)
        assert code == 2 and said in err and not (tmp_path / "x").exists()


def test_what_is_no_campaign_and_no_encounter_is_told(call: Call, valley: Path, tmp_path: Path) -> None:
    assert "arbitro desk new" in call("open", tmp_path, "ponte")[2]
    assert "già una campagna" in call("new", valley)[2]
    assert "nessuno, per ora" in call("open", valley)[2]
    assert "nessuno, per ora" in call("show", valley, "ponte")[2]
    code, _, err = call("new", tmp_path / "y", "--ruleset", "crepuscolo")
    assert code == 2 and "banco del Custode" in err
    (valley / "campaign.yaml").write_text("ruleset: cairn\nname: X\nparty: ../../altro.yaml\n", encoding="utf-8")
    assert call("list", valley)[0] == 2


def test_a_damaged_file_is_told_and_left_as_it_is(call: Call, valley: Path) -> None:
    call("open", valley, "ponte", "--do", "+ goblin")
    file = valley / "encounters" / "ponte.arbitro"
    good = file.read_bytes()
    seal, packed = len(MAGIC), zlib.decompress(good[len(MAGIC) + 32 :])
    written = zlib.compress(packed.replace(b"coltello-seghettato", b"coltello-di-nessuno"))
    assert b"coltello-seghettato" in packed
    by_hand = good[:seal] + blake2b(written, digest_size=32).digest() + written
    for bad in (
        good[:-9],
        b"",
        b"niente",
        good.replace(good[60:64], b"0000"),
        by_hand,
        *(good[:n] for n in (7, 8, 40)),
    ):
        file.write_bytes(bad)
        code, _, err = call("open", valley, "ponte", "--do", "n")
        assert code == 2 and "ponte.arbitro" in err and "Traceback" not in err
        assert file.read_bytes() == bad


def test_a_battle_and_an_encounter_are_not_taken_for_each_other(call: Call, valley: Path, tmp_path: Path) -> None:
    battle = tmp_path / "battle.arbitro"
    scenario = next((ROOT / "examples/cairn").glob("*.yaml"))
    run(["play", str(scenario), "--auto", "--seed", "1", "--save", str(battle), "--lang", "it"])
    assert "non è uno scontro del banco" in call("show", battle)[2]
    call("open", valley, "ponte", "--do", "n")
    encounter = valley / "encounters" / "ponte.arbitro"
    assert run(["play", "--resume", str(encounter), "--lang", "it"]) == 2


def test_a_line_that_will_not_do_stops_a_script_and_keeps_what_was_done(call: Call, valley: Path) -> None:
    code, out, _ = call("open", valley, "ponte", "--do", "+ goblin", "--do", "boh", "--do", "+ goblin")
    assert code == 2 and "non è un comando" in out
    assert [row["name"] for row in desk_of(call, valley)["rows"]][4:] == ["Goblin"]


def test_a_line_that_answers_no_question_stops_a_script_too(call: Call, valley: Path) -> None:
    blow = ("--do", "+ goblin", "--do", "o 5 pf=0 for=9 prova", "--do", "d 5 5 netto", "--do", "20")
    code, out, _ = call("open", valley, "ponte", "--my-dice", *blow, "--do", "boh", "--do", "+ troll")
    assert code == 2 and "boh" in out
    shown = desk_of(call, valley)
    assert len(shown["rows"]) == 5 and not shown["offers"], "the question still stands"
    assert call("open", valley, "ponte", "--do", "1")[0] == 0
    assert desk_of(call, valley)["offers"]


def test_what_a_command_did_is_told_before_it_asks_and_one_may_look_meanwhile(call: Call, valley: Path) -> None:
    begun = ("+ goblin", "o 5 pf=0 for=9 prova", "d 5 5 netto", "20", "?", "v", "i 5", "i 99", "1", "stabilise 1")
    code, out, _ = call("open", valley, "ponte", "--my-dice", typed=begun)
    told = re.sub(r"\s+", " ", out)
    places = [told.index(said) for said in ("tira d20: 20", "è morto?", "«u» annulla tutto", "Goblin muore")]
    assert code == 0 and places == sorted(places)
    assert out.count("0/4") == 2, "the desk, and the one who is asked about"
    assert "«stabilise» ora non si può" in out


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("+ gobln 3", "forse «Goblin»"),
        ("+ qualcosa", "Non c'è una creatura «qualcosa»"),
        ("+ goblin 100000", "da 1 a 30"),
        ("tempo 99999999999 torcia", "da 1 a 1000"),
        ("d 2 100000", "da 0 a 999"),
        ("2 -100000", "da 0 a 999"),
        ("2 +100000", "da 1 a 60"),
        ("o 2 zzz=3 prova", "pf, for, des, vol, pf_max, for_max"),
        ("o 2 pf=300 prova", "da 0 a 60"),
        ("o 2 stato=stanco prova", "presente, morto e fuggito"),
        ("o 2 capo=forse prova", "sì e no"),
    ],
)
def test_what_will_not_do_is_told_with_what_would(call: Call, valley: Path, line: str, said: str) -> None:
    code, out, _ = call("open", valley, "ponte", "--do", line)
    assert code == 2 and said in re.sub(r"\s+", " ", out)


def test_overruling_takes_the_words_of_both_languages(call: Call, valley: Path) -> None:
    call("open", valley, "ponte", "--do", "o 2 str_max=14 stato=fuggito va via", lang="en")
    row = desk_of(call, valley)["rows"][1]
    assert dict(map(tuple, row["edits"]))["forza_max"] == 14 and row["state"] == "fled"


def test_the_list_names_what_cannot_be_opened_and_shows_the_rest(call: Call, valley: Path, tmp_path: Path) -> None:
    call("open", valley, "ponte", "--do", "n")
    whole = (valley / "encounters" / "ponte.arbitro").read_bytes()
    (valley / "encounters" / "rotto.arbitro").write_bytes(whole[:300])
    (valley / "encounters" / "altro.arbitro").write_text("niente", encoding="utf-8")
    code, out, _ = call("list", valley)
    told = re.sub(r"\s+", " ", out)
    assert code == 0 and "ponte: Round 1" in told
    assert "rotto: non si apre" in told and "altro: non si apre" in told
    (valley / "party.yaml").write_text("members: {", encoding="utf-8")
    code, out, _ = call("list", valley)
    assert code == 0 and "party.yaml" in out and "ponte: Round 1" in out


def test_a_game_without_a_desk_says_which_have_one(call: Call, tmp_path: Path) -> None:
    for name, said in (("cairm", "forse «cairn»"), ("zzz", "ce l'ha: cairn"), ("crepuscolo", "ce l'ha: cairn")):
        code, _, err = call("new", tmp_path / "y", "--ruleset", name)
        assert code == 2 and said in re.sub(r"\s+", " ", err), err

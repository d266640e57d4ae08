"""`arbitro character`: made, shown, checked, printed, changed and put in a party, with bad input all along."""

import io
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from arbitro.cli.main import run
from arbitro.content.yamlfile import load

ROOT = Path(__file__).resolve().parent.parent.parent
ROSTERS = ROOT / "examples/cairn/rosters"
OTHER_GAME = ROOT / "examples/crepuscolo/rosters/strada-rossa.yaml"
Call = Callable[..., tuple[int, str, str]]
GOOD = """\
# Livia, as she stands after the ford.
party: livia
name: Livia
ruleset: cairn
members:
  - {name: Livia, pf: 6, forza: 12, des: 11, vol: 9, background: guardia-di-confine, fatigue: 2,
     items: [spadone, cuoio-bollito, {thing: torcia, uses: 1}, spilla], notes: Cerca il fratello.,
     scars: [[CRN-SCAR-04, 3]], coins: 12, age: 31}
"""


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    """The command line: exit code, output, complaints; ``typed`` is what the person types."""

    def called(*args: str | Path, typed: str = "", lang: str = "en") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = run(["character", *(str(arg) for arg in args), "--lang", lang])
        told = capsys.readouterr()
        return code, told.out, told.err

    return called


@pytest.fixture
def livia(tmp_path: Path) -> Path:
    path = tmp_path / "livia.yaml"
    path.write_text(GOOD, encoding="utf-8")
    return path


# --- new


def test_hirelings_of_a_trade_or_with_a_background_are_made_too(call: Call, tmp_path: Path) -> None:
    for kind in ("guardia-del-corpo", "hireling"):
        file = tmp_path / f"{kind}.yaml"
        assert call("new", "--kind", kind, "--seed", "4", "--out", file)[0] == 0
        assert load(file).data["members"][0]["kind"] == "hireling"
    code, _, said = call("new", "--kind", "guardia-del-corp")
    assert code == 2 and 'did you mean "guardia-del-corpo"?' in said


def test_the_same_seed_makes_the_same_character(call: Call, tmp_path: Path) -> None:
    code, said, _ = call("new", "--seed", "7")
    assert code == 0 and said == call("new", "--seed", "7")[1] != call("new", "--seed", "8")[1]
    assert "CC-BY-SA 4.0" in said.splitlines()[0]
    out = tmp_path / "it.yaml"
    code, sheet, _ = call("new", "--seed", "7", "--out", out)
    assert code == 0 and out.read_text(encoding="utf-8") == said and "--seed 7" in sheet
    assert call("check", out)[:2] == (0, f"{out}: good, one character\n")


def test_what_is_given_is_not_rolled(call: Call) -> None:
    given = ("--background", "cerusico", "--name", "  Ada  Rossi ", "--attributes", "12, 9,14")
    member = load(call("new", *given, "--seed", "1")[1]).data["members"][0]
    assert [member[key] for key in ("background", "name", "forza", "des", "vol")] == [
        "cerusico",
        "Ada Rossi",
        12,
        9,
        14,
    ]


@pytest.mark.parametrize(
    ("option", "value", "says"),
    [
        ("--background", "ceruscio", 'did you mean "cerusico"?'),
        ("--attributes", "12,9", "three numbers from 3 to 18"),
        ("--attributes", "2,9,9", "three dice make 3 to 18"),
        ("--attributes", "19,9,9", "three dice make 3 to 18"),
        ("--name", " ", "a name of at most 80 letters"),
        ("--name", "x" * 81, "a name of at most 80 letters"),
        ("--party", OTHER_GAME, "another game: crepuscolo"),
        ("--party", "no-such-file.yaml", "no-such-file.yaml"),
    ],
)
def test_what_cannot_be_given(call: Call, option: str, value: str | Path, says: str) -> None:
    code, out, err = call("new", option, value)
    assert code == 2 and out == "" and says in err


def test_a_file_that_is_there_is_left_alone(call: Call, livia: Path) -> None:
    code, _, err = call("new", "--out", livia)
    assert code == 2 and "there already" in err and livia.read_text(encoding="utf-8") == GOOD


# --- by choice: background, three scores, PF, eight traits, two rows, bond, age, coins, omen, swap, name, things


CHOICES = ["2", "15", "18", "3", "6", *"12345678", "2", "6", "6", "30", "18", "20", "2", "Ada Bò", "1"]


@pytest.mark.parametrize("lang", ["it", "en"])
def test_every_step_can_be_chosen(call: Call, lang: str) -> None:
    code, out, err = call("new", "--choose", "--seed", "1", typed="\n".join(CHOICES) + "\n", lang=lang)
    assert code == 0, err
    member = load(out).data["members"][0]
    assert (member["forza"], member["des"], member["vol"]) == (18, 15, 3)  # the two first changed places
    assert (member["pf"], member["age"], member["coins"], member["name"]) == (6, 30, 18, "Ada Bò")
    assert list(member["traits"].values()) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert (member["background"], member["bonds"], member["omens"]) == ("cerusico", ["legame-diario"], ["presagio-20"])
    assert member["marks"] == ["piede-di-metallo"] and "magnete" in member["items"]
    assert ("Da dove vieni?" in err) == (lang == "it") and "(missing" not in err and "(testo manc" not in err


def test_back_opens_the_step_before_and_wrong_answers_are_asked_again(call: Call) -> None:
    typed = ["b", "99", "2", "15", "b", "4", "19", "18", *CHOICES[3:]]
    code, out, err = call("new", "--choose", "--seed", "1", typed="\n".join(typed) + "\n")
    member = load(out).data["members"][0]
    assert code == 0 and (member["forza"], member["des"]) == (18, 4)
    assert "This is the first step." in err and '"99" will not do here: type a number from 1 to 20' in err
    assert '"19" will not do here: type a number from 3 to 18' in err


def test_things_are_bought_with_the_coins_and_left(call: Call) -> None:
    start = [*CHOICES[:-1]]
    code, out, err = call(
        "new", "--choose", "--seed", "1", typed="\n".join([*start, "2", "rope", "3", "torch", "1"]) + "\n"
    )
    member = load(out).data["members"][0]
    assert code == 0, err
    assert "corda" in member["items"] and "torcia" not in member["items"] and member["coins"] == 18 - 5
    back = [*start, "2", "rope", "3", "torch", "b", "b", "1"]
    code, out, _ = call("new", "--choose", "--seed", "1", typed="\n".join(back) + "\n")
    member = load(out).data["members"][0]
    assert "corda" not in member["items"] and "torcia" in member["items"] and member["coins"] == 18


def test_enter_everywhere_is_what_the_dice_say(call: Call) -> None:
    code, out, _ = call("new", "--choose", "--seed", "7", typed="\n" * 60)
    assert code == 0 and out == call("new", "--seed", "7")[1]


def test_nothing_is_written_when_nobody_answers_any_more(call: Call, tmp_path: Path) -> None:
    out = tmp_path / "half.yaml"
    code, _, err = call("new", "--choose", "--out", out, typed="2\n")
    assert code == 2 and "nothing was written" in err and not out.exists()


# --- show and print


@pytest.mark.parametrize("lang", ["it", "en"])
def test_the_sheet_is_eighty_columns_wide_and_shows_all(call: Call, livia: Path, lang: str) -> None:
    code, out, _ = call("show", livia, lang=lang)
    assert code == 0 and max(map(len, out.splitlines())) <= 80 and "CC-BY-SA 4.0" in out
    wanted = {
        "it": ["FOR 12   DES 11   VOL 9   PF 6   Armatura 1   Monete 12", "Slot: 6 su 10", "2 ┆ Spadone (secondo slot)",
               "Torcia (un uso)", "Arto rotto: braccio", "× Fatica", "Spilla", "Cerca il fratello."],
        "en": ["STR 12   DEX 11   WIL 9   HP 6   Armour 1   Coins 12", "Slots: 6 of 10", "2 ┆ Long sword (second",
               "Torch (one use)", "Broken limb: arm", "× Fatigue", "Pin", "Cerca il fratello."],
    }  # fmt: skip
    for text in wanted[lang]:
        assert text in out


def test_one_of_a_party_is_shown_by_name(call: Call) -> None:
    party = ROSTERS / "compagnia-del-guado.yaml"
    assert call("show", party, "--who", "folco")[1].startswith("FOLCO\n")
    code, _, err = call("show", party, "--who", "falco")
    assert code == 2 and 'there is no "falco" here' in err and "folco" in err
    assert call("show", party)[1].count("══") and call("show", ROSTERS / "goblin-del-bosco.yaml")[0] == 2


@pytest.mark.parametrize(("lang", "word"), [("it", "Cicatrici"), ("en", "Scars")])
def test_the_page_needs_no_other_file_and_escapes_what_people_wrote(
    call: Call, livia: Path, tmp_path: Path, lang: str, word: str
) -> None:
    assert call("edit", livia, "notes=<script>alert(1)</script> & more")[0] == 0
    html = tmp_path / "livia.html"
    assert call("print", livia, "--html", html, lang=lang)[0] == 0
    text = html.read_text(encoding="utf-8")
    assert word in text and f'lang="{lang}"' in text and "CC-BY-SA 4.0" in text and "&lt;script&gt;" in text
    assert not any(bad in text for bad in ("<script", "src=", "href=", "url(", "@import"))


# --- check


BAD = [
    ("pf: 6", "pf: -1", "6:23:", "pf"),
    ("pf: 6", "pf: 0", "6:23:", "the maximum of PF is at least 1"),
    ("pf: 6", "pf: 9, pf_max: 6", "6:23:", "above its maximum (6)"),
    ("forza: 12", "forza: 19", "6:33:", "0 to 18"),
    ("forza: 12, ", "", "6:5:", "forza is missing (0 to 18)"),
    ("forza: 12", "forza: dodici", "6:33:", "number"),
    ("spadone", "spadon", "7:14:", 'did you mean "spadone"?'),
    ("uses: 1", "uses: 4", "7:60:", "4: at most 3"),
    ("spilla]", "spilla, carretto, carretto, scala, corda]", "7:", "it takes 13 slots: at most 10"),
    ("spilla]", '{thing: corda, "on": 1}]', "7:", "nothing at place 1 carries other things"),
    ("age: 31", "age: 31, traits: {voltto: 3}", "8:", 'did you mean "volto"?'),
    ("CRN-SCAR-04", "CRN-SCAR-44", "8:", 'did you mean "CRN-SCAR-04"?'),
    ("guardia-di-confine", "guardia", "6:", '"guardia" does not exist'),
    ("age: 31", "agge: 31", "8:", 'did you mean "age"?'),
    ("age: 31", "armour: 2", "8:", "no character has this"),
    ("ruleset: cairn", "ruleset: crepuscolo", "4:10:", "another game: crepuscolo"),
]


@pytest.mark.parametrize(("old", "new", "place", "says"), BAD)
def test_what_cannot_be_is_told_with_file_and_line(
    call: Call, livia: Path, old: str, new: str, place: str, says: str
) -> None:
    livia.write_text(GOOD.replace(old, new, 1), encoding="utf-8")
    code, out, err = call("check", livia)
    assert code == 2 and out == "" and f"{livia}:{place}" in err and says in err
    for command in (("show", livia), ("edit", livia, "coins=1"), ("print", livia, "--html", "-")):
        assert call(*command)[0] == 2
    assert livia.read_text(encoding="utf-8") == GOOD.replace(old, new, 1)


def test_faults_of_every_kind_are_told_in_one_pass(call: Call, livia: Path) -> None:
    text = (
        GOOD.replace("forza: 12", "forza: dodici", 1).replace("spadone", "spadon", 1).replace("age: 31", "agge: 31", 1)
    )
    livia.write_text(text, encoding="utf-8")
    _, _, err = call("check", livia)
    assert "6:33:" in err and 'did you mean "spadone"?' in err and 'did you mean "age"?' in err
    assert "forza is missing" not in err and err.count("livia.yaml") == 3


@pytest.mark.parametrize("text", ["", "[", "7", "{}", '{"type": "character", "system": {"abilities": {}}}', "a: \x00"])
def test_files_that_are_no_characters(call: Call, tmp_path: Path, text: str) -> None:
    path = tmp_path / "no.yaml"
    path.write_text(text, encoding="utf-8")
    code, _, err = call("check", path)
    assert code == 2 and str(path) in err and "Traceback" not in err


def test_good_files_are_named_and_bad_ones_beside_them_too(call: Call, livia: Path) -> None:
    code, out, err = call("check", livia, OTHER_GAME, ROSTERS / "compagnia-del-guado.yaml")
    assert code == 2 and "good, one character" in out and "good, 4 characters" in out and "another game" in err


# --- edit


def test_changes_are_written_and_the_comment_stays(call: Call, livia: Path) -> None:
    changes = ("forza=7", "coins-=5", "items+=corda", "items-=torcia", "traits.volto=4", "scars+=CRN-SCAR-01:2",
               "fatigue=0", "notes=")  # fmt: skip
    code, out, err = call("edit", livia, *changes)
    assert (code, err) == (0, "") and "8 changes" in out
    text = livia.read_text(encoding="utf-8")
    assert text.startswith(GOOD.splitlines()[0])
    member = load(text).data["members"][0]
    assert (member["forza"], member["forza_max"], member["coins"], member["traits"]) == (7, 12, 7, {"volto": 4})
    assert member["items"] == ["spadone", "cuoio-bollito", "spilla", "corda"]
    assert member["scars"] == [["CRN-SCAR-04", 3], ["CRN-SCAR-01", 2]] and "notes" not in member


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ("name=", "a name is needed"),
        ("pf", "key=value"),
        ("forzza=3", 'did you mean "forza"?'),
        ("forza=tre", "a whole number is needed"),
        ("forza=19", "0 to 18"),
        ("pf=-1", "pf"),
        ("coins-=100", "coins"),
        ("items+=spadda", 'did you mean "spada"?'),
        ("items-=torce", 'did you mean "torcia"?'),
        ("items+=carretto,carretto,scala", "at most 10"),
        ("traits.volto=11", "volto"),
        ("traits=4", "traits.name=number"),
        ("pf.max=4", "pf has no parts"),
        ("leader=maybe", "true or false"),
        ("conditions+=stanco", '"stanco" does not exist'),
    ],
)
def test_changes_that_cannot_be_leave_the_file_alone(call: Call, livia: Path, change: str, says: str) -> None:
    code, out, err = call("edit", livia, "coins=3", change)
    assert code == 2 and out == "" and says in err and "has not changed" in err
    assert livia.read_text(encoding="utf-8") == GOOD


def test_things_stay_on_their_carrier_when_another_thing_goes(call: Call, livia: Path) -> None:
    livia.write_text(GOOD.replace("spilla]", 'carretto, {thing: corda, "on": 4}]'), encoding="utf-8")
    assert call("edit", livia, "items-=spadone")[0] == 0
    items = load(livia).data["members"][0]["items"]
    assert items[-2:] == ["carretto", {"thing": "corda", "on": 3}]
    assert call("edit", livia, "items-=carretto")[0] == 0 and call("check", livia)[0] == 0


# --- in a party


def test_characters_join_a_party_and_the_party_plays(call: Call, livia: Path, tmp_path: Path) -> None:
    party = tmp_path / "gruppo.yaml"
    assert call("join", party, livia, ROSTERS / "compagnia-del-guado.yaml")[0] == 0
    code, out, _ = call("join", party, livia)
    assert code == 0 and "6 characters" in out
    code, _, err = call("edit", party, "pf=1")
    assert code == 2 and "--who" in err
    scenario = tmp_path / "prova.yaml"
    scenario.write_text(
        "scenario: prova\nname: Prova\nname_en: Trial\nruleset: cairn\nsides:\n"
        "  - {seat: a, roster: gruppo.yaml}\n  - {seat: b, members: [{monster: goblin}]}\n",
        encoding="utf-8",
    )
    assert run(["play", str(scenario), "--auto", "--seed", "1", "--lang", "en"]) == 0
    scenario.write_text(scenario.read_text(encoding="utf-8").replace("gruppo", "livia"), encoding="utf-8")
    assert run(["play", str(scenario), "--auto", "--seed", "1", "--lang", "en"]) == 0


def test_a_party_that_is_no_party_is_left_alone(call: Call, livia: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.yaml"
    other.write_text(OTHER_GAME.read_text(encoding="utf-8"), encoding="utf-8")
    assert call("join", other, livia)[0] == 2
    assert other.read_text(encoding="utf-8") == OTHER_GAME.read_text(encoding="utf-8")
    assert call("join", livia, *[ROSTERS / "compagnia-del-guado.yaml"] * 15)[0] == 2
    assert livia.read_text(encoding="utf-8") == GOOD

"""`arbitro play` as people and programs use it: whole games, answers, undo, saves, dice of their own, faults."""

import io
import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from arbitro.cli.main import run
from arbitro.engine.asks import Answer, Refused
from arbitro.engine.forms import Refusal
from arbitro.engine.game import Game
from arbitro.engine.save import read

DUEL = """
scenario: duello
name: Il duello
name_en: The duel
text: "Due colpi e via."
text_en: "Two blows and out."
ruleset: crepuscolo
table:
  width: 60
  depth: 60
  unit: cm
  terrain: [{id: muro, name: Muro, height: 2, crossing: vaultable, rect: [20, 30, 8, 1]}]
sides:
  - {seat: a, name: Predoni, access: [30, 0], fighters: [{profile: razziatore, id: a1, name: Grask, at: [20, 20]},
     {profile: assaltatore, id: a2, name: Nadia, at: [30, 20]}]}
  - {seat: b, name: Guardia, access: [30, 60], fighters: [{profile: assaltatore, id: b1, name: Lupo, at: [23.5, 20]},
     {profile: razziatore, id: b2, name: Zanna, at: [30, 40]}]}
options: {turn_limit: 2, combat_rerolls: false}
start: {hand: a}
"""


@dataclass
class Result:
    """What a call came to."""

    code: int
    out: str
    err: str


Call = Callable[..., Result]


@pytest.fixture
def duel(tmp_path: Path) -> Path:
    """Two against two, the first hand about to be played, the first of each side in contact."""
    file = tmp_path / "duello.yaml"
    file.write_text(DUEL, encoding="utf-8")
    return file


@pytest.fixture
def call(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Call:
    """The command in this process: ``call("play", file, typed="1\\n")``, in Italian on eighty columns."""
    for name, value in {
        "XDG_DATA_HOME": str(tmp_path / "data"),
        "COLUMNS": "80",
        "NO_COLOR": "1",
        "LC_ALL": "it_IT.UTF-8",
    }.items():
        monkeypatch.setenv(name, value)

    def carry_out(*args: object, typed: str = "") -> Result:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = run([str(arg) for arg in args])
        out, err = capsys.readouterr()
        return Result(code, out, err)

    return carry_out


def environment(tmp_path: Path, **more: str) -> dict[str, str]:
    """The environment of a real call."""
    return {
        **os.environ,
        "XDG_DATA_HOME": str(tmp_path / "data"),
        "COLUMNS": "80",
        "NO_COLOR": "1",
        "PYTHONUTF8": "1",
        **more,
    }


def real(tmp_path: Path, *args: object, **more: str) -> subprocess.CompletedProcess[bytes]:
    """The real command, with nobody to answer."""
    words = [sys.executable, "-m", "arbitro.cli.main", *map(str, args)]
    return subprocess.run(
        words,
        env=environment(tmp_path, **more),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=120,
        check=False,
    )


def journal_of(file: Path) -> list[bytes]:
    """The events in a save."""
    return read(file.read_bytes()).journal


# --- the computer plays ---------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_journal_to_the_byte(tmp_path: Path, duel: Path) -> None:
    args = ("play", duel, "--auto", "--seed", "7", "--json", "--lang", "it")
    once, again = real(tmp_path, *args, PYTHONHASHSEED="1"), real(tmp_path, *args, PYTHONHASHSEED="2")
    assert once.returncode == 0, once.stderr.decode()
    assert once.stdout == again.stdout
    assert real(tmp_path, "play", duel, "--auto", "--seed", "8", "--json", "--lang", "it").stdout != once.stdout


@pytest.mark.parametrize(("lang", "heading"), [("it", "Mano: Guardia"), ("en", "Hand: Guardia")])
def test_the_journal_is_json_with_types_rules_and_sentences(call: Call, duel: Path, lang: str, heading: str) -> None:
    done = call("play", duel, "--seed", "7", "--json", "--lang", lang, "--side", "a=random", "--side", "b=random")
    assert (done.code, done.err) == (0, "")
    journal: dict[str, Any] = json.loads(done.out)
    assert (journal["ruleset"], journal["scenario"], journal["seed"]) == ("crepuscolo", "duello", 7)
    events = journal["events"]
    assert all("type" in event and isinstance(event["rules"], list) for event in events)
    assert heading in [event["text"] for event in events]
    assert events[-1]["type"] == "Finished"
    assert journal["result"] == events[-1]["result"]


def test_an_automatic_game_tells_turns_hands_verdict_and_losses(call: Call, duel: Path) -> None:
    done = call("play", duel, "--auto", "--seed", "7")
    assert (done.code, done.err) == (0, "")
    assert "Due colpi e via." in done.out
    for heading in ("Turno 2 ──", "Mano: Guardia", "Fine della battaglia ──", "Perdite", "Seme dei dadi: 7."):
        assert f"\n{heading}" in done.out
    assert "CDC-" not in done.out
    assert not (duel.parent / "data").exists()  # nothing to lose, nothing kept


def test_lines_show_their_rules_on_request(call: Call, duel: Path) -> None:
    assert "[CDC-ACT-03.1]" in call("play", duel, "--auto", "--seed", "7", "--rules").out


def test_a_random_seed_is_told_so_that_the_game_can_be_played_again(call: Call, duel: Path) -> None:
    first = call("play", duel, "--auto").out
    seed = first.split("Seme dei dadi: ")[1].split(".")[0]
    assert call("play", duel, "--auto", "--seed", seed).out == first


@pytest.mark.parametrize("columns", ["80", "40"])
def test_lines_fit_the_terminal(call: Call, duel: Path, monkeypatch: pytest.MonkeyPatch, columns: str) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    done = call("play", duel, "--auto", "--seed", "7")
    assert done.code == 0
    assert max(map(len, done.out.splitlines())) <= int(columns)


def test_with_nobody_to_answer_the_computer_plays(call: Call, duel: Path) -> None:
    done = call("play", duel, "--seed", "7")
    assert done.code == 0
    assert "Nessuno risponde: da qui gioca il computer." in done.out
    assert "Fine della battaglia" in done.out


# --- people play ----------------------------------------------------------------------------------------


def test_choices_by_number_by_name_and_several_at_once(call: Call, duel: Path) -> None:
    by_number = call("play", duel, "--seed", "7", typed="1\n1\n3\n").out
    by_name = call("play", duel, "--seed", "7", typed="Grask\nattacca\nd8\n").out
    at_once = call("play", duel, "--seed", "7", typed="a1 1 d8\n").out
    line = "Grask attacca Lupo con Ascia, spendendo d8."
    assert all(line in out for out in (by_number, by_name, at_once))
    assert by_name.split(line)[1] == by_number.split(line)[1] == at_once.split(line)[1]


def test_odds_stand_beside_the_dice_of_an_attack(call: Call, duel: Path) -> None:
    # Combattimento 4 (Razziatore) against 3 + 1 (Assaltatore with a sword): no bonus; SdS 4
    out = call("play", duel, "--seed", "7", typed="a1\nattacca\n").out
    assert "1  d4   1 su 4: colpisce" in out
    assert "2  d6   1 su 2: colpisce" in out
    assert "3  d8   5 su 8: colpisce" in out


def test_a_move_is_told_in_words(call: Call, duel: Path) -> None:
    typed = "a2\nmuovi\nd8\nmille passi\n200 20\nverso b2\n"
    out = call("play", duel, "--seed", "7", "--lang", "it", typed=typed).out
    assert "Non ho capito «mille passi»" in out
    assert "La basetta uscirebbe dal tavolo" in out
    assert "Nadia si muove di" in out
    english = call("play", duel, "--seed", "7", "--lang", "en", typed="a2\nmove\nd8\n30.5 21\n").out
    assert "Nadia moves 1.1 cm, to (30.5; 21)." in english


def test_what_is_refused_says_why(call: Call, duel: Path) -> None:
    out = call("play", duel, "--seed", "7", typed="a1\nmuovi\n9\n").out
    assert "Grask ha un avversario entro 1 cm: non può muoversi." in out
    assert "Qui non puoi" in out


def test_help_map_status_and_rules(call: Call, duel: Path) -> None:
    out = call("play", duel, "--seed", "7", typed="?\nm\ns\na1 1 d8\ng\n").out
    assert "u: annulla l'ultima scelta; r: rifalla" in out
    assert out.count("+---") >= 4  # the map once by itself, once when asked for
    assert "Grask                   5/5   d4 d6 d8  (20; 20)" in out
    assert "CDC-ACT-03.1" in out
    assert "Sferrare Attacchi in Corpo a Corpo\n" in out


def test_going_back_within_a_choice(call: Call, duel: Path) -> None:
    out = call("play", duel, "--seed", "7", typed="a1\nb\na2\nmuovi\nb\nb\na1\nattacca\nd8\n").out
    assert "Grask attacca Lupo con Ascia, spendendo d8." in out


def test_undo_and_redo(call: Call, duel: Path, tmp_path: Path) -> None:
    kept = tmp_path / "partita"
    out = call("play", duel, "--seed", "7", typed=f"a1 1 d8\nu\nw {kept}\nr\nu\nu\n").out
    assert "Annullato." in out
    assert "Rifatto." in out
    assert "Non c'è nulla da annullare." in out
    assert [event for event in journal_of(kept) if b"TookPart" in event] == []


def test_dice_after_an_undo_fall_anew(call: Call, duel: Path) -> None:
    # a die that was seen and taken back must not be known: twenty attempts do not all show the same face
    out = call("play", duel, "--seed", "7", typed="a1 1 d8\nu\n" * 20).out
    faces = {line.split("d8 → ")[1][0] for line in out.splitlines() if "Grask" in line and "d8 → " in line}
    assert len(faces) > 1


def test_two_people_at_one_terminal(call: Call, duel: Path) -> None:
    typed = "a1 1 d8\nPassa\nb2\nmuovi\nd4\n\n"
    out = call("play", duel, "--seed", "7", "--side", "b=persona", typed=typed).out
    assert "Predoni: una persona" in out
    assert "La mano passa per scelta" in out
    assert "Zanna resta dov'è." in out


def test_speaking_up_in_the_other_hand(call: Call, duel: Path) -> None:
    out = call("play", duel, "--seed", "7", typed="passa\ni\na1\nd8\n").out
    assert "È la mano dell'avversario: vuoi fare qualcosa?" in out
    assert "Grask usa Intimidire, spendendo d8." in out.split("Mano: Guardia")[1]


def test_whose_turn_it_is_need_not_be_said(call: Call) -> None:
    """The question names Valeria, who alone can act: what is typed is what she does."""
    bridge = Path(__file__).parents[2] / "examples/pathfinder/il-ponte-dei-goblin.yaml"
    out = call("play", bridge, "--seed", "3", typed="attacca\nq\nn\n").out
    assert "Valeria › attacca › Con che cosa?" in out and "Non ho capito" not in out


CHARGE = """
scenario: carica
name: Carica
name_en: Charge
ruleset: pathfinder
ground: {map: ["............", "............", "............"]}
sides:
  - {seat: a, name: A, name_en: A, members: [{id: a1, sheet: orco, at: b2}]}
  - {seat: b, name: B, name_en: B, members: [{id: b1, sheet: orco, at: e3}, {id: b2, sheet: goblin, at: i2}]}
"""


def test_beside_a_choice_stands_what_it_costs_and_who_may_strike(call: Call, tmp_path: Path) -> None:
    """The goblin, then both orcs have had a turn when the orc of side a charges past the other."""
    (file := tmp_path / "carica.yaml").write_text(CHARGE, encoding="utf-8")
    typed = "end\nend\nend\nend\ncharge\n1\nq\nn\n"
    asked = call("play", file, "--side", "a=person", "--side", "b=person", "--seed", 3, "--lang", "en", typed=typed).out
    assert "1  Orc   2 squares\n" in asked and "2  Goblin   6 squares; gives Orc an opportunity\n" in asked


def test_nobody_is_asked_again_in_a_hand_who_said_so(call: Call, duel: Path) -> None:
    asked = "È la mano dell'avversario"
    first = call("play", duel, "--seed", "7", typed="passa\n" + "\n" * 60).out
    once = call("play", duel, "--seed", "7", typed="passa\nn\n" + "\n" * 60).out
    assert once.split("Turno 2")[0].count(asked) == 1 < first.split("Turno 2")[0].count(asked)


def test_rules_that_get_stuck_do_not_end_a_game(call: Call, duel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answer, bugs = Game.answer, [Refused(Refusal("rule_bug"))]

    def stuck_once(game: Game, given: Answer) -> Any:
        if bugs:
            raise bugs.pop()
        return answer(game, given)

    monkeypatch.setattr(Game, "answer", stuck_once)
    done = call("play", duel, "--seed", "7", typed="a1 1 d8\n")
    assert done.code == 0
    assert "Le regole si sono inceppate su questa scelta: non è cambiato nulla." in done.out
    assert "Fine della battaglia" in done.out


def test_typed_dice(call: Call, duel: Path) -> None:
    typed = "a1 1 d8\n9\notto\n7\n"
    out = call("play", duel, "--my-dice", "--side", "b=person", typed=typed).out
    assert "Tira d8 per Grask: che cosa esce?" in out
    assert out.count("Serve un numero da 1 a 8.") == 2
    assert "Grask colpisce Lupo con Ascia: d8 → 7 contro SdS 4." in out
    assert "Lupo subisce 3 danni: Resistenza 0." in out  # Danno 2, +1 of the axe


def test_a_typed_die_can_be_taken_back(call: Call, duel: Path) -> None:
    out = call("play", duel, "--my-dice", "--side", "b=person", typed="a1 1 d8\n7\nu\n2\n").out
    assert "Annullato." in out
    assert "Grask manca Lupo con Ascia: d8 → 2 contro SdS 4." in out


def test_with_typed_dice_the_computer_rolls_its_own(call: Call, duel: Path) -> None:
    out = call("play", duel, "--my-dice", "--seed", "7", typed="passa\n").out
    assert "Mano: Guardia" in out
    assert "Fine della battaglia" in out


# --- saves ----------------------------------------------------------------------------------------------


def test_a_saved_game_goes_on_as_if_it_had_not_been_left(call: Call, duel: Path, tmp_path: Path) -> None:
    whole, half, rest = tmp_path / "whole", tmp_path / "half", tmp_path / "rest"
    first, then = "a1 1 d8\na2\nmuovi\nd8\n", "30,5 21\na1 1 d6\n"
    call("play", duel, "--seed", "7", "--save", whole, typed=first + then)
    left = call("play", duel, "--seed", "7", "--save", half, typed=first + "q\ns\n")
    assert left.code == 0
    assert "La partita resta a metà." in left.out
    assert f"arbitro play --resume {half}" in left.out
    resumed = call("play", "--resume", half, "--save", rest, typed=then)
    assert resumed.code == 0
    assert "Partita ripresa da" in resumed.out
    assert "Il duello ──" in resumed.out
    assert len(journal_of(half)) < len(journal_of(whole))
    assert journal_of(rest) == journal_of(whole)


def test_a_typed_game_can_be_resumed(call: Call, duel: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    call("play", duel, "--my-dice", "--side", "b=person", typed=f"a1 1 d8\nw {kept}\n")
    out = call("play", "--resume", kept, "--side", "b=person", typed="7\n").out
    assert "Lupo subisce 3 danni: Resistenza 0." in out


def test_quitting_without_saving_writes_nothing(call: Call, duel: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    assert call("play", duel, "--save", kept, typed="q\nn\n").code == 0
    assert not kept.exists()


def test_a_mistyped_answer_does_not_leave_without_saving(call: Call, duel: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    done = call("play", duel, "--save", kept, typed="q\nforse\n\ns\n")
    assert done.code == 0 and kept.exists()
    assert "Non ho capito «forse»: s salva la partita, n esce senza salvare." in done.out


def test_an_order_asks_for_the_action_and_not_for_its_only_fighter(call: Call, duel: Path) -> None:
    text = DUEL.replace("options: {turn_limit: 2, combat_rerolls: false}", "options: {combat_rerolls: false}")
    caster = "{profile: burattinaia, id: a1, name: Grask, at: [20, 20]}"
    text = text.replace("{profile: razziatore, id: a1, name: Grask, at: [20, 20]}", caster)
    duel.write_text(text.replace("at: [23.5, 20]", "at: [26, 20]"), encoding="utf-8")
    out = call("play", duel, "--my-dice", "--side", "b=person", typed="a1 potere ordine d8\n1\n8\n1\nq\nn\n").out
    assert "Ordine Imperioso: quale azione fai compiere a Lupo?" in out
    asked = out.partition("quale azione fai compiere a Lupo?")[2]
    assert asked.splitlines()[1].strip().startswith("1  Muovi"), asked


def test_a_game_is_kept_by_itself_at_each_hand(call: Call, duel: Path, tmp_path: Path) -> None:
    call("play", duel, "--seed", "7", typed="passa\n")
    (kept,) = (tmp_path / "data").rglob("*.arbitro")
    assert kept.name.startswith("duello-")
    assert call("play", "--resume", kept).code == 0


def read_until(stream: int, text: str, times: int, seconds: float = 60) -> str:
    """What a program wrote until a text came so many times. Fails when it does not come in time."""
    seen, end = b"", time.monotonic() + seconds
    while seen.decode(errors="replace").count(text) < times:
        ready, _, _ = select.select([stream], [], [], max(0.0, end - time.monotonic()))
        more = os.read(stream, 65536) if ready else b""
        assert more, f"{text!r} did not come {times} times: {seen.decode(errors='replace')}"
        seen += more
    return seen.decode()


def test_ctrl_c_loses_nothing(tmp_path: Path, duel: Path) -> None:
    kept = tmp_path / "kept"
    args = ("play", duel, "--seed", "7", "--save", kept, "--lang", "it")
    words = [sys.executable, "-u", "-m", "arbitro.cli.main", *map(str, args)]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, env=environment(tmp_path), stdin=pipe, stdout=pipe, stderr=pipe) as playing:
        try:
            assert playing.stdin is not None
            assert playing.stdout is not None
            playing.stdin.write(b"a1 1 d8\n")
            playing.stdin.flush()
            seen = read_until(playing.stdout.fileno(), "Chi agisce?", times=2)
            playing.send_signal(signal.SIGINT)
            out, err = playing.communicate(timeout=60)
        finally:
            playing.kill()
    assert playing.returncode == 130, err.decode()
    assert "Interrotto." in err.decode()
    assert "Traceback" not in err.decode()
    assert f"arbitro play --resume {kept}" in seen + out.decode()
    assert any(b"TookPart" in event for event in journal_of(kept))


def test_a_place_where_one_cannot_save_is_told(call: Call, duel: Path, tmp_path: Path) -> None:
    nowhere = tmp_path / "no" / "such" / "folder" / "kept"
    done = call("play", duel, "--auto", "--seed", "7", "--save", nowhere)
    assert done.code == 2 and done.out == "", "told before the battle, not after it"
    assert f"{nowhere.parent} non c'è." in done.err


# --- faults ---------------------------------------------------------------------------------------------


def test_a_reader_that_has_seen_enough(tmp_path: Path, duel: Path) -> None:
    words = [sys.executable, "-m", "arbitro.cli.main", "play", str(duel), "--auto", "--seed", "7"]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, env=environment(tmp_path), stdout=pipe, stderr=pipe) as playing:
        assert playing.stdout is not None
        assert playing.stderr is not None
        playing.stdout.read(10)
        playing.stdout.close()
        complaint = playing.stderr.read().decode()
    assert (playing.returncode, complaint) == (0, "")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["play"], "Serve un file di scenario, oppure --resume con una partita salvata."),
        (["play", "DUEL", "--resume", "DUEL"], "O un file di scenario o --resume, non tutti e due."),
        (["play", "nowhere.yaml"], "nowhere.yaml: il file non esiste"),
        (["play", "FOLDER"], "il file non si può leggere"),
        (["play", "--resume", "nowhere"], "nowhere non c'è."),
        (["play", "--resume", "DUEL"], "non è una partita salvata da Arbitro."),
        (["play", "--resume", "DAMAGED"], "è danneggiato"),
        (["play", "DUEL", "--lang", "fr"], "fr"),
        (["play", "DUEL", "--side", "c=person"], "«c=person» non va bene"),
        (["play", "DUEL", "--side", "a=genius"], "«a=genius» non va bene"),
        (["play", "DUEL", "--json", "--side", "a=person"], "Con --json gioca il computer"),
        (["play", "--resume", "DUEL", "--seed", "7"], "Una partita ripresa ha già i suoi dadi"),
        (["play", "DUEL", "--sied", "a=quick"], "L'opzione --sied non c'è."),
        (["paly", "DUEL"], "Il comando «paly» non c'è."),
        (["play", "BROKEN"], "broken.yaml"),
        (["play", "BINARY"], "binary.yaml"),
    ],
)
def test_faults_are_sentences(call: Call, duel: Path, tmp_path: Path, args: list[str], said: str) -> None:
    files = {"DUEL": duel, "FOLDER": tmp_path, "DAMAGED": tmp_path / "damaged", "BROKEN": tmp_path / "broken.yaml"}
    files["BINARY"] = tmp_path / "binary.yaml"
    files["DAMAGED"].write_bytes(b"ARBITRO\x01" + b"\0" * 64)
    files["BROKEN"].write_text("scenario: [unclosed", encoding="utf-8")
    files["BINARY"].write_bytes(bytes(range(256)))
    done = call(*(files.get(arg, arg) for arg in args))
    assert done.code == 2
    assert done.out == ""
    assert said in done.err
    assert "Traceback" not in done.err


def test_a_fault_of_a_scenario_names_line_and_remedy(call: Call, duel: Path) -> None:
    duel.write_text(DUEL.replace("profile: razziatore", "profile: raziatore"), encoding="utf-8")
    done = call("play", duel, "--auto")
    assert done.code == 2
    assert "duello.yaml:14:68: sides[1].fighters[a1].profile" in done.err
    assert "forse volevi «razziatore" in done.err


def test_faults_in_english(call: Call) -> None:
    done = call("play", "nowhere.yaml", "--lang", "en")
    assert (done.code, done.err) == (2, "nowhere.yaml: the file does not exist\n")


def test_version_and_help(call: Call) -> None:
    assert call("--version").out.startswith("Arbitro ")
    assert "play" in call("--help").out
    assert "--resume" in call("play", "--help").out
    assert call().code == 2


def test_sides_are_named_in_the_language_of_the_reader(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "duel.yaml"
    file.write_text(DUEL.replace("name: Predoni,", "name: Predoni, name_en: Marauders,"), encoding="utf-8")
    told = {lang: call("play", str(file), "--auto", "--seed", "3", "--lang", lang).out for lang in ("it", "en")}
    assert "Predoni" in told["it"] and "Marauders" not in told["it"]
    assert "Marauders" in told["en"] and "Predoni" not in told["en"]
    assert all("Guardia" in text for text in told.values())

"""The command line against mistakes and malice: a clear sentence, an exit code, nothing lost, no half file."""

from __future__ import annotations

import errno
import io
import json
import os
import resource
import shutil
import signal
import stat
import subprocess
import sys
import time
import zlib
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest
from msgspec import msgpack

from arbitro.cli import _session
from arbitro.cli.main import run
from arbitro.content.errors import system_reason
from arbitro.engine.expr import arguments_of
from arbitro.engine.save import BIGGEST, MAGIC, SaveError, read_file, write_atomically

ROOT = Path(__file__).parents[2]
CORVI = ROOT / "examples" / "packs" / "corvi"
DUEL = """
scenario: duello
name: Il duello
name_en: The duel
ruleset: crepuscolo
table: {width: 60, depth: 60}
sides:
  - {seat: a, access: [30, 0], fighters: [{profile: razziatore, id: a1, name: Grask, at: [20, 20]},
     {profile: assaltatore, id: a2, name: Nadia, at: [30, 20]}]}
  - {seat: b, access: [30, 60], fighters: [{profile: assaltatore, id: b1, name: Lupo, at: [23.5, 20]},
     {profile: razziatore, id: b2, name: Zanna, at: [30, 40]}]}
options: {turn_limit: 1, combat_rerolls: false}
start: {hand: a}
"""
APART = """
scenario: lontani
name: Lontani
name_en: Apart
ruleset: crepuscolo
table:
  width: 60
  depth: 40
  terrain: [{id: muro, name: Muro, name_en: Wall, height: 9, crossing: impassable, rect: [28, 0, 4, 40]}]
sides:
  - {seat: a, edge: west, fighters: [{profile: assaltatore, at: [10, 20]}]}
  - {seat: b, edge: east, fighters: [{profile: assaltatore, at: [50, 20]}]}
start: {hand: a}
"""

Call = Callable[..., tuple[int, str, str]]


@pytest.fixture
def call(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Call:
    """A command in this process, in Italian, and what came of it: exit code, output, complaints."""
    for name, value in {"XDG_DATA_HOME": str(tmp_path / "data"), "COLUMNS": "90", "LC_ALL": "it_IT.UTF-8"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(tmp_path)

    def carry_out(*args: object, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = run([str(arg) for arg in args])
        out, err = capsys.readouterr()
        assert "dentro Arbitro" not in out + err and "Traceback" not in out + err
        return code, out, err

    return carry_out


@pytest.fixture
def duel(tmp_path: Path) -> Path:
    """Two against two, the first hand about to be played."""
    file = tmp_path / "duello.yaml"
    file.write_text(DUEL, encoding="utf-8")
    return file


@pytest.fixture
def kept(call: Call, duel: Path, tmp_path: Path) -> Path:
    """The save of a whole battle."""
    file = tmp_path / "intera.arbitro"
    assert call("play", duel, "--auto", "--seed", "7", "--json", "--save", file)[0] == 0
    return file


@pytest.fixture
def journal(call: Call, duel: Path) -> dict[str, Any]:
    """The journal of a whole battle."""
    told: dict[str, Any] = json.loads(call("play", duel, "--auto", "--seed", "7", "--json")[1])
    return told


def tampered(kept: Path, **changes: Any) -> Path:
    """A save whose checksum is right and whose contents were changed."""
    data = kept.read_bytes()
    body = {**msgpack.decode(zlib.decompress(data[len(MAGIC) + 32 :])), **changes}
    packed = zlib.compress(msgpack.encode(body))
    file = kept.with_name("mutata.arbitro")
    file.write_bytes(MAGIC + blake2b(packed, digest_size=32).digest() + packed)
    return file


def written(tmp_path: Path, journal: dict[str, Any]) -> Path:
    """A journal changed by hand."""
    file = tmp_path / "giornale.json"
    file.write_text(json.dumps(journal), encoding="utf-8")
    return file


# --- at the terminal ------------------------------------------------------------------------------------


def test_back_from_a_place_goes_to_the_answer_before(call: Call, duel: Path) -> None:
    code, out, _ = call("play", duel, "--side", "b=person", "--seed", "7", typed="a2 muovi d4\nb\nq\nn\n")
    assert code == 0
    assert "Dove si muove" in out and "Annullato." in out
    assert out.count("Chi agisce?") == 2, "the question before is asked again"


def test_back_from_a_first_choice_says_that_there_is_none(call: Call, duel: Path) -> None:
    code, out, _ = call("play", duel, typed="b\nq\nn\n")
    assert code == 0 and "u annulla l'ultima già fatta" in out


def test_words_typed_ahead_that_lead_nowhere_show_where_one_stands(call: Call, duel: Path) -> None:
    _, out, _ = call("play", duel, typed="a2 zork\nq\nn\n")
    assert "Non ho capito «zork»" in out
    assert "Nadia › Quale azione?" in out.partition("zork")[2]


def test_the_name_of_a_missing_action_tells_why(call: Call, duel: Path) -> None:
    _, out, _ = call("play", duel, typed="a2 nuota\narrampicati\nq\nn\n")
    assert "Nuota: adesso non si può" in out and "Arrampicati: adesso non si può" in out


@pytest.mark.parametrize("text", ["²", "9" * 5000, "٣٣٣٣", "-1", "a1 " * 200, "\x00", "1e5"])
def test_absurd_answers_are_not_understood(call: Call, duel: Path, text: str) -> None:
    code, out, _ = call("play", duel, "--seed", "7", typed=f"{text}\nq\nn\n")
    assert code == 0 and "La partita resta a metà." in out


@pytest.mark.parametrize("text", ["ciao", "²;²", "9" * 400 + " 1", "verso", "contatto zork", "nan nan", "1 2 3"])
def test_absurd_places_are_asked_again(call: Call, duel: Path, text: str) -> None:
    _, out, _ = call("play", duel, "--seed", "7", typed=f"a2 muovi d4\n{text}\nq\nn\n")
    after = out.partition("Dove si muove")[2]
    assert "due numeri in cm" in after or "Da qui non ci si arriva" in after


def test_a_game_that_cannot_be_saved_on_leaving_goes_on(
    call: Call, duel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, data: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    monkeypatch.setattr(_session, "write_atomically", full)
    _, out, _ = call("play", duel, typed="q\ns\nq\nn\n")
    assert "il disco è pieno. Scegli un altro posto" in out
    assert out.count("Salvo la partita in") == 2, "it asks again instead of leaving"


def test_a_fault_inside_saves_the_game_and_says_how_to_go_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], duel: Path, tmp_path: Path
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(_session.Session, "_do_map", broken)
    monkeypatch.setattr(sys, "stdin", io.StringIO("m\n"))
    assert run(["play", str(duel), "--lang", "it"]) == 2
    out, err = capsys.readouterr()
    (file,) = (tmp_path / "data" / "arbitro" / "partite").glob("*.arbitro")
    assert f"play --resume {file}" in out and "dentro Arbitro" in err


def test_a_closed_terminal_saves_the_game(duel: Path, tmp_path: Path) -> None:
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path / "data"), "PYTHONUTF8": "1", "LC_ALL": "it_IT.UTF-8"}
    words = [sys.executable, "-m", "arbitro", "play", str(duel)]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe, env=environment) as playing:
        assert playing.stdout is not None
        os.set_blocking(playing.stdout.fileno(), False)
        seen, until = b"", time.monotonic() + 30
        while b"Chi agisce?" not in seen and time.monotonic() < until:
            seen += playing.stdout.read() or b""
            time.sleep(0.05)
        playing.send_signal(signal.SIGHUP)
        playing.wait(30)
        assert playing.returncode == 130
    assert list((tmp_path / "data" / "arbitro" / "partite").glob("*.arbitro"))


def test_battles_of_the_computer_that_never_end_are_left(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_session, "MOST_TURNS", 2)
    file = tmp_path / "lontani.yaml"
    file.write_text(APART, encoding="utf-8")
    code, out, _ = call("play", file, "--auto", "--seed", "1")
    assert code == 0 and "nessuno ha vinto: il computer si ferma qui." in out
    assert "Turno 2 ─" in out and "Turno 4 ─" not in out


# --- streams and terminals ------------------------------------------------------------------------------


@pytest.mark.parametrize("columns", ["0", "-3", "1", "20", "400", "abc"])
def test_any_width_prints_the_battle(call: Call, duel: Path, columns: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    code, out, _ = call("play", duel, "--auto", "--seed", "7")
    assert code == 0 and "Grask" in out
    assert max(map(len, out.splitlines())) <= 100


@pytest.mark.parametrize(
    ("closing", "code"), [(">&-", 0), ("<&-", 0), ("2>&-", 0), (">/dev/full", 2), (">&- 2>&- <&-", 0)]
)
def test_streams_that_are_closed_or_full(duel: Path, tmp_path: Path, closing: str, code: int) -> None:
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path / "data"), "PYTHONUTF8": "1", "LC_ALL": "it_IT.UTF-8"}
    line = f'"{sys.executable}" -m arbitro play "{duel}" --seed 7 --auto {closing}'
    done = subprocess.run(["sh", "-c", line], env=environment, capture_output=True, timeout=60, check=False)
    told = done.stderr.decode()
    assert done.returncode == code, told
    assert "Traceback" not in told and "dentro Arbitro" not in told
    assert (told.strip() == "Non si può scrivere: il disco è pieno.") is (code == 2)


def test_an_interruption_while_loading_is_no_fault(tmp_path: Path) -> None:
    slow = tmp_path / "slow"
    slow.mkdir()
    (slow / "typer.py").write_text("raise KeyboardInterrupt\n", encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": f"{slow}:{ROOT / 'src'}"}
    done = subprocess.run([sys.executable, "-m", "arbitro"], env=environment, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (130, b"")


# --- the command's own arguments ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["rules", "search", "x", "--limit", "0"], "serve un numero intero da 1 a 1000"),
        (["rules", "search", "x", "--limit", "abc"], "serve un numero intero da 1 a 1000"),
        (["rules", "search", "x", "--game", "zork"], "Il gioco «zork» non c'è"),
        (["rules", "show", "x", "y"], "y: è di troppo."),
        (["play", "--auto=3"], "L'opzione --auto non è scritta bene"),
        (["replay"], "Manca qualcosa: SAVE|JOURNAL.json."),
        (["pack", "check", "nowhere"], "nowhere: qui non c'è la cartella di un pacchetto"),
        (["replay", "nowhere"], "nowhere non c'è."),
    ],
)
def test_misuse_is_told_in_italian(call: Call, args: list[str], told: str) -> None:
    code, out, err = call(*args)
    assert code == 2 and told in err and not out


@pytest.mark.parametrize("command", [["replay", "x"], ["rules", "search", "x"], ["pack", "check", "x"], ["play", "x"]])
def test_no_command_takes_a_language_there_is_not(call: Call, command: list[str]) -> None:
    code, _, err = call(*command, "--lang", "fr")
    assert code == 2 and "La lingua «fr» non c'è" in err


@pytest.mark.parametrize("command", [[], ["play"], ["rules", "search"], ["pack"], ["pack", "schema"]])
def test_the_help_is_in_one_language(command: list[str]) -> None:
    environment = {**os.environ, "COLUMNS": "90", "PYTHONUTF8": "1", "LC_ALL": "it_IT.UTF-8"}
    words = [sys.executable, "-m", "arbitro", *command, "--help"]
    out = subprocess.run(words, env=environment, capture_output=True, check=True).stdout.decode()
    assert "Uso: arbitro" in out and "Mostra questo aiuto." in out
    for word in ("Usage", "Options", "Commands", "Arguments", "default:", "required", "Show ", "Install ", "<str>"):
        assert word not in out, word
    assert max(map(len, out.splitlines())) <= 90


# --- files that are written -----------------------------------------------------------------------------


def test_a_written_file_keeps_its_permissions_and_new_ones_follow_the_mask(tmp_path: Path) -> None:
    new, old = tmp_path / "new", tmp_path / "old"
    old.write_bytes(b"old")
    old.chmod(0o640)
    mask = os.umask(0o027)
    try:
        write_atomically(new, b"1")
        write_atomically(old, b"2")
    finally:
        os.umask(mask)
    assert [stat.S_IMODE(file.stat().st_mode) for file in (new, old)] == [0o640, 0o640]
    assert old.read_bytes() == b"2" and sorted(path.name for path in tmp_path.iterdir()) == ["new", "old"]


def test_a_device_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE) as reading:
        write_atomically(pipe, b"told")
        assert reading.communicate(timeout=20)[0] == b"told"
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_link_stays_one_and_its_file_is_written(tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    link, target = tmp_path / "link", tmp_path / "far" / "target"
    link.symlink_to(target)
    write_atomically(link, b"1")
    assert link.is_symlink() and target.read_bytes() == b"1"


@pytest.mark.parametrize("out", ["--html", "--svg", "--json"])
def test_a_full_disk_leaves_the_old_report(kept: Path, tmp_path: Path, out: str) -> None:
    file = tmp_path / "rapporto"
    file.write_text("vecchio", encoding="utf-8")
    words = [sys.executable, "-m", "arbitro", "replay", str(kept), out, str(file), "--lang", "it"]

    def little_room() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))

    environment = {**os.environ, "PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(words, capture_output=True, env=environment, preexec_fn=little_room, timeout=60, check=False)
    assert done.returncode == 2
    assert done.stderr.decode() == f"{file}: il file sarebbe troppo grande.\n"
    assert file.read_text(encoding="utf-8") == "vecchio"
    assert not list(tmp_path.glob(".arbitro-*")), "no half file is left behind"


@pytest.mark.parametrize(("place", "told"), [("", ". è una cartella"), ("no/x", "no non c'è."), ("x" * 300, "lungo")])
def test_a_place_for_the_save_is_looked_for_before_the_battle(call: Call, duel: Path, place: str, told: str) -> None:
    code, out, err = call("play", duel, "--auto", "--seed", "7", "--save", place)
    assert code == 2 and told in err and not out


def test_a_journal_is_written_even_if_the_save_fails(
    call: Call, duel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, data: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    monkeypatch.setattr(_session, "write_atomically", full)
    code, out, err = call("play", duel, "--auto", "--seed", "7", "--json", "--save", tmp_path / "x")
    assert code == 2 and json.loads(out)["events"]
    assert "il disco è pieno. Scegli un altro posto" in " ".join(err.split())


def test_system_reasons_are_in_both_languages() -> None:
    assert system_reason(OSError(errno.EISDIR, "x")) == (
        "è una cartella: serve un file",
        "it is a folder: a file is needed",
    )
    assert system_reason(OSError("odd")) == ("odd", "odd")


# --- saves and journals that were changed ---------------------------------------------------------------


def test_no_more_is_read_than_a_game_can_have(call: Call) -> None:
    with pytest.raises(SaveError, match="too_big"):
        read_file(Path("/dev/zero"))
    for args in (["play", "--resume"], ["replay"], ["verify"]):
        code, _, err = call(*args, "/dev/zero")
        assert code == 2 and err == "/dev/zero è troppo grande per essere una partita.\n"
    assert BIGGEST == 64 << 20


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"dice": {"scenario": 5, "seed": 1}}, "è danneggiato"),
        ({"dice": {"scenario": {"packs": 5}, "seed": 1}}, "è danneggiato"),
        ({"dice": {"seed": [1]}}, "è danneggiato"),
        ({"dice": {"seed": 1, "sides": "x"}}, "è danneggiato"),
        ({"dice": {"seed": 1}, "setup": {"sides": 5}}, "è danneggiato"),
        ({"dice": {"seed": 1}, "setup": {"sides": [{"seat": 1}]}}, "è danneggiato"),
        ({"dice": {}}, "non porta con sé il seme dei dadi"),
        ({"checkpoint": b"x"}, "non torna con le regole che ci sono qui"),
        ({"inputs": ["x"]}, "non torna con le regole che ci sono qui"),
        ({"dice": {"seed": 1, "scenario": {"packs": ["/nowhere"]}}}, "qui non c'è la cartella di un pacchetto"),
    ],
)
def test_a_save_that_was_changed_is_refused_in_words(
    call: Call, kept: Path, changes: dict[str, Any], told: str
) -> None:
    code, out, err = call("play", "--resume", tampered(kept, **changes), "--auto")
    assert code == 2 and told in err and not out


@pytest.mark.parametrize("command", ["replay", "verify"])
@pytest.mark.parametrize(
    ("changes", "told"),
    [({"setup": {}}, "«setup»"), ({"inputs": ["x"]}, "«journal»"), ({"journal": [b"\xc1"]}, "«journal»")],
)
def test_a_save_whose_journal_cannot_be_told_says_where(
    call: Call, kept: Path, command: str, changes: dict[str, Any], told: str
) -> None:
    file = tampered(kept, **changes)
    code, _, err = call(command, file)
    assert code == 2 and err == f"{file} non si legge: qualcosa non torna in {told}.\n"


@pytest.mark.parametrize("setup", [{}, {"table": {"width": -5, "depth": "x"}}, {"sides": 3}])
@pytest.mark.parametrize("command", ["replay", "verify"])
def test_a_journal_whose_setup_was_changed_says_so(
    call: Call, journal: dict[str, Any], tmp_path: Path, setup: dict[str, Any], command: str
) -> None:
    journal["setup"] = {**journal["setup"], **setup} if setup else {}
    code, _, err = call(command, written(tmp_path, journal))
    assert code == 2 and "qualcosa non torna in «setup»" in err


def test_events_that_do_not_follow_are_named(call: Call, journal: dict[str, Any], tmp_path: Path) -> None:
    spent = next(n for n, event in enumerate(journal["events"]) if event["type"] == "DiceSpent")
    journal["events"].insert(spent, journal["events"][spent])
    code, _, err = call("replay", written(tmp_path, journal))
    assert code == 2 and f"«events[{spent + 1}]»" in err


def test_a_journal_cut_short_is_no_stranger(call: Call, journal: dict[str, Any], tmp_path: Path) -> None:
    file = written(tmp_path, journal)
    file.write_bytes(file.read_bytes()[:2000])
    assert call("replay", file)[::2] == (2, f"{file} non si legge: qualcosa non torna in «JSON».\n")
    journal["seed"] = {"a": 1}
    assert "«seed»" in call("replay", written(tmp_path, journal))[2]


def test_a_changed_event_is_shown_with_what_it_was(call: Call, journal: dict[str, Any], tmp_path: Path) -> None:
    spent = next(event for event in journal["events"] if event["type"] == "DiceSpent")
    told, spent["why"] = spent["why"], "zz"
    code, out, _ = call("verify", written(tmp_path, journal))
    assert code == 1 and f"DiceSpent why zz invece di DiceSpent why {told}" in out


def test_an_answer_that_is_no_longer_legal_is_told_with_its_reason(
    call: Call, journal: dict[str, Any], tmp_path: Path
) -> None:
    journal["answers"][0]["value"] = "zork"
    code, out, _ = call("verify", written(tmp_path, journal))
    assert code == 1 and "La risposta 1 non è più ammessa (" in out
    assert "unknown" not in out and "not offered" not in out and "eventi, la partita" not in out


def test_no_answer_to_where_to_stays_there(call: Call, kept: Path) -> None:
    code, out, err = call("replay", kept, "--step", typed="g\n")
    assert code == 0 and out.rstrip().endswith("Dove? (turno, turno.mano, end):") and err == ""


def test_a_place_in_a_journal_is_a_number(call: Call, kept: Path) -> None:
    for where in ("²", "2.²", "9" * 5000, "1.2.3", "-1", ""):
        code, _, err = call("replay", kept, "--to", where or " ")
        assert code == 2 and "non c'è in questo giornale" in err


# --- packs ----------------------------------------------------------------------------------------------


def test_a_battle_with_a_pack_is_watched_and_verified_from_anywhere(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(CORVI, tmp_path / "corvi")
    file = tmp_path / "corvi.yaml"
    text = DUEL.replace("ruleset: crepuscolo", "ruleset: crepuscolo\npacks: [corvi]")
    file.write_text(text.replace("profile: razziatore, id: b2", "profile: corvo-di-sale, id: b2"), encoding="utf-8")
    kept = tmp_path / "con-pacchetto.arbitro"
    told = tmp_path / "con-pacchetto.json"
    code, out, _ = call("play", "corvi.yaml", "--auto", "--seed", "7", "--json", "--save", kept)
    told.write_text(out, encoding="utf-8")
    assert code == 0 and json.loads(out)["packs"] == ["corvi"]
    (tmp_path / "far").mkdir()
    monkeypatch.chdir(tmp_path / "far")
    for source in (kept, told):
        assert call("replay", source)[0] == 0
        code, out, _ = call("verify", source)
        assert code == 0 and "dadi ricalcolati" in out
    assert call("play", "--resume", kept, "--auto")[0] == 0
    shutil.rmtree(tmp_path / "corvi")
    assert "qui non c'è la cartella di un pacchetto" in call("verify", told)[2]


@pytest.mark.parametrize(
    ("file", "right", "wrong", "told"),
    [
        ("abilities.yaml", "friends(me, 5)", "friends(me)", "9:28: abilities[corvi-richiamo].do[1].to: questo fatto "
         "si scrive «friends(a, cm)»"),
        ("abilities.yaml", "1 per turn", "0 per turn", "7:12: abilities[corvi-richiamo].limit: «0 per turn»"),
        ("pack.yaml", "ruleset: crepuscolo", "ruleset: crepuscola", "5:10: ruleset: serve «ruleset:» con un "
         "regolamento installato (cairn, crepuscolo, pathfinder) (forse volevi «crepuscolo»?)"),
        ("pack.yaml", "id: corvi", "id: I Corvi!", "1:5: id: qui serve un testo di lettere minuscole, cifre e "),
        ("pack.yaml", 'version: "1"', "version: 1", "4:10: version: qui serve un testo, non 1: mettilo tra virgolette"),
    ],
)  # fmt: skip
def test_faults_of_a_pack_have_a_place_and_a_remedy(
    call: Call, tmp_path: Path, file: str, right: str, wrong: str, told: str
) -> None:
    shutil.copytree(CORVI, tmp_path / "corvi")
    changed = tmp_path / "corvi" / file
    text = changed.read_text(encoding="utf-8")
    assert text.count(right) == 1
    changed.write_text(text.replace(right, wrong), encoding="utf-8")
    code, _, err = call("pack", "check", "corvi")
    assert code == 2 and f"corvi/{file}:{told}" in err


def test_facts_are_counted_by_their_arguments() -> None:
    def fact(game: object, a: str, b: int = 0) -> int:
        return b

    def many(game: object, *rest: int) -> int:
        return len(rest)

    assert arguments_of(fact) == range(1, 3) and arguments_of(many) is None


def test_a_missing_roster_is_told_where_it_is_named(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "senza.yaml"
    text = APART.replace("edge: east, fighters: [{profile: assaltatore, at: [50, 20]}]", "edge: east, roster: no.yaml")
    file.write_text(text, encoding="utf-8")
    code, _, err = call("play", file, "--auto")
    assert code == 2 and f"{file}:12:35: sides[2].roster: {tmp_path / 'no.yaml'}: il file non esiste" in err

"""`arbitro replay` and `arbitro verify`: a game is watched, told, drawn and proved from its events."""

import json
import re
from collections.abc import Callable
from html import escape
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from typing import Any

import pytest

from arbitro.cli._open import open_film
from arbitro.cli._shelf import tabletop, words
from arbitro.cli.main import run
from arbitro.content.messages import missing
from arbitro.dice.sources import SeededDice, TypedDice
from arbitro.engine.events import Rolled
from arbitro.engine.game import Game
from arbitro.engine.history import undo
from arbitro.engine.journal import journal_json, journal_of, read_journal
from arbitro.engine.save import SaveError, save
from arbitro.reports import Film, die, report
from arbitro.reports.words import words as report_words

RULES = tabletop("crepuscolo")
SEED = 5
SETUP: dict[str, Any] = {
    "table": {
        "width": 40,
        "depth": 40,
        "terrain": [{"id": "bosco", "name": "Bosco", "kinds": ["covering"], "rect": [4, 4, 8, 8]}],
    },
    "sides": [
        {
            "seat": "a",
            "name": "Predoni",
            "access": [20, 0],
            "fighters": [
                {"profile": "razziatore", "id": "a1", "name": "Grask", "at": [20, 18]},
                {"profile": "assaltatore", "id": "a2", "name": "Nadia", "at": [10, 18]},
            ],
        },
        {
            "seat": "b",
            "name": "Guardia",
            "name_en": "The Guard",
            "access": [20, 40],
            "fighters": [
                {"profile": "razziatore", "id": "b1", "name": "Orso", "at": [20, 21]},
                {"profile": "assaltatore", "id": "b2", "name": "Ilde", "at": [10, 21]},
            ],
        },
    ],
    "options": {"turn_limit": 3},
    "start": {"first": "a"},
}


def play(seed: int = SEED, undo_at: int = -1, most: int = 2000) -> Game:
    """A battle of random choices; at one decision the last answer is taken back and played anew."""
    game, rng = Game.new(RULES, SETUP, SeededDice.of_seed(seed)), Random(seed)
    for number in range(most):
        if game.over:
            break
        game.play_sample(rng)
        if number == undo_at:
            undo(game)
    return game


@pytest.fixture(scope="module")
def game() -> Game:
    """One battle to its end, for all tests that only look."""
    played = play()
    assert played.over and len(played.journal) > 60
    return played


@pytest.fixture(scope="module")
def data(game: Game) -> bytes:
    """Its journal."""
    return journal_json(game, scenario="il-ponte-rotto", seed=SEED)


@pytest.fixture
def file(data: bytes, tmp_path: Path) -> Path:
    """Its journal as a file."""
    path = tmp_path / "battaglia.json"
    path.write_bytes(data)
    return path


@pytest.fixture
def film(file: Path) -> Film:
    """Its film in Italian."""
    return open_film(file, "it")


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """The command line: exit code, output, complaints."""

    def called(*args: str | Path) -> tuple[int, str, str]:
        code = run([str(arg) for arg in args])
        told = capsys.readouterr()
        return code, told.out, told.err

    return called


def changed(data: bytes, **fields: Any) -> bytes:
    """The journal with some fields replaced."""
    return json.dumps({**json.loads(data), **fields}).encode()


# --- journals


def test_a_journal_comes_back_as_it_was(game: Game, data: bytes) -> None:
    read = read_journal(data, RULES)
    assert list(read.events) == game.journal
    assert list(read.answers) == game.inputs
    assert read.json() == data
    assert (read.result, read.seed, read.ruleset) == (game.state.result, SEED, "crepuscolo")


def test_events_alone_lead_to_the_same_table(game: Game, data: bytes) -> None:
    *_, (_, state) = read_journal(data, RULES).states(RULES)
    for name in state.__struct_fields__:
        if name not in ("agenda", "step_no", "idle"):  # the engine's own
            assert getattr(state, name) == getattr(game.state, name), name


def test_sentences_may_stand_beside_the_events(game: Game) -> None:
    texts = [f"riga {number}" for number in range(len(game.journal))]
    told = journal_json(game, texts=texts)
    assert json.loads(told)["events"][3]["text"] == "riga 3"
    assert list(read_journal(told, RULES).events) == game.journal


def test_a_save_shows_the_same_film(game: Game, film: Film, tmp_path: Path) -> None:
    path = tmp_path / "partita"
    path.write_bytes(save(game, {"seed": SEED}))
    saved = open_film(path, "it")
    assert [line.text for line in saved.lines] == [line.text for line in film.lines]
    assert saved.journal.decisions == film.journal.decisions


@pytest.mark.parametrize(
    ("broken", "code"),
    [
        (b"", "not_a_save"),
        (b"\x00\xff\x00", "not_a_save"),
        (b"[1, 2]", "not_a_save"),
        (b'{"ruleset": 3}', "not_a_save"),
        (b'{"ruleset": "crepuscolo"}', "unreadable"),
        (b'{"ruleset": "crepuscolo", "setup": {}, "events": [{"type": "Zzz"}]}', "unreadable"),
        (b'{"ruleset": "crepuscolo", "setup": {}, "events": [{"type": "Hurt", "it": 3}]}', "unreadable"),
        (b'{"ruleset": "scacchi", "setup": {}, "events": []}', "other_ruleset"),
    ],
)
def test_what_is_no_journal_is_refused(broken: bytes, code: str) -> None:
    with pytest.raises(SaveError) as refused:
        read_journal(broken, RULES)
    assert refused.value.code == code


# --- the film


def test_scenes_are_turns_and_hands(game: Game, film: Film) -> None:
    kinds = [type(event).__name__ for event in game.journal]
    turns = [scene for scene in film.scenes if scene.turn and not scene.hand]
    assert [scene.turn for scene in turns] == list(range(1, kinds.count("TurnBegan") + 1)) and len(turns) > 1
    hands = [scene for scene in film.scenes if scene.hand]
    assert len(hands) == kinds.count("HandBegan")
    assert [kinds[scene.first] for scene in hands] == ["HandBegan"] * len(hands)
    assert [scene.end for scene in film.scenes] == [*(scene.first for scene in film.scenes[1:]), len(kinds)]


def test_any_moment_can_be_stood_at(film: Film) -> None:
    state = RULES.setup(SETUP)
    for index, event in enumerate(film.events[:60]):
        assert film.state_at(index).figures == state.figures  # type: ignore[attr-defined]
        event.apply(state)


def test_moments_are_found_by_turn_hand_and_decision(game: Game, film: Film) -> None:
    kinds = [type(event).__name__ for event in game.journal]
    turn = kinds.index("TurnBegan", kinds.index("TurnBegan") + 1)
    assert film.find("2") == turn
    assert film.find("2.1") == kinds.index("HandBegan", turn)
    assert film.find("end") == len(kinds)
    moment = game.moments[7]
    assert film.find(moment.decision) == moment.journal_no
    assert [film.find(nowhere) for nowhere in ("9", "2.99", "due", "", "1.2.3.4", "-1")] == [None] * 6


def test_losses_and_luck(game: Game, film: Film) -> None:
    figures = game.state.figures  # type: ignore[attr-defined]
    lost = {seat: [f.name for f in figures.values() if f.company == seat and f.status != "table"] for seat in "ab"}
    assert film.losses() == lost
    rolls = [event for event in game.journal if isinstance(event, Rolled)]
    luck = film.luck()
    assert luck["a"].dice + luck["b"].dice == sum(len(roll.faces) for roll in rolls)
    assert luck["a"].total + luck["b"].total == sum(sum(roll.faces) for roll in rolls)


# --- the command


def test_it_tells_the_whole_battle(film: Film, file: Path, call: Callable[..., tuple[int, str, str]]) -> None:
    code, out, err = call("replay", file, "--lang", "it")
    assert (code, err) == (0, "")
    assert "== Turno 1 ==" in out and "Mano 1: Predoni" in out
    told = [line.text for scene in film.scenes for line in film.lines_of(scene)]
    assert told and all(text in out for text in told)
    assert "Grask " in out
    code, out, _ = call("replay", file, "--lang", "en", "--rules")
    assert code == 0 and "== Turn 2 ==" in out and "[CDC-TRN-02.1]" not in out and "[CDC-" in out
    assert "The Guard" in out


def test_rounds_and_turns_of_figures_are_called_as_their_rules_call_them(
    tmp_path: Path, call: Callable[..., tuple[int, str, str]]
) -> None:
    bridge = Path(__file__).resolve().parents[2] / "examples/pathfinder/il-ponte-dei-goblin.yaml"
    sides = ("--side", "a=random", "--side", "b=random", "--seed", "3")
    code, journal, _ = call("play", bridge, "--auto", *sides, "--json")
    assert code == 0
    (tmp_path / "bridge.json").write_text(journal, encoding="utf-8")
    code, out, _ = call("replay", tmp_path / "bridge.json", "--html", tmp_path / "bridge.html", "--lang", "en")
    page = (tmp_path / "bridge.html").read_text(encoding="utf-8")
    assert code == 0 and "<h2>Round 1</h2>" in page and re.search(r"<h3>1\. Turn of \w+", page)
    _, out, _ = call("replay", tmp_path / "bridge.json", "--lang", "en")
    assert "== Round 1 ==" in out and re.search(r"-- 1\. Turn of \w+", out)


def test_it_stops_where_it_is_told_to(file: Path, call: Callable[..., tuple[int, str, str]]) -> None:
    _, out, _ = call("replay", file, "--to", "2", "--lang", "it")
    assert "== Turno 1 ==" in out and "== Turno 2 ==" not in out
    code, out, err = call("replay", file, "--to", "9.9", "--lang", "it")
    assert (code, out) == (2, "") and "9.9" in err


def test_it_is_stepped_through_by_keys(
    film: Film, file: Path, call: Callable[..., tuple[int, str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = iter(["t", "h", "n", "n", "p", "m", "s", "g", "2.1", "H", "?", "x", "q", "n"])
    monkeypatch.setattr("sys.stdin.readline", lambda: next(keys) + "\n", raising=False)
    monkeypatch.setattr("builtins.input", lambda prompt="": next(keys))
    code, out, err = call("replay", file, "--step", "--lang", "it")
    assert (code, err) == (0, "")
    assert next(keys) == "n"  # q left it
    assert "== Turno 1 ==" in out and "-- Mano 1: Predoni" in out
    first = film.lines_of(next(scene for scene in film.scenes if scene.hand))
    assert first[0].text in out and first[1].text in out
    assert "+---" in out and "Res" in out
    assert out.count("n avanti") == 3


def test_it_writes_json_svg_and_html(
    data: bytes, file: Path, tmp_path: Path, call: Callable[..., tuple[int, str, str]]
) -> None:
    paths = [tmp_path / name for name in ("a.json", "a.svg", "a.html")]
    code, out, err = call("replay", file, "--json", paths[0], "--svg", paths[1], "--html", paths[2], "--lang", "it")
    assert (code, out) == (0, "") and all(str(path) in err for path in paths)
    assert paths[0].read_bytes() == data
    assert paths[1].read_text(encoding="utf-8").startswith("<svg ")
    assert paths[2].read_text(encoding="utf-8").startswith("<!doctype html>")
    _, out, _ = call("replay", file, "--svg", "-", "--to", "1")
    assert out.startswith("<svg ")
    _, out, _ = call("replay", file, "--json", "-", "--to", "2")
    cut = read_journal(out.encode(), RULES)
    assert 0 < len(cut.events) < len(json.loads(data)["events"]) and cut.answers == ()


def test_files_that_are_no_games_are_named(tmp_path: Path, call: Callable[..., tuple[int, str, str]]) -> None:
    bad = tmp_path / "bad.json"
    for content in (b"", b"{", b"ARBITRO\x01rotto", b'{"ruleset": "crepuscolo", "setup": {}}'):
        bad.write_bytes(content)
        code, _, err = call("replay", bad, "--lang", "it")
        assert code == 2 and str(bad) in err and "Traceback" not in err
    code, _, err = call("replay", tmp_path / "nessuno", "--lang", "it")
    assert code == 2 and "nessuno" in err


# --- the report


class Page(HTMLParser):
    """Whether tags close, and what the page asks for."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.asked: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        facts = dict(attrs)
        if tag not in ("meta", "br"):
            self.open.append(tag)
        self.ids += [facts["id"] or ""] if "id" in facts else []
        self.links += [facts["href"] or ""] if "href" in facts else []
        self.asked += [tag] if tag in ("script", "img", "iframe", "link", "object", "video") or "src" in facts else []
        self.asked += [name for name, _ in attrs if name.startswith("on")]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_report_stands_alone(film: Film) -> None:
    html = report(film)
    page = Page()
    page.feed(html)
    assert page.open == []
    assert page.asked == []
    assert "http" not in html.replace("http://www.w3.org/2000/svg", "") and "@import" not in html
    assert len(page.ids) == len(set(page.ids))
    assert page.links and {link[1:] for link in page.links} <= set(page.ids)
    assert set(re.findall(r"url\(#([^)]+)\)", html)) <= set(page.ids)
    assert html == report(film)


def test_the_report_has_every_hand_table_line_rule_and_the_verdict(film: Film) -> None:
    html = report(film)
    hands = [scene for scene in film.scenes if scene.hand]
    assert html.count("<svg xmlns=") == len(hands) + 1
    assert hands and all(f'id="t{scene.turn}h{scene.hand}"' in html for scene in hands)
    rolled = [line for line in film.lines if isinstance(line.event, Rolled)]
    assert rolled and all(die(line.event.sides, face) in html for line in rolled for face in line.event.faces)  # type: ignore[attr-defined]
    cited = {RULES.catalogue().get(rule) for line in film.lines for rule in line.event.rules}
    for entry in cited:
        assert entry is not None and f'<dt id="{entry.id}">' in html
    assert "<h1>Il ponte rotto</h1>" in html and escape(film.lines[-1].text) in html


def test_names_of_people_are_words_in_the_report(data: bytes) -> None:
    setup = json.loads(json.dumps(SETUP))
    setup["sides"][0]["name"] = "<script>alert(1)</script>"
    setup["sides"][0]["fighters"][0]["name"] = "<i>Grask & co"
    html = report(Film(read_journal(changed(data, setup=setup), RULES), RULES, "it"))
    assert "<script" not in html and "<i>" not in html and "&lt;i&gt;Grask &amp; co" in html


def test_a_battle_that_goes_on_can_be_reported_too() -> None:
    film = Film(journal_of(play(most=12), scenario="a-meta"), RULES, "it")
    assert "La battaglia non è finita." in report(film)


# --- verify


def test_every_die_is_recomputed(game: Game, file: Path, call: Callable[..., tuple[int, str, str]]) -> None:
    dice = sum(len(event.faces) for event in game.journal if isinstance(event, Rolled))
    code, out, _ = call("verify", file, "--lang", "it")
    assert code == 0 and f"{dice} dadi ricalcolati" in out


def test_a_game_with_something_taken_back_is_proved_as_well(
    tmp_path: Path, call: Callable[..., tuple[int, str, str]]
) -> None:
    path = tmp_path / "j.json"
    path.write_bytes(journal_json(play(undo_at=9), seed=SEED))
    code, out, _ = call("verify", path, "--lang", "en")
    assert code == 0, out


def test_a_changed_die_is_found_at_its_place(
    data: bytes, tmp_path: Path, call: Callable[..., tuple[int, str, str]]
) -> None:
    events = json.loads(data)["events"]
    rolls = [event for event in events if event["type"] == "DiceRolled"]
    wrong = rolls[4]
    real = wrong["faces"][0]
    wrong["faces"][0] = told = real % wrong["sides"] + 1
    number = sum(len(roll["faces"]) for roll in rolls[:4]) + 1
    path = tmp_path / "j.json"
    path.write_bytes(changed(data, events=events))
    code, out, _ = call("verify", path, "--lang", "en")
    found = re.search(
        r"die (\d+): (\w+), d(\d) at place (\d+)/(\d+)/(\d+): the journal says (\d), the secret gives (\d)", out
    )
    assert code == 1 and found is not None, out
    assert (int(found[1]), found[2], int(found[3])) == (number, wrong["by"], wrong["sides"])
    assert (int(found[7]), int(found[8])) == (told, real)
    place = (int(found[4]), int(found[5]), int(found[6]))
    assert SeededDice.of_seed(SEED).faces(place, 1, wrong["sides"]) == (real,)


def test_another_seed_and_other_events_are_found(
    data: bytes, tmp_path: Path, call: Callable[..., tuple[int, str, str]]
) -> None:
    path = tmp_path / "j.json"
    events = json.loads(data)["events"]
    hurt = next(event for event in events if event["type"] == "Hurt")
    hurt["amount"] += 1
    for broken, words_ in (
        (changed(data, seed=SEED + 1), "not the secret's"),
        (changed(data, seed=SEED + 1, commit=""), "at place"),
        (changed(data, events=events), "tells something else"),
        (changed(data, events=json.loads(data)["events"][:-1]), "events, the game played again"),
    ):
        path.write_bytes(broken)
        code, out, _ = call("verify", path, "--lang", "en")
        assert code == 1 and words_ in out, out


def test_what_cannot_be_recomputed_is_said(
    data: bytes, tmp_path: Path, call: Callable[..., tuple[int, str, str]]
) -> None:
    path = tmp_path / "j.json"
    for broken, words_ in ((changed(data, seed=None), "no secret"), (changed(data, answers=[]), "answers")):
        path.write_bytes(broken)
        code, out, _ = call("verify", path, "--lang", "en")
        assert code == 2 and words_.split()[-1] in out, out
    typed = Game.new(RULES, SETUP, TypedDice())
    path.write_bytes(journal_json(typed))
    code, out, _ = call("verify", path, "--lang", "it")
    assert code == 2 and "segreto" in out


def test_the_words_are_there_in_both_languages(film: Film) -> None:
    report(film)
    report(Film(film.journal, RULES, "en"))
    for said in (words(), report_words()):
        assert missing(said.templates["it"], said.templates["en"]) == []
        assert said.gaps == {}

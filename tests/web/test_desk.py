"""Campaigns and the referee's desk over HTTP and live: what is kept, what the players see, what comes back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arbitro.cli._deskfolder import opened
from tests.web.client import Client, Trouble, http
from tests.web.conftest import Served, served

PARTY = """
party: valle
name: La valle
ruleset: cairn
members:
  - {name: Anna, forza: 10, des: 12, vol: 9, pf: 4, items: [spada], notes: "figlia del mugnaio"}
  - {name: Bruno, forza: 13, des: 8, vol: 11, pf: 5}
"""
AMBUSH = [
    {"side": "b", "beast": "goblin", "count": 2},
    {"side": "b", "beast": "troll", "hidden": True},
]
TELLTALE = ("troll", "morso", "ha la chiave", "un passo di lato")
"""Words that only a secret of the tests would bring to the players."""


class Valley:
    """A campaign with an encounter."""

    def __init__(self, base: str, newcomers: list[dict[str, Any]] | None = None) -> None:
        self.base = base
        made = http(base, "/api/campaigns", {"ruleset": "cairn", "name": "La valle"})
        self.id, self.token = made["id"], made["token"]
        self.change(version=0, party=PARTY)
        wanted = {"title": "Al ponte", "newcomers": AMBUSH if newcomers is None else newcomers}
        made = http(base, f"/api/campaigns/{self.id}/encounters", wanted, token=self.token)
        self.game, self.players = made["id"], made["players"]

    def change(self, **what: Any) -> dict[str, Any]:
        found: dict[str, Any] = http(self.base, f"/api/campaigns/{self.id}", what, token=self.token)
        return found

    def view(self) -> dict[str, Any]:
        found: dict[str, Any] = http(self.base, f"/api/campaigns/{self.id}", token=self.token)
        return found

    def referee(self) -> Client:
        return Client(self.base, self.game, self.token)

    def watching(self) -> Client:
        return Client(self.base, self.game, self.players)


@pytest.fixture
def valley(base: str) -> Valley:
    return Valley(base)


def do(referee: Client, name: str, *others: Client, **fields: Any) -> None:
    """Give a command, and let everybody hear of it."""
    question = referee.known["questions"][0]
    assert question["kind"] == "desk", question
    value = [name, *sorted([key, field] for key, field in fields.items())]
    referee.ask(type="answer", decision=question["decision"], seat="referee", value=value)
    for other in others:
        hear_all(other)


def hear_all(players: Client) -> None:
    """Take in all that was on its way to them."""
    assert players.ask(type="ping")["type"] == "pong"


def rows(client: Client) -> dict[str, dict[str, Any]]:
    """The rows of the desk by name."""
    return {row["name"]: row for row in client.known["desk"]["rows"]}


def test_the_campaign_keeps_party_and_encounters(valley: Valley) -> None:
    found = valley.view()
    assert [line["name"] for line in found["members"]] == ["Anna", "Bruno"]
    assert found["members"][0]["line"] == "PF 4, FOR 10, DES 12, VOL 9"
    assert [(card["id"], card["title"], card["over"]) for card in found["encounters"]] == [
        (valley.game, "Al ponte", False)
    ]
    with valley.referee() as referee:
        assert list(rows(referee)) == ["Anna", "Bruno", "Goblin", "Goblin 2", "Troll"]
        assert [row["number"] for row in rows(referee).values()] == [1, 2, 3, 4, 5]


def test_the_players_never_hear_of_whom_they_do_not_see(valley: Valley) -> None:
    with valley.referee() as referee, valley.watching() as players:
        ids = {name: row["id"] for name, row in rows(referee).items()}
        do(referee, "next", players)
        do(referee, "note", players, text="ha la chiave", on=ids["Goblin"], private=True)
        do(referee, "harm", players, who=[ids["Troll"]], dice="2")
        do(referee, "roll", players, dice="2d6", secret=True)
        do(referee, "save", players, who=[ids["Troll"]], attribute="des")
        referee.ask(type="ask", what="undo", seat="referee")
        hear_all(players)
        referee.ask(type="overrule", figure=ids["Troll"], changes=[["pf", 1]], note="un passo di lato")
        hear_all(players)
        told = " ".join(players.heard).lower()
        assert not [word for word in (*TELLTALE, ids["Troll"]) if word in told]
        assert [row["tracks"] for row in rows(players).values()][2:] == [[], []]
        do(referee, "show", players, who=[ids["Troll"]])
        assert "Troll" in rows(players) and "si mostra" in players.known["journal"][-1]["text"]
    with valley.watching() as late:
        assert "un passo di lato" not in late.heard[0] and "PF" not in json.dumps(rows(late)["Troll"])


def test_an_undo_tells_the_players_nothing_of_secret_commands(valley: Valley) -> None:
    with valley.referee() as referee:
        anna = rows(referee)["Anna"]["id"]
        do(referee, "note", text="ha la chiave", on=rows(referee)["Goblin"]["id"], private=True)
        referee.ask(type="ask", what="undo", seat="referee", answers=1)
        with valley.watching() as players:
            assert players.known["undone"] == []
        do(referee, "harm", who=[anna], dice="2", attribute="des")
        do(referee, "note", text="ha la chiave", on=anna, private=True)
        referee.ask(type="ask", what="undo", seat="referee", answers=2)
        referee.until(lambda known: len(known["undone"]) == 2)
        assert [trace["answers"] for trace in referee.known["undone"]] == [1, 2]
        with valley.watching() as players:
            (trace,) = players.known["undone"]
            assert trace["answers"] == 1 and "chiave" not in " ".join(trace["lines"])


def test_no_gap_and_no_empty_message_tells_the_players_that_something_secret_happened(valley: Valley) -> None:
    with valley.referee() as referee, valley.watching() as players:
        ids = {name: row["id"] for name, row in rows(referee).items()}
        do(referee, "next", players)
        before, first = len(players.heard), players.known["seq"]
        do(referee, "note", players, text="ha la chiave", on=ids["Goblin"], private=True)
        do(referee, "harm", players, who=[ids["Troll"]], dice="2")
        do(referee, "roll", players, dice="2d6", secret=True)
        referee.ask(type="ask", what="undo", seat="referee")
        referee.ask(type="overrule", figure=ids["Troll"], changes=[["pf", 1]], note="un passo di lato")
        hear_all(players)
        assert all(json.loads(text)["type"] == "pong" for text in players.heard[before:])
        do(referee, "harm", players, who=[ids["Anna"]], dice="1")
        do(referee, "note", players, text="trema", on=ids["Anna"])
        said = players.ask(type="say", text="ahi!")
        assert (players.known["seq"], said["seq"]) == (first + 3, first + 3)
        lines = players.known["journal"]
        assert [line["at"] for line in lines] == list(range(len(lines))) and len(lines) > 2
        assert [line["seq"] for line in players.known["chat"]] == [0]
        then = players.ask(type="at", at=len(lines) - 1)["scene"]
        assert then["figures"] == players.known["scene"]["figures"]
        players.ask(type="at", at=10_000)
        with valley.watching() as late:
            assert late.known["journal"] == lines and late.known["chat"] == players.known["chat"]
        referee.ask(type="ask", what="undo", seat="referee", answers=2)
        hear_all(players)
        (trace,) = players.known["undone"]
        assert trace["at"] == len(players.known["journal"]) - 1 < len(lines) - 1
    with Client(valley.base, valley.game, valley.players, known=players.known) as again:
        assert [line["at"] for line in again.known["journal"]] == list(range(len(again.known["journal"])))


@pytest.mark.parametrize("what", ["journal", "report", "scenario", "scenario-json", "save", "luck", "proof"])
def test_what_tells_everything_is_not_for_the_players(valley: Valley, what: str) -> None:
    with pytest.raises(Trouble) as caught:
        http(valley.base, f"/api/games/{valley.game}/{what}", token=valley.players)
    assert caught.value.code == "desk_secrets"


def test_an_overruling_needs_a_reason_and_something_that_can_be(valley: Valley) -> None:
    with valley.referee() as referee, valley.watching() as players:
        anna = rows(referee)["Anna"]["id"]
        referee.ask(type="overrule", figure=anna, changes=[["pf", 2]], note="ha bevuto la pozione")
        assert rows(referee)["Anna"]["tracks"][0]["now"] == 2
        hear_all(players)
        assert "Il Custode decide: ha bevuto la pozione." in [line["text"] for line in players.known["journal"]]
        for changes, note, code in (
            ([["pf", 2]], " ", "empty"),
            ([["pf", 900]], "perché sì", "desk_number"),
            ([["colore", 1]], "perché sì", "desk_no_edit"),
        ):
            assert referee.ask(type="overrule", figure=anna, changes=changes, note=note)["code"] == code
        assert referee.ask(type="overrule", figure="nessuno", changes=[["pf", 2]], note="x")["code"] == "desk_nobody"
        refused = players.ask(type="overrule", figure=anna, changes=[["pf", 9]], note="imbroglio")
        assert refused["code"] == "spectator"


def test_the_party_comes_home_as_it_is(valley: Valley) -> None:
    with valley.referee() as referee:
        ids = {name: row["id"] for name, row in rows(referee).items()}
        do(referee, "harm", who=[ids["Anna"]], dice="3", attribute="des")
        referee.ask(type="overrule", figure=ids["Bruno"], changes=[["status", "dead"]], note="il ponte crolla")
    found = http(valley.base, f"/api/campaigns/{valley.id}/encounters/{valley.game}/home", {}, token=valley.token)
    assert [(line["name"], line["line"]) for line in found["members"]] == [("Anna", "PF 4, FOR 10, DES 9, VOL 9")]
    assert "figlia del mugnaio" in found["party"] and found["version"] == 2


def test_a_scar_and_the_hour_go_on_in_the_next_encounter(valley: Valley) -> None:
    valley.change(
        version=1, party=PARTY.replace("pf: 4", "pf: 3").replace("ruleset: cairn", "ruleset: cairn\nclock: 5")
    )
    where = f"/api/campaigns/{valley.id}/encounters"

    def begin() -> Client:
        made = http(valley.base, where, {"title": "Sera", "newcomers": []}, token=valley.token)
        return Client(valley.base, made["id"], valley.token)

    with begin() as referee:
        anna = [rows(referee)["Anna"]["id"]]
        for name, fields in (("next", {}), ("harm", {"who": anna, "dice": "3"}), ("calm", {})):
            do(referee, name, **fields)
        home = http(valley.base, f"{where}/{referee.game}/home", {}, token=valley.token)
    assert "CRN-SCAR-03, until: rest" in home["party"].replace('"', "") and "clock: 5\n" in home["party"]
    with begin() as referee:
        do(referee, "pass", what="hours")
        track = rows(referee)["Anna"]["tracks"][0]
        assert 4 <= track["now"] == track["full"] <= 9
        home = http(valley.base, f"{where}/{referee.game}/home", {}, token=valley.token)
    assert "waits" not in home["party"] and "esausto" not in home["party"] and "clock: 9\n" in home["party"]


def test_a_file_that_will_not_do_changes_nothing(valley: Valley) -> None:
    version = valley.view()["version"]
    for text, part in (
        (PARTY.replace("pf: 4", "pf: 400"), "pf"),
        (PARTY.replace("spada", "spadaccia"), "spadaccia"),
        (PARTY.replace("ruleset: cairn", "ruleset: crepuscolo"), "cairn"),
        ("members: [", ""),
    ):
        with pytest.raises(Trouble) as caught:
            valley.change(version=version, party=text)
        assert caught.value.code == "faulty" and part in str(caught.value.text)
    with pytest.raises(Trouble) as caught:
        valley.change(version=version - 1, notes="troppo tardi")
    assert caught.value.code == "changed_meanwhile"
    assert valley.view()["party"] == PARTY


def test_other_secrets_open_nothing(valley: Valley) -> None:
    other = Valley(valley.base, [])
    for token, code in ((other.token, "no_campaign"), (valley.players, "no_campaign"), ("", "no_token")):
        with pytest.raises(Trouble) as caught:
            http(valley.base, f"/api/campaigns/{valley.id}", token=token)
        assert caught.value.code == code
    with pytest.raises(Trouble) as caught:
        http(valley.base, f"/api/games/{valley.game}", token=other.token)
    assert caught.value.code == "wrong_token"
    with pytest.raises(Trouble) as caught:
        http(valley.base, f"/api/campaigns/{other.id}/encounters/{valley.game}/delete", {}, token=other.token)
    assert caught.value.code == "no_encounter"


def test_an_encounter_is_deleted_for_good(valley: Valley) -> None:
    http(valley.base, f"/api/campaigns/{valley.id}/encounters/{valley.game}/delete", {}, token=valley.token)
    assert valley.view()["encounters"] == []
    with pytest.raises(Trouble) as caught:
        http(valley.base, f"/api/games/{valley.game}", token=valley.token)
    assert caught.value.code == "wrong_token"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Served]:
    running = served(tmp_path)
    yield running
    running.close()


def test_an_encounter_goes_on_after_a_restart(house: Served) -> None:
    valley = Valley(house.base)
    with valley.referee() as referee:
        ids = {name: row["id"] for name, row in rows(referee).items()}
        do(referee, "next")
        do(referee, "harm", who=[ids["Goblin"]], dice="2")
        do(referee, "timer", text="la torcia", n=2)
        before = referee.known["desk"]
        journal = [line["text"] for line in referee.known["journal"]]
        for _ in range(2):
            referee.ask(type="ask", what="undo", seat="referee")
    house.stop()
    house.start()
    with valley.referee() as referee, valley.watching() as players:
        for _ in range(2):
            assert referee.known["table"]["undo"]["redo"]
            assert referee.ask(type="ask", what="redo", seat="referee")["type"] == "done"
        referee.quiet()
        assert referee.known["desk"] == before
        assert [line["text"] for line in referee.known["journal"]] == journal
        do(referee, "round", players)
        assert players.known["desk"]["timers"][0]["left"] == 1
        referee.ask(type="ask", what="undo", seat="referee")
        assert referee.known["desk"]["round"] == 1


def test_the_referees_save_goes_on_at_the_command_line(valley: Valley, tmp_path: Path) -> None:
    with valley.referee() as referee:
        do(referee, "next")
        standing = referee.known["desk"]["standing"]
    file = tmp_path / "ponte.arbitro"
    file.write_bytes(http(valley.base, f"/api/games/{valley.game}/save", token=valley.token))
    kept = opened(file, "it")
    assert kept.desk.view(kept.game, "referee", "it").standing == standing


def test_who_holds_a_players_link_reads_no_side_that_nobody_has_seen(base: str) -> None:
    valley = Valley(base, [{"side": "b", "beast": "troll", "hidden": True}])
    with valley.referee() as referee, valley.watching() as players:
        do(referee, "next", players)
        do(referee, "next", players)
        assert "avversari" in referee.known["desk"]["standing"]
        assert "avversari" not in players.known["desk"]["standing"] + players.known["scene"]["standing"]
    card = http(base, f"/api/games/{valley.game}", token=valley.players)
    assert "avversari" not in card["standing"]["it"] and "Round 1" in card["standing"]["it"]


PACK = {
    "palude/pack.yaml": "id: palude\nname: Palude\nname_en: Fen\nversion: 1.0.0\nruleset: cairn\n",
    "palude/monsters.yaml": """monsters:
  - id: rana-gigante
    name: Rana gigante
    name_en: Giant frog
    text: Salta.
    text_en: It leaps.
    pf: 5
    forza: 12
    des: 14
    vol: 6
    attacks: [{id: lingua, name: Lingua, name_en: Tongue, dice: [6]}]
""",
}
FROG = [{"side": "b", "beast": "rana-gigante", "count": 2}]


def test_packs_of_ones_own_bring_creatures_to_the_desk_and_stay_with_what_was_begun(house: Served) -> None:
    valley = Valley(house.base, [])
    found = valley.change(version=1, packs=PACK)
    assert found["packs"] == PACK
    valley.change(version=2, party=PARTY.replace("ruleset: cairn", "ruleset: cairn\npacks: [palude]"))
    beasts = http(house.base, f"/api/campaigns/{valley.id}/bestiary?lang=en", token=valley.token)["beasts"]
    assert "Giant frog" in {beast["name"] for beast in beasts}
    plain = http(house.base, "/api/rulesets/cairn/bestiary?lang=en")["beasts"]
    assert "Giant frog" not in {beast["name"] for beast in plain}
    wanted = {"title": "Lo stagno", "newcomers": FROG}
    made = http(house.base, f"/api/campaigns/{valley.id}/encounters", wanted, token=valley.token)
    valley.game = made["id"]
    valley.change(version=3, party=PARTY, packs={})
    house.stop()
    house.start()
    with valley.referee() as referee:
        assert rows(referee)["Rana gigante 2"]["tracks"][0]["full"] == 5
        do(referee, "add", beast="rana-gigante")
        assert "Rana gigante 3" in rows(referee)
    report = http(house.base, f"/api/games/{valley.game}/report", token=valley.token)
    assert "Rana gigante" in (report if isinstance(report, str) else bytes(report).decode())


def test_packs_that_will_not_do_change_nothing(valley: Valley) -> None:
    valley.change(version=1, packs=PACK)
    own = "party: mie\nname: Mie\nruleset: cairn\nmembers:\n  - {name: Gracida, kind: foe, monster: rana-gigante}\n"
    before = valley.change(version=2, creatures=own)
    assert [line["name"] for line in before["own"]] == ["Gracida"]
    bad = {**PACK, "palude/monsters.yaml": PACK["palude/monsters.yaml"].replace("pf: 5", "pf: molti")}
    for packs, code, said in (
        ({}, "faulty", "rana-gigante"),
        (bad, "faulty", "palude/monsters.yaml:7"),
        ({"../fuori.yaml": "x"}, "strange_pack", ""),
        ({"palude/../../x.yaml": "x"}, "strange_pack", ""),
        ({f"p/{chr(97 + n // 26)}{chr(97 + n % 26)}.yaml": "" for n in range(50)}, "strange_pack", ""),
    ):
        with pytest.raises(Trouble) as refused:
            valley.change(version=3, packs=packs)
        assert refused.value.code == code and said in str(refused.value.text), (packs.keys(), refused.value.text)
        assert "/tmp" not in str(refused.value.text) and "arbitro-packs" not in str(refused.value.text)
    assert valley.view() == before


def test_a_creature_of_ones_own_is_filled_in_changed_and_taken_away(valley: Valley) -> None:
    def put(version: int, at: int, values: dict[str, Any] | None) -> dict[str, Any]:
        body = {"version": version, "at": at, "values": values}
        found: dict[str, Any] = http(valley.base, f"/api/campaigns/{valley.id}/creatures", body, token=valley.token)
        return found

    def form() -> dict[str, Any]:
        found: dict[str, Any] = http(valley.base, f"/api/campaigns/{valley.id}/creatures?lang=en", token=valley.token)
        return found

    troll = {"name": "Il troll del mugnaio", "monster": "troll", "pf": 9}
    wolf = {"name": "Lupo <b>zoppo</b>", "pf": 2, "forza": 9, "thing1": "pugnale", "leader": True}
    put(1, 0, troll)
    found = put(2, 1, wolf)
    assert [line["name"] for line in found["own"]] == ["Il troll del mugnaio", "Lupo <b>zoppo</b>"]
    assert [dict(map(tuple, one)) for one in form()["creatures"]] == [troll, wolf]
    assert {"monster", "armour", "thing4"} <= {field["name"] for field in form()["fields"]}
    put(3, 0, {**troll, "pf": 11, "notes": "paga il pedaggio"})
    for values, said in (
        ({"name": "Senza punti"}, "PF"),
        ({"name": "Troppi", "pf": 61}, "pf"),
        ({"name": "X", "pf": 3, "monster": "trol"}, "troll"),
        ({"name": "X", "pf": 3, "thing1": "pugnal"}, "pugnale"),
        ({"name": "X" * 81, "pf": 3}, "name"),
        ({"name": ["X"], "pf": 3}, "name"),
        ({"name": "X", "pf": 3, "colore": "blu"}, "colore"),
    ):
        with pytest.raises(Trouble) as refused:
            put(4, 2, values)
        assert refused.value.code == "faulty_creature" and said in str(refused.value.text), refused.value.text
    with pytest.raises(Trouble) as refused:
        put(3, 0, troll)
    assert refused.value.status == 409
    with valley.referee() as referee:
        sheet = valley.view()["own"][0]["sheet"]
        do(referee, "add", sheet=sheet)
        assert rows(referee)["Il troll del mugnaio"]["tracks"][0]["full"] == 11
    found = put(4, 0, None)
    assert [line["name"] for line in found["own"]] == ["Lupo <b>zoppo</b>"]
    assert put(5, 0, None)["creatures"] == ""

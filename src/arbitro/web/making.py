"""Making a game: of a ready battle or of one's own, with whoever takes its seats."""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec import structs

from arbitro.content.errors import Lang
from arbitro.content.scenarios import side_names
from arbitro.content.tabletop import Scenario, rules_with
from arbitro.content.yamlfile import load
from arbitro.dice.sources import Dice, SeededDice, TypedDice
from arbitro.engine.game import Game
from arbitro.engine.values import Seat
from arbitro.players import NAMES
from arbitro.storage.records import DiceKind, Draft, Key, KeyKind, SeatRow, Words
from arbitro.storage.store import Store
from arbitro.web.bodies import Created, NewGame, NewSeat, SeatLink
from arbitro.web.library import chosen, first_ready, rules_called
from arbitro.web.refusals import Unwilling
from arbitro.web.table import HERE, LANGS, LINK, PEOPLE, alike, seats_of
from arbitro.web.tables import LONGEST_NAME, fitting

FIRST: KeyKind = "first"
OPPONENT = "quick"
"""Who plays against whoever starts a server."""
SECRET_BYTES = 32
LONGEST_SEED = 80
LONGEST_TITLE = 100


async def first_game(store: Store, lang: Lang) -> tuple[str, str]:
    """A game that can be played at once when a server starts, and a secret that opens its seats.

    The one that an earlier start offered, where it stands, unless it is over or these rules are others; else a new one.
    Raises Unwilling, ContentError, StorageError.
    """
    battle = first_ready()
    rules = rules_with(rules_called(battle.ruleset), battle.packs)
    old = await store.going_on(FIRST)
    if old is not None and (old.about.get("scenario"), old.rules_version) == (battle.id, rules.version):
        here = tuple(row.seat for row in old.seats if row.player == HERE)
        return old.id, await store.add_key(old.id, Key(FIRST, here))
    players = {side["seat"]: NewSeat(player=OPPONENT) for side in battle.setup["sides"][1:]}
    made = await make(store, NewGame(ruleset=battle.ruleset, scenario=battle.id, seats=players), lang, host=FIRST)
    return made.id, made.host


async def make(store: Store, wanted: NewGame, lang: Lang, host: KeyKind = "host") -> Created:
    """Make and keep a game; ``host``: the kind of its host's key. Raises Unwilling, ContentError, StorageError."""
    base = rules_called(wanted.ruleset)
    scenario, source = await asyncio.to_thread(chosen, base, wanted, lang)
    scenario, source = _renamed(scenario, source, wanted.seats)
    rules = rules_with(base, scenario.packs)
    kind, secret, dice = _dice(wanted)
    game = Game.new(rules, scenario.setup, dice, fair=kind == "secret")
    seats = _seats(scenario, wanted.seats)
    state = game.state
    title, title_en = _title(wanted, scenario)
    draft = Draft(
        ruleset=rules.name,
        rules_version=rules.version,
        title=title,
        title_en=title_en,
        setup=game.setup or {},
        seats=seats,
        dice=kind,
        secret=secret,
        about={
            "scenario": scenario.id,
            "name": [scenario.name, scenario.name_en],
            "packs": list(scenario.packs),
            "source": source,
            **({"seed": wanted.seed} if kind == "seed" else {}),
        },
        standing=Words(rules.standing(state, "it"), rules.standing(state, "en")),
    )
    links = [row.seat for row in seats if row.player == LINK]
    here = tuple(row.seat for row in seats if row.player == HERE)
    keys = [Key(host, here), Key("spectator"), *(Key("seat", (seat,)) for seat in links)]
    made, (opens, spectator, *tokens) = await store.create_game(draft, keys)
    return Created(
        id=made.id,
        title=made.titled(lang),
        host=opens,
        links=tuple(SeatLink(seat=seat, token=token) for seat, token in zip(links, tokens, strict=True)),
        spectator=spectator,
    )


def _renamed(scenario: Scenario, source: str, wanted: Mapping[Seat, NewSeat]) -> tuple[Scenario, str]:
    """The scenario and its text with the sides called as somebody chose, so that the journal calls them so.

    Raises Unwilling ``name_taken`` where two would be called the same.
    """
    names = {seat: fitting(asked.name, LONGEST_NAME) for seat, asked in wanted.items() if asked.name.strip()}
    if not names:
        return scenario, source
    file = load(source, name=scenario.id).data
    sides, written = (_called(of.get("sides", ()), names) for of in (scenario.setup, file))
    for lang in LANGS:
        called = [alike(name) for name in side_names({"sides": sides}, lang).values()]
        if len(set(called)) < len(called):
            raise Unwilling("name_taken")
    text = msgspec.json.format(msgspec.json.encode({**file, "sides": written}), indent=2).decode()
    return structs.replace(scenario, setup={**scenario.setup, "sides": sides}), text


def _called(sides: Iterable[dict[str, Any]], names: Mapping[Seat, str]) -> list[dict[str, Any]]:
    """Sides with the names that were chosen."""
    return [
        {**side, "name": names[side["seat"]], "name_en": names[side["seat"]]} if side["seat"] in names else side
        for side in sides
    ]


def _title(wanted: NewGame, scenario: Scenario) -> tuple[str, str]:
    """The title as somebody chose it, or the scenario's in both languages."""
    if wanted.title.strip():
        return fitting(wanted.title, LONGEST_TITLE), ""
    return scenario.name or scenario.id, scenario.name_en


def _dice(wanted: NewGame) -> tuple[DiceKind, bytes, Dice]:
    if wanted.typed_dice:
        return "typed", b"", TypedDice()
    if wanted.seed.strip():
        text = fitting(wanted.seed, LONGEST_SEED)
        seeded = SeededDice.of_seed(int(text) if re.fullmatch(r"-?[0-9]{1,15}", text) else text)
        return "seed", seeded.secret, seeded
    secret = secrets.token_bytes(SECRET_BYTES)
    return "secret", secret, SeededDice(secret)


def _seats(scenario: Scenario, wanted: Mapping[Seat, NewSeat]) -> tuple[SeatRow, ...]:
    """Who takes each seat; one that is not spoken of is played here."""
    known = seats_of(scenario.setup)
    for seat, asked in wanted.items():
        if seat not in known:
            raise Unwilling("unknown_seat", seat=seat[:40], known=", ".join(known))
        if asked.player not in (*PEOPLE, *NAMES):
            raise Unwilling("unknown_player", player=asked.player[:40], known=", ".join((*PEOPLE, *NAMES)))
    rows = []
    for seat, row in known.items():
        asked = wanted.get(seat, NewSeat(player=HERE))
        named = asked.name.strip()
        own = SeatRow(seat, fitting(asked.name, LONGEST_NAME), asked.player) if named else None
        rows.append(own or structs.replace(row, player=asked.player))
    return tuple(rows)

"""Campaigns over HTTP: what a referee keeps between sessions, and the encounters of the desk.

A campaign's secret comes as ``Authorization: Bearer``; it opens its encounters at `/api/games` too, as the referee.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody, PathParameter

from arbitro.content.desk import Desk
from arbitro.content.deskview import Newcomer
from arbitro.content.errors import ContentError, Lang
from arbitro.content.tabletop import TabletopRuleset
from arbitro.dice.sources import SeededDice
from arbitro.engine.game import Game
from arbitro.engine.values import REFEREE
from arbitro.storage.records import Campaign, Draft, Key, SeatRow, Words
from arbitro.storage.records import CampaignChange as Changed
from arbitro.web.api import Asking, GameId, Lang_, RulesetId, lang_of, slowly, tables_of, trouble
from arbitro.web.bodies import (
    Bestiary,
    CampaignChange,
    CampaignMade,
    CampaignView,
    EncounterCard,
    EncounterMade,
    NewCampaign,
    NewEncounter,
    OwnChange,
    OwnCreatures,
    SheetLine,
)
from arbitro.web.making import LONGEST_TITLE, SECRET_BYTES
from arbitro.web.packs import FILES, rules_playing
from arbitro.web.refusals import Unwilling
from arbitro.web.table import HERE
from arbitro.web.tables import fitting

LONGEST_FILE, LONGEST_NOTES, MOST_NEWCOMERS = 200_000, 20_000, 60
BEARER: list[dict[str, list[str]]] = [{"seat": []}]
CampaignId = Annotated[str, PathParameter(max_length=40, description="A campaign")]
TEXTS: dict[Lang, dict[str, str]] = {
    "it": {"party": "gruppo", "creatures": "creature"},
    "en": {"party": "party", "creatures": "creatures"},
}
"""What faults call the files of a campaign."""


def desk_of(name: str, packs: Mapping[str, str], lang: Lang) -> tuple[TabletopRuleset, Desk]:
    """A ruleset that has a referee's desk, with packs. Raises Unwilling ``no_ruleset``, ``no_desk``, ``faulty``."""
    try:
        rules = rules_playing(name, packs)
    except ContentError as error:
        raise Unwilling("faulty", why=error.render(lang)) from error
    desk = rules.desk()
    if desk is None:
        raise Unwilling("no_desk")
    return rules, desk


def files_of(found: Campaign) -> dict[str, str]:
    """The files of a campaign's packs."""
    return msgspec.json.decode(found.packs, type=dict[str, str]) if found.packs else {}


async def _desk(found: Campaign, lang: Lang) -> tuple[TabletopRuleset, Desk]:
    """The desk of a campaign. Raises Unwilling."""
    return await asyncio.to_thread(desk_of, found.ruleset, files_of(found), lang)


# --- campaigns ------------------------------------------------------------------------------------------


@get("/api/rulesets/{ruleset:str}/bestiary", responses=trouble(404))
async def bestiary(request: Asking, ruleset: RulesetId, wanted: Lang_ = "") -> Bestiary:
    """The creatures that can be put on the desk."""
    lang = lang_of(request, wanted)
    _, desk = desk_of(ruleset, {}, lang)
    return Bestiary(ruleset=ruleset, beasts=await asyncio.to_thread(desk.bestiary, lang))


@get("/api/campaigns/{campaign:str}/bestiary", security=BEARER, responses=trouble(403, 404))
async def own_bestiary(request: Asking, campaign: CampaignId, wanted: Lang_ = "") -> Bestiary:
    """The creatures that can be put on the desk of a campaign, those of its packs too."""
    found, lang = await _opened(request, campaign), lang_of(request, wanted)
    _, desk = await _desk(found, lang)
    return Bestiary(ruleset=found.ruleset, beasts=await asyncio.to_thread(desk.bestiary, lang))


@post("/api/campaigns", responses=trouble(404, 413))
async def new_campaign(request: Asking, data: JSONBody[NewCampaign]) -> CampaignMade:
    """Begin a campaign; its secret is told this once."""
    slowly(request, "creations")
    desk_of(data.ruleset, {}, lang_of(request))
    made, token = await tables_of(request).store.campaigns.create(data.ruleset, fitting(data.name, LONGEST_TITLE))
    return CampaignMade(id=made.id, token=token)


@get("/api/campaigns/{campaign:str}", security=BEARER, responses=trouble(403, 404))
async def campaign_view(request: Asking, campaign: CampaignId, wanted: Lang_ = "") -> CampaignView:
    """A campaign as it is."""
    return await _view(request, await _opened(request, campaign), lang_of(request, wanted))


@post("/api/campaigns/{campaign:str}", status_code=200, security=BEARER, responses=trouble(403, 404, 409, 413))
async def change_campaign(request: Asking, campaign: CampaignId, data: JSONBody[CampaignChange]) -> CampaignView:
    """Change its name, party, creatures or notes; a file that will not do is refused with every fault."""
    packs = data.packs or {}
    texts = (data.party or "", data.creatures or "", data.notes or "", *packs.values())
    slowly(request, "texts", sum(map(len, texts)) / 1024)
    found, lang = await _opened(request, campaign), lang_of(request)
    if sum(map(len, packs.values())) > LONGEST_FILE:
        raise Unwilling("too_long", most=LONGEST_FILE)
    wanted = files_of(found) if data.packs is None else packs
    _, desk = await asyncio.to_thread(desk_of, found.ruleset, wanted, lang)
    for which, text, old in (("party", data.party, found.party), ("creatures", data.creatures, found.creatures)):
        if text is not None and len(text) > LONGEST_FILE:
            raise Unwilling("too_long", most=LONGEST_FILE)
        if text is not None or data.packs is not None:  # what the campaign has must do with other packs as well
            await asyncio.to_thread(sheets, desk, old if text is None else text, TEXTS[lang][which], lang)
    if data.notes is not None and len(data.notes) > LONGEST_NOTES:
        raise Unwilling("too_long", most=LONGEST_NOTES)
    name = None if data.name is None else fitting(data.name, LONGEST_TITLE)
    files = None if data.packs is None else msgspec.json.encode(data.packs).decode() if data.packs else ""
    change = Changed(name=name, party=data.party, creatures=data.creatures, notes=data.notes, packs=files)
    return await _view(request, await _change(request, found, data.version, change), lang)


async def _change(request: Asking, found: Campaign, version: int, change: Changed) -> Campaign:
    changed = await tables_of(request).store.campaigns.change(found.id, version, change)
    if changed is None:
        raise Unwilling("changed_meanwhile")
    return changed


async def _opened(request: Any, campaign: str) -> Campaign:
    """The campaign that the request's secret opens. Raises Unwilling."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise Unwilling("no_token")
    found = await tables_of(request).store.campaigns.open(campaign, token.strip())
    if found is None:
        raise Unwilling("no_campaign")
    return found


def sheets(desk: Desk, text: str, name: str, lang: Lang) -> tuple[Newcomer, ...]:
    """The members of a file of a campaign, none of an empty one. Raises Unwilling ``faulty``."""
    if not text.strip():
        return ()
    try:
        return desk.sheets(text, name)
    except ContentError as error:
        raise Unwilling("faulty", why=error.render(lang)) from error


async def _view(request: Asking, found: Campaign, lang: Lang) -> CampaignView:
    store = tables_of(request).store
    _, desk = await _desk(found, lang)
    heads = await store.games(await store.campaigns.games(found.id))
    return CampaignView(
        id=found.id,
        ruleset=found.ruleset,
        name=found.name,
        version=found.version,
        party=found.party,
        creatures=found.creatures,
        notes=found.notes,
        members=await asyncio.to_thread(_lines, desk, found.party, TEXTS[lang]["party"], lang),
        own=await asyncio.to_thread(_lines, desk, found.creatures, TEXTS[lang]["creatures"], lang),
        packs=files_of(found),
        encounters=tuple(
            EncounterCard(
                id=head.id,
                title=head.titled(lang),
                standing=head.standing.en if lang == "en" else head.standing.it,
                over=bool(head.over),
                changed=head.changed.isoformat(),
            )
            for head in heads
        ),
        changed=found.changed.isoformat(),
    )


def _lines(desk: Desk, text: str, name: str, lang: Lang) -> tuple[SheetLine, ...]:
    found = []
    for newcomer in sheets(desk, text, name, lang):
        called, line = desk.line(newcomer, lang)
        found.append(SheetLine(name=called, line=line, sheet=newcomer.sheet))
    return tuple(found)


@get("/api/campaigns/{campaign:str}/creatures", security=BEARER, responses=trouble(403, 404))
async def own_creatures(request: Asking, campaign: CampaignId, wanted: Lang_ = "") -> OwnCreatures:
    """The campaign's own creatures, as a form shows them."""
    found, lang = await _opened(request, campaign), lang_of(request, wanted)
    _, desk = await _desk(found, lang)
    try:
        creatures = await asyncio.to_thread(desk.own_values, found.creatures)
    except ContentError as error:
        raise Unwilling("faulty", why=error.render(lang)) from error
    return OwnCreatures(fields=await asyncio.to_thread(desk.own_fields, lang), creatures=creatures)


@post(
    "/api/campaigns/{campaign:str}/creatures", status_code=200, security=BEARER,
    responses=trouble(403, 404, 409, 413),
)  # fmt: skip
async def change_creature(request: Asking, campaign: CampaignId, data: JSONBody[OwnChange]) -> CampaignView:
    """Change a creature of the campaign's own, add one, or take one away."""
    found, lang = await _opened(request, campaign), lang_of(request)
    slowly(request, "texts", len(found.creatures) / 1024)
    _, desk = await _desk(found, lang)
    try:
        text = await asyncio.to_thread(desk.own_with, found.creatures, data.at, data.values)
    except ContentError as error:
        raise Unwilling("faulty_creature", why=error.render(lang)) from error
    return await _view(request, await _change(request, found, data.version, Changed(creatures=text)), lang)


# --- encounters -----------------------------------------------------------------------------------------


@post("/api/campaigns/{campaign:str}/encounters", security=BEARER, responses=trouble(403, 404, 413))
async def new_encounter(request: Asking, campaign: CampaignId, data: JSONBody[NewEncounter]) -> EncounterMade:
    """Begin an encounter: a game that the campaign's secret opens as the referee."""
    slowly(request, "creations")
    found, lang = await _opened(request, campaign), lang_of(request)
    rules, desk = await _desk(found, lang)
    if len(data.newcomers) > MOST_NEWCOMERS:
        raise Unwilling("too_many", most=MOST_NEWCOMERS)
    joining = [*(sheets(desk, found.party, TEXTS[lang]["party"], lang) if data.party else ()), *data.newcomers]
    draft = await asyncio.to_thread(_draft, rules, desk, joining, data, lang, desk.hour(found.party))
    draft.about[FILES] = files_of(found)
    store = tables_of(request).store
    made, (_, players) = await store.create_game(draft, [Key("host", (REFEREE,)), Key("spectator")])
    await store.campaigns.add(found.id, made.id)
    return EncounterMade(id=made.id, players=players)


def _draft(
    rules: TabletopRuleset, desk: Desk, joining: Sequence[Newcomer], wanted: NewEncounter, lang: Lang, clock: int
) -> Draft:
    title, secret = fitting(wanted.title, LONGEST_TITLE), secrets.token_bytes(SECRET_BYTES)
    try:
        setup = desk.setup(joining, secrets.token_hex(8), wanted.options, clock)
    except ContentError as error:
        raise Unwilling("faulty", why=error.render(lang)) from error
    state = Game.new(rules, setup, SeededDice(secret)).state
    return Draft(
        ruleset=rules.name,
        rules_version=rules.version,
        title=title,
        setup=setup,
        seats=(SeatRow(REFEREE, "Custode", HERE, "Referee"),),
        dice="secret",
        secret=secret,
        about={"scenario": "", "name": [title, ""], "packs": []},
        standing=Words(rules.standing(state, "it"), rules.standing(state, "en")),
    )


@post(
    "/api/campaigns/{campaign:str}/encounters/{game:str}/home", status_code=200, security=BEARER,
    responses=trouble(403, 404, 409),
)  # fmt: skip
async def bring_home(request: Asking, campaign: CampaignId, game: GameId) -> CampaignView:
    """Put the party as it is in an encounter back into the campaign: wounds, scars, things; the dead stay out."""
    found = await _opened(request, campaign)
    await _belongs(request, found, game)
    running = await tables_of(request).open(game)
    desk = running.table.rules.desk()
    assert desk is not None
    text = await asyncio.to_thread(desk.party, running.table.game, found.party)
    changed = await _change(request, found, found.version, Changed(party=text))
    return await _view(request, changed, lang_of(request))


@post(
    "/api/campaigns/{campaign:str}/encounters/{game:str}/delete", status_code=204, security=BEARER,
    responses=trouble(403, 404),
)  # fmt: skip
async def delete_encounter(request: Asking, campaign: CampaignId, game: GameId) -> Response[None]:
    """Delete an encounter for good."""
    found = await _opened(request, campaign)
    await _belongs(request, found, game)
    await tables_of(request).drop(game)
    return Response(None, status_code=204)


async def _belongs(request: Asking, found: Campaign, game: str) -> None:
    if game not in await tables_of(request).store.campaigns.games(found.id):
        raise Unwilling("no_encounter")


HANDLERS: list[Any] = [
    bestiary, own_bestiary, own_creatures, change_creature,
    new_campaign, campaign_view, change_campaign, new_encounter, bring_home, delete_encounter,
]  # fmt: skip

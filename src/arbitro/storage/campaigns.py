"""Campaigns in the database: party, creatures of one's own, notes and encounters, under one secret link.

``Store.campaigns`` holds one of these. The secret of a campaign opens it and, as the host, every game that is one of
its encounters.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from hmac import compare_digest
from typing import Any, Final, Protocol

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from arbitro.engine.values import Seat
from arbitro.storage.records import Campaign, CampaignChange, Key, new_id, new_token, token_hash
from arbitro.storage.tables import campaigns, encounters, keys

HOST: Final = "host"


class Reads(Protocol):
    """How the store reads."""

    async def __call__(self, wanted: Any) -> Sequence[Any]: ...


class Writes(Protocol):
    """How the store writes."""

    async def __call__(self, job: Callable[[AsyncConnection], Awaitable[Any]], game: str = "") -> Any: ...


class Campaigns:
    """The campaigns of a store."""

    def __init__(self, read: Reads, write: Writes) -> None:
        """Use `Store.campaigns`."""
        self._read, self._write = read, write

    async def create(self, ruleset: str, name: str) -> tuple[Campaign, str]:
        """A new campaign and its secret, which is told this once and kept hashed."""
        made = Campaign(new_id(), ruleset, name, 0, "", "", "", "", datetime.now(UTC))
        token = new_token()

        async def write(connection: AsyncConnection) -> None:
            await connection.execute(
                insert(campaigns).values(
                    id=made.id, hash=token_hash(token, made.id), ruleset=ruleset, name=name, version=0,
                    party="", creatures="", notes="", packs="", changed=made.changed,
                )
            )  # fmt: skip

        await self._write(write)
        return made, token

    async def open(self, campaign: str, token: str) -> Campaign | None:
        """The campaign that a secret opens; None if it opens none of this id."""
        found = await self._read(select(campaigns).where(campaigns.c.id == campaign))
        if not found or not compare_digest(found[0].hash, token_hash(token, campaign)):
            return None
        return _campaign(found[0])

    async def change(self, campaign: str, version: int, change: CampaignChange) -> Campaign | None:
        """Change a campaign that is still at a version; None if it is at another by now: nothing was stored."""
        new = {name: value for name in change.__struct_fields__ if (value := getattr(change, name)) is not None}

        async def write(connection: AsyncConnection) -> Any:
            here = (campaigns.c.id == campaign) & (campaigns.c.version == version)
            values = {**new, "version": version + 1, "changed": datetime.now(UTC)}
            if not (await connection.execute(update(campaigns).where(here).values(**values))).rowcount:
                return None
            return (await connection.execute(select(campaigns).where(campaigns.c.id == campaign))).first()

        found = await self._write(write)
        return None if found is None else _campaign(found)

    async def add(self, campaign: str, game: str) -> None:
        """A game is an encounter of a campaign. Raises StorageError ``no_game``."""

        async def write(connection: AsyncConnection) -> None:
            await connection.execute(insert(encounters).values(campaign=campaign, game=game))
            here = campaigns.c.id == campaign
            await connection.execute(update(campaigns).where(here).values(changed=datetime.now(UTC)))

        await self._write(write, game)

    async def games(self, campaign: str) -> list[str]:
        """The ids of a campaign's encounters."""
        wanted = select(encounters.c.game).where(encounters.c.campaign == campaign)
        return [found.game for found in await self._read(wanted)]

    async def delete(self, campaign: str) -> None:
        """Delete a campaign; its games go by `Store.delete_game`."""

        async def write(connection: AsyncConnection) -> None:
            await connection.execute(delete(campaigns).where(campaigns.c.id == campaign))

        await self._write(write)

    async def key(self, game: str, token: str) -> Key | None:
        """What the secret of a campaign opens of one of its games: what the host's does; None if it is none."""
        wanted = (
            select(campaigns.c.id, campaigns.c.hash, keys.c.seats)
            .join(encounters, encounters.c.campaign == campaigns.c.id)
            .join(keys, keys.c.game == encounters.c.game)
            .where(encounters.c.game == game, keys.c.kind == HOST)
        )
        for found in await self._read(wanted):
            if compare_digest(found.hash, token_hash(token, found.id)):
                seats: tuple[Seat, ...] = found.seats
                return Key(HOST, seats)
        return None


def _campaign(found: Any) -> Campaign:
    fields = {name: getattr(found, name) for name in Campaign.__struct_fields__}
    return Campaign(**fields)

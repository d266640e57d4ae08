"""Games and rosters in a database: SQLite by default, PostgreSQL for many players. Begin with `Store`."""

from arbitro.storage.errors import Behind, StorageError
from arbitro.storage.records import (
    Campaign,
    CampaignChange,
    Change,
    Checkpoint,
    Draft,
    Game,
    Head,
    Key,
    NewRow,
    Roster,
    Row,
    SeatRow,
    Words,
    new_token,
)
from arbitro.storage.store import Store

__all__ = [
    "Behind",
    "Campaign",
    "CampaignChange",
    "Change",
    "Checkpoint",
    "Draft",
    "Game",
    "Head",
    "Key",
    "NewRow",
    "Roster",
    "Row",
    "SeatRow",
    "StorageError",
    "Store",
    "Words",
    "new_token",
]

"""Riders and horses for the smallest situations: a knight ``a1`` on the horse ``a2`` at b5."""

from __future__ import annotations

from typing import Any

from tests.pathfinder.field import Field

LANCE, SWORD, BOW = "lancia-da-cavaliere", "spada-lunga", "arco-corto"
FAR_FOE: dict[str, dict[str, Any]] = {"b1": {"at": "l9", "hp": 60}}


def knight(**more: Any) -> dict[str, Any]:
    """A rider who never fails a Ride check, on the horse ``a2`` at b5."""
    return {"at": "b5", "mount": "a2", "skills": {"cavalcare": 40}, "items": [SWORD], **more}


def horse(**more: Any) -> dict[str, Any]:
    """A trained horse of 30 hit points at b5."""
    return {"at": "b5", "steed": True, **more}


def ridden(rider: dict[str, Any] | None = None, steed: dict[str, Any] | None = None, **more: Any) -> Field:
    """A knight on a horse against ``foes`` (one far away where none are named), with ``friends``."""
    foes, friends = more.pop("foes", FAR_FOE), more.pop("friends", {})
    return Field({"a1": rider or knight(), "a2": steed or horse(), **friends}, foes, **more)

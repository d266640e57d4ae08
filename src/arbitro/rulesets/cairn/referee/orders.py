"""The commands of the desk; the chapters beside this one register theirs here."""

from __future__ import annotations

from arbitro.content.deskorders import Orders

ORDERS = Orders()
command = ORDERS.command

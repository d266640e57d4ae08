"""What happens at the desk besides what the rules know."""

from __future__ import annotations

from arbitro.content.deskevents import TABLE_EVENTS
from arbitro.engine.events import Event
from arbitro.engine.state import State
from arbitro.rulesets.cairn.state import Band, Encounter


class BandsChanged(Event, frozen=True, tag=True):
    """Those who test morale together are others, or more."""

    bands: tuple[Band, ...]

    def apply(self, state: State) -> None:
        assert isinstance(state, Encounter)
        state.bands = self.bands


REFEREE_EVENTS: tuple[type[Event], ...] = (*TABLE_EVENTS, BandsChanged)

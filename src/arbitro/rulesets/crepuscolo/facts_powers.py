"""Facts: powers and tokens."""

from __future__ import annotations

from arbitro.engine.game import Game
from arbitro.rulesets.crepuscolo.facts import fact
from arbitro.rulesets.crepuscolo.markers import power_marker
from arbitro.rulesets.crepuscolo.queries import figure_of
from arbitro.rulesets.crepuscolo.state import tokens_of


@fact
def tokens(game: Game, a: str, token: str) -> int:
    """How many tokens of that name lie on a figure."""
    return tokens_of(figure_of(game, a), token)


@fact
def discipline(game: Game, rule: str | None) -> str:
    """The discipline of a power (``stregoneria``, ``psionico``, ...), or "" for anything else."""
    record = game.ruleset.records.get(rule or "")
    found = power_marker(record.kind) if record is not None else None
    return found.discipline if found is not None else ""


@fact
def printed(game: Game, a: str, name: str) -> int:
    """A characteristic as the profile prints it, without what was bought or lost (``res``, ``cmb`` ...)."""
    profile = game.ruleset.library.profiles[figure_of(game, a).profile]  # type: ignore[attr-defined]
    return int(getattr(profile, name))

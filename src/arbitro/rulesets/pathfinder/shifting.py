"""Taking another shape, and one's own again (Change Shape; open content): see `guises` for what goes with it."""

from __future__ import annotations

from arbitro.engine.asks import Flow
from arbitro.engine.forms import Branch, Option
from arbitro.engine.game import Game
from arbitro.engine.values import Id
from arbitro.rulesets.pathfinder.deeds import Path, deed
from arbitro.rulesets.pathfinder.events_menaces import ShapeTaken
from arbitro.rulesets.pathfinder.ground import occupants
from arbitro.rulesets.pathfinder.guises import guise_id, own_id
from arbitro.rulesets.pathfinder.lookups import figure_of, library_of, sheet_of
from arbitro.rulesets.pathfinder.setup import body_of
from arbitro.rulesets.pathfinder.shapes import Sheet
from arbitro.rulesets.pathfinder.state import CLIMBING, FLY, HANGING, STANDARD, TINY

CHANGE = "mutare-forma"


def forms_of(game: Game, it: Id) -> list[str]:
    """The shapes that somebody can take now, by the sheets whose they are: those it knows, and its own."""
    figure = figure_of(game, it)
    own = own_id(figure.profile)
    known = [form for form in sheet_of(game, figure).forms if guise_id(own, form) in library_of(game).guises]
    here = figure.profile.removeprefix(own).removeprefix("@")
    return [form for form in (own, *known) if form != (here or own)]


def _fits(game: Game, it: Id, form: str) -> bool:
    """Whether the new body has room where the old one is: in as many squares, alone in them unless it is Tiny, and on
    its wings where the old one flies."""
    figure, sheet = figure_of(game, it), _sheet(game, it, form)
    size, span, _ = body_of(sheet)
    taken = occupants(game)
    alone = size <= TINY or all(taken.get(square, (it,)) == (it,) for square in figure.space.squares())
    return span == figure.span and alone and (not figure.z or FLY in sheet.speeds)


def _sheet(game: Game, it: Id, form: str) -> Sheet:
    own = own_id(figure_of(game, it).profile)
    sheet = library_of(game).sheet(own if form == own else guise_id(own, form))
    assert sheet is not None
    return sheet


def _free(game: Game, it: Id) -> bool:
    figure = figure_of(game, it)
    hampered = figure.has(CLIMBING) or figure.has(HANGING) or figure.holds or figure.held_by or figure.inside
    free = not (hampered or figure.swings or figure.mount or figure.rider)
    return bool(sheet_of(game, figure).forms) and free and any(_fits(game, it, form) for form in forms_of(game, it))


@deed("change_shape", STANDARD, (CHANGE,), offered=_free,
      grow=lambda game, it, path: None if path else Branch(
          "form", tuple(Option(form) for form in forms_of(game, it) if _fits(game, it, form))))  # fmt: skip
def change_shape(game: Game, it: Id, path: Path) -> Flow[None]:
    """Take a shape one knows, or one's own; it lasts until one changes again."""
    yield from ()
    sheet = _sheet(game, it, str(path[0]))
    size, span, reach = body_of(sheet)
    game.do(ShapeTaken(it=it, profile=sheet.id, form=str(path[0]), size=size, span=span, reach=reach,
                       way=next(iter(sheet.speeds)), rules=(CHANGE,)))  # fmt: skip

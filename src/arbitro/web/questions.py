"""Questions as the page shows them: any decision of any ruleset, in the words of one language.

Called by `views` for the seats of a table, and by the live side for the further branches of a tree. Nothing here
knows a rule: labels, hints and places come from the ruleset, the kinds of forms from the engine.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from arbitro.content.errors import Lang
from arbitro.content.scene import Stage
from arbitro.content.tabletop import NEVER_BY_ENTER, TabletopRuleset
from arbitro.engine.asks import Decision
from arbitro.engine.forms import Branch, Form, Option, Pick, Tree
from arbitro.engine.game import Game
from arbitro.engine.values import Seat, Value
from arbitro.web.protocol import BranchView, FormView, OptionView, Question

SPEAK_UP = "speak_up"
"""The question of a seat that may speak up while another is asked."""
NONCE = "nonce"
"""The question for what a seat throws in for fair dice: pages answer it by themselves, see `opening`."""
PASS = "pass"
"""The key of an option by which nothing is done."""
PLACES = ("place", "route", "arc")
"""Forms that are answered on the board."""


def questions(rules: TabletopRuleset, game: Game, seats: Iterable[Seat], lang: Lang) -> tuple[Question, ...]:
    """What these seats are asked now, the needed ones before those that may speak up."""
    pending = game.pending
    if pending is None or pending.kind == NONCE:
        return ()
    mine = tuple(seats)
    needed = [_question(rules, game, pending, seat, lang, free=False) for seat in pending.seats if seat in mine]
    free = [_question(rules, game, pending, seat, lang, free=True) for seat in pending.free if seat in mine]
    return (*needed, *free)


def _question(rules: TabletopRuleset, game: Game, pending: Decision, seat: Seat, lang: Lang, *, free: bool) -> Question:
    about = dict(pending.about)
    aside = free and not game.has_answered(seat)
    text = rules.question(game.state, SPEAK_UP if aside else pending.kind, {} if aside else about, lang)
    form = game.form(seat)
    enter = not free and pending.kind not in NEVER_BY_ENTER
    named = [rules.stands_for(game.state, key, Option(value))[0] for key, value in about.items()]
    return Question(
        decision=pending.id,
        kind=pending.kind,
        seat=seat,
        text=text,
        form=_form(rules, game, seat, form, about, lang, enter=enter),
        free=free,
        enter=enter,
        figures=tuple(dict.fromkeys(figure for figure in named if figure)),
        rules=tuple(value for key, value in about.items() if key == "rule" and isinstance(value, str)),
    )


def _form(
    rules: TabletopRuleset, game: Game, seat: Seat, form: Form, about: dict[str, Any], lang: Lang, *, enter: bool
) -> FormView:
    """What an answer must look like, as the page asks for it."""
    placed = form.kind in PLACES
    stage = rules.stage(game, seat, form, about, lang) if placed else Stage()
    outline = {} if placed or isinstance(form, Pick | Tree) else form.outline()
    items: tuple[Value, ...] = outline.get("items", outline.get("bins", ()))
    return FormView(
        kind=form.kind,
        default=form.default() if enter or not isinstance(form, Tree) else None,
        branch=branch_view(rules, game, seat, first_branch(form), (), lang),
        lo=outline.get("lo", 0),
        hi=outline.get("hi", 0),
        longest=outline.get("longest", 0),
        total=outline.get("total", 0),
        most=outline.get("most", 0),
        items=tuple(_option(rules, game, "choice", Option(item), (), lang) for item in items),
        figure=stage.figure,
        start=stage.start,
        overlays=stage.overlays,
        base=stage.base,
    )


def first_branch(form: Form) -> Branch | None:
    """The first choice of a form that is made by choosing; None for all others."""
    if isinstance(form, Tree):
        return form.grow(())
    return Branch(form.level, tuple(form.options())) if isinstance(form, Pick) else None


def branch_view(
    rules: TabletopRuleset, game: Game, seat: Seat, branch: Branch | None, path: tuple[Value, ...], lang: Lang
) -> BranchView | None:
    """The choices of a seat after ``path``; None where it is complete.

    They stand as a hand would reach for them: the others' figures before one's own, passing at the end.
    """
    if branch is None:
        return None
    shown = [_option(rules, game, branch.level, option, path, lang) for option in branch.options]
    return BranchView(
        level=branch.level,
        title=rules.level(game.state, branch.level, lang),
        options=tuple(sorted(shown, key=lambda one: _rank(game, seat, one))),
        alike=branch.level in rules.alike,
        covers=branch.level in rules.covering,
    )


def _rank(game: Game, seat: Seat, option: OptionView) -> int:
    if option.key == PASS:
        return 2
    return int(bool(option.figure) and game.controller(option.figure) == seat)


def _option(
    rules: TabletopRuleset, game: Game, level: str, option: Option, path: tuple[Value, ...], lang: Lang
) -> OptionView:
    figure, spot = rules.stands_for(game.state, level, option)
    mark, warn = rules.sign(game.state, option, lang)
    return OptionView(
        key=option.key,
        label=rules.choice(game.state, level, option, lang),
        hint=rules.hint(game, level, option, path, lang),
        figure=figure,
        spot=spot,
        mark=mark,
        warn=warn,
        way=rules.way(game.state, option),
        rules=option.rules,
    )

"""The balance report: one HTML page that needs no other file, with plots that also tell without colours."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from math import exp, log
from typing import TYPE_CHECKING, Any

from arbitro.analysis.balance import bout_of, ordered
from arbitro.analysis.battles import Outcome, rules_of
from arbitro.analysis.htmlpage import document, exemplified, plotted
from arbitro.analysis.prices import NO_COST, NONE, STEPS, Prices
from arbitro.analysis.ratings import Rating, Table, taken
from arbitro.analysis.results import Results
from arbitro.analysis.sheets import Example, Grid, Plot
from arbitro.analysis.words import say, who
from arbitro.content.errors import Lang
from arbitro.content.messages import number, show

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MORE = 1.2
"""How many more points the page gives an example with."""
EXAMPLES = 3
INK, SOFT, BAND, GRID = "#1c1a17", "#5d574b", "#e3dccc", "#cfc8b8"


def page(results: Results, table: Table, file: str, lang: Lang) -> str:
    """The whole report.

    Args:
        results: the battles.
        table: the ratings that follow from them.
        file: what the results file is called in the commands that replay battles.
        lang: the page's language.
    """
    report = Report(results, table, lang)
    return document(report.title, _Page(report, file).body(), lang)


class Report:
    """What a balance run says: a verdict, the costs and their plots, by whoever shows them."""

    def __init__(self, results: Results, table: Table, lang: Lang) -> None:
        self.results, self.table, self.lang = results, table, lang
        self.plan = results.plan
        self.rules = rules_of(self.plan.ruleset, self.plan.packs)
        self.prices = Prices(self.rules, self.plan.costs)
        self._taken = taken(self.plan.costs)
        self.ratings = ordered(table, self.plan.anchors)
        self.title = say(lang, "balance.title")

    def say(self, key: str, **facts: Any) -> str:
        return say(self.lang, f"balance.{key}", **facts)

    def priced(self, key: str, **facts: Any) -> str:
        """A sentence that depends on how this game prices its profiles."""
        return self.prices.say(self.lang, key, **facts)

    def name(self, id: str) -> str:
        """What a profile is called."""
        return self.rules.title(id, self.lang)

    def lead(self) -> str:
        """How many battles it rests on, whether these are few, and who is not weighed."""
        few = self.table.thin(self.plan.anchors)
        told = [self.priced("lead", n=self.table.battles, policy=who(self.lang, self.plan.policies[0]))]
        if few:
            told.append(self.say("thin", n=few))
        every = self.rules.contenders()
        packs = {one.pack for one in every if one.id in self.plan.costs and not one.fixed}
        told += [
            self.say("led", name=self.name(one.id), rule=one.led) for one in every if one.led and one.pack in packs
        ]
        return " ".join(told)

    def measured(self) -> str:
        """By whom all are measured."""
        return self.say("anchored") if self.plan.anchors else self.priced("average")

    def verdict(self) -> str:
        """How many are near to their fair cost; in a game without points, who is worth most and least."""
        if self.prices.way == NONE:
            by_worth = sorted(self.ratings, key=lambda rating: rating.fair)
            bottom, top = by_worth[0], by_worth[-1]
            facts = {"top": self.name(top.id), "bottom": self.name(bottom.id)}
            return self.priced("within", **facts, most=self.number(top.fair), least=self.number(bottom.fair))
        own = (rating for rating in self.ratings if rating.id not in self.plan.anchors)
        judged = [rating for rating in own if self.prices.has_cost(rating)]
        near, off = (sum(map(judge, judged)) for judge in (self.prices.well, self.prices.surely_off))
        return self.priced("within", n=near, all=len(judged), off=off)

    def plots(self) -> list[Plot]:
        """How far off each is and its fair cost over its cost; in a game without points what each is worth."""
        squares = f" {self.say('plot_squares')}" if self.plan.anchors else ""
        if self.prices.way == NONE:
            note = self.say("plot_worth_note") + squares
            return [Plot("plot_worth", self.say("plot_worth"), note, self._worth_plot)]
        return [
            Plot("plot_off", self.say("plot_off"), self.priced("plot_off_note") + squares, self._off_plot),
            Plot("plot_fair", self.say("plot_fair"), self.say("plot_fair_note"), self._fair_plot),
        ]

    def grids(self) -> tuple[Grid, ...]:
        """What each costs and should cost."""
        bare = self.prices.way == NONE
        costs = ("worth", "interval") if bare else ("cost", "fair", "interval", "gap")
        heads = ("profile", *costs, "rating", "battles", "share")
        rows = tuple(self._row(rating, bare=bare) for rating in self.ratings)
        return (Grid(self.say("table"), tuple(map(self.say, heads)), rows, self.measured()),)

    def _row(self, r: Rating, *, bare: bool) -> tuple[str, ...]:
        star = " *" if r.id in self.plan.anchors else ""
        fair, low, high = (self.prices.told(points, self.lang) for points in (r.fair, r.fair_low, r.fair_high))
        return (
            f"{self.name(r.id)}{star}",
            *((fair,) if bare else (self._cost_of(r), self._price(r.fair))),
            f"{low} – {high}".replace(" ", "\N{NO-BREAK SPACE}"),
            *(() if bare else (self._off(r),)),
            show(self.lang, round(r.value, 2), "signed"),
            str(r.battles),
            f"{round(100 * r.share)}%" if r.battles else "–",
        )

    def examples(self) -> Iterator[Example]:
        """Those of all profiles."""
        for rating in self.ratings:
            yield from self.examples_of(rating)

    def examples_of(self, rating: Rating) -> list[Example]:
        """Battles that speak for what is said of a profile: the most telling first."""
        sign = 1 if rating.off < 0 else -1
        telling = []
        for outcome in self.results.outcomes:
            bout = bout_of(outcome)
            if rating.id not in (bout.first, bout.second) or bout.score == 0.5:
                continue
            mine = bout.first == rating.id
            ahead = log(bout.n * self._cost(bout.first)) - log(bout.m * self._cost(bout.second))
            if (bout.score > 0.5) is (mine == (sign > 0)):
                telling.append((sign * (ahead if mine else -ahead), outcome))
        telling.sort(key=lambda found: (found[0], found[1].n))
        return [self._example(rating, outcome, sign > 0) for _, outcome in telling[:EXAMPLES]]

    def _cost(self, id: str) -> float:
        return self._taken.get(id, 1.0)

    def _example(self, rating: Rating, outcome: Outcome, won: bool) -> Example:
        bands = [outcome.first[0], outcome.second[0]]
        if bands[0][0] != rating.id:
            bands.reverse()
        mine, theirs = (
            self.priced("band", n=n, name=self.name(id), points=number(self.lang, n * self._cost(id)))
            for id, n in bands
        )
        told = self.say("won_with" if won else "lost_with", mine=mine, theirs=theirs)
        return Example(outcome.n, self.name(rating.id), told)

    def _lanes(self) -> tuple[Figure, Any]:
        """A plot with the profiles one below the other, in the order of the table."""
        from matplotlib.figure import Figure

        figure = Figure(figsize=(8, 1.2 + 0.21 * len(self.ratings)), layout="constrained")
        axes = figure.subplots()
        axes.set_yticks(range(len(self.ratings)), [self.name(rating.id) for rating in reversed(self.ratings)])
        axes.set_ylim(-0.8, len(self.ratings) - 0.2)
        _plain(axes)
        axes.tick_params(axis="x", labeltop=True)
        return figure, axes

    def _lane(self, axes: Any, row: int, rating: Rating, ends: list[float], at: float) -> None:
        axes.plot(ends, [row, row], color=SOFT, lw=1.4, solid_capstyle="butt")
        axes.plot(at, row, "s" if rating.id in self.plan.anchors else "o", color=INK, ms=5)

    def _worth_plot(self) -> Figure:
        """How many of the usual one each is worth, the strongest first."""
        figure, axes = self._lanes()
        axes.axvline(1, color=INK, lw=1)
        for row, rating in enumerate(reversed(self.ratings)):
            self._lane(axes, row, rating, [rating.fair_low, rating.fair_high], rating.fair)
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter(self._along)
        axes.set_xlabel(say(self.lang, "balance.worth"))
        return figure

    def _off_plot(self) -> Figure:
        """How far off each is, the dearest for its worth last; bars are intervals."""
        figure, axes = self._lanes()
        axes.axvspan(*(100 * end for end in self.prices.band), color=BAND, lw=0)
        axes.axvline(0, color=INK, lw=1)
        for row, rating in enumerate(reversed(self.ratings)):
            ends = [100 * (rating.cost / fair - 1) for fair in (rating.fair_high, rating.fair_low)]
            self._lane(axes, row, rating, ends, 100 * rating.off)
        axes.set_xlabel(say(self.lang, "balance.plot_axis"))
        return figure

    def _fair_plot(self) -> Figure:
        from matplotlib.figure import Figure

        figure = Figure(figsize=(8, 5.2), layout="constrained")
        axes = figure.subplots()
        ends = [min(r.cost for r in self.ratings) * 0.8, max(r.cost for r in self.ratings) * 1.2]
        low, high = self.prices.band
        axes.fill_between(ends, [e / (1 + high) for e in ends], [e / (1 + low) for e in ends], color=BAND, lw=0)
        axes.plot(ends, ends, color=INK, lw=1)
        for rating in self.ratings:
            axes.plot([rating.cost] * 2, [rating.fair_low, rating.fair_high], color=SOFT, lw=1)
            axes.plot(rating.cost, rating.fair, "s" if rating.id in self.plan.anchors else "o", color=INK, ms=4)
        axes.set_xscale("log")
        axes.set_yscale("log")
        self._ticks(axes, ends)
        axes.set_xlabel(say(self.lang, "balance.axis_cost"))
        axes.set_ylabel(say(self.lang, "balance.axis_fair"))
        _plain(axes)
        return figure

    def _ticks(self, axes: Any, ends: list[float]) -> None:
        """Numbers along both axes, or the steps of the scale."""
        if self.prices.way == STEPS:
            known = [rung for rung in self.prices.rungs if ends[0] <= rung <= ends[1]]
            names = [self.prices.told(rung, self.lang) for rung in known]
            axes.set_xticks(known, names, rotation=60)
            axes.set_yticks(known, names)
            axes.minorticks_off()
            return
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_formatter(self._along)
            axis.set_minor_formatter(self._along)
        axes.tick_params(which="minor", labelsize=7)

    def number(self, value: float) -> str:
        """To the tenth."""
        return number(self.lang, round(value, 1))

    def _along(self, value: float, _: int) -> str:
        """A number at an axis."""
        return number(self.lang, float(f"{value:.3g}"))

    def _price(self, points: float) -> str:
        """A cost; with its points where it is a step of a scale."""
        told = self.prices.told(points, self.lang)
        return f"{told} ({number(self.lang, round(points))})" if self.prices.way == STEPS else told

    def _cost_of(self, rating: Rating) -> str:
        return self._price(rating.cost) if self.prices.has_cost(rating) else NO_COST

    def _off(self, rating: Rating) -> str:
        return self.say("signed", value=round(100 * rating.off)) if self.prices.has_cost(rating) else NO_COST


class _Page:
    """The report as HTML, with battles to check and how it was worked out."""

    def __init__(self, report: Report, file: str) -> None:
        self.report, self.file = report, file
        self.lang, self.plan, self.prices = report.lang, report.plan, report.prices

    def say(self, key: str, **facts: Any) -> str:
        return escape(self.report.say(key, **facts))

    def priced(self, key: str, **facts: Any) -> str:
        return escape(self.report.priced(key, **facts))

    def body(self) -> str:
        report = self.report
        head = (
            f'<header><p class="kind">{self.say("kind")}</p><h1>{escape(report.title)}</h1>'
            f'<p class="verdict">{escape(report.verdict())}</p><p>{escape(report.lead())}</p></header>'
        )
        return "".join((head, *map(plotted, report.plots()), *self._tables(), self._reasons(), self._method()))

    def _tables(self) -> Iterator[str]:
        """The costs, each profile with a link to its battles; who is off stands out."""
        for grid in self.report.grids():
            rows = []
            for rating, (name, *cells) in zip(self.report.ratings, grid.rows, strict=True):
                link = f'<a href="#{escape(rating.id)}">{escape(name)}</a>'
                fine = self.prices.way == NONE or self.prices.well(rating) or not self.prices.has_cost(rating)
                told = "".join(f"<td>{cell}</td>" for cell in (link, *map(escape, cells)))
                rows.append(f"<tr>{told}</tr>" if fine else f'<tr class="off">{told}</tr>')
            top = "".join(f"<th>{escape(head)}</th>" for head in grid.heads)
            yield (
                f'<h2>{escape(grid.title)}</h2><div class="scroll"><table><thead><tr>{top}</tr></thead>'
                f'<tbody>{"".join(rows)}</tbody></table></div><p class="note">{escape(grid.note)}</p>'
            )

    def _reasons(self) -> str:
        parts = [
            f'<details class="turn" open><summary><h2>{self.say("reasons")}</h2></summary>'
            f"<p>{self.priced('reasons_note')}</p>"
        ]
        for rating in self.report.ratings:
            lines = "".join(exemplified(example, self.file) for example in self.report.examples_of(rating))
            parts.append(f'<h3 id="{escape(rating.id)}">{escape(self.report.name(rating.id))}</h3><ol>{lines}</ol>')
        return "".join(parts) + "</details>"

    def _method(self) -> str:
        weight = self.report.table.weight
        share = round(1 / (1 + exp(-weight * log(MORE))), 3)
        matter = self.priced(
            "weight",
            share=share,
            weight=self.report.number(weight),
            error=self.report.number(self.report.table.weight_error),
        )
        made = self.say(
            "made", version=self.plan.made.get("arbitro", ""), rules=self.plan.rules_version, seed=self.plan.seed
        )
        return (
            f'<details class="turn" open><summary><h2>{self.say("method")}</h2></summary><p>{matter}</p>'
            f"<p>{self.priced('method_text')}</p><p>{self.say('limits')}</p></details><p class='note'>{made}</p>"
        )


def _plain(axes: Any) -> None:
    """No frame, a faint grid behind."""
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    axes.grid(axis="x", color=GRID, lw=0.6)
    axes.set_axisbelow(True)
    axes.tick_params(labelsize=8, length=0)


__all__ = ["Report", "page"]

"""The report of a simulation: one HTML page that needs no other file, with plots that also tell without colours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from html import escape
from math import ceil
from typing import Any

from arbitro.analysis import plots
from arbitro.analysis.battles import FIRST, SECOND, rules_of
from arbitro.analysis.falls import board_of, falls_map
from arbitro.analysis.htmlpage import document, exemplified, plotted, tabled
from arbitro.analysis.results import Results
from arbitro.analysis.sequential import AHEAD, BEHIND
from arbitro.analysis.sheets import Drawing, Example, Grid, Plot
from arbitro.analysis.summary import ENDS, LISTS, Spread, Summary
from arbitro.analysis.words import say, who
from arbitro.content.errors import Lang
from arbitro.content.messages import number

MOST_BARS, MOST_PARTS, WATCHED = 14, 20, 2
"""Bars of a distribution before its values are taken together; abilities told; battles to watch for each end."""


def page(results: Results, summary: Summary, file: str, lang: Lang) -> str:
    """The whole report.

    Args:
        results: the battles.
        summary: what they say.
        file: what the results file is called in the commands that replay battles.
        lang: the page's language.
    """
    report = Report(results, summary, lang)
    return document(report.title, _Page(report, file).body(), lang)


def names_of(results: Results, lang: Lang) -> dict[str, str]:
    """What the two lists are called."""
    at, plan = 0 if lang == "it" else 1, results.plan
    return {side: plan.names[side][at] if side in plan.names else side.upper() for side in LISTS}


def verdict_of(results: Results, summary: Summary, lang: Lang) -> str:
    """What is clear after the battles, in a sentence."""
    plan, found = results.plan, summary.verdict
    facts = {"sure": plan.sure, "margin": number(lang, round(plan.margin * 100, 1))}
    if found in (AHEAD, BEHIND):
        better = FIRST if found == AHEAD else SECOND
        return say(lang, "simulate.better", name=names_of(results, lang)[better], **facts)
    return say(lang, "simulate.even" if found else "simulate.unclear", **facts)


def spread_facts(lang: Lang, spread: Spread) -> dict[str, object]:
    """The mean and the quarters of a spread, as sentences tell them."""
    return {
        "mean": number(lang, round(spread.mean, 1)),
        "lower": number(lang, round(spread.lower, 1)),
        "upper": number(lang, round(spread.upper, 1)),
    }


class Report:
    """What a simulation says: a verdict, tables and plots, by whoever shows them."""

    def __init__(self, results: Results, summary: Summary, lang: Lang) -> None:
        self.results, self.summary, self.lang = results, summary, lang
        self.plan = results.plan
        self.names = names_of(results, lang)
        self.title = " – ".join(self.names[side] for side in LISTS)

    def say(self, key: str, **facts: Any) -> str:
        return say(self.lang, f"simulate.{key}", **facts)

    def percent(self, value: float) -> str:
        return self.say("percent", value=value)

    def verdict(self) -> str:
        """What is clear, in a sentence."""
        return verdict_of(self.results, self.summary, self.lang)

    def lead(self) -> str:
        """How many battles it rests on, and who played them."""
        played = self.say("battles", n=self.summary.battles, all=self.plan.battles)
        first, second = (who(self.lang, policy) for policy in self.plan.policies)
        return f"{played}. {self.say('played_by', first=first, second=second)}"

    def grids(self) -> tuple[Grid, ...]:
        """Who won how often, with what can be said of the places; then what had a part."""
        heads = ("", self.say("won"), self.say("share"), self.say("interval"))
        rows = []
        for end in self.told_ends():
            share = self.summary.ends[end]
            span = f"{self.percent(share.low)} – {self.percent(share.high)}"
            rows.append((self.end(end), str(share.won), self.percent(share.value), span))
        places = (
            self.say("places", name=self.names[side], own=own.value, other=other.value)
            for side, (own, other) in self.summary.places.items()
        )
        return (Grid("", heads, tuple(rows), " ".join(places)), *self._parts())

    def told_ends(self) -> list[str]:
        """The ends that are told: of the lists in any case, others where they happened."""
        return [end for end in ENDS if end in LISTS or self.summary.ends[end].won]

    def end(self, end: str) -> str:
        """An end in words."""
        return self.names[end] if end in LISTS else self.say(end)

    def plots(self) -> Iterator[Plot]:
        """Shares with their intervals, length, survivors, and where figures fall."""
        sure = self.say("plot_shares_note", sure=self.plan.sure)
        yield self._plot("plot_shares", sure, self._shares)
        turns = [outcome.turns for outcome in self.results.outcomes]
        facts = spread_facts(self.lang, self.summary.turns)
        told = self.say("turns", **facts, decisions=round(self.summary.decisions.mean))
        yield self._plot("plot_turns", told, partial(self._spread, [("", turns)]) if len(set(turns)) > 1 else None)
        left = [(self.names[side], [o.left[side][0] for o in self.results.outcomes]) for side in LISTS]
        told = " ".join(
            self.say("left", name=self.names[side], **spread_facts(self.lang, self.summary.left[side]))
            for side in LISTS
        )
        yield self._plot("plot_left", told, partial(self._spread, left))
        board = board_of(self.results, self.lang)
        if board is not None:
            for side in LISTS:
                note = self.say("plot_falls_note", name=self.names[side])
                yield self._plot("plot_falls", note, partial(falls_map, self.results, board, (side,), self.lang), side)

    def examples(self) -> Iterator[Example]:
        """Battles to be watched: the first few of each end."""
        for end in self.told_ends():
            for outcome in [one for one in self.results.outcomes if one.won == end][:WATCHED]:
                yield Example(outcome.n, "", self.say("watch", n=outcome.n, end=self.end(end), turns=outcome.turns))

    def _plot(self, key: str, note: str, draw: Drawing | None, more: str = "") -> Plot:
        return Plot(key + more, self.say(key), note, draw)

    def _shares(self) -> Any:
        points = [(self.end(end), s.value, s.low, s.high) for end in self.told_ends() for s in [self.summary.ends[end]]]
        return plots.intervals(points, self.say("share"))

    def _spread(self, series: Sequence[tuple[str, Sequence[int]]]) -> Any:
        """How numbers are spread over the battles, side by side."""
        every = [value for _, values in series for value in values]
        low, high = min(every), max(every)
        wide = ceil((high - low + 1) / MOST_BARS)
        starts = range(low, high + 1, wide)
        bars = []
        for name, values in series:
            counts = Counter((value - low) // wide for value in values)
            shares = [counts[at] / len(values) for at in range(len(starts))]
            labels = [str(start) if wide == 1 else f"{start}–{start + wide - 1}" for start in starts]
            bars.append((name, list(zip(labels, shares, strict=True))))
        return plots.distributions([("", bars)], "", self.say("part_of_battles"))

    def _parts(self) -> Iterator[Grid]:
        """What had a part, as the terminal tells it."""
        parts = self.summary.parts[:MOST_PARTS]
        if not parts:
            return
        rules = rules_of(self.plan.ruleset, self.plan.packs)
        heads = tuple(self.say(key) for key in ("part", "list", "part_in", "with", "without"))
        rows = tuple(
            (
                rules.title(part.rule, self.lang),
                self.names[part.side],
                str(part.battles),
                self.percent(part.with_it.value),
                self.percent(part.without.value) if part.without.of else "–",
            )
            for part in parts
        )
        yield Grid(self.say("parts"), heads, rows, self.say("parts_note"))


class _Page:
    """The report as HTML, with battles to watch."""

    def __init__(self, report: Report, file: str) -> None:
        self.report, self.file = report, file

    def say(self, key: str, **facts: Any) -> str:
        return escape(self.report.say(key, **facts))

    def body(self) -> str:
        report = self.report
        head = (
            f'<header><p class="kind">{self.say("page_kind")}</p><h1>{escape(report.title)}</h1>'
            f'<p class="verdict">{escape(report.verdict())}</p><p>{escape(report.lead())}</p></header>'
        )
        if not report.results.outcomes:
            return head
        ends, *more = map(tabled, report.grids())
        return "".join((head, ends, *map(plotted, report.plots()), *more, self._watch(), self._made()))

    def _watch(self) -> str:
        lines = "".join(exemplified(example, self.file) for example in self.report.examples())
        return f"<h2>{self.say('watch_head')}</h2><ol>{lines}</ol>"

    def _made(self) -> str:
        plan, lang = self.report.plan, self.report.lang
        facts = {"version": plan.made.get("arbitro", ""), "rules": plan.rules_version, "seed": plan.seed}
        return f"<p class='note'>{escape(say(lang, 'balance.made', **facts))}</p>"


__all__ = ["Report", "names_of", "page", "spread_facts", "verdict_of"]

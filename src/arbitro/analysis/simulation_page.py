"""The report of a simulation: one HTML page that needs no other file, with plots that also tell without colours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape
from math import ceil
from typing import Any

from arbitro.analysis import plots
from arbitro.analysis.battles import FIRST, SECOND, rules_of
from arbitro.analysis.falls import board_of, falls_map
from arbitro.analysis.htmlpage import document, plotted, table
from arbitro.analysis.results import Results
from arbitro.analysis.sequential import AHEAD, BEHIND
from arbitro.analysis.summary import ENDS, LISTS, Spread, Summary
from arbitro.analysis.words import say
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
    report = _Report(results, summary, file, lang)
    return document(report.title, report.body(), lang)


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


class _Report:
    """The parts of the page."""

    def __init__(self, results: Results, summary: Summary, file: str, lang: Lang) -> None:
        self.results, self.summary, self.file, self.lang = results, summary, file, lang
        self.plan = results.plan
        self.names = names_of(results, lang)
        self.title = " – ".join(self.names[side] for side in LISTS)

    def say(self, key: str, **facts: Any) -> str:
        return escape(say(self.lang, f"simulate.{key}", **facts))

    def percent(self, value: float) -> str:
        return self.say("percent", value=value)

    def body(self) -> str:
        played = self.say("battles", n=self.summary.battles, all=self.plan.battles)
        who = self.say("played_by", first=self.plan.policies[0], second=self.plan.policies[1])
        head = (
            f'<header><p class="kind">{self.say("page_kind")}</p><h1>{escape(self.title)}</h1>'
            f'<p class="verdict">{escape(verdict_of(self.results, self.summary, self.lang))}</p>'
            f"<p>{played}. {who}</p></header>"
        )
        if not self.results.outcomes:
            return head
        return "".join((head, self._ends(), *self._plots(), self._parts(), self._watch(), self._made()))

    def _ends(self) -> str:
        """Who won how often, with what could be said of the places."""
        heads = ["", self.say("won"), self.say("share"), self.say("interval")]
        rows = []
        for end in self._told_ends():
            share = self.summary.ends[end]
            span = f"{self.percent(share.low)} – {self.percent(share.high)}"
            rows.append([escape(self._end(end)), str(share.won), self.percent(share.value), span])
        lines = (
            self.say("places", name=self.names[side], own=own.value, other=other.value)
            for side, (own, other) in self.summary.places.items()
        )
        return table(heads, rows) + "".join(f'<p class="note">{line}</p>' for line in lines)

    def _told_ends(self) -> list[str]:
        return [end for end in ENDS if end in LISTS or self.summary.ends[end].won]

    def _end(self, end: str) -> str:
        return self.names[end] if end in LISTS else say(self.lang, f"simulate.{end}")

    def _plots(self) -> Iterator[str]:
        """Shares with their intervals, length, survivors, and where figures fall."""
        ends = self._told_ends()
        shares = [self.summary.ends[end] for end in ends]
        points = [(self._end(end), s.value, s.low, s.high) for end, s in zip(ends, shares, strict=True)]
        sure = self.say("plot_shares_note", sure=self.plan.sure)
        yield self._plot("plot_shares", sure, plots.intervals(points, say(self.lang, "simulate.share")))
        turns = [outcome.turns for outcome in self.results.outcomes]
        facts = spread_facts(self.lang, self.summary.turns)
        told = self.say("turns", **facts, decisions=round(self.summary.decisions.mean))
        if len(set(turns)) > 1:
            yield self._plot("plot_turns", told, self._spread([("", turns)]))
        else:
            yield f"<p>{told}</p>"
        left = [(self.names[side], [o.left[side][0] for o in self.results.outcomes]) for side in LISTS]
        told = " ".join(
            self.say("left", name=self.names[side], **spread_facts(self.lang, self.summary.left[side]))
            for side in LISTS
        )
        yield self._plot("plot_left", told, self._spread(left))
        board = board_of(self.results, self.lang)
        if board is not None:
            for side in LISTS:
                caption = self.say("plot_falls_note", name=self.names[side])
                picture = falls_map(self.results, board, (side,), self.lang)
                yield self._plot("plot_falls", caption, picture, side)

    def _plot(self, key: str, note: str, picture: Any, more: str = "") -> str:
        return plotted(f"<strong>{self.say(key)}.</strong> {note}", picture, key + more)

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
        return plots.distributions([("", bars)], "", say(self.lang, "simulate.part_of_battles"))

    def _parts(self) -> str:
        """What had a part, as the terminal tells it."""
        parts = self.summary.parts[:MOST_PARTS]
        if not parts:
            return ""
        rules = rules_of(self.plan.ruleset, self.plan.packs)
        heads = [self.say(key) for key in ("part", "list", "part_in", "with", "without")]
        rows = [
            [
                escape(rules.title(part.rule, self.lang)),
                escape(self.names[part.side]),
                str(part.battles),
                self.percent(part.with_it.value),
                self.percent(part.without.value) if part.without.of else "–",
            ]
            for part in parts
        ]
        return f'<h2>{self.say("parts")}</h2>{table(heads, rows)}<p class="note">{self.say("parts_note")}</p>'

    def _watch(self) -> str:
        """Battles to be watched: the first few of each end."""
        lines = []
        for end in self._told_ends():
            for outcome in [one for one in self.results.outcomes if one.won == end][:WATCHED]:
                told = self.say("watch", n=outcome.n, end=self._end(end), turns=outcome.turns)
                command = f"arbitro replay '{escape(self.file)}#{outcome.n}'"
                lines.append(f"<li><span class='text'>{told}</span><code>{command}</code></li>")
        return f"<h2>{self.say('watch_head')}</h2><ol>{''.join(lines)}</ol>"

    def _made(self) -> str:
        facts = {"version": self.plan.made.get("arbitro", ""), "rules": self.plan.rules_version, "seed": self.plan.seed}
        return f"<p class='note'>{escape(say(self.lang, 'balance.made', **facts))}</p>"


__all__ = ["names_of", "page", "spread_facts", "verdict_of"]

"""What a simulation says, as a page of the terminal, 80 columns wide or as wide as it is."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from arbitro.analysis.balance import ordered
from arbitro.analysis.battles import rules_of
from arbitro.analysis.prices import NO_COST, NONE, Prices
from arbitro.analysis.ratings import Table as Costs
from arbitro.analysis.results import Results
from arbitro.analysis.simulation_page import names_of, spread_facts, verdict_of
from arbitro.analysis.summary import ENDS, LISTS, Share, Summary
from arbitro.analysis.words import say
from arbitro.content.errors import ContentError, Lang

WIDEST, BAR, MOST_PARTS = 100, 20, 12
FULL, EMPTY = "█", "·"


class Told:
    """The tables and sentences of a summary."""

    def __init__(self, results: Results, summary: Summary, lang: Lang) -> None:
        self.results, self.summary, self.lang = results, summary, lang
        self.console = Console(highlight=False, markup=False, emoji=False)
        self.console.width = max(40, min(self.console.width, WIDEST))
        self.names = names_of(results, lang)

    def all(self, path: Path) -> None:
        """Everything, in order."""
        self._head()
        if not self.results.outcomes:
            self._line("simulate.none")
            return
        self._ends()
        self.console.print(verdict_of(self.results, self.summary, self.lang))
        self._places()
        self._length()
        self._left()
        self._parts()
        self._foot(path)

    def _line(self, key: str, **facts: object) -> None:
        self.console.print(say(self.lang, key, **facts))

    def _head(self) -> None:
        plan = self.results.plan
        sides = (f"{self.names[side]} ({who})" for side, who in zip(LISTS, plan.policies, strict=True))
        self.console.print(Text(" – ".join(sides), style="bold"))
        self._line("simulate.battles", n=self.summary.battles, all=plan.battles)

    def _table(self, *heads: str) -> Table:
        made = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
        for place, head in enumerate(heads):
            made.add_column(say(self.lang, head) if head else "", justify="right" if 0 < place < 4 else "left")
        return made

    def _ends(self) -> None:
        made = self._table("", "simulate.won", "simulate.share", "simulate.interval", "")
        for end in ENDS:
            share = self.summary.ends[end]
            if end in LISTS or share.won:
                name = self.names[end] if end in LISTS else say(self.lang, f"simulate.{end}")
                filled = round(share.value * BAR)
                bar = FULL * filled + EMPTY * (BAR - filled)
                made.add_row(name, str(share.won), self._percent(share.value), self._interval(share), bar)
        self.console.print(made)

    def _percent(self, value: float) -> str:
        return say(self.lang, "simulate.percent", value=value)

    def _interval(self, share: Share) -> str:
        return f"{self._percent(share.low)} – {self._percent(share.high)}"

    def _places(self) -> None:
        for side, (own, other) in self.summary.places.items():
            facts = {"own": own.value, "other": other.value}
            self._line("simulate.places", name=self.names[side], **facts)

    def _length(self) -> None:
        turns, decisions = self.summary.turns, self.summary.decisions
        self._line("simulate.turns", **spread_facts(self.lang, turns), decisions=round(decisions.mean))

    def _left(self) -> None:
        for side in LISTS:
            points = self.summary.points.get(side)
            facts = spread_facts(self.lang, self.summary.left[side])
            if points is None:
                self._line("simulate.left", name=self.names[side], **facts)
            else:
                self._line("simulate.left_points", name=self.names[side], points=points.mean, **facts)

    def _parts(self) -> None:
        parts = self.summary.parts
        if not parts:
            return
        self.console.print()
        made = self._table("simulate.part", "simulate.part_in", "simulate.with", "simulate.without", "simulate.list")
        for part in parts[:MOST_PARTS]:
            without = self._percent(part.without.value) if part.without.of else "–"
            name = Text(self._title(part.rule), overflow="ellipsis", no_wrap=True)
            cells = (str(part.battles), self._percent(part.with_it.value), without)
            made.add_row(name, *cells, Text(self.names[part.side], overflow="ellipsis", no_wrap=True))
        self.console.print(made)
        if len(parts) > MOST_PARTS:
            self._line("simulate.more_parts", n=len(parts) - MOST_PARTS)
        self._line("simulate.parts_note")

    def _title(self, rule: str) -> str:
        try:
            return rules_of(self.results.plan.ruleset, self.results.plan.packs).title(rule, self.lang)
        except (KeyError, ContentError):  # a pack that has moved since: the id must do
            return rule

    def _foot(self, path: Path) -> None:
        self.console.print()
        self._line("simulate.file", file=str(path), seed=self.results.plan.seed)
        self.console.print(f"  arbitro replay '{path}#0'", soft_wrap=True)


def tell_costs(results: Results, table: Costs, path: Path, lang: Lang) -> None:
    """What each profile should cost, the most underpriced first."""
    plan = results.plan
    console = Console(highlight=False, markup=False, emoji=False)
    console.width = max(40, min(console.width, WIDEST))
    rules = rules_of(plan.ruleset, plan.packs)
    prices = Prices(rules, plan.costs)
    bare = prices.way == NONE
    console.print(say(lang, "balance.head", n=table.battles, profiles=len(table.ratings)))
    made = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    heads = ("worth", "interval") if bare else ("cost", "fair", "interval", "gap")
    for head in ("profile", *heads, "battles", "share"):
        made.add_column(say(lang, f"balance.{head}"), justify="left" if head == "profile" else "right")
    for rating in ordered(table, plan.anchors):
        name = rules.title(rating.id, lang) + (" *" if rating.id in plan.anchors else "")
        fair, low, high = (prices.told(points, lang) for points in (rating.fair, rating.fair_low, rating.fair_high))
        off = say(lang, "balance.signed", value=round(100 * rating.off)) if prices.has_cost(rating) else NO_COST
        made.add_row(
            Text(name, overflow="ellipsis", no_wrap=True),
            *((fair, f"{low} – {high}") if bare else (prices.cost(rating, lang), fair, f"{low} – {high}", off)),
            str(rating.battles),
            say(lang, "simulate.percent", value=round(rating.share, 2)) if rating.battles else "–",
        )
    console.print(made)
    if few := table.thin(plan.anchors):
        console.print(say(lang, "balance.thin", n=few))
    console.print(say(lang, "balance.anchored") if plan.anchors else prices.say(lang, "average"))
    console.print(prices.say(lang, "how", file=str(path), seed=plan.seed))
    console.print(f"  arbitro balance --show {path} --html {path.name.split('.')[0]}.html", soft_wrap=True)

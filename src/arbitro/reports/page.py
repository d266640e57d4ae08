"""The battle report: one HTML page that needs no other file and no script to be read."""

from __future__ import annotations

import re
from html import escape

from arbitro.content.messages import number
from arbitro.content.scene import ACTION
from arbitro.engine.events import Finished
from arbitro.engine.state import State
from arbitro.engine.tally import Tally
from arbitro.engine.values import RuleId
from arbitro.reports.film import Film, Line, Scene
from arbitro.reports.words import say

STYLE = """
:root{--page:#fbf9f4;--card:#fff;--ink:#1c1a17;--soft:#5d574b;--line:#e3dccc;--chip:#efe9db;--link:#00588a;
color-scheme:light dark}
@media (prefers-color-scheme:dark){:root{--page:#121417;--card:#1b1d21;--ink:#f2efe9;--soft:#b4b8c0;--line:#33373e;
--chip:#2a2e34;--link:#7cc0ec}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:17px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,
"DejaVu Sans",sans-serif;font-variant-numeric:tabular-nums}
main{max-width:1060px;margin:0 auto;padding:40px 20px 80px}
h1{font-size:2.1rem;line-height:1.15;margin:.1em 0 .3em;text-wrap:balance}
h2{font-size:1.35rem;margin:0;display:inline}
h3{font-size:1.05rem;margin:0;display:inline}
a{color:var(--link)}
.kind,.note{color:var(--soft);font-size:.9rem;margin:0}
.verdict{font-size:1.25rem;margin:.2em 0 1.2em}
.sides{display:grid;grid-template-columns:repeat(auto-fit,minmax(280px,1fr));gap:16px;margin:0 0 24px}
.side{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:14px 18px}
.side h2{display:block;font-size:1.1rem}
.side p{margin:.25em 0 0;color:var(--soft)}
figure{margin:16px 0}
figcaption{color:var(--soft);font-size:.85rem;margin:0 0 6px}
figure svg{display:block;width:100%;height:auto;border:1px solid var(--line);border-radius:12px}
details.turn{border-top:2px solid var(--line);padding:16px 0 4px;margin-top:20px}
details.hand{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:12px 18px;margin:14px 0}
details.prep{margin:10px 0;color:var(--soft)}
summary{cursor:pointer;border-radius:6px}
summary small{color:var(--soft);font-weight:400;margin-left:.6em}
summary:focus-visible,a:focus-visible{outline:3px solid var(--link);outline-offset:2px}
ol{list-style:none;margin:8px 0 4px;padding:0}
li{padding:2px 0;display:flex;gap:10px;align-items:baseline}
li.act{border-top:1px solid var(--line);margin-top:6px;padding-top:8px;font-weight:600}
li.act:first-child{border-top:0;margin-top:0}
li.roll{color:var(--soft);font-size:.94rem}
li>span.text{flex:1;min-width:0}
.dice{flex:none;display:inline-flex;gap:3px;align-self:center}
.dice svg{width:27px;height:27px}
.dice path{fill:var(--chip);stroke:var(--ink);stroke-width:1.6;stroke-linejoin:round}
.dice text{fill:var(--ink);font-weight:700;text-anchor:middle}
.sum{display:block;font-size:.86rem;color:var(--soft)}
.ids{flex:none;max-width:38%;text-align:right}
.ids a{font-size:.72rem;color:var(--soft);text-decoration:none;background:var(--chip);border-radius:5px;padding:2px 6px;
white-space:nowrap}
.ids a:hover{color:var(--link)}
dl{margin:0}
dt{font-weight:700;margin-top:14px;scroll-margin-top:20px}
dt small{color:var(--soft);font-weight:400}
dt:target,dt:target+dd{background:var(--chip)}
dd{margin:2px 0 0;color:var(--soft)}
@media (max-width:640px){li{flex-wrap:wrap}.ids{max-width:none;text-align:left}}
@media print{body{background:#fff}details.hand,figure{break-inside:avoid}}
"""
DIE_FORMS = {
    4: ("M15 3 28 26H2Z", 22),
    6: ("M4 4H26V26H4Z", 20),
    8: ("M15 1 29 15 15 29 1 15Z", 20),
    10: ("M15 1 28 12 22 27H8L2 12Z", 20),
    12: ("M15 1 28 11 23 27H7L2 11Z", 20),
    20: ("M15 1 28 8V22L15 29 2 22V8Z", 20),
}
"""Outlines of dice in a square of 30, and where the base line of the number is."""
OPEN_HANDS = 400  # of a longer journal only the hands with losses begin unfolded


def report(film: Film) -> str:
    """The page of a whole battle."""
    body = [_heading(film), _figure(film, film.last, "end", say(film.lang, "report.table_end"))]
    by_turn: dict[int, list[Scene]] = {}
    for scene in film.scenes:
        by_turn.setdefault(scene.turn, []).append(scene)
    for turn, scenes in by_turn.items():
        body.append(_turn(film, turn, scenes))
    body.append(_glossary(film))
    title = escape(film.title or say(film.lang, "report.kind"))
    return (
        f'<!doctype html>\n<html lang="{film.lang}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width,initial-scale=1"><title>{title}</title>'
        f"<style>{STYLE}</style></head><body><main>{''.join(body)}</main></body></html>\n"
    )


def _heading(film: Film) -> str:
    lang, losses, luck = film.lang, film.losses(), film.luck()
    sides = []
    for seat, name in film.names.items():
        gone, dice = losses.get(seat, []), luck[seat]
        fallen = ", ".join(gone) if gone else say(lang, "report.no_losses")
        expected = number(lang, dice.twice_expected / 2)
        thrown = say(lang, "report.luck", n=dice.dice, total=dice.total, expected=expected)
        sides.append(
            f'<div class="side"><h2>{escape(name)}</h2><p>{say(lang, "report.losses")}: {escape(fallen)}</p>'
            f"<p>{say(lang, 'report.dice')}: {escape(thrown)}</p></div>"
        )
    told = [line.text for line in film.lines if isinstance(line.event, Finished)]
    verdict = told[-1] if told else say(lang, "report.unfinished")
    return (
        f'<header><p class="kind">{say(lang, "report.kind")}</p><h1>{escape(film.title)}</h1>'
        f'<p class="verdict">{escape(verdict)}</p><div class="sides">{"".join(sides)}</div></header>'
    )


def _figure(film: Film, state: State, mark: str, caption: str) -> str:
    """A drawing, its inner names made its own, so that several stand on one page."""
    svg = film.ruleset.map_svg(state, film.lang)
    names = dict.fromkeys(re.findall(r' id="([^"]+)"', svg))
    for name in names:
        svg = svg.replace(f'id="{name}"', f'id="{mark}-{name}"').replace(f"url(#{name})", f"url(#{mark}-{name})")
    return f"<figure><figcaption>{escape(caption)}</figcaption>{svg}</figure>"


def _turn(film: Film, turn: int, scenes: list[Scene]) -> str:
    title = film.turn_title(turn)
    hands = "".join(_scene(film, scene) for scene in scenes)
    if not hands:
        return ""
    shown = " open" if turn else ""
    return f'<details class="turn"{shown} id="t{turn}"><summary><h2>{escape(title)}</h2></summary>{hands}</details>'


def _scene(film: Film, scene: Scene) -> str:
    lines = film.lines_of(scene)
    if not lines:
        return ""
    rows = "".join(_row(film, line) for line in lines)
    if not scene.hand:
        if not scene.turn:
            return f"<ol>{rows}</ol>"
        title = f"<summary>{say(film.lang, 'report.turn_start')}<small>{len(lines)}</small></summary>"
        return f'<details class="prep">{title}<ol>{rows}</ol></details>'
    title = film.hand_title(scene)
    mark = f"t{scene.turn}h{scene.hand}"
    table = _figure(film, film.state_at(film.open_of(scene)), mark, say(film.lang, "report.table_start"))
    lost = film.lost_in(scene)
    note = f"<small>{escape(say(film.lang, 'report.losses'))}: {escape(', '.join(lost))}</small>" if lost else ""
    shown = " open" if lost or len(film.lines) < OPEN_HANDS else ""
    return (
        f'<details class="hand"{shown} id="{mark}"><summary><h3>{escape(title)}</h3>{note}</summary>{table}'
        f"<ol>{rows}</ol></details>"
    )


def _row(film: Film, line: Line) -> str:
    event = line.event
    dice, sums = "", ""
    kind = ' class="act"' if film.ruleset.heading(event) == ACTION else ""
    if line.roll is not None:
        kind = kind or (' class="roll"' if line.roll is event else "")
        dice = f'<span class="dice">{"".join(die(line.roll.sides, face) for face in line.roll.faces)}</span>'
        if line.roll.need is not None and line.roll.need.lines:
            sums = _sum(film, line.roll.need)
    ids = " ".join(_chip(film, rule) for rule in event.rules)
    return f'<li{kind}>{dice}<span class="text">{escape(line.text)}{sums}</span><span class="ids">{ids}</span></li>'


def die(sides: int, face: int) -> str:
    """A die as its shape with the number that fell."""
    form, base = DIE_FORMS.get(sides, DIE_FORMS[6])
    size = 13 if face < 10 else 11
    return (
        f'<svg viewBox="0 0 30 30" role="img" aria-label="d{sides}: {face}"><path d="{form}"/>'
        f'<text x="15" y="{base}" font-size="{size}">{face}</text></svg>'
    )


def _sum(film: Film, tally: Tally) -> str:
    """How a number comes about: its base and each line that counted."""
    parts = [f"{say(film.lang, 'report.base')} {tally.base}"]
    for line in tally.lines:
        if line.counted and line.amount:
            sign = "+" if line.amount > 0 else "−"
            parts.append(f"{sign} {abs(line.amount)} {_name(film, line.rule)}")
    head = say(film.lang, "report.sum", value=tally.value)
    return f'<span class="sum">{escape(head)}: {escape(" ".join(parts))}</span>'


def _name(film: Film, rule: RuleId) -> str:
    try:
        return film.ruleset.title(rule, film.lang) or rule
    except (KeyError, NotImplementedError):
        return rule


def _chip(film: Film, rule: RuleId) -> str:
    entry = film.ruleset.catalogue().get(rule)
    if entry is None:
        return ""
    tip = f"{entry.title(film.lang)}. {entry.summary(film.lang)}"
    return f'<a href="#{escape(entry.id)}" title="{escape(tip)}">{escape(rule)}</a>'


def _glossary(film: Film) -> str:
    """Every rule the journal cites, once, with our summary and ruling."""
    catalogue, lang = film.ruleset.catalogue(), film.lang
    cited = {}
    for line in film.lines:
        for rule in line.event.rules:
            entry = catalogue.get(rule)
            if entry is not None:
                cited[entry.id] = entry
    rows = []
    for id in sorted(cited):
        entry = cited[id]
        ruling = entry.ruling(lang)
        note = f" {say(lang, 'report.ruling')}: {ruling}" if ruling else ""
        rows.append(
            f'<dt id="{escape(id)}">{escape(entry.title(lang))} <small>{escape(id)}</small></dt>'
            f"<dd>{escape(entry.summary(lang) + note)}</dd>"
        )
    proof = []
    if film.journal.seed is not None:
        proof.append(say(lang, "report.seed", seed=str(film.journal.seed)))
    if film.journal.commit:
        proof.append(say(lang, "report.commit", commit=film.journal.commit))
    proof.append(say(lang, "report.made"))
    foot = "<br>".join(escape(one) for one in proof)
    return (
        f'<details class="turn" id="rules"><summary><h2>{say(lang, "report.rules")}</h2>'
        f'<small>{len(rows)}</small></summary><dl>{"".join(rows)}</dl></details><p class="note">{foot}</p>'
    )

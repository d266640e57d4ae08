"""Sheets as one page of HTML that needs no other file: on paper, each takes one sheet of A4. Called by `characters`."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from arbitro.content.characters import Sheet, Slot
from arbitro.content.errors import Lang
from arbitro.rulesets.cairn.sheet import FREE, PERSONAL
from arbitro.rulesets.cairn.sheetwords import say

STYLE = """
:root{--ink:#1c1a17;--soft:#5b554a;--line:#b9b09c;--fill:#f6f2e8;color-scheme:light}
*{box-sizing:border-box}
body{margin:0;background:#e9e5da;color:var(--ink);font:10.5pt/1.35 "Iowan Old Style",Palatino,"Palatino Linotype",
"Book Antiqua",Georgia,"DejaVu Serif",serif;font-variant-numeric:lining-nums tabular-nums;
-webkit-print-color-adjust:exact;print-color-adjust:exact}
article{background:#fff;width:210mm;max-width:100%;min-height:297mm;margin:8mm auto;padding:13mm 14mm 10mm;
display:flex;flex-direction:column;gap:1.3em;box-shadow:0 1px 8px #0003;font-size:calc(10.5pt*var(--size,1))}
h1{font-size:2.4em;line-height:1.1;margin:0;overflow-wrap:anywhere;text-wrap:balance}
h2{font-size:.86em;letter-spacing:.07em;text-transform:uppercase;margin:0 0 .45em;padding-bottom:.25em;
border-bottom:.5mm solid var(--ink)}
p,ol,ul,dl,dd{margin:0}
header p{color:var(--soft);font-size:1.15em}
.scores{display:grid;grid-template-columns:repeat(6,1fr);gap:3mm;list-style:none;padding:0}
.scores li{border:.4mm solid var(--ink);border-radius:2mm;text-align:center;padding:.4em .2em .35em}
.scores b{display:block;font-size:.82em;letter-spacing:.05em}
.scores strong{display:block;font-size:2em;line-height:1.15}
.scores small{color:var(--soft);font-size:.82em}
.columns{display:grid;grid-template-columns:minmax(0,10fr) minmax(0,11fr);gap:7mm;flex:1 0 auto}
.columns>div{display:flex;flex-direction:column;gap:1.15em}
.carried{flex:1 0 auto;display:flex;flex-direction:column;max-height:43em}
.slots{list-style:none;padding:0;counter-reset:slot;flex:1;display:grid;grid-auto-rows:minmax(min-content,1fr)}
.slots li{counter-increment:slot;display:grid;grid-template-columns:2em 1fr;align-items:center;min-height:2.2em;
border-bottom:.2mm solid var(--line);padding:.15em 0}
.slots li::before{content:counter(slot);color:var(--soft);font-size:.82em;padding-left:.3em}
.slots small{display:block;color:var(--soft);font-size:.84em;line-height:1.2}
.slots .free span{visibility:hidden}
.slots .bulky,.slots .fatigue{background:var(--fill)}
.slots .bulky span{color:var(--soft);font-style:italic}
.slots .fatigue span{font-weight:700}
dl div{padding:.12em 0}
dt{font-weight:700;display:inline}
dd{display:inline}
dd::before{content:": ";font-weight:700}
dl.short{display:grid;grid-template-columns:1fr 1fr;column-gap:4mm}
.told{white-space:pre-line;overflow-wrap:anywhere}
.notes{flex:1 0 auto;display:flex;flex-direction:column}
.lines{flex:1;min-height:2em;background:linear-gradient(#0000 calc(100% - 1px),var(--line) 0) 0 0/100% 30px}
footer{color:var(--soft);font-size:8pt;border-top:.2mm solid var(--line);padding-top:1.5mm}
@media screen and (max-width:640px){article{margin:0;padding:6mm 5mm;min-height:0;font-size:11pt}
.columns{grid-template-columns:minmax(0,1fr)}.scores{grid-template-columns:repeat(3,1fr)}}
@page{size:A4 portrait;margin:0}
@media print{body{background:#fff}article{margin:0;box-shadow:none;height:297mm;overflow:hidden;width:210mm;
max-width:none;break-after:page}article:last-child{break-after:auto}}
"""
SIZES = tuple(size / 100 for size in range(100, 35, -5))
"""Sizes of print that are tried until a sheet finds room on its paper."""
PAPER, EM = 272.0, 3.7
"""Height inside the margins, and the size of full print, in mm."""
LETTERS, LETTERS_BESIDE, LETTERS_TITLE = 40, 36, 36
"""Letters of a line of full print: on the right, beside the slots, and in the name."""
LINE, HEADING, ABOVE, SLOT = 1.62, 3.3, 15.5, 2.75
"""In em: a line, a part's heading with the gap above it, all that stands above and below the columns, a slot."""


def page(sheets: Sequence[Sheet], lang: Lang) -> str:
    """A page with a sheet of paper for each character."""
    title = escape(", ".join(sheet.name for sheet in sheets) or say(lang, "sheet.title"))
    return (
        f'<!doctype html>\n<html lang="{lang}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width,initial-scale=1"><title>{title}</title>'
        f"<style>{STYLE}</style></head><body><main>{''.join(_article(sheet, lang) for sheet in sheets)}</main>"
        "</body></html>\n"
    )


def _article(sheet: Sheet, lang: Lang) -> str:
    slots = "".join(map(_slot, sheet.slots))
    left = [f'<section class="carried"><h2>{escape(sheet.heading)}</h2><ol class="slots">{slots}</ol></section>']
    right: list[str] = []
    beside = _beside_slots(sheet, lang)
    for part in sheet.parts:
        (left if part[0] in beside else right).append(_part(*part))
    size, notes_left = _size(sheet, beside)
    (left if notes_left else right).append(_notes(sheet, lang))
    return (
        f'<article style="--size:{size}"><header><h1>{escape(sheet.name)}</h1><p>{escape(sheet.about)}</p></header>'
        f'<ul class="scores">{_scores(sheet, lang)}</ul>'
        f'<div class="columns"><div>{"".join(left)}</div><div>{"".join(right)}</div></div>'
        f"<footer>{escape(sheet.attribution)}</footer></article>"
    )


def _size(sheet: Sheet, beside: set[str]) -> tuple[float, bool]:
    """The largest print in which all of it finds room on one sheet of paper, and whether the notes stand left."""
    for size in SIZES:
        room = PAPER / (EM * size) - ABOVE - 2.7 * (len(sheet.name) * size // LETTERS_TITLE)
        left = SLOT * len(sheet.slots) + HEADING + _height(sheet, beside, LETTERS_BESIDE / size, True)
        right = _height(sheet, beside, LETTERS / size, False)
        for notes_left, high, letters in ((False, right, LETTERS), (True, left, LETTERS_BESIDE)):
            notes = HEADING + LINE * sum(1 + len(text) * size // letters for text in sheet.notes.splitlines() or [""])
            if high + notes <= room and max(left, right) <= room:
                return size, notes_left
    return SIZES[-1], True


def _height(sheet: Sheet, beside: set[str], letters: float, left: bool) -> float:
    """How high the parts of a column are, in em."""
    parts = [entries for title, entries in sheet.parts if (title in beside) == left]
    lines = sum(1 + (len(name) + len(said)) // letters for entries in parts for name, said in entries)
    return HEADING * len(parts) + LINE * lines


def _beside_slots(sheet: Sheet, lang: Lang) -> set[str]:
    """Headings of what is carried besides the slots."""
    return {title for title, _ in sheet.parts} - {say(lang, f"sheet.{key}") for key in PERSONAL}


def _scores(sheet: Sheet, lang: Lang) -> str:
    boxes = [(label, str(now), say(lang, "sheet.of", max=most)) for label, now, most in sheet.scores]
    boxes += [(label, value, "\u00a0") for label, value in sheet.facts]
    return "".join(
        f"<li><b>{escape(label)}</b><strong>{value}</strong><small>{escape(more)}</small></li>"
        for label, value, more in boxes
    )


def _slot(slot: Slot) -> str:
    more = f"<small>{escape(slot.note)}</small>" if slot.note else ""
    hidden = ' aria-hidden="true"' if slot.kind == FREE else ""
    return f'<li class="{slot.kind}"><div><span{hidden}>{escape(slot.label)}</span>{more}</div></li>'


def _part(title: str, entries: Sequence[tuple[str, str]]) -> str:
    lines = "".join(
        f"<div><dt>{escape(name)}</dt>{f'<dd>{escape(said)}</dd>' if said else ''}</div>" for name, said in entries
    )
    short = len(entries) > 3 and all(len(name) + len(said) < 24 for name, said in entries)
    kind = ' class="short"' if short else ""
    if all(not said for _, said in entries):
        return f"<section><h2>{escape(title)}</h2>{''.join(f'<p>{escape(name)}</p>' for name, _ in entries)}</section>"
    return f"<section><h2>{escape(title)}</h2><dl{kind}>{lines}</dl></section>"


def _notes(sheet: Sheet, lang: Lang) -> str:
    told = f'<p class="told">{escape(sheet.notes)}</p>' if sheet.notes else ""
    heading = escape(say(lang, "sheet.notes"))
    return f'<section class="notes"><h2>{heading}</h2>{told}<div class="lines"></div></section>'

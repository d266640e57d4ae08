"""What reports of many battles share: one HTML page that needs no other file, with drawings inside."""

from __future__ import annotations

import io
from html import escape
from typing import Any

from arbitro.analysis.sheets import Example, Grid, Plot
from arbitro.content.errors import Lang
from arbitro.reports.page import STYLE

MORE_STYLE = """
table{border-collapse:collapse;width:100%}
th,td{padding:4px 10px;text-align:right;border-bottom:1px solid var(--line);vertical-align:top}
th:first-child,td:first-child{text-align:left}
thead th{border-bottom:2px solid var(--ink);position:sticky;top:0;background:var(--page)}
tr.off td:nth-child(5){font-weight:700}
.scroll{overflow-x:auto}
figure.plot svg{background:#fff;border-radius:12px}
code{background:var(--chip);border-radius:5px;padding:1px 6px;font-size:.85em;white-space:nowrap}
@media (max-width:600px){li{flex-wrap:wrap}code{white-space:normal;overflow-wrap:anywhere}}
"""


def document(title: str, body: str, lang: Lang) -> str:
    """A whole page of a body that is HTML."""
    return (
        f'<!doctype html>\n<html lang="{lang}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width,initial-scale=1"><title>{escape(title)}</title>'
        f"<style>{STYLE}{MORE_STYLE}</style></head><body><main>{body}</main></body></html>\n"
    )


def plotted(plot: Plot) -> str:
    """A drawing with its caption; where there is none, what is to be said."""
    if plot.draw is None:
        return f"<p>{escape(plot.note)}</p>"
    caption = f"<strong>{escape(plot.title)}.</strong> {escape(plot.note)}"
    return f'<figure class="plot"><figcaption>{caption}</figcaption>{drawn(plot.draw(), plot.name)}</figure>'


def drawn(picture: Any, salt: str) -> str:
    """A drawing as it stands in a page: text as text, the same bytes for the same numbers."""
    import matplotlib

    out = io.StringIO()
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": salt, "font.family": "sans-serif"}):
        picture.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    text = out.getvalue()
    return text[text.index("<svg") :]


def exemplified(example: Example, file: str) -> str:
    """A battle to be watched, with the command that shows it, from a results file of that name."""
    command = f"arbitro replay '{escape(file)}#{example.n}'"
    return f"<li><span class='text'>{escape(example.text)}</span><code>{command}</code></li>"


def tabled(grid: Grid) -> str:
    """A table, with its title and its note where it has any."""
    title = f"<h2>{escape(grid.title)}</h2>" if grid.title else ""
    note = f'<p class="note">{escape(grid.note)}</p>' if grid.note else ""
    heads, rows = list(map(escape, grid.heads)), [list(map(escape, row)) for row in grid.rows]
    return f"{title}{table(heads, rows)}{note}"


def table(heads: list[str], rows: list[list[str]]) -> str:
    """A table whose cells are HTML."""
    top = "".join(f"<th>{head}</th>" for head in heads)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f'<div class="scroll"><table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>'


__all__ = ["document", "drawn", "exemplified", "plotted", "table", "tabled"]

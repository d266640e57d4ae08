"""Colours, hatches and small shapes of the drawings; lengths in drawing points, 20 to the centimetre."""

from __future__ import annotations

from math import cos, pi, sin

HALO = "fill:{0};stroke:{1};stroke-width:4;paint-order:stroke;stroke-linejoin:round"
# class: (properties, in the light, in the dark); plain colours, so that every SVG reader understands them.
INKS: tuple[tuple[str, str, str, str], ...] = (
    ("page", "fill:{}", "#ffffff", "#16181c"),
    ("table", "fill:{0};stroke:{1};stroke-width:3", "#f6f2e9 #8f8672", "#23262b #6d7280"),
    ("grid", "stroke:{};stroke-width:1", "#e6dfd0", "#30343b"),
    ("tick", "fill:{};font-size:16px", "#6b6455", "#9a9fa9"),
    ("ink", "fill:{}", "#1c1a17", "#f2efe9"),
    ("soft", "fill:{}", "#5d574b", "#b4b8c0"),
    ("name", HALO, "#1c1a17 #fbf9f4", "#f6f4ef #1a1c20"),
    ("place", HALO, "#4d4637 #f3eee2", "#c9c6bd #22252a"),
    ("deep", HALO, "#f3eee2 #4a453d", "#d5d2ca #0b0c0e"),
    ("edge", "stroke:{};stroke-width:2", "#6f6753", "#8b8f98"),
    ("covering", "fill:{}", "#d3e3c6", "#2d3b2c"),
    ("difficult", "fill:{}", "#ebe0c2", "#3a3629"),
    ("very_difficult", "fill:{}", "#e2d2a5", "#463f28"),
    ("dangerous", "fill:{}", "#f7dcc5", "#4a3326"),
    ("extremely_dangerous", "fill:{}", "#f0c1ae", "#562c22"),
    ("intransitable", "fill:{}", "#dcd8d0", "#3a3b3e"),
    ("water", "fill:{}", "#cfe4f0", "#203846"),
    ("crevice", "fill:{}", "#4a453d", "#0b0c0e"),
    ("hill", "fill:{}", "#e6d9b4", "#3f3b2e"),
    ("ledge", "fill:{}", "#d6cfc2", "#474a50"),
    ("impassable", "fill:{}", "#bfb7aa", "#585b62"),
    ("vaultable", "fill:{}", "#d0c8ba", "#4c4f56"),
    ("passable", "fill:{}", "#e2dccf", "#3b3e44"),
    ("placed", "fill:{0};stroke:{0};stroke-width:4", "#7a5ea8", "#b79be8"),
    ("image", "opacity:{}", ".5", ".5"),
    ("shade", "fill:{0};stroke:{0};stroke-width:2;stroke-linejoin:round", "#857c6c", "#0d0e10"),
    ("h-covering", "fill:none;stroke:{};stroke-width:2.2", "#5f8a50", "#77a069"),
    ("h-difficult", "fill:none;stroke:{};stroke-width:2", "#a08b56", "#8f8259"),
    ("h-very_difficult", "fill:none;stroke:{};stroke-width:2", "#8b7433", "#a8945a"),
    ("h-dangerous", "fill:none;stroke:{};stroke-width:2.4", "#b7602a", "#d98a55"),
    ("h-extremely_dangerous", "fill:none;stroke:{};stroke-width:3", "#9c3316", "#ea7a57"),
    ("h-intransitable", "fill:none;stroke:{};stroke-width:2", "#857e71", "#82858c"),
    ("h-water", "fill:none;stroke:{};stroke-width:2.2", "#5b93b2", "#5d94b4"),
    ("h-crevice", "fill:none;stroke:{};stroke-width:2", "#8f8778", "#5a5d63"),
    ("contour", "fill:none;stroke:{};stroke-width:2", "#9c874f", "#8c8157"),
    ("side0", "fill:{}", "#0072b2", "#0072b2"),
    ("side1", "fill:{}", "#e69f00", "#e69f00"),
    ("base", "fill:{}", "#fbf9f4", "#15171a"),
    ("ring0", "fill:none;stroke:{};stroke-width:4", "#0072b2", "#56a9dd"),
    ("ring1", "fill:none;stroke:{};stroke-width:4;stroke-dasharray:7 4", "#b87a00", "#f0b429"),
    ("on0", "fill:{}", "#ffffff", "#ffffff"),
    ("on1", "fill:{}", "#1c1400", "#1c1400"),
    ("wound", "fill:none;stroke:{};stroke-width:7", "#1c1a17", "#ffffff"),
    ("badge", "fill:{0};stroke:{1};stroke-width:2", "#1c1a17 #fbf9f4", "#f2efe9 #15171a"),
    ("onbadge", "fill:{}", "#ffffff", "#15171a"),
    ("body", "fill:{0};stroke:{0}", "#ffffff", "#15171a"),
    ("corpse", "stroke:{};stroke-width:5;stroke-linecap:round", "#1c1a17", "#f2efe9"),
    ("grave", "fill:{0};stroke:{1};stroke-width:2;stroke-dasharray:3 3", "#e9e4d8 #1c1a17", "#2b2e34 #f2efe9"),
    ("zone", "fill:none;stroke:{};stroke-width:3;stroke-dasharray:2 7;stroke-linecap:round", "#1c1a17", "#f2efe9"),
    ("token", "fill:{0};stroke:{1};stroke-width:3", "#cc79a7 #1c1a17", "#cc79a7 #f2efe9"),
    ("line", "stroke:{};stroke-width:1", "#d9d2c3", "#3a3e45"),
)
TEXT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif"
HATCHES: dict[str, tuple[int, str]] = {
    "difficult": (18, '<path class="m-h-difficult" d="M-2 20 20 -2"/>'),
    "very_difficult": (11, '<path class="m-h-very_difficult" d="M-2 13 13 -2"/>'),
    "covering": (
        24,
        '<path class="m-h-covering" d="M3 9a3 3 0 0 1 6 0M9 9a3 3 0 0 1 6 0M14 21a3 3 0 0 1 6 0M8 21a3 3 0 0 1 6 0"/>',
    ),
    "dangerous": (24, '<path class="m-h-dangerous" d="M4 10 8 3l4 7zM16 22l4-7 4 7z"/>'),
    "extremely_dangerous": (20, '<path class="m-h-extremely_dangerous" d="M3 3l6 6M9 3l-6 6M13 13l6 6M19 13l-6 6"/>'),
    "intransitable": (16, '<path class="m-h-intransitable" d="M0 0 16 16M16 0 0 16"/>'),
    "water": (30, '<path class="m-h-water" d="M0 8q4-5 8 0t8 0M15 23q4-5 8 0t8 0"/>'),
    "crevice": (10, '<path class="m-h-crevice" d="M5 0V6"/>'),
}
"""A tile of each kind of terrain: side, and what is drawn on it."""
DIE_SHAPES = {4: "M0 -{0} {0} {0}H-{0}Z", 6: "M-{0} -{0}H{0}V{0}H-{0}Z", 8: "M0 -{1} {1} 0 0 {1} -{1} 0Z"}


def style() -> str:
    """The style sheet: light, then what is different in the dark."""
    light = "".join(f".m-{name}{{{form.format(*day.split())}}}" for name, form, day, _ in INKS)
    dark = "".join(f".m-{name}{{{form.format(*night.split())}}}" for name, form, day, night in INKS if day != night)
    return (
        f".m-map{{{TEXT};font-variant-numeric:tabular-nums}}.m-mid{{text-anchor:middle}}.m-end{{text-anchor:end}}"
        f".m-bold{{font-weight:700}}.m-it{{font-style:italic}}{light}"
        f"@media (prefers-color-scheme:dark){{{dark}}}"
    )


def pattern(mark: str, kind: str) -> str:
    """The hatch of a kind, to be filled with as ``url(#mark-kind)``."""
    side, inner = HATCHES[kind]
    return f'<pattern id="{mark}-{kind}" width="{side}" height="{side}" patternUnits="userSpaceOnUse">{inner}</pattern>'


def number(tenths: int) -> str:
    """A length in tenths of a drawing point, as text.

    >>> number(125), number(-40), number(0)
    ('12.5', '-4', '0')
    """
    sign, whole, rest = "-" if tenths < 0 else "", abs(tenths) // 10, abs(tenths) % 10
    return f"{sign}{whole}.{rest}" if rest else f"{sign}{whole}"


def points(units: int) -> int:
    """Drawing points of a length in units, in tenths.

    >>> points(1000), points(1250)
    (200, 250)
    """
    return (units + 2) // 5


def arc(cx: int, cy: int, r: int, part: int, whole: int) -> str:
    """The path of a part of a circle, clockwise from the top; lengths in tenths."""
    if part >= whole:
        return f"M{number(cx)} {number(cy - r)}a{number(r)} {number(r)} 0 1 1 -.1 0z"
    turn = 2 * pi * part / whole
    x, y = cx + round(r * sin(turn)), cy - round(r * cos(turn))
    large = int(2 * part > whole)
    return f"M{number(cx)} {number(cy - r)}A{number(r)} {number(r)} 0 {large} 1 {number(x)} {number(y)}"


def circle(cx: int, cy: int, r: int) -> str:
    """The beginning of a circle's element; the caller closes it."""
    return f'<circle cx="{number(cx)}" cy="{number(cy)}" r="{number(r)}"'


def die(x: int, y: int, sides: int, size: int, shade: str) -> str:
    """A die as its shape: triangle, square, lozenge; centre and size in tenths."""
    form = DIE_SHAPES.get(sides, DIE_SHAPES[6]).format(number(size), number(size * 13 // 10))
    return f'<path class="m-{shade}" transform="translate({number(x)} {number(y)})" d="{form}"/>'


def text(x: int, y: int, size: int, words: str, classes: str) -> str:
    """A text at a place in tenths, ``size`` in drawing points."""
    names = " ".join(f"m-{one}" for one in classes.split())
    return f'<text x="{number(x)}" y="{number(y)}" font-size="{size}" class="{names}">{escape(words)}</text>'


def escape(words: str) -> str:
    """A text as XML wants it."""
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def width_of(words: str, size: int, bold: bool = False) -> int:
    """Roughly how wide a text is, in tenths."""
    return len(words) * size * (62 if bold else 55) // 10

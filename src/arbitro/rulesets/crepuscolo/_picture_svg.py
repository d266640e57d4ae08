"""A battle as an SVG drawing: the table from above, its figures, a heading and a legend of what is there."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from hashlib import blake2b
from typing import Any

from arbitro.geometry.shapes import Area, Disc, corners
from arbitro.rulesets.crepuscolo import _picture_ink as ink
from arbitro.rulesets.crepuscolo._picture_ink import escape, number, points, text, width_of
from arbitro.rulesets.crepuscolo.ground import KINDS, PLATFORM, Piece
from arbitro.rulesets.crepuscolo.state import PRONE, Battle, Figure

Say = Callable[..., str]
MARK = "map0"  # the drawing's own prefix of ids, replaced by a hash of all it holds
MARGIN, HEAD, FOOT = 400, 900, 300  # tenths of a drawing point
BASE_FILL = ("impassable", "vaultable", "hill", "crevice", "water", "extremely_dangerous", "dangerous", "intransitable",
             "very_difficult", "difficult", "covering", "passable")  # fmt: skip
Box = tuple[int, int, int, int]


def kinds_of(piece: Piece) -> tuple[str, ...]:
    """What a piece is to a reader: its obstacle kind, then its kinds of terrain, in a fixed order."""
    first: tuple[str, ...] = ()
    if piece.hill:
        first = ("hill",)
    elif piece.height > 0:
        first = (piece.crossing,)
    return (*first, *(kind for kind in KINDS if kind in piece.kinds and kind != PLATFORM))


def initials(figures: Iterable[Figure]) -> dict[str, str]:
    """Two letters for each figure; those that would share them get their ids."""
    found: dict[str, str] = {}
    for figure in figures:
        words = [word for word in figure.name.replace("-", " ").split() if word[:1].isalnum()]
        letters = "".join(word[0] for word in words[:2]).upper() if len(words) > 1 else (words or [figure.id])[0][:2].capitalize()
        found[figure.id] = letters
    seen = list(found.values())
    return {id: letters if seen.count(letters) == 1 else id for id, letters in found.items()}


class Drawing:
    """One drawing being made; every length is in tenths of a drawing point, y downwards."""

    def __init__(self, battle: Battle, say: Say) -> None:
        self.battle, self.say = battle, say
        self.width, self.depth = points(battle.ground.width), points(battle.ground.depth)
        self.out: list[str] = []
        self.kinds: dict[str, None] = {}
        self.signs: dict[str, None] = {}
        self.conditions: dict[str, None] = {}
        self.taken: list[Box] = []
        self.letters = initials(battle.figures.values())

    def x(self, units: int) -> int:
        return MARGIN + points(units)

    def y(self, units: int) -> int:
        return HEAD + self.depth - points(units)

    def whole(self) -> str:
        """The finished document."""
        self.table()
        for piece in self.battle.ground.pieces:
            self.piece(piece)
        self.marks()
        for piece in self.battle.ground.pieces:
            self.label_of_piece(piece)
        standing = self.battle.on_table()
        for figure in standing:
            self.taken.append(self.box_of(figure))
        for figure in standing:
            self.figure(figure)
        for figure in standing:
            self.name(figure)
        self.heading()
        bottom = self.legend()
        width = self.width + 2 * MARGIN
        patterns = "".join(ink.pattern(MARK, kind) for kind in self.kinds if kind in ink.HATCHES)
        body = "".join(self.out)
        label = escape(self.say("map.table", width=self.battle.ground.width, height=0, depth=self.battle.ground.depth))
        document = (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="m-map" role="img" aria-label="{label}" '
            f'viewBox="0 0 {number(width)} {number(bottom)}"><style>{ink.style()}</style><defs>{patterns}</defs>'
            f'<rect class="m-page" width="{number(width)}" height="{number(bottom)}" rx="18"/>{body}</svg>'
        )
        return document.replace(MARK, f"m{blake2b(document.encode(), digest_size=4).hexdigest()}")

    # --- ground

    def table(self) -> None:
        left, top = MARGIN, HEAD
        self.out.append(
            f'<rect class="m-table" x="{number(left)}" y="{number(top)}" width="{number(self.width)}" '
            f'height="{number(self.depth)}" rx="4"/>'
        )
        lines = []
        for ten in range(10_000, self.battle.ground.width, 10_000):
            lines.append(f"M{number(self.x(ten))} {number(top)}v{number(self.depth)}")
        for ten in range(10_000, self.battle.ground.depth, 10_000):
            lines.append(f"M{number(left)} {number(self.y(ten))}h{number(self.width)}")
        self.out.append(f'<path class="m-grid" d="{"".join(lines)}"/>')
        for ten in range(0, self.battle.ground.width + 1, 10_000):
            self.out.append(text(self.x(ten), top + self.depth + 210, 16, str(ten // 1000), "tick mid"))
        for ten in range(0, self.battle.ground.depth + 1, 10_000):
            self.out.append(text(left - 90, self.y(ten) + 55, 16, str(ten // 1000), "tick end"))

    def outline(self, area: Area, down: int = 0) -> str:
        """An area's shape, moved down a little for a shade."""
        if isinstance(area, Disc):
            return f'<circle cx="{number(self.x(area.x))}" cy="{number(self.y(area.y) + down)}" r="{number(points(area.r))}"'
        corners_ = " ".join(f"{number(self.x(x))},{number(self.y(y) + down)}" for x, y in area.points)
        return f'<polygon points="{corners_}"'

    def piece(self, piece: Piece) -> None:
        kinds = kinds_of(piece)
        words = [piece.name] if piece.name else []
        words.append(", ".join(self.say(f"map.kind.{kind}") for kind in kinds or ("open",)))
        if piece.height:
            words.append(self.say("map.tall", height=piece.top))
            self.signs["piece_height"] = None
        if piece.dda:
            words.append(self.say("map.climb", dda=piece.dda))
        self.out.append(f"<g><title>{escape(' · '.join(words))}</title>")
        if piece.height:
            for down in (30, min(90, 30 + piece.height // 100)):
                self.out.append(self.outline(piece.area, down) + ' class="m-shade"/>')
        fill = next((kind for kind in BASE_FILL if kind in kinds), "passable")
        dashed = ' stroke-dasharray="9 5"' if "vaultable" in kinds else ""
        self.out.append(self.outline(piece.area) + f' class="m-{fill} m-edge"{dashed}/>')
        for kind in kinds:
            self.kinds[kind] = None
            if kind in ink.HATCHES:
                self.out.append(self.outline(piece.area) + f' fill="url(#{MARK}-{kind})"/>')
        if piece.hill:
            self.out.append(self.contour(piece.area))
        for ledge in piece.ledges:
            self.kinds["ledge"] = None
            title = escape(self.say("map.ledge_at", height=ledge.z))
            self.out.append(f"<g><title>{title}</title>" + self.outline(ledge.area, 30) + ' class="m-shade"/>')
            self.out.append(self.outline(ledge.area) + ' class="m-ledge m-edge"/></g>')
        self.out.append("</g>")

    def contour(self, area: Area) -> str:
        """An inner line, as hills have on maps."""
        x0, y0, x1, y1 = area.box
        cx, cy = (x0 + x1) // 2, (y0 + y1) // 2
        inner: Area
        if isinstance(area, Disc):
            inner = Disc(area.x, area.y, area.r * 3 // 4)
        else:
            inner = type(area)(tuple((cx + (x - cx) * 3 // 4, cy + (y - cy) * 3 // 4) for x, y in area.points))
        return self.outline(inner) + ' class="m-contour"/>'

    def label_of_piece(self, piece: Piece) -> None:
        x0, y0, x1, y1 = piece.area.box
        cx, cy = self.x((x0 + x1) // 2), self.y((y0 + y1) // 2)
        if piece.height:
            self.height_mark(cx, cy + (90 if piece.name else 0), piece.top)
        for ledge in piece.ledges:
            a, b, c, d = ledge.area.box
            self.height_mark(self.x((a + c) // 2), self.y((b + d) // 2), ledge.z)
            self.signs["piece_height"] = None
        if piece.name and width_of(piece.name, 18) < points(x1 - x0) + 500:
            self.out.append(text(cx, cy - (40 if piece.height else -60), 18, piece.name, "place mid it"))

    def height_mark(self, cx: int, cy: int, height: int) -> None:
        words = self.say("map.tall", height=height).split(" ", 1)[1].removesuffix(" cm")
        self.out.append(text(cx, cy + 70, 22, words, "place mid bold"))

    # --- what lies on it

    def marks(self) -> None:
        battle = self.battle
        for zone in battle.zones:
            self.signs["zone"] = None
            cx, cy, r = self.x(zone.x), self.y(zone.y), points(zone.r)
            self.out.append(
                f'<g><title>{escape(zone.name)}</title><circle class="m-zone" cx="{number(cx)}" cy="{number(cy)}" '
                f'r="{number(r)}"/>{text(cx, cy - r - 60, 18, zone.name, "place mid it")}</g>'
            )
        if battle.phase == "deploy":
            for side, (x, y) in enumerate(battle.access):
                self.signs["access"] = None
                form = f'transform="translate({number(self.x(x))} {number(self.y(y))})" d="M0 -14 14 0 0 14 -14 0Z"'
                self.out.append(f'<path class="m-side{side}" {form}/>')
        for corpse in battle.corpses:
            self.signs["corpse"] = None
            name = battle.figures[corpse.id].name if corpse.id in battle.figures else corpse.id
            self.out.append(
                f"<g><title>{escape(self.say('map.dead', name=name))}</title>{grave(self.x(corpse.x), self.y(corpse.y))}</g>"
            )
        for token in battle.tokens:
            self.signs["token"] = None
            if not token.holder:
                self.out.append(f"<g><title>{escape(token.name)}</title>{gem(self.x(token.x), self.y(token.y), 90)}")
                self.out.append(text(self.x(token.x), self.y(token.y) + 300, 18, token.name, "place mid it") + "</g>")

    # --- figures

    def box_of(self, figure: Figure) -> Box:
        half = points(figure.r or max(figure.w, figure.d) // 2)
        cx, cy = self.x(figure.x), self.y(figure.y)
        return cx - half, cy - half, cx + half, cy + half

    def figure(self, figure: Figure) -> None:
        side = self.battle.seats.index(figure.company)
        cx, cy = self.x(figure.x), self.y(figure.y)
        r = points(figure.r or min(figure.w, figure.d) // 2)
        self.signs["figure"] = None
        self.out.append(f"<g><title>{escape(self.about(figure))}</title>")
        self.out.append(self.rim(figure, side, cx, cy, r))
        lost = figure.life_max - figure.life
        if lost > 0:
            self.signs["wounds"] = None
            self.out.append(f'<path class="m-wound" d="{ink.arc(cx, cy, r - 35, lost, figure.life_max)}"/>')
        core = r * 73 // 100
        self.out.append(f'<circle class="m-side{side}" cx="{number(cx)}" cy="{number(cy)}" r="{number(core)}"/>')
        letters = self.letters[figure.id]
        size = max(9, core * (10 if len(letters) < 3 else 7) // 100)
        self.out.append(text(cx, cy + (size * 3 - core // 10 if figure.dice else size * 36 // 10), size, letters, f"on{side} mid bold"))
        self.dice(figure, cx, cy + core * 56 // 100, core, side)
        self.badges(figure, cx, cy, r)
        self.out.append("</g>")

    def rim(self, figure: Figure, side: int, cx: int, cy: int, r: int) -> str:
        if figure.r:
            form = f'<circle cx="{number(cx)}" cy="{number(cy)}" r="{{}}"'
            return form.format(number(r)) + ' class="m-base"/>' + form.format(number(r - 25)) + f' class="m-ring{side}"/>'
        ring = " ".join(f"{number(self.x(x))},{number(self.y(y))}" for x, y in corners(figure))
        return f'<polygon points="{ring}" class="m-base"/><polygon points="{ring}" class="m-ring{side}"/>'

    def dice(self, figure: Figure, cx: int, cy: int, core: int, side: int) -> None:
        if not figure.dice:
            return
        self.signs["dice"] = None
        shown = figure.dice[:6]
        size = max(18, core * 16 // 100) if len(shown) < 4 else max(15, core * 11 // 100)
        step = size * 26 // 10
        left = cx - step * (len(shown) - 1) // 2
        for place, sides in enumerate(shown):
            self.out.append(ink.die(left + place * step, cy, sides, size, f"on{side}"))

    def badges(self, figure: Figure, cx: int, cy: int, r: int) -> None:
        if figure.prone or PRONE in figure.conditions:
            self.signs["prone"] = None
            self.out.append(lying(cx, cy + r))
        if figure.z > 0:
            self.signs["raised"] = None
            words = self.say("map.tall", height=figure.z).split(" ", 1)[1].removesuffix(" cm")
            self.out.append(badge(cx - r * 8 // 10, cy - r * 8 // 10, words))
        others = [condition for condition in figure.conditions if condition != PRONE]
        for place, condition in enumerate(others):
            self.conditions[condition] = None
            self.out.append(badge(cx + r * 9 // 10, cy - r * 8 // 10 + place * 190, condition[:2]))
        if figure.carries:
            self.out.append(gem(cx - r * 8 // 10, cy + r * 8 // 10, 65))

    def about(self, figure: Figure) -> str:
        """What a figure's tooltip says."""
        words = [f"{figure.name} ({figure.id})", self.say("map.life", life=figure.life, most=figure.life_max)]
        words.append(self.say("map.dice", dice=" ".join(f"d{d}" for d in figure.dice)) if figure.dice else self.say("map.no_dice"))
        words += [self.say(f"map.condition.{condition}") for condition in figure.conditions]
        if figure.z:
            words.append(self.say("map.up", height=figure.z))
        if figure.carries:
            names = {token.id: token.name for token in self.battle.tokens}
            words.append(self.say("map.carries", token=names.get(figure.carries, figure.carries)))
        return " · ".join(words)

    def name(self, figure: Figure) -> None:
        """The name where it covers least: below, above, right, left."""
        x0, y0, x1, y1 = self.box_of(figure)
        cx, cy, size = (x0 + x1) // 2, (y0 + y1) // 2, 18
        words = figure.name if len(figure.name) < 15 else figure.name.split()[0]
        wide, tall = width_of(words, size), size * 10
        low = 110 if figure.prone else 0
        places = (
            (cx - wide // 2, y1 + 40 + low, "mid"),
            (cx - wide // 2, y0 - 40 - tall, "mid"),
            (x1 + 60, cy - tall // 2, "start"),
            (x0 - 60 - wide, cy - tall // 2, "end"),
        )
        costs = [(self.crowding((x, y, x + wide, y + tall)), place) for place, (x, y, _) in enumerate(places)]
        x, y, anchor = places[min(costs)[1]]
        self.taken.append((x, y, x + wide, y + tall))
        at = {"mid": x + wide // 2, "start": x, "end": x + wide}[anchor]
        self.out.append(text(at, y + tall * 8 // 10, size, words, f"name bold {anchor}"))

    def crowding(self, box: Box) -> int:
        """How much of a box is taken already or off the table."""
        total = 0
        for other in self.taken:
            wide, tall = min(box[2], other[2]) - max(box[0], other[0]), min(box[3], other[3]) - max(box[1], other[1])
            if wide > 0 and tall > 0:
                total += wide * tall
        outside = max(0, MARGIN - box[0]) + max(0, box[2] - MARGIN - self.width) + max(0, box[3] - HEAD - self.depth)
        return total + 1000 * outside

    # --- heading and legend

    def heading(self) -> None:
        battle, right = self.battle, MARGIN + self.width
        for side, seat in enumerate(battle.seats):
            mine = [figure for figure in battle.figures.values() if figure.company == seat]
            left = len([figure for figure in mine if figure.status in ("table", "reserve")])
            note = self.say("map.left", n=left, all=len(mine))
            if battle.result:
                note += f" · {self.say('map.winner')}" if battle.result == seat else ""
            elif battle.hand == seat and battle.in_hand:
                note += f" · {self.say('map.has_hand', total=battle.hand_total)}"
            x, anchor = (MARGIN + 620, "") if side == 0 else (right - 620, " end")
            self.out.append(self.sample(MARGIN + 250 if side == 0 else right - 250, 400, side))
            self.out.append(text(x, 370, 28, battle.names[side] or seat.upper(), "ink bold" + anchor))
            self.out.append(text(x, 620, 19, note, "soft" + anchor))
        middle = MARGIN + self.width // 2
        now = self.say("map.turn", turn=battle.turn) if battle.turn else self.say("map.before")
        if battle.result == "draw":
            now = self.say("map.draw")
        if battle.zones or battle.tokens:
            now += " · " + self.say("map.points", a=battle.scores[0], b=battle.scores[1])
        self.out.append(text(middle, 620, 19, now, "soft mid"))

    def sample(self, cx: int, cy: int, side: int, r: int = 230) -> str:
        form = f'<circle cx="{number(cx)}" cy="{number(cy)}" r="{{}}" class="m-{{}}"/>'
        return (
            form.format(number(r), "base") + form.format(number(r - 25), f"ring{side}") + form.format(number(r * 7 // 10), f"side{side}")
        )

    def legend(self) -> int:
        """Swatches of what is on this table, flowing in rows; returns where the drawing ends."""
        items = [(self.swatch(kind), self.say(f"map.kind.{kind}")) for kind in self.kinds]
        items += [(self.sign(sign), self.say(f"map.sign.{sign}")) for sign in self.signs]
        items += [(self.tag(condition), self.say(f"map.condition.{condition}")) for condition in self.conditions]
        waiting = [f.name for f in self.battle.figures.values() if f.status == "reserve"]
        x, y = MARGIN, HEAD + self.depth + FOOT + 150
        for draw, words in items:
            wide = 560 + width_of(words, 18) + 300
            if x > MARGIN and x + wide - 300 > MARGIN + self.width:
                x, y = MARGIN, y + 400
            self.out.append(draw(x, y) + text(x + 560, y + 65, 18, words, "ink"))
            x += wide
        if waiting:
            y += 400
            self.out.append(text(MARGIN, y + 65, 18, self.say("map.reserve", names=tuple(waiting)), "soft"))
        return y + 400

    def swatch(self, kind: str) -> Callable[[int, int], str]:
        def draw(x: int, y: int) -> str:
            form = f'x="{number(x)}" y="{number(y - 140)}" width="44" height="28"'
            shade = f'<rect class="m-shade" x="{number(x)}" y="{number(y - 100)}" width="44" height="28"/>'
            dashed = ' stroke-dasharray="9 5"' if kind == "vaultable" else ""
            out = (shade if kind in ("hill", "ledge", "impassable", "vaultable") else "") + f'<rect class="m-{kind} m-edge" {form}{dashed}/>'
            return out + (f'<rect fill="url(#{MARK}-{kind})" {form}/>' if kind in ink.HATCHES else "")

        return draw

    def sign(self, sign: str) -> Callable[[int, int], str]:
        def draw(x: int, y: int) -> str:
            cx = x + 220
            if sign == "wounds":
                ring = f'<circle cx="{number(cx)}" cy="{number(y)}" r="12" class="m-ring0"/>'
                return ring + f'<path class="m-wound" d="{ink.arc(cx, y, 120, 2, 5)}"/>'
            if sign == "dice":
                return "".join(ink.die(x + 80 + place * 150, y, sides, 50, "ink") for place, sides in enumerate((4, 6, 8)))
            if sign == "figure":
                return self.sample(x + 110, y, 0, 110) + self.sample(x + 350, y, 1, 110)
            if sign in ("piece_height", "raised"):
                return badge(cx, y, "5") if sign == "raised" else text(cx, y + 70, 22, "5", "place mid bold")
            if sign == "zone":
                return f'<circle class="m-zone" cx="{number(cx)}" cy="{number(y)}" r="13"/>'
            if sign == "access":
                return f'<path class="m-side0" transform="translate({number(cx)} {number(y)})" d="M0 -12 12 0 0 12 -12 0Z"/>'
            return {"prone": lying, "corpse": grave, "token": lambda a, b: gem(a, b, 90)}[sign](cx, y)

        return draw

    def tag(self, condition: str) -> Callable[[int, int], str]:
        return lambda x, y: badge(x + 220, y, condition[:2])


def badge(cx: int, cy: int, words: str) -> str:
    """A small plate with a word of two letters or a number."""
    wide = 120 + 75 * len(words)
    return (
        f'<rect class="m-badge" x="{number(cx - wide // 2)}" y="{number(cy - 95)}" width="{number(wide)}" height="19" rx="5"/>'
        + text(cx, cy + 50, 14, words, "onbadge mid bold")
    )


def lying(cx: int, cy: int) -> str:
    """Somebody lying: a head and a body in a plate."""
    return (
        f'<g transform="translate({number(cx)} {number(cy)})"><rect class="m-badge" x="-20" y="-8" width="40" height="16" rx="8"/>'
        '<circle class="m-body" cx="-11" cy="-1" r="3.4"/><path class="m-body" stroke-width="4" stroke-linecap="round" d="M-4 1H13"/></g>'
    )


def grave(cx: int, cy: int) -> str:
    """The marker of a corpse: a cross on a pale disc."""
    return (
        f'<g transform="translate({number(cx)} {number(cy)})"><circle class="m-grave" r="15"/>'
        '<path class="m-corpse" d="M-6 -6 6 6M6 -6-6 6"/></g>'
    )


def gem(cx: int, cy: int, half: int) -> str:
    """A scenario's object: a small lozenge with a bar."""
    h = number(half)
    return f'<path class="m-token" transform="translate({number(cx)} {number(cy)})" d="M0 -{h} {h} 0 0 {h} -{h} 0ZM-{h} 0H{h}"/>'


def draw(battle: Battle, say: Any) -> str:
    """The drawing of a battle; ``say(key, **facts)`` gives the words."""
    return Drawing(battle, say).whole()

"""A battle as an SVG drawing: the table from above, its figures, a heading and a legend of what is there."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b

from arbitro.geometry.measure import contains
from arbitro.geometry.shapes import Area, Disc, corners
from arbitro.rulesets.crepuscolo import _picture_ink as ink
from arbitro.rulesets.crepuscolo._picture_ink import escape, number, points, text, width_of
from arbitro.rulesets.crepuscolo._picture_words import PLACED, Words, initials, kinds_of
from arbitro.rulesets.crepuscolo.ground import CREVICE, Piece
from arbitro.rulesets.crepuscolo.names import piece_name, side_name, token_name, zone_name
from arbitro.rulesets.crepuscolo.state import PRONE, Battle, Figure

MARK = "map0"  # the drawing's own prefix of ids, replaced by a hash of all it holds
MARGIN, HEAD, FOOT = 400, 900, 300  # tenths of a drawing point
BASE_FILL = (PLACED, "impassable", "vaultable", "hill", "crevice", "water", "extremely_dangerous", "dangerous",
             "intransitable", "very_difficult", "difficult", "covering", "passable")  # fmt: skip
DIE_STEP = 150  # from one die beside a name to the next
Box = tuple[int, int, int, int]


class Drawing:
    """One drawing being made; every length is in tenths of a drawing point, y downwards."""

    def __init__(self, battle: Battle, say: Words) -> None:
        self.battle, self.say = battle, say
        self.width, self.depth = points(battle.ground.width), points(battle.ground.depth)
        self.out: list[str] = []
        self.kinds: dict[str, None] = {}
        self.signs: dict[str, None] = {}
        self.conditions: dict[str, None] = {}
        self.borne: dict[str, None] = {}
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
        standing = self.battle.on_table()
        self.taken += [self.box_of(figure) for figure in standing]
        for piece in self.battle.ground.pieces:
            self.label_of_piece(piece)
        for figure in standing:
            self.figure(figure)
        for figure in standing:
            self.badges(figure)
        for figure in standing:
            self.name(figure)
        self.heading()
        bottom = self.legend()
        width = self.width + 2 * MARGIN
        patterns = "".join(ink.pattern(MARK, kind) for kind in self.kinds if kind in ink.HATCHES)
        body = "".join(self.out)
        label = escape(self.say("map.table", width=self.battle.ground.width, depth=self.battle.ground.depth))
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
            return ink.circle(self.x(area.x), self.y(area.y) + down, points(area.r))
        corners_ = " ".join(f"{number(self.x(x))},{number(self.y(y) + down)}" for x, y in area.points)
        return f'<polygon points="{corners_}"'

    def piece(self, piece: Piece) -> None:
        kinds = kinds_of(piece)
        name = piece_name(self.battle, piece, self.say.lang)
        words = [name] if name else []
        words.append(", ".join(self.say(f"map.kind.{kind}") for kind in kinds or ("open",)))
        if piece.height:
            words.append(self.say("map.tall", height=piece.top))
        if piece.dda:
            words.append(self.say("map.climb", dda=piece.dda))
        self.out.append(f"<g><title>{escape(' · '.join(words))}</title>")
        if piece.height and PLACED not in kinds:
            self.signs["piece_height"] = None
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
        """The name and height of a piece, where it covers least of figures and other pieces."""
        for ledge in piece.ledges:
            self.signs["piece_height"] = None
            self.height_mark(*self.middle(ledge.area), ledge.z)
        x0, _, x1, _ = piece.area.box
        placed = PLACED in kinds_of(piece)  # narrow, and not on the map the reader knows: its name always stands there
        high = piece.height > 0 and not placed
        name = piece_name(self.battle, piece, self.say.lang)
        if not placed and width_of(name, 18) >= points(x1 - x0) + 500:
            name = ""
        wide = max(width_of(name, 18), 250 if high else 0)
        tall = (180 if name else 0) + (240 if high else 0)
        if not tall:
            return
        others = [other for other in self.battle.ground.pieces if other is not piece]
        half, tall_half, spots = wide // 2, tall // 2, self.spots(piece.area)
        if placed and isinstance(piece.area, Disc):  # below a token, not on it
            spots = [(x, y + points(piece.area.r) + tall_half) for x, y in spots[:1]]
        costs = [
            (self.crowding((x - half, y - tall_half, x + half, y + tall_half)) + self.under(x, y, wide, others), place)
            for place, (x, y) in enumerate(spots)
        ]
        cx, cy = spots[min(costs)[1]]
        self.taken.append((cx - half, cy - tall_half, cx + half, cy + tall_half))
        top = cy - tall_half
        if name:
            self.out.append(text(cx, top + 140, 18, name, ("deep" if CREVICE in piece.kinds else "place") + " mid it"))
        if high:
            self.height_mark(cx, top + (180 if name else 0) + 120, piece.top)

    def middle(self, area: Area) -> tuple[int, int]:
        x0, y0, x1, y1 = area.box
        return self.x((x0 + x1) // 2), self.y((y0 + y1) // 2)

    def spots(self, area: Area) -> list[tuple[int, int]]:
        """Places for a label: the middle, then others within the area, the nearer first."""
        x0, y0, x1, y1 = area.box
        grid = [(x0 + (x1 - x0) * i // 12, y0 + (y1 - y0) * j // 12) for i in range(2, 11) for j in range(2, 11)]
        cx, cy = (x0 + x1) // 2, (y0 + y1) // 2
        grid.sort(key=lambda at: ((at[0] - cx) ** 2 + (at[1] - cy) ** 2, at))
        inside = [at for at in grid if contains(area, *at)]
        return [(self.x(x), self.y(y)) for x, y in inside or [(cx, cy)]]

    def under(self, x: int, y: int, wide: int, others: list[Piece]) -> int:
        """A fine for a label that would stand on another piece."""
        at = [((x + dx - MARGIN) * 5, (HEAD + self.depth - y) * 5) for dx in (-wide // 2, 0, wide // 2)]
        return sum(20_000 for other in others if any(contains(other.area, *spot) for spot in at))

    def height_mark(self, cx: int, cy: int, height: int) -> None:
        self.out.append(text(cx, cy + 70, 22, self.say.cm(height), "place mid bold"))

    # --- what lies on it

    def marks(self) -> None:
        battle = self.battle
        for zone in battle.zones:
            self.signs["zone"] = None
            cx, cy, r = self.x(zone.x), self.y(zone.y), points(zone.r)
            name = zone_name(battle, zone, self.say.lang)
            self.out.append(
                f'<g><title>{escape(name)}</title>{ink.circle(cx, cy, r)} class="m-zone"/>'
                f"{text(cx, cy - r - 60, 18, name, 'place mid it')}</g>"
            )
        if battle.phase == "deploy":
            for side, (x, y) in enumerate(battle.access):
                self.signs["access"] = None
                self.out.append(post(self.x(x), self.y(y), side))
        for corpse in battle.corpses:
            self.signs["corpse"] = None
            name = battle.figures[corpse.id].name if corpse.id in battle.figures else corpse.id
            title = escape(self.say("map.dead", name=name))
            self.out.append(f"<g><title>{title}</title>{grave(self.x(corpse.x), self.y(corpse.y))}</g>")
        for token in battle.tokens:
            self.signs["token"] = None
            if not token.holder:
                name = token_name(battle, token, self.say.lang)
                self.out.append(f"<g><title>{escape(name)}</title>{gem(self.x(token.x), self.y(token.y))}")
                self.out.append(text(self.x(token.x), self.y(token.y) + 300, 18, name, "place mid it") + "</g>")

    # --- figures

    def box_of(self, figure: Figure) -> Box:
        half = points(figure.r or max(figure.w, figure.d) // 2)
        cx, cy = self.x(figure.x), self.y(figure.y)
        return cx - half, cy - half, cx + half, cy + half

    def figure(self, figure: Figure) -> None:
        side = self.battle.seats.index(figure.company)
        cx, cy = self.x(figure.x), self.y(figure.y)
        r = points(figure.r or min(figure.w, figure.d) // 2)
        self.signs["image" if figure.image else "figure"] = None
        faint = ' class="m-image"' if figure.image else ""
        self.out.append(f"<g{faint}><title>{escape(self.about(figure))}</title>")
        self.out.append(self.rim(figure, side, cx, cy, r))
        lost = figure.life_max - figure.life
        if lost > 0:
            self.signs["wounds"] = None
            self.out.append(f'<path class="m-wound" d="{ink.arc(cx, cy, r - 35, lost, figure.life_max)}"/>')
        core = r * 73 // 100
        self.out.append(f'{ink.circle(cx, cy, core)} class="m-side{side}"/>')
        letters = self.letters[figure.id]
        size = max(9, core * (11 if len(letters) < 3 else 8) // 100)
        self.out.append(text(cx, cy + size * 36 // 10, size, letters, f"on{side} mid bold"))
        self.out.append("</g>")

    def rim(self, figure: Figure, side: int, cx: int, cy: int, r: int) -> str:
        if figure.r:
            return f'{ink.circle(cx, cy, r)} class="m-base"/>{ink.circle(cx, cy, r - 25)} class="m-ring{side}"/>'
        ring = " ".join(f"{number(self.x(x))},{number(self.y(y))}" for x, y in corners(figure))
        return f'<polygon points="{ring}" class="m-base"/><polygon points="{ring}" class="m-ring{side}"/>'

    def badges(self, figure: Figure) -> None:
        """Signs on the rim, above all figures: lying, how high up, conditions, tokens, what is carried."""
        cx, cy = self.x(figure.x), self.y(figure.y)
        r = points(figure.r or min(figure.w, figure.d) // 2)
        if figure.prone or PRONE in figure.conditions:
            self.signs["prone"] = None
            self.out.append(lying(cx, cy + r))
        if figure.z > 0:
            self.signs["raised"] = None
            self.out.append(badge(cx - r * 8 // 10, cy - r * 8 // 10, self.say.cm(figure.z)))
        others = [condition for condition in figure.conditions if condition != PRONE]
        for place, condition in enumerate(others):
            self.conditions[condition] = None
            self.out.append(badge(cx + r * 12 // 10, cy - r * 7 // 10 + place * 180, condition[:2]))
        for place, (token, n) in enumerate((token, n) for token, n in figure.tokens if n):
            self.borne[token] = None
            self.out.append(badge(cx - r * 12 // 10, cy + place * 180, f"{token[:2]}{n}"))
        if figure.carries:
            self.out.append(gem(cx - r * 8 // 10, cy + r * 8 // 10, 65))

    def about(self, figure: Figure) -> str:
        """What a figure's tooltip says."""
        words = [f"{figure.name} ({figure.id})", *((self.say("map.sign.image"),) if figure.image else ())]
        words += [self.say("map.life", life=figure.life, most=figure.life_max)]
        dice = " ".join(f"d{die}" for die in figure.dice)
        words.append(self.say("map.dice", dice=dice) if dice else self.say("map.no_dice"))
        words += [self.say(f"map.condition.{condition}") for condition in figure.conditions]
        words += [self.say("map.borne", token=self.say.token(token), n=n) for token, n in figure.tokens if n]
        if figure.z:
            words.append(self.say("map.up", height=figure.z))
        if figure.carries:
            names = {token.id: token_name(self.battle, token, self.say.lang) for token in self.battle.tokens}
            words.append(self.say("map.carries", token=names.get(figure.carries, figure.carries)))
        return " · ".join(words)

    def name(self, figure: Figure) -> None:
        """The name and the dice left, where they cover least: below, above, right, left."""
        x0, y0, x1, y1 = self.box_of(figure)
        cx, size = (x0 + x1) // 2, 18
        words = figure.name if len(figure.name) < 15 else figure.name.split()[0]
        name_wide, dice = width_of(words, size, bold=True) + 40, figure.dice[:8]
        wide, tall = name_wide + DIE_STEP * len(dice), size * 10
        low = 110 if figure.prone else 0
        middle = cx - wide // 2, (y0 + y1 - tall) // 2
        low_high = [(middle[0], y1 + 30 + low), (middle[0], y0 - 40 - tall)]
        places = [*low_high, (x1 + 60, middle[1]), (x0 - 60 - wide, middle[1])]
        costs = [(self.crowding((x, y, x + wide, y + tall)), place) for place, (x, y) in enumerate(places)]
        x, y = places[min(costs)[1]]
        self.taken.append((x, y, x + wide, y + tall))
        middle_of_name = x + (name_wide - 40) // 2
        self.out.append(text(middle_of_name, y + tall * 8 // 10, size, words, "name bold mid"))
        for place, sides in enumerate(dice):
            self.signs["dice"] = None
            self.out.append(ink.die(x + name_wide + DIE_STEP // 2 + place * DIE_STEP, y + 100, sides, 50, "name"))

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
        names = [side_name(battle, seat, self.say.lang) or seat.upper() for seat in battle.seats]
        room = self.width - 2 * 620 - 300
        letters = min(28, 28 * room // max(1, sum(width_of(name, 28, bold=True) for name in names)))
        for side, seat in enumerate(battle.seats):
            mine = [figure for figure in battle.figures.values() if figure.company == seat and not figure.image]
            left = len([figure for figure in mine if figure.status in ("table", "reserve")])
            note = self.say("map.left", n=left, all=len(mine))
            if battle.result:
                note += f" · {self.say('map.winner')}" if battle.result == seat else ""
            elif battle.hand == seat and battle.in_hand:
                note += f" · {self.say('map.has_hand', total=battle.hand_total)}"
            x, anchor = (MARGIN + 620, "") if side == 0 else (right - 620, " end")
            self.out.append(self.sample(MARGIN + 250 if side == 0 else right - 250, 400, side))
            self.out.append(text(x, 370, letters, names[side], "ink bold" + anchor))
            self.out.append(text(x, 620, 19, note, "soft" + anchor))
        middle = MARGIN + self.width // 2
        now = self.say("map.turn", turn=battle.turn) if battle.turn else self.say("map.before")
        if battle.result == "draw":
            now = self.say("map.draw")
        if battle.zones or battle.tokens:
            now += " · " + self.say("map.points", a=battle.scores[0], b=battle.scores[1])
        self.out.append(text(middle, 620, 19, now, "soft mid"))

    def sample(self, cx: int, cy: int, side: int, r: int = 230) -> str:
        rings = ((r, "base"), (r - 25, f"ring{side}"), (r * 7 // 10, f"side{side}"))
        return "".join(f'{ink.circle(cx, cy, radius)} class="m-{shade}"/>' for radius, shade in rings)

    def legend(self) -> int:
        """Swatches of what is on this table, flowing in rows; returns where the drawing ends."""
        items = [(self.swatch(kind), self.say(f"map.kind.{kind}")) for kind in self.kinds]
        items += [(self.sign(sign), self.say(f"map.sign.{sign}")) for sign in self.signs]
        items += [(self.tag(condition), self.say(f"map.condition.{condition}")) for condition in self.conditions]
        items += [(self.tag(token), self.say("map.sign.borne", token=self.say.token(token))) for token in self.borne]
        waiting = [f.name for f in self.battle.figures.values() if f.status == "reserve"]
        x, y = MARGIN, HEAD + self.depth + FOOT + 150
        for draw, words in items:
            wide = 560 + width_of(words, 18) + 260
            if x > MARGIN and x + wide - 260 > MARGIN + self.width:
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
            out = f'<rect class="m-{kind} m-edge" {form}{dashed}/>'
            if kind in ("hill", "ledge", "impassable", "vaultable"):
                out = shade + out
            return out + (f'<rect fill="url(#{MARK}-{kind})" {form}/>' if kind in ink.HATCHES else "")

        return draw

    def sign(self, sign: str) -> Callable[[int, int], str]:
        def draw(x: int, y: int) -> str:
            cx = x + 220
            if sign == "wounds":
                return (
                    f'{ink.circle(cx, y, 120)} class="m-ring0"/><path class="m-wound" d="{ink.arc(cx, y, 120, 2, 5)}"/>'
                )
            if sign == "dice":
                return "".join(ink.die(x + 80 + place * 150, y, 4 + 2 * place, 50, "ink") for place in range(3))
            if sign == "figure":
                return self.sample(x + 110, y, 0, 110) + self.sample(x + 350, y, 1, 110)
            if sign == "image":
                return f'<g class="m-image">{self.sample(cx, y, 0, 130)}</g>'
            if sign == "piece_height":
                return text(cx, y + 70, 22, "5", "place mid bold")
            if sign == "zone":
                return f'{ink.circle(cx, y, 130)} class="m-zone"/>'
            return {"prone": lying, "corpse": grave, "token": gem, "raised": raised, "access": post}[sign](cx, y)

        return draw

    def tag(self, condition: str) -> Callable[[int, int], str]:
        return lambda x, y: badge(x + 220, y, condition[:2])


def badge(cx: int, cy: int, words: str) -> str:
    """A small plate with a word of two letters or a number."""
    wide = 120 + 75 * len(words)
    plate = f'x="{number(cx - wide // 2)}" y="{number(cy - 95)}" width="{number(wide)}" height="19" rx="5"'
    return f'<rect class="m-badge" {plate}/>' + text(cx, cy + 50, 14, words, "onbadge mid bold")


def raised(cx: int, cy: int) -> str:
    """The plate of a height, as the legend shows it."""
    return badge(cx, cy, "5")


def lying(cx: int, cy: int) -> str:
    """Somebody lying: a head and a body in a plate."""
    return (
        f'<g transform="translate({number(cx)} {number(cy)})">'
        '<rect class="m-badge" x="-20" y="-8" width="40" height="16" rx="8"/>'
        '<circle class="m-body" cx="-11" cy="-1" r="3.4"/>'
        '<path class="m-body" stroke-width="4" stroke-linecap="round" d="M-4 1H13"/></g>'
    )


def grave(cx: int, cy: int) -> str:
    """The marker of a corpse: a cross on a pale disc."""
    return (
        f'<g transform="translate({number(cx)} {number(cy)})"><circle class="m-grave" r="15"/>'
        '<path class="m-corpse" d="M-6 -6 6 6M6 -6-6 6"/></g>'
    )


def gem(cx: int, cy: int, half: int = 90) -> str:
    """A scenario's object: a small lozenge with a bar."""
    h = number(half)
    form = f"M0 -{h} {h} 0 0 {h} -{h} 0ZM-{h} 0H{h}"
    return f'<path class="m-token" transform="translate({number(cx)} {number(cy)})" d="{form}"/>'


def post(cx: int, cy: int, side: int = 0) -> str:
    """An access point of a side."""
    form = "M0 -14 14 0 0 14 -14 0Z"
    return f'<path class="m-side{side}" transform="translate({number(cx)} {number(cy)})" d="{form}"/>'


def draw(battle: Battle, say: Words) -> str:
    """The drawing of a battle; ``say`` gives the words."""
    return Drawing(battle, say).whole()

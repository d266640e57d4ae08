"""A roll in words, and what is wrong with one that cannot be read, in Italian and English."""

from __future__ import annotations

from typing import Final

from arbitro.dice.notation import (
    LONGEST,
    MOST_DICE,
    MOST_NUMBER,
    MOST_SIDES,
    TENS_AND_UNITS,
    Dice,
    Keep,
    Node,
    NotationError,
    Number,
    Pool,
    Roll,
    Sum,
    Test,
    Times,
)

ERRORS: Final[dict[str, tuple[str, str]]] = {
    "empty": ("non c'è scritto nessun tiro", "no roll is written"),
    "no_dice": ("qui non c'è nessun dado", "there are no dice here"),
    "unexpected": ("non capisco «{found}»", 'I do not understand "{found}"'),
    "tail": ("«{found}» qui non vuol dire nulla", '"{found}" means nothing here'),
    "unfinished": ("il tiro finisce troppo presto", "the roll ends too early"),
    "no_number": ("manca un numero", "a number is missing"),
    "no_sides": ("mancano le facce del dado", "the die has no number of sides"),
    "no_keep": ("manca quali risultati tenere", "which results to keep is missing"),
    "not_closed": ("una parentesi resta aperta", "a bracket is left open"),
    "too_large": (f"il numero «{{found}}» è troppo grande (al massimo {MOST_NUMBER}, facce {MOST_SIDES})",
                  f'the number "{{found}}" is too large (at most {MOST_NUMBER}, sides {MOST_SIDES})'),
    "too_small": ("«{found}» è troppo poco: almeno 1", '"{found}" is too small: at least 1'),
    "too_many_dice": (f"troppi dadi: al massimo {MOST_DICE} per tiro", f"too many dice: at most {MOST_DICE} in a roll"),
    "too_long": (f"è troppo lungo (al massimo {LONGEST} caratteri)", f"it is too long (at most {LONGEST} characters)"),
    "too_deep": ("troppe parentesi una dentro l'altra", "too many brackets within each other"),
    "keeps_too_many": ("non ci sono tanti dadi da tenere o togliere", "there are not so many dice to keep or drop"),
    "keep_and_count": ("o si tengono dadi o si contano successi: non tutte e due le cose insieme",
                       "either dice are kept or successes are counted: not both at once"),
    "for_ever": ("vale per tutte le facce: non finirebbe mai", "every face fits: it would never end"),
    "twice": ("«{found}» ripete quel che è già detto", '"{found}" repeats what was said already'),
}  # fmt: skip
THINGS: Final[dict[str, tuple[str, str]]] = {
    "dice": ("dadi come 3d6", "dice such as 3d6"),
    "number": ("un numero", "a number"),
    "sides": ("un numero di facce o %", "a number of sides or %"),
    "pool": ("un gruppo fra { }", "a group in { }"),
    "plus": ("+ o -", "+ or -"),
    "tail": ("kh kl dh dl ! r ro min max >=", "kh kl dh dl ! r ro min max >="),
    "label": ("un'etichetta fra [ ]", "a label in [ ]"),
    "end": ("la fine", "the end"),
    "keep": ("kh, kl, dh o dl", "kh, kl, dh or dl"),
    "paren": (")", ")"),
    "brace": ("}", "}"),
    "comma": ("una virgola", "a comma"),
    "bracket": ("]", "]"),
    "test": (">= o un altro confronto", ">= or another comparison"),
}
_OPS: Final[dict[str, tuple[str, str]]] = {
    ">=": ("{n} o più", "{n} or more"), ">": ("più di {n}", "more than {n}"), "<=": ("{n} o meno", "{n} or less"),
    "<": ("meno di {n}", "less than {n}"), "=": ("{n}", "{n}"),
}  # fmt: skip


def _pick(pair: tuple[str, str], lang: str) -> str:
    return pair[0] if lang == "it" else pair[1]


def explain(error: NotationError, lang: str) -> str:
    """What is wrong, with the roll and a caret under the place.

    >>> from arbitro.dice.notation import parse
    >>> try:
    ...     parse("4d6kx")
    ... except NotationError as error:
    ...     print(explain(error, "en"))
    "x" means nothing here; expected: + or -, kh kl dh dl ! r ro min max >=, a label in [ ], the end
      4d6kx
          ^
    """
    found = error.text[error.at : error.at + error.length].strip() or error.text[error.at :].strip()[:1]
    message = _pick(ERRORS[error.code], lang).format(found=found)
    if error.expected:
        things = ", ".join(_pick(THINGS[thing], lang) for thing in error.expected)
        message += f"; {'atteso' if lang == 'it' else 'expected'}: {things}"
    line = "".join(" " if char.isspace() else char for char in error.text)
    start = max(0, error.at - 60)
    shown = line[start : error.at + 60]
    carets = "^" * max(1, min(error.length, len(line) - error.at, 60))
    return f"{message}\n  {shown}\n  {' ' * (error.at - start)}{carets}"


def in_words(roll: Roll, lang: str) -> str:
    """What a roll will do, in a sentence without a full stop.

    >>> from arbitro.dice.notation import parse
    >>> in_words(parse("4d6kh3+2"), "it"), in_words(parse("d8|d8"), "en")
    ('tira 4 dadi a 6, tieni i 3 più alti; somma 2', 'of these keep the highest: roll a d8; roll a d8')
    """
    text = _node(roll.node, lang)
    if is_sum_of_single_dice(roll.node):
        text += _pick((" (dove il più tiene il più alto si scrive d6|d6)",
                       " (where a plus keeps the higher one writes d6|d6)"), lang)  # fmt: skip
    return text


def is_sum_of_single_dice(node: Node) -> bool:
    """Whether a roll joins single dice by a plus, which Cairn reads in another way."""
    if not isinstance(node, Sum) or len(node.parts) < 2:
        return False
    return all(sign > 0 and isinstance(part, Dice) and part.n == 1 for sign, part in node.parts)


def _node(node: Node, lang: str) -> str:
    if isinstance(node, Dice):
        return _dice(node, lang)
    if isinstance(node, Number):
        return f"{node.value}{_label(node.label)}"
    if isinstance(node, Times):
        return (
            f"{_node(node.node, lang)}; {_pick(('moltiplica per', 'multiply by'), lang)} {node.by}{_label(node.label)}"
        )
    if isinstance(node, Pool):
        things = "; ".join(_node(item, lang) for item in node.items)
        head = _pick(("di questi", "of these"), lang)
        return f"{head} {_keep(node.keep, lang)}: {things}{_label(node.label)}"
    text = ""
    for number, (sign, part) in enumerate(node.parts):
        verb = _pick(("somma", "add"), lang) if sign > 0 else _pick(("togli", "subtract"), lang)
        bare = number == 0 and sign > 0
        text += ("; " if number else "") + (_node(part, lang) if bare else f"{verb} {_node(part, lang)}")
    return text + _label(node.label)


def _label(label: str) -> str:
    return f" [{label}]" if label else ""


def _dice(dice: Dice, lang: str) -> str:
    if dice.sides == TENS_AND_UNITS:
        what = _pick(("decine e unità con due d6", "tens and units with two d6"), lang)
        text = f"{_pick(('tira', 'roll'), lang)} {what}" + (f" ({dice.n}×)" if dice.n > 1 else "")
    elif dice.n == 1:
        text = _pick((f"tira un d{dice.sides}", f"roll a d{dice.sides}"), lang)
    else:
        text = _pick((f"tira {dice.n} dadi a {dice.sides}", f"roll {dice.n} dice of {dice.sides} sides"), lang)
    text += _label(dice.label)
    if dice.reroll is not None:
        once, always = (
            ("ritira una volta se esce", "once again if it shows"),
            ("ritira finché esce", "again while it shows"),
        )
        text += f", {_pick(once if dice.once else always, lang)} {_test(dice.reroll, lang)}"
    if dice.explode is not None:
        text += f", {_pick(('esplode con', 'explodes on'), lang)} {_test(dice.explode, lang)}"
    if dice.least:
        text += f", {_pick(('ognuno vale almeno', 'each counts at least'), lang)} {dice.least}"
    if dice.most:
        text += f", {_pick(('ognuno vale al massimo', 'each counts at most'), lang)} {dice.most}"
    if dice.keep is not None:
        text += f", {_keep(dice.keep, lang)}"
    if dice.count is not None:
        text += f", {_pick(('conta i dadi che fanno', 'count the dice that show'), lang)} {_test(dice.count, lang)}"
    return text


def _keep(keep: Keep, lang: str) -> str:
    one = keep.n == 1
    if lang == "it":
        verb = "togli" if keep.drop else "tieni"
        which = ("più alto" if keep.high else "più basso") if one else ("più alti" if keep.high else "più bassi")
        return f"{verb} il {which}" if one else f"{verb} i {keep.n} {which}"
    verb = "drop" if keep.drop else "keep"
    which = "highest" if keep.high else "lowest"
    return f"{verb} the {which}" if one else f"{verb} the {keep.n} {which}"


def _test(test: Test, lang: str) -> str:
    return _pick(_OPS[test.op], lang).format(n=test.n)

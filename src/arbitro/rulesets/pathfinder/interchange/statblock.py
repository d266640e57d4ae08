"""A stat block pasted as text, in the published layout, English or Italian: what is not read is listed by its line."""

from __future__ import annotations

import re
from collections.abc import Callable

from arbitro.content.catalogue import fold
from arbitro.content.losses import NO_PLACE, NOT_UNDERSTOOD, Losses
from arbitro.rulesets.pathfinder.interchange.blockattacks import MASTERWORK, read_attacks
from arbitro.rulesets.pathfinder.interchange.blockspells import read_spells
from arbitro.rulesets.pathfinder.interchange.draft import UNKNOWN, Draft
from arbitro.rulesets.pathfinder.interchange.words import (
    MINUS,
    Names,
    labels,
    listed,
    pieces,
    raw,
    signed,
    table,
)

FOOT = 0.3
"""Metres that a foot is counted for: five are a square."""
NUMBER = rf"[+{MINUS}-]?\d+"
NOT_ENFORCED = ("è un testo: qui non vale come regola", "is a text: it is no rule here")
Line = tuple[int, str, str]
"""A line with its number, its label ("" for none) and what follows."""


def is_block(text: str) -> bool:
    """Whether a text looks like a stat block: a line of AC and one of ability scores."""
    found = {label for _, label, _ in split(text)}
    return {"ac", "scores"} <= found


def split(text: str) -> list[Line]:
    """The lines of a block; one that begins with no label goes on with the line before.

    A line of several labels ("Fort +3, Ref +2" and "Space 10 ft.; Reach 10 ft.") is kept whole.
    """
    found: list[Line] = []
    told = False
    for number, line in enumerate(text.splitlines(), 1):
        bare = " ".join(line.replace("•", " ").split())
        folded = fold(bare)
        if not bare or set(bare) <= set("-_=*—–"):
            continue
        if folded in listed("headings"):
            found.append((number, "heading", ""))
        elif folded in listed("special_abilities"):
            told = True
            found.append((number, "heading", ""))
        elif told:
            found.append((number, "told", bare))
        else:
            _labelled(found, number, bare)
    return found


def _labelled(found: list[Line], number: int, bare: str) -> None:
    label, rest = _label(bare)
    if label:
        found.append((number, label, rest))
    elif found and found[-1][1] not in ("", "heading", "xp") and len(found) > 2:
        found[-1] = (found[-1][0], found[-1][1], f"{found[-1][2]} {bare}")
    else:
        found.append((number, "", bare))


def _label(bare: str) -> tuple[str, str]:
    for word, label in labels():
        if bare[: len(word)].casefold() == word.casefold() and not bare[len(word) : len(word) + 1].isalnum():
            rest = bare[len(word) :]
            if label not in ("hp", "sr", "dr", "ac", "bab") or re.match(r"[ :]", rest):
                return label, rest.strip(" :")
    return "", bare


class Block:
    """The reading of one block."""

    def __init__(self, text: str, file: str, names: Names, losses: Losses) -> None:
        self.lines, self.file = split(text), file
        self.names, self.losses = names, losses
        self.draft = Draft()
        self.where = ""

    def read(self) -> Draft:
        """Everything: feats and scores before attacks, which are judged by them."""
        heads = [line for line in self.lines if line[1] == ""]
        labelled = [line for line in self.lines if line[1] not in ("", "heading")]
        late = ("melee", "ranged", "spell_like", "known", "prepared", "gear", "treasure")
        for number, _, text in heads:
            self._at(number, self._head, text)
        for number, label, text in sorted(labelled, key=lambda line: (line[1] in late, line[1] == "gear", line[0])):
            self._at(number, getattr(self, f"_{label}"), text)
        self.losses.found.sort(key=lambda loss: int(loss.path.rpartition(":")[2]))
        return self.draft

    def _at(self, number: int, read: Callable[[str], None], text: str) -> None:
        self.where = f"{self.file}:{number}"
        read(text)

    def lose(self, text: str, why: tuple[str, str] = NOT_UNDERSTOOD) -> None:
        """A piece of the line at hand that is not used."""
        if text.strip(" ,;."):
            self.losses.add(self.where, text.strip(), why)

    # --- the first lines

    def _head(self, text: str) -> None:
        """Name and challenge; alignment, size and type; a class and a level."""
        draft = self.draft
        cr = re.search(rf"\s+(?:{'|'.join(raw()['cr'])})\s+([\d/]+|[½⅓¼⅙⅛])\s*$", text)
        if cr and not draft.name:
            draft.name, draft.cr = text[: cr.start()].strip(), _fraction(cr[1])
            return
        if self._kind(text):
            return
        named = re.search(r"(?P<name>[A-Za-zà-ù' ]+?)\s+(?P<level>\d+)$", text)
        known = table("classes").get(fold(named["name"].split()[-1])) if named else None
        if named and known:
            draft.classes[known] = int(named["level"])
        elif not draft.name:
            draft.name = text
        else:
            self.lose(text)

    def _kind(self, text: str) -> bool:
        """A line such as "NE Small humanoid (goblinoid)", in either order of words."""
        first, _, rest = text.partition(" ")
        if first not in raw()["alignments"]:
            return False
        bare, _, inside = rest.partition("(")
        inside, _, after = inside.partition(")")
        words = fold(f"{bare} {after}").split()
        size = next((word for word in words if word in table("sizes")), None)
        kind = " ".join(word for word in words if word != size)
        if size is None or kind not in table("types"):
            return False
        draft = self.draft
        draft.alignment, draft.size = raw()["alignments"][first], table("sizes")[size]
        draft.type = table("types")[kind]
        for word in pieces(inside):
            draft.subtypes.append(table("subtypes").get(fold(word), fold(word)))
        return True

    # --- the middle

    def _init(self, text: str) -> None:
        first, *rest = pieces(text, ";")
        number = re.match(rf"\s*({NUMBER})", first)
        if number:
            self.draft.initiative = self.draft.printed["initiative"] = signed(number[1])
            self.lose(first[number.end() :])
        else:
            self.lose(first)
        for piece in rest:
            label, value = _label(piece)
            if label == "senses":
                self._senses(value)
            else:
                self._skills(piece)

    def _senses(self, text: str) -> None:
        for piece in pieces(text):
            skill = re.fullmatch(rf"(.+?) ({NUMBER})(?: \(.*\))?", piece)
            if skill and fold(skill[1]) in table("skills"):
                self.draft.skills[table("skills")[fold(skill[1])]] = signed(skill[2])
            else:
                self.draft.add_words(self.draft.senses, [piece], "senses", self.losses, self.where)

    def _ac(self, text: str) -> None:
        printed, touch, flat = self.draft.printed, raw()["touch"], raw()["flat_footed"]
        bare, _, inside = text.partition("(")
        number = re.match(r"\s*(\d+)", bare)
        if number:
            printed["ac"] = int(number[1])
        for key, words in (("touch", touch), ("flat_footed", flat)):
            found = re.search(rf"(?:{'|'.join(words)})\s+({NUMBER})", bare)
            if found:
                printed[key] = signed(found[1])
        for piece in pieces(inside.rstrip(") ")):
            part = re.fullmatch(rf"({NUMBER}) (?:di )?(.+)", piece)
            name = table("armour").get(fold(part[2])) if part else None
            if part and name:
                self.draft.parts[name] = self.draft.parts.get(name, 0) + signed(part[1])
            else:
                self.lose(piece, UNKNOWN)

    def _hp(self, text: str) -> None:
        number = re.match(r"\s*(\d+)\s*(?:\(([^)]*)\))?", text)
        if not number:
            self.lose(text)
            return
        self.draft.hp = int(number[1])
        dice = re.findall(r"(\d+)d\d+", number[2] or "")
        hd = re.search(r"(\d+)\s*(?:HD|DV)", number[2] or "")
        self.draft.level = int(hd[1]) if hd else sum(map(int, dice))
        for piece in pieces(text[number.end() :], ";"):
            self._recovers(piece)

    def _recovers(self, piece: str) -> None:
        """ "fast healing 5", "regeneration 5 (acid or fire)"."""
        found = re.fullmatch(
            r"(fast healing|guarigione rapida|regeneration|rigenerazione)\s+(\d+)(?:\s*\((.*)\))?", piece
        )
        if not found:
            self.lose(piece, UNKNOWN)
        elif found[1] in ("fast healing", "guarigione rapida"):
            self.draft.fast_healing = int(found[2])
        else:
            self.draft.regeneration = int(found[2])
            words = [word for part in pieces(found[3] or "") for word in re.split(r"\s+(?:or|o|e|and)\s+", part)]
            self.draft.add_words(self.draft.regeneration_but, words, "energies", self.losses, self.where)

    def _saves(self, save: str, text: str) -> None:
        first, *rest = pieces(text)
        number = re.match(rf"\s*({NUMBER})", first)
        if number:
            self.draft.saves[save] = signed(number[1])
            self.lose(first[number.end() :], UNKNOWN)
        else:
            self.lose(first)
        for piece in rest:
            label, value = _label(piece)
            if label in ("tempra", "riflessi", "volonta"):
                self._saves(label, value)
            else:
                self.lose(piece, UNKNOWN)

    def _tempra(self, text: str) -> None:
        self._saves("tempra", text)

    def _riflessi(self, text: str) -> None:
        self._saves("riflessi", text)

    def _volonta(self, text: str) -> None:
        self._saves("volonta", text)

    def _defence(self, text: str) -> None:
        """Defensive abilities, and what stands behind them on the same line: DR, Immune, Resist, SR."""
        for piece in pieces(text, ";"):
            label, value = _label(piece)
            if label:
                getattr(self, f"_{label}")(value)
            else:
                for one in pieces(piece):
                    self.draft.add_ability(one, self.names, self.losses, self.where)

    def _behind(self, text: str) -> str:
        """The first part of a line; those behind it that have a label of their own are read."""
        first, *rest = pieces(text, ";") or [""]
        for piece in rest:
            label, value = _label(piece)
            if label:
                getattr(self, f"_{label}")(value)
            else:
                self.lose(piece)
        return first

    def _dr(self, text: str) -> None:
        found = re.fullmatch(r"\s*(\d+)/(.+?)\s*", self._behind(text))
        if not found:
            self.lose(text)
            return
        self.draft.reduction = int(found[1])
        if found[2] not in ("-", *MINUS):
            words = re.split(r"\s+(?:or|o)\s+", found[2])
            self.draft.add_words(self.draft.reduction_but, words, "overcomes", self.losses, self.where)

    def _immune(self, text: str) -> None:
        for piece in pieces(self._behind(text)):
            group = {fold(name): words for name, words in raw()["groups"].items()}.get(fold(piece))
            ours = group or [table("energies").get(fold(piece)) or table("immune").get(fold(piece)) or ""]
            if ours == [""]:
                self.lose(piece, UNKNOWN)
            self.draft.immune += [word for word in ours if word and word not in self.draft.immune]

    def _resist(self, text: str) -> None:
        for piece in pieces(self._behind(text)):
            found = re.fullmatch(r"(.+?)\s+(\d+)", piece)
            kind = table("energies").get(fold(found[1])) if found else None
            if found and kind:
                self.draft.resistances[kind] = int(found[2])
            else:
                self.lose(piece, UNKNOWN)

    def _sr(self, text: str) -> None:
        number = re.match(r"\s*(\d+)", self._behind(text))
        if number:
            self.draft.spell_resistance = int(number[1])
        else:
            self.lose(text)

    def _weak(self, text: str) -> None:
        for piece in pieces(self._behind(text)):
            word = re.sub(r"^(?:vulnerability to|vulnerabilità al?|vulnerabile al?)\s+", "", piece, flags=re.IGNORECASE)
            self.draft.add_words(self.draft.weak, [word], "energies", self.losses, self.where)

    # --- what it does

    def _speed(self, text: str) -> None:
        for number, piece in enumerate(pieces(text)):
            found = re.match(r"(?:([A-Za-zà-ù ]+?)\s+)?(\d+(?:[.,]\d+)?)\s*(ft|m)\b\.?(.*)", piece)
            way = (
                "terra"
                if found and not found[1] and not number
                else table("ways").get(fold(found[1] or ""))
                if found
                else None
            )
            if not found or way is None:
                self.lose(piece, UNKNOWN)
                continue
            self.draft.speeds[way] = metres(found[2], found[3])
            self.lose(found[4], NO_PLACE)

    def _space(self, text: str) -> None:
        first, *rest = pieces(text, ",;")
        number = re.match(r"(\d+(?:[.,]\d+|[ -]?1/2|½)?)\s*(ft|m)\b", first)
        if number:
            self.draft.space = metres(number[1], number[2])
        else:
            self.lose(first)
        for piece in rest:
            found = re.match(
                rf"(?:{'|'.join(raw()['reach'])})\s+(\d+(?:[.,]\d+)?)\s*(ft|m)\b\.?(.*)", piece, re.IGNORECASE
            )
            if found:
                self.draft.reach = metres(found[1], found[2])
                self.lose(found[3], UNKNOWN)
            else:
                self.lose(piece)

    def _melee(self, text: str) -> None:
        read_attacks(self.draft, text, self.names, self.losses, self.where)

    _ranged = _melee

    def _special(self, text: str) -> None:
        for piece in pieces(text):
            self.draft.add_ability(piece, self.names, self.losses, self.where)

    _qualities = _special

    def _aura(self, text: str) -> None:
        self.lose(text, UNKNOWN)

    def _spell_like(self, text: str) -> None:
        read_spells(self.draft, "like", text, self.names, self.losses, self.where)

    def _known(self, text: str) -> None:
        read_spells(self.draft, "spontaneous", text, self.names, self.losses, self.where)

    def _prepared(self, text: str) -> None:
        read_spells(self.draft, "prepared", text, self.names, self.losses, self.where)

    # --- the end

    def _scores(self, text: str) -> None:
        for piece in pieces(f"str {text}"):
            found = re.fullmatch(rf"([A-Za-z]{{3}})\s+(\d+|[{MINUS}-])", piece)
            ability = table("scores").get(found[1].casefold()) if found else None
            if found and ability:
                self.draft.scores[ability] = int(found[2]) if found[2].isdigit() else None
            else:
                self.lose(piece)

    def _bab(self, text: str) -> None:
        first, *rest = pieces(text, ";")
        number = re.match(rf"\s*({NUMBER})", first)
        if number:
            self.draft.bab = signed(number[1])
        else:
            self.lose(first)
        for piece in rest:
            for key in ("cmb", "cmd"):
                found = re.match(rf"(?:{'|'.join(raw()[key])})\s+({NUMBER})\s*(.*)", piece, re.IGNORECASE)
                if found:
                    self.draft.printed[key] = signed(found[1])
                    self._against(key, signed(found[1]), found[2])
                    break
            else:
                self.lose(piece)

    def _against(self, key: str, number: int, more: str) -> None:
        """What stands in brackets behind CMB and CMD: extra legs show in CMD against trip (PF-TRP-02.3)."""
        for piece in pieces(more.strip("() ")):
            trip = re.fullmatch(r"(\d+) (?:vs\.?|contro) (?:trip|sbilanciare)", piece)
            if key == "cmd" and trip:
                self.draft.legs = 2 + (int(trip[1]) - number) // 2
            elif key == "cmd" and re.fullmatch(
                r"can'?t be tripped|non può essere sbilanciat[oa]", piece.replace("’", "'")
            ):
                self.draft.immune.append("prono")
            else:
                self.lose(piece, UNKNOWN)

    def _feats(self, text: str) -> None:
        for piece in pieces(text):
            self.draft.add_feat(piece, self.names, self.losses, self.where)

    def _skills(self, text: str) -> None:
        first, *rest = pieces(text, ";") or [""]
        for piece in pieces(first):
            found = re.fullmatch(rf"(.+?)\s+({NUMBER})(?: \(.*\))?", piece)
            skill = table("skills").get(fold(found[1])) if found else None
            if found and skill:
                self.draft.skills[skill] = signed(found[2])
                self.lose(piece[found.end(2) :], UNKNOWN)
            else:
                self.lose(piece, UNKNOWN)
        for piece in rest:
            self.lose(piece, ("è già nei totali", "is in the totals already"))

    def _gear(self, text: str) -> None:
        for piece in pieces(text):
            self._thing(piece)

    def _thing(self, piece: str) -> None:
        bare = re.sub(r"\s+(?:with|con)\s+\d+\s+\w+$", "", piece)
        bonus = re.search(r"\+(\d)", bare)
        name = re.sub(rf"\+\d|{MASTERWORK}|^\d+\s+|\(.*\)", "", bare).strip()
        id_ = self.names.thing(name)
        if id_ is None:
            self.lose(piece, UNKNOWN)
        elif bonus:
            self.draft.add_item(id_, bonus=int(bonus[1]))
        elif re.search(MASTERWORK, bare):
            self.draft.add_item(id_, masterwork=True)
        else:
            self.draft.add_item(id_)

    def _treasure(self, text: str) -> None:
        inside = re.search(r"\(([^)]*)\)", text)
        if inside:
            self._gear(inside[1])
        else:
            self.lose(text, NO_PLACE)

    def _told(self, text: str) -> None:
        self.lose(text, NOT_ENFORCED)

    def _xp(self, text: str) -> None:
        self.lose(text, NO_PLACE)

    _languages = _environment = _organization = _xp


def metres(number: str, unit: str) -> float:
    """A length as printed, in metres: five feet are 1.5.

    >>> metres("30", "ft"), metres("2-1/2", "ft"), metres("4,5", "m")
    (9.0, 0.75, 4.5)
    """
    whole = re.match(r"\d+(?:[.,]\d+)?", number)
    assert whole
    value = float(whole[0].replace(",", ".")) + (0.5 if re.search("1/2|½", number[whole.end() :]) else 0)
    return round(value * FOOT, 2) if unit == "ft" else value


def _fraction(text: str) -> str:
    return {"½": "1/2", "⅓": "1/3", "¼": "1/4", "⅙": "1/6", "⅛": "1/8"}.get(text, text)

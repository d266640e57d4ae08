"""Beings as members of a party file: our records found behind their words, new ones made for the rest."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct, structs

from arbitro.content.losses import DIFFERS, NOT_UNDERSTOOD, Losses
from arbitro.rulesets.cairn.content import BOOK_OF, SCROLL_OF, Library, Monster, NaturalAttack, Thing
from arbitro.rulesets.cairn.interchange.being import FOE, PC, SCORES, SIDES, WAITING, Being, Ware, plain
from arbitro.rulesets.cairn.setup import ORDINARY, creature_of
from arbitro.rulesets.cairn.state import DEPRIVED, PANICKED, PARTY

PREFIX = "altrove-"
"""Records made for things and monsters that our packs do not have begin so."""
_NUMBER = re.compile(r"(.*\S) (\d{1,2})")
_PLACED = re.compile(r"([^:(]+?)\s*(?:\(([^)]*)\))?\s*(?::.*)?")
_PLAIN = ("needs", "group", "at", "formation", "leader", "hidden")
LONGEST_NOTES = 2000
MISSING = ("non è scritto: conto {}", "is not written: {} is used")


class Found(Struct):
    """What came out of a file: members as a party file writes them, and records made for it."""

    members: list[dict[str, Any]] = []
    things: dict[str, Thing] = {}
    monsters: dict[str, Monster] = {}


class Reader:
    """Turns the beings of one file into members. Made anew for each file."""

    def __init__(self, library: Library, losses: Losses) -> None:
        self.library, self.losses, self.found = library, losses, Found()
        self.by_name: dict[str, list[str]] = {}
        for thing in library.things.values():
            if thing.type not in ("attack", "gift"):
                self._named(thing)
        for spell in library.spells.values():
            for word in (spell.name, spell.name_en):
                self.by_name.setdefault(f"spellbook ({word})".casefold(), []).append(BOOK_OF + spell.id)
                self.by_name.setdefault(f"spellscroll: {word}".casefold(), []).append(SCROLL_OF + spell.id)

    def _named(self, thing: Thing) -> None:
        for word in {thing.name.casefold(), thing.name_en.casefold()}:
            self.by_name.setdefault(word, []).append(thing.id)

    def member(self, being: Being) -> None:
        """Add a being to what was found."""
        rest = dict(being.rest)
        monster = self._monster(being, rest)
        data: dict[str, Any] = {"name": plain(being.name)}
        if monster is not None:
            data = {"monster": monster.id, **self._monster_name(being, monster)}
        if plain(being.name) in (rest.get("name"), rest.get("name_en")):
            data.update({key: rest[key] for key in ("name", "name_en") if rest.get(key)})
        data["kind"] = being.kind
        data.update(self._scores(being, monster))
        if being.armour != (monster.armour if monster is not None else 0):
            data["armour"] = being.armour
        conditions = [*(DEPRIVED,) * being.deprived, *(PANICKED,) * being.panicked, *rest.get("conditions", ())]
        lists = {"conditions": conditions, **self._told(being)}
        data.update({key: value for key, value in lists.items() if value})
        self._background(being, data)
        plain_ones = {"coins": being.coins, "fatigue": being.fatigue, "age": being.age}
        plain_ones |= {key: rest[key] for key in (*_PLAIN, *WAITING) if key in rest}
        data.update({key: value for key, value in plain_ones.items() if value})
        items = [self._item(ware) for ware in being.wares]
        if items or (monster is not None and monster.items):
            data["items"] = items
        self._hands(being, data)
        self.found.members.append(data)

    def whole(self) -> Library:
        """The library with the records that were made."""
        found = self.found
        attacks = {
            f"{monster.id}-{attack.id}": Thing(
                **{**structs.asdict(attack), "id": f"{monster.id}-{attack.id}", "type": "attack"}
            )
            for monster in found.monsters.values()
            for attack in monster.attacks
        }
        return structs.replace(
            self.library,
            things={**self.library.things, **found.things, **attacks},
            monsters={**self.library.monsters, **found.monsters},
        )

    # --- scores and texts

    def _scores(self, being: Being, monster: Monster | None) -> dict[str, int]:
        data: dict[str, int] = {}
        for name in SCORES:
            if name not in being.scores:
                used = getattr(monster, name, _usual(name))
                it, en = MISSING
                self.losses.add(f"{being.path}: {name}".removeprefix(": "), "", (it.format(used), en.format(used)))
                data[name] = used
                continue
            now, most = being.scores[name], being.most.get(name, being.scores[name])
            if monster is None or now != getattr(monster, name):
                data[name] = now
            if most != now:
                data[f"{name}_max"] = most
        return data

    def _background(self, being: Being, data: dict[str, Any]) -> None:
        if not being.background:
            return
        for background in self.library.backgrounds.values():
            if being.background.casefold() in (background.name.casefold(), background.name_en.casefold()):
                data["background"] = background.id
                return
        self.losses.add(f"{being.path}.background".removeprefix("."), being.background, NOT_UNDERSTOOD)

    def _told(self, being: Being) -> dict[str, Any]:
        """Traits, bonds, omens, marks and scars behind lines; a free line that says something else is a note."""
        found: dict[str, Any] = {"traits": {}, "bonds": [], "omens": [], "marks": [], "scars": []}
        notes: list[str] = []
        for kind in ("traits", "bonds", "omens", "marks", "scars"):
            for path, line in getattr(being, kind):
                if not self._line(line, (kind,), found):
                    self.losses.add(path, line, NOT_UNDERSTOOD)
        for path, line in being.told:
            if not self._line(line, tuple(found), found):
                notes.append(line)
                if len("\n".join(notes)) > LONGEST_NOTES:
                    self.losses.add(path, notes.pop())
        return found | {"notes": "\n".join(notes)}

    def _line(self, line: str, kinds: Iterable[str], found: dict[str, Any]) -> bool:
        first, _, after = (part.strip().casefold() for part in line.partition(":"))
        for kind in kinds:
            for record in getattr(self.library, kind).values():
                if kind == "traits":
                    if first in (record.name.casefold(), record.name_en.casefold()):
                        for words in (record.words, record.words_en):
                            spoken = [word.casefold() for word in words]
                            if after.rstrip(".") in spoken and record.id not in found["traits"]:
                                found["traits"][record.id] = spoken.index(after.rstrip(".")) + 1
                                return True
                elif kind == "omens":
                    if line.strip().casefold() in (record.text.casefold(), record.text_en.casefold()):
                        found["omens"].append(record.id)
                        return True
                elif kind == "scars":
                    match = _PLACED.fullmatch(line.strip())
                    if match is not None and match[1].casefold() in (record.name.casefold(), record.name_en.casefold()):
                        found["scars"].append([record.id, self._place(record, match[2] or "")])
                        return True
                elif first in (record.name.casefold(), record.name_en.casefold()):
                    found[kind].append(record.id)
                    return True
        return False

    def _place(self, scar: Any, word: str) -> int:
        for words in (scar.places, scar.places_en):
            if word in words:
                return int(words.index(word)) + 1
        return 0

    # --- monsters

    def _monster(self, being: Being, rest: dict[str, Any]) -> Monster | None:
        """The monster of the packs with this name and these attacks, one made for it, or none for a character."""
        known = self.library.monsters.get(rest.get("monster", "")) or self._monster_called(being)
        if known is not None and (being.kind == FOE or being.attacks or "monster" in rest) and _fights(being, known):
            self._monster_text(being, known)
            return known
        if being.kind == PC and not being.attacks:
            return None
        if being.kind != FOE and not being.attacks and known is None:
            return None
        return self._new_monster(being)

    def _monster_called(self, being: Being) -> Monster | None:
        """The monster with this name, a number behind it left aside; else the one with our very words and attacks."""
        name, monsters = plain(being.name), self.library.monsters.values()
        for word in (name, (_NUMBER.fullmatch(name) or [""] * 2)[1]):
            for monster in monsters:
                if word and word.casefold() in (monster.name.casefold(), monster.name_en.casefold()):
                    return monster
        text = plain(being.text)
        return next((m for m in monsters if text and text in (m.text, m.text_en) and _fights(being, m)), None)

    def _monster_name(self, being: Being, monster: Monster) -> dict[str, str]:
        name, numbered = plain(being.name), _NUMBER.fullmatch(plain(being.name))
        words = (monster.name.casefold(), monster.name_en.casefold())
        if name.casefold() in words:
            return {}
        if numbered is not None and numbered[1].casefold() in words:
            return {"name": f"{monster.name} {numbered[2]}", "name_en": f"{monster.name_en} {numbered[2]}"}
        return {"name": name}

    def _monster_text(self, being: Being, monster: Monster) -> None:
        if being.text and plain(being.text) not in (monster.text, monster.text_en):
            self.losses.add(f"{being.path}.text".removeprefix("."), being.text, DIFFERS)

    def _new_monster(self, being: Being) -> Monster:
        name = plain(being.name)
        if (numbered := _NUMBER.fullmatch(name)) is not None and self._again(being, numbered[1]) is not None:
            name = numbered[1]
        scores = {s: being.most.get(s, being.scores.get(s, _usual(s))) for s in SCORES}
        made = Monster(
            id=self._free(name, self.library.monsters, self.found.monsters), name=name, name_en=name,
            text=plain(being.text), text_en=plain(being.text), armour=being.armour,
            attacks=[_natural(number, ware) for number, ware in enumerate(being.attacks, 1)],
            forza=scores["forza"], des=scores["des"], vol=scores["vol"], pf=scores["pf"],
        )  # fmt: skip
        for other in self.found.monsters.values():
            if structs.replace(made, id=other.id) == other:
                return other
        self.found.monsters[made.id] = made
        return made

    def _again(self, being: Being, name: str) -> Monster | None:
        return next((m for m in self.found.monsters.values() if m.name == name and m.pf == being.most.get("pf")), None)

    # --- things

    def _item(self, ware: Ware) -> dict[str, Any] | str:
        thing = self._known(ware) or self._made(ware)
        data: dict[str, Any] = {"thing": thing.id}
        if thing.charges and not ware.charges[1]:
            ware.charges, ware.uses = ware.uses, (0, 0)
        if thing.doses and not thing.charges and ware.charges[1]:
            ware.charges, ware.uses = (0, 0), ware.charges
        for now, most, usual, key in ((*ware.uses, thing.doses, "uses"), (*ware.charges, thing.charges, "charges")):
            if now != usual and (most or usual):
                data[key] = now
            if most not in (0, usual, now):
                self.losses.add(f"{ware.path}.{key}", most, DIFFERS)
        if ware.equipped is not None and thing.type == "armour" and not ware.equipped:
            data["worn"] = False
        if ware.on:
            data["on"] = ware.on
        if ware.note:
            data["note"] = plain(ware.note)[:200]
        return data if len(data) > 1 else thing.id

    def _known(self, ware: Ware) -> Thing | None:
        """The thing of our packs with this name and these numbers; small differences are listed."""
        name = plain(ware.name)
        ids = list(dict.fromkeys(i for word in _spoken(name, ware.kind) for i in self.by_name.get(word, ())))
        if ware.thing in ids:
            ids = [ware.thing]
        things = [self.library.things[i] for i in ids]
        fits = [t for t in things if (tuple(sorted(t.dice)), t.blast, t.armour) == _numbers(ware)]
        if not fits:
            return None
        most = ware.uses[1] or ware.charges[1]
        best = min(fits, key=lambda t: (t.bulky != ware.bulky) + (t.petty != ware.petty) + (t.doses != most))
        for word in ("bulky", "petty"):
            if getattr(best, word) != getattr(ware, word):
                self.losses.add(f"{ware.path}.{word}", getattr(ware, word), DIFFERS)
        if ware.price and ware.price != (best.price or 0):
            self.losses.add(f"{ware.path}.cost", ware.price, DIFFERS)
        if ware.text and plain(ware.text) not in (best.text, best.text_en):
            self.losses.add(f"{ware.path}.description", ware.text)
        return best

    def _made(self, ware: Ware) -> Thing:
        name, text = plain(ware.name), plain(ware.text)
        if ware.kind not in ("weapon", "armour", "shield", "carrier"):
            ware.kind = "gear"
        made = Thing(
            id=self._free(name, self.library.things, self.found.things), name=name, name_en=name, type=ware.kind,  # type: ignore[arg-type]
            dice=list(ware.dice), blast=ware.blast, ranged=ware.ranged, hands=2 if ware.bulky and ware.dice else 1,  # type: ignore[arg-type]
            armour=ware.armour, plus=ware.plus, bulky=ware.bulky, petty=ware.petty, doses=ware.uses[1],
            charges=ware.charges[1], carries=ware.carries, price=ware.price or None, text=text, text_en=text,
        )  # fmt: skip
        for other in self.found.things.values():
            if structs.replace(made, id=other.id) == other:
                return other
        self.found.things[made.id] = made
        return made

    def _free(self, name: str, *taken: Any) -> str:
        bare = unicodedata.normalize("NFKD", name.casefold()).encode("ascii", "ignore").decode()
        slug = PREFIX + (re.sub("[^a-z0-9]+", "-", bare).strip("-")[:40] or "senza-nome")
        names = (slug, *(f"{slug}-{number}" for number in range(2, 10_000)))
        return next(name for name in names if not any(name in known for known in taken))

    def _hands(self, being: Being, data: dict[str, Any]) -> None:
        """What is held is worked out here; where a file says something else, it is listed."""
        if not any(ware.equipped is not None for ware in being.wares):
            return
        library = self.whole()
        creature = creature_of({"id": "x", **data}, PARTY, library)
        for item, ware in zip(creature.items, being.wares, strict=True):
            thing = library.things[item.thing]
            held = item.worn if thing.type == "armour" else item.no in creature.hands
            if ware.equipped is not None and ware.equipped != held:
                self.losses.add(f"{ware.path}.equipped", ware.equipped, DIFFERS)


def _usual(score: str) -> int:
    """What a score counts that nobody has written."""
    return 1 if score == "pf" else ORDINARY


def _numbers(ware: Ware) -> tuple[tuple[int, ...], bool, int]:
    return tuple(sorted(ware.dice)), ware.blast, ware.armour


def _spoken(name: str, kind: str) -> tuple[str, ...]:
    word = name.casefold()
    return (word, f"spellbook: {word}", f"spellbook ({word})") if kind == "book" else (word,)


def _blow(name: str, dice: tuple[int, ...], blast: bool) -> tuple[str, tuple[int, ...], bool]:
    return plain(name).casefold(), tuple(sorted(dice)), blast


def _fights(being: Being, monster: Monster) -> bool:
    """Whether a being has the attacks of a monster, in either language."""
    theirs = sorted(_blow(ware.name.rstrip("*"), ware.dice, ware.blast) for ware in being.attacks)
    return any(
        sorted(_blow(getattr(a, words), tuple(a.dice), a.blast) for a in monster.attacks) == theirs
        for words in ("name", "name_en")
    )


def _natural(number: int, ware: Ware) -> NaturalAttack:
    name = plain(ware.name)
    dice = [sides for sides in ware.dice if sides in SIDES] or [4]
    return NaturalAttack(id=f"attacco-{number}", name=name, name_en=name, dice=dice, blast=ware.blast,  # type: ignore[arg-type]
                         ranged=ware.ranged)  # fmt: skip


def record_lines(record: Struct) -> dict[str, Any]:
    """A record as its file writes it: what differs from its defaults."""
    data: dict[str, Any] = msgspec.to_builtins(record)
    fields = structs.fields(type(record))
    usual = {field.name: field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
             for field in fields}  # fmt: skip
    out = {key: value for key, value in data.items() if value != usual[key]}
    if isinstance(record, Monster):
        out["attacks"] = [record_lines(attack) for attack in record.attacks]
    return out

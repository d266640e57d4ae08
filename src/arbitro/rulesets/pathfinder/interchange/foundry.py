"""An actor of Foundry's system pf1 ("Export Data"): what has no place here is listed with its path.

Older files say ``data`` for ``system`` and keep totals; newer ones keep what totals come from, and these are worked
out. Lengths are in feet.
"""

from __future__ import annotations

import re
from typing import Any

from arbitro.content.catalogue import fold
from arbitro.content.losses import NO_PLACE, NOT_UNDERSTOOD, Losses, empty
from arbitro.rulesets.pathfinder.interchange.draft import FOUND_OTHERWISE, UNKNOWN, Draft, body_attack, said
from arbitro.rulesets.pathfinder.interchange.statblock import metres
from arbitro.rulesets.pathfinder.interchange.words import Names, natural, table

ACTORS = ("npc", "character")
SIZES = {"fine": "piccolissima", "dim": "minuta", "tiny": "minuscola", "sm": "piccola", "med": "media", "lg": "grande",
         "huge": "enorme", "grg": "mastodontica", "col": "colossale"}  # fmt: skip
SPEED = {"high": (1, 1), "med": (3, 4), "medium": (3, 4), "low": (1, 2)}
"""Base attack for a level, by what a class says."""
RAISES = {"tempra": "tempra-possente", "riflessi": "riflessi-fulminei", "volonta": "volonta-di-ferro"}
ABILITY = {"tempra": "costituzione", "riflessi": "destrezza", "volonta": "saggezza"}
SILENT = ("loot", "consumable", "container", "buff", "implant", "note")
DAMAGE = re.compile(r"(?:sizeRoll\()?\s*(\d+)\s*(?:,|d)\s*(\d+)")
WORKED_OUT = ("manca il totale: {right}, dalle classi", "no total is given: {right}, from the classes")
CHANGES = ("cambia numeri per conto suo: qui non conta", "changes numbers by itself: it does not count here")
HUMANOID = (
    "il tipo di creatura non è detto: è letta come umanoide", "no creature type is given: it is read as a humanoid"
)  # fmt: skip


def is_actor(data: Any) -> bool:
    """Whether plain data looks like an actor of pf1: six abilities called ``str`` to ``cha``."""
    if not isinstance(data, dict) or data.get("type") not in ACTORS:
        return False
    system = data.get("system", data.get("data"))
    abilities = system.get("abilities") if isinstance(system, dict) else None
    return isinstance(abilities, dict) and {"str", "dex", "con", "int", "wis", "cha"} <= set(abilities)


def at(data: Any, *path: str) -> Any:
    """What stands at a path of nested mappings, None where there is nothing."""
    for step in path:
        data = data.get(step) if isinstance(data, dict) else None
    return data


def number(value: Any) -> int | None:
    """A whole number, also one written as text; None for anything else."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        return int(value) if value == int(value) else None
    text = str(value).strip()
    return int(text) if re.fullmatch(r"[+-]?\d{1,6}", text) else None


class Actor:
    """The reading of one actor."""

    def __init__(self, actor: dict[str, Any], path: str, names: Names, losses: Losses) -> None:
        self.key = "system" if "system" in actor else "data"
        self.actor, self.system = actor, actor[self.key]
        self.path = f"{path}.{self.key}" if path else self.key
        self.top = path
        self.names, self.losses = names, losses
        self.items: list[dict[str, Any]] = _dicts(self.rows(actor.get("items"), f"{path}.items".removeprefix(".")))
        self.draft = Draft(name=" ".join(str(actor.get("name") or "").split())[:80])

    def read(self) -> Draft:
        """Everything: what numbers come from before numbers, feats before attacks."""
        self._who()
        self._scores()
        self._classes()
        for kind in ("feat", "equipment", "weapon", "attack", "spell"):
            for place, item in enumerate(self.items):
                if item.get("type") == kind:
                    getattr(self, f"_{kind}")(item, self._item_path(place))
        self._numbers()
        self._armour()
        self._skills()
        self._traits()
        self._rest()
        return self.draft

    def _item_path(self, place: int) -> str:
        return f"{self.top}.items[{place}]".removeprefix(".")

    def lose(self, path: str, value: Any, why: tuple[str, str] = NO_PLACE) -> None:
        """A piece that is not used, unless it says nothing."""
        if not empty(value):
            self.losses.add(f"{self.path}.{path}", value, why)

    def rows(self, value: Any, path: str) -> list[Any]:
        """A list, or what stands in its place listed as not understood."""
        if isinstance(value, list):
            return value
        if not empty(value):
            self.losses.add(path, value, NOT_UNDERSTOOD)
        return []

    def columns(self, value: Any, path: str) -> dict[str, Any]:
        """The same for a mapping; ``path`` within the system's part."""
        if isinstance(value, dict):
            return value
        self.lose(path, value, NOT_UNDERSTOOD)
        return {}

    def _data(self, item: dict[str, Any]) -> dict[str, Any]:
        data = item.get("system", item.get("data"))
        return data if isinstance(data, dict) else {}

    # --- who it is

    def _who(self) -> None:
        draft, details, traits = self.draft, at(self.system, "details"), at(self.system, "traits")
        size = at(traits, "size")
        size = at(size, "base") if isinstance(size, dict) else size
        draft.size = SIZES.get(str(size), "")
        if not draft.size:
            self.lose("traits.size", size or "?", NOT_UNDERSTOOD)
        draft.long = at(traits, "stature") == "long"
        cr = at(details, "cr", "base")
        draft.cr = _challenge(cr if cr is not None else at(details, "cr"))
        draft.alignment = table("alignments").get(fold(str(at(details, "alignment") or "")), "")
        self._kind(details)

    def _kind(self, details: Any) -> None:
        race = next((item for item in self.items if item.get("type") == "race"), None)
        told = [at(self._data(race), "creatureType") if race else None, at(details, "type")]
        racial = [item for item in self.items if item.get("type") == "class" and self._subtype(item) == "racial"]
        told += [at(self._data(item), "tag") or item.get("name") for item in racial]
        kinds = (table("types").get(fold(str(word))) for word in told if word)
        self.draft.type = next((kind for kind in kinds if kind), "")
        if not self.draft.type:
            self.lose("details.type", "?", HUMANOID)
            self.draft.type = "umanoide"
        for word in _words(at(self._data(race), "creatureSubtypes") if race else None):
            self.draft.subtypes.append(table("subtypes").get(fold(word), fold(word)))

    def _subtype(self, item: dict[str, Any]) -> str:
        data = self._data(item)
        return str(data.get("subType") or data.get("classType") or "base")

    def _scores(self) -> None:
        for word, row in self.system["abilities"].items():
            ability = table("scores").get(word)
            if ability is None:
                self.lose(f"abilities.{word}", row)
                continue
            value = at(row, "value")
            self.draft.scores[ability] = number(value) if value != "-" else None
            for kind in ("damage", "drain", "userPenalty", "penalty"):
                self.lose(f"abilities.{word}.{kind}", at(row, kind))

    # --- levels

    def _classes(self) -> None:
        for place, item in enumerate(self.items):
            if item.get("type") != "class":
                continue
            level = number(at(self._data(item), "level")) or 0
            self.draft.level += level
            ours = table("classes").get(fold(str(item.get("name") or "")))
            if ours and self._subtype(item) != "racial":
                self.draft.classes[ours] = self.draft.classes.get(ours, 0) + level
            elif self._subtype(item) != "racial":
                self.losses.add(f"{self._item_path(place)}.name", item.get("name"), UNKNOWN)
        if not self.draft.level:
            total = at(self.system, "details", "level", "value")
            self.draft.level = number(total) or 0

    def _rows(self) -> list[tuple[dict[str, Any], int]]:
        rows = [(self._data(item), item) for item in self.items if item.get("type") == "class"]
        return [(data, number(data.get("level")) or 0) for data, _ in rows]

    def _numbers(self) -> None:
        """Base attack, saves, hit points: as totals where they are kept, else from the classes."""
        attributes = at(self.system, "attributes")
        draft = self.draft
        rows = self._rows()
        bab = number(at(attributes, "bab", "total"))
        made = sum(
            level * up // down for data, level in rows for up, down in (SPEED.get(str(data.get("bab")), (0, 1)),)
        )
        draft.bab = self._total("attributes.bab", bab, made if rows else None)
        for word, save in (("fort", "tempra"), ("ref", "riflessi"), ("will", "volonta")):
            total = number(at(attributes, "savingThrows", word, "total"))
            base = sum(_base_save(at(data, "savingThrows", word, "value"), level) for data, level in rows)
            ability = "carisma" if save == "tempra" and draft.type == "non_morto" else ABILITY[save]
            sum_ = base + draft.modifier(ability) + 2 * draft.has(RAISES[save])
            found = self._total(f"attributes.savingThrows.{word}", total, sum_ if rows else None)
            if found is not None:
                draft.saves[save] = found
        whole = number(at(attributes, "hp", "max")) or number(at(attributes, "hp", "total"))
        body = draft.modifier("carisma" if draft.type == "non_morto" else "costituzione") * draft.level
        sturdy = max(3, draft.level) * draft.has("robustezza")
        points = sum(number(data.get("hp")) or 0 for data, _ in rows) + body + sturdy
        draft.hp = self._total("attributes.hp", whole, points if points > 0 else None)
        for kind in ("temp", "nonlethal", "offset"):
            self.lose(f"attributes.hp.{kind}", at(attributes, "hp", kind))
        init = number(at(attributes, "init", "total"))
        if init is not None:
            draft.initiative = draft.printed["initiative"] = init
        resistance = number(at(attributes, "sr", "total")) or number(at(attributes, "sr", "formula"))
        draft.spell_resistance = resistance or 0

    def _total(self, path: str, total: int | None, made: int | None) -> int | None:
        if total is None:
            if made is not None:
                self.losses.add(f"{self.path}.{path}", "", said(WORKED_OUT, right=made))
            return made
        if made is not None and made != total:
            self.losses.add(f"{self.path}.{path}", total, said(FOUND_OTHERWISE, right=made))
        return total

    def _armour(self) -> None:
        attributes, draft = at(self.system, "attributes"), self.draft
        hide = number(at(attributes, "naturalAC"))
        if hide:
            draft.parts["natural"] = hide
        for key, word in (("ac", "normal"), ("touch", "touch"), ("flat_footed", "flatFooted")):
            total = number(at(attributes, "ac", word, "total"))
            if total is not None:
                draft.printed[key] = total
        for key in ("cmb", "cmd"):
            total = number(at(attributes, key, "total"))
            if total is not None:
                draft.printed[key] = total
        if at(attributes, "quadruped"):
            draft.legs = 4
        for way, row in self.columns(at(attributes, "speed"), "attributes.speed").items():
            ours, base = table("ways").get(fold(way)), number(at(row, "base"))
            if base and ours:
                draft.speeds[ours] = metres(str(base), "ft")
            elif base:
                self.lose(f"attributes.speed.{way}", row, UNKNOWN)

    def _skills(self) -> None:
        for word, row in self.columns(at(self.system, "skills"), "skills").items():
            ours = table("skills").get(fold(word))
            rank, total = number(at(row, "rank")) or 0, number(at(row, "mod"))
            if ours is None or (not rank and total is None):
                if rank:
                    self.lose(f"skills.{word}", rank, UNKNOWN)
                continue
            ability = table("scores").get(str(at(row, "ability") or ""), "")
            made = rank + (self.draft.modifier(ability) if ability else 0) + (3 if rank and at(row, "cs") else 0)
            self.draft.skills[ours] = made if total is None else total

    # --- what it resists and feels

    def _traits(self) -> None:
        traits, draft = self.columns(at(self.system, "traits"), "traits"), self.draft
        senses = traits.get("senses")
        if isinstance(senses, str):
            draft.add_words(draft.senses, _list(senses), "senses", self.losses, f"{self.path}.traits.senses")
        for word, value in senses.items() if isinstance(senses, dict) else ():
            on = at(value, "enabled") or at(value, "value") if isinstance(value, dict) else value
            if on and table("senses").get(fold(word)):
                draft.senses.append(table("senses")[fold(word)])
            elif on:
                self.lose(f"traits.senses.{word}", value, UNKNOWN)
        for key, into, names in (("di", draft.immune, "energies"), ("dv", draft.weak, "energies")):
            self._listed(traits, key, into, names)
        self._listed(traits, "ci", draft.immune, "immune")
        self._amounts(traits)

    def _listed(self, traits: dict[str, Any], key: str, into: list[str], names: str) -> None:
        row = traits.get(key)
        words = _words(at(row, "value") if isinstance(row, dict) else row) + _words(at(row, "total"))
        words += _list(str(at(row, "custom") or ""))
        self.draft.add_words(into, list(dict.fromkeys(words)), names, self.losses, f"{self.path}.traits.{key}")

    def _amounts(self, traits: dict[str, Any]) -> None:
        """Damage reduction and resistances, new and old: rows of amounts, or text such as "5/magic"."""
        draft = self.draft
        for place, row in enumerate(_rows_of(traits.get("dr"))):
            amount, types = number(row.get("amount")), [word for word in _words(row.get("types")) if word]
            if amount and not draft.reduction:
                draft.reduction = amount
                where = f"{self.path}.traits.dr[{place}]"
                draft.add_words(draft.reduction_but, types, "overcomes", self.losses, where)
            elif amount:
                self.lose(f"traits.dr[{place}]", row)
        for place, row in enumerate(_rows_of(traits.get("eres"))):
            for word in _words(row.get("types")):
                kind = table("energies").get(fold(word))
                if kind:
                    draft.resistances[kind] = number(row.get("amount")) or 0
                else:
                    self.lose(f"traits.eres[{place}]", row, UNKNOWN)
        for key in ("dr", "eres"):
            self._texts(key, traits.get(key))

    def _texts(self, key: str, row: Any) -> None:
        text = row if isinstance(row, str) else str(at(row, "custom") or "")
        for piece in _list(text):
            cut = re.fullmatch(r"(\d+)\s*/\s*(.+)", piece)
            resist = re.fullmatch(r"(.+?)\s+(\d+)", piece)
            if key == "dr" and cut and not self.draft.reduction:
                self.draft.reduction = int(cut[1])
                words = [] if cut[2] in "-–—" else re.split(r"\s+or\s+", cut[2])
                self.draft.add_words(
                    self.draft.reduction_but, words, "overcomes", self.losses, f"{self.path}.traits.dr"
                )
            elif key == "eres" and resist and table("energies").get(fold(resist[1])):
                self.draft.resistances[table("energies")[fold(resist[1])]] = int(resist[2])
            else:
                self.lose(f"traits.{key}", piece, NOT_UNDERSTOOD)

    # --- items

    def _feat(self, item: dict[str, Any], where: str) -> None:
        name = str(item.get("name") or "")
        if self._subtype(item) == "feat" or str(at(self._data(item), "featType")) == "feat":
            self.draft.add_feat(name, self.names, self.losses, where)
            return
        before = len(self.draft.abilities)
        self.draft.add_ability(name, self.names, self.losses, where)
        changes = at(self._data(item), "changes")
        if len(self.draft.abilities) == before and not empty(changes):
            self.losses.add(f"{where}.changes", changes, CHANGES)

    def _equipment(self, item: dict[str, Any], where: str) -> None:
        data = self._data(item)
        id_ = self._thing(item)
        if id_ is None:
            self.losses.add(where, item.get("name"), UNKNOWN)
            return
        if data.get("equipped") is False:
            self.draft.add_item(id_, worn=False)
        self.draft.add_item(id_, **self._enhanced(number(at(data, "armor", "enh")), data))

    def _weapon(self, item: dict[str, Any], where: str) -> None:
        data = self._data(item)
        id_ = self._thing(item)
        if id_ is None:
            self.losses.add(where, item.get("name"), UNKNOWN)
        else:
            self.draft.add_item(id_, **self._enhanced(number(data.get("enh")), data))

    def _thing(self, item: dict[str, Any]) -> str | None:
        bare = re.sub(r"\+\d|masterwork|mwk|\(.*?\)", "", str(item.get("name") or ""), flags=re.IGNORECASE).strip()
        told = [bare, *_words(at(self._data(item), "baseTypes"))]
        return next((id_ for word in told if (id_ := self.names.thing(word))), None)

    def _enhanced(self, plus: int | None, data: dict[str, Any]) -> dict[str, Any]:
        more: dict[str, Any] = {"bonus": plus} if plus else {}
        return more | ({"masterwork": True} if data.get("masterwork") and not plus else {})

    def _attack(self, item: dict[str, Any], where: str) -> None:
        """Attacks with the body; those with weapons are worked out from the weapons."""
        data, name = self._data(item), str(item.get("name") or "")
        kind = str(data.get("subType") or data.get("attackType") or "")
        count = re.match(r"(\d+)\s+", name)
        body = natural().get(fold(re.sub(r"^\d+\s+", "", name)))
        if body is None:
            if self.names.thing(name) not in self.draft.items or kind == "natural":
                self.losses.add(where, name, UNKNOWN)
            return
        attack = body_attack(body)
        action = next(iter(self.rows(data.get("actions"), f"{where}.actions")), data)
        attack["damage"] = self._damage(attack, action, where)
        number_ = int(count[1]) if count else 1 + len(self.rows(at(action, "attackParts"), f"{where}.attackParts"))
        extra = at(action, "extraAttacks", "manual")
        number_ = number_ if not isinstance(extra, list) or count else 1 + len(extra)
        if number_ > 1:
            attack["count"] = number_
        low = number(at(action, "ability", "critRange"))
        if low and low < 20:
            attack["threat"] = low
        if data.get("primaryAttack") is False or at(action, "naturalAttack", "primaryAttack") is False:
            attack["primary"] = False
        self.draft.strike(attack, None, self.losses, where)

    def _damage(self, attack: dict[str, Any], action: Any, where: str) -> str:
        """The dice of the first part; a second one of an energy is extra damage, the rest is listed."""
        parts = self.rows(at(action, "damage", "parts"), f"{where}.damage.parts")
        found = "0"
        for place, part in enumerate(parts):
            formula = (
                part.get("formula") if isinstance(part, dict) else part[0] if isinstance(part, list) and part else ""
            )
            types = _words(part.get("types") if isinstance(part, dict) else at({"x": part}, "x"))
            dice = DAMAGE.search(str(formula))
            if dice is None and place == 0 and number(formula) is not None:
                return str(number(formula))
            energy = next((table("energies")[fold(w)] for w in types if fold(w) in table("energies")), None)
            if dice and place == 0:
                found = f"{dice[1]}d{dice[2]}"
            elif dice and energy and "extra" not in attack:
                attack["extra"], attack["extra_type"] = f"{dice[1]}d{dice[2]}", energy
            else:
                self.losses.add(f"{where}.damage.parts[{place}]", part, NOT_UNDERSTOOD)
        if found == "0":
            self.losses.add(f"{where}.damage", parts or "?", NOT_UNDERSTOOD)
        return found

    def _spell(self, item: dict[str, Any], where: str) -> None:
        data, name = self._data(item), str(item.get("name") or "")
        spell = self.names.spells.get(fold(name))
        if spell is None:
            self.losses.add(where, name, UNKNOWN)
            return
        book = str(data.get("spellbook") or "primary")
        casting = self._book(book)
        prepared = number(at(data, "preparation", "max")) or number(at(data, "preparation", "maxAmount")) or 0
        if data.get("atWill") or at(data, "preparation", "mode") == "atwill":
            prepared = 0
        if casting["kind"] == "spontaneous":
            casting.setdefault("known", []).append(spell)
        else:
            casting.setdefault("uses" if casting["kind"] == "like" else "prepared", {})[spell] = prepared

    def _book(self, book: str) -> dict[str, Any]:
        """The casting of a spellbook, made when its first spell is met."""
        found = next((one for one in self.draft.casting if one.get("source") == book), None)
        if found is not None:
            return found
        row = at(self.system, "attributes", "spells", "spellbooks", book)
        ability = table("scores").get(str(at(row, "ability") or ""), "carisma")
        mode = str(at(row, "spellPreparationMode") or "")
        kind = "like" if book == "spelllike" else "spontaneous" if mode == "spontaneous" else "prepared"
        level = number(at(row, "cl", "total")) or number(at(row, "cl", "formula")) or self.draft.level or 1
        made: dict[str, Any] = {"source": book, "kind": kind, "ability": ability, "level": level}
        self.draft.casting.append(made)
        return made

    def _rest(self) -> None:
        """Items of kinds that count for nothing here, texts, and the names of classes for spellbooks."""
        for place, item in enumerate(self.items):
            if item.get("type") in SILENT:
                id_ = self._thing(item)
                if id_:
                    self.draft.add_item(id_)
                else:
                    self.losses.add(self._item_path(place), item.get("name"), NO_PLACE)
        for casting in self.draft.casting:
            book = at(self.system, "attributes", "spells", "spellbooks", casting["source"], "class")
            casting["source"] = table("classes").get(fold(str(book or "")), next(iter(self.draft.classes), ""))
        for path in (("details", "biography", "value"), ("details", "notes", "value")):
            self.lose(".".join(path), at(self.system, *path))
        known = {"name", "type", "items", self.key, "img", "_id", "token", "prototypeToken", "flags", "effects", "sort",
                 "folder", "ownership", "permission", "_stats"}  # fmt: skip
        for key, value in self.actor.items():
            if key not in known and not empty(value):
                self.losses.add(key, value, NO_PLACE)


def _base_save(kind: Any, level: int) -> int:
    return 2 + level // 2 if kind == "high" else level // 3


def _challenge(value: Any) -> str:
    """A challenge rating as it is printed; Foundry keeps fractions as decimals."""
    if isinstance(value, float) and 0 < value < 1:
        return f"1/{round(1 / value)}"
    found = number(value)
    return "" if found is None else str(found)


def _words(value: Any) -> list[str]:
    """Words in any of the ways in which they are kept: a list, a mapping of those that are on, a text."""
    if isinstance(value, str):
        return [value] if value else []
    if isinstance(value, dict):
        return [str(key) for key, on in value.items() if on]
    if isinstance(value, list):
        return [word for one in value for word in _words(one)]
    return []


def _list(text: str) -> list[str]:
    return [piece.strip() for piece in re.split("[,;]", text) if piece.strip()]


def _dicts(rows: list[Any]) -> list[dict[str, Any]]:
    return [row for row in rows if isinstance(row, dict)]


def _rows_of(value: Any) -> list[dict[str, Any]]:
    rows = at(value, "value") if isinstance(value, dict) else value
    return _dicts(rows) if isinstance(rows, list) else []

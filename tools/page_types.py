"""Writes the page's types, web/src/protocol.ts, from the structs of the scene and of the live protocol.

`make page` and people call it after a change of `scene`, `protocol`, `bodies` or the like (see `text`);
tests/house/test_page_types.py says when the committed file is stale. Alias names (Id, Seat, Shape) and
docstrings are kept. What a client may leave out is optional only in structs that clients alone send.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

from msgspec import Struct
from msgspec.structs import FieldInfo, fields

from arbitro.content import characters, deskview, scene
from arbitro.engine import values
from arbitro.web import bodies, charview, labview, protocol

TARGET = Path(__file__).resolve().parent.parent / "web" / "src" / "protocol.ts"
BASIC = {"str": "string", "int": "number", "float": "number", "bool": "boolean", "Any": "unknown"}
HEAD = """// The live protocol and what a screen draws. Made by tools/page_types.py: do not edit, run it again.

/** A chair at the table, such as "a" and "b", or "referee". */
export type Seat = string;
/** A clause or entry of the rule catalogue, such as "CDC-ACT-03.3". */
export type RuleId = string;
/** A figure, a piece of terrain, a mark. */
export type Id = string;
/** Plain data: what may stand in an answer. */
export type Value = string | number | boolean | null | readonly Value[];
"""
# Bodies that clients send over HTTP; what they send over the socket is `ClientMessage`.
SENT = (
    "ClientMessage", "NewGame", "MatrixWish", "PictureWish", "OddsPicture", "SweepPicture",
    "SimulationWish", "BalanceWish", "SightWish", "OwnPacks",
    "NewCampaign", "CampaignChange", "NewEncounter",
    "Packs", "MakeWish", "ChangeWish", "JoinWish", "PartWish", "ImportWish", "ExportWish",
)  # fmt: skip


def structs(module: ModuleType) -> list[type[Struct]]:
    """The structs a module defines, in its order."""
    return [
        thing
        for thing in vars(module).values()
        if isinstance(thing, type) and issubclass(thing, Struct) and thing.__module__ == module.__name__
    ]


def aliases(module: ModuleType) -> Iterator[tuple[str, ast.expr]]:
    """The names a module gives to types, such as ``Shape = Disc | Polygon``."""
    for node in ast.parse(inspect.getsource(module)).body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            if not isinstance(node.value, ast.Constant):
                yield name, node.value


def typed(node: ast.expr) -> str:
    """The TypeScript of an annotation."""
    match node:
        case ast.Constant(value=None):
            return "null"
        case ast.Name(id=name):
            return BASIC.get(name, name)
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return f"{typed(left)} | {typed(right)}"
        case ast.Subscript(value=ast.Name(id="tuple"), slice=ast.Tuple(elts=[one, ast.Constant(value=rest)])) if (
            rest is ...
        ):
            return f"readonly {grouped(one)}[]"
        case ast.Subscript(value=ast.Name(id="tuple"), slice=ast.Tuple(elts=each)):
            return f"readonly [{', '.join(typed(one) for one in each)}]"
        case ast.Subscript(value=ast.Name(id="list"), slice=one):
            return f"readonly {grouped(one)}[]"
        case ast.Subscript(value=ast.Name(id="dict"), slice=ast.Tuple(elts=[key, value])):
            return f"Readonly<Record<{typed(key)}, {typed(value)}>>"
    raise TypeError(f"no TypeScript is known for {ast.unparse(node)}: teach tools/page_types.py")


def grouped(node: ast.expr) -> str:
    """A type that stands before ``[]``."""
    text = typed(node)
    return f"({text})" if "|" in text or text.startswith("readonly ") else text


def names(node: ast.expr) -> set[str]:
    """The names that stand in an annotation."""
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def annotation(struct: type[Struct], field: FieldInfo) -> ast.expr:
    """How a field's type is written in the source."""
    for owner in struct.__mro__:
        written = inspect.get_annotations(owner)
        if field.name in written:
            return ast.parse(str(written[field.name]), mode="eval").body
    raise LookupError(field.name)


def reached(roots: set[str], all_structs: dict[str, type[Struct]], named: dict[str, ast.expr]) -> set[str]:
    """The structs that can stand somewhere within the roots."""
    seen: set[str] = set()
    open_ = list(roots)
    while open_:
        name = open_.pop()
        if name in seen:
            continue
        seen.add(name)
        if name in named:
            open_ += names(named[name])
        elif name in all_structs:
            for field in fields(all_structs[name]):
                open_ += names(annotation(all_structs[name], field))
    return seen & all_structs.keys()


def interface(struct: type[Struct], client_only: bool) -> str:
    """The declaration of a struct; a tag becomes its literal `type`."""
    config = struct.__struct_config__
    lines = [f'  readonly type: "{config.tag}";'] if config.tag else []
    for field in fields(struct):
        optional = not field.required and (client_only or config.omit_defaults)
        lines.append(f"  readonly {field.encode_name}{'?' if optional else ''}: {typed(annotation(struct, field))};")
    about = inspect.cleandoc(struct.__doc__ or "").replace("``", "`").replace("\n", "\n * ").replace(" * \n", " *\n")
    return f"/** {about} */\nexport interface {struct.__name__} {{\n" + "\n".join(lines) + "\n}\n"


def text() -> str:
    """The whole file."""
    modules = (scene, deskview, characters, charview, protocol, bodies, labview)
    found = {struct.__name__: struct for module in modules for struct in structs(module)}
    named = {name: node for module in modules for name, node in aliases(module)}
    known = {name for name in dir(values) if name in ("Seat", "RuleId", "Id", "Value")}
    heard = reached(found.keys() - reached(set(SENT), found, named), found, named)
    version = f"export const PROTOCOL = {protocol.PROTOCOL};\n"
    parts = [f"{HEAD}\n/** The version of the live protocol that these types describe. */\n{version}"]
    for name, node in named.items():
        if name not in known:
            parts.append(f"export type {name} = {typed(node)};\n")
    parts += [interface(struct, client_only=name not in heard) for name, struct in found.items()]
    return "\n".join(parts)


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8")
    print(f"Wrote {TARGET.name}.")

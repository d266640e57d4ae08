"""Expressions of authors' files: a small, safe part of Python's syntax, compiled once to closures.

``and or not``, comparisons, ``in``, ``is``, ``+ - * //``, ``x if c else y``, calls of the ruleset's facts,
``role.stat`` and ``noun.field``; names are roles, kept values, nouns of the window, or the ruleset's words.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, cast

from msgspec import Struct

if TYPE_CHECKING:
    from arbitro.engine.game import Game

Scope = dict[str, Any]
"""What an expression may read by name: roles, nouns, kept and computed values."""
Compiled = Callable[["Game", Scope], Any]
Fact = Callable[..., Any]


class ExprError(Exception):
    """An expression that does not compile.

    Attributes:
        code: ``syntax``, ``name``, ``fact``, ``arguments``, ``stat``, ``field``, ``form``.
        facts: the offending word, the column (from 0) and a near match.
    """

    def __init__(self, code: str, word: str, column: int, near: str = "") -> None:
        super().__init__(f"{code}: {word} at column {column}" + (f" (near: {near})" if near else ""))
        self.code, self.word, self.column, self.near = code, word, column, near


class Names(Struct):
    """What the names of an expression may mean.

    ``roles`` are looked up in the scope; ``nouns`` map a noun to the fields it has; ``words`` are
    constants; ``facts`` are functions ``fact(game, *args)``; ``stats`` are read by ``stat``.
    """

    roles: frozenset[str]
    words: frozenset[str]
    facts: Mapping[str, Fact]
    stats: frozenset[str]
    stat: Callable[[Game, str, str], Any]
    nouns: Mapping[str, frozenset[str]] = {}

    def with_roles(self, *more: str) -> Names:
        """The same names and some roles more."""
        return Names(self.roles | set(more), self.words, self.facts, self.stats, self.stat, self.nouns)


_COMPARE = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.In, ast.NotIn, ast.Is, ast.IsNot)
_BINARY = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv)
_LITERALS = {"true": True, "false": False, "none": None}


class _Rewriter(ast.NodeTransformer):
    """Turns the author's tree into one that reads the scope ``c``, the game ``g`` and the facts ``F``."""

    def __init__(self, names: Names) -> None:
        self.names = names

    def generic_visit(self, node: ast.AST) -> ast.AST:
        raise ExprError("form", type(node).__name__, getattr(node, "col_offset", 0))

    def visit_Expression(self, node: ast.Expression) -> ast.AST:
        return ast.Expression(self.visit(node.body))

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        node.values = [self.visit(value) for value in node.values]
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        if not isinstance(node.op, ast.Not | ast.USub):
            return self.generic_visit(node)
        node.operand = self.visit(node.operand)
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        if not isinstance(node.op, _BINARY):
            return self.generic_visit(node)
        node.left, node.right = self.visit(node.left), self.visit(node.right)
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        node.test, node.body, node.orelse = self.visit(node.test), self.visit(node.body), self.visit(node.orelse)
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        for op in node.ops:
            if not isinstance(op, _COMPARE):
                return self.generic_visit(node)
        node.left = self.visit(node.left)
        node.comparators = [self.visit(value) for value in node.comparators]
        swap = {ast.Is: ast.Eq, ast.IsNot: ast.NotEq}
        node.ops = [swap.get(type(op), type(op))() for op in node.ops]
        return node

    def visit_Tuple(self, node: ast.Tuple) -> ast.AST:
        node.elts = [self.visit(value) for value in node.elts]
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        if isinstance(node.value, int | str):
            return node
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        name = node.id
        if name in _LITERALS:
            return ast.copy_location(ast.Constant(_LITERALS[name]), node)
        if name == "seat":
            return ast.copy_location(
                ast.Call(ast.Name("W", ast.Load()), [ast.Name("g", ast.Load()), ast.Name("c", ast.Load())], []), node
            )
        if name in self.names.roles:
            return ast.copy_location(_subscript("c", name), node)
        if name in self.names.words:
            return ast.copy_location(ast.Constant(name), node)
        known = [*self.names.roles, *self.names.words, *self.names.nouns, *_LITERALS]
        raise ExprError("name", name, node.col_offset, _near(name, known))

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if not isinstance(node.value, ast.Name):
            return self.generic_visit(node)
        owner, field = node.value.id, node.attr
        if owner in self.names.nouns:
            fields = self.names.nouns[owner]
            if field not in fields:
                raise ExprError("field", f"{owner}.{field}", node.col_offset, _near(field, fields))
            return ast.copy_location(ast.Attribute(_subscript("c", owner), field, ast.Load()), node)
        role = self.visit_Name(node.value)
        if field not in self.names.stats:
            raise ExprError("stat", f"{owner}.{field}", node.col_offset, _near(field, self.names.stats))
        call = ast.Call(
            ast.Name("S", ast.Load()), [ast.Name("g", ast.Load()), cast(ast.expr, role), ast.Constant(field)], []
        )
        return ast.copy_location(call, node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if not isinstance(node.func, ast.Name) or node.keywords:
            return self.generic_visit(node)
        name = node.func.id
        if name not in self.names.facts:
            raise ExprError("fact", name, node.col_offset, _near(name, self.names.facts))
        if (taken := arguments_of(self.names.facts[name])) is not None and len(node.args) not in taken:
            known = [*inspect.signature(self.names.facts[name]).parameters][1:]
            raise ExprError("arguments", f"{name}({', '.join(known)})", node.col_offset)
        args: list[ast.expr] = [ast.Name("g", ast.Load()), *(self.visit(arg) for arg in node.args)]
        return ast.copy_location(ast.Call(_subscript("F", name), args, []), node)


def arguments_of(fact: Fact) -> range | None:
    """How many arguments a fact takes after the game; None for any number.

    >>> arguments_of(lambda game, a, b=0: a)
    range(1, 3)
    """
    kinds = inspect.signature(fact).parameters.values()
    if any(one.kind is one.VAR_POSITIONAL for one in kinds):
        return None
    needed = sum(one.default is one.empty for one in kinds)
    return range(needed - 1, len(kinds))


def seat_of(game: Game, scope: Scope) -> str:
    """The seat of a scope: who gave the effect, or who controls ``me`` now."""
    given = scope.get("seat")
    return given if given is not None else game.controller(scope["me"])


def _subscript(table: str, key: str) -> ast.Subscript:
    return ast.Subscript(ast.Name(table, ast.Load()), ast.Constant(key), ast.Load())


def _near(word: str, known: Any) -> str:
    found = get_close_matches(word, list(known), 1)
    return found[0] if found else ""


def _parse(text: str) -> ast.Expression:
    try:
        return ast.parse(text.strip(), mode="eval")
    except SyntaxError as error:
        raise ExprError("syntax", text, max(0, (error.offset or 1) - 1)) from None
    except (ValueError, RecursionError, MemoryError):
        raise ExprError("syntax", text[:40], 0) from None


def compile_expr(source: str | int | bool, names: Names) -> Compiled:
    """Compile an author's expression.

    Raises:
        ExprError: with the word, its column and a near match.

    >>> names = Names(frozenset({"me", "n"}), frozenset({"melee"}), {}, frozenset(), lambda g, i, s: 0)
    >>> compile_expr("n + 1 if me is 'a1' else 0", names)(None, {"me": "a1", "n": 4})
    5
    """
    if isinstance(source, bool | int):
        value = source
        return lambda g, c: value
    tree = _Rewriter(names).visit(_parse(source))
    parameters = ast.arguments([], [ast.arg("g"), ast.arg("c")], None, [], [], None, [])
    whole = ast.fix_missing_locations(ast.Expression(ast.Lambda(parameters, tree.body)))
    table = {"F": names.facts, "S": names.stat, "W": seat_of, "__builtins__": {}}
    made: Compiled = eval(compile(whole, "<expression>", "eval"), table)  # noqa: S307 - names were all checked
    return made


def _terms(source: str | None) -> list[ast.expr]:
    """The terms of the outermost ``and`` of an expression."""
    if not isinstance(source, str):
        return []
    body = _parse(source).body
    return body.values if isinstance(body, ast.BoolOp) and isinstance(body.op, ast.And) else [body]


def word_tests(source: str | None, words: frozenset[str]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The ``role is word`` and ``role in (word, word)`` tests of the outermost ``and``.

    >>> word_tests("target is me and action in (melee, shot)", frozenset({"melee", "shot"}))
    (('action', ('melee', 'shot')),)
    """
    found = []
    for term in _terms(source):
        if not (isinstance(term, ast.Compare) and len(term.ops) == 1 and isinstance(term.left, ast.Name)):
            continue
        right = term.comparators[0]
        among = right.elts if isinstance(term.ops[0], ast.In) and isinstance(right, ast.Tuple) else [right]
        named = tuple(one.id for one in among if isinstance(one, ast.Name) and one.id in words)
        if isinstance(term.ops[0], ast.Is | ast.In) and named and len(named) == len(among):
            found.append((term.left.id, named))
    return tuple(found)


def pins(source: str | None, words: frozenset[str] = frozenset()) -> tuple[tuple[str, str], ...]:
    """The ``role is me`` (``it``, one of ``words``) tests of the outermost ``and``: ``((role, "me"), ...)``.

    An index looks a modifier up by the figure in that role, so that it need not ask all of them.

    >>> pins("target is me and action in (melee, shot)"), pins("actor is me or target is me")
    ((('target', 'me'),), ())
    """
    found = []
    for term in _terms(source):
        if isinstance(term, ast.Compare) and len(term.ops) == 1 and isinstance(term.ops[0], ast.Is):
            sides = [term.left, term.comparators[0]]
            if all(isinstance(side, ast.Name) for side in sides):
                left, right = (side.id for side in sides if isinstance(side, ast.Name))
                if right in ("me", "it") or right in words:
                    found.append((left, right))
                elif left in ("me", "it") or left in words:
                    found.append((right, left))
    return tuple(found)

"""The house keeps its rules: what import-linter's contracts in pyproject.toml cannot notice by themselves."""

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
SOURCE = ROOT / "src" / "arbitro"
RULESETS = sorted(folder.name for folder in (SOURCE / "rulesets").iterdir() if (folder / "__init__.py").exists())
FREE_OF_RULESETS = ("engine", "geometry", "dice")


def project() -> dict[str, dict]:
    """pyproject.toml as plain data."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_every_ruleset_stands_in_the_contracts_and_is_registered() -> None:
    modules = [f"arbitro.rulesets.{name}" for name in RULESETS]
    contracts = {contract["id"]: contract for contract in project()["tool"]["importlinter"]["contracts"]}
    assert modules
    assert sorted(contracts["rulesets-independent"]["modules"]) == modules
    assert sorted(contracts["rulesets-by-registry"]["forbidden_modules"]) == modules
    assert sorted(project()["project"]["entry-points"]["arbitro.rulesets"]) == RULESETS


def spoken_words(source: str) -> list[tuple[int, str]]:
    """Line and text of every name and every string of a module, docstrings left out."""
    tree = ast.parse(source)
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    words = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            words.append((node.lineno, node.value))
        elif isinstance(node, ast.Name):
            words.append((node.lineno, node.id))
        elif isinstance(node, ast.Attribute):
            words.append((node.lineno, node.attr))
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            words.append((node.lineno, node.name))
    return words


def test_spoken_words_are_names_and_strings_but_not_docstrings() -> None:
    found = spoken_words('"""crepuscolo"""\ndef f():\n    """crepuscolo"""\n    return x.cairn + "warhammer"\n')
    assert sorted(word for _, word in found) == ["cairn", "f", "warhammer", "x"]


@pytest.mark.parametrize("package", FREE_OF_RULESETS)
def test_the_lower_floors_name_no_ruleset(package: str) -> None:
    known = re.compile("crepuscolo|cairn|pathfinder|warhammer|confrontation", re.IGNORECASE)
    named = [
        f"{path.relative_to(ROOT)}:{line}: {word}"
        for path in sorted((SOURCE / package).rglob("*.py"))
        for line, word in spoken_words(path.read_text(encoding="utf-8"))
        if known.search(word)
    ]
    assert not named


def test_the_terminal_does_without_server_and_database() -> None:
    battle = ROOT / "examples" / "crepuscolo" / "scenarios" / "l-urlo-di-grask.yaml"
    program = (
        "import sys; from arbitro.cli.main import run; "
        f"assert run(['play', {str(battle)!r}, '--auto', '--seed', '1']) == 0; "
        "found = {name.partition('.')[0] for name in sys.modules}; "
        "print(sorted(found & {'litestar', 'sqlalchemy', 'uvicorn', 'alembic'}))"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300, check=True)
    assert told.stdout.splitlines()[-1] == "[]"

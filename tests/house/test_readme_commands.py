"""The two READMEs tell the truth: their commands exist, their quick ones run, their files are there.

A command stands in a fenced block marked `console`, after `$ `. A block marked `console quick` is run
here, in the project's folder; of the others only the existence is checked.
"""

import itertools
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from arbitro.cli.main import run

ROOT = Path(__file__).resolve().parent.parent.parent
READMES = ("README.md", "README.it.md")
FENCE = re.compile(r"^```(?P<info>[^\n`]*)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
BIN = Path(sys.executable).parent
ALWAYS_THERE = ("cd", "git", "python3")


def read(name: str) -> str:
    """The text of a file of the project's root."""
    return (ROOT / name).read_text(encoding="utf-8")


def fences(text: str) -> list[tuple[list[str], str]]:
    """The words after each opening fence, with what stands inside."""
    return [(found["info"].split(), found["body"]) for found in FENCE.finditer(text)]


def commands(text: str, quick: bool | None = None) -> list[str]:
    """The commands of the console blocks: all, or only the quick or the slow ones."""
    return [
        line[2:].strip()
        for info, body in fences(text)
        if info[:1] == ["console"] and quick in (None, "quick" in info)
        for line in body.splitlines()
        if line.startswith("$ ")
    ]


def own_words(command: str) -> list[str]:
    """The words of the command, up to a pipe or the like, with our own program found where the tests run."""
    lexer = shlex.shlex(command, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    words = list(itertools.takewhile(lambda word: not set(word) <= set("|&;<>()"), lexer))
    if words[0] in ("arbitro", ".venv/bin/arbitro"):
        words[0] = str(BIN / "arbitro")
    return words


def is_there(command: str) -> bool:
    """Whether a command could be started: a target of the Makefile, a subcommand and options of ours, a known tool."""
    words = own_words(command)
    if words[0] == "make":
        targets = re.findall(r"^([a-z]+):", read("Makefile"), re.MULTILINE)
        return all(word in targets for word in words[1:] if "=" not in word)
    if words[0] == str(BIN / "arbitro"):
        return run([*words[1:], "--help"]) == 0
    return words[0] in ALWAYS_THERE or (ROOT / words[0]).exists() or shutil.which(words[0]) is not None


def all_commands(quick: bool | None = None) -> list[str]:
    """Every different command of the two READMEs."""
    return list(dict.fromkeys(command for name in READMES for command in commands(read(name), quick)))


def test_commands_are_read_from_console_blocks_only() -> None:
    text = "```console\n$ make run\nsome output\n```\n```console quick\n$ a b # why\n```\n```yaml\n$ no\n```\n"
    assert commands(text) == ["make run", "a b # why"]
    assert commands(text, quick=True) == ["a b # why"]
    assert commands(text, quick=False) == ["make run"]
    assert own_words("a 'b c' --d=1 | less # why") == ["a", "b c", "--d=1"]


def test_a_command_that_is_not_there_is_noticed() -> None:
    assert not is_there("make no-such-target")
    assert not is_there("no-such-program-at-all")


@pytest.mark.parametrize("command", all_commands())
def test_command_exists(command: str) -> None:
    assert is_there(command)


def test_install_and_test_commands_come_first() -> None:
    for name in READMES:
        assert commands(read(name))[:2] == ["make run", "make test"]


@pytest.mark.parametrize("command", all_commands(quick=True))
def test_quick_command_runs(command: str) -> None:
    done = subprocess.run(
        own_words(command), cwd=ROOT, capture_output=True, text=True, encoding="utf-8", timeout=60, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_two_languages_show_the_same_commands_and_sections() -> None:
    english, italian = (read(name) for name in READMES)
    marked = [[found for found in fences(text) if found[0]] for text in (english, italian)]
    assert marked[0] == marked[1]  # a fence without a mark shows what a command says, in the reader's language
    assert len(fences(english)) == len(fences(italian))
    outline = re.compile(r"^(#+) ", re.MULTILINE)
    assert outline.findall(FENCE.sub("", english)) == outline.findall(FENCE.sub("", italian))


@pytest.mark.parametrize(
    "name", [*READMES, "docs/index.md", "docs/index.it.md", "docs/pathfinder.md", "docs/pathfinder.it.md"]
)
def test_linked_files_are_there(name: str) -> None:
    page = ROOT / name
    targets = re.findall(r"\]\(([^)#\s]+)[^)]*\)", FENCE.sub("", read(name)))
    assert targets
    local = [target for target in targets if "://" not in target and not target.startswith("mailto:")]
    assert [target for target in local if not (page.parent / target).exists()] == []


@pytest.mark.parametrize("name", READMES)
def test_paths_named_in_code_are_there(name: str) -> None:
    code = "\n".join(body for _, body in fences(read(name))) + "\n".join(re.findall(r"`([^`\n]+)`", read(name)))
    named = re.findall(r"\b(?:requirements|examples|docs|tools)/[\w./-]*\w", code.replace("\\", "/"))
    assert [path for path in named if not (ROOT / path).exists()] == []

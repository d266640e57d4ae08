"""The report of proven clauses: who counts, who does not, and who is refused."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

CONFTEST = Path(__file__).resolve().parent.parent / "conftest.py"

FIFTEEN = tuple(f"CDC-X-04.{number}" for number in range(1, 16))
SAMPLE = f"""
import pytest

rule = pytest.mark.rule

@rule(*{FIFTEEN!r})
def test_many(): pass

@rule("CDC-X-01.1", "CDC-X-01.2")
def test_good(): pass

@rule("CDC-X-01.3")
def test_bad(): assert False

@rule("CDC-X-01.4")
@pytest.mark.skip(reason="later")
def test_skipped(): pass

@rule("CDC-X-01.5")
@pytest.mark.xfail(reason="known")
def test_expected_to_fail(): assert False

@pytest.fixture
def breaks_after():
    yield
    raise RuntimeError("teardown")

@rule("CDC-X-01.6")
def test_breaks_after(breaks_after): pass

@rule("CDC-X-01.7")
@pytest.mark.parametrize("n", [
    pytest.param(1, marks=rule("CDC-X-02.1")),
    pytest.param(2, marks=rule("CDC-X-02.2")),
])
def test_each(n): assert n == 1

@rule("CDC-X-03.1")
class TestTogether:
    @rule("CDC-X-03.2")
    def test_inside(self): pass
"""


def run_pytest(folder: Path, sources: dict[str, str], *options: str) -> tuple[int, str]:
    """Run pytest on files in a folder of its own, with this project's conftest and no plugin that is not asked for."""
    (folder / "conftest.py").write_text(CONFTEST.read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    for name, source in sources.items():
        (folder / f"test_{name}.py").write_text(source, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "--strict-markers", "-p", "no:cacheprovider", *options],
        cwd=folder,
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("options", [(), ("-p", "xdist.plugin", "-n", "2")], ids=["one-process", "two-workers"])
def test_only_passed_tests_prove_clauses(tmp_path: Path, options: tuple[str, ...]) -> None:
    code, said = run_pytest(tmp_path, {"sample": SAMPLE}, *options)
    assert code == 1, said
    assert json.loads((tmp_path / "build" / "rule-coverage.json").read_text(encoding="utf-8")) == {
        "passed": {
            "CDC-X-01.1": ["test_sample.py::test_good"],
            "CDC-X-01.2": ["test_sample.py::test_good"],
            "CDC-X-01.7": ["test_sample.py::test_each[1]"],
            "CDC-X-02.1": ["test_sample.py::test_each[1]"],
            "CDC-X-03.1": ["test_sample.py::TestTogether::test_inside"],
            "CDC-X-03.2": ["test_sample.py::TestTogether::test_inside"],
            **{clause: ["test_sample.py::test_many"] for clause in FIFTEEN},
        }
    }


def marked(*clauses: str) -> str:
    """A test file with one empty test that names these clauses."""
    return f"import pytest\n\n@pytest.mark.rule(*{clauses!r})\ndef test_it(): pass\n"


def test_sixteen_clauses_are_refused_and_whatever_is_no_clause(tmp_path: Path) -> None:
    words = ("CDC-ACT-01", "cdc-act-01.2", "ACT.2", "")
    sources = {f"word{number}": marked(word) for number, word in enumerate(words)}
    code, said = run_pytest(tmp_path, {"many": marked(*FIFTEEN, "CDC-X-04.16"), **sources})
    assert code == 2
    assert "test_many.py::test_it names 16 clauses, more than 15" in said
    for number, word in enumerate(words):
        assert f"test_word{number}.py::test_it names {word!r}, which is no clause" in said

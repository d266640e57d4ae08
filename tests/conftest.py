"""What every test run shares: the `rule` marker, its report, and repeatable property tests.

`@pytest.mark.rule("CDC-ACT-01.2", ...)` names the clauses of the rules that a test proves. After the
run, `build/rule-coverage.json` lists for each clause the tests that named it and passed; a
parametrised test counts by parameter, and a mark given with `pytest.param(..., marks=...)` belongs
to that parameter alone.
"""

import json
import os
import re
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

CLAUSES_AT_MOST = 15  # a test that names more proves none of them well
CLAUSE_ID = re.compile(r"[A-Z][A-Z0-9]*(-[A-Z0-9]+)+\.[0-9]+")
PROPERTY = "rule"

# In CI the examples are the same on every run; elsewhere each run looks further.
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True, database=None)
settings.register_profile("dev", deadline=None, print_blob=True)
settings.load_profile(os.environ.get("ARBITRO_HYPOTHESIS") or ("ci" if os.environ.get("CI") else "dev"))


class RuleCoverage:
    """Gathers, in the process that reports, which tests passed and what clauses they name."""

    def __init__(self, report: Path) -> None:
        self.report = report
        self.clauses: dict[str, list[str]] = {}
        self.passed: set[str] = set()
        self.failed: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note one phase of one test: it counts if its call passed and no phase failed."""
        named = [value for name, value in report.user_properties if name == PROPERTY]
        if named:
            self.clauses[report.nodeid] = [str(clause) for clause in named]
        if report.outcome != "passed":
            self.failed.add(report.nodeid)
        elif report.when == "call" and not hasattr(report, "wasxfail"):
            self.passed.add(report.nodeid)

    def proven(self) -> dict[str, list[str]]:
        """The clauses that passing tests name, each with those tests, all in order."""
        tests_of: dict[str, list[str]] = {}
        for test in sorted(self.passed - self.failed):
            for clause in self.clauses.get(test, []):
                tests_of.setdefault(clause, []).append(test)
        return dict(sorted(tests_of.items()))

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Write the report in one move, so that nobody reads half of it."""
        if session.config.option.collectonly:
            return
        self.report.parent.mkdir(exist_ok=True)
        draft = self.report.with_suffix(f".{os.getpid()}.tmp")
        draft.write_text(json.dumps({"passed": self.proven()}, indent=1) + "\n", encoding="utf-8")
        draft.replace(self.report)


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker and, in the process that sees every report, the coverage report."""
    config.addinivalue_line("markers", "rule(*clauses): ids of the rule clauses that the test proves")
    if not hasattr(config, "workerinput"):
        target = Path(os.environ.get("ARBITRO_RULE_COVERAGE") or config.rootpath / "build" / "rule-coverage.json")
        config.pluginmanager.register(RuleCoverage(target), "arbitro-rule-coverage")


def clauses_of(item: pytest.Item) -> list[str]:
    """The clauses that a test names, its parameter's own among them.

    Raises:
        pytest.Collector.CollectError: if there are more than 15, or one is no clause id.
    """
    named = [clause for mark in item.iter_markers("rule") for clause in mark.args]
    clauses = sorted(dict.fromkeys(str(clause) for clause in named))
    for clause in clauses:
        if not CLAUSE_ID.fullmatch(clause):
            raise pytest.Collector.CollectError(
                f"{item.nodeid} names {clause!r}, which is no clause: write the rule's id, a point and the "
                f"clause's number, as in CDC-ACT-01.2"
            )
    if len(clauses) > CLAUSES_AT_MOST:
        raise pytest.Collector.CollectError(
            f"{item.nodeid} names {len(clauses)} clauses, more than {CLAUSES_AT_MOST}: split it, so that each test "
            f"proves what it names"
        )
    return clauses


@pytest.hookimpl(wrapper=True)
def pytest_pycollect_makeitem() -> Generator[None, Any, Any]:
    """Refuse a test with too many clauses where it is collected, and carry the others' with its reports."""
    made = yield
    for item in made if isinstance(made, list) else [made]:
        if isinstance(item, pytest.Function):
            item.user_properties.extend((PROPERTY, clause) for clause in clauses_of(item))
    return made

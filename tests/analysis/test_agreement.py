"""Exact odds agree with the frequencies of seeded play: thirty situations of each ruleset, by chi-square."""

from __future__ import annotations

import pytest
from benchmarks.agreement import SITUATIONS, comparisons, together

from arbitro.content.tabletop import TabletopRuleset
from arbitro.engine.ruleset import installed, ruleset

SAMPLES = 60
LEAVES = 1_000
"""Situations with more outcomes are left to the benchmark."""


@pytest.mark.parametrize("name", installed())
def test_exact_odds_agree_with_seeded_play(name: str) -> None:
    rules = ruleset(name)
    assert isinstance(rules, TabletopRuleset)
    if not rules.duellists(None):
        pytest.skip("it names nobody who can be set against others")
    found = [(one.name, agreement) for one, agreement in comparisons(name, SAMPLES, LEAVES)]
    assert len(found) == SITUATIONS
    assert sum(one.freedom for _, one in found) >= SITUATIONS, "most attacks may end in more than one way"
    for which, one in found:
        assert one.p > 1e-5, (name, which, one)
    assert together([one for _, one in found]) > 1e-4

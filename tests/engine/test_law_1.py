"""Law 1 of every ruleset: the same setup, seed and answers give the same journal, in any process."""

import os
import subprocess
import sys
from pathlib import Path

from tests import lawbook
from tests.cairn.laws import COURT as CAIRN
from tests.crepuscolo.laws import COURT as CREPUSCOLO
from tests.pathfinder.laws import COURT as PATHFINDER

ROOT = Path(__file__).resolve().parents[2]


def fingerprints() -> str:
    """A hash of some random games of each ruleset."""
    of = ((CAIRN, 6, 150), (CREPUSCOLO, 4, 400), (PATHFINDER, 3, 90))
    return " ".join(lawbook.fingerprint(court, range(1, last + 1), decisions) for court, last, decisions in of)


def test_law_1_the_same_inputs_give_the_same_journal_whatever_the_hash_seed() -> None:
    path = os.pathsep.join((str(ROOT / "src"), str(ROOT)))
    program = "from tests.engine.test_law_1 import fingerprints; print(fingerprints())"
    elsewhere = [
        subprocess.Popen(
            [sys.executable, "-c", program], cwd=ROOT, text=True, stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": path},
        )
        for hash_seed in ("1", "271828")
    ]  # fmt: skip
    here = fingerprints()
    assert [process.communicate()[0].strip() for process in elsewhere] == [here, here]
